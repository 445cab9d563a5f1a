"""Statement: near the critical point G' is a positive factor times 1 + (t-1)/(2(n-1)(c-1)) (-(n-c-2) + h(y)), y =
sigma^2/s. Eq. 149, a few lines above, has -(n+c-2) instead.

Model: 1 + (t-1) dr*/dsigma^2 by implicit differentiation of the boundary of privacy, with s = 1 and sigma^2 = y.

Corners: c = n-2; y = 1. There is a critical point only where users may drop out, t < n. With Eq. 149's sign the
conclusion, a change of sign at the critical point, is right.

Readings: none; the sign is the same in Eqs. 156, 157, 159 and 160.
"""

from optcheck.claims import *
from proofs_numeric.cordp.claim_5 import least


class Ratio(Instance):
    """n users, at least t < n responders, c colluders, and the ratio y = sigma^2/s."""

    n: int = integer(4)
    t: int = integer(3, "n - 1")
    c: int = integer(2, "t - 1")
    y: Fraction = rational(at_least=1)


def as_printed(at: Ratio) -> Value:
    n, t, c = at.n, at.t, at.c
    return 1 + (t - 1) * (-(n - c - 2) + slope_of_root(at)) / (2 * (n - 1) * (c - 1))


def corrected(at: Ratio) -> Value:
    n, t, c = at.n, at.t, at.c
    return 1 + (t - 1) * (-(n + c - 2) + slope_of_root(at)) / (2 * (n - 1) * (c - 1))


def slope_of_root(at: Ratio) -> Value:
    """h(y), Eq. 151."""
    n, c, y = at.n, at.c, at.y
    square = ((n - 2) * (y - 1) - y * c) ** 2 + 4 * (n - c - 1) * y * (y - 1)
    return ((y * (n - c - 2) - (n - 2)) * (n - c - 2) - 2 * (-n + c + 1) * (2 * y - 1)) / surd(square)


def slope(at: Ratio) -> Value:
    """1 + (t-1) dr/dv on the boundary F(v, r) = a b - s (v + (n-2) r) = 0 for s = 1."""
    n, t, c, v = at.n, at.t, at.c, at.y
    r = least(n, c, 1, v)
    across, along = v + (c - 1) * r, v + (n - 1) * r
    return 1 - (t - 1) * (across + along - 1) / ((c - 1) * along + (n - 1) * across - (n - 2))


CLAIM = Statement(
    "cordp/eq-156",
    place="Eqs. 156 to 160",
    title="the printed inequality chain",
    domain=Ratio,
    truth=definition(slope),
    asserts=equals,
    printed=Form(as_printed, "G'/K = 1 + (t−1)/(2(n−1)(c−1)) (−(n−c−2) + h(y))"),
    corrected=Form(corrected, "G'/K = 1 + (t−1)/(2(n−1)(c−1)) (−(n+c−2) + h(y))"),
    impact=Impact.TEXT,
    argument=(
        "By Eq. 47 with s = 1 the root is r* = (-(n+c-2)y + n-2 + √A(y))/(2(n-1)(c-1)), and h is the derivative of "
        "√A; so dr*/dy = (-(n+c-2) + h(y))/(2(n-1)(c-1))."
    ),
    rests_on=("cordp/claim-5",),
)
