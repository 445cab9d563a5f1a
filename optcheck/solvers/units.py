"""Units in which the numbers of a square integer matrix are near each other: exact, and still integers.

Digits are found for all unknowns at once, so unknowns that differ by many orders of magnitude cost digits. Each gets a
power of ten (of two, for data in binary) as its unit, and each row is divided by the greatest common divisor that is
left: a program that was only written in odd units has its plain integers back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import gcd, log2

import numpy as np
from numpy.typing import NDArray

from optcheck.exact.numbers import Exact, common_multiple
from optcheck.exact.ratios import Ratios, over_one_denominator
from optcheck.solvers.factors import Solve
from optcheck.solvers.lifting import IntegerMatrix

__all__ = ["Units", "in_units"]

_PASSES = 4
_FAR = 1e9


@dataclass(frozen=True, slots=True)
class Units:
    """A square system in units of its own: diag(rows) @ matrix @ diag(columns) is denominator times an integer one."""

    rows: list[int]
    columns: list[int]
    denominator: int
    inner: IntegerMatrix

    def solve(
        self, approximate: Solve, gains: Sequence[int], sides: Sequence[Exact], check: Callable[[], None]
    ) -> Ratios:
        """The x with matrix @ x = sides, from approximate solutions with the matrix itself."""
        given = over_one_denominator(sides)
        scaled = [factor * side for factor, side in zip(self.rows, given.numerators, strict=True)]
        divisor = gcd(*scaled)
        if not divisor:
            return Ratios([0] * len(scaled), 1)
        rows, columns = np.array(self.rows, dtype=np.float64), np.array(self.columns, dtype=np.float64)
        rows /= float(self.denominator)
        whole = [side // divisor for side in scaled]
        found = self.inner.solve(lambda r: approximate(r / rows) / columns, gains, whole, check)
        tops = [divisor * unit * top for unit, top in zip(self.columns, found.numerators, strict=True)]
        return Ratios(tops, found.denominator * self.denominator * given.denominator)


def in_units(starts: list[int], columns: list[int], values: list[int], base: int) -> Units:
    """A matrix by rows, none of them empty, in good units."""
    exponents = _exponents(np.array(starts), np.array(columns, dtype=np.int64), values, base)
    powers = [base**k for k in range(max(exponents, default=0) + 1)]
    found, leasts, divisors = list[int](), list[int](), list[int]()
    for start, stop in pairwise(starts):
        steps, row = [exponents[j] for j in columns[start:stop]], values[start:stop]
        least = min(steps)
        if max(steps) > least:
            row = [value * powers[step - least] for value, step in zip(row, steps, strict=True)]
        divisor = gcd(*row)
        found += row if divisor == 1 else [value // divisor for value in row]
        leasts.append(least)
        divisors.append(divisor)
    most, common = max(leasts, default=0), common_multiple(divisors)
    rows = [powers[most - k] * (common // divisor) for k, divisor in zip(leasts, divisors, strict=True)]
    units = [powers[exponent] for exponent in exponents]
    return Units(rows, units, powers[most] * common, IntegerMatrix(starts, columns, found))


def _exponents(starts: NDArray[np.int64], columns: NDArray[np.int64], values: list[int], base: int) -> list[int]:
    """Exponents of the columns' units, the least 0: midway between a column's largest and its smallest entry."""
    size = len(starts) - 1
    logs = np.array([value.bit_length() for value in values], dtype=np.float64) / log2(base)
    rows = np.repeat(np.arange(size), np.diff(starts))
    left, right = np.zeros(size), np.zeros(size)
    for _ in range(_PASSES):
        left = -_middle(rows, logs + right[columns], size)
        right = -_middle(columns, logs + left[rows], size)
    rounded = np.rint(right).astype(np.int64)
    return list((rounded - rounded.min(initial=0)).tolist())


def _middle(places: NDArray[np.int64], logs: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    high, low = np.full(count, -_FAR), np.full(count, _FAR)
    np.maximum.at(high, places, logs)
    np.minimum.at(low, places, logs)
    return np.asarray((high + low) / 2)
