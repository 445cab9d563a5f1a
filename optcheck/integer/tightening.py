"""Tighter column bounds by single rows, exactly, each with the two steps that prove it.

A bound that a row implies is a split one side of which that row closes alone. Integer columns are rounded; a continuous
column gets a bound a little weaker than implied, a short number, and only where it had none or gains much: bounds on
all columns make it possible to close leaves with rounded multipliers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor

from optcheck.checker.families.integer_program import Row
from optcheck.exact.numbers import Exact, to_json
from optcheck.integer.program import Step

__all__ = ["Bounds"]

_MOST = 10**12  # no bound beyond this size is derived
_VISITS = 12  # to a row


@dataclass(slots=True)
class Bounds:
    """Exact column bounds at the root; steps that lead to them, and those that come after the rest of the proof."""

    lower: list[Exact | None]
    upper: list[Exact | None]
    integers: frozenset[int]
    opening: list[Step] = field(default_factory=list)
    closing: list[Step] = field(default_factory=list)
    contradiction: Step | None = None

    def tighten(self, rows: Sequence[Row], cutoff: Row | None, check: Callable[[], None]) -> None:
        """Visit rows until nothing changes (much); a contradiction is kept as the leaf that closes everything."""
        numbered = [*enumerate(rows), *([] if cutoff is None else [(-1, cutoff)])]
        at = _rows_of_columns(numbered)
        waiting = deque(numbered)
        queued, visits = {index for index, _ in numbered}, dict[int, int]()
        while waiting and self.contradiction is None:
            index, row = waiting.popleft()
            queued.discard(index)
            visits[index] = visits.get(index, 0) + 1
            check()
            for sign in (1, -1) if row.equation else (1,):
                for column in self._visit(index, row, sign):
                    for other in at[column]:
                        if other[0] not in queued and visits.get(other[0], 0) < _VISITS:
                            queued.add(other[0])
                            waiting.append(other)

    def _visit(self, index: int, row: Row, sign: int) -> list[int]:
        """Columns whose bounds the row tightens: the other columns at most leave so much."""
        most, infinite = self._most(row, sign)
        side, changed = sign * row.side, list[int]()
        if infinite > 1 or self.contradiction is not None:
            return changed
        if infinite == 0 and most < side:
            self.contradiction = {"rows": [index], "by": [sign]}
            return changed
        for column, factor in zip(row.columns, row.factors, strict=True):
            factor *= sign
            own = self.upper[column] if factor > 0 else self.lower[column]
            if factor and not (infinite and own is not None):
                rest = most if own is None else most - factor * own
                if self._imply(column, factor > 0, Fraction(side - rest) / factor, {"rows": [index], "by": [sign]}):
                    changed.append(column)
                    most, infinite = self._most(row, sign)
                if self.contradiction is not None:
                    break
        return changed

    def _most(self, row: Row, sign: int) -> tuple[Exact, int]:
        """The most that the row's left side can be, without its infinite terms, and how many they are."""
        most: Exact = 0
        infinite = 0
        for column, factor in zip(row.columns, row.factors, strict=True):
            bound = self.upper[column] if sign * factor > 0 else self.lower[column]
            if bound is None:
                infinite += factor != 0
            elif bound:
                most += sign * factor * bound
        return most, infinite

    def _imply(self, column: int, below: bool, implied: Fraction, leaf: Step) -> bool:
        """Put a lower (``below``) or an upper bound in place, if it is worth it; whether it is."""
        if abs(implied) > _MOST:
            return False
        low, high = self.lower[column], self.upper[column]
        if column in self.integers:
            value: Exact = ceil(implied) if below else floor(implied)
            better = (low is None or value > low) if below else (high is None or value < high)
            other = value - 1 if below else value + 1
        else:
            value = other = _weaker(implied, below)
            better = _gains(value, low, high, below)
        if better:
            self.put(column, below, value, other, leaf)
        return better

    def put(self, column: int, below: bool, value: Exact, other: Exact, leaf: Step) -> None:
        """A new bound: the split, and the leaf that closes what is on the other side of it."""
        if below:
            self.opening += [{"split": [column, to_json(other), to_json(value)]}, leaf]
            self.lower[column] = value
        else:
            self.opening.append({"split": [column, to_json(value), to_json(other)]})
            self.closing.append(leaf)
            self.upper[column] = value
        low, high = self.lower[column], self.upper[column]
        if low is not None and high is not None and low > high:
            self.contradiction = {"empty": column}


def _rows_of_columns(rows: Sequence[tuple[int, Row]]) -> dict[int, list[tuple[int, Row]]]:
    at: dict[int, list[tuple[int, Row]]] = {}
    for numbered in rows:
        for column in numbered[1].columns:
            at.setdefault(column, []).append(numbered)
    return at


def _weaker(implied: Fraction, below: bool) -> Exact:
    """A short number strictly beyond an implied bound."""
    unit = 1 if abs(implied) >= 1000 else 1000
    return _reduced(Fraction(ceil(implied * unit) - 1 if below else floor(implied * unit) + 1, unit))


def _reduced(value: Fraction) -> Exact:
    return value.numerator if value.denominator == 1 else value


def _gains(value: Exact, low: Exact | None, high: Exact | None, below: bool) -> bool:
    """Whether a continuous column had no bound on this side, or loses a good part of its width."""
    old = low if below else high
    if old is None:
        return True
    if low is None or high is None:
        return False
    return (value - low if below else high - value) * 4 > high - low > 0
