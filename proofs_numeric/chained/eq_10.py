"""Statement: the squared error of the estimated mean is at most the sum of all sigma_i^2, "with high probability", by
Chebyshev's inequality; this bound becomes the accuracy cost (Eq. 11).

Model: "MSE, i.e., L_2 error" of two d-dimensional vectors is the expected squared distance; each noise contributes
its variance over K^2, once for each coordinate.

Corners: one coordinate, no noise, d = K^2 (where the bound is attained). Two users at least; one user alone breaks
the bound with d = 2 already, but is no chain.

Readings: the error is exactly (d/K^2) times the sum of the variances, so the letter holds if and only if d <= K^2.
Read for one coordinate it always holds, and so does what Chebyshev's inequality gives there: the squared error of one
coordinate exceeds the bound with probability at most 1/K^2. The paper's own experiments use d = 50 with 3 to 7 users,
where the bound on all coordinates fails.
"""

from optcheck.claims import *


class Estimate(Instance):
    """Variances of the users' noises, and the dimension of their vectors."""

    variances: tuple[Fraction, ...] = row(rational(at_least=0), least=2, symbol="σ²")
    dimension: int = integer(1, symbol="d")


def as_printed(estimate: Estimate) -> Value:
    return sum(estimate.variances)


def corrected(estimate: Estimate) -> Value:
    return estimate.dimension * sum(estimate.variances) / len(estimate.variances) ** 2


def chebyshev(estimate: Estimate) -> Value:
    return Fraction(1, len(estimate.variances) ** 2)


def expected_square(variances: tuple[Fraction, ...]) -> Value:
    """Of one coordinate's error: a sum of independent noises, each divided by the number of users."""
    return sum(variance / len(variances) ** 2 for variance in variances)


def squared_error(estimate: Estimate) -> Value:
    """The expected squared distance: each coordinate adds its own."""
    return sum(expected_square(estimate.variances) for _ in range(estimate.dimension))


def exceeding(estimate: Estimate) -> Value:
    """How likely a normal error with variance V/K^2 exceeds sqrt(V) in size: K deviations, if there is noise."""
    return erfc(len(estimate.variances) / sqrt(2)) if any(estimate.variances) else 0


CLAIM = Statement(
    "chained/eq-10",
    place="Eq. 10",
    title="the bound on the mean squared error by the sum of variances",
    domain=Estimate,
    truth=definition(squared_error),
    asserts=at_most,
    printed=Form(as_printed, "MSE ≤ Σ_i σ_i²"),
    corrected=Form(corrected, "MSE = (d/K²) Σ_i σ_i²; so the printed bound holds exactly if d ≤ K²", asserts=equals),
    readings=(
        Reading(name="the error of one coordinate", domain=Estimate.where("dimension == 1")),
        Reading(
            name="with high probability: one coordinate, by Chebyshev's inequality",
            domain=Estimate.where("dimension == 1"),
            truth=definition(exceeding),
            printed=Form(chebyshev, "P(squared error of a coordinate > Σ_i σ_i²) ≤ 1/K²"),
        ),
    ),
)
