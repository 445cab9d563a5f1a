"""Square matrices factored in doubles: densely with numpy when they are small, else sparsely with HiGHS."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import highspy
import numpy as np
from numpy.typing import NDArray

__all__ = [
    "GAINS",
    "SMALL",
    "Factors",
    "Solve",
    "Unsolved",
    "factored",
]


SMALL = 700  # rows up to which a dense inverse is taken
GAINS = (40, 32, 24, 16, 8)  # fewer bits when the matrix is ill-conditioned; whole bytes

Solve = Callable[[NDArray[np.float64]], NDArray[np.float64]]


class Unsolved(ArithmeticError):
    """Doubles do not lead to the solution: the matrix is singular or nearly so."""


@dataclass(frozen=True, slots=True)
class Factors:
    """Approximate solutions with a matrix and with its transpose, and how many bits a round may be tried to gain."""

    solve: Solve
    solve_transposed: Solve
    gains: tuple[int, ...] = GAINS

    def scaled(self, left: NDArray[np.float64], right: NDArray[np.float64]) -> Factors:
        """These are factors of diag(left) @ matrix @ diag(right): those of the matrix."""
        return replace(
            self,
            solve=lambda r: right * self.solve(left * r),
            solve_transposed=lambda r: left * self.solve_transposed(right * r),
        )


def factored(starts: NDArray[np.int64], columns: NDArray[np.int64], values: Sequence[int]) -> Factors:
    """Factor a matrix given by rows, its rows and columns scaled by powers of two."""
    size = len(starts) - 1
    rows = np.repeat(np.arange(size), np.diff(starts))
    try:
        entries = np.array(values, dtype=np.float64)
        left, right = _equilibrium(rows, columns, np.abs(entries), size)
        scaled = entries * left[rows] * right[columns]
        inner = (_dense if size <= SMALL else _sparse)(rows, columns, scaled, size)
    except (OverflowError, ValueError, np.linalg.LinAlgError) as error:
        raise Unsolved(str(error)) from error
    return inner.scaled(left, right)


def _dense(rows: NDArray[np.int64], columns: NDArray[np.int64], values: NDArray[np.float64], size: int) -> Factors:
    matrix = np.zeros((size, size))
    np.add.at(matrix, (rows, columns), values)
    inverse = np.linalg.inv(matrix)
    return Factors(lambda r: inverse @ r, lambda r: r @ inverse)


def _sparse(rows: NDArray[np.int64], columns: NDArray[np.int64], values: NDArray[np.float64], size: int) -> Factors:
    """HiGHS factors the basis of a program that has the matrix for its rows and every column in the basis."""
    highs = _with_rows(np.searchsorted(rows, np.arange(size)), columns, values)
    basis = highspy.HighsBasis()
    basis.col_status = [highspy.HighsBasisStatus.kBasic] * size
    basis.row_status = [highspy.HighsBasisStatus.kLower] * size
    basis.valid = True
    highs.setBasis(basis)
    highs.run()  # nothing is left to solve: it factors the basis
    places = np.array(highs.getBasicVariables()[1])
    if len(places) < size or places.min() < 0:
        raise Unsolved("HiGHS took a row into the basis: the matrix is singular, or nearly so")

    def solve(right: NDArray[np.float64]) -> NDArray[np.float64]:
        answer = np.empty(size)
        answer[places] = highs.getBasisSolve(right)[1]
        return answer

    return Factors(solve, lambda right: np.asarray(highs.getBasisTransposeSolve(right[places])[1]))


def _with_rows(starts: NDArray[np.int64], columns: NDArray[np.int64], values: NDArray[np.float64]) -> highspy.Highs:
    """HiGHS with the program: cost 0, free columns, rows equal to 0."""
    size, free = len(starts), np.full(len(starts), highspy.kHighsInf)
    highs = highspy.Highs()
    settings = {"output_flag": False, "presolve": "off", "simplex_scale_strategy": 0, "small_matrix_value": 1e-12}
    for name, value in settings.items():
        highs.setOptionValue(name, value)
    kinds, zeros = (int(highspy.MatrixFormat.kRowwise), int(highspy.ObjSense.kMinimize)), np.zeros(size)
    matrix = (starts.astype(np.int32), columns.astype(np.int32), values, np.zeros(size, dtype=np.int32))
    highs.passModel(size, size, len(values), *kinds, 0.0, zeros, -free, free, zeros, zeros, *matrix)
    return highs


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
