"""A square integer system solved exactly in both directions: by lifting from factors in doubles, or by elimination."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise

import numpy as np

from optcheck.exact.numbers import Exact
from optcheck.exact.ratios import Ratios, over_one_denominator
from optcheck.solvers.factors import Factors, Solve, Unsolved, factored
from optcheck.solvers.units import Units, in_units

__all__ = ["Matrix", "SquareSystem"]

Matrix = tuple[list[int], list[int], list[int]]  # starts, columns, values by rows


class SquareSystem:
    """A matrix by rows. ZeroDivisionError when it is singular.

    ``base`` is that of the units: 10 for decimal data, 2 for binary. Factors that somebody has are tried before ours.
    """

    def __init__(
        self, by_rows: Matrix, base: int, check: Callable[[], None], given: Callable[[], Factors | None] = lambda: None
    ) -> None:
        self._by_rows, self._base, self._check = by_rows, base, check
        self._by_columns = _turned(*by_rows)
        for starts, _, _ in (self._by_rows, self._by_columns):
            if any(start == stop for start, stop in pairwise(starts)):
                raise ZeroDivisionError("a row or a column without entries")
        self._untried = self._factorings(given)
        self._factors = next(self._untried, None)

    def _factorings(self, given: Callable[[], Factors | None]) -> Iterator[Factors]:
        """Factors in doubles: first those that are given, then our own."""
        try:
            known = given()
            if known is not None:
                yield known
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
        self, matrix: Matrix, sides: Sequence[Exact], direction: Callable[[Factors], tuple[Units, Solve]]
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
        rows = [_summed(columns[a:b], values[a:b]) for a, b in pairwise(starts)]
        whole = over_one_denominator(sides)
        found = over_one_denominator(solve_sparse(rows, list(whole.numerators), self._check))
        return Ratios(found.numerators, found.denominator * whole.denominator)


def _turned(starts: list[int], columns: list[int], values: list[int]) -> Matrix:
    """The transpose."""
    places = np.array(columns, dtype=np.int64)
    order = np.argsort(places, kind="stable")
    counts = np.bincount(places, minlength=len(starts) - 1)
    row_of = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    return np.append(0, np.cumsum(counts)).tolist(), row_of[order].tolist(), [values[k] for k in order.tolist()]


def _summed(columns: list[int], values: list[int]) -> dict[int, Exact]:
    row: dict[int, Exact] = {}
    for j, a in zip(columns, values, strict=True):
        row[j] = row.get(j, 0) + a
    return row
