"""Alg. 3 of TPMDP line by line, as each party runs it for itself, with line 6 as Lemma 3 has it.

The numbers in the comments are the printed lines. A party reads every requirement and computes its own variance. The
xi-th largest element comes from a heap of xi elements: xi is bounded where t is a share of n below 1. ``allocate`` of
the library computes the variances of all parties at once, rounded to the safe side.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from typing import Any

from optcheck.tpmdp.instance import Subcase, subcase_of

__all__ = ["variance_of"]

Number = Any  # a double or a Fraction: the lines do not mind


def variance_of(required: Sequence[Number], t: int, active: Sequence[bool], party: int) -> Number:
    """The variance of one party's noise; ``required`` are the squares of the printed sigma_Gamma.

    >>> [variance_of([3, 1, 2], 1, [True] * 3, party) for party in range(3)]
    [2.0, 1.0, 1.0]
    >>> [variance_of([2, 1, 0, 0, 0], 2, [False, False, False, True, True], party) for party in range(5)]
    [1.5, 0.5, 0.5, 0, 0]
    """
    n, own, seen = len(required), required[party], sum(active)
    first, second = _two_largest(required, active, False)  # 4
    active_first, active_second = _two_largest(required, active, True)  # 5
    alpha, beta = max(first, active_second), max(active_first, second)  # 6, with Lemma 3's second element
    match subcase_of(n, t, seen):  # 7
        case Subcase.MANY_ACTIVE | Subcase.SOME_ACTIVE:
            return _algorithm_2(required, t, own)  # 8-10
        case Subcase.ONE_ACTIVE if not active[party]:
            others = [need for need, flag in zip(required, active, strict=True) if not flag]
            return _algorithm_2(others, t - 1, own) if t >= 2 else first / (n - 1)  # 14-17
        case Subcase.FEW_ACTIVE:
            return _subcase_4(own, active[party], alpha, beta, first, n - seen - t + 1, t)  # 20-35
        case _:
            return own - own  # 12-13


def _two_largest(required: Sequence[Number], active: Sequence[bool], wanted: bool) -> tuple[Number, Number]:
    """The two largest requirements of U+ or of U-; what does not exist counts as 0, and is not used."""
    group = (need for need, flag in zip(required, active, strict=True) if flag == wanted)
    first, second, *_ = *nlargest(2, group), 0, 0
    return first, second


def _subcase_4(
    own: Number, is_active: bool, alpha: Number, beta: Number, strictest: Number, unit: int, t: int
) -> Number:
    """Lines 20 to 35; ``unit`` is n - |U+| - t + 1."""
    nothing = own - own
    if t == 1 or alpha <= beta:  # 21
        return max(nothing, own - alpha) if is_active else alpha / unit  # 22-25
    if is_active:
        return nothing  # 33
    return alpha - (unit - 1) * (beta / unit) if own == strictest else beta / unit  # 28-31


def _algorithm_2(required: Sequence[Number], t: int, own: Number) -> Number:
    """Alg. 2: the level is the xi-th largest requirement; above it a party brings what is missing."""
    n = len(required)
    rank = min((2 * n - t) // (n - t), t + 1)
    level = nlargest(rank, required)[-1]
    share = level / (n - t)
    return own - (n - t - 1) * share if own > level else share
