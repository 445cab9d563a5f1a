"""Lemma 1, Eq. 17: a user's best response given the others' choices.

Statement: user k tops the noise up to m beta_k: it adds m beta_k minus the noise already there, or nothing if there is
as much. The lemma says k > 1; the formula is right for k = 1 too. (The subscript of alpha is missing in "beta_k =
alpha^(2/3)"; Remark 2 has it.)

Model: preference, the variances added before and after, all in units of m. The cost x + 2 beta^(3/2)/sqrt(x), x being
the noise the user's data carry, is convex; its derivative has the sign of x^3 - beta^3. A response is best if and only
if the derivative is zero, or it is not negative and the user adds nothing. That is checked without the closed form.

Relation: optimal. Corners: preference 0, no noise before, exactly enough noise before, noise after, ratios of 10^6.

Expected: holds, proved: y^2 + 2r^3/y - 3r^2 = (y-r)^2 (y+2r)/y with r^2 the preference and y^2 the noise carried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.errors import InvalidInput
from proofs_numeric.chained._algebra import response_identities
from proofs_numeric.chained._common import Profile, deviation_certificate, height, squares


@dataclass(frozen=True, slots=True)
class Situation:
    """A user's preference, and what the others add before and after it."""

    preference: Fraction
    before: Profile
    after: Profile


def as_printed(instance: Situation) -> Fraction:
    there = sum(instance.before, Fraction(0))
    if there < instance.preference:
        return instance.preference - there
    return Fraction(0)


def compare(form: Any, instance: Situation) -> Discrepancy | None:
    claimed = form(instance)
    if claimed < 0:
        raise InvalidInput(f"a variance must be at least 0, got {claimed}")
    there = sum(instance.before, Fraction(0))
    carried = there + claimed
    slope = carried**3 - instance.preference**3
    if slope == 0 or (slope > 0 and claimed == 0):
        return None
    best = instance.preference - there if there < instance.preference else Fraction(0)
    user, preferences = len(instance.before), tuple(Fraction(0) for _ in (*instance.before, *instance.after))
    row = (*preferences[:user], instance.preference, *preferences[user:])
    return Discrepancy(
        claimed=claimed,
        true=best,
        gap=abs(claimed - best),
        impact=Impact.OPTIMALITY,
        certificate=deviation_certificate(row, (*instance.before, claimed, *instance.after), user, best),
        explanation="Another variance costs the user less.",
    )


def grid() -> Iterator[Situation]:
    amounts = tuple(Fraction(n) for n in ("0", "1/4", "1", "2", "9/4", "4"))
    for preference in amounts:
        for before in ((), *((a,) for a in amounts), *((a, b) for a in amounts for b in amounts)):
            for after in ((), *((a,) for a in amounts)):
                yield Situation(preference, before, after)


def strategy() -> st.SearchStrategy[Situation]:
    rows = st.lists(squares(zeros=True), max_size=4).map(tuple)
    return st.builds(Situation, squares(zeros=True), rows, rows)


def order(instance: Situation) -> tuple[object, ...]:
    row = (instance.preference, *instance.before, *instance.after)
    return (len(row), len(instance.before), *height(row))


def proof() -> Proof:
    argument = (
        "Later noise adds a constant. With preference r^2 and noise y^2 the rest is g(y) = y^2 + 2r^3/y, and "
        "g(y) - g(r) = (y-r)^2 (y+2r)/y >= 0; for y >= p >= r, (g(y) - g(p)) y p has no negative coefficient."
    )
    return Proof(argument, response_identities())


CLAIM = Claim(
    id="chained/lem-1",
    place="Lemma 1, Eq. 17",
    title="a user's best response tops the noise up to m beta_k",
    relation=Relation.OPTIMAL,
    domain=Domain(
        description="one user among up to three others, preferences and variances from {0, 1/4, 1, 2, 9/4, 4} m",
        grid=grid,
        strategy=strategy,
        order=order,
    ),
    printed=Form("σ_k² = max(m β_k − Σ_{i<k} σ_i², 0)", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
