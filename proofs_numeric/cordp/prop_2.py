"""Statement: 8 ln(1.25/delta)/eps^2 for eps < 1, and 2 eta^2/eps for eps >= 1 with eta = 1 + 2 sqrt(ln(1/(2 delta)))
for delta <= 0.05, else 1 + 2 sqrt(ln 10).

Model: the mechanism with exactly that variance must have a privacy loss of at most delta.

Corners: eps near 1 on both sides, delta near 0, 0.05 and 1, eps large.

Readings: none. The bounds come from the cited literature; the argument below is our own.
"""

from optcheck.claims import *
from proofs_numeric.cordp._budgets import loss
from proofs_numeric.cordp._declared import Budget


def as_printed(budget: Budget) -> Value:
    epsilon, delta = budget.epsilon, budget.delta
    if epsilon < 1:
        return 8 * log(Fraction(5, 4) / delta) / epsilon**2
    inner = 1 / (2 * delta) if delta <= Fraction(1, 20) else Fraction(10)
    return 2 * (1 + 2 * sqrt(log(inner))) ** 2 / epsilon


def granted(budget: Budget) -> Value:
    return budget.delta


def failure(budget: Budget, variance: Value) -> Value:
    return loss(variance, budget.epsilon)


CLAIM = Statement(
    "cordp/prop-2",
    place="Proposition 2",
    title="the two upper bounds on σ²_{ε,δ}",
    domain=Budget,
    truth=definition(granted),
    means=failure,
    asserts=at_least,
    printed=Form(
        as_printed,
        "σ²_{ε,δ} ≤ 8 ln(1.25/δ)/ε² for ε < 1; 2η²/ε for ε ≥ 1, η = 1 + 2√ln(1/(2δ)) for δ ≤ 0.05, else 1 + 2√ln 10",
    ),
    impact=Impact.SAFETY,
    argument=(
        "δ(σ) <= Φ(-x) <= exp(-x²/2)/2 for x = εσ/2 - 1/σ >= 0. ε >= 1, δ <= 1/20, L = ln(1/(2δ)): x >= √(2L) means "
        "εσ² - 2√(2L)σ - 2 >= 0, true from σ = √2(√L + √(L + ε))/ε on, which is at most √(2/ε)(1 + 2√L); larger δ "
        "needs less noise. ε < 1, u = √(2 ln(1.25/δ)): x >= u - 1/(2u), so δ(σ) <= (√e/2) exp(-u²/2) <= 1.25 "
        "exp(-u²/2) = δ where u² >= 1/2; below that δ > 0.97 while δ(σ) <= Φ(1/(2u) - u) < 0.54."
    ),
    effort=Effort(instances=150, drawn=100, largest={"epsilon": 1000}),
)
