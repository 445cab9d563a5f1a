"""Exact solution of square integer systems from a factorisation in doubles.

Each round solves for the exact residual in doubles, keeps the leading bits of the correction as a digit, and updates
the residual without error; after enough rounds the digits single out the rational solution (Wan's method). The residual
is small by construction, so machine integers that wrap around hold it exactly. Whatever comes out is multiplied back:
a matrix too ill-conditioned for doubles ends in an error, never in a wrong solution.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import gcd

import numpy as np
from numpy.typing import NDArray

from optcheck.exact.ratios import Ratios
from optcheck.solvers.factors import Solve, Unsolved
from optcheck.solvers.reconstruction import Expansion

__all__ = ["IntegerMatrix"]

_STRAY = 2.0**12  # corrections stay near 1 as long as the rounds converge
_WIDE = 2.0**55  # a row whose entries add up to more does not keep its residuals within 64 bits
_BEYOND = 200  # bits beyond what the solution can need before the digits are taken for nonsense


class IntegerMatrix:
    """A square integer matrix by rows, none of them empty.

    It multiplies in machine words where these suffice, in Python's integers otherwise.
    """

    def __init__(self, starts: list[int], columns: list[int], values: list[int]) -> None:
        self._starts, self._columns, self._values = starts, columns, values
        self._places, self._firsts = np.array(columns, dtype=np.int64), np.array(starts[:-1], dtype=np.int64)
        self.digits = sum(sum(map(abs, values[a:b])).bit_length() for a, b in pairwise(starts))  # of any determinant
        words = _machine_words(values)
        self.narrow = words is not None and bool(
            np.add.reduceat(np.abs(words.astype(np.float64)), self._firsts).max(initial=0.0) < _WIDE
        )
        if self.narrow and words is not None:
            self._words = words.view(np.uint64)

    def solve(self, approximate: Solve, gains: Sequence[int], sides: list[int], check: Callable[[], None]) -> Ratios:
        """The x with matrix @ x = sides, from approximate solutions; Unsolved where these are not good enough."""
        return _lift(self, approximate, gains, sides, check)

    def times(self, vector: Sequence[int]) -> list[int]:
        """The exact product, in integers of any size."""
        products = [a * vector[j] for a, j in zip(self._values, self._columns, strict=True)]
        return [sum(products[start:stop]) for start, stop in pairwise(self._starts)]

    def residual(self, before: NDArray[np.int64], size: int, digits: NDArray[np.int64]) -> NDArray[np.int64]:
        """before * 2^size - matrix @ digits. Wrapping around is harmless: the result itself fits."""
        if self.narrow:
            products = self._words * digits.view(np.uint64)[self._places]
            new = (before.view(np.uint64) << np.uint64(size)) - np.add.reduceat(products, self._firsts)
            return np.asarray(new).view(np.int64)
        product = self.times(digits.tolist())
        return np.array([(r << size) - p for r, p in zip(before.tolist(), product, strict=True)], dtype=object)


def _machine_words(values: list[int]) -> NDArray[np.int64] | None:
    try:
        return np.array(values, dtype=np.int64)
    except OverflowError:
        return None


def _lift(
    matrix: IntegerMatrix, solve: Solve, gains: Sequence[int], sides: list[int], check: Callable[[], None]
) -> Ratios:
    divisor = gcd(*sides) or 1
    sides = [side // divisor for side in sides]
    whole, residual = _whole_part(matrix, solve, sides)
    for size in gains:
        found = _expand(matrix, solve, sides, whole, residual, size, check)
        if found is not None:
            return Ratios([divisor * numerator for numerator in found.numerators], found.denominator)
    raise Unsolved("the rounds do not converge")


def _whole_part(matrix: IntegerMatrix, solve: Solve, sides: list[int]) -> tuple[list[int], NDArray[np.int64]]:
    """Integers near the solution, and what they leave of the right side."""
    whole, rest = [0] * len(sides), sides
    for _ in range(64):
        step = _doubles(solve, rest)
        if np.abs(step, out=step.copy()).max(initial=0.0) < 1:
            word = np.int64 if matrix.narrow else object
            return whole, np.array(rest, dtype=word)
        whole = [x + int(d) for x, d in zip(whole, np.rint(step).tolist(), strict=True)]
        rest = [side - product for side, product in zip(sides, matrix.times(whole), strict=True)]
    raise Unsolved("the whole parts do not settle")


def _doubles(solve: Solve, residual: Sequence[int] | NDArray[np.int64]) -> NDArray[np.float64]:
    try:
        with np.errstate(over="ignore", invalid="ignore"):  # told by what comes out
            step = solve(np.array(residual, dtype=np.float64))
    except OverflowError as error:
        raise Unsolved(str(error)) from error
    if not np.isfinite(step).all():
        raise Unsolved("the factors overflow")
    return step


def _expand(
    matrix: IntegerMatrix,
    solve: Solve,
    sides: list[int],
    whole: list[int],
    residual: NDArray[np.int64],
    size: int,
    check: Callable[[], None],
) -> Ratios | None:
    """Rounds of a given size until the solution is found; None when they do not converge.

    Factors of another matrix can give small digits for ever, since what is left wraps around. A denominator divides the
    determinant, so that a bounded number of right digits tells it.
    """
    expansion, goal, scale = Expansion(whole, size), 2 * size, 2.0**size
    while expansion.bits <= 6 * matrix.digits + _BEYOND:
        check()
        step = _doubles(solve, residual)
        if np.abs(step).max(initial=0.0) > _STRAY:
            return None
        digits = np.rint(step * scale).astype(np.int64)
        residual = matrix.residual(residual, size, digits)
        expansion.append(digits)
        if expansion.bits >= goal:
            found = expansion.ratios(check)
            if found is not None and _solves(matrix, found, sides):
                return found
            goal = expansion.bits * 3 // 2
    return None


def _solves(matrix: IntegerMatrix, found: Ratios, sides: list[int]) -> bool:
    left = matrix.times(found.numerators)
    return all(a == found.denominator * b for a, b in zip(left, sides, strict=True))
