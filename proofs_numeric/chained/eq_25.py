"""Statement: user k pays 2^(1/3) beta_k^(1/2) + 2^(-2/3) beta_k.

Model: the cost by Eq. 14 at the profile of Theorem 1, in units of m. As 2^(1/3) = 2m, the printed cost is 2
sqrt(beta_k) + beta_k. At least two users, not all with preference 0.

Corners: equal preferences, preference 1 (where alpha = beta, so that the two cannot be confused).

Readings: with alpha for beta in the privacy cost it is the cost that a user would have at its own noise level, 3
beta_k; wrong as well, because the noise is that of the largest preference. (Eq. 25 would also contradict Theorem 3.)
"""

from optcheck.claims import *
from proofs_numeric.chained._game import cost


class OneUser(Instance):
    """The largest preference, a user's own one, and whether the user is the first one, who adds all noise."""

    top: Fraction = rational(above=0, symbol="max β")
    own: Fraction = rational(at_least=0, at_most="top", symbol="β_k")
    first: bool = flag(symbol="is the first user")


def as_printed(one: OneUser) -> Value:
    return 2 * sqrt(one.own) + one.own


def with_alpha(one: OneUser) -> Value:
    return 3 * one.own


def corrected(one: OneUser) -> Value:
    return one.top + 2 * power(one.own, Fraction(3, 2)) / sqrt(one.top)


def paid(one: OneUser) -> Value:
    """Eq. 14 where the first user adds m max beta, and nobody else anything."""
    found, added = (0, one.top) if one.first else (one.top, 0)
    return cost(one.own, one.top, found + added)


CLAIM = Statement(
    "chained/eq-25",
    place="Eq. 25",
    title="the equilibrium cost of a user",
    domain=OneUser,
    truth=definition(paid),
    asserts=equals,
    printed=Form(as_printed, "C_k = 2^(1/3) β_k^(1/2) + 2^(−2/3) β_k"),
    corrected=Form(corrected, "C_k = m max β + α_k / √(m max β)"),
    readings=(
        Reading(
            name="α_k where β_k is printed",
            printed=Form(with_alpha, "C_k = α_k / √(m β_k) + m β_k = 3 m β_k"),
            expected=Outcome.REFUTED,
        ),
    ),
)
