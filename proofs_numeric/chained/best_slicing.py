"""Statement: with each coordinate bounded, the optimal slicing is N = d, one slice for each coordinate.

Model: optimal means the least failure probability of the whole release (weak attacker, uniform orders) at the same
budget: the noise in every coordinate is the same for every slicing, and so is the sensitivity of the whole release,
so slicing changes nothing but the exposure. The least over all N from 1 to d is compared with that of the form's N.

Corners: one coordinate; p = 0, where all slicings are as good.

Readings: the budget alone is the same for every N. Against exposure of the whole vector, the paper's intuition,
scalars are best; but one exposed coordinate is a failure in the sense of Definition 1.
"""

from optcheck.claims import *
from proofs_numeric.chained._exposure import Cases, Collusion, cases


class Vector(Collusion):
    """The same with a vector of so many coordinates."""

    coordinates: int = integer(1, symbol="d")


def as_printed(vector: Vector) -> Value:
    return vector.coordinates


def corrected(vector: Vector) -> Value:
    return min(1, vector.coordinates)


def some_exposed(found: Cases, slices: int) -> Value:
    return 1 - sum(chance * (1 - share) ** slices for chance, share in found)


def all_exposed(found: Cases, slices: int) -> Value:
    return sum(chance * share**slices for chance, share in found)


def exposure(vector: Vector, slices: int) -> Value:
    return some_exposed(cases(vector, "weak"), slices)


def least(vector: Vector) -> Value:
    """The least over all slicings."""
    found = cases(vector, "weak")
    return min(some_exposed(found, slices) for slices in range(1, vector.coordinates + 1))


def whole_exposure(vector: Vector, slices: int) -> Value:
    return all_exposed(cases(vector, "weak"), slices)


def least_whole(vector: Vector) -> Value:
    found = cases(vector, "weak")
    return min(all_exposed(found, slices) for slices in range(1, vector.coordinates + 1))


CLAIM = Statement(
    "chained/best-slicing",
    place="Section VI-B",
    title="the best slicing is into scalars",
    domain=Vector,
    truth=definition(least),
    means=exposure,
    asserts=equals,
    printed=Form(as_printed, "N = d"),
    corrected=Form(corrected, "N = 1: every further slice is one more chance of exposure, at the same budget"),
    impact=Impact.OPTIMALITY,
    falls=True,
    argument="Given the attackers each slice is hidden with the same chance at most 1; powers of it fall with N.",
    effort=Effort(instances=80, drawn=20, largest={"users": 5, "coordinates": 8}),
    readings=(
        Reading(
            name="as regards exposure of the whole vector",
            truth=definition(least_whole),
            means=whole_exposure,
            argument="Given the attackers each slice is exposed with one chance at most 1, whose powers fall with N.",
        ),
    ),
)
