"""Eq. 6 by brute force: every coalition is listed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

from optcheck.exact.numbers import Exact
from optcheck.tpmdp import Instance


def coalitions(instance: Instance) -> Iterator[tuple[int, ...]]:
    """Every set of exactly t parties with an active one."""
    for members in combinations(range(instance.n), instance.threshold):
        if set(members) & set(instance.active):
            yield members


def is_feasible(instance: Instance, variances: Sequence[Exact | float]) -> bool:
    """Whether every constraint of Eq. 6 holds, in exact arithmetic."""
    exact = [Fraction(x) for x in variances]
    for members in coalitions(instance):
        outside = [j for j in range(instance.n) if j not in members]
        if sum(exact[j] for j in outside) < max(instance.required[j] for j in outside):
            return False
    return min(exact) >= 0


def small_instances(n: int, largest: int) -> Iterator[Instance]:
    """All instances with integer requirements 0..largest, up to the order of active and of inactive parties."""
    values = range(largest + 1)
    for a in range(n + 1):
        for active in combinations_with_replacement(values, a):
            for inactive in combinations_with_replacement(values, n - a):
                for threshold in range(n):
                    yield Instance.of([*active, *inactive], threshold, range(a))
