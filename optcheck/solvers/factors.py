"""Square matrices factored in doubles: densely with numpy when they are small, sparsely with SciPy when they are not.

SciPy takes longer to load than a small program takes to solve.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Factors", "Solve", "Unsolved", "factored"]

_SMALL = 700  # rows up to which a dense inverse is faster than loading SciPy

Solve = Callable[[NDArray[np.float64]], NDArray[np.float64]]


class Unsolved(ArithmeticError):
    """Doubles do not lead to the solution: the matrix is singular or nearly so."""


@dataclass(frozen=True, slots=True)
class Factors:
    """Approximate solutions with a matrix and with its transpose."""

    solve: Solve
    solve_transposed: Solve


def factored(starts: NDArray[np.int64], columns: NDArray[np.int64], values: Sequence[int]) -> Factors:
    """Factor a matrix given by rows, its rows and columns scaled by powers of two."""
    size = len(starts) - 1
    rows = np.repeat(np.arange(size), np.diff(starts))
    try:
        entries = np.array(values, dtype=np.float64)
        left, right = _equilibrium(rows, columns, np.abs(entries), size)
        scaled = entries * left[rows] * right[columns]
        inner = (_dense if size <= _SMALL else _sparse)(rows, columns, scaled, size)
    except (RuntimeError, OverflowError, ValueError, np.linalg.LinAlgError) as error:
        raise Unsolved(str(error)) from error
    return Factors(lambda r: right * inner.solve(left * r), lambda r: left * inner.solve_transposed(right * r))


def _dense(rows: NDArray[np.int64], columns: NDArray[np.int64], values: NDArray[np.float64], size: int) -> Factors:
    matrix = np.zeros((size, size))
    np.add.at(matrix, (rows, columns), values)
    inverse = np.linalg.inv(matrix)
    return Factors(lambda r: inverse @ r, lambda r: r @ inverse)


def _sparse(rows: NDArray[np.int64], columns: NDArray[np.int64], values: NDArray[np.float64], size: int) -> Factors:
    from scipy.sparse import csc_matrix
    from scipy.sparse.linalg import splu

    factors = splu(csc_matrix((values, (rows, columns)), shape=(size, size)))
    return Factors(factors.solve, lambda r: factors.solve(r, trans="T"))


def _equilibrium(
    rows: NDArray[np.int64], columns: NDArray[np.int64], sizes: NDArray[np.float64], count: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Scales of rows and columns, powers of two, that bring the largest entries near 1."""
    left, right = np.ones(count), np.ones(count)
    for _ in range(3):
        left *= _inverse_power(rows, sizes * left[rows] * right[columns], count)
        right *= _inverse_power(columns, sizes * left[rows] * right[columns], count)
    return left, right


def _inverse_power(places: NDArray[np.int64], sizes: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    largest = np.zeros(count)
    np.maximum.at(largest, places, sizes)
    return np.exp2(-np.rint(np.log2(np.where(largest > 0, largest, 1.0))))
