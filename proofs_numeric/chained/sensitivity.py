"""Statement: each coordinate is bounded by D, thus the sensitivity is sqrt(d) D.

Model: bounded by D means at most D in size, as in the experiments (coordinates in [-1, 1], D = 1). The sensitivity of
Definition 2 is the largest distance of two such vectors; it is attained at corners of the cube, which are enumerated.

Corners: one coordinate.

Readings: if D is the length of the range in which a coordinate lies, the print is right.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Reading, Value
from optcheck.claims.claim import amounts, simplicity
from optcheck.claims.functions import sqrt
from optcheck.claims.relations import equals


@dataclass(frozen=True, slots=True)
class Vectors:
    """Number of coordinates, and the bound on each."""

    coordinates: int
    bound: Fraction


def as_printed(vectors: Vectors) -> Value:
    return sqrt(vectors.coordinates) * vectors.bound


def corrected(vectors: Vectors) -> Value:
    return 2 * sqrt(vectors.coordinates) * vectors.bound


def largest_distance(low: int) -> Callable[[Vectors], Value]:
    """The largest distance of corners with entries low * bound and bound."""

    def found(vectors: Vectors) -> Value:
        ends = (low * vectors.bound, vectors.bound)
        corners = list(product(ends, repeat=vectors.coordinates))
        return sqrt(max(sum((a - b) ** 2 for a, b in zip(x, y, strict=True)) for x in corners for y in corners))

    return found


def proof(argument: Argument, form: Formula[Vectors]) -> None:
    d, bound, apart, more = sympy.symbols("d D apart more", nonnegative=True)
    argument.not_negative("entries that are apart by less than 2D add less", (apart + more) ** 2 - apart**2)
    said = form(Vectors(d, bound))
    argument.identity("d coordinates, each at opposite ends", said**2, d * (2 * bound) ** 2)
    argument.truth("a distance is not negative", said.is_nonnegative)


CLAIM = Claim(
    id="chained/sensitivity",
    place="text after Eq. 8",
    title="the sensitivity when each coordinate is bounded",
    domain=Domain(
        description="1 to 4 coordinates, bounds 1/2, 1, 2, 3",
        grid=lambda: (Vectors(d, bound) for d in range(1, 5) for bound in amounts("1/2 1 2 3")),
        order=lambda vectors: (vectors.coordinates, *simplicity([vectors.bound])),
    ),
    truth=Definition(largest_distance(-1)),
    asserts=equals,
    printed=Form(as_printed, "Δ_f = √d Δ"),
    corrected=Form(corrected, "Δ_f = 2 √d Δ for coordinates in [−Δ, Δ]"),
    impact=Impact.SAFETY,
    proof=proof,
    readings=(
        Reading(
            name="Δ is the length of each coordinate's range",
            truth=Definition(largest_distance(0)),
        ),
    ),
)
