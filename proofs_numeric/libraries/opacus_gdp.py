"""Statement: Opacus 1.6 (accountants.analysis.gdp.compute_mu_poisson) takes T steps of training with sampling rate q
and noise multiplier sigma for mu-Gaussian privacy, mu = q sqrt(T (exp(1/sigma^2) - 1)), and reads delta off it.

Model: one step (T = 1) in which the example is removed: N(0, sigma^2) against a mixture with N(1, sigma^2), whose
exact delta is q times the Gaussian delta at ln(1 + (exp(epsilon) - 1)/q). The delta of mu-Gaussian privacy must not
be less.

Corners: sampling rates from 1/100 to 1; at rate 1 the formula is on the safe side.

Readings: mu is the limit of a central limit theorem for many steps and no bound; the accountant warns that it can
underestimate, which is right.
"""

from optcheck.claims import *


class Iteration(Instance):
    """One step of training, and the epsilon at which its delta is asked for."""

    sigma: Fraction = rational(above=0, symbol="σ")
    rate: Fraction = rational(above=0, at_most=1, symbol="q")
    epsilon: Fraction = rational(at_least=0, symbol="ε")


def as_printed(step: Iteration) -> Value:
    return step.rate * sqrt(exp(1 / step.sigma**2) - 1)


def sampled(step: Iteration) -> Value:
    """The exact delta of the sampled step."""
    return step.rate * gaussian_delta(1 / step.sigma, log(1 + (exp(step.epsilon) - 1) / step.rate))


def at_most_so_private(step: Iteration, mu: Value) -> Value:
    """The delta of mu-Gaussian privacy."""
    return gaussian_delta(mu, step.epsilon)


CLAIM = Statement(
    "libraries/opacus-gdp",
    place="Opacus, compute_mu_poisson",
    title="one step of sampled training as a Gaussian mechanism",
    domain=Iteration,
    truth=definition(sampled),
    means=at_most_so_private,
    asserts=at_most,
    printed=Form(as_printed, "μ = q √(T (exp(1/σ²) - 1)), T = 1"),
    impact=Impact.SAFETY,
    expected=Outcome.REFUTED,
    effort=Effort(instances=100, drawn=20, largest={"epsilon": 5}),
)
