"""Statement: C_j = C_k for all users j and k at the profile of Theorem 1.

Model: both costs by Eq. 14 at (m max beta, 0, ..., 0), in units of m. At least two users, not all with
preference 0.

Corners: equal preferences (where it is true), the user with the largest preference, preference 1.

Readings: none. The accuracy cost is the same for all, the privacy cost is not: who minds exposure more pays more.
"""

from optcheck.claims import *
from proofs_numeric.chained._game import cost


class TwoUsers(Instance):
    """The largest preference of all users, and those of two of them."""

    top: Fraction = rational(above=0, symbol="max β")
    one: Fraction = rational(at_least=0, at_most="top", symbol="β_j")
    other: Fraction = rational(at_least=0, at_most="top", symbol="β_k")


def as_printed(two: TwoUsers) -> Value:
    return paid(two, two.other)


def corrected(two: TwoUsers) -> Value:
    weights = power(two.one, Fraction(3, 2)) - power(two.other, Fraction(3, 2))
    return paid(two, two.other) + 2 * weights / sqrt(two.top)


def paid(two: TwoUsers, preference: Value) -> Value:
    """Eq. 14 where the first user adds m max beta, and nobody else anything: everybody's data carry all noise."""
    return cost(preference, two.top, two.top)


def paid_by_one(two: TwoUsers) -> Value:
    return paid(two, two.one)


CLAIM = Statement(
    "chained/thm-3",
    place="Theorem 3",
    title="all users' equilibrium costs are equal",
    domain=TwoUsers,
    truth=definition(paid_by_one),
    asserts=equals,
    printed=Form(as_printed, "C_j = C_k"),
    corrected=Form(corrected, "C_j = C_k + (α_j − α_k) / √(m max β)"),
    falls=True,
)
