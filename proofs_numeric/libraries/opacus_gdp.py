"""Statement: Opacus 1.6 (accountants.analysis.gdp.compute_mu_poisson) takes T steps of training with sampling rate q
and noise multiplier sigma for mu-Gaussian privacy, mu = q sqrt(T (exp(1/sigma^2) - 1)), and reads delta off it.

Model: one step (T = 1) in which the example is removed: N(0, sigma^2) against a mixture with N(1, sigma^2), whose
exact delta is q times the Gaussian delta at ln(1 + (exp(epsilon) - 1)/q). The delta of mu-Gaussian privacy must not
be less.

Corners: sampling rates from 1/100 to 1; at rate 1 the formula is on the safe side.

Readings: mu is the limit of a central limit theorem for many steps and no bound; the accountant warns that it can
underestimate, which is right.
"""

from dataclasses import dataclass
from fractions import Fraction

from optcheck.claims import Claim, Definition, Domain, Form, Impact, Outcome, Value
from optcheck.claims.claim import each
from optcheck.claims.functions import exp, gaussian_delta, log, sqrt
from optcheck.claims.relations import at_most


@dataclass(frozen=True, slots=True)
class Step:
    """One step of training, and the epsilon at which its delta is asked for."""

    sigma: Fraction
    rate: Fraction
    epsilon: Fraction


def as_printed(step: Step) -> Value:
    return step.rate * sqrt(exp(1 / step.sigma**2) - 1)


def sampled(step: Step) -> Value:
    """The exact delta of the sampled step."""
    return step.rate * gaussian_delta(1 / step.sigma, log(1 + (exp(step.epsilon) - 1) / step.rate))


CLAIM = Claim(
    id="libraries/opacus-gdp",
    place="Opacus, compute_mu_poisson",
    title="one step of sampled training as a Gaussian mechanism",
    domain=Domain(
        description="multipliers 1/2 to 2, rates 1/100 to 1, epsilon 1/2 to 2",
        grid=each(Step, "1 2 1/2", "1 1/2 1/10 1/100", "1 2 1/2"),
        order=lambda step: (step.rate.denominator, step.sigma.denominator, step.epsilon.denominator, step.sigma),
    ),
    truth=Definition(sampled),
    means=lambda step, mu: gaussian_delta(mu, step.epsilon),
    asserts=at_most,
    printed=Form(as_printed, "μ = q √(T (exp(1/σ²) - 1))"),
    impact=Impact.SAFETY,
    expected=Outcome.REFUTED,
)
