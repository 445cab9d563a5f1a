"""What one party does with a plan: clip its value, or its records, bring it to the grid, and draw its noise.

A *mean* of everybody's records comes from one noisy sum. Each party has records, numbers in a range or vectors in a
ball: what lies outside is moved to the border. It puts in the sum of its records' offsets from the centre and, where
the number of records is private as well (``counted``), the radius times that number as one more coordinate. One record
more, less or other moves this vector by at most twice the radius (by sqrt(2) times it for one more or less): that is
the ``sensitivity`` to plan with, so every single record has its party's (epsilon, delta), and the plan's certificate
holds as it is. Noise is on sum and count alike; dividing one by the other happens after the release and costs no
privacy. With a public number of records only the sum is noisy, and only the exchange of a record is protected, not its
being there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from optcheck.checker.core import read_file
from optcheck.checker.delivery import (
    QUESTION,
    STREAM,
    Row,
    StreamEvidence,
    StreamInstance,
    check_stream,
    files_of,
    number_cell,
    read_rows,
    whole_cell,
)
from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import exact_row, instance_of, whole_number
from optcheck.exact.numbers import Exact, exact
from optcheck.exact.text import escape_formula
from optcheck.noise.names import likeness
from optcheck.noise.plan import Plan, Question, check_first_plan, check_plan
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
    "party_plan",
    "root_below",
    "share_of",
    "to_data",
]

_CHECK_SECONDS = 1e9  # a party wants its own plan checked, however large it is


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
    party = check_plan(plan).question.party(name)
    variance = plan.variances[party] - (plan.earlier[party] if plan.earlier else 0)
    noise: list[int] = discrete_gaussian(variance, plan.question.dimension, source=source).tolist()
    return noise


def share_of(plan: Plan, name: str, value: OnGrid, *, inside_secure_sum: bool = False) -> list[int]:
    """What a party puts into the secure sum: its value on the grid with its noise.

    Where the plan gives the party no noise that is the value itself, and handed out only ``inside_secure_sum``.
    """
    check_noisy(check_first_plan(plan), name, inside_secure_sum=inside_secure_sum)
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
    sensitivity = check_first_plan(plan).question.sensitivities[plan.question.party(name)]
    if least > most:
        raise InvalidInput(f"low must be at most high, got {shown(low)} to {shown(high)}")
    if most - least > sensitivity:
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
    sensitivity = check_first_plan(plan).question.sensitivities[plan.question.party(name)]
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
    return whole_number(steps, "steps") * check_plan(plan).grid


def nearest_step(value: Exact, grid: Fraction) -> int:
    """A value in whole steps of the grid."""
    return math.floor(value / grid + Fraction(1, 2))


def root_below(value: Fraction) -> Fraction:
    """A fraction whose square is at most the value, and within about 2^-64 of its root."""
    scale = 1 << (64 + value.denominator.bit_length())
    return Fraction(math.isqrt(value.numerator * scale * scale // value.denominator), scale)


def party_plan(plan: str | Path, noise: str | Path, name: str) -> Plan:
    """What drawing and clipping need of a plan made in bulk (:func:`optcheck.noise.plan_files`), for one party.

    The plan and all its files of noise are checked first, in one pass. The plan returned knows this party alone, and
    has no proof of its own.
    """
    for path in (plan, noise):
        if not isinstance(path, str | Path) or "\0" in str(path):
            raise InvalidInput(f"there must be the path of a plan and that of its noise, got {shown(path)}")
    instance_of(name, str, "name")
    try:
        document = read_file(plan)
        if not isinstance(document, dict) or document.get("kind") != STREAM:
            raise InvalidInput(f"{plan} must be a plan made in bulk where --noise is given (kind {STREAM})")
        files = files_of(noise)
        check_stream(document, files, _CHECK_SECONDS)
        return _single_party(document, _party_row(files, noise, name), name)
    except OSError as error:
        raise InvalidInput(f"{error.filename} cannot be read: {error.strerror}") from error


def _party_row(files: list[Path], noise: str | Path, name: str) -> Row:
    written = escape_formula(name)  # as in a file that spreadsheets open
    rows = (row for file in files for row in read_rows(file, "name", "grid_variance"))
    alike = [row for row in rows if likeness(row["name"]) == likeness(written)]
    if len(alike) > 1:
        raise InvalidInput(f"{noise} must have one row with the name {shown(name)} or one like it, got {len(alike)}")
    if not alike or alike[0]["name"] != written:
        raise InvalidInput(f"{noise} must have one row with the name {shown(name)}, got 0")
    return alike[0]


def _single_party(document: dict[str, object], row: Row, name: str) -> Plan:
    instance, evidence = (
        StreamInstance(document["instance"], "instance"),
        StreamEvidence(document["evidence"], "evidence"),
    )
    epsilon, delta, sensitivity = (number_cell(row, column, name) for column in QUESTION[2:])
    question = Question((name,), (epsilon,), (delta,), (sensitivity,), (), 0, 0, instance.releases, instance.dimension)
    share = whole_cell(row, "grid_variance", name)
    return Plan(question, Fraction(evidence.grid), (0,), (share,))


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
        sensitivity = self._checked(check_first_plan(plan)).question.sensitivities[plan.question.party(name)]
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
        dimension = check_plan(plan).question.dimension
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
