"""Statement: Tumult Core 0.20 (measurements.converters, from rho-zCDP to (epsilon, delta)): a measurement is (epsilon,
delta)-private if its loss is at most the rho that solves rho + 2 sqrt(rho ln(1/delta)) = epsilon.

Model: solved: rho = (sqrt(L + epsilon) - sqrt(L))^2, L = ln(1/delta). Gaussian noise of that loss (distance sqrt(2
rho) in units of sigma); its exact delta at epsilon must be at most the stated one.

Corners: large epsilon and small delta.
"""

from optcheck.claims import *
from proofs_numeric.libraries._queries import Query, calibration


def as_printed(query: Query) -> Value:
    level = log(1 / query.delta)
    return (sqrt(level + query.epsilon) - sqrt(level)) ** 2


def failure(query: Query, rho: Value) -> Value:
    """The exact delta of Gaussian noise of a loss at the budget."""
    return gaussian_delta(sqrt(2) * sqrt(rho), query.epsilon)


CLAIM = calibration(
    "libraries/tumult-zcdp",
    place="Tumult Core, RhoZCDPToApproxDP",
    title="the zCDP loss that a budget allows",
    domain=Query,
    means=failure,
    printed=Form(as_printed, "ρ = (√(L + ε) - √L)², L = ln(1/δ)"),
)
