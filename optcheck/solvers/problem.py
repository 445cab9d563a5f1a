"""A program in the forms that the routes need: exact, in doubles, and in integers row by row."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import lcm

import numpy as np
from scipy.sparse import csr_matrix

from optcheck.exact.program import FloatProgram, LinearProgram
from optcheck.solvers.run import Run
from optcheck.solvers.scaling import Scales, matrix_scales

__all__ = ["IntegerRows", "Problem"]


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
        multipliers, whole = [], list[int]()
        for start, stop in pairwise(starts):
            row = values[start:stop]
            common = lcm(*{value.denominator for value in row})
            multipliers.append(common)
            whole += [value.numerator * (common // value.denominator) for value in row]
        return IntegerRows(multipliers, whole, columns, starts)

    @cached_property
    def scales(self) -> Scales:
        """Scales under which the entries are near each other."""
        return matrix_scales(self.floats)

    @cached_property
    def matrix(self) -> csr_matrix:
        """The rows in doubles."""
        floats = self.floats
        shape = (len(floats.row_lower), len(floats.costs))
        return csr_matrix((floats.values, floats.columns, floats.starts), shape=shape)
