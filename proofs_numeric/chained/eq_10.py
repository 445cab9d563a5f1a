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

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Quantity, Reading, Value
from optcheck.claims.claim import simplicity, sorted_rows, texts
from optcheck.claims.functions import count, erfc, row, sqrt, total
from optcheck.claims.relations import at_most, equals


@dataclass(frozen=True, slots=True)
class Estimate:
    """Variances of the users' noises, and the dimension of their vectors."""

    variances: tuple[Fraction, ...]
    dimension: int


def as_printed(estimate: Estimate) -> Value:
    return total(estimate.variances)


def corrected(estimate: Estimate) -> Value:
    return estimate.dimension * total(estimate.variances) / count(estimate.variances) ** 2


def chebyshev(estimate: Estimate) -> Value:
    return Fraction(1, len(estimate.variances) ** 2)


def exceeding(estimate: Estimate) -> Value:
    """How likely a normal error with variance V/K^2 exceeds sqrt(V) in size: K deviations, if there is noise."""
    return erfc(len(estimate.variances) / sqrt(2)) if any(estimate.variances) else 0


def proof(argument: Argument, form: Formula[Estimate]) -> None:
    found, sigma = sympy.symbols("S sigma", real=True)
    users, d, v = sympy.symbols("K d V", positive=True)
    argument.identity(
        "a noise of plus or minus sigma adds sigma^2 to the mean square of the sum",
        ((found + sigma) ** 2 + (found - sigma) ** 2) / 2,
        found**2 + sigma**2,
    )
    error = form(Estimate(row("variances", total=v, count=users), d))
    argument.identity("in each of d coordinates, with the sum divided by K", error, d * (v / users**2))
    argument.identity("without noise there is no error", error.subs(v, 0), 0)


def grid() -> Iterator[Estimate]:
    for users, most in ((2, 5), (3, 10), (4, 2)):
        rows = sorted_rows("0 1/9 1 4 25", users, users)
        yield from (Estimate(row, dimension) for row in rows for dimension in range(1, most + 1))


DOMAIN: Domain[Estimate] = Domain(
    description="2 users with up to 5 coordinates, 3 with up to 10, 4 with up to 2, variances from {0, 1/9, 1, 4, 25}",
    grid=grid,
    order=lambda estimate: (len(estimate.variances), estimate.dimension, *simplicity(estimate.variances)),
)
ONE_COORDINATE = DOMAIN.where(
    lambda estimate: estimate.dimension == 1, "2 to 4 users, one coordinate, variances from {0, 1/9, 1, 4, 25}"
)
CLAIM = Claim(
    id="chained/eq-10",
    place="Eq. 10",
    title="the bound on the mean squared error by the sum of variances",
    domain=DOMAIN,
    truth=Quantity(
        kind="chain-error",
        name="expected squared error",
        describe=lambda estimate: {"variances": texts(estimate.variances), "coordinates": estimate.dimension},
    ),
    asserts=at_most,
    printed=Form(as_printed, "MSE ≤ Σ_i σ_i²"),
    corrected=Form(corrected, "MSE = (d/K²) Σ_i σ_i²; so the printed bound holds exactly if d ≤ K²", asserts=equals),
    proof=proof,
    readings=(
        Reading(name="the error of one coordinate", domain=ONE_COORDINATE),
        Reading(
            name="with high probability: one coordinate, by Chebyshev's inequality",
            domain=ONE_COORDINATE,
            truth=Definition(exceeding),
            printed=Form(chebyshev, "P(squared error of a coordinate > Σ_i σ_i²) ≤ 1/K²"),
        ),
    ),
)
