"""A program in the forms that the routes need: exact, in doubles, and in integers row by row."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from optcheck.exact.numbers import common_multiple, each_once
from optcheck.exact.program import FloatProgram, LinearProgram
from optcheck.exact.ratios import Ratios, over_one_denominator
from optcheck.solvers.run import Run
from optcheck.solvers.scaling import Scales, matrix_scales

__all__ = ["IntegerRows", "Problem"]

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
