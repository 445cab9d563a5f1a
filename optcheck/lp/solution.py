"""What a float solver says: a hint, never evidence.

Scaling by powers of two before a float solver sees a program, undone exactly afterwards.

A basis does not change with the scales of rows and columns; what changes is which differences a solver with absolute
tolerances can see. Powers of two only move the exponents of doubles: no digit is lost either way.

The factors of a basis that HiGHS holds anyway when it ends, borrowed for the exact solution of the same basis.

HiGHS's basis consists of the basic columns and of a unit column for each loose row. With zeros at the loose rows its
two solves are those of the square system of tight rows and basic columns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

import highspy
import numpy as np
from numpy.typing import NDArray

from optcheck.lp.factors import GAINS, SMALL, Factors, Unsolved
from optcheck.lp.program import FloatProgram

__all__ = [
    "Basis",
    "Place",
    "Scales",
    "Solution",
    "Status",
    "all_scales",
    "badly_scaled",
    "borrowed_factors",
    "matrix_scales",
]


class Status(Enum):
    """What a solver reports, one vocabulary for all of them."""

    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    UNBOUNDED = "unbounded"
    INFEASIBLE_OR_UNBOUNDED = "infeasible or unbounded"
    LIMIT = "stopped at a limit"
    FAILED = "failed"


class Place(Enum):
    """Where a nonbasic column stands."""

    LOWER = "lower"
    UPPER = "upper"
    ZERO = "zero"


@dataclass(frozen=True, slots=True, eq=False)
class Basis:
    """A simplex basis: the basic columns, the tight rows, and where the other columns stand.

    ``factors`` solve with the tight rows over the basic columns, while the solver that has them is at hand.
    """

    basic_columns: tuple[int, ...]
    tight_rows: tuple[int, ...]
    places: dict[int, Place]
    factors: Factors | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A solver's answer in doubles. The row multipliers have the sign convention of certificates.

    At an infeasible program ``ray`` holds multipliers of the rows that show it, where the solver gives them.
    """

    solver: str
    status: Status
    value: float
    primal: NDArray[np.float64]
    dual: NDArray[np.float64]
    basis: Basis | None = None
    ray: NDArray[np.float64] | None = None

    def with_factors(self, factors: Factors | None) -> Solution:
        """The same answer, its basis with these factors."""
        return self if self.basis is None else replace(self, basis=replace(self.basis, factors=factors))


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


Doubles = NDArray[np.float64]
_Solve = Callable[[Doubles], tuple[highspy.HighsStatus, Doubles]]


def borrowed_factors(highs: highspy.Highs, basis: Basis, rows: int) -> Factors | None:
    """Solves with tight rows and basic columns by a HiGHS instance that ended at this basis; None where it has none."""
    if not basis.basic_columns or len(basis.basic_columns) != len(basis.tight_rows):
        return None  # HiGHS fails badly when it is asked about a matrix without entries
    status, variables = highs.getBasicVariables()
    if status != highspy.HighsStatus.kOk or len(variables) != rows:
        return None
    structural = np.flatnonzero(variables >= 0)
    places = structural[np.argsort(variables[structural])]  # of the basic columns, in their order
    if variables[places].tolist() != list(basis.basic_columns):
        return None
    tight = np.array(basis.tight_rows, dtype=np.int64)

    def through(solve: _Solve, r: Doubles, into: NDArray[np.int64], out: NDArray[np.int64]) -> Doubles:
        size = float(np.abs(r).max(initial=0.0)) or 1.0  # HiGHS drops what is tiny
        given = np.zeros(rows)
        given[into] = r / size
        done, found = solve(given)
        if done == highspy.HighsStatus.kError:
            raise Unsolved("HiGHS has no factors")
        return np.asarray(found[out] * size)

    return Factors(
        lambda r: through(highs.getBasisSolve, r, tight, places),
        lambda r: through(highs.getBasisTransposeSolve, r, places, tight),
        GAINS[:2] if len(tight) <= SMALL else GAINS[:3],  # our own factors are more accurate, and cheap when small
    )
