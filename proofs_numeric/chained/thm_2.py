"""Theorem 2: in BAS, reporting the true preference is a dominant strategy.

Statement: whatever the others report, no user lowers its cost by a report b_k other than beta_k.

Model: Mechanism 1 as listed: the noise is m times the largest report, added by the first user, so the order does
not matter for anybody's cost. The user's cost at noise x is x + 2 beta^(3/2)/sqrt(x) (Eq. 14), its report moves x
to max(report, largest other report). A report is best if and only if the derivative, of the sign of x^3 - beta^3,
is zero, or positive at the largest other report. Dominance is weak: reports below the others' largest change
nothing.

Stage 2 reshuffles while a largest bid stands first: that only changes the order, which no cost depends on. If all
bids are equal it never ends and there is no outcome to compare; footnote 4 excludes ties. They are kept in the domain
with the cost that any order would give.

Relation: optimal. Corners: the user with the largest preference, ties with others, others reporting 0 or 10^6 times
as much.

Expected: holds, proved. Two remarks on the paper's proof: case 1 says that a user with the largest preference pays
the same whatever it reports; by Mechanism 1 it pays more when it reports less (preference 4, other report 1: 17 m
against 12 m). And Eq. 22 and 23 weigh by beta instead of alpha; with that weight the minimum would not be at
beta_k. The theorem needs line 10 of Mechanism 1, which fixes everybody's noise. If reports only decided the order and
users then played the equilibrium of Definition 3, overstating would pay, because the largest bidder never comes first:
with preferences (1, 4) the first user pays 6 m, but 5 m if it reports 5.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.errors import InvalidInput
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text
from proofs_numeric.chained._algebra import response_identities
from proofs_numeric.chained._common import FRACTIONS, NUMBERS, Preferences, height, squares, texts


@dataclass(frozen=True, slots=True)
class Reporter:
    """A user's true preference and what the others report."""

    preference: Fraction
    others: Preferences


def as_printed(instance: Reporter) -> Fraction:
    return instance.preference


def compare(form: Any, instance: Reporter) -> Discrepancy | None:
    report = form(instance)
    if report < 0:
        raise InvalidInput(f"a report must be at least 0, got {report}")
    rival = max(instance.others)
    noise = max(report, rival)
    slope = noise**3 - instance.preference**3
    if slope == 0 or (slope > 0 and noise == rival):
        return None
    return Discrepancy(
        claimed=report,
        true=instance.preference,
        gap=abs(report - instance.preference),
        impact=Impact.OPTIMALITY,
        certificate=Certificate(
            "noise-game-report",
            {
                "preference": to_text(instance.preference),
                "others": texts(instance.others),
                "report": to_text(report),
            },
            {},
        ),
        explanation="The user pays less when it reports its preference.",
    )


def grid() -> Iterator[Reporter]:
    roots = (Fraction(0), *NUMBERS, *FRACTIONS)
    for users in (1, 2, 3):
        for own, *others in product(roots, repeat=users + 1):
            yield Reporter(own * own, tuple(root * root for root in others))


def strategy() -> st.SearchStrategy[Reporter]:
    others = st.lists(squares(zeros=True), min_size=1, max_size=6).map(tuple)
    return st.builds(Reporter, squares(zeros=True), others)


def order(instance: Reporter) -> tuple[object, ...]:
    return (len(instance.others), *height((instance.preference, *instance.others)))


def proof() -> Proof:
    argument = (
        "A report moves the noise y^2 to max(report, B), B the largest other report. y^2 + 2r^3/y is least at y = r "
        "and rises beyond: noise r^2 if r^2 >= B, and B otherwise, is best, and the true report leads to it."
    )
    return Proof(argument, response_identities())


CLAIM = Claim(
    id="chained/thm-2",
    place="Theorem 2",
    title="truthful reporting is (weakly) dominant in BAS",
    relation=Relation.OPTIMAL,
    domain=Domain(
        description="up to 3 other users, roots of preferences and reports from {0, 1/2, 1, 3/2, 2, 3}",
        grid=grid,
        strategy=strategy,
        order=order,
    ),
    printed=Form("b_k = β_k", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
