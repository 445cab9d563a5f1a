"""What one party does with a plan: clip its value and bring it to the grid, and draw its noise.

The mean of everybody's records from one noisy sum: what a party puts in, and what is divided after the release.

Each party has records, numbers in a range or vectors in a ball: what lies outside is moved to the border. It puts in
the sum of its records' offsets from the centre and, where the number of records is private as well (``counted``), the
radius times that number as one more coordinate. One record more, less or other moves this vector by at most twice the
radius (by sqrt(2) times it for one more or less): that is the ``sensitivity`` to plan with, so every single record has
its party's (epsilon, delta), and the plan's certificate holds as it is. Noise is on sum and count alike; dividing one
by the other happens after the release and costs no privacy. With a public number of records only the sum is noisy, and
only the exchange of a record is protected, not its being there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import exact_row, instance_of, whole_number
from optcheck.exact.numbers import Exact, exact
from optcheck.noise.plan import Plan, a_first_plan, a_plan
from optcheck.sampling import discrete_gaussian
from optcheck.sampling.discrete import Source, operating_system

__all__ = [
    "Mean",
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


Offset = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Mean:
    """Which records count in full: those within ``radius`` of ``centre``; and whether their number is private.

    >>> mean = Mean.of_range(0, 10)
    >>> mean.sensitivity, mean.dimension
    (Fraction(10, 1), 2)
    """

    centre: Offset
    radius: Fraction
    counted: bool

    @classmethod
    def of_range(cls, low: object, high: object, counted: bool = True) -> Mean:
        """The mean of numbers between ``low`` and ``high``."""
        least, most = Fraction(exact(low, "low")), Fraction(exact(high, "high"))
        if least >= most:
            raise InvalidInput(f"low must be below high, got {shown(low)} and {shown(high)}")
        return cls(((least + most) / 2,), (most - least) / 2, instance_of(counted, bool, "counted"))

    @classmethod
    def of_ball(cls, radius: object, coordinates: int, counted: bool = True) -> Mean:
        """The mean of vectors of Euclidean length at most ``radius``."""
        reach, size = Fraction(exact(radius, "radius")), whole_number(coordinates, "coordinates", least=1, most=10**7)
        if reach <= 0:
            raise InvalidInput(f"radius must be above 0, got {shown(radius)}")
        return cls((Fraction(0),) * size, reach, instance_of(counted, bool, "counted"))

    @property
    def sensitivity(self) -> Fraction:
        """How far one record can move a party's vector: what every party of the plan needs at least."""
        return 2 * self.radius

    @property
    def dimension(self) -> int:
        """How many coordinates the plan needs."""
        return len(self.centre) + self.counted

    def share(self, plan: Plan, name: str, records: Iterable[object]) -> OnGrid:
        """What a party puts in before its noise, in steps of the plan's grid, and whether a record was clipped."""
        sensitivity = self._checked(a_first_plan(plan)).question.sensitivities[plan.question.party(name)]
        if sensitivity < self.sensitivity:
            raise InvalidInput(
                f"the plan's sensitivity for {name!r} must be at least {self.sensitivity}, got {sensitivity}"
            )
        offsets = [self._offset(record) for record in records]
        inside = [self._inside(offset) for offset in offsets]
        sums = [sum(column, start=Fraction(0)) for column in zip(*inside, strict=True)] or [Fraction(0)] * len(
            self.centre
        )
        counted = [self.radius * len(inside)] if self.counted else []
        return OnGrid(tuple(nearest_step(value, plan.grid) for value in [*sums, *counted]), inside != offsets)

    def result(self, plan: Plan, sums: Sequence[Fraction], count: int | None = None) -> list[Fraction]:
        """The mean, from the released sums in the data's units; with a public number of records that is ``count``."""
        self._checked(plan)
        if (count is None) != self.counted or len(sums) != self.dimension:
            rule = "no count" if self.counted else "the public count"
            raise InvalidInput(f"there must be {self.dimension} sums and {rule}, got {len(sums)} and {shown(count)}")
        number = sums[-1] / self.radius if self.counted else Fraction(whole_number(count, "count", least=1))
        if number < 1:
            raise InvalidInput("the noisy number of records is below 1: there are too few records for this much noise")
        offset = tuple(Fraction(value) / number for value in sums[: len(self.centre)])
        return [middle + part for middle, part in zip(self.centre, self._inside(offset), strict=True)]

    def _checked(self, plan: Plan) -> Plan:
        dimension = a_plan(plan).question.dimension
        if dimension != self.dimension:
            raise InvalidInput(f"the plan must have dimension {self.dimension} for this mean, got {dimension}")
        return plan

    def _offset(self, record: object) -> Offset:
        is_row = isinstance(record, list | tuple) or getattr(record, "ndim", 0) == 1
        numbers = exact_row(record, "record") if is_row else [exact(record, "record")]
        if len(numbers) != len(self.centre):
            raise InvalidInput(f"a record must have {len(self.centre)} coordinates, got {len(numbers)}")
        return tuple(Fraction(number) - middle for number, middle in zip(numbers, self.centre, strict=True))

    def _inside(self, offset: Offset) -> Offset:
        """The offset, shortened to the radius if it is longer."""
        if len(offset) == 1:
            return (max(-self.radius, min(self.radius, offset[0])),)
        squares = sum((part * part for part in offset), start=Fraction(0))
        if squares <= self.radius**2:
            return offset
        factor = root_below(self.radius**2 / squares)
        return tuple(part * factor for part in offset)
