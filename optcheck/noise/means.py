"""The mean of everybody's records from one noisy sum: what a party puts in, and what is divided after the release.

Each party has records, numbers in a range or vectors in a ball: what lies outside is moved to the border. It puts in
the sum of its records' offsets from the centre and, where the number of records is private as well (``counted``), the
radius times that number as one more coordinate. One record more, less or other moves this vector by at most twice the
radius (by sqrt(2) times it for one more or less): that is the ``sensitivity`` to plan with, so every single record has
its party's (epsilon, delta), and the plan's certificate holds as it is. Noise is on sum and count alike; dividing one
by the other happens after the release and costs no privacy. With a public number of records only the sum is noisy, and
only the exchange of a record is protected, not its being there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import exact_row, instance_of, whole_number
from optcheck.exact.numbers import exact
from optcheck.noise.plan import Plan, a_first_plan, a_plan
from optcheck.noise.share import OnGrid, nearest_step, root_below

__all__ = ["Mean"]

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
