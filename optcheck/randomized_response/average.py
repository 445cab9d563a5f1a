"""Average accuracy of randomised response with the best decision after each transcript, by Kronecker transforms.

The accuracy is 2^-k times the sum over transcripts of the best decision's total: one transform for each decision. A
party that knows its own bit learns only from the others, so its own factor is the identity.

A Kronecker product of 2x2 matrices is applied factor by factor: k 2^k operations where the full matrix has 4^k entries.
Integers that no machine word holds are packed into slots of a fixed width, wide enough that nothing carries over: a row
of slots is one Python integer, and multiplying or adding rows handles all their slots in one step. Half of the factors
act between rows; then the grid is transposed and the other half acts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optcheck.exact.numbers import Exact, common_denominator, whole
from optcheck.lp.program import object_array
from optcheck.randomized_response.problem import Problem

Array = NDArray[Any]  # of machine integers, doubles, or exact numbers
Entry = Any  # an int, a double or a Fraction; numpy's types know nothing of Fractions
Kernel = tuple[tuple[Entry, Entry], tuple[Entry, Entry]]
Slots = NDArray[np.uint64]  # one row for each number: its limbs, lowest first
LIMB = 64
_MOST_MACHINE = 1 << 62  # sums of two such totals still fit 64 bits
# of the largest weight, so that doubles neither overflow nor lose relative precision
_RANGE = (Fraction(1, 10**280), 10**280)


def average_accuracy(problem: Problem) -> Exact:
    """The exact optimal average accuracy.

    >>> from optcheck.randomized_response import make_problem
    >>> average_accuracy(make_problem([0, 1, 1, 0], [2, 2])[0])
    Fraction(5, 9)
    """
    kernels, kernel_total = _integer_kernels(problem)
    weights, scale = _integer_weights(problem)
    least = min(entry for row in weights for entry in row)
    columns = [[row[d] - least for row in weights] for d in range(problem.decisions)]  # not negative
    largest = kernel_total * max(1, *(max(column) for column in columns))  # the kernels themselves must fit too
    table = np.array(problem.table)
    if largest < _MOST_MACHINE:
        best = _largest_totals(columns, table, kernels)
        total = (int((best >> 31).sum()) << 31) + int((best & (1 << 31) - 1).sum())
    else:
        total = sum_of_largest([wide_kronecker(column, table, kernels, largest) for column in columns])
    return whole(Fraction(total, scale * kernel_total * len(table)) + Fraction(least, scale))


def _largest_totals(columns: list[list[int]], table: NDArray[np.int64], kernels: list[Kernel]) -> NDArray[np.int64]:
    """The best decision's total after every response, in machine integers."""
    best = kronecker(np.array(columns[0])[table], kernels)
    for column in columns[1:]:
        best = np.maximum(best, kronecker(np.array(column)[table], kernels))
    return best


def decision_table(problem: Problem) -> tuple[tuple[int, ...], ...]:
    """The best decision (the first of several) for each view and response, as Eqs. 2 and 5 choose it.

    A party's table has a row for each own bit; the party's own response is listed but does not matter.

    >>> from optcheck.randomized_response import make_problem
    >>> decision_table(make_problem([0, 1, 1, 0], [2, 2])[0])
    ((0, 1, 1, 0),)
    """
    kernels, _ = _integer_kernels(problem)
    if problem.observer is not None:
        kernels[problem.observer] = ((1, 0), (0, 1))
    totals = [kronecker(object_array(row), kernels) for row in problem.payoffs]
    best = [max(range(problem.decisions), key=lambda d: totals[d][x]) for x in range(1 << problem.k)]
    return tuple(tuple(best[_with_bit(problem, x, view)] for x in range(1 << problem.k)) for view in problem.views)


def _with_bit(problem: Problem, x: int, view: int | None) -> int:
    """Input x with the reader's own bit set to the view."""
    if problem.observer is None or view is None:
        return x
    bit = 1 << (problem.k - 1 - problem.observer)
    return x | bit if view else x & ~bit


def _integer_kernels(problem: Problem) -> tuple[list[Kernel], int]:
    """Randomised response in integers, and the product of the denominators."""
    kernels: list[Kernel] = []
    total = 1
    for party, value in enumerate(problem.lambdas):
        keep, flip = value.numerator, value.denominator
        if party == problem.observer:
            keep, flip = 1, 0
        kernels.append(((keep, flip), (flip, keep)))
        total *= keep + flip
    return kernels, total


def _integer_weights(problem: Problem) -> tuple[list[list[int]], int]:
    """The accuracy weights over one denominator."""
    scale = common_denominator(entry for row in problem.weights for entry in row)
    return [[int(entry * scale) for entry in row] for row in problem.weights], scale


def is_in_doubles(problem: Problem) -> bool:
    """Whether lambdas and weights are doubles, the weights far from overflow and underflow."""
    weights = [entry for row in problem.weights for entry in row]
    low, high = _RANGE
    return low <= max(max(weights), -min(weights)) <= high and all(map(_is_double, (*problem.lambdas, *weights)))


def _is_double(value: Exact) -> bool:
    try:
        return float(value) == value
    except OverflowError:
        return False


def average_accuracy_floor(problem: Problem) -> float:
    """The average accuracy in doubles, rounded down: never more than the exact value.

    Lambdas and weights must be doubles (``is_in_doubles``), so that conversion loses nothing. Each of the k stages
    adds at most 4 units of rounding to every entry, the difference of payoffs and the means a few more; twice that
    bound is subtracted from the result.

    >>> from optcheck.randomized_response import make_problem
    >>> average_accuracy_floor(make_problem([0, 1, 1, 0], [2, 2])[0]) <= Fraction(5, 9)
    True
    """
    table = np.array(problem.table)
    weights = np.array([[float(entry) for entry in row] for row in problem.weights])
    kernels = [_float_kernel(float(value), party == problem.observer) for party, value in enumerate(problem.lambdas)]
    best = np.zeros(len(table))
    for d in range(1, problem.decisions):
        best = np.maximum(best, kronecker((weights[:, d] - weights[:, 0])[table], kernels))
    value = (math.fsum(weights[:, 0][table]) + math.fsum(best)) / len(table)
    return value - (16 * problem.k + 32) * 2.0**-53 * float(np.abs(weights).max())


def _float_kernel(value: float, is_observer: bool) -> Kernel:
    keep = 1.0 if is_observer else value / (1.0 + value)
    flip = 0.0 if is_observer else 1.0 / (1.0 + value)
    return ((keep, flip), (flip, keep))


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


def wide_kronecker(values: Sequence[int], table: NDArray[np.int64], kernels: Sequence[Kernel], largest: int) -> Slots:
    """Apply the Kronecker product of non-negative integer kernels to the vector values[table[x]].

    ``largest`` bounds every entry of the result; intermediate entries are not larger, because kernels only add.
    """
    limbs = -(-max(1, largest.bit_length()) // LIMB)
    small = np.array([_limbs(value, limbs) for value in values], dtype=np.uint64)
    half = len(kernels) // 2
    grid = small[table].reshape(1 << half, -1, limbs)
    grid = _between_rows(grid, kernels[:half]).transpose(1, 0, 2)
    grid = _between_rows(np.ascontiguousarray(grid), kernels[half:]).transpose(1, 0, 2)
    return np.ascontiguousarray(grid).reshape(len(table), limbs)


def _limbs(value: int, count: int) -> list[int]:
    return [value >> LIMB * i & (1 << LIMB) - 1 for i in range(count)]


def _between_rows(grid: NDArray[np.uint64], kernels: Sequence[Kernel]) -> NDArray[np.uint64]:
    rows = object_array([int.from_bytes(row.astype("<u8", copy=False).tobytes(), "little") for row in grid])
    size = grid[0].size * 8
    packed = b"".join(row.to_bytes(size, "little") for row in kronecker(rows, kernels))
    return np.frombuffer(packed, dtype="<u8").reshape(grid.shape)


def sum_of_largest(vectors: Sequence[Slots]) -> int:
    """The sum over entries of the largest of several vectors.

    >>> sum_of_largest([np.array([[5], [1]], dtype=np.uint64), np.array([[3], [4]], dtype=np.uint64)])
    9
    """
    best = vectors[0]
    for vector in vectors[1:]:
        best = np.where(_is_larger(vector, best)[:, None], vector, best)
    low, high = best & np.uint64((1 << 32) - 1), best >> np.uint64(32)
    return sum((int(low[:, i].sum()) + (int(high[:, i].sum()) << 32)) << LIMB * i for i in range(best.shape[1]))


def _is_larger(left: Slots, right: Slots) -> NDArray[np.bool_]:
    """Compare limb by limb, the highest first."""
    larger = np.zeros(len(left), dtype=bool)
    undecided = np.ones(len(left), dtype=bool)
    for limb in reversed(range(left.shape[1])):
        larger |= undecided & (left[:, limb] > right[:, limb])
        undecided &= left[:, limb] == right[:, limb]
    return larger
