"""Statement: each coordinate is bounded by D, thus the sensitivity is sqrt(d) D.

Model: bounded by D means at most D in size, as in the experiments (coordinates in [-1, 1], D = 1). The sensitivity of
Definition 2 is the largest distance of two such vectors; it is attained at corners of the cube, which are enumerated.

Corners: one coordinate.

Readings: if D is the length of the range in which a coordinate lies, the print is right.
"""

from itertools import product

from optcheck.claims import *


class Vectors(Instance):
    """Number of coordinates, and the bound on each."""

    coordinates: int = integer(1, symbol="d")
    bound: Fraction = rational(above=0, symbol="Δ")


def as_printed(vectors: Vectors) -> Value:
    return sqrt(vectors.coordinates) * vectors.bound


def corrected(vectors: Vectors) -> Value:
    return 2 * sqrt(vectors.coordinates) * vectors.bound


def largest_distance(low: Value, high: Value, coordinates: int) -> Value:
    """The largest distance of vectors with entries from low to high: corners are furthest apart."""
    corners = list(product((low, high), repeat=coordinates))
    return sqrt(max(sum((a - b) ** 2 for a, b in zip(x, y, strict=True)) for x in corners for y in corners))


def symmetric(vectors: Vectors) -> Value:
    return largest_distance(-vectors.bound, vectors.bound, vectors.coordinates)


def one_sided(vectors: Vectors) -> Value:
    return largest_distance(Fraction(0), vectors.bound, vectors.coordinates)


CLAIM = Statement(
    "chained/sensitivity",
    place="text after Eq. 8",
    title="the sensitivity when each coordinate is bounded",
    domain=Vectors,
    truth=definition(symmetric),
    asserts=equals,
    printed=Form(as_printed, "Δ_f = √d Δ"),
    corrected=Form(corrected, "Δ_f = 2 √d Δ for coordinates in [−Δ, Δ]"),
    impact=Impact.SAFETY,
    argument="In each of d coordinates two entries differ by at most 2Δ, and opposite corners differ by that in all.",
    effort=Effort(instances=60, drawn=20, largest={"coordinates": 5}),
    readings=(
        Reading(
            name="Δ is the length of each coordinate's range",
            truth=definition(one_sided),
            argument="The same with Δ in the place of 2Δ.",
        ),
    ),
)
