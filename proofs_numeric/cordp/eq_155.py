"""Statement: h is the derivative of phi = sqrt(A), A(y) = ((n-2)(y-1) - yc)^2 + 4(n-c-1)y(y-1). Eq. 153 is right; Eqs.
154-155 end with phi(y) in the denominator where phi(y)^3 belongs.

Model: phi'' from the exact first and second differences of the quadratic A: phi'' = (A''/2 - A'^2/(4A))/phi.

Corners: 1 < c < n (case 1 of the paper's proof), y >= 1; c = n-1 (both zero), y = 1 (phi = c). The sign is right.
"""

from optcheck.claims import *


class Ratio(Instance):
    """n users, c colluders, and the ratio y = sigma^2/s."""

    n: int = integer(3)
    c: int = integer(2, "n - 1")
    y: Fraction = rational(at_least=1)


def as_printed(at: Ratio) -> Value:
    n, c = at.n, at.c
    return 4 * (c - 1) * (n - c - 1) * (n - 1) / surd(inner(at, at.y))


def corrected(at: Ratio) -> Value:
    n, c = at.n, at.c
    return 4 * (c - 1) * (n - c - 1) * (n - 1) / (surd(inner(at, at.y)) * inner(at, at.y))


def inner(at: Ratio, y: Value) -> Value:
    """A(y), Eq. 148."""
    n, c = at.n, at.c
    return ((n - 2) * (y - 1) - y * c) ** 2 + 4 * (n - c - 1) * y * (y - 1)


def second_derivative(at: Ratio) -> Value:
    """phi'' with A' and A'' from differences, which are exact for a quadratic."""
    below, here, above = inner(at, at.y - 1), inner(at, at.y), inner(at, at.y + 1)
    first, second = (above - below) / 2, above - 2 * here + below
    return (second / 2 - first**2 / (4 * here)) / surd(here)


CLAIM = Statement(
    "cordp/eq-155",
    place="Eq. 155",
    title="the printed derivative of h",
    domain=Ratio,
    truth=definition(second_derivative),
    asserts=equals,
    printed=Form(as_printed, "h'(y) = 4(c−1)(n−c−1)(n−1) / φ(y)"),
    corrected=Form(corrected, "h'(y) = 4(c−1)(n−c−1)(n−1) / φ(y)³"),
    impact=Impact.TEXT,
    hints=(square("(n - c) * (y - 1) - c + 2"),),
)
