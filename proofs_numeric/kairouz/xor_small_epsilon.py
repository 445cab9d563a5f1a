"""Statement: the optimal average accuracy of k-party XOR is 1/2 + 2^-(k+1) eps^k + O(eps^(k+1)) as eps falls to 0.

Model: the coefficients of eps^0 .. eps^k of (1 + b^k) / 2 with b = (e^eps - 1)/(e^eps + 1), the accuracy of Corollary
3.10, by exact arithmetic of power series.

Corners: k = 1.
"""

from math import factorial

from optcheck.claims import *


class Coefficient(Instance):
    """The number of parties, and a power of epsilon below the remainder."""

    k: int = integer(1)
    power: int = integer(0, "k")


def as_printed(at: Coefficient) -> Value:
    constant = Fraction(1, 2) if at.power == 0 else Fraction(0)
    return constant + (Fraction(1, 2 ** (at.k + 1)) if at.power == at.k else 0)


def coefficient(at: Coefficient) -> Value:
    """The coefficient of eps^power of (1 + b^k)/2; b solves (e^eps + 1) b = e^eps - 1 power by power."""
    b: list[Value] = []
    for n in range(at.power + 1):
        earlier = sum(b[j] * Fraction(1, factorial(n - j)) for j in range(n))
        b = [*b, (Fraction(1, factorial(n)) - (1 if n == 0 else 0) - earlier) / 2]
    powers = [Fraction(1)] + [Fraction(0)] * at.power
    for _ in range(at.k):
        powers = [sum(powers[j] * b[n - j] for j in range(n + 1)) for n in range(at.power + 1)]
    return (powers[at.power] + (1 if at.power == 0 else 0)) / 2


CLAIM = Statement(
    "kairouz/xor-small-epsilon",
    place="after Corollary 3.10",
    title="the XOR accuracy is 1/2 + 2^-(k+1) ε^k + O(ε^(k+1)) for small ε",
    domain=Coefficient,
    truth=definition(coefficient),
    asserts=equals,
    printed=Form(as_printed, "1/2 + 2^−(k+1) ε^k + O(ε^(k+1))"),
    argument=(
        "b = eps/2 + O(eps^3), so the lowest term of b^k is (eps/2)^k and the next one has degree k + 2 at least, "
        "because b is odd."
    ),
    effort=Effort(instances=90, drawn=10, largest={"k": 14}),
    rests_on=("kairouz/cor-3-10-average",),
)
