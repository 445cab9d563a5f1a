"""Statement: if the parties compute the XOR first and publish only a randomised version of it, the accuracy is
lambda/(1+lambda) = 1/2 + (1/4) eps^2 + O(eps^3).

Model: the coefficients of eps^0, eps^1, eps^2 of e^eps/(1 + e^eps), by the quotient of the two power series; the
instance is the power. The term is linear (the coefficient of eps^2 is 0, that of eps^3 is -1/48), so collaboration
gains more than printed over k >= 2 separate parties.

Corners: all powers below the remainder are tried.

Readings: none; the scan shows the exponent clearly twice, in the square and in the order of the remainder.
"""

from math import factorial

from optcheck.claims import *


class Coefficient(Instance):
    """A power of epsilon below the remainder."""

    power: int = integer(0, 2, symbol="power of ε")


def as_printed(at: Coefficient) -> Value:
    return [Fraction(1, 2), Fraction(0), Fraction(1, 4)][at.power]


def corrected(at: Coefficient) -> Value:
    return [Fraction(1, 2), Fraction(1, 4), Fraction(0)][at.power]


def coefficient(at: Coefficient) -> Value:
    """c with (1 + e^eps) (c_0 + c_1 eps + ...) = e^eps, power by power; e^eps has the coefficients 1/n!."""
    found: list[Value] = []
    for n in range(at.power + 1):
        earlier = sum(found[j] * Fraction(1, factorial(n - j)) for j in range(n))
        found = [*found, (Fraction(1, factorial(n)) - earlier) / 2]
    return found[at.power]


CLAIM = Statement(
    "kairouz/collaboration-expansion",
    place="end of Section 3.3",
    title="the expansion of λ/(1+λ) for small ε",
    domain=Coefficient,
    truth=definition(coefficient),
    asserts=equals,
    printed=Form(as_printed, "1/2 + (1/4) ε² + O(ε³)"),
    corrected=Form(corrected, "1/2 + (1/4) ε + O(ε³)"),
)
