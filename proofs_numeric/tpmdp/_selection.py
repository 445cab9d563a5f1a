"""Alg. 3 with selection in place of sorting, and every comparison counted.

Selection is by medians of five, so the count is linear in the worst case, not only on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance, Subcase

SORTED_DIRECTLY = 140


@dataclass(slots=True)
class Counter:
    """Comparisons made, and the largest number of values held beside the input."""

    comparisons: int = 0
    words: int = 0
    held: int = 0

    def less(self, one: Exact, other: Exact) -> bool:
        """One comparison."""
        self.comparisons += 1
        return one < other

    def hold(self, count: int) -> None:
        """Note that more values are stored (or given back, when negative)."""
        self.held += count
        self.words = max(self.words, self.held)


def largest(values: Sequence[Exact], rank: int, counter: Counter) -> Exact:
    """The rank-th largest value (rank 1 is the largest), in at most 100 comparisons a value."""
    if len(values) <= SORTED_DIRECTLY:
        counter.hold(len(values))
        answer = _insertion_sorted(values, counter)[rank - 1]
        counter.hold(-len(values))
        return answer
    groups = [_insertion_sorted(values[i : i + 5], counter) for i in range(0, len(values), 5)]
    medians = [group[len(group) // 2] for group in groups]
    counter.hold(len(values) + len(medians))
    pivot = largest(medians, (len(medians) + 1) // 2, counter)
    above = [value for value in values if counter.less(pivot, value)]
    below = [value for value in values if counter.less(value, pivot)]
    counter.hold(len(above) + len(below))
    answer = _among(values, above, below, rank, pivot, counter)
    counter.hold(-len(values) - len(medians) - len(above) - len(below))
    return answer


def _among(
    values: Sequence[Exact], above: list[Exact], below: list[Exact], rank: int, pivot: Exact, counter: Counter
) -> Exact:
    if rank <= len(above):
        return largest(above, rank, counter)
    not_below = len(values) - len(below)
    return pivot if rank <= not_below else largest(below, rank - not_below, counter)


def _insertion_sorted(values: Sequence[Exact], counter: Counter) -> list[Exact]:
    ordered: list[Exact] = []
    for value in values:
        place = len(ordered)
        while place and counter.less(ordered[place - 1], value):
            place -= 1
        ordered.insert(place, value)
    return ordered


def algorithm_3(instance: Instance, counter: Counter) -> list[Exact]:
    """Alg. 3 (with Lemma 3's beta) in linear time."""
    counter.hold(instance.n)
    required, t = instance.required, instance.threshold
    if instance.subcase in (Subcase.MANY_ACTIVE, Subcase.SOME_ACTIVE):
        return algorithm_2(required, t, counter)
    active = set(instance.active)
    others = [own for j, own in enumerate(required) if j not in active]
    if instance.subcase is Subcase.ONE_ACTIVE:
        equal = [Fraction(largest(others, 1, counter), instance.n - 1)] * len(others) if t == 1 else []
        return _merged(instance, [0], equal or algorithm_2(others, t - 1, counter))
    return _few_active(instance, others, counter)


def algorithm_2(required: Sequence[Exact], t: int, counter: Counter) -> list[Exact]:
    """Alg. 2 in linear time."""
    n = len(required)
    middle = largest(required, min((2 * n - t) // (n - t), t + 1), counter)
    share = Fraction(middle, n - t)
    return [own - (n - t - 1) * share if counter.less(middle, own) else share for own in required]


def _few_active(instance: Instance, others: list[Exact], counter: Counter) -> list[Exact]:
    own = [instance.required[j] for j in instance.active]
    outside = instance.n - len(own) - instance.threshold + 1
    top = largest(others, 1, counter)
    alpha = max(top, largest(own, 2, counter))
    beta = max(largest(own, 1, counter), largest(others, 2, counter) if len(others) > 1 else 0)
    if instance.threshold == 1 or alpha <= beta:
        return _merged(instance, [max(0, value - alpha) for value in own], [Fraction(alpha, outside)] * len(others))
    share = Fraction(beta, outside)
    rest = [share if counter.less(value, top) else alpha - (outside - 1) * share for value in others]
    return _merged(instance, [0] * len(own), rest)


def _merged(instance: Instance, active: Sequence[Exact], inactive: Sequence[Exact]) -> list[Exact]:
    values = dict(zip((*instance.active, *instance.inactive), (*active, *inactive), strict=True))
    return [values[j] for j in range(instance.n)]
