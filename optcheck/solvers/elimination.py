"""Exact solution of sparse square systems: cheap pivots first, what stays dense goes to python-flint.

Bases of programs with few entries a row are almost triangular. Short rows and short columns are eliminated in Python,
each step touching few numbers; only the small dense rest needs cubic time. This is the way when doubles do not lead to
the solution: nearly singular systems, and singular ones, which it names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush

from optcheck.exact.numbers import Exact, whole
from optcheck.solvers.factors import Unsolved

__all__ = ["solve_sparse"]

_DENSE = 6  # entries of a row or a column up to which a pivot is looked for in it
_FILL = 36  # entries that one pivot may add at most
_LARGEST = 800  # rows of the dense rest: python-flint cannot be interrupted, and takes minutes beyond
_ROW, _COLUMN = 0, 1


def solve_sparse(
    rows: Sequence[Mapping[int, Exact]], sides: Sequence[Exact], check: Callable[[], None] = lambda: None
) -> list[Exact]:
    """Solve rows @ x = sides exactly, each row a map from column to coefficient.

    ``check`` is called between the steps; what it raises ends the work.

    Raises ZeroDivisionError when the system is singular, Unsolved when too much of it is dense.

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
        """Eliminate by short rows and short columns, the shortest first, while that stays cheap."""
        pivots: list[tuple[int, int]] = []
        queue = [(len(row), _ROW, i) for i, row in enumerate(self.rows)]
        queue += [(len(users), _COLUMN, j) for j, users in self.users.items()]
        heapify(queue)
        while queue and queue[0][0] <= _DENSE:
            size, kind, index = heappop(queue)
            if self._length(kind, index) != size:
                continue
            i, j = self._pivot(kind, index)
            if (len(self.rows[i]) - 1) * (len(self.users[j]) - 1) > _FILL:
                continue
            pivots.append((i, j))
            for touched in self._eliminate(i, j):
                heappush(queue, (len(self.rows[touched]), _ROW, touched))
            for column in self.rows[i]:
                if column in self.users:
                    heappush(queue, (len(self.users[column]), _COLUMN, column))
            check()
        return pivots

    def _length(self, kind: int, index: int) -> int | None:
        """Entries of a row or a column that is left."""
        if kind == _ROW:
            return len(self.rows[index]) if index in self.left else None
        return len(self.users[index]) if index in self.users else None

    def _pivot(self, kind: int, index: int) -> tuple[int, int]:
        """The row and the column of the cheapest pivot in a row or a column."""
        choices = self.rows[index] if kind == _ROW else self.users[index]
        if not choices:
            raise ZeroDivisionError("singular system")
        if kind == _ROW:
            return index, min(choices, key=lambda j: (len(self.users[j]), j))
        return min(choices, key=lambda i: (len(self.rows[i]), i)), index

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
        if len(left) > _LARGEST:
            raise Unsolved(f"a dense rest of {len(left)} rows")
        from flint import fmpq, fmpq_mat  # takes longer to load than most programs take to solve

        def to_flint(value: Fraction) -> fmpq:
            return fmpq(value.numerator, value.denominator)

        table = [to_flint(self.rows[i].get(j, Fraction(0))) for i in left for j in columns]
        right = fmpq_mat(len(left), 1, [to_flint(self.sides[i]) for i in left])
        solved = fmpq_mat(len(left), len(columns), table).solve(right).entries()
        return {j: Fraction(int(value.p), int(value.q)) for j, value in zip(columns, solved, strict=True)}
