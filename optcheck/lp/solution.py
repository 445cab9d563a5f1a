"""What a float solver answers: a hint, never evidence. And scaling by powers of two, undone exactly afterwards.

A basis does not change with the scales of rows and columns; what changes is which differences a solver with absolute
tolerances can see. Powers of two only move the exponents of doubles: no digit is lost either way.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from optcheck.lp.linear_algebra import Factors, balance
from optcheck.lp.program import FloatProgram

Doubles = NDArray[np.float64]


class Status(Enum):
    """What a solver reports, one vocabulary for all of them."""

    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    UNBOUNDED = "unbounded"
    INFEASIBLE_OR_UNBOUNDED = "infeasible or unbounded"
    LIMIT = "stopped at a limit"
    FAILED = "failed"


class Nonbasic(Enum):
    """Where a nonbasic column rests: at a bound, or at zero if it has none."""

    LOWER = "lower"
    UPPER = "upper"
    ZERO = "zero"


@dataclass(frozen=True, slots=True, eq=False)
class Basis:
    """A simplex basis: the basic columns, the tight rows, and where the nonbasic columns rest.

    ``factors`` solve with the tight rows over the basic columns, while the solver that has them is at hand.
    """

    basic_columns: tuple[int, ...]
    tight_rows: tuple[int, ...]
    nonbasic: dict[int, Nonbasic]
    factors: Factors | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A solver's answer in doubles. The row multipliers have the sign convention of certificates.

    At an infeasible program ``ray`` holds multipliers of the rows that show it, where the solver gives them.
    """

    solver: str
    status: Status
    value: float
    primal: Doubles
    dual: Doubles
    basis: Basis | None = None
    ray: Doubles | None = None

    def with_factors(self, factors: Factors | None) -> Solution:
        """The same answer, its basis with these factors."""
        return self if self.basis is None else replace(self, basis=replace(self.basis, factors=factors))


_PASSES = 6
_SPREAD = 2.0**20  # between the largest and the smallest entry; solvers take care of less by themselves
_EXTREME = 2.0**24


@dataclass(frozen=True, slots=True, eq=False)
class Scales:
    """Powers of two: rows and costs are multiplied by theirs, a column of the scaled program is x / columns[j]."""

    rows: Doubles
    columns: Doubles
    objective: float

    def apply(self, program: FloatProgram) -> FloatProgram:
        """The scaled program."""
        row_of = np.repeat(np.arange(len(program.row_lower)), np.diff(program.starts))
        return replace(
            program,
            costs=program.costs * self.columns * self.objective,
            lower=program.lower / self.columns,
            upper=program.upper / self.columns,
            row_lower=program.row_lower * self.rows,
            row_upper=program.row_upper * self.rows,
            values=program.values * self.rows[row_of] * self.columns[program.columns],
        )

    def undo(self, solution: Solution) -> Solution:
        """The answer in the program's own units."""
        primal, dual = solution.primal, solution.dual
        return replace(
            solution,
            value=solution.value / self.objective,
            primal=primal * self.columns if len(primal) == len(self.columns) else primal,
            dual=dual * self.rows / self.objective if len(dual) == len(self.rows) else dual,
            ray=None if solution.ray is None else solution.ray * self.rows,
        ).with_factors(self._factors(solution.basis))

    def _factors(self, basis: Basis | None) -> Factors | None:
        """The factors of the scaled basis as factors of the basis itself."""
        if basis is None or basis.factors is None:
            return None
        return basis.factors.scaled(self.rows[list(basis.tight_rows)], self.columns[list(basis.basic_columns)])


def badly_scaled(program: FloatProgram) -> bool:
    """Whether entries differ so much, or other data are so large or small, that tolerances would hide something."""
    sizes = np.abs(program.values[program.values != 0])
    spread = float(sizes.max() / sizes.min()) if len(sizes) else 1.0
    others = _finite_sizes(program.costs, program.row_lower, program.row_upper, program.lower, program.upper)
    return bool(
        spread > _SPREAD or (len(others) and others.max() > _EXTREME) or (len(sizes) and sizes.max() > _EXTREME)
    )


def _finite_sizes(*arrays: Doubles) -> Doubles:
    sizes = np.abs(np.concatenate(arrays))
    return sizes[np.isfinite(sizes) & (sizes > 0)]


def matrix_scales(program: FloatProgram) -> Scales:
    """Scales that bring the entries near 1, by geometric means; all 1 when the entries are near each other already."""
    left, right = np.zeros(len(program.row_lower)), np.zeros(len(program.costs))
    if badly_scaled(program):
        used = program.values != 0
        rows = np.repeat(np.arange(len(left)), np.diff(program.starts))[used]
        logs = np.log2(np.abs(program.values[used]))
        left, right = balance(rows, program.columns[used], logs, (len(left), len(right)), _PASSES)
    return Scales(np.exp2(np.rint(left)), np.exp2(np.rint(right)), 1.0)


def all_scales(program: FloatProgram) -> Scales:
    """Scales that bring entries, right sides and costs near 1."""
    matrix = matrix_scales(program)
    scaled = matrix.apply(program)
    size = _central_power(_finite_sizes(scaled.row_lower, scaled.row_upper, scaled.lower, scaled.upper))
    cost = _central_power(_finite_sizes(scaled.costs)) * size
    return Scales(matrix.rows / size, matrix.columns * size, 1 / cost)


_EVEN = 20.0  # logarithm of a scale below which a program counts as even already
_MOST_PASSES, _MOST_WORK = 4000, 3e8  # of conjugate gradients, and passes times entries
_CLOSE = 1e-3


def even_scales(program: FloatProgram) -> Scales | None:
    """Scales that bring entries, sides and costs as near to 1 as scales can, by least squares of their logarithms.

    Along a chain of rows small factors multiply to large ones that no row shows by itself: x_(i+1) >= 2 x_i. Centring
    rows and columns in turn would take as many passes as the chain is long; conjugate gradients see the whole of it.
    None where no scale would be large.
    """
    count, width = len(program.row_lower), len(program.costs)
    rows, columns, logs = _logarithms(program)
    left, right = _least_squares(rows, columns, logs, (count + 1, width + 1))
    if max(np.abs(left).max(initial=0.0), np.abs(right).max(initial=0.0)) < _EVEN:
        return None
    size, cost = np.exp2(np.rint(-right[-1])), np.exp2(np.rint(left[-1]))
    scales = np.exp2(np.rint(left[:-1])) / size, np.exp2(np.rint(right[:-1])) * size
    return Scales(*scales, float(cost / size))


def _logarithms(program: FloatProgram) -> tuple[NDArray[np.int64], NDArray[np.int64], Doubles]:
    """Of all entries, of the costs as one more row, and of the sides as one more column."""
    count, width = len(program.row_lower), len(program.costs)
    sides = np.where(np.isfinite(program.row_lower), program.row_lower, program.row_upper)
    sides = np.where(np.isfinite(sides), sides, 0.0)
    rows = [np.repeat(np.arange(count), np.diff(program.starts)), np.full(width, count), np.arange(count)]
    columns = [program.columns.astype(np.int64), np.arange(width), np.full(count, width)]
    values = np.abs(np.concatenate([program.values, program.costs, sides]))
    used = values > 0
    return np.concatenate(rows)[used], np.concatenate(columns)[used], np.log2(values[used])


def _least_squares(
    rows: NDArray[np.int64], columns: NDArray[np.int64], logs: Doubles, shape: tuple[int, int]
) -> tuple[Doubles, Doubles]:
    """Summands of rows and columns that leave the least squares of the logarithms, by conjugate gradients."""

    def gathered(entries: Doubles) -> Doubles:
        parts = np.bincount(rows, entries, shape[0]), np.bincount(columns, entries, shape[1])
        return np.concatenate(parts)

    found = np.zeros(sum(shape))
    rest = -gathered(logs)
    direction, size = rest.copy(), float(rest @ rest)
    enough = _CLOSE**2 * max(size, 1.0)
    for _ in range(int(min(_MOST_PASSES, 3 * sum(shape), _MOST_WORK // max(1, len(logs))))):
        if size <= enough:
            break
        image = gathered(direction[rows] + direction[shape[0] :][columns])
        step = size / float(direction @ image)
        found += step * direction
        rest -= step * image
        size, before = float(rest @ rest), size
        direction = rest + (size / before) * direction
    return found[: shape[0]], found[shape[0] :]


_MOST_CELLS = 10**6  # of the rows over all columns, written out


@dataclass(frozen=True, slots=True, eq=False)
class Rotation:
    """Other coordinates for the free columns, in which these are orthogonal over the rows.

    In powers of x the columns of an approximation are nearly dependent, and no scale mends that. Which rows are tight,
    and the multipliers, do not depend on the coordinates.
    """

    free: NDArray[np.int64]
    triangle: Doubles
    table: Doubles

    @classmethod
    def of(cls, program: FloatProgram) -> Rotation | None:
        """None where there are fewer than two free columns, fewer rows than these, or too many cells."""
        free = np.flatnonzero(np.isinf(program.lower) & np.isinf(program.upper))
        shape = len(program.row_lower), len(program.costs)
        if not 2 <= len(free) <= shape[0] or shape[0] * shape[1] > _MOST_CELLS:
            return None
        table = np.zeros(shape)
        np.add.at(table, (np.repeat(np.arange(shape[0]), np.diff(program.starts)), program.columns), program.values)
        size = np.sqrt(shape[0])  # entries near 1
        table[:, free], triangle = np.linalg.qr(table[:, free])
        table[:, free] *= size
        return cls(free, triangle / size, table)

    def apply(self, program: FloatProgram) -> FloatProgram:
        """The program in these coordinates."""
        count, width = self.table.shape
        costs = program.costs.copy()
        costs[self.free] = np.linalg.solve(self.triangle.T, costs[self.free])
        columns = np.tile(np.arange(width, dtype=np.int32), count)
        return replace(
            program, costs=costs, starts=np.arange(count + 1) * width, columns=columns, values=self.table.ravel()
        )

    def undo(self, solution: Solution) -> Solution:
        """The answer in the program's own coordinates."""
        primal = solution.primal.copy()
        if len(primal) == self.table.shape[1]:
            primal[self.free] = np.linalg.solve(self.triangle, primal[self.free])
        return replace(solution, primal=primal).with_factors(None)


def _central_power(sizes: Doubles) -> float:
    """The power of two nearest to the geometric mean."""
    return float(np.exp2(np.rint(np.log2(sizes).mean()))) if len(sizes) else 1.0
