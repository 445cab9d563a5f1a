"""Statement: each coordinate of the estimate has variance (1/K^2) sum of sigma_i^2; its expectation is the mean.

Model: the data are constants, the noises independent with mean 0, so the variance of the mean is that of the sum of the
noises, each divided by K.

Corners: one user, no noise.

Readings: the sum runs to K; "n" above it is a slip.
"""

from optcheck.claims import *
from proofs_numeric.chained.eq_10 import expected_square


class Noises(Instance):
    """The variances of the users' noises."""

    variances: tuple[Fraction, ...] = row(rational(at_least=0), least=1, symbol="σ²")


def as_printed(noises: Noises) -> Value:
    return sum(noises.variances) / len(noises.variances) ** 2


def variance(noises: Noises) -> Value:
    return expected_square(noises.variances)


CLAIM = Statement(
    "chained/eq-9",
    place="Eq. 9",
    title="the variance of the estimated mean",
    domain=Noises,
    truth=definition(variance),
    asserts=equals,
    printed=Form(as_printed, "D(mean) = (1/K²) Σ_i σ_i² in each coordinate"),
)
