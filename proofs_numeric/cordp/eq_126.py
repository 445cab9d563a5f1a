"""Statement: for c > 1 the derivative of sigma^2 + r*(n-1) is p - q, and p^2 - q^2 = (B - (n-c)^2)/(4(c-1)^2) (Eq.
125), B being a quotient N^2/A; Eq. 126 says that this is s (n-1)(c^2 - nc + n - 1)/(B (c-1)).

Model: Eq. 125 with the printed B, in exact numbers.

Corners: c = n-1, where both are zero; sigma^2 = s; N = 0, where the printed form divides by zero, is left out (the
paper's proof looks at N > 0 there).

Readings: none. The sign, which is all that the paper's proof uses, is right.
"""

from optcheck.claims import *
from proofs_numeric.cordp._declared import Variance


def as_printed(at: Variance) -> Value:
    n, c, s = at.n, at.c, at.sigma2_min
    quotient = top(at) ** 2 / inner(at)
    return s * (n - 1) * (c**2 - n * c + n - 1) / (quotient * (c - 1))


def corrected(at: Variance) -> Value:
    n, c, s = at.n, at.c, at.sigma2_min
    return s**2 * (n - 1) * (c**2 - n * c + n - 1) / (inner(at) * (c - 1) ** 2)


def top(at: Variance) -> Value:
    """N, the numerator of p in Eq. 124."""
    n, c = at.n, at.c
    return at.variance * (n - c) ** 2 - at.sigma2_min * (n**2 - n * c - 2 * n + 2)


def inner(at: Variance) -> Value:
    """A, what stands under the root."""
    n, c, s, v = at.n, at.c, at.sigma2_min, at.variance
    return ((n - 2) * (v - s) - c * v) ** 2 + 4 * (n - c - 1) * v * (v - s)


def difference(at: Variance) -> Value:
    """Eq. 125."""
    n, c = at.n, at.c
    return (top(at) ** 2 / inner(at) - (n - c) ** 2) / (4 * (c - 1) ** 2)


CLAIM = Statement(
    "cordp/eq-126",
    place="Eq. 126",
    title="the printed difference of squares",
    domain=Variance.where("c > 1", "variance * (n - c)**2 != sigma2_min * (n**2 - n * c - 2 * n + 2)"),
    truth=definition(difference),
    asserts=equals,
    printed=Form(as_printed, "p² − q² = s(n−1)(c²−nc+n−1) / (B(c−1)), B = N²/A"),
    corrected=Form(corrected, "p² − q² = s²(n−1)(c²−nc+n−1) / (A(c−1)²)"),
    impact=Impact.TEXT,
    hints=(square("(n - c) * (variance - sigma2_min) - (c - 2) * sigma2_min"),),
)
