"""Entry points: optimal accuracy and optimal rule for a function given as a table or a callable."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence

from optcheck.errors import ModelTooLarge, shown
from optcheck.exact.inputs import one_of
from optcheck.exact.numbers import Exact
from optcheck.randomized_response.average import average_accuracy, average_accuracy_floor, is_in_doubles
from optcheck.randomized_response.optimum import Optimum, solve_problem
from optcheck.randomized_response.problem import (
    CRITERIA,
    Criterion,
    Function,
    Problem,
    Weight,
    make_problem,
    privacy_levels,
)
from optcheck.randomized_response.symmetric import symmetric_accuracy

__all__ = ["optimal_accuracy", "optimal_decision"]

LARGEST_WORST = 10
LARGEST_RULE = 16


def optimal_accuracy(
    f: Function,
    lambdas: Sequence[object],
    criterion: Criterion = "average",
    observer: int | None = None,
    *,
    weight: Weight | None = None,
    decisions: Sequence[Hashable] | None = None,
) -> Exact | float:
    """The best accuracy that any private interactive protocol can reach; randomised response reaches it.

    ``f`` is a callable on a tuple of k bits, or its 2^k values in lexicographic order. ``criterion`` is "average" or
    "worst" (over inputs), ``observer`` None for a central observer or a party's index. Rational lambdas give an exact
    number. If any lambda is a float the result is a float that is never above the exact value for these lambdas.
    Tables are limited to k <= 24. The worst case of a function that does not only count ones, or of unequal lambdas, is
    a linear program over 2^k priors and needs k <= 10 (seconds for k = 8, half a minute for k = 9).

    >>> optimal_accuracy([0, 1, 1, 0], [2, 2])
    Fraction(5, 9)
    >>> optimal_accuracy(lambda x: x[0] & x[1], [2, 2], criterion="worst")
    Fraction(16, 27)
    >>> optimal_accuracy(lambda x: x[0] & x[1], [2, 2], observer=0)
    Fraction(5, 6)
    """
    problem, _ = make_problem(f, lambdas, criterion, observer, weight=weight, decisions=decisions)
    wants_float = any(isinstance(value, float) for value in lambdas)
    if criterion == "average" and wants_float and is_in_doubles(problem):
        return average_accuracy_floor(problem)
    value = average_accuracy(problem) if criterion == "average" else _worst(problem)
    return _float_below(value) if wants_float else value


def _worst(problem: Problem) -> Exact:
    by_weight = _values_by_weight(problem)
    if by_weight is not None:
        return symmetric_accuracy(by_weight, problem.lambdas[0], "worst", problem.observer is not None)
    if problem.k > LARGEST_WORST:
        raise ModelTooLarge(f"worst-case accuracy of a general function needs k <= {LARGEST_WORST}, got {problem.k}")
    return solve_problem(problem).value


def _values_by_weight(problem: Problem) -> list[int] | None:
    """The function by number of ones, where lambdas are equal and only that number counts."""
    count = len(problem.weights)
    identity = tuple(tuple(int(i == j) for j in range(count)) for i in range(count))
    if len(set(problem.lambdas)) != 1 or problem.weights != identity:
        return None
    values = [problem.table[(1 << ones) - 1] for ones in range(problem.k + 1)]
    depends_on_weight = all(truth == values[x.bit_count()] for x, truth in enumerate(problem.table))
    return values if depends_on_weight else None


def _float_below(value: Exact) -> float:
    try:
        near = float(value)
    except OverflowError:
        near = math.inf if value > 0 else -math.inf
    return near if near <= value else math.nextafter(near, -math.inf)


def optimal_decision(
    f: Function,
    lambdas: Sequence[object],
    criterion: Criterion = "average",
    observer: int | None = None,
    *,
    weight: Weight | None = None,
    decisions: Sequence[Hashable] | None = None,
) -> Optimum:
    """The exact optimum with its decision rule; its ``certify()`` proves it for all private protocols.

    >>> best = optimal_decision([0, 1, 1, 0], [2, 2])
    >>> [row.index(1) for row in best.rule[0]]
    [0, 1, 1, 0]
    """
    one_of(criterion, CRITERIA, "criterion")
    k, most = len(privacy_levels(lambdas)), LARGEST_WORST if criterion == "worst" else LARGEST_RULE
    if k > most:
        raise ModelTooLarge(f"a rule for {criterion} accuracy needs k <= {shown(most)}, got {k}")
    return solve_problem(make_problem(f, lambdas, criterion, observer, weight=weight, decisions=decisions)[0])
