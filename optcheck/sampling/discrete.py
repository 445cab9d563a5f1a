"""Exact sampling from the discrete Gaussian and Laplace distributions, many integers at a time.

Shapes. A distribution has weights exp(-f(|x|)) on the integers, cut into blocks of 2^k of them. Its exponent f is known
exactly, and so is its growth inside a block: with a = u/2^k for the offset u in block number v,

    Gaussian, f(x) = x^2/(2 variance):   f(v 2^k + u) - f(v 2^k) = C a (2v + a),   C = 4^k/(2 variance) <= 1/32,
    Laplace, f(x) = x/scale:             f(v 2^k + u) - f(v 2^k) = C a,            C = 2^k/scale <= 1/8.

Rejection. One attempt picks a block v with probability exp(-f(v 2^k))/W (W is the sum of the block weights), an offset
u uniformly among its 2^k, and a sign. It is accepted with probability exp(-(f(v 2^k + u) - f(v 2^k))), and rejected
when it is minus zero. The chance that an attempt gives x, or -x, for x = v 2^k + u is therefore

    exp(-f(v 2^k))/W * 2^-k * exp(-(f(x) - f(v 2^k))) / 2  =  exp(-f(x)) / (W 2^(k+1)),

the same constant times exp(-f(x)) for every x except that -0 does not count: what is accepted has exactly the shape's
distribution.

Two steps compare a uniform real U with a real number: the choice of the block (F(v-1) <= U < F(v), F the distribution
function) and acceptance (U < exp(-y), y rational). Both decide by the first word of U where the word's interval lies
clear of a rigorous enclosure; otherwise U gets more bits and the enclosure is narrowed until they decide. Exponentials
are enclosed by arb's balls, a lower bound is only ever rounded down, an upper bound up; no double takes part.
Acceptance of whole arrays is decided in 64-bit fixed point: y is enclosed first, then exp(-y) as a product of table
entries. How long an attempt takes is not hidden from an observer who can measure it.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq
from numpy.typing import NDArray

from optcheck.errors import OptcheckError

Source = Callable[[int], bytes]
WORD = 32  # bits of a word; each decision starts with one and asks for more only where it must
_MOST_AT_ONCE = 1 << 24
Bounds = tuple[int, int]  # low and high, over 2^bits
_GUARD_BITS = 16
Words = NDArray[np.uint64]
_ABOVE_EVERY_WORD = 1 << 63
OFFSET_BITS = 24  # bits of u/2^k that the fast path uses
UNIT_BITS = 31  # probabilities are integers over 2^31: products of two fit into 64 bits
_GROWTH_BITS = 31  # the growth C is an integer over 2^31, at most 2^28
_EXPONENT_BITS = 32  # y is an integer over 2^32
_TABLE_BITS = 11  # bits per table
_MOST_FAST_BLOCKS = 1 << 10  # beyond it products could leave 64 bits; such blocks take the exact path
_MOST_EXPONENT = 16  # beyond exp(-15) only 0 is a lower bound
Draws = NDArray[Any]  # machine integers, or Python's as objects
_MACHINE_BITS = 40  # bits of a block up to which results fit machine integers
_MOST_BLOCKS = 1 << 22
_BATCH = 1 << 18


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

    def growth_multiple(self, block: Words, offset: Words, unit_bits: int) -> Words:
        """The multiple of C, in units of 4^-unit_bits; the offset is a in units of 2^-unit_bits."""
        return offset * ((block << np.uint64(unit_bits + 1)) + offset)


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

    def growth_multiple(self, block: Words, offset: Words, unit_bits: int) -> Words:
        """The multiple of C, in units of 4^-unit_bits; the offset is a in units of 2^-unit_bits."""
        return offset << np.uint64(unit_bits)


Shape = DiscreteGaussian | DiscreteLaplace


def draw(shape: Shape, count: int, source: Source) -> Draws:
    """So many independent draws: machine integers, or Python's where the spread is beyond them."""
    kind = np.int64 if shape.block_bits <= _MACHINE_BITS else object
    parts: list[Draws] = [np.empty(0, dtype=kind)]
    missing = count
    while missing:
        size = min(_BATCH, missing + missing // 8 + 8)
        accepted = attempt(shape, size, source)[:missing]
        parts.append(accepted)
        missing -= len(accepted)
    return np.concatenate(parts)


def attempt(shape: Shape, size: int, source: Source) -> Draws:
    """The accepted results of so many attempts, in order."""
    if shape.block_bits > _MACHINE_BITS:
        return np.array([x for x in (_attempt_one(shape, source) for _ in range(size)) if x is not None], dtype=object)
    block = _blocks(shape, words(source, size), source)
    offset = _offsets(shape.block_bits, size, source)
    accepted = _accepted(shape, block, offset, words(source, size), source)
    minus = np.unpackbits(np.frombuffer(source(-(-size // 8)), dtype=np.uint8))[:size].astype(np.bool_)[accepted]
    x = ((block[accepted] << np.uint64(shape.block_bits)) + offset[accepted]).astype(np.int64)
    signed: NDArray[np.int64] = np.where(minus, -x, x)
    without_minus_zero: NDArray[np.int64] = signed[~(minus & (x == 0))]
    return without_minus_zero


def _attempt_one(shape: Shape, source: Source) -> int | None:
    """One attempt in Python's integers, for spreads beyond the machine's."""
    size = 1 << shape.block_bits
    start = draw_block(shape, bits(source, WORD), WORD, source) * size
    x = start + bits(source, shape.block_bits)
    accepted = bernoulli_exp_minus(shape.exponent(x) - shape.exponent(start), bits(source, WORD), WORD, source)
    minus = bits(source, 1)
    if not accepted or (minus and not x):
        return None
    return -x if minus else x


def _offsets(k: int, size: int, source: Source) -> Words:
    if not k:
        return np.zeros(size, dtype=np.uint64)
    if k <= WORD:
        return words(source, size) >> np.uint64(WORD - k)
    return np.frombuffer(source(8 * size), dtype="<u8").astype(np.uint64) >> np.uint64(64 - k)


def _blocks(shape: Shape, first: Words, source: Source) -> Words:
    blocks, undecided = table(shape, WORD).pick(first)
    for index in undecided.tolist():
        block = draw_block(shape, int(first[index]), WORD, source)
        if block >= _MOST_BLOCKS:  # a chance below 2^-300000; wrapping round silently would still be wrong
            raise OptcheckError(f"a draw from {shape} leaves the machine's integers")
        blocks[index] = block
    return blocks


def draw_block(shape: Shape, word: int, width: int, source: Source) -> int:
    """The block for a uniform real that begins with the given word; draws more bits until it is decided."""
    while (block := table(shape, width).decided(word)) is None:
        word, width = (word << WORD) + bits(source, WORD), width + WORD
    return block


@dataclass(frozen=True, slots=True, eq=False)
class BlockTable:
    """Lower and upper bounds, as integers over 2^width, on the distribution function of the block's number."""

    width: int
    low: tuple[int, ...]
    high: tuple[int, ...]

    def decided(self, u: int) -> int | None:
        """The block for every real in [u, u+1) / 2^width, or None if the enclosures do not decide."""
        block = bisect_right(self.high, u)
        return block if block < len(self.low) and u + 1 <= self.low[block] else None

    def pick(self, words: Words) -> tuple[Words, Words]:
        """For words of ``width`` bits: the blocks, and the indices of the words that decide nothing."""
        high, low = (
            np.array([*side, bound], dtype=np.uint64) for side, bound in ((self.high, _ABOVE_EVERY_WORD), (self.low, 0))
        )
        blocks = np.searchsorted(high, words, side="right").astype(np.uint64)
        return blocks, np.flatnonzero(words >= low[blocks]).astype(np.uint64)


@lru_cache(maxsize=256)
def table(shape: Shape, width: int) -> BlockTable:
    """Enclose F(0), F(1), ... until the remaining weight is below 2^-width.

    f is convex and vanishes at 0, so weights fall at least as fast as a geometric series: all that follow block v weigh
    at most w(v+1)/(1 - w(v+1)/w(v)).
    """
    working = width + 32
    size = 1 << shape.block_bits
    weights: list[Bounds] = [exp_minus(Fraction(0), working)]
    while True:
        weights.append(exp_minus(shape.exponent(len(weights) * size), working))
        tail = _tail_bound(weights[-2], weights[-1], working)
        if tail <= 1 << 16:
            break
    sums_low, sums_high = (list(accumulate(side)) for side in zip(*weights, strict=True))
    whole_low, whole_high = sums_low[-1], sums_high[-1] + tail
    low = tuple((s << width) // whole_high for s in sums_low)
    high = tuple(min(1 << width, -((-s << width) // whole_low)) for s in sums_high)
    return BlockTable(width, low, high)


def _tail_bound(before: Bounds, last: Bounds, bits: int) -> int:
    """An upper bound on all weights after the last one."""
    if before[0] <= last[1]:
        return 1 << bits
    return -(-last[1] * last[1] // (before[0] - last[1])) + 1


def _accepted(shape: Shape, block: Words, offset: Words, first: Words, source: Source) -> Words:
    """Indices of the accepted attempts, ascending."""
    certain, undecided = accept(shape, block, offset, first)
    size = 1 << shape.block_bits
    late_acceptances = []
    for index in undecided.tolist():
        start = int(block[index]) * size
        y = shape.exponent(start + int(offset[index])) - shape.exponent(start)
        if bernoulli_exp_minus(y, int(first[index]), WORD, source):
            late_acceptances.append(index)
    return np.sort(np.concatenate([certain, np.array(late_acceptances, dtype=np.uint64)]))


def accept(shape: Shape, block: Words, offset: Words, word: Words) -> tuple[Words, Words]:
    """Indices of the attempts accepted for certain, and of those that the first word leaves undecided."""
    low, high = enclose_acceptance(shape, block, offset)
    scale = np.uint64(WORD - UNIT_BITS)
    certain = (word >> scale) + np.uint64(1) <= low
    return np.flatnonzero(certain).astype(np.uint64), np.flatnonzero(~certain & (word >> scale < high)).astype(
        np.uint64
    )


def enclose_acceptance(shape: Shape, block: Words, offset: Words) -> tuple[Words, Words]:
    """Bounds, over 2^31, on the probability exp(-(f(v 2^k + u) - f(v 2^k))) of accepting offset u of block v."""
    k = shape.block_bits
    if not k:
        return np.full_like(offset, 1 << UNIT_BITS), np.full_like(offset, 1 << UNIT_BITS)
    if k <= OFFSET_BITS:
        below = above = offset << np.uint64(OFFSET_BITS - k)
    else:
        below = offset >> np.uint64(k - OFFSET_BITS)
        above = below + np.uint64(1)
    near = np.minimum(block, np.uint64(_MOST_FAST_BLOCKS))
    growth = shape.growth * (1 << _GROWTH_BITS)
    least = _scaled(shape.growth_multiple(near, below, OFFSET_BITS), int(growth), up=False)
    most = _scaled(shape.growth_multiple(near, above, OFFSET_BITS), -int(-growth // 1), up=True)
    low, high = exp_table(most, up=False), exp_table(least, up=True)
    low[block >= _MOST_FAST_BLOCKS] = 0
    return low, high


def _scaled(value: Words, constant: int, up: bool) -> Words:
    """value (over 2^48) times the constant (over 2^31), over 2^32: first to 2^-24, where the product fits 64 bits."""
    first, second = np.uint64(2 * OFFSET_BITS - 24), np.uint64(24 + _GROWTH_BITS - _EXPONENT_BITS)
    if not up:
        return ((value >> first) * np.uint64(constant)) >> second
    raised = (value >> first) + np.uint64(1)
    return ((raised * np.uint64(constant)) >> second) + np.uint64(1)


def exp_table(y: Words, up: bool) -> Words:
    """A bound, over 2^31, on exp(-y) for y over 2^32: whole part, two groups of 11 bits, and the remainder."""
    whole, coarse, fine = _tables()[1 if up else 0]
    mask = np.uint64((1 << _TABLE_BITS) - 1)
    rest = y & np.uint64((1 << _EXPONENT_BITS - 2 * _TABLE_BITS) - 1)
    parts = (
        whole[np.minimum(y >> np.uint64(_EXPONENT_BITS), np.uint64(_MOST_EXPONENT))],
        coarse[(y >> np.uint64(_EXPONENT_BITS - _TABLE_BITS)) & mask],
        fine[(y >> np.uint64(_EXPONENT_BITS - 2 * _TABLE_BITS)) & mask],
        _exp_near_zero(rest, up),
    )
    result: Words = parts[0]
    for part in parts[1:]:
        result = (result * part + np.uint64((1 << UNIT_BITS) - 1 if up else 0)) >> np.uint64(UNIT_BITS)
    return result


def _exp_near_zero(rest: Words, up: bool) -> Words:
    """exp(-r) for r = rest/2^32 < 2^-22: between 1 - r and 1 - r + r^2/2, and the square is below a unit."""
    one = np.uint64(1 << UNIT_BITS)
    if up:
        return one - (rest >> np.uint64(1)) + np.uint64(1)
    return one - ((rest + np.uint64(1)) >> np.uint64(1))


@lru_cache(maxsize=1)
def _tables() -> tuple[tuple[Words, Words, Words], tuple[Words, Words, Words]]:
    """exp(-i), exp(-i/2^11), exp(-i/2^22) over 2^31, rounded down and up; beyond exp(-15) only 0 is a lower bound."""
    steps = ((1, _MOST_EXPONENT), (1 << _TABLE_BITS, 1 << _TABLE_BITS), (1 << 2 * _TABLE_BITS, 1 << _TABLE_BITS))
    bounds = [[exp_minus(Fraction(i, step), UNIT_BITS) for i in range(count)] for step, count in steps]
    bounds[0].append((0, exp_minus(Fraction(_MOST_EXPONENT), UNIT_BITS)[1]))
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


def exp_minus(x: Fraction, bits: int) -> Bounds:
    """Integers low <= 2^bits exp(-x) <= high, for x >= 0.

    >>> exp_minus(Fraction(0), 8)
    (256, 256)
    """
    if x >= bits:
        return 0, 1  # exp(-bits) is below 2^-bits
    with ctx.workprec(bits + _GUARD_BITS):
        ball = (-arb(fmpq(x.numerator, x.denominator))).exp() * (1 << bits)
        return int(ball.lower().floor().unique_fmpz()), int(ball.upper().ceil().unique_fmpz())
