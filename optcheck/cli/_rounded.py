"""Numbers for the screen and for files, rounded in a stated direction: what is copied from there is still safe."""

from __future__ import annotations

import math
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

from optcheck.exact.numbers import Exact

__all__ = ["down", "sigma_up", "up"]

DIGITS = 6


def up(value: Exact | float, digits: int = DIGITS) -> str:
    """At most so many digits, and not below the value.

    >>> up(Fraction(1, 3)), up(1234567), up(0.5)
    ('0.333334', '1234570', '0.5')
    """
    return _text(value, digits, ROUND_CEILING)


def down(value: Exact | float, digits: int = DIGITS) -> str:
    """At most so many digits, and not above the value.

    >>> down(Fraction(2, 3)), down(float("inf"))
    ('0.666666', 'inf')
    """
    return _text(value, digits, ROUND_FLOOR)


def _text(value: Exact | float, digits: int, rounding: str) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    number = Fraction(value)
    context = Context(prec=digits, rounding=rounding, Emin=MIN_EMIN, Emax=MAX_EMAX)
    rounded = context.divide(Decimal(number.numerator), Decimal(number.denominator))
    if not rounded:
        return "0"
    return f"{rounded.normalize(context):{'f' if -7 < rounded.adjusted() < 15 else 'g'}}"


def sigma_up(variance: Exact | float, digits: int = DIGITS) -> str:
    """The standard deviation of a variance, rounded up.

    >>> sigma_up(2), sigma_up(Fraction(1, 4))
    ('1.41422', '0.5')
    """
    if isinstance(variance, float) and not math.isfinite(variance):
        return str(variance)
    return up(root_up(Fraction(variance)), digits)


def root_up(value: Fraction) -> Fraction:
    """A fraction that is not below the root, and above it by about 2^-64 of it at most; exact roots stay exact."""
    top, bottom = math.isqrt(value.numerator), math.isqrt(value.denominator)
    if top * top == value.numerator and bottom * bottom == value.denominator:
        return Fraction(top, bottom)
    shift = 64 + max(0, value.denominator.bit_length() - value.numerator.bit_length())
    scaled = -(-(value.numerator << 2 * shift) // value.denominator)
    return Fraction(math.isqrt(scaled - 1) + 1 if scaled else 0, 1 << shift)
