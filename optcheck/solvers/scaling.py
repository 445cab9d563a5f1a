"""Scaling by powers of two before a float solver sees a program, undone exactly afterwards.

A basis does not change with the scales of rows and columns; what changes is which differences a solver with absolute
tolerances can see. Powers of two only move the exponents of doubles: no digit is lost either way.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from optcheck.exact.program import FloatProgram
from optcheck.solvers.factors import Factors
from optcheck.solvers.solution import Basis, Solution

__all__ = ["Scales", "all_scales", "badly_scaled", "matrix_scales"]

_PASSES = 6
_SPREAD = 2.0**20  # between the largest and the smallest entry; solvers take care of less by themselves
_EXTREME = 2.0**24


@dataclass(frozen=True, slots=True, eq=False)
class Scales:
    """Powers of two: rows and costs are multiplied by theirs, a column of the scaled program is x / columns[j]."""

    rows: NDArray[np.float64]
    columns: NDArray[np.float64]
    goal: float

    def apply(self, program: FloatProgram) -> FloatProgram:
        """The scaled program."""
        row_of = np.repeat(np.arange(len(program.row_lower)), np.diff(program.starts))
        return replace(
            program,
            costs=program.costs * self.columns * self.goal,
            lower=program.lower / self.columns,
            upper=program.upper / self.columns,
            row_lower=program.row_lower * self.rows,
            row_upper=program.row_upper * self.rows,
            values=program.values * self.rows[row_of] * self.columns[program.columns],
        )

    def undo(self, solution: Solution) -> Solution:
        """The answer in the program's own units."""
        ray = None if solution.ray is None else solution.ray * self.rows
        return replace(
            solution,
            value=solution.value / self.goal,
            primal=solution.primal * self.columns if len(solution.primal) == len(self.columns) else solution.primal,
            dual=solution.dual * self.rows / self.goal if len(solution.dual) == len(self.rows) else solution.dual,
            ray=ray,
        ).with_factors(self._factors(solution.basis))

    def _factors(self, basis: Basis | None) -> Factors | None:
        """The factors of the scaled basis as factors of the basis itself."""
        if basis is None or basis.factors is None:
            return None
        inner, left, right = basis.factors, self.rows[list(basis.tight_rows)], self.columns[list(basis.basic_columns)]
        return inner.scaled(left, right)


def badly_scaled(program: FloatProgram) -> bool:
    """Whether entries differ so much, or other data are so large or small, that tolerances would hide something."""
    sizes = np.abs(program.values[program.values != 0])
    spread = float(sizes.max() / sizes.min()) if len(sizes) else 1.0
    others = _finite_sizes(program.costs, program.row_lower, program.row_upper, program.lower, program.upper)
    return bool(
        spread > _SPREAD or (len(others) and others.max() > _EXTREME) or (len(sizes) and sizes.max() > _EXTREME)
    )


def _finite_sizes(*arrays: NDArray[np.float64]) -> NDArray[np.float64]:
    sizes = np.abs(np.concatenate(arrays))
    return sizes[np.isfinite(sizes) & (sizes > 0)]


def matrix_scales(program: FloatProgram) -> Scales:
    """Scales that bring the entries near 1, by geometric means; all 1 when the entries are near each other already."""
    left, right = np.zeros(len(program.row_lower)), np.zeros(len(program.costs))
    if badly_scaled(program):
        used = program.values != 0
        rows = np.repeat(np.arange(len(left)), np.diff(program.starts))[used]
        columns, logs = program.columns[used], np.log2(np.abs(program.values[used]))
        for _ in range(_PASSES):
            left = -_mean(rows, logs + right[columns], len(left))
            right = -_mean(columns, logs + left[rows], len(right))
    return Scales(np.exp2(np.rint(left)), np.exp2(np.rint(right)), 1.0)


def all_scales(program: FloatProgram) -> Scales:
    """Scales that bring entries, right sides and costs near 1."""
    matrix = matrix_scales(program)
    scaled = matrix.apply(program)
    size = _middle(_finite_sizes(scaled.row_lower, scaled.row_upper, scaled.lower, scaled.upper))
    goal = _middle(_finite_sizes(scaled.costs)) * size
    return Scales(matrix.rows / size, matrix.columns * size, 1 / goal)


def _mean(places: NDArray[np.int64], logs: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """Midway between the largest and the smallest logarithm at each place."""
    far = 1e9  # where there is nothing, the two ends cancel
    high, low = np.full(count, -far), np.full(count, far)
    np.maximum.at(high, places, logs)
    np.minimum.at(low, places, logs)
    return np.asarray((high + low) / 2)


def _middle(sizes: NDArray[np.float64]) -> float:
    """The power of two nearest to the geometric mean."""
    return float(np.exp2(np.rint(np.log2(sizes).mean()))) if len(sizes) else 1.0
