"""Randomised response (Eq. 9): each party publishes its bit, unflipped with probability lambda / (1 + lambda)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import items, whole_number
from optcheck.exact.numbers import Exact, exact
from optcheck.randomized_response.problem import privacy_levels

Matrix = Sequence[Sequence[Exact]]
MOST_RESPONSES = 10**8


def keep_probability(value: object) -> Fraction:
    """The chance that a bit is published as it is.

    >>> keep_probability(2)
    Fraction(2, 3)
    """
    level = Fraction(exact(value, "lambda"))
    if level < 1:
        raise InvalidInput(f"lambda must be at least 1, got {shown(level)}")
    return level / (1 + level)


def transcript_matrix(lambdas: Sequence[object]) -> tuple[tuple[Fraction, ...], ...]:
    """P[x][response] for all 2^k inputs and responses, both in lexicographic order.

    >>> transcript_matrix([2])
    ((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3)))
    """
    rows: list[list[Fraction]] = [[Fraction(1)]]
    for value in privacy_levels(lambdas, least=0):
        keep = keep_probability(value)
        factor = ((keep, 1 - keep), (1 - keep, keep))
        rows = [[entry * step for entry in row for step in factor[bit]] for row in rows for bit in (0, 1)]
    return tuple(map(tuple, rows))


def simulate_responses(bits: Sequence[int], lambdas: Sequence[object], count: int, seed: int) -> NDArray[np.int8]:
    """Draw responses, one row each. Keeping is decided by exact integers: no rounding of the probability.

    >>> simulate_responses([1, 0], [10**9, 10**9], count=2, seed=0).tolist()
    [[1, 0], [1, 0]]
    """
    levels, rows = privacy_levels(lambdas), whole_number(count, "count", least=0, most=MOST_RESPONSES)
    bits = [whole_number(bit, "a bit", least=0, most=1) for bit in items(bits, "a bit")]
    if len(bits) != len(levels):
        raise InvalidInput(f"one bit, 0 or 1, for each of {len(levels)} parties is needed, got {shown(bits)}")
    generator = np.random.default_rng(whole_number(seed, "seed", least=0))
    columns = [_draw_unflipped(generator, keep_probability(value), rows) for value in levels]
    flips = ~np.stack(columns, axis=1)
    return (np.array(bits, dtype=np.int8)[None, :] ^ flips).astype(np.int8)


def _draw_unflipped(generator: np.random.Generator, keep: Fraction, count: int) -> NDArray[np.bool_]:
    if keep.denominator < 1 << 62:
        return np.asarray(generator.integers(0, keep.denominator, size=count) < keep.numerator)
    return np.array([_uniform_below(generator, keep.denominator) < keep.numerator for _ in range(count)], dtype=bool)


def _uniform_below(generator: np.random.Generator, bound: int) -> int:
    """A uniform integer below a bound of any size, by rejection."""
    size = (bound.bit_length() + 7) // 8
    while True:
        draw = int.from_bytes(generator.bytes(size), "big") >> (8 * size - bound.bit_length())
        if draw < bound:
            return draw


def is_private(matrix: Matrix, lambdas: Sequence[Exact]) -> bool:
    """Whether every transcript's probability changes by at most the factor lambda_i when bit i changes (Eq. 7).

    >>> is_private(transcript_matrix([2, 3]), [2, 3]), is_private(transcript_matrix([2, 3]), [2, 2])
    (True, False)
    """
    k = len(lambdas)
    for party, bound in enumerate(lambdas):
        bit = 1 << (k - 1 - party)
        for x in range(1 << k):
            if any(p > bound * q for p, q in zip(matrix[x], matrix[x ^ bit], strict=True)):
                return False
    return True


def is_protocol_compatible(matrix: Matrix) -> bool:
    """Whether every column is a rank-one tensor: the bits stay independent given the transcript (Eq. 8).

    A nonnegative tensor has rank at most one when p(x) p(0)^(k-1) is the product of its entries along the axes from
    a positive entry p(0); for columns of private protocols every entry is positive or none is.
    """
    k = (len(matrix) - 1).bit_length()
    return all(_is_rank_one(list(column), k) for column in zip(*matrix, strict=True))


def _is_rank_one(column: list[Exact], k: int) -> bool:
    origin = next((x for x, entry in enumerate(column) if entry), None)
    if origin is None:
        return True
    for bits in product((0, 1), repeat=k):
        x = sum(bit << (k - 1 - party) for party, bit in enumerate(bits))
        steps = [column[origin ^ (1 << (k - 1 - party))] for party, bit in enumerate(bits) if bit]
        left: Exact = column[origin ^ x] * Fraction(column[origin]) ** (len(steps) - 1)
        right: Exact = 1
        for step in steps:
            right *= step
        if left != right:
            return False
    return True
