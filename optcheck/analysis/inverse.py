"""Columns and rows of the inverse of a square system, exactly: all at once where it is small, one by one where not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from flint import fmpq, fmpq_mat

from optcheck.exact.numbers import Exact, whole
from optcheck.solvers.elimination import solve_sparse

__all__ = ["Inverse"]

_AT_ONCE = 400  # rows up to which python-flint inverts the whole in seconds; it cannot be stopped meanwhile


class Inverse:
    """The inverse of a sparse square matrix whose rows map column to coefficient."""

    def __init__(self, rows: Sequence[Mapping[int, Exact]], check: Callable[[], None] = lambda: None) -> None:
        self._rows, self._check = rows, check
        self._turned: list[dict[int, Exact]] = [{} for _ in rows]
        for i, row in enumerate(rows):
            for j, a in row.items():
                self._turned[j][i] = a
        self._columns: dict[int, list[Exact]] = {}
        self._known = self._invert() if len(rows) <= _AT_ONCE else None

    def _invert(self) -> list[list[Exact]]:
        size = len(self._rows)
        if not size:
            return []
        table = [_to_flint(row.get(j, 0)) for row in self._rows for j in range(size)]
        entries = [whole(Fraction(int(a.p), int(a.q))) for a in fmpq_mat(size, size, table).inv().entries()]
        return [entries[size * i : size * (i + 1)] for i in range(size)]

    def column(self, place: int) -> list[Exact]:
        """The solution for a unit right side."""
        if place not in self._columns:
            self._columns[place] = (
                [row[place] for row in self._known]
                if self._known is not None
                else solve_sparse(self._rows, _unit(len(self._rows), place), self._check)
            )
        return self._columns[place]

    def row(self, place: int) -> list[Exact]:
        """The solution of the transposed system for a unit right side."""
        if self._known is not None:
            return self._known[place]
        return solve_sparse(self._turned, _unit(len(self._rows), place), self._check)


def _unit(length: int, place: int) -> list[Exact]:
    return [1 if k == place else 0 for k in range(length)]


def _to_flint(value: Exact) -> fmpq:
    return fmpq(value.numerator, value.denominator)
