"""Alg. 3 of TPMDP with selection in place of sorting, and every comparison and stored value counted.

Selection is by medians of five, so the count is linear in the worst case, not only on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance, Subcase

__all__ = [
    "SORTED_DIRECTLY",
    "Counter",
    "algorithm_2",
    "algorithm_3",
    "largest",
    "place",
]


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
    held, not_below = len(values) + len(medians) + len(above) + len(below), len(values) - len(below)
    counter.hold(len(above) + len(below))
    if rank <= len(above):
        pivot = largest(above, rank, counter)
    elif rank > not_below:
        pivot = largest(below, rank - not_below, counter)
    counter.hold(-held)
    return pivot


def _insertion_sorted(values: Sequence[Exact], counter: Counter) -> list[Exact]:
    ordered: list[Exact] = []
    for value in values:
        index = len(ordered)
        while index and counter.less(ordered[index - 1], value):
            index -= 1
        ordered.insert(index, value)
    return ordered


def algorithm_3(instance: Instance, counter: Counter) -> list[Exact]:
    """Alg. 3 (with Lemma 3's beta) in linear time.

    >>> counter = Counter()
    >>> algorithm_3(Instance.of([3, 1, 2], threshold=1), counter), counter.comparisons
    ([Fraction(2, 1), Fraction(1, 1), Fraction(1, 1)], 6)
    """
    counter.hold(instance.n)
    required, t, n = instance.required, instance.threshold, instance.n
    if instance.subcase in (Subcase.MANY_ACTIVE, Subcase.SOME_ACTIVE):
        return algorithm_2(required, t, counter)
    own, others = [required[j] for j in instance.active], [required[j] for j in instance.inactive]
    top = largest(others, 1, counter)
    if instance.subcase is Subcase.ONE_ACTIVE:
        shares = [Fraction(top, n - 1)] * len(others) if t == 1 else algorithm_2(others, t - 1, counter)
        return list(place(instance, [0], shares))
    outside = n - len(own) - t + 1
    alpha = max(top, largest(own, 2, counter))
    beta = max(largest(own, 1, counter), largest(others, 2, counter) if len(others) > 1 else 0)
    if t == 1 or alpha <= beta:
        return list(place(instance, [max(0, value - alpha) for value in own], [Fraction(alpha, outside)] * len(others)))
    share = Fraction(beta, outside)
    rest = [share if counter.less(value, top) else alpha - (outside - 1) * share for value in others]
    return list(place(instance, [0] * len(own), rest))


def algorithm_2(required: Sequence[Exact], t: int, counter: Counter) -> list[Exact]:
    """Alg. 2 in linear time."""
    n = len(required)
    middle = largest(required, min((2 * n - t) // (n - t), t + 1), counter)
    share = Fraction(middle, n - t)
    return [own - (n - t - 1) * share if counter.less(middle, own) else share for own in required]


def place(instance: Instance, active: Sequence[Exact], inactive: Sequence[Exact]) -> tuple[Exact, ...]:
    """Variances of the active and of the other parties in the order of all parties.

    >>> place(Instance.of([3, 1, 2], threshold=1, active=[1]), [5], [6, 7])
    (6, 5, 7)
    """
    values = dict(zip((*instance.active, *instance.inactive), (*active, *inactive), strict=True))
    return tuple(values[i] for i in range(instance.n))
