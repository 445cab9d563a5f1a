"""Statement: with each coordinate bounded, the optimal slicing is N = d, one slice for each coordinate.

Model: optimal means the least failure probability of the whole release (weak attacker, uniform orders) at the same
budget: the noise in every coordinate is the same for every slicing, and so is the sensitivity of the whole release,
so slicing changes nothing but the exposure. The least over all N from 1 to d is compared with that of the form's N.

Corners: one coordinate; p = 0, where all slicings are as good.

Readings: the budget alone is the same for every N. Against exposure of the whole vector, the paper's intuition,
scalars are best; but one exposed coordinate is a failure in the sense of Definition 1.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Reading, Value
from optcheck.claims.claim import each, simplicity
from optcheck.claims.relations import equals


@dataclass(frozen=True, slots=True)
class Vector:
    """Coordinates, users, and the chance that another user is an attacker."""

    coordinates: int
    users: int
    probability: Fraction


def as_printed(vector: Vector) -> Value:
    return vector.coordinates


def corrected(vector: Vector) -> Value:
    return min(1, vector.coordinates)


def exposed(vector: Vector, slices: Value, whole: bool) -> Fraction:
    """The chance that some slice, or that the whole vector is exposed."""
    users, p, found = vector.users, vector.probability, Fraction(0)
    for count in range(users):
        given = Fraction(count * (count - 1), users * (users - 1))
        chance = comb(users - 1, count) * p**count * (1 - p) ** (users - 1 - count)
        found += chance * (given**slices if whole else 1 - (1 - given) ** slices)
    return found


def least(whole: bool) -> Definition[Vector]:
    """The least over all slicings."""
    return Definition(lambda vector: min(exposed(vector, slices, whole) for slices in range(1, vector.coordinates + 1)))


def proof(argument: Argument, form: Formula[Vector]) -> None:
    hidden, given = sympy.symbols("hidden given", nonnegative=True)
    argument.truth("the form says one slice", form(Vector(7, 3, Fraction(1, 2))) == 1)
    argument.not_negative("one slice more hides less often", hidden * (hidden + given) - hidden**2)
    argument.words("Given the attackers each slice is hidden with the same chance at most 1; powers of it fall with N.")


CLAIM = Claim(
    id="chained/best-slicing",
    place="Section VI-B",
    title="the best slicing is into scalars",
    domain=Domain(
        description="1, 2, 3 or 6 coordinates, 3 to 5 users, p = 0, 1/2, 1/3, 1/10",
        grid=each(Vector, (1, 2, 3, 6), range(3, 6), "0 1/2 1/3 1/10"),
        order=lambda vector: (vector.coordinates, vector.users, *simplicity([vector.probability])),
    ),
    truth=least(whole=False),
    means=lambda vector, slices: exposed(vector, slices, whole=False),
    asserts=equals,
    printed=Form(as_printed, "N = d"),
    corrected=Form(corrected, "N = 1: every further slice is one more chance of exposure, at the same budget"),
    impact=Impact.SAFETY,
    proof=proof,
    readings=(
        Reading(
            name="as regards exposure of the whole vector",
            truth=least(whole=True),
            means=lambda vector, slices: exposed(vector, slices, whole=True),
        ),
    ),
)
