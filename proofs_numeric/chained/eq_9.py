"""Statement: each coordinate of the estimate has variance (1/K^2) sum of sigma_i^2; its expectation is the mean.

Model: the data are constants, the noises independent with mean 0. The checker computes the expected squared error of
one coordinate, which is the variance because nothing is biased.

Corners: one user, no noise.

Readings: the sum runs to K; "n" above it is a slip.
"""

from optcheck.claims import *
from optcheck.claims.claim import texts


class Noises(Instance):
    """The variances of the users' noises."""

    variances: tuple[Fraction, ...] = row(rational(at_least=0), least=1, symbol="σ²")


def as_printed(noises: Noises) -> Value:
    return sum(noises.variances) / len(noises.variances) ** 2


CLAIM = Statement(
    "chained/eq-9",
    place="Eq. 9",
    title="the variance of the estimated mean",
    domain=Noises,
    truth=Quantity(
        kind="chain-error",
        name="expected squared error",
        describe=lambda noises: {"variances": texts(noises.variances), "coordinates": 1},
    ),
    asserts=equals,
    printed=Form(as_printed, "D(mean) = (1/K²) Σ_i σ_i² in each coordinate"),
    argument=(
        "A noise without mean adds nothing to the mean and its variance to the mean square of a sum; dividing by K "
        "divides the square by K²."
    ),
)
