"""One call of solve: when it has to end, how much memory it may take, and what was tried so far.

A program in the forms that the routes need: exact, in doubles, and in integers row by row.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import InvalidInput, NotCertified, OptcheckError
from optcheck.exact.numbers import Ratios, common_multiple, each_once, over_one_denominator
from optcheck.lp.program import FloatProgram, LinearProgram
from optcheck.lp.solution import Scales, matrix_scales

__all__ = [
    "Exhausted",
    "IntegerRows",
    "Note",
    "Problem",
    "Run",
    "Stage",
    "watched",
]


_GIGABYTE = 2**30
_BETWEEN_LOOKS = 0.05  # seconds between two looks at the memory, which cost a system call each
_STATM = Path("/proc/self/statm")

_tell: ContextVar[Callable[[str], None]] = ContextVar("tell", default=lambda name: None)


@contextmanager
def watched(tell: Callable[[str], None]) -> Iterator[None]:
    """Have the name of each stage told when it begins, by every run within: for those who show progress."""
    token = _tell.set(tell)
    try:
        yield
    finally:
        _tell.reset(token)


class Exhausted(NotCertified):
    """The time or the memory of a run is used up."""


class Stage(NamedTuple):
    """A step of a run: what was tried, for how many seconds, and what came of it."""

    name: str
    seconds: float
    outcome: str

    def __str__(self) -> str:
        return f"{self.name}: {self.outcome} ({self.seconds:.2f} s)"


@dataclass(slots=True)
class Note:
    """What a stage writes down about its outcome."""

    outcome: str = "done"


@dataclass(slots=True)
class Run:
    """Limits of a call and the record of its stages."""

    limit: float
    memory: float
    stages: list[Stage] = field(default_factory=list)
    prefix: str = ""
    _start: float = field(default_factory=monotonic)
    _looked: float = 0.0
    _resident: int = field(default_factory=lambda: _resident_bytes())

    def __post_init__(self) -> None:
        for name, value in (("limit", self.limit), ("memory", self.memory)):
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or not math.isfinite(value) or value <= 0:
                unit = "seconds" if name == "limit" else "gigabytes"
                raise InvalidInput(f"{name} must be a positive number of {unit}, got {value!r}")

    @property
    def left(self) -> float:
        """Seconds until the end, not negative."""
        return max(0.0, self._start + self.limit - monotonic())

    @property
    def memory_bytes(self) -> int:
        """The memory limit in bytes."""
        return int(self.memory * _GIGABYTE)

    def check(self) -> None:
        """Raise Exhausted when the time or the memory is used up; cheap enough for inner loops."""
        now = monotonic()
        if now > self._start + self.limit:
            raise Exhausted(f"the limit of {self.limit:g} seconds is reached")
        if now > self._looked + _BETWEEN_LOOKS:
            self._looked = now
            self.require(0)

    def require(self, more: float) -> None:
        """Raise Exhausted when so many more bytes would not fit into the memory limit."""
        grown = _resident_bytes() - self._resident + more
        if grown > self.memory_bytes:
            raise Exhausted(f"the limit of {self.memory:g} GB of memory is reached: {grown / _GIGABYTE:.1f} GB needed")

    @contextmanager
    def stage(self, name: str, bounded: bool = True) -> Iterator[Note]:
        """Time a step; what it raises is written down and passed on. A bounded step is not begun too late."""
        note, start = Note(), monotonic()
        _tell.get()(self.prefix + name)
        try:
            if bounded:
                self.check()
            yield note
        except OptcheckError as error:
            note.outcome = str(error)
            raise
        finally:
            self.stages.append(Stage(self.prefix + name, monotonic() - start, note.outcome))

    def part(self, name: str) -> Run:
        """The same limits and the same record, for stages that belong to a sub-problem."""
        return replace(self, prefix=f"{self.prefix}{name}, ")

    def story(self) -> str:
        """Everything that was tried, in one line."""
        return "; ".join(map(str, self.stages)) or "nothing was tried"


def _resident_bytes() -> int:
    """Memory that this process holds now; 0 where the system does not say."""
    try:
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


_NUMERATOR, _DENOMINATOR = attrgetter("numerator"), attrgetter("denominator")


@dataclass(frozen=True, slots=True)
class IntegerRows:
    """Each row times its multiplier has the integer entries values[starts[i]:starts[i + 1]]."""

    multipliers: list[int]
    values: list[int]
    columns: list[int]
    starts: list[int]


class Problem:
    """A program that is being solved, its other forms made once, and the limits of the call."""

    def __init__(self, program: LinearProgram, floats: FloatProgram, run: Run) -> None:
        self.program = program
        self.floats = floats
        self.run = run

    @cached_property
    def integers(self) -> IntegerRows:
        """The rows over integers."""
        rows = self.program.rows
        starts, columns, values = rows.starts.tolist(), rows.columns.tolist(), rows.values.tolist()
        if rows.values.dtype == np.int64:
            return IntegerRows([1] * rows.count, values, columns, starts)
        tops, bottoms = each_once(_NUMERATOR, values), each_once(_DENOMINATOR, values)
        multipliers, whole = [], list[int]()
        for start, stop in pairwise(starts):
            row, below = tops[start:stop], bottoms[start:stop]
            common = common_multiple(below)
            multipliers.append(common)
            whole += row if common == 1 else [a * (common // b) for a, b in zip(row, below, strict=True)]
        return IntegerRows(multipliers, whole, columns, starts)

    @cached_property
    def costs(self) -> Ratios:
        """The costs over one denominator."""
        return over_one_denominator(self.program.costs)

    @cached_property
    def sides(self) -> Ratios:
        """The right sides over one denominator."""
        return over_one_denominator(self.program.rhs.tolist())

    @cached_property
    def nonzero(self) -> NDArray[np.bool_]:
        """Which entries are not 0, exactly: one may be smaller than every double."""
        return np.fromiter(map(bool, self.integers.values), dtype=np.bool_, count=len(self.integers.values))

    @cached_property
    def scales(self) -> Scales:
        """Scales under which the entries are near each other."""
        return matrix_scales(self.floats)

    @cached_property
    def _row_of(self) -> NDArray[np.int64]:
        return np.repeat(np.arange(len(self.floats.row_lower)), np.diff(self.floats.starts))

    def row_sums(self, point: NDArray[np.float64], sizes: bool = False) -> NDArray[np.float64]:
        """The rows times a point, in doubles; with sizes, the absolute values of everything."""
        values, count = self.floats.values, len(self.floats.row_lower)
        terms = values * point[self.floats.columns]
        return _sums(self._row_of, np.abs(terms) if sizes else terms, count)

    def column_sums(self, dual: NDArray[np.float64], sizes: bool = False) -> NDArray[np.float64]:
        """Row multipliers times the rows, in doubles; with sizes, the absolute values of everything."""
        terms = self.floats.values * dual[self._row_of]
        return _sums(self.floats.columns, np.abs(terms) if sizes else terms, len(self.floats.costs))


def _sums(places: NDArray[np.integer], terms: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    return np.asarray(np.bincount(places, terms, minlength=count), dtype=np.float64)
