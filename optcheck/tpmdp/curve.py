"""Totals of Eq. 6 to compare with: the evaluation's baselines, the cost of more colluders, and of each requirement.

The baselines ignore the threshold, ignore personal budgets, or trust a centre.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from optcheck.errors import InvalidInput
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import Exact, whole
from optcheck.exact.rounding import exact_sum
from optcheck.tpmdp.allocation import Allocation, allocate
from optcheck.tpmdp.instance import Doubles, Exacts, read_active, read_required

Required = ArrayLike | Sequence[object]
Active = ArrayLike | Iterable[int] | None
_MOST_POINTS = 200  # a curve for up to so many parties has every point


def non_threshold(required: Required, active: Active = None) -> Allocation:
    """Any number of parties may collude: the allocation for threshold n - 1.

    >>> non_threshold([3, 1, 2]).total
    6
    """
    values = _at_least_one(required)
    return allocate(values, len(values) - 1, active)


def tmdp(required: Required, threshold: int, active: Active = None) -> Allocation:
    """One budget for all, the strictest: the allocation when every party requires the largest variance.

    >>> tmdp([3, 1, 2], threshold=1).total
    Fraction(9, 2)
    """
    values = _at_least_one(required)
    if isinstance(values, np.ndarray):
        return allocate(np.full(len(values), values.max()), threshold, active)
    return allocate((max(values),) * len(values), threshold, active)


def minimum(required: Required) -> float | Exact:
    """MIN, a trusted centre that adds the noise itself: the largest required variance.

    >>> minimum([3, 1, 2])
    3
    """
    values = _at_least_one(required)
    return float(values.max()) if isinstance(values, np.ndarray) else max(values)


def _at_least_one(required: Required) -> Doubles | Exacts:
    values = read_required(required)
    if not len(values):
        raise InvalidInput("there must be at least one party, got none")
    return values


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The least total when the noise of ``missing`` parties can be missing: colluders and dropouts together."""

    missing: int
    total: float | Exact


def curve(required: Required, active: Active = None) -> list[CurvePoint]:
    """The least total for t + d = 0, 1, ... n - 1; for many parties at geometric steps.

    >>> [point.total for point in curve([3, 1, 2])]
    [0, 4, 6]
    """
    values = read_required(required)
    mask = read_active(active, len(values))
    return [CurvePoint(k, allocate(values, k, mask).total) for k in thresholds(len(values))]


def thresholds(n: int) -> list[int]:
    """The points of a curve for n parties."""
    if n <= _MOST_POINTS:
        return list(range(n))
    steps = np.unique(np.geomspace(1, n - 1, _MOST_POINTS).astype(np.int64))
    return [0, *steps.tolist()]


def savings(
    required: Required,
    threshold: int,
    active: Active = None,
    dropouts: int = 0,
    most: int = 5,
) -> list[tuple[int, Exact]]:
    """The parties whose requirement costs most, with the saving in the total if they required nothing.

    Only the strictest parties are candidates: a party that is not above the others costs nothing alone.

    >>> savings([9, 1, 2], threshold=1)[0]
    (0, Fraction(15, 2))
    """
    values = read_required(required)
    mask = read_active(active, len(values))

    def total(needs: Doubles | Exacts) -> Fraction:
        variances = allocate(needs, threshold, mask, dropouts).variances
        return Fraction(exact_sum(variances) if isinstance(variances, np.ndarray) else sum(variances))

    count = whole_number(most, "most", least=1)
    order = sorted(range(len(values)), key=lambda j: values[j], reverse=True)[:count]
    reductions = [(j, whole(total(values) - total(_without(values, j)))) for j in order]
    return sorted(reductions, key=lambda pair: -pair[1])


def _without(values: Doubles | Exacts, j: int) -> Doubles | Exacts:
    """The requirements with that of party j set to 0."""
    if isinstance(values, np.ndarray):
        changed = values.copy()
        changed[j] = 0
        return changed
    return (*values[:j], 0, *values[j + 1 :])
