"""Statement: there is a variance sigma_Gamma^2 of (epsilon, delta, sensitivity), found by a numerical method, such that
the Gaussian mechanism is (epsilon, delta)-differentially private if and only if its variance is at least sigma_Gamma^2.

Model: the exact delta of the mechanism (Balle and Wang). The form gives two doubles around the threshold that the
library finds, two steps apart: with the upper variance the failure probability is at most delta, with the lower one at
least.

Corners: epsilon = 0, large epsilon, delta near 0 and 1, sensitivities other than 1.
"""

from dataclasses import astuple, dataclass
from fractions import Fraction
from math import nextafter

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import each
from optcheck.claims.functions import gaussian_delta, sqrt
from optcheck.claims.relations import between
from optcheck.gaussian import required_variance


@dataclass(frozen=True, slots=True)
class Budget:
    """epsilon, delta and the sensitivity, as doubles hold them."""

    epsilon: Fraction
    delta: Fraction
    sensitivity: Fraction


def as_printed(budget: Budget) -> Value:
    enough = float(required_variance(float(budget.epsilon), float(budget.delta), float(budget.sensitivity)))
    return Fraction(nextafter(nextafter(enough, 0), 0)), Fraction(enough)


def failures(budget: Budget, variances: Value) -> Value:
    """The exact delta with the upper and with the lower variance."""
    low, high = variances
    return tuple(gaussian_delta(budget.sensitivity / sqrt(one), budget.epsilon) for one in (high, low))


def proof(argument: Argument, form: Formula[Budget]) -> None:
    s, e = sympy.symbols("s e", positive=True)
    density = sympy.exp(-((s / 2 - e / s) ** 2) / 2) / sympy.sqrt(2 * sympy.pi)
    slope = sympy.simplify(sympy.diff(gaussian_delta(s, e), s) - density)
    argument.identity("the failure probability grows with s = sensitivity/sigma: its slope is a density", slope, 0)
    budget = Budget(Fraction(1), Fraction(1, 4), Fraction(1))
    with_upper, with_lower = failures(budget, form(budget))
    argument.truth("at ε = 1, δ = 1/4 the form's doubles are on both sides", with_upper <= budget.delta <= with_lower)
    argument.words("So it falls strictly in the variance, from 1 to 0, and is delta once: at the threshold.")


CLAIM = Claim(
    id="tpmdp/gaussian-threshold",
    place="Section II-B",
    title="Gaussian noise is (epsilon, delta)-private exactly when its variance reaches the analytic threshold",
    domain=Domain(
        description="epsilon 0, 1/8, 1, 4; delta 2^-1, 2^-4, 2^-10, 2^-30; sensitivity 1, 3/2",
        grid=each(Budget, "0 1/8 1 4", [Fraction(1, 2**k) for k in (1, 4, 10, 30)], "1 3/2"),
        order=astuple,
    ),
    truth=Definition(lambda budget: budget.delta),
    means=failures,
    asserts=between(),
    printed=Form(as_printed, "(ε, δ)-private ⇔ σ² ≥ σ_(ε,δ,Δ)²; two doubles around the threshold"),
    impact=Impact.SAFETY,
    proof=proof,
)
