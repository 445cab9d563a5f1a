"""Rigorous enclosures in integers: exp(-x) for a rational x >= 0, as two integers over a power of two.

Nothing here is rounded to nearest: a lower bound is only ever rounded down, an upper bound up.
"""

from __future__ import annotations

from fractions import Fraction

__all__ = ["Bounds", "exp_minus", "product"]

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
