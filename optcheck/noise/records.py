"""What a party's records put into a plan's sum: counts, histograms, sums and means. One record is what is protected.

The sensitivity to plan with is that of one record, not the width of the party's value. One record more or less moves a
count by 1, a histogram by 1 in one bin, a sum of numbers in [low, high] by at most max(|low|, |high|). One record
exchanged for another moves a histogram by sqrt(2), in Euclidean length, and a sum by at most high - low. Every single
record then has its party's (epsilon, delta), and the plan's certificate holds as it is.

A *mean* of everybody's records comes from one noisy sum. Each party has records, numbers in a range or vectors in a
ball: what lies outside is moved to the border. It puts in the sum of its records' offsets from the centre and, where
the number of records is private as well (``counted``), the radius times that number as one more coordinate. One record
more, less or other moves this vector by at most twice the radius (by sqrt(2) times it for one more or less). Noise is
on sum and count alike; dividing one by the other happens after the release and costs no privacy. With a public number
of records only the sum is noisy, and only the exchange of a record is protected, not its being there.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import exact_row, instance_of, items, whole_number
from optcheck.exact.numbers import Exact, exact, root_up, whole
from optcheck.noise.plan import Plan, check_first_plan, check_plan, root_above
from optcheck.noise.share import OnGrid, nearest_step

Offset = tuple[Fraction, ...]


def check_planned(plan: Plan, name: str, sensitivity: Exact, dimension: int) -> None:
    """Refuse a plan that covers less than one record's sensitivity, or vectors of another length."""
    check_dimension(check_first_plan(plan), dimension)
    if plan.modulus is not None:
        raise InvalidInput(
            "the plan's modulus has room for values within their sensitivities, which what records add up to may "
            "exceed: plan without --modulus, and choose one that no sum of records reaches"
        )
    planned = plan.question.sensitivities[plan.question.party(name)]
    if planned < sensitivity:
        raise InvalidInput(f"the plan's sensitivity for {name!r} must be at least {sensitivity}, got {planned}")


def check_dimension(plan: Plan, dimension: int) -> None:
    """Refuse a plan for vectors of another length."""
    planned = check_plan(plan).question.dimension
    if planned != dimension:
        raise InvalidInput(f"the plan must have dimension {dimension} for these records, got {planned}")


@dataclass(frozen=True, slots=True)
class Histogram:
    """How many records fall into each bin; with ``exchange`` a record may also be exchanged for another.

    Bins are labels, or ranges between ascending edges: each holds its lower edge, the last one also its upper edge.
    What falls into no bin is counted nowhere. A count is a histogram of one bin.

    >>> Histogram.of_edges([0, 18, 65, 120]).bin_of(65), Histogram.of_labels(["yes", "no"]).sensitivity
    (2, 1)
    """

    labels: tuple[str, ...] = ()
    edges: tuple[Exact, ...] = ()
    exchange: bool = False

    @classmethod
    def of_edges(cls, edges: Iterable[object], exchange: bool = False) -> Histogram:
        """Ranges of numbers between ascending edges."""
        numbers = tuple(exact(edge, "edge") for edge in items(edges, "an edge"))
        if len(numbers) < 2 or any(a >= b for a, b in pairwise(numbers)):
            raise InvalidInput(f"the edges of bins must ascend, at least two of them, got {shown(edges)}")
        return cls((), numbers, instance_of(exchange, bool, "exchange"))

    @classmethod
    def of_labels(cls, labels: Iterable[str], exchange: bool = False) -> Histogram:
        """One bin for each label; records are compared as texts, without blanks around them."""
        texts = tuple(instance_of(label, str, "a label").strip() for label in items(labels, "a label"))
        if not texts or "" in texts or len(set(texts)) != len(texts):
            raise InvalidInput(f"the labels of bins must differ, and none be empty, got {shown(labels)}")
        return cls(texts, (), instance_of(exchange, bool, "exchange"))

    @property
    def dimension(self) -> int:
        """How many bins there are: the dimension that the plan needs."""
        return len(self.labels) or len(self.edges) - 1

    @property
    def sensitivity(self) -> Exact:
        """How far one record moves the counts: 1, or, exchanged for another, sqrt(2), rounded up."""
        return root_above(2) if self.exchange and self.dimension > 1 else 1

    def bin_of(self, record: object) -> int | None:
        """The bin into which a record falls, if any."""
        if self.labels:
            text = str(record).strip()
            return self.labels.index(text) if text in self.labels else None
        number = exact(record, "record")
        if number == self.edges[-1]:
            return self.dimension - 1
        index = bisect_right(self.edges, number) - 1
        return index if 0 <= index < self.dimension else None

    def share(self, plan: Plan, name: str, records: Iterable[object]) -> OnGrid:
        """What a party puts in before its noise, in steps of the plan's grid, and whether a record was in no bin."""
        check_planned(plan, name, self.sensitivity, self.dimension)
        counts = Counter(map(self.bin_of, records))
        steps = tuple(nearest_step(counts[index], plan.grid) for index in range(self.dimension))
        return OnGrid(steps, counts[None] > 0)


def count_share(plan: Plan, name: str, count: int) -> OnGrid:
    """What a party puts in for a count of its records: one record more or less moves it by 1."""
    check_planned(plan, name, 1, 1)
    return OnGrid((nearest_step(whole_number(count, "count", least=0), plan.grid),), False)


def _ends(low: object, high: object) -> tuple[Exact, Exact]:
    least, most = exact(low, "low"), exact(high, "high")
    if least >= most:
        raise InvalidInput(f"low must be below high, got {shown(low)} and {shown(high)}")
    return least, most


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of records, each moved into [low, high]; with ``exchange`` a record may be exchanged, not come or go.

    >>> Total.of_range(-2, 10).sensitivity, Total.of_range(-2, 10, exchange=True).sensitivity
    (10, 12)
    """

    low: Exact
    high: Exact
    exchange: bool = False
    dimension = 1

    @classmethod
    def of_range(cls, low: object, high: object, exchange: bool = False) -> Total:
        """Numbers between ``low`` and ``high``."""
        return cls(*_ends(low, high), instance_of(exchange, bool, "exchange"))

    @property
    def sensitivity(self) -> Exact:
        """How far one record moves the sum."""
        reach = max(abs(Fraction(self.low)), abs(Fraction(self.high)))
        return whole(self.high - self.low if self.exchange else reach)

    def share(self, plan: Plan, name: str, records: Iterable[object]) -> OnGrid:
        """What a party puts in before its noise, in steps of the plan's grid, and whether a record was clipped."""
        check_planned(plan, name, self.sensitivity, self.dimension)
        numbers = [exact(record, "record") for record in records]
        inside = [min(max(number, self.low), self.high) for number in numbers]
        return OnGrid((nearest_step(sum(inside, start=Fraction(0)), plan.grid),), inside != numbers)


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
        least, most = map(Fraction, _ends(low, high))
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
        check_planned(plan, name, self.sensitivity, self.dimension)
        offsets = [self._offset(record) for record in records]
        inside = [self._inside(offset) for offset in offsets]
        sums = [sum(column, start=Fraction(0)) for column in zip(*inside, strict=True)] or [Fraction(0)] * len(
            self.centre
        )
        counted = [self.radius * len(inside)] if self.counted else []
        return OnGrid(tuple(nearest_step(value, plan.grid) for value in [*sums, *counted]), inside != offsets)

    def result(self, plan: Plan, sums: Sequence[Fraction], count: int | None = None) -> list[Fraction]:
        """The mean, from the released sums in the data's units; with a public number of records that is ``count``."""
        check_dimension(plan, self.dimension)
        if (count is None) != self.counted or len(sums) != self.dimension:
            rule = "no count" if self.counted else "the public count"
            raise InvalidInput(f"there must be {self.dimension} sums and {rule}, got {len(sums)} and {shown(count)}")
        number = sums[-1] / self.radius if self.counted else Fraction(whole_number(count, "count", least=1))
        if number < 1:
            raise InvalidInput("the noisy number of records is below 1: there are too few records for this much noise")
        offset = tuple(Fraction(value) / number for value in sums[: len(self.centre)])
        return [middle + part for middle, part in zip(self.centre, self._inside(offset), strict=True)]

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
        factor = self.radius / root_up(squares)
        return tuple(part * factor for part in offset)
