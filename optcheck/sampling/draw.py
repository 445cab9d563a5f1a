"""Draw exactly from a shape, many integers at a time.

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

from typing import Any

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import OptcheckError
from optcheck.sampling.acceptance import bernoulli_exp_minus, keep
from optcheck.sampling.blocks import block_of, table
from optcheck.sampling.randomness import WORD, Source, bits, words
from optcheck.sampling.shapes import Shape, Words

__all__ = ["attempt", "draw"]

Drawn = NDArray[Any]  # machine integers, or Python's as objects
_MACHINE = 40  # bits of a block up to which results fit machine integers
_MOST_BLOCKS = 1 << 22
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
        if block >= _MOST_BLOCKS:  # a chance below 2^-300000; wrapping round silently would be wrong all the same
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
