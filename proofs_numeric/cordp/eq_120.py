"""Statement: Eq. 119 gives the derivative as 1 + (n-1) times a fraction over D^2 with D = sigma^2(n-1) - s(n-2); Eq.
120 equates it with -s^2(n-2), the numerator over the common denominator: D^2 is lost.

Model: the quotient rule for r* = -v(v - s)/D, the least covariance at the variance v for c = 1 (cordp/claim-5).

Corners: n = 2, where both are zero and not below it. For n > 2 the sign, all that the paper's proof uses, is right.
"""

from optcheck.claims import *
from proofs_numeric.cordp._declared import Variance


def as_printed(at: Variance) -> Value:
    return -(at.sigma2_min**2) * (at.n - 2)


def corrected(at: Variance) -> Value:
    n, s = at.n, at.sigma2_min
    return -(s**2) * (n - 2) / (at.variance * (n - 1) - s * (n - 2)) ** 2


def slope(at: Variance) -> Value:
    """The derivative of v + (n - 1) r* in v."""
    n, s, v = at.n, at.sigma2_min, at.variance
    top, bottom = -v * (v - s), v * (n - 1) - s * (n - 2)
    top_slope, bottom_slope = s - 2 * v, n - 1
    return 1 + (n - 1) * (top_slope * bottom - top * bottom_slope) / bottom**2


CLAIM = Statement(
    "cordp/eq-120",
    place="Eq. 120",
    title="the printed derivative for c = 1",
    domain=Variance.where("c == 1"),
    truth=definition(slope),
    asserts=equals,
    printed=Form(as_printed, "d(σ² + r*(n−1))/dσ² = −s²(n−2)"),
    corrected=Form(corrected, "d(σ² + r*(n−1))/dσ² = −s²(n−2) / (σ²(n−1) − s(n−2))²"),
    impact=Impact.TEXT,
)
