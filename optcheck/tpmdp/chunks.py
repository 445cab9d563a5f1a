"""Allocation for more parties than fit into memory: chunks are read a few times, and never kept.

The closed form needs the number of parties, of active ones, and one order statistic. Doubles that are not negative are
ordered like the integers that their bits are, so the order statistic is found digit by digit: each reading counts,
among the values that agree in the digits found so far, how often each next 16 bits occur. Four readings find the level,
a last one hands out the variances: the same doubles as :func:`allocate` gives for all parties at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact
from optcheck.exact.rounding import exact_sum
from optcheck.tpmdp.allocation import shares_at_level
from optcheck.tpmdp.instance import (
    Doubles,
    Mask,
    Subcase,
    missing_parties,
    read_active,
    read_required,
    valid_dropouts,
    valid_threshold,
)
from optcheck.tpmdp.rule import Rule, rule_for

__all__ = [
    "ChunkedAllocation",
    "Counts",
    "Source",
    "allocate_chunks",
    "count_parties",
    "digit_counts",
    "level_by_digits",
    "rule_of_sizes",
]

# required variances, and the active ones among them: indices, a mask, or None for all
Chunk = tuple[ArrayLike, ArrayLike | Iterable[int] | None]
Source = Callable[[], Iterable[Chunk]]
Counts = NDArray[np.int64]
_DIGIT = 16


@dataclass(frozen=True, slots=True)
class ChunkedAllocation:
    """What decides every party's variance, and the means to hand them out chunk by chunk."""

    source: Source
    n: int
    threshold: int
    dropouts: int
    rule: Rule
    level: float

    @property
    def subcase(self) -> Subcase:
        """The case of the closed form."""
        return self.rule.subcase

    def variances(self) -> Iterator[Doubles]:
        """The variances in the order of the parties, an array for each chunk; reads the source once."""
        for required, active in _chunks(self.source):
            yield shares_at_level(required, active, self.rule, self.level)

    def total(self) -> Exact:
        """The exact sum of all variances; reads the source once."""
        return sum((exact_sum(part) for part in self.variances() if len(part)), start=0)


def allocate_chunks(source: Source, threshold: int, dropouts: int = 0) -> ChunkedAllocation:
    """Allocate noise for the parties in ``source()``, which gives the same chunks each time it is called.

    A chunk is a pair: required variances (doubles), and who of them is active, as for :func:`allocate`. Memory is
    bounded by the largest chunk.

    >>> found = allocate_chunks(lambda: iter([([3.0, 1.0], None), ([2.0], None)]), threshold=1)
    >>> [part.tolist() for part in found.variances()], found.total()
    ([[2.0, 1.0], [1.0]], 4)
    """
    if not callable(source):
        raise InvalidInput("source must be a function that gives the chunks anew each time it is called")
    n, viewers = count_parties(source)
    rule, t, d = rule_of_sizes(n, viewers, threshold, dropouts)
    level = level_by_digits(rule.rank, lambda found, shift: digit_counts(source, rule, found, shift))
    return ChunkedAllocation(source, n, t, d, rule, level)


def rule_of_sizes(n: int, viewers: int, threshold: int, dropouts: int) -> tuple[Rule, int, int]:
    """The closed form's parameters for so many parties and active ones, with the threshold and dropouts as checked."""
    t = valid_threshold(threshold, n)
    d = valid_dropouts(dropouts, t, n)
    return rule_for(n, missing_parties(t, d), viewers), t, d


def count_parties(source: Source) -> tuple[int, int]:
    """How many parties a source holds, and how many of them are active; counts of several sources add up."""
    n = viewers = 0
    for required, active in _chunks(source):
        n, viewers = n + len(required), viewers + int(active.sum())
    return n, viewers


def _chunks(source: Source) -> Iterator[tuple[Doubles, Mask]]:
    for chunk in source():
        if not isinstance(chunk, tuple) or len(chunk) != 2:
            raise InvalidInput("a chunk must be a pair of required variances and active parties")
        required = read_required(np.asarray(chunk[0], dtype=np.float64))
        assert isinstance(required, np.ndarray)
        yield required, read_active(chunk[1], len(required))


def digit_counts(source: Source, rule: Rule, found: int, shift: int) -> Counts:
    """How often each 16-bit digit at ``shift`` follows the digits found, among the possible leaders of one source."""
    counts: Counts = np.zeros(1 << _DIGIT, dtype=np.int64)
    for required, active in _chunks(source):
        mine = required if rule.all_lead else required[~active]
        bits = (mine + 0.0).view(np.uint64)  # -0.0 + 0.0 is 0.0, whose bits are 0
        if shift < 64 - _DIGIT:
            bits = bits[bits >> np.uint64(shift + _DIGIT) == np.uint64(found)]
        digits = (bits >> np.uint64(shift)) & np.uint64((1 << _DIGIT) - 1)
        counts += np.bincount(digits.astype(np.int64), minlength=1 << _DIGIT)
    return counts


def level_by_digits(rank: int, count: Callable[[int, int], Counts]) -> float:
    """The rank-th largest requirement of the possible leaders, digit by digit from the top; 0 for rank 0.

    ``count(found, shift)`` gives the :func:`digit_counts` of all sources together.
    """
    if not rank:
        return 0.0
    found = 0
    for shift in range(64 - _DIGIT, -1, -_DIGIT):
        counts = count(found, shift)
        above = np.cumsum(counts[::-1])
        place = int(np.searchsorted(above, rank))
        digit = (1 << _DIGIT) - 1 - place
        rank -= int(above[place] - counts[digit])
        found = (found << _DIGIT) | digit
    return float(np.array([found], dtype=np.uint64).view(np.float64)[0])
