"""Whether a place inside its block is kept: Bernoulli(exp(-y)) for a rational y, many at a time.

A uniform real U is compared with exp(-y). The first word of U is compared with an enclosure of exp(-y) in fixed point,
computed for whole arrays in 64-bit integers: y is enclosed first, then exp(-y) as a product of table entries, each step
rounded down for the lower bound and up for the upper one. Where the word's interval meets the enclosure, the exact
rational y is enclosed with more and more bits and U is given more and more bits, until they lie apart.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np

from optcheck.sampling.enclosures import exp_minus
from optcheck.sampling.randomness import WORD, Source, bits
from optcheck.sampling.shapes import Shape, Words

__all__ = ["bernoulli_exp_minus", "enclose_keep", "keep"]

PLACE = 24  # bits of u/2^k that the fast path looks at
UNIT = 31  # probabilities are integers over 2^31: products of two fit into 64 bits
_CONSTANT = 31  # the growth C is an integer over 2^31, at most 2^28
_EXPONENT = 32  # y is an integer over 2^32
_TABLE = 11  # bits per table
_MOST_BLOCKS = 1 << 10  # beyond it products could leave 64 bits; such blocks take the exact path
_MOST_EXPONENT = 16


def keep(shape: Shape, block: Words, place: Words, word: Words) -> tuple[Words, Words]:
    """Indices of the attempts whose place is kept for certain, and of those that the first word leaves open."""
    low, high = enclose_keep(shape, block, place)
    scale = np.uint64(WORD - UNIT)
    sure = (word >> scale) + np.uint64(1) <= low
    return np.flatnonzero(sure).astype(np.uint64), np.flatnonzero(~sure & (word >> scale < high)).astype(np.uint64)


def enclose_keep(shape: Shape, block: Words, place: Words) -> tuple[Words, Words]:
    """Bounds, over 2^31, on the probability exp(-(f(v 2^k + u) - f(v 2^k))) of keeping place u of block v."""
    k = shape.block_bits
    if not k:
        return np.full_like(place, 1 << UNIT), np.full_like(place, 1 << UNIT)
    if k <= PLACE:
        below = above = place << np.uint64(PLACE - k)
    else:
        below = place >> np.uint64(k - PLACE)
        above = below + np.uint64(1)
    near = np.minimum(block, np.uint64(_MOST_BLOCKS))
    growth = shape.growth * (1 << _CONSTANT)
    least = _scaled(shape.times_growth(near, below, PLACE), int(growth), up=False)
    most = _scaled(shape.times_growth(near, above, PLACE), -int(-growth // 1), up=True)
    low, high = exp_table(most, up=False), exp_table(least, up=True)
    low[block >= _MOST_BLOCKS] = 0
    return low, high


def _scaled(value: Words, constant: int, up: bool) -> Words:
    """value (over 2^48) times the constant (over 2^31), over 2^32: first to 2^-24, where the product fits 64 bits."""
    first, second = np.uint64(2 * PLACE - 24), np.uint64(24 + _CONSTANT - _EXPONENT)
    if not up:
        return ((value >> first) * np.uint64(constant)) >> second
    raised = (value >> first) + np.uint64(1)
    return ((raised * np.uint64(constant)) >> second) + np.uint64(1)


def exp_table(y: Words, up: bool) -> Words:
    """A bound, over 2^31, on exp(-y) for y over 2^32: whole part, two groups of 11 bits, and what is left."""
    whole, coarse, fine = _tables()[1 if up else 0]
    mask = np.uint64((1 << _TABLE) - 1)
    rest = y & np.uint64((1 << _EXPONENT - 2 * _TABLE) - 1)
    parts = (
        whole[np.minimum(y >> np.uint64(_EXPONENT), np.uint64(_MOST_EXPONENT))],
        coarse[(y >> np.uint64(_EXPONENT - _TABLE)) & mask],
        fine[(y >> np.uint64(_EXPONENT - 2 * _TABLE)) & mask],
        _near_one(rest, up),
    )
    result: Words = parts[0]
    for part in parts[1:]:
        result = (result * part + np.uint64((1 << UNIT) - 1 if up else 0)) >> np.uint64(UNIT)
    return result


def _near_one(rest: Words, up: bool) -> Words:
    """exp(-r) for r = rest/2^32 < 2^-22: between 1 - r and 1 - r + r^2/2, and the square is below a unit."""
    one = np.uint64(1 << UNIT)
    if up:
        return one - (rest >> np.uint64(1)) + np.uint64(1)
    return one - ((rest + np.uint64(1)) >> np.uint64(1))


@lru_cache(maxsize=1)
def _tables() -> tuple[tuple[Words, Words, Words], tuple[Words, Words, Words]]:
    """exp(-i), exp(-i/2^11), exp(-i/2^22) over 2^31, rounded down and up; beyond exp(-15) only 0 is a lower bound."""
    steps = ((1, _MOST_EXPONENT), (1 << _TABLE, 1 << _TABLE), (1 << 2 * _TABLE, 1 << _TABLE))
    bounds = [[exp_minus(Fraction(i, step), UNIT) for i in range(count)] for step, count in steps]
    bounds[0].append((0, exp_minus(Fraction(_MOST_EXPONENT), UNIT)[1]))
    low, high = (tuple(np.array([b[side] for b in part], dtype=np.uint64) for part in bounds) for side in (0, 1))
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])


def bernoulli_exp_minus(y: Fraction, word: int, width: int, source: Source) -> bool:
    """Whether a uniform real that begins with the word (of ``width`` bits) lies below exp(-y); may draw more bits.

    The real is below for certain when its interval's upper end is at most the lower bound, and not below for certain
    when its lower end is at least the upper bound; each further word halves the chance of neither 2^32 times.
    """
    while True:
        low, high = exp_minus(y, width)
        if word + 1 <= low:
            return True
        if word >= high:
            return False
        word, width = (word << WORD) + bits(source, WORD), width + WORD
