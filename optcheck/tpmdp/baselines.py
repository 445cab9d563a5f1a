"""What the evaluation compares with: ignoring the threshold, ignoring personal budgets, and a trusted centre."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.allocation import Allocation, allocate
from optcheck.tpmdp.inputs import Doubles, Exacts, read_required

__all__ = ["minimum", "non_threshold", "tmdp"]

Required = ArrayLike | Sequence[object]
Active = ArrayLike | Iterable[int] | None


def non_threshold(required: Required, active: Active = None) -> Allocation:
    """Any number of parties may collude: the allocation for threshold n - 1.

    >>> non_threshold([3, 1, 2]).total
    6
    """
    values = _some(required)
    return allocate(values, len(values) - 1, active)


def tmdp(required: Required, threshold: int, active: Active = None) -> Allocation:
    """One budget for all, the strictest: the allocation when everybody requires the largest variance.

    >>> tmdp([3, 1, 2], threshold=1).total
    Fraction(9, 2)
    """
    values = _some(required)
    if isinstance(values, np.ndarray):
        return allocate(np.full(len(values), values.max()), threshold, active)
    return allocate((max(values),) * len(values), threshold, active)


def minimum(required: Required) -> float | Exact:
    """MIN, a trusted centre that adds the noise itself: the largest required variance.

    >>> minimum([3, 1, 2])
    3
    """
    values = _some(required)
    return float(values.max()) if isinstance(values, np.ndarray) else max(values)


def _some(required: Required) -> Doubles | Exacts:
    values = read_required(required)
    if not len(values):
        raise InvalidInput("there must be at least one party, got none")
    return values
