"""The sampler's probabilities, computed: its decision trees are walked and compared with the definition in arb."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st

from optcheck.sampling import DiscreteGaussian, DiscreteLaplace, discrete
from optcheck.sampling.discrete import (
    WORD,
    Shape,
    attempt,
    bernoulli_exp_minus,
    draw_block,
    enclose_acceptance,
    exp_minus,
)

SHAPES: list[Shape] = [
    DiscreteGaussian(Fraction(1, 3)),
    DiscreteGaussian(Fraction(9, 4)),
    DiscreteGaussian(Fraction(70)),
    DiscreteGaussian(Fraction(12345, 7)),
    DiscreteLaplace(Fraction(2, 3)),
    DiscreteLaplace(Fraction(100, 3)),
]
SMALL_WORD = 4
DEPTH = 5


class _OutOfBits(Exception):
    pass


def ball(value: Fraction) -> Any:
    return arb(fmpq(value.numerator, value.denominator))


def weight(shape: Shape, x: int) -> Any:
    return (-ball(shape.exponent(x))).exp()


def tree(decide: Callable[[int, Callable[[int], bytes]], Any]) -> tuple[dict[Any, Fraction], Fraction]:
    """The mass of every answer over all bit strings of DEPTH words, and the mass that asks for more bits."""
    masses: dict[Any, Fraction] = defaultdict(Fraction)
    still_open = Fraction(0)
    pending: list[tuple[int, ...]] = [(word,) for word in range(1 << SMALL_WORD)]
    while pending:
        path = pending.pop()
        mass = Fraction(1, 1 << SMALL_WORD * len(path))
        more = iter(path[1:])
        try:
            masses[decide(path[0], lambda size, more=more: _next(more))] += mass  # type: ignore[misc]
        except _OutOfBits:
            if len(path) == DEPTH:
                still_open += mass
            else:
                pending.extend((*path, word) for word in range(1 << SMALL_WORD))
    return masses, still_open


def _next(words: Iterator[int]) -> bytes:
    """The next word as the bytes that ``bits`` shifts down to it."""
    for word in words:
        return bytes([word << (8 - SMALL_WORD)])
    raise _OutOfBits


@pytest.fixture
def small_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discrete, "WORD", SMALL_WORD)
    monkeypatch.setattr(discrete, "WORD", SMALL_WORD)


@pytest.mark.usefixtures("small_words")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_block_is_picked_with_its_probability(shape: Shape) -> None:
    masses, still_open = tree(lambda word, source: draw_block(shape, word, SMALL_WORD, source))
    assert sum(masses.values()) + still_open == 1
    assert still_open <= Fraction(200, 1 << SMALL_WORD * DEPTH)
    size = 1 << shape.block_bits
    with ctx.workprec(200):
        total = sum((weight(shape, v * size) for v in range(1000)), start=arb(0))  # what follows is below 2^-300
        for v in range(max(masses) + 3):
            probability = weight(shape, v * size) / total
            assert ball(masses.get(v, Fraction(0))) <= probability
            assert probability <= ball(masses.get(v, Fraction(0)) + still_open)


@pytest.mark.usefixtures("small_words")
@pytest.mark.parametrize("y", [Fraction(0), Fraction(1, 7), Fraction(2, 3), Fraction(5), Fraction(40)])
def test_an_offset_is_accepted_with_its_probability(y: Fraction) -> None:
    masses, still_open = tree(lambda word, source: bernoulli_exp_minus(y, word, SMALL_WORD, source))
    assert masses[True] + masses[False] + still_open == 1
    assert still_open <= Fraction(2, 1 << SMALL_WORD * DEPTH)
    with ctx.workprec(200):
        assert ball(masses[True]) <= (-ball(y)).exp() <= ball(masses[True] + still_open)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_fast_enclosures_hold_everywhere(shape: Shape) -> None:
    size = 1 << shape.block_bits
    pairs = [(v, u) for v in range(40) for u in range(size)]
    _assert_enclosed(shape, pairs)


@given(
    st.integers(1, 2**84),
    st.integers(1, 1000),
    st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 2**40 - 1)), min_size=1, max_size=5),
    st.booleans(),
)
def test_the_fast_enclosures_hold_for_large_spreads(
    top: int, bottom: int, pairs: list[tuple[int, int]], gaussian: bool
) -> None:
    shape: Shape = (
        DiscreteGaussian(Fraction(top, bottom)) if gaussian else DiscreteLaplace(Fraction(top >> 42, bottom) + 1)
    )
    _assert_enclosed(shape, [(v, u >> (40 - shape.block_bits)) for v, u in pairs])


def _assert_enclosed(shape: Shape, pairs: list[tuple[int, int]]) -> None:
    block, offset = (np.array(column, dtype=np.uint64) for column in zip(*pairs, strict=True))
    low, high = enclose_acceptance(shape, block, offset)
    size = 1 << shape.block_bits
    for index, (v, u) in enumerate(pairs):
        exact_low, exact_high = exp_minus(shape.exponent(v * size + u) - shape.exponent(v * size), 80)
        assert int(low[index]) << 49 <= exact_high
        assert exact_low <= int(high[index]) << 49
        # The exponent is growth (2 v x + x^2) or growth x at an offset x that is known to 2^-24, as is the value then.
        width = shape.growth * (2 * v + 4) * 2 ** (31 - 24) + 16  # 16: the tables' roundings, over 2^31
        assert v >= 1024 or int(high[index]) - int(low[index]) <= width


@given(st.fractions(min_value=0, max_value=2000), st.integers(1, 200))
def test_exp_is_enclosed(x: Fraction, bits: int) -> None:
    low, high = exp_minus(x, bits)
    assert high - low <= 2
    with ctx.workprec(3200):
        truth = (-ball(x)).exp() * arb(2) ** bits
        assert arb(low) <= truth.upper()
        assert truth.lower() <= arb(high)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_an_attempt_is_made_of_these_decisions(shape: Shape) -> None:
    """Bits that decide at once: the block from the table, the offset from the next bits, acceptance, the sign."""
    k = shape.block_bits
    table = discrete.table(shape, WORD)
    firsts = [0, *table.high[:3]]
    for v, first in enumerate(firsts):
        if first >= 1 << WORD or table.decided(first) != v:
            continue
        for u in {0, (1 << k) - 1}:
            for minus in (0, 1):
                x = (v << k) + u
                expected = [] if minus and not x else [-x if minus else x]
                assert _attempt(shape, first, u, 0, minus) == expected
                if u:
                    assert _attempt(shape, first, u, (1 << WORD) - 1, minus) == []


def _attempt(shape: Shape, first: int, u: int, keep: int, minus: int) -> list[int]:
    k = shape.block_bits
    chunks = [first.to_bytes(4, "little")]
    chunks += [(u << (WORD - k)).to_bytes(4, "little")] if k else []
    chunks += [keep.to_bytes(4, "little"), bytes([minus << 7])]
    feed = iter(chunks)
    result: list[int] = attempt(shape, 1, lambda size: next(feed)).tolist()
    return result
