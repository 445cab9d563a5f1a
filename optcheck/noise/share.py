"""What one party does with a plan: clip its value and bring it to the grid, and draw its noise."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import exact_row, whole_number
from optcheck.exact.numbers import Exact, exact
from optcheck.noise.plan import Plan, a_first_plan, a_plan
from optcheck.sampling import discrete_gaussian
from optcheck.sampling.discrete import Source, operating_system

__all__ = [
    "OnGrid",
    "check_noisy",
    "clip_to_ball",
    "clip_to_range",
    "draw",
    "nearest_step",
    "root_below",
    "share_of",
    "to_data",
]


@dataclass(frozen=True, slots=True)
class OnGrid:
    """A party's value in steps of the grid, and whether it had to be clipped first."""

    steps: tuple[int, ...]
    clipped: bool


def draw(plan: Plan, name: str, *, source: Source = operating_system) -> list[int]:
    """A party's own noise for one release, in steps of the grid: one integer for each coordinate.

    It must stay secret, and a new one is drawn for every release. Where a plan tops up noise that was drawn earlier,
    this is the part to add to the share that was made then. Where the plan's variance for the party is 0 it is 0: the
    share is then the value itself, which nobody may see outside a secure sum.
    """
    party = a_plan(plan).question.party(name)
    variance = plan.variances[party] - (plan.earlier[party] if plan.earlier else 0)
    noise: list[int] = discrete_gaussian(variance, plan.question.dimension, source=source).tolist()
    return noise


def share_of(plan: Plan, name: str, value: OnGrid, *, inside_secure_sum: bool = False) -> list[int]:
    """What a party puts into the secure sum: its value on the grid with its noise.

    Where the plan gives the party no noise that is the value itself, and handed out only ``inside_secure_sum``.
    """
    check_noisy(a_first_plan(plan), name, inside_secure_sum=inside_secure_sum)
    return [step + drawn for step, drawn in zip(value.steps, draw(plan, name), strict=True)]


def check_noisy(plan: Plan, name: str, *, inside_secure_sum: bool) -> None:
    """Refuse to make a share without noise, unless it stays inside a secure sum."""
    if not plan.variances[plan.question.party(name)] and not inside_secure_sum:
        raise InvalidInput(
            f"the plan gives {name!r} no noise: its share would be its raw value, "
            "which is safe only inside a secure sum where nobody sees it (say so with --inside-secure-sum)"
        )


def clip_to_range(plan: Plan, name: str, value: object, low: object, high: object) -> OnGrid:
    """A number, moved into [low, high] if it is outside, in steps of the grid.

    The range must be no wider than the sensitivity that the plan assumes for the party.
    """
    number, least, most = exact(value, "value"), exact(low, "low"), exact(high, "high")
    sensitivity = a_first_plan(plan).question.sensitivities[plan.question.party(name)]
    if not 0 <= most - least <= sensitivity:
        raise InvalidInput(
            f"the range of {name!r} must be no wider than its sensitivity {sensitivity}, "
            f"got {shown(low)} to {shown(high)}"
        )
    if plan.question.dimension != 1:
        raise InvalidInput(f"the plan is for vectors of {plan.question.dimension} coordinates, got a number")
    inside = min(max(number, least), most)
    return OnGrid((nearest_step(inside, plan.grid),), inside != number)


def clip_to_ball(plan: Plan, name: str, vector: Sequence[object], radius: object) -> OnGrid:
    """A vector, scaled down to the given Euclidean length if it is longer, in steps of the grid.

    Two vectors in the ball differ by up to twice its radius, which must not exceed the party's sensitivity.
    """
    numbers, reach = exact_row(vector, "coordinate"), exact(radius, "radius")
    sensitivity = a_first_plan(plan).question.sensitivities[plan.question.party(name)]
    if not 0 <= 2 * reach <= sensitivity:
        raise InvalidInput(
            f"twice the radius of {name!r} must be at most its sensitivity {sensitivity}, got radius {shown(radius)}"
        )
    if len(numbers) != plan.question.dimension:
        raise InvalidInput(f"the plan is for vectors of {plan.question.dimension} coordinates, got {len(numbers)}")
    squares = sum((Fraction(x) ** 2 for x in numbers), start=Fraction(0))
    clipped = squares > Fraction(reach) ** 2
    factor = root_below(Fraction(reach) ** 2 / squares) if clipped else Fraction(1)
    return OnGrid(tuple(nearest_step(x * factor, plan.grid) for x in numbers), clipped)


def to_data(plan: Plan, steps: int) -> Fraction:
    """A sum in steps of the grid, in the data's units."""
    return whole_number(steps, "steps") * a_plan(plan).grid


def nearest_step(value: Exact, grid: Fraction) -> int:
    """A value in whole steps of the grid."""
    return math.floor(value / grid + Fraction(1, 2))


def root_below(value: Fraction) -> Fraction:
    """A fraction whose square is at most the value, and within about 2^-64 of its root."""
    scale = 1 << (64 + value.denominator.bit_length())
    return Fraction(math.isqrt(value.numerator * scale * scale // value.denominator), scale)
