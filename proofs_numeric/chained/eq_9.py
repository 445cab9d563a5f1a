"""Statement: each coordinate of the estimate has variance (1/K^2) sum of sigma_i^2; its expectation is the mean.

Model: the data are constants, the noises independent with mean 0. The checker computes the expected squared error of
one coordinate, which is the variance because nothing is biased.

Corners: one user, no noise.

Readings: the sum runs to K; "n" above it is a slip.
"""

from dataclasses import dataclass
from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Quantity, Value
from optcheck.claims.claim import simplicity, sorted_rows, texts
from optcheck.claims.functions import count, row, total
from optcheck.claims.relations import equals


@dataclass(frozen=True, slots=True)
class Noises:
    """The variances of the users' noises."""

    variances: tuple[Fraction, ...]


def as_printed(noises: Noises) -> Value:
    return total(noises.variances) / count(noises.variances) ** 2


def proof(argument: Argument, form: Formula[Noises]) -> None:
    found, sigma, mean = sympy.symbols("S sigma x", real=True)
    users, v = sympy.symbols("K V", positive=True)
    plus, minus = found + sigma, found - sigma
    argument.identity("a noise without mean adds nothing to the mean", (plus + minus) / 2, found)
    argument.identity("and its variance to the mean square", (plus**2 + minus**2) / 2, found**2 + sigma**2)
    argument.identity("dividing by K divides the square by K^2", (mean / users) ** 2, mean**2 / users**2)
    argument.identity(
        "so the total is divided by K^2", form(Noises(row("variances", total=v, count=users))), v / users**2
    )


CLAIM = Claim(
    id="chained/eq-9",
    place="Eq. 9",
    title="the variance of the estimated mean",
    domain=Domain(
        description="1 to 4 users, variances from {0, 1/9, 1, 4, 25}",
        grid=lambda: map(Noises, sorted_rows("0 1/9 1 4 25", 1, 4)),
        order=lambda noises: (len(noises.variances), *simplicity(noises.variances)),
    ),
    truth=Quantity(
        kind="chain-error",
        name="expected squared error",
        describe=lambda noises: {"variances": texts(noises.variances), "coordinates": 1},
    ),
    asserts=equals,
    printed=Form(as_printed, "D(mean) = (1/K²) Σ_i σ_i² in each coordinate"),
    proof=proof,
)
