"""Exact solution of sparse square systems: cheap pivots first, what stays dense goes to python-flint.

Bases of programs with few entries a row are almost triangular. Rows and columns with one or two entries are eliminated
in Python, each step touching few numbers; only the small dense rest needs cubic time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush

from flint import fmpq, fmpq_mat

from optcheck.exact.numbers import Exact, whole

__all__ = ["solve_sparse"]

_DENSE = 6  # a pivot whose row and column have more entries than this would fill in too much


def solve_sparse(
    rows: Sequence[Mapping[int, Exact]], sides: Sequence[Exact], check: Callable[[], None] = lambda: None
) -> list[Exact]:
    """Solve rows @ x = sides exactly, each row a map from column to coefficient.

    ``check`` is called between the steps; what it raises ends the work.

    Raises ZeroDivisionError when the system is singular.

    >>> solve_sparse([{0: 2}, {0: 1, 1: 3}], [1, 2])
    [Fraction(1, 2), Fraction(1, 2)]
    """
    elimination = _Elimination(rows, sides)
    pivots = elimination.cheap_pivots(check)
    values = elimination.dense_rest()
    for row, column in reversed(pivots):
        entries = elimination.rows[row]
        known = sum((a * values[j] for j, a in entries.items() if j != column), start=Fraction(0))
        values[column] = (elimination.sides[row] - known) / entries[column]
    return [whole(values[column]) for column in range(len(rows))]


class _Elimination:
    """A system under elimination: the rows that are left, and which of them use a column."""

    def __init__(self, rows: Sequence[Mapping[int, Exact]], sides: Sequence[Exact]) -> None:
        self.rows = [{j: Fraction(a) for j, a in row.items() if a} for row in rows]
        self.sides = [Fraction(side) for side in sides]
        self.left = set(range(len(rows)))
        self.users: dict[int, set[int]] = {column: set() for column in range(len(rows))}
        for i, row in enumerate(self.rows):
            for j in row:
                self.users[j].add(i)

    def cheap_pivots(self, check: Callable[[], None]) -> list[tuple[int, int]]:
        """Eliminate shortest rows first, each by its least used column, while that stays cheap."""
        pivots: list[tuple[int, int]] = []
        queue = [(len(self.rows[i]), i) for i in self.left]
        heapify(queue)
        while queue and queue[0][0] <= _DENSE:
            size, i = heappop(queue)
            if i not in self.left or size != len(self.rows[i]):
                continue
            if not size:
                raise ZeroDivisionError("singular system")
            column = min(self.rows[i], key=lambda j: (len(self.users[j]), j))
            if size > 1 and len(self.users[column]) > _DENSE:
                continue
            for touched in self._eliminate(i, column):
                heappush(queue, (len(self.rows[touched]), touched))
            pivots.append((i, column))
            check()
        return pivots

    def _eliminate(self, pivot: int, column: int) -> list[int]:
        """Remove the column from all other rows; returns these rows."""
        self.left.discard(pivot)
        row, side = self.rows[pivot], self.sides[pivot]
        for j in row:
            self.users[j].discard(pivot)
        touched = list(self.users.pop(column))
        for i in touched:
            factor = self.rows[i].pop(column) / row[column]
            self.sides[i] -= factor * side
            for j, a in row.items():
                if j != column:
                    self._subtract(i, j, factor * a)
        return touched

    def _subtract(self, i: int, j: int, amount: Fraction) -> None:
        rest = self.rows[i].get(j, Fraction(0)) - amount
        if rest:
            self.rows[i][j] = rest
            self.users[j].add(i)
        else:
            self.rows[i].pop(j, None)
            self.users[j].discard(i)

    def dense_rest(self) -> dict[int, Fraction]:
        """Solve what is left in python-flint; the rows left use only columns that are left."""
        left, columns = sorted(self.left), sorted(self.users)
        if not left:
            return {}
        table = [_to_flint(self.rows[i].get(j, Fraction(0))) for i in left for j in columns]
        right = fmpq_mat(len(left), 1, [_to_flint(self.sides[i]) for i in left])
        solved = fmpq_mat(len(left), len(columns), table).solve(right).entries()
        return {j: Fraction(int(value.p), int(value.q)) for j, value in zip(columns, solved, strict=True)}


def _to_flint(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)
