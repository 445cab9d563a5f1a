"""Statement: whatever the others report, no user lowers its cost by a report b_k other than beta_k.

Model: Mechanism 1 as listed: the noise is m times the largest report, added by the first user, so the order does not
matter for anybody's cost. The checker compares the cost of a report with the least cost of any report. The theorem
needs line 10 of Mechanism 1, which fixes everybody's noise: if reports only decided the order and users then played
the equilibrium of Definition 3, overstating would pay (preferences (1, 4): the first user pays 6 m, or 5 m with 5).

Corners: the user with the largest preference, ties with others, others reporting 0 or 10^6 times as much.

Readings: dominance is weak: reports below the others' largest change nothing. If all bids are equal stage 2 never ends,
and footnote 4 excludes ties; they are kept, with the cost that any order would give. In the paper's proof, case 1 says
that a user with the largest preference pays the same whatever it reports; it pays more when it reports less.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Property, Value, says
from optcheck.claims.claim import fraction_rows, simplicity, texts
from optcheck.claims.functions import largest, row
from optcheck.claims.relations import optimal
from proofs_numeric.chained._game import MORE_ROOTS, ROOTS, Preferences, squares
from proofs_numeric.chained._steps import cost, least_at_the_preference, s


@dataclass(frozen=True, slots=True)
class Reporter:
    """A user's true preference and what the others report."""

    preference: Fraction
    others: Preferences


def as_printed(one: Reporter) -> Value:
    return one.preference


def proof(argument: Argument, form: Formula[Reporter]) -> None:
    least_at_the_preference(argument)
    wanted, rival = sympy.symbols("wanted rival", nonnegative=True)
    for case in argument.order(wanted, rival):
        q, b = wanted.subs(case), rival.subs(case)
        noise = largest(form(Reporter(q**2, row("others", largest=b**2))), b**2)
        if rival in case:
            argument.identity("below the others' largest report nothing changes", noise, b**2)
            argument.not_negative("and more noise costs more", (cost(b + s, q) - cost(b, q)) * (b + s) * b)
        else:
            argument.identity("otherwise the noise is what the user wants", noise, q**2)


def grid() -> Iterator[Reporter]:
    for users in (1, 2, 3):
        roots = (Fraction(0), *ROOTS, *(MORE_ROOTS if users < 3 else ()))
        for own, *others in product(roots, repeat=users + 1):
            yield Reporter(own * own, tuple(root * root for root in others))


CLAIM = Claim(
    id="chained/thm-2",
    place="Theorem 2",
    title="truthful reporting is (weakly) dominant in BAS",
    domain=Domain(
        description="1 and 2 others, roots of preferences and reports 0, 1/2, 1, 3/2, 2, 3; 3 others with 0, 1, 2, 3",
        grid=grid,
        order=lambda one: (len(one.others), *simplicity((one.preference, *one.others))),
        strategy=lambda: st.builds(Reporter, squares(), fraction_rows(squares(zeros=True), 1, 6)),
    ),
    truth=Property(
        name="report",
        holds=says("a best report"),
        describe=lambda one, report: {
            "noise-game-report": {
                "preference": texts([one.preference])[0],
                "others": texts(one.others),
                "report": texts([report])[0],
            }
        },
        gap=("cost", "least cost"),
    ),
    asserts=optimal,
    printed=Form(as_printed, "b_k = β_k is a best report, whatever the others report"),
    impact=Impact.OPTIMALITY,
    proof=proof,
)
