"""Statement: C_j = C_k for all users j and k at the profile of Theorem 1.

Model: both costs by Eq. 14 at (m max beta, 0, ..., 0), in units of m. At least two users; positive preferences.

Corners: equal preferences (where it is true), the user with the largest preference, preference 1.

Readings: none. The accuracy cost is the same for all, the privacy cost is not: who minds exposure more pays more.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Combination, Domain, Form, Formula, Value
from optcheck.claims.claim import simplicity
from optcheck.claims.functions import largest, power, row, sqrt
from optcheck.claims.relations import equals
from proofs_numeric.chained._game import Preferences, Users, drawn_rows, rows
from proofs_numeric.chained._steps import cost, r, s, units, y
from proofs_numeric.chained.eq_25 import cost_of


@dataclass(frozen=True, slots=True)
class TwoUsers(Users):
    """A row of users, and the two who are compared."""

    one: int
    other: int


def as_printed(two: TwoUsers) -> Value:
    return 0 * two.preferences[two.one]


def corrected(two: TwoUsers) -> Value:
    weights = [power(two.preferences[user], Fraction(3, 2)) for user in (two.one, two.other)]
    return 2 * (weights[0] - weights[1]) / sqrt(largest(two.preferences))


def proof(argument: Argument, form: Formula[TwoUsers]) -> None:
    units(argument)
    j, k = sympy.symbols("j k", integer=True)
    difference = form(TwoUsers(row("beta", entries={j: r**2, k: s**2}, largest=y**2), j, k))
    argument.identity("both see all noise y^2, which cancels", difference, cost(y, r) - cost(y, s))


def grid() -> Iterator[TwoUsers]:
    return (TwoUsers(row, *pair) for row in rows(2, 4) for pair in permutations(range(len(row)), 2))


def strategy() -> st.SearchStrategy[TwoUsers]:
    def pairs(row: Preferences) -> st.SearchStrategy[TwoUsers]:
        return st.builds(TwoUsers, st.just(row), *[st.integers(0, len(row) - 1)] * 2)

    return drawn_rows(2, 8).flatmap(pairs)


CLAIM = Claim(
    id="chained/thm-3",
    place="Theorem 3",
    title="all users' equilibrium costs are equal",
    domain=Domain(
        description="2, 3 users with roots 1/2, 1, 3/2, 2, 3 of the preferences, 4 users with 1, 2, 3; all pairs",
        grid=grid,
        order=lambda two: (len(two.preferences), *simplicity(two.preferences), two.one, two.other),
        strategy=strategy,
    ),
    truth=Combination(
        parts=(cost_of(lambda two: two.one), cost_of(lambda two: two.other)), value=lambda one, other: one - other
    ),
    asserts=equals,
    printed=Form(as_printed, "C_j − C_k = 0"),
    corrected=Form(corrected, "C_j − C_k = (α_j − α_k) / √(m max β)"),
    proof=proof,
)
