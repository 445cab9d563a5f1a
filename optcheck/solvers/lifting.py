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
from scipy.sparse import csc_matrix, csr_matrix
from scipy.sparse.linalg import splu

from optcheck.exact.ratios import Ratios
from optcheck.solvers.reconstruction import Expansion

__all__ = ["LiftedSystem", "Unsolved"]

_SIZES = (40, 24, 8)  # bits gained a round: fewer when the matrix is ill-conditioned
_STRAY = 2.0**12  # corrections stay near 1 as long as the rounds converge
_WIDE = 2**55  # a row whose entries add up to more does not keep its residuals within 64 bits
_MOST_ROUNDS = 100_000

Solve = Callable[[NDArray[np.float64]], NDArray[np.float64]]


class Unsolved(ArithmeticError):
    """Doubles do not lead to the solution: the matrix is singular or nearly so."""


class LiftedSystem:
    """A square integer matrix by rows, factored in doubles."""

    def __init__(self, starts: Sequence[int], columns: Sequence[int], values: list[int]) -> None:
        self._rows = _Integers(starts, columns, values)
        self._columns = self._rows.transposed()
        try:
            floats = csr_matrix((np.array(values, dtype=np.float64), columns, starts), shape=(self._rows.size,) * 2)
            self._left, self._right, scaled = _equilibrated(floats)
            self._factors = splu(csc_matrix(scaled))
        except (RuntimeError, OverflowError, ValueError) as error:
            raise Unsolved(str(error)) from error

    def solve(self, sides: list[int], check: Callable[[], None]) -> Ratios:
        """The x with matrix @ x = sides."""
        left, right, factors = self._left, self._right, self._factors
        return _lift(self._rows, lambda r: right * factors.solve(left * r), sides, check)

    def solve_transposed(self, sides: list[int], check: Callable[[], None]) -> Ratios:
        """The y with y @ matrix = sides."""
        left, right, factors = self._left, self._right, self._factors
        return _lift(self._columns, lambda r: left * factors.solve(right * r, trans="T"), sides, check)


class _Integers:
    """A sparse integer matrix that multiplies in machine words where these suffice, in Python's integers otherwise."""

    def __init__(self, starts: Sequence[int], columns: Sequence[int], values: list[int]) -> None:
        self.size = len(starts) - 1
        self._starts, self._columns, self._values = list(starts), list(columns), values
        rows = (values[start:stop] for start, stop in pairwise(self._starts))
        self.narrow = max((sum(map(abs, row)) for row in rows), default=0) < _WIDE
        if self.narrow:
            words = np.array(values, dtype=np.int64).view(np.uint64)
            self._words = csr_matrix((words, columns, starts), shape=(self.size, self.size))

    def transposed(self) -> _Integers:
        order = csr_matrix((np.arange(1, len(self._values) + 1), self._columns, self._starts), shape=(self.size,) * 2)
        turned = order.T.tocsr()
        values = [self._values[place - 1] for place in turned.data.tolist()]
        return _Integers(turned.indptr.tolist(), turned.indices.tolist(), values)

    def times(self, vector: Sequence[int]) -> list[int]:
        """The exact product, in integers of any size."""
        values, columns, starts = self._values, self._columns, self._starts
        products = [a * vector[j] for a, j in zip(values, columns, strict=True)]
        return [sum(products[start:stop]) for start, stop in pairwise(starts)]

    def residual(self, before: NDArray[np.int64], size: int, digits: NDArray[np.int64]) -> NDArray[np.int64]:
        """before * 2^size - matrix @ digits. Wrapping around is harmless: the result itself fits."""
        if self.narrow:
            new = (before.view(np.uint64) << np.uint64(size)) - self._words @ digits.view(np.uint64)
            return np.asarray(new).view(np.int64)
        product = self.times(digits.tolist())
        return np.array([(r << size) - p for r, p in zip(before.tolist(), product, strict=True)], dtype=object)


def _equilibrated(matrix: csr_matrix) -> tuple[NDArray[np.float64], NDArray[np.float64], csr_matrix]:
    """Row and column scales, powers of two, that bring the largest entries near 1; and the scaled matrix."""
    left, right = np.ones(matrix.shape[0]), np.ones(matrix.shape[1])
    scaled = matrix.tocoo()
    rows, columns, sizes = scaled.row, scaled.col, np.abs(scaled.data)
    for _ in range(3):
        largest = np.zeros(len(left))
        np.maximum.at(largest, rows, sizes * left[rows] * right[columns])
        left *= _inverse_power(largest)
        largest = np.zeros(len(right))
        np.maximum.at(largest, columns, sizes * left[rows] * right[columns])
        right *= _inverse_power(largest)
    scaled.data = scaled.data * left[rows] * right[columns]
    return left, right, scaled.tocsr()


def _inverse_power(sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.exp2(-np.rint(np.log2(np.where(sizes > 0, sizes, 1.0))))


def _lift(matrix: _Integers, solve: Solve, sides: list[int], check: Callable[[], None]) -> Ratios:
    divisor = gcd(*sides) or 1
    sides = [side // divisor for side in sides]
    whole, residual = _whole_part(matrix, solve, sides)
    for size in _SIZES:
        found = _expand(matrix, solve, sides, whole, residual, size, check)
        if found is not None:
            return Ratios([divisor * numerator for numerator in found.numerators], found.denominator)
    raise Unsolved("the rounds do not converge")


def _whole_part(matrix: _Integers, solve: Solve, sides: list[int]) -> tuple[list[int], NDArray[np.int64]]:
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
        step = solve(np.array(residual, dtype=np.float64))
    except OverflowError as error:
        raise Unsolved(str(error)) from error
    if not np.isfinite(step).all():
        raise Unsolved("the factors overflow")
    return step


def _expand(
    matrix: _Integers,
    solve: Solve,
    sides: list[int],
    whole: list[int],
    residual: NDArray[np.int64],
    size: int,
    check: Callable[[], None],
) -> Ratios | None:
    """Rounds of a given size until the solution is found; None when they do not converge."""
    expansion, goal, scale = Expansion(whole, size), 2 * size, 2.0**size
    for _ in range(_MOST_ROUNDS):
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


def _solves(matrix: _Integers, found: Ratios, sides: list[int]) -> bool:
    left = matrix.times(found.numerators)
    return all(a == found.denominator * b for a, b in zip(left, sides, strict=True))
