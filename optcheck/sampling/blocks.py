"""Which block: the inverse of an exact distribution function, read with as many bits as the answer needs.

Block v has weight exp(-f(v 2^k)). A uniform real U picks the block with F(v-1) <= U < F(v), F being the distribution
function. The first word of U decides unless an integer enclosure of some F(v) meets the word's interval: then more bits
of U are drawn and the enclosures are made narrower, until they decide. So every block is picked with exactly its
probability, although no weight is ever rounded to a number.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from optcheck.sampling.enclosures import Bounds, exp_minus
from optcheck.sampling.randomness import WORD, Source, bits
from optcheck.sampling.shapes import Shape, Words

__all__ = ["BlockTable", "block_of", "table"]


@dataclass(frozen=True, slots=True, eq=False)
class BlockTable:
    """Lower and upper bounds, as integers over 2^width, on the distribution function of the block's number."""

    width: int
    low: tuple[int, ...]
    high: tuple[int, ...]

    def decided(self, u: int) -> int | None:
        """The block for every real in [u, u+1) / 2^width, or None if the enclosures leave it open."""
        block = bisect_right(self.high, u)
        return block if block < len(self.low) and u + 1 <= self.low[block] else None

    def pick(self, words: Words) -> tuple[Words, Words]:
        """For words of ``width`` bits: the blocks, and the places of the words that decide nothing."""
        high, low = (np.array([*side, bound], dtype=np.uint64) for side, bound in ((self.high, _ALL), (self.low, 0)))
        blocks = np.searchsorted(high, words, side="right").astype(np.uint64)
        return blocks, np.flatnonzero(words >= low[blocks]).astype(np.uint64)


_ALL = 1 << 63


@lru_cache(maxsize=256)
def table(shape: Shape, width: int) -> BlockTable:
    """Enclose F(0), F(1), ... until the weight that is left is below 2^-width.

    f is convex and vanishes at 0, so weights fall at least as fast as a geometric series: all that follow block v weigh
    at most w(v+1)/(1 - w(v+1)/w(v)).
    """
    working = width + 32
    size = 1 << shape.block_bits
    weights: list[Bounds] = [exp_minus(Fraction(0), working)]
    while True:
        weights.append(exp_minus(shape.exponent(len(weights) * size), working))
        tail = _geometric(weights[-2], weights[-1], working)
        if tail <= 1 << 16:
            break
    sums_low, sums_high = _running(weights, 0), _running(weights, 1)
    whole_low, whole_high = sums_low[-1], sums_high[-1] + tail
    low = tuple((s << width) // whole_high for s in sums_low)
    high = tuple(min(1 << width, -((-s << width) // whole_low)) for s in sums_high)
    return BlockTable(width, low, high)


def _geometric(before: Bounds, last: Bounds, bits: int) -> int:
    """An upper bound on all weights after the last one."""
    if before[0] <= last[1]:
        return 1 << bits
    return -(-last[1] * last[1] // (before[0] - last[1])) + 1


def _running(weights: list[Bounds], side: int) -> list[int]:
    totals, total = [], 0
    for bounds in weights:
        total += bounds[side]
        totals.append(total)
    return totals


def block_of(shape: Shape, word: int, width: int, source: Source) -> int:
    """The block for a uniform real that begins with the given word; draws more bits until it is decided."""
    while (block := table(shape, width).decided(word)) is None:
        word, width = (word << WORD) + bits(source, WORD), width + WORD
    return block
