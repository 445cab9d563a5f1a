"""Average accuracy of randomised response with the best decision after each transcript.

The accuracy is 2^-k times the sum over transcripts of the best decision's total: one transform for each decision. A
party that knows its own bit hears only the others, so its own factor is the identity.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from optcheck.exact.numbers import Exact, common_denominator, whole
from optcheck.lp.program import object_array
from optcheck.randomized_response.problem import Problem
from optcheck.randomized_response.transforms import Kernel, kronecker
from optcheck.randomized_response.wide import sum_of_largest, wide_kronecker

__all__ = ["average_accuracy", "average_accuracy_floor", "decision_table", "is_in_doubles"]

_SAFE = 1 << 62
_RANGE = (
    Fraction(1, 10**280),
    10**280,
)  # largest weights for which doubles neither overflow nor lose relative precision


def average_accuracy(problem: Problem) -> Exact:
    """The exact optimal average accuracy.

    >>> from optcheck.randomized_response.problem import make_problem
    >>> average_accuracy(make_problem([0, 1, 1, 0], [2, 2])[0])
    Fraction(5, 9)
    """
    kernels, kernel_total = _integer_kernels(problem)
    weights, scale = _integer_weights(problem)
    least = min(entry for row in weights for entry in row)
    columns = [[row[d] - least for row in weights] for d in range(problem.decisions)]  # not negative
    largest = kernel_total * max(1, *(max(column) for column in columns))  # the kernels themselves must fit too
    table = np.array(problem.table)
    if largest < _SAFE:
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

    >>> from optcheck.randomized_response.problem import make_problem
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
    """Input x with the reader's own bit set to what it is."""
    if problem.observer is None or view is None:
        return x
    place = 1 << (problem.k - 1 - problem.observer)
    return x | place if view else x & ~place


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

    Lambdas and weights must be doubles (``is_in_doubles``), so that reading them loses nothing. Each of the k stages
    adds at most 4 units of rounding to every entry, the difference of payoffs and the means a few more; twice that
    bound is taken off the result.

    >>> from optcheck.randomized_response.problem import make_problem
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
