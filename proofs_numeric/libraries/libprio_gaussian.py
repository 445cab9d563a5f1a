"""Statement: libprio-rs 0.17 (dp::distributions, ZCdpDiscreteGaussian::create_distribution) uses the standard
deviation sensitivity/epsilon for epsilon^2/2-zCDP.

Model: the Renyi divergence of order alpha of two discrete Gaussians at an integer distance Delta is alpha
Delta^2/(2 sigma^2) for integer alpha, as for continuous ones, and at most that for others; the loss is Delta^2/(2
sigma^2), compared by the root of its double, Delta/sigma against epsilon. Exact.

Corners: epsilon from 1/10 to 10.
"""

from optcheck.claims import *


class Budget(Instance):
    """A budget and a sensitivity."""

    epsilon: Fraction = rational(above=0, symbol="ε")
    sensitivity: Fraction = rational(above=0, symbol="Δ")


def as_printed(budget: Budget) -> Value:
    return budget.sensitivity / budget.epsilon


def spent(budget: Budget, scale: Value) -> Value:
    """The root of twice the zCDP loss; of Laplace noise the largest log-ratio of the probabilities."""
    return budget.sensitivity / scale


def allowed(budget: Budget) -> Value:
    return budget.epsilon


CLAIM = Statement(
    "libraries/libprio-gaussian",
    place="libprio, ZCdpDiscreteGaussian",
    title="the deviation of discrete Gaussian noise",
    domain=Budget,
    truth=definition(allowed),
    means=spent,
    asserts=equals,
    printed=Form(as_printed, "σ = Δ / ε"),
    impact=Impact.SAFETY,
)
