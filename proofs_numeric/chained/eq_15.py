"""Statement: the cost of user k is beta_k C^acc + C^pri, where Eq. 14 had C^acc + alpha_k C^pri.

Model: C^acc is the sum of all variances, C^pri the inverse root of the noise that the user's data carry, and the cost
is that of Eq. 14; everything in units of m, where alpha_k C^pri is 2 beta_k^(3/2) / sqrt(noise).

Corners: preference 0 and 1 (where both agree).

Readings: as a new definition it would lead elsewhere: its best total noise is m beta_k^(-2/3), less for users who care
more. Lemma 1 and everything after it follow from Eq. 14, so nothing else in the paper is touched.
"""

from optcheck.claims import *
from proofs_numeric.chained._game import cost_at


class LastUser(Instance):
    """A user's preference, all noise, and how much of it the user found."""

    preference: Fraction = rational(at_least=0, symbol="β")
    noise: Fraction = rational(above=0, symbol="V/m")
    found: Fraction = rational(at_least=0, at_most="noise", symbol="V/m found")


def as_printed(user: LastUser) -> Value:
    return user.preference * user.noise + 2 / sqrt(user.noise)


def corrected(user: LastUser) -> Value:
    return user.noise + 2 * power(user.preference, Fraction(3, 2)) / sqrt(user.noise)


def paid(user: LastUser) -> Value:
    """Eq. 14 for the second of two users."""
    return cost_at((Fraction(0), user.preference), (user.found, user.noise - user.found), 1)


CLAIM = Statement(
    "chained/eq-15",
    place="text after Eq. 15",
    title="the cost as restated there",
    domain=LastUser,
    truth=definition(paid),
    asserts=equals,
    printed=Form(as_printed, "C_k = β_k C^acc + C^pri"),
    corrected=Form(corrected, "C_k = C^acc + β_k^(3/2) C^pri"),
    impact=Impact.TEXT,
)
