"""The square system of a basis in integers, tight rows over basic columns, solved exactly in both directions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise

import numpy as np

from optcheck.exact.numbers import Exact
from optcheck.exact.ratios import Ratios, over_one_denominator
from optcheck.solvers.factors import Factors, Solve, Unsolved, factored
from optcheck.solvers.problem import Problem
from optcheck.solvers.solution import Basis
from optcheck.solvers.units import Units, in_units

__all__ = ["BasisSystem"]

_Matrix = tuple[list[int], list[int], list[int]]  # starts, columns, values by rows


class BasisSystem:
    """Rows times their multipliers, restricted to the basic columns. ZeroDivisionError when it is singular."""

    def __init__(self, problem: Problem, basis: Basis) -> None:
        if len(basis.basic_columns) != len(basis.tight_rows):
            raise ZeroDivisionError("a basis has as many tight rows as basic columns")
        self._check = problem.run.check
        self._by_rows = _restricted(problem, basis)
        self._by_columns = _turned(*self._by_rows)
        for starts, _, _ in (self._by_rows, self._by_columns):
            if any(start == stop for start, stop in pairwise(starts)):
                raise ZeroDivisionError("a row or a column without entries")
        self._base = 2 if all(problem.integers.multipliers[i] % 5 for i in basis.tight_rows) else 10
        self._untried = self._factorings(problem, basis)
        self._factors = next(self._untried, None)

    def _factorings(self, problem: Problem, basis: Basis) -> Iterator[Factors]:
        """Factors in doubles: first those that the solver has, then our own."""
        try:
            if basis.factors is not None:
                multipliers = np.array([problem.integers.multipliers[i] for i in basis.tight_rows], dtype=np.float64)
                yield basis.factors.scaled(1 / multipliers, np.ones(len(multipliers)))
            starts, columns, values = self._by_rows
            yield factored(np.array(starts), np.array(columns, dtype=np.int64), values)
        except (Unsolved, OverflowError):
            return

    @cached_property
    def _rows(self) -> Units:
        return in_units(*self._by_rows, self._base)

    @cached_property
    def _columns(self) -> Units:
        return in_units(*self._by_columns, self._base)

    def solve(self, sides: Sequence[Exact]) -> Ratios:
        """The x with matrix @ x = sides."""
        return self._solve(self._by_rows, sides, lambda factors: (self._rows, factors.solve))

    def solve_transposed(self, sides: Sequence[Exact]) -> Ratios:
        """The y with y @ matrix = sides."""
        return self._solve(self._by_columns, sides, lambda factors: (self._columns, factors.solve_transposed))

    def _solve(
        self, matrix: _Matrix, sides: Sequence[Exact], direction: Callable[[Factors], tuple[Units, Solve]]
    ) -> Ratios:
        """By lifting; factors that do not lead to the solution are given up for the next ones; at last exactly."""
        while self._factors is not None:
            try:
                units, approximate = direction(self._factors)
                return units.solve(approximate, self._factors.gains, sides, self._check)
            except (Unsolved, OverflowError):
                self._factors = next(self._untried, None)
        from optcheck.solvers.elimination import solve_sparse  # seldom needed

        starts, columns, values = matrix
        rows = [dict[int, Exact](zip(columns[a:b], values[a:b], strict=True)) for a, b in pairwise(starts)]
        whole = over_one_denominator(sides)
        found = over_one_denominator(solve_sparse(rows, list(whole.numerators), self._check))
        return Ratios(found.numerators, found.denominator * whole.denominator)


def _turned(starts: list[int], columns: list[int], values: list[int]) -> _Matrix:
    """The transpose."""
    places = np.array(columns, dtype=np.int64)
    order = np.argsort(places, kind="stable")
    counts = np.bincount(places, minlength=len(starts) - 1)
    row_of = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    return np.append(0, np.cumsum(counts)).tolist(), row_of[order].tolist(), [values[k] for k in order.tolist()]


def _restricted(problem: Problem, basis: Basis) -> _Matrix:
    """Starts, columns and values of the tight rows over the basic columns, numbered in their order."""
    rows, matrix = problem.integers, problem.program.rows
    places = np.full(len(problem.program.costs), -1, dtype=np.int64)
    places[list(basis.basic_columns)] = np.arange(len(basis.basic_columns))
    tight = np.array(basis.tight_rows, dtype=np.int64)
    order = np.full(matrix.count, -1, dtype=np.int64)
    order[tight] = np.arange(len(tight))
    row_of = order[np.repeat(np.arange(matrix.count), np.diff(matrix.starts))]
    chosen = np.flatnonzero((row_of >= 0) & (places[matrix.columns] >= 0) & problem.nonzero)
    counts = np.bincount(row_of[chosen], minlength=len(tight))
    chosen = chosen[np.argsort(row_of[chosen], kind="stable")]
    values = rows.values
    starts = np.append(0, np.cumsum(counts)).tolist()
    return starts, places[matrix.columns[chosen]].tolist(), [values[k] for k in chosen.tolist()]
