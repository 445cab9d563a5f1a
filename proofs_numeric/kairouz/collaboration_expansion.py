"""Statement: if the parties compute the XOR first and publish only a randomised version of it, the accuracy is
lambda/(1+lambda) = 1/2 + (1/4) eps^2 + O(eps^3).

Model: the coefficients of eps^0, eps^1, eps^2 of e^eps/(1 + e^eps), by exact series arithmetic; the instance is the
power. The term is linear (the coefficient of eps^2 is 0, that of eps^3 is -1/48), so collaboration gains more than
printed over k >= 2 separate parties.

Corners: all powers below the remainder are tried.

Readings: none; the scan shows the exponent clearly twice, in the square and in the order of the remainder.
"""

from dataclasses import astuple, dataclass
from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Quantity, Value
from optcheck.claims.claim import each
from optcheck.claims.relations import equals


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A power of epsilon."""

    power: int


def as_printed(at: Coefficient) -> Value:
    return [Fraction(1, 2), Fraction(0), Fraction(1, 4)][at.power]


def corrected(at: Coefficient) -> Value:
    return [Fraction(1, 2), Fraction(1, 4), Fraction(0)][at.power]


def proof(argument: Argument, form: Formula[Coefficient]) -> None:
    eps = sympy.Symbol("eps")
    series = sympy.series(sympy.exp(eps) / (1 + sympy.exp(eps)), eps, 0, 3).removeO()
    found = [series.coeff(eps, power) for power in range(3)]
    argument.identity("the three coefficients", [form(Coefficient(power)) for power in range(3)], found)


E_EPS = ["exp", "eps"]

CLAIM = Claim(
    id="kairouz/collaboration-expansion",
    place="end of Section 3.3",
    title="the expansion of λ/(1+λ) for small ε",
    domain=Domain(
        description="the coefficients of eps^0, eps^1, eps^2",
        grid=each(Coefficient, range(3)),
        order=astuple,
        exhaustive="all powers below the remainder",
    ),
    truth=Quantity(
        kind="taylor-coefficient",
        name="coefficient",
        describe=lambda at: {"expression": ["/", E_EPS, ["+", 1, E_EPS]], "power": at.power},
    ),
    asserts=equals,
    printed=Form(as_printed, "1/2 + (1/4) ε² + O(ε³)"),
    corrected=Form(corrected, "1/2 + (1/4) ε + O(ε³)"),
    proof=proof,
)
