"""Statement: 8 ln(1.25/delta)/eps^2 for eps < 1, and 2 eta^2/eps for eps >= 1 with eta = 1 + 2 sqrt(ln(1/(2 delta)))
for delta <= 0.05, else 1 + 2 sqrt(ln 10).

Model: the mechanism with exactly that variance must have a privacy loss of at most delta.

Corners: eps near 1 on both sides, delta near 0, 0.05 and 1, eps huge.

Readings: none. The bounds come from the cited literature; the argument below is our own.
"""

from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.claim import every
from optcheck.claims.functions import erfc, exp, log, sqrt
from optcheck.claims.relations import at_least
from proofs_numeric.cordp._budgets import DELTA, loss

EPSILONS = "1/1000 1/10 1/2 999/1000 1 1001/1000 2 10 1000"
DELTAS = "1/2 1/20 1/19 1/100 1/100000 1/1000000000000000 3/4 99/100 999/1000"


@dataclass(frozen=True, slots=True)
class Budget:
    """A privacy budget."""

    epsilon: Fraction
    delta: Fraction


def as_printed(budget: Budget) -> Value:
    epsilon, delta = budget.epsilon, budget.delta
    if epsilon < 1:
        return 8 * log(Fraction(5, 4) / delta) / epsilon**2
    inner = 1 / (2 * delta) if delta <= Fraction(1, 20) else Fraction(10)
    return 2 * (1 + 2 * sqrt(log(inner))) ** 2 / epsilon


def large(argument: Argument) -> None:
    """eps >= 1: the quadratic in sigma, and the chain of roots, with l = sqrt(L), e = sqrt(eps), h = sqrt(L + eps)."""
    root_l, root_e, sigma, h = sp.symbols("l e sigma h", positive=True)
    two, more = sp.sqrt(2), sp.Symbol("x", nonnegative=True)
    smallest = two * (root_l + h) / root_e**2
    quadratic = (root_e**2 * sigma**2 - 2 * two * root_l * sigma - 2).subs(sigma, smallest) * root_e**2
    argument.identity("the root", sp.expand(quadratic), 0, (h, root_l**2 + root_e**2))
    argument.not_negative("h <= l + e", (root_l + root_e) ** 2 - (root_l**2 + root_e**2))
    slack = two * (1 + 2 * root_l) / root_e - two * (2 * root_l + root_e) / root_e**2
    argument.identity("the simplified bound is larger by", slack, 2 * two * root_l * (root_e - 1) / root_e**2)
    argument.not_negative("which for eps >= 1 is not negative", (2 * root_l * (root_e - 1)).subs(root_e, 1 + more))


def proof(argument: Argument, form: Formula[Budget]) -> None:
    large(argument)
    u = sp.Symbol("u", positive=True)
    argument.identity("x² - (u² - 1)", (u - 1 / (2 * u)) ** 2 - (u**2 - 1), 1 / (4 * u**2))
    argument.truth("sqrt(e)/2 <= 5/4", sqrt(exp(1)) / 2 <= Fraction(5, 4))
    least = sqrt(2 * log(Fraction(5, 4)))  # u at delta = 1
    upper = erfc((least - 1 / (2 * least)) / sqrt(2)) / 2
    argument.truth("large delta: the loss", upper <= Fraction(54, 100))
    argument.truth("large delta: delta itself", Fraction(5, 4) * exp(Fraction(-1, 4)) >= Fraction(97, 100))
    argument.words(
        "delta(sigma) <= Phi(-x) <= exp(-x²/2)/2 for x = eps sigma/2 - 1/sigma >= 0. eps >= 1, delta <= 1/20, L = "
        "ln(1/(2 delta)): x >= sqrt(2L) means eps sigma² - 2 sqrt(2L) sigma - 2 >= 0, true from sigma = "
        "sqrt(2)(sqrt(L) + sqrt(L + eps))/eps on, which is at most sqrt(2/eps)(1 + 2 sqrt(L)); larger delta needs "
        "less noise. eps < 1, u = sqrt(2 ln(1.25/delta)): x >= u - 1/(2u), so delta(sigma) <= (sqrt(e)/2) "
        "exp(-u²/2) <= 1.25 exp(-u²/2) = delta where u² >= 1/2; below that delta > 0.97 while delta(sigma) <= "
        "Phi(1/(2u) - u) < 0.54."
    )
    delta = sp.Symbol("delta", positive=True)
    small = form(Budget(Fraction(1, 2), delta))
    argument.identity("eps < 1: sigma = 2u/eps", small, 4 * 2 * sp.log(sp.Rational(5, 4) / delta) / sp.Rational(1, 4))
    for value, inner in ((Fraction(1, 100), 50), (Fraction(1, 10), 10)):
        eta = 1 + 2 * sqrt(log(Fraction(inner)))
        argument.identity("eps >= 1: sigma² = 2 eta²/eps", form(Budget(Fraction(2), value)), 2 * eta**2 / 2)


CLAIM = Claim(
    id="cordp/prop-2",
    place="Proposition 2",
    title="the two upper bounds on σ²_{ε,δ}",
    domain=every(
        "ε from 1/1000 to 1000, both sides of 1; δ from 1e-15 to 0.999, both sides of 0.05", Budget, EPSILONS, DELTAS
    ),
    truth=DELTA,
    means=lambda budget, variance: loss(variance, budget.epsilon),
    asserts=at_least,
    printed=Form(
        as_printed,
        "σ²_{ε,δ} ≤ 8 ln(1.25/δ)/ε² for ε < 1; 2η²/ε for ε ≥ 1, η = 1 + 2√ln(1/(2δ)) for δ ≤ 0.05, else 1 + 2√ln 10",
    ),
    impact=Impact.SAFETY,
    proof=proof,
)
