"""Statement: there is a variance sigma_Gamma^2 of (epsilon, delta, sensitivity), found by a numerical method, such that
the Gaussian mechanism is (epsilon, delta)-differentially private if and only if its variance is at least sigma_Gamma^2.

Model: the exact delta of the mechanism (Balle and Wang). The form gives the double that the library finds and a number
below it by a factor 1 - 2^-30: with the upper variance the failure probability is at most delta, with the lower one at
least.

Corners: epsilon = 0, large epsilon, delta near 0 and 1, sensitivities other than 1.
"""

from optcheck.claims import *
from optcheck.gaussian import required_variance


class Budget(Instance):
    """epsilon, delta and the sensitivity."""

    epsilon: Fraction = rational(at_least=0, symbol="ε")
    delta: Fraction = rational(above=0, below=1, symbol="δ")
    sensitivity: Fraction = rational(above=0, symbol="Δ")


def as_printed(budget: Budget) -> Value:
    enough = Fraction(float(required_variance(budget.epsilon, budget.delta, budget.sensitivity)))
    return enough * (1 - Fraction(1, 2**30)), enough


def failures(budget: Budget, variances: Value) -> Value:
    """The exact delta with the upper and with the lower variance."""
    low, high = variances
    return tuple(gaussian_delta(budget.sensitivity / sqrt(one), budget.epsilon) for one in (high, low))


def allowed(budget: Budget) -> Value:
    """The delta of the budget."""
    return budget.delta


CLAIM = Statement(
    "tpmdp/gaussian-threshold",
    place="Section II-B",
    title="Gaussian noise is (epsilon, delta)-private exactly when its variance reaches the analytic threshold",
    domain=Budget,
    truth=definition(allowed),
    means=failures,
    asserts=between(),
    printed=Form(as_printed, "(ε, δ)-private ⇔ σ² ≥ σ_(ε,δ,Δ)²; two numbers around the threshold"),
    impact=Impact.SAFETY,
    argument="The failure probability grows strictly with s = sensitivity/sigma: its slope is exp(-(s/2 - "
    "epsilon/s)^2/2)/sqrt(2 pi) > 0. So it falls strictly in the variance, from 1 to 0, and is delta once: at the "
    "threshold.",
    effort=Effort(instances=60, drawn=20, largest={"epsilon": 10, "sensitivity": 10}),
)
