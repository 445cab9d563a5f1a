"""Statement: f(x) = beta (m x)^(-1/2) + m x/K^2 is least at x = beta.

Model: at the minimiser f is at most what it is anywhere else. In units of m, as m^(-3/2) = 2; K^2 beta is given by its
cube root and any other x by its root, which makes both values rational.

Corners: beta = 1; one user.

Readings: with the weight alpha = beta^(3/2) of Eq. 14 in place of beta, and without the K^2 that Eqs. 22 and 23 do not
have, the minimiser is beta, and the proof of Theorem 2 is right there (chained/thm-2).
"""

from optcheck.claims import *
from proofs_numeric.chained.eq_26 import Weighted, as_printed_weighted, paid_weighted, paid_weighted_otherwise


class Bidder(Instance):
    """The number of users, the cube root of K² times a user's preference, and the root of any other argument."""

    users: int = integer(1, symbol="K")
    cube_root: Fraction = rational(above=0, symbol="(K² β)^(1/3)")
    other: Fraction = rational(above=0, symbol="√x otherwise")


def as_printed(bidder: Bidder) -> Value:
    return bidder.cube_root**3 / bidder.users**2


def corrected(bidder: Bidder) -> Value:
    return bidder.cube_root**2


def f(bidder: Bidder, x: Value) -> Value:
    """In units of m."""
    preference = bidder.cube_root**3 / bidder.users**2
    return 2 * preference / sqrt(x) + x / bidder.users**2


def f_otherwise(bidder: Bidder) -> Value:
    return f(bidder, bidder.other**2)


CLAIM = Statement(
    "chained/thm-2-proof",
    place="proof of Theorem 2, Eqs. 22 and 23",
    title="the minimiser of the function used",
    domain=Bidder,
    truth=definition(f_otherwise),
    means=f,
    asserts=at_least,
    printed=Form(as_printed, "argmin of β_k (m x)^(−1/2) + m x/K² is β_k"),
    corrected=Form(corrected, "argmin of β_k (m x)^(−1/2) + m x/K² is (K² β_k)^(2/3)"),
    impact=Impact.TEXT,
    hints=(square("cube_root - other"),),
    readings=(
        Reading(
            name="weight α_k as in Eq. 14, and no K²",
            domain=Weighted,
            truth=definition(paid_weighted_otherwise),
            means=paid_weighted,
            printed=Form(as_printed_weighted, "argmin of α_k (m x)^(−1/2) + m x is β_k"),
            hints=(square("root - other"),),
        ),
    ),
)
