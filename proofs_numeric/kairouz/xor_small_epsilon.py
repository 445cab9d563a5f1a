"""Statement: the optimal average accuracy of k-party XOR is 1/2 + 2^-(k+1) eps^k + O(eps^(k+1)) as eps falls to 0.

Model: the coefficients of eps^0 .. eps^k of (1 + ((e^eps - 1)/(e^eps + 1))^k) / 2, the accuracy of Corollary 3.10; the
checker computes them by exact series arithmetic.

Corners: k = 1.
"""

from dataclasses import astuple, dataclass
from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Quantity, Value
from optcheck.claims.relations import equals


@dataclass(frozen=True, slots=True)
class Coefficient:
    """The number of parties, and a power of epsilon."""

    k: int
    power: int


def as_printed(at: Coefficient) -> Value:
    constant = Fraction(1, 2) if at.power == 0 else Fraction(0)
    return constant + (Fraction(1, 2 ** (at.k + 1)) if at.power == at.k else 0)


def accuracy(k: int) -> list[Value]:
    """(1 + ((e^eps - 1)/(e^eps + 1))^k) / 2."""
    e = ["exp", "eps"]
    return ["/", ["+", 1, ["^", ["/", ["-", e, 1], ["+", e, 1]], k]], 2]


def proof(argument: Argument, form: Formula[Coefficient]) -> None:
    eps = sympy.Symbol("eps")
    bias = (sympy.exp(eps) - 1) / (sympy.exp(eps) + 1)
    series = sympy.series(bias, eps, 0, 3).removeO()
    argument.identity("b = (l-1)/(l+1) = eps/2 + 0 eps^2 + ...", series, eps / 2)
    found = [[form(Coefficient(k, power)) for power in range(k + 1)] for k in range(1, 9)]
    wanted = [[Fraction(1, 2), *[0] * (k - 1), Fraction(1, 2) ** k / 2] for k in range(1, 9)]
    argument.identity("for k up to 8 the form has 1/2 and (1/2)^k/2 and nothing between", found, wanted)
    argument.words(
        "The accuracy is (1 + b^k)/2 by Corollary 3.10; the lowest term of b^k is (eps/2)^k and the next one has "
        "degree k + 2 at least, because b is odd."
    )


CLAIM = Claim(
    id="kairouz/xor-small-epsilon",
    place="after Corollary 3.10",
    title="the XOR accuracy is 1/2 + 2^-(k+1) ε^k + O(ε^(k+1)) for small ε",
    domain=Domain(
        description="k = 1..12, every power of epsilon up to k",
        grid=lambda: (Coefficient(k, power) for k in range(1, 13) for power in range(k + 1)),
        order=astuple,
    ),
    truth=Quantity(
        kind="taylor-coefficient",
        name="coefficient",
        describe=lambda at: {"expression": accuracy(at.k), "power": at.power},
    ),
    asserts=equals,
    printed=Form(as_printed, "1/2 + 2^−(k+1) ε^k + O(ε^(k+1))"),
    proof=proof,
    rests_on=("kairouz/cor-3-10-average",),
)
