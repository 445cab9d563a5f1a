"""Columns and rows of the inverse of a square system, exactly: all at once where it is small, one by one where not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from flint import fmpq, fmpq_mat

from optcheck.exact.numbers import Exact, common_denominator, whole
from optcheck.exact.ratios import Ratios
from optcheck.solvers.square_system import SquareSystem

__all__ = ["Inverse"]

_AT_ONCE = 400  # rows up to which python-flint inverts the whole in seconds; it cannot be stopped meanwhile


class Inverse:
    """The inverse of a sparse square matrix whose rows map column to coefficient. ZeroDivisionError: there is none."""

    def __init__(self, rows: Sequence[Mapping[int, Exact]], check: Callable[[], None] = lambda: None) -> None:
        self._rows, self._check = rows, check
        self._scales = [common_denominator(row.values()) for row in rows]
        self._columns: dict[int, Sequence[Exact]] = {}
        self._known = self._invert() if len(rows) <= _AT_ONCE else None

    def _invert(self) -> list[list[Exact]]:
        size = len(self._rows)
        if not size:
            return []
        table = [_to_flint(row.get(j, 0)) for row in self._rows for j in range(size)]
        entries = [whole(Fraction(int(a.p), int(a.q))) for a in fmpq_mat(size, size, table).inv().entries()]
        return [entries[size * i : size * (i + 1)] for i in range(size)]

    @cached_property
    def _system(self) -> SquareSystem:
        """The rows, each times its scale, factored once for all right sides."""
        starts, columns, values = [0], list[int](), list[int]()
        for row, scale in zip(self._rows, self._scales, strict=True):
            for j, a in row.items():
                if a:
                    columns.append(j)
                    values.append(a.numerator * (scale // a.denominator))
            starts.append(len(columns))
        base = 2 if all(scale % 5 for scale in self._scales) else 10
        return SquareSystem((starts, columns, values), base, self._check)

    def column(self, place: int) -> Sequence[Exact]:
        """The solution for a unit right side."""
        if place not in self._columns:
            self._columns[place] = (
                [row[place] for row in self._known]
                if self._known is not None
                else self._system.solve(_unit(len(self._rows), place, self._scales[place]))
            )
        return self._columns[place]

    def row(self, place: int) -> Sequence[Exact]:
        """The solution of the transposed system for a unit right side."""
        if self._known is not None:
            return self._known[place]
        found = self._system.solve_transposed(_unit(len(self._rows), place, 1))
        tops = [top * scale for top, scale in zip(found.numerators, self._scales, strict=True)]
        return Ratios(tops, found.denominator)


def _unit(length: int, place: int, value: int) -> list[Exact]:
    return [value if k == place else 0 for k in range(length)]


def _to_flint(value: Exact) -> fmpq:
    return fmpq(value.numerator, value.denominator)
