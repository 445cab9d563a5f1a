"""Where random bits come from: a function from a number of bytes to that many bytes.

Rigorous enclosures in integers: exp(-x) for a rational x >= 0, as two integers over a power of two.

Nothing here is rounded to nearest: a lower bound is only ever rounded down, an upper bound up.

The two shapes: weights exp(-f(|x|)) on the integers, cut into blocks of 2^k of them.

A shape knows its exponent f exactly, and how f grows inside a block: with a = u/2^k for the place u in block number v,

    Gaussian, f(x) = x^2/(2 variance):   f(v 2^k + u) - f(v 2^k) = C a (2v + a),   C = 4^k/(2 variance) <= 1/32,
    Laplace, f(x) = x/scale:             f(v 2^k + u) - f(v 2^k) = C a,            C = 2^k/scale <= 1/8.

Which block: the inverse of an exact distribution function, read with as many bits as the answer needs.

Block v has weight exp(-f(v 2^k)). A uniform real U picks the block with F(v-1) <= U < F(v), F being the distribution
function. The first word of U decides unless an integer enclosure of some F(v) meets the word's interval: then more bits
of U are drawn and the enclosures are made narrower, until they decide. So every block is picked with exactly its
probability, although no weight is ever rounded to a number.

Whether a place inside its block is kept: Bernoulli(exp(-y)) for a rational y, many at a time.

A uniform real U is compared with exp(-y). The first word of U is compared with an enclosure of exp(-y) in fixed point,
computed for whole arrays in 64-bit integers: y is enclosed first, then exp(-y) as a product of table entries, each step
rounded down for the lower bound and up for the upper one. Where the word's interval meets the enclosure, the exact
rational y is enclosed with more and more bits and U is given more and more bits, until they lie apart.

Draw exactly from a shape, many integers at a time.

One attempt picks a block v, a place u uniformly among its 2^k, and a sign. It is kept with probability
exp(-(f(v 2^k + u) - f(v 2^k))), and thrown away when it is minus zero. The chance that an attempt gives x, or -x, for
x = v 2^k + u is therefore, with W for the sum of the block weights,

    exp(-f(v 2^k))/W * 2^-k * exp(-(f(x) - f(v 2^k))) / 2  =  exp(-f(x)) / (W 2^(k+1)),

the same constant times exp(-f(x)) for every x except that -0 does not count: what is kept has exactly the shape's
distribution. The two places where a real number enters (which block; kept or not) compare a uniform real, whose bits
are drawn as they are needed, with rigorous enclosures; see :mod:`blocks` and :mod:`acceptance`. No float takes part.
How long an attempt takes is not hidden from somebody who can measure it.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import OptcheckError

__all__ = [
    "WORD",
    "BlockTable",
    "Bounds",
    "DiscreteGaussian",
    "DiscreteLaplace",
    "Shape",
    "Source",
    "Words",
    "attempt",
    "bernoulli_exp_minus",
    "bits",
    "block_of",
    "draw",
    "enclose_keep",
    "exp_minus",
    "keep",
    "operating_system",
    "product",
    "table",
    "words",
]


Source = Callable[[int], bytes]
WORD = 32  # bits of a word; each decision starts with one and asks for more only where it must

_MOST_AT_ONCE = 1 << 24


def operating_system(size: int) -> bytes:
    """Bytes from the operating system's generator, which is made for keys."""
    return b"".join(os.urandom(min(_MOST_AT_ONCE, size - start)) for start in range(0, size, _MOST_AT_ONCE))


def words(source: Source, count: int) -> NDArray[np.uint64]:
    """Uniform words of WORD bits."""
    return np.frombuffer(source(4 * count), dtype="<u4").astype(np.uint64)


def bits(source: Source, count: int) -> int:
    """A uniform integer of so many bits.

    >>> bits(lambda size: bytes([255] * size), 3)
    7
    """
    size = -(-count // 8)
    return int.from_bytes(source(size), "little") >> (8 * size - count) if count else 0


Bounds = tuple[int, int]  # low and high, over 2^bits
_GUARD = 16


def exp_minus(x: Fraction, bits: int) -> Bounds:
    """Integers low <= 2^bits exp(-x) <= high, for x >= 0.

    exp(-x) is the 2^k-th power of exp(-x/2^k). The series of the latter alternates and falls, so its partial sums lie
    on both sides of it; every division is rounded down for the low sum and up for the high one. Squares keep the order.

    >>> exp_minus(Fraction(0), 8)
    (256, 256)
    """
    if x >= bits:
        return 0, 1  # exp(-bits) is below 2^-bits
    squarings = max(0, (x.numerator // x.denominator).bit_length() + 4)
    working = bits + _GUARD + 2 * squarings
    low, high = _series(x / (1 << squarings), working)
    for _ in range(squarings):
        low, high = product((low, high), (low, high), working)
    shift = working - bits
    return low >> shift, -(-high >> shift)


def _series(x: Fraction, bits: int) -> Bounds:
    """1 - x + x^2/2 - ... for 0 <= x < 1, up to an odd and an even number of terms."""
    low = high = term_low = term_high = 1 << bits
    k = 0
    while term_high > 1 or k % 2:
        k += 1
        divisor = x.denominator * k
        term_low, term_high = term_low * x.numerator // divisor, -(-term_high * x.numerator // divisor)
        low, high = (low - term_high, high - term_low) if k % 2 else (low + term_low, high + term_high)
        if not x:
            return low, high
    return max(0, low - term_high), high


def product(a: Bounds, b: Bounds, bits: int) -> Bounds:
    """Enclose the product of two numbers that are not negative."""
    return a[0] * b[0] >> bits, -(-a[1] * b[1] >> bits)


Words = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class DiscreteGaussian:
    """P(x) proportional to exp(-x^2 / (2 variance))."""

    variance: Fraction

    @property
    def block_bits(self) -> int:
        """The largest k >= 0 with 2^k at most a quarter of the standard deviation."""
        return max(0, (int(self.variance / 16).bit_length() - 1) // 2)

    @property
    def growth(self) -> Fraction:
        """The constant C."""
        return Fraction(1 << 2 * self.block_bits) / (2 * self.variance)

    def exponent(self, x: int) -> Fraction:
        """f(x), for x >= 0."""
        return x * x / (2 * self.variance)

    def times_growth(self, block: Words, place: Words, unit_bits: int) -> Words:
        """What multiplies C, in units of 4^-unit_bits; the place is a in units of 2^-unit_bits."""
        return place * ((block << np.uint64(unit_bits + 1)) + place)


@dataclass(frozen=True, slots=True)
class DiscreteLaplace:
    """P(x) proportional to exp(-|x| / scale)."""

    scale: Fraction

    @property
    def block_bits(self) -> int:
        """The largest k >= 0 with 2^k at most an eighth of the scale."""
        return max(0, int(self.scale / 8).bit_length() - 1)

    @property
    def growth(self) -> Fraction:
        """The constant C."""
        return Fraction(1 << self.block_bits) / self.scale

    def exponent(self, x: int) -> Fraction:
        """f(x), for x >= 0."""
        return x / self.scale

    def times_growth(self, block: Words, place: Words, unit_bits: int) -> Words:
        """What multiplies C, in units of 4^-unit_bits; the place is a in units of 2^-unit_bits."""
        return place << np.uint64(unit_bits)


Shape = DiscreteGaussian | DiscreteLaplace


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


Drawn = NDArray[Any]  # machine integers, or Python's as objects
_MACHINE = 40  # bits of a block up to which results fit machine integers
_DRAW_MOST_BLOCKS = 1 << 22
_BATCH = 1 << 18


def draw(shape: Shape, count: int, source: Source) -> Drawn:
    """So many independent draws: machine integers, or Python's where the spread is beyond them."""
    kind = np.int64 if shape.block_bits <= _MACHINE else object
    parts: list[Drawn] = [np.empty(0, dtype=kind)]
    missing = count
    while missing:
        size = min(_BATCH, missing + missing // 8 + 8)
        found = attempt(shape, size, source)[:missing]
        parts.append(found)
        missing -= len(found)
    return np.concatenate(parts)


def attempt(shape: Shape, size: int, source: Source) -> Drawn:
    """The results of so many attempts that were kept, in order."""
    if shape.block_bits > _MACHINE:
        return np.array([x for x in (_one(shape, source) for _ in range(size)) if x is not None], dtype=object)
    block = _blocks(shape, words(source, size), source)
    place = _places(shape.block_bits, size, source)
    kept = _kept(shape, block, place, words(source, size), source)
    minus = np.unpackbits(np.frombuffer(source(-(-size // 8)), dtype=np.uint8))[:size].astype(np.bool_)[kept]
    x = ((block[kept] << np.uint64(shape.block_bits)) + place[kept]).astype(np.int64)
    signed: NDArray[np.int64] = np.where(minus, -x, x)
    kept_ones: NDArray[np.int64] = signed[~(minus & (x == 0))]
    return kept_ones


def _blocks(shape: Shape, first: Words, source: Source) -> Words:
    blocks, open_ones = table(shape, WORD).pick(first)
    for index in open_ones.tolist():
        block = block_of(shape, int(first[index]), WORD, source)
        if block >= _DRAW_MOST_BLOCKS:  # a chance below 2^-300000; wrapping round silently would be wrong all the same
            raise OptcheckError(f"a draw from {shape} leaves the machine's integers")
        blocks[index] = block
    return blocks


def _places(k: int, size: int, source: Source) -> Words:
    if not k:
        return np.zeros(size, dtype=np.uint64)
    if k <= WORD:
        return words(source, size) >> np.uint64(WORD - k)
    return np.frombuffer(source(8 * size), dtype="<u8").astype(np.uint64) >> np.uint64(64 - k)


def _kept(shape: Shape, block: Words, place: Words, first: Words, source: Source) -> Words:
    """Indices of the attempts that are kept, ascending."""
    sure, open_ones = keep(shape, block, place, first)
    size = 1 << shape.block_bits
    late = []
    for index in open_ones.tolist():
        start = int(block[index]) * size
        y = shape.exponent(start + int(place[index])) - shape.exponent(start)
        if bernoulli_exp_minus(y, int(first[index]), WORD, source):
            late.append(index)
    return np.sort(np.concatenate([sure, np.array(late, dtype=np.uint64)]))


def _one(shape: Shape, source: Source) -> int | None:
    """One attempt in Python's integers, for spreads beyond the machine's."""
    size = 1 << shape.block_bits
    start = block_of(shape, bits(source, WORD), WORD, source) * size
    x = start + bits(source, shape.block_bits)
    kept = bernoulli_exp_minus(shape.exponent(x) - shape.exponent(start), bits(source, WORD), WORD, source)
    minus = bits(source, 1)
    if not kept or (minus and not x):
        return None
    return -x if minus else x
