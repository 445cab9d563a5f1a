"""The two shapes: weights exp(-f(|x|)) on the integers, cut into blocks of 2^k of them.

A shape knows its exponent f exactly, and how f grows inside a block: with a = u/2^k for the place u in block number v,

    Gaussian, f(x) = x^2/(2 variance):   f(v 2^k + u) - f(v 2^k) = C a (2v + a),   C = 4^k/(2 variance) <= 1/32,
    Laplace, f(x) = x/scale:             f(v 2^k + u) - f(v 2^k) = C a,            C = 2^k/scale <= 1/8.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

__all__ = ["DiscreteGaussian", "DiscreteLaplace", "Shape", "Words"]

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
