"""From a float basis to an exact optimum: two square systems in rationals, then the signs and the rows that decide.

Nothing here is trusted: what comes out is confirmed by the checker. The float filter only chooses which rows are
looked at exactly; a wrong choice makes the checker reject, never a wrong answer pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from optcheck.exact.numbers import Exact, common_denominator, whole
from optcheck.exact.program import FloatProgram, LinearProgram, Optimal
from optcheck.solvers.elimination import solve_sparse
from optcheck.solvers.run import Run
from optcheck.solvers.solution import Basis, Place

__all__ = ["optimum_of_basis"]

_NEAR = 1e-6  # rows with less relative slack than this are compared exactly


def optimum_of_basis(program: LinearProgram, floats: FloatProgram, basis: Basis, run: Run) -> Optimal | None:
    """The exact optimum that the basis defines, or None when the basis is not exactly optimal."""
    if len(basis.basic_columns) != len(basis.tight_rows):
        return None
    rows = [dict(program.rows.row(i)) for i in basis.tight_rows]
    try:
        primal = _primal(program, basis, rows, run)
        dual = _dual(program, basis, rows, run)
    except ZeroDivisionError:
        return None
    if not _dual_signs_fit(program, basis, rows, dual):
        return None
    if not (_within_bounds(program, primal) and _rows_hold(program, floats, primal)):
        return None
    value = whole(sum((c * x for c, x in zip(program.costs, primal, strict=True) if c and x), start=0))
    multipliers = {i: y for i, y in zip(basis.tight_rows, dual, strict=True) if y}
    return Optimal(value, tuple(primal), multipliers)


def _primal(program: LinearProgram, basis: Basis, rows: Sequence[Mapping[int, Exact]], run: Run) -> list[Exact]:
    point: list[Exact] = [0] * len(program.costs)
    for column, place in basis.places.items():
        point[column] = _resting_value(program, column, place)
    sides = [
        program.rhs[i] - sum(a * point[j] for j, a in row.items() if point[j])
        for i, row in zip(basis.tight_rows, rows, strict=True)
    ]
    place_of = {column: place for place, column in enumerate(basis.basic_columns)}
    system = [{place_of[j]: a for j, a in row.items() if j in place_of} for row in rows]
    for column, value in zip(basis.basic_columns, solve_sparse(system, sides, run.check), strict=True):
        point[column] = value
    return point


def _resting_value(program: LinearProgram, column: int, place: Place) -> Exact:
    bound = program.lower[column] if place is Place.LOWER else program.upper[column]
    return 0 if place is Place.ZERO or bound is None else bound


def _dual(program: LinearProgram, basis: Basis, rows: Sequence[Mapping[int, Exact]], run: Run) -> list[Exact]:
    transposed: dict[int, dict[int, Exact]] = {column: {} for column in basis.basic_columns}
    for place, row in enumerate(rows):
        for j, a in row.items():
            if j in transposed:
                transposed[j][place] = a
    return solve_sparse(list(transposed.values()), [program.costs[j] for j in basis.basic_columns], run.check)


def _dual_signs_fit(
    program: LinearProgram, basis: Basis, rows: Sequence[Mapping[int, Exact]], dual: Sequence[Exact]
) -> bool:
    reduced = list(program.costs)
    for i, row, y in zip(basis.tight_rows, rows, dual, strict=True):
        if program.sign * y * int(program.relations[i]) < 0:
            return False
        if y:
            for j, a in row.items():
                reduced[j] -= y * a
    return all(
        d == 0 or (program.lower if program.sign * d > 0 else program.upper)[j] == _value_at(program, basis, j)
        for j, d in enumerate(reduced)
    )


def _value_at(program: LinearProgram, basis: Basis, column: int) -> Exact | None:
    place = basis.places.get(column)
    return None if place is None else _resting_value(program, column, place)


def _within_bounds(program: LinearProgram, point: Iterable[Exact]) -> bool:
    return all(
        (low is None or low <= x) and (high is None or x <= high)
        for low, x, high in zip(program.lower, point, program.upper, strict=True)
    )


def _rows_hold(program: LinearProgram, floats: FloatProgram, point: Sequence[Exact]) -> bool:
    suspects = _suspects(floats, np.array([float(x) for x in point], dtype=np.float64))
    scale = common_denominator(point)
    activities = _activities(program, suspects, [int(x * scale) for x in point])
    sides = _scaled(program.rhs[suspects].tolist(), scale)
    relations = program.relations[suspects].tolist()
    return all(
        (a >= b if relation > 0 else a <= b if relation < 0 else a == b)
        for a, relation, b in zip(activities, relations, sides, strict=True)
    )


def _suspects(floats: FloatProgram, point: NDArray[np.float64]) -> NDArray[np.int64]:
    """Rows that doubles show as violated, or as closer to their bound than a wide margin of rounding error."""
    shape = (len(floats.row_lower), len(point))
    matrix = csr_matrix((floats.values, floats.columns, floats.starts), shape=shape)
    activity, size = matrix @ point, abs(matrix) @ abs(point)
    slack = np.minimum(activity - floats.row_lower, floats.row_upper - activity)
    return np.flatnonzero(~(slack > _NEAR * size))


def _activities(program: LinearProgram, rows: NDArray[np.int64], point: list[int]) -> list[Exact]:
    """Exact row sums; in machine integers where these provably cannot overflow."""
    values = program.rows.values
    if values.dtype == np.int64 and len(values):
        size = int(np.abs(values).max()) * max((abs(x) for x in point), default=0) * len(point)
        if size < 2**62:
            shape = (program.rows.count, len(point))
            matrix = csr_matrix((values, program.rows.columns, program.rows.starts), shape=shape, copy=True)
            return list((matrix[rows] @ np.array(point, dtype=np.int64)).tolist())
    return [sum(a * point[j] for j, a in program.rows.row(i)) for i in rows.tolist()]


def _scaled(sides: Sequence[Exact], scale: int) -> list[Exact]:
    """Right sides times the scale. Families repeat the same few objects, so each is multiplied once."""
    known: dict[int, Exact] = {}
    for side in sides:
        if id(side) not in known:
            known[id(side)] = whole(side * scale)
    return [known[id(side)] for side in sides]
