"""Statement: libprio-rs 0.17 (dp::distributions, ZCdpDiscreteGaussian::create_distribution) uses the standard
deviation sensitivity/epsilon for epsilon^2/2-zCDP.

Model: the Renyi divergence of order alpha of two discrete Gaussians at an integer distance Delta is alpha
Delta^2/(2 sigma^2) for integer alpha, as for continuous ones, and at most that for others; the loss is Delta^2/(2
sigma^2), compared by the root of its double, Delta/sigma against epsilon. Exact.

Corners: epsilon from 1/10 to 10.
"""

from dataclasses import dataclass
from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Definition, Form, Formula, Impact, Value
from optcheck.claims.claim import every
from optcheck.claims.relations import equals


@dataclass(frozen=True, slots=True)
class Budget:
    """A budget and a sensitivity."""

    epsilon: Fraction
    sensitivity: Fraction


def as_printed(budget: Budget) -> Value:
    return budget.sensitivity / budget.epsilon


def spent(budget: Budget, scale: Value) -> Value:
    """The root of twice the zCDP loss; of Laplace noise the largest log-ratio of the probabilities."""
    return budget.sensitivity / scale


def proof(argument: Argument, form: Formula[Budget]) -> None:
    epsilon, size = sympy.symbols("epsilon Delta", positive=True)
    budget = Budget(epsilon, size)
    argument.identity("what is spent is epsilon", spent(budget, form(budget)), epsilon)


CLAIM = Claim(
    id="libraries/libprio-gaussian",
    place="libprio, ZCdpDiscreteGaussian",
    title="the deviation of discrete Gaussian noise",
    domain=every("epsilon from 1/10 to 10, sensitivities 1 to 3", Budget, "1 2 10 1/2 1/10", "1 2 3"),
    truth=Definition(lambda budget: budget.epsilon),
    means=spent,
    asserts=equals,
    printed=Form(as_printed, "σ = Δ / ε"),
    impact=Impact.SAFETY,
    proof=proof,
)
