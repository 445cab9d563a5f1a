"""Products of 2x2 matrices applied factor by factor: k 2^k operations where the full matrix has 4^k entries."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optcheck.exact.numbers import Exact
from optcheck.lp.program import object_array

__all__ = ["Kernel", "corner_solve", "corner_values", "kronecker", "respond"]

Array = NDArray[Any]  # of machine integers, doubles, or exact numbers
Entry = Any  # an int, a double or a Fraction; numpy's types know nothing of Fractions
Kernel = tuple[tuple[Entry, Entry], tuple[Entry, Entry]]


def kronecker(vector: Array, kernels: Sequence[Kernel]) -> Array:
    """Apply the Kronecker product of the kernels, in the arithmetic of the array.

    >>> kronecker(np.array([1, 0, 0, 0]), [((2, 1), (1, 2))] * 2)
    array([4, 2, 2, 1])
    """
    size = len(vector)
    for party, ((a, b), (c, d)) in enumerate(kernels):
        pairs = vector.reshape(1 << party, 2, size >> party + 1)
        low, high = pairs[:, 0], pairs[:, 1]
        vector = np.stack((a * low + b * high, c * low + d * high), axis=1).reshape(size)
    return vector


def respond(vector: Sequence[Exact], lambdas: Sequence[Exact]) -> list[Fraction]:
    """Randomised response as a matrix, times a vector over inputs (or responses: the matrix is symmetric)."""
    kernels: list[Kernel] = []
    for value in lambdas:
        keep = Fraction(value) / (1 + Fraction(value))
        kernels.append(((keep, 1 - keep), (1 - keep, keep)))
    return list(kronecker(object_array(list(vector)), kernels))


def corner_values(vector: Sequence[Exact], lambdas: Sequence[Exact]) -> list[Exact]:
    """The multilinear form sum of vector[x] * prod of s_i over the ones of x, at every corner s of the box.

    Corners are in lexicographic order, 1/lambda before lambda.
    """
    kernels: list[Kernel] = [((1, 1 / Fraction(value)), (1, Fraction(value))) for value in lambdas]
    return list(kronecker(object_array(list(vector)), kernels))


def corner_solve(values: Sequence[Exact], lambdas: Sequence[Exact]) -> list[Exact]:
    """A vector whose multilinear form has the given values at the corners.

    Where lambda_i = 1 the two ends of the box coincide and the form is split evenly between the two bits.
    """
    kernels = [_solve_one(Fraction(value)) for value in lambdas]
    return list(kronecker(object_array(list(values)), kernels))


def _solve_one(bound: Fraction) -> Kernel:
    if bound == 1:
        half = Fraction(1, 2)
        return ((half, 0), (half, 0))
    width = bound - 1 / bound
    return ((bound / width, -1 / bound / width), (-1 / width, 1 / width))
