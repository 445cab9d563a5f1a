"""Exact numbers as text for people: decimals, rounded outward, and cells of CSV files that spreadsheets open.

The true value lies between the two decimals that are shown.
"""

from __future__ import annotations

import math
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

from optcheck.exact.numbers import Exact, to_text

__all__ = [
    "above",
    "below",
    "between",
    "brief",
    "root_up",
]


DIGITS = 15
_LONGEST = 40  # characters of a fraction that is still shown in full
_PLAIN = range(-4, DIGITS + 1)  # exponents for which no power of ten is shown


def below(value: Exact, digits: int = DIGITS) -> str:
    """The largest decimal of so many digits that is not above the value.

    >>> below(Fraction(2, 3), 3), below(Fraction(-2, 3), 3)
    ('0.666', '-0.667')
    """
    return _rounded(value, digits, ROUND_FLOOR)


def above(value: Exact, digits: int = DIGITS) -> str:
    """The least decimal of so many digits that is not below the value.

    >>> above(Fraction(2, 3), 3), above(7)
    ('0.667', '7')
    """
    return _rounded(value, digits, ROUND_CEILING)


def between(value: Exact, digits: int = DIGITS) -> str:
    """A decimal that is the value, or two that it lies between.

    >>> between(Fraction(1, 4)), between(Fraction(1, 3), 4)
    ('0.25', '0.3333 .. 0.3334')
    """
    low, high = below(value, digits), above(value, digits)
    return low if low == high else f"{low} .. {high}"


def brief(value: Exact) -> str:
    """The number itself where it is short, otherwise a decimal near it, marked as such.

    >>> brief(Fraction(3, 7)), brief(Fraction(10**60 + 1, 3 * 10**59))
    ('3/7', '~3.33333333333333')
    """
    if value.numerator.bit_length() + value.denominator.bit_length() < 4 * _LONGEST:
        text = to_text(value)
        if len(text) <= _LONGEST:
            return text
    return "~" + below(value)


def root_up(value: Fraction) -> Fraction:
    """A fraction that is not below the root, and above it by about 2^-64 of it at most; exact roots stay exact."""
    top, bottom = math.isqrt(value.numerator), math.isqrt(value.denominator)
    if top * top == value.numerator and bottom * bottom == value.denominator:
        return Fraction(top, bottom)
    shift = 64 + max(0, value.denominator.bit_length() - value.numerator.bit_length())
    scaled = -(-(value.numerator << 2 * shift) // value.denominator)
    return Fraction(math.isqrt(scaled - 1) + 1 if scaled else 0, 1 << shift)


def _rounded(value: Exact, digits: int, rounding: str) -> str:
    context = Context(prec=digits, rounding=rounding, Emax=MAX_EMAX, Emin=MIN_EMIN)
    ratio = Fraction(value)
    quotient = context.divide(Decimal(ratio.numerator), Decimal(ratio.denominator)).normalize(context)
    return f"{quotient:f}" if quotient.adjusted() in _PLAIN else f"{quotient:e}"


_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def harmless(text: str) -> str:
    """A text for a cell that no spreadsheet takes for a formula: one that would start like it gets an apostrophe.

    Only for columns of texts; numbers stay as they are, with their signs.

    >>> harmless("=1+1"), harmless("Ann")
    ("'=1+1", 'Ann')
    """
    return f"'{text}" if text.lstrip().startswith(_FORMULA) or text.startswith(_FORMULA) else text


def unguarded(text: str) -> str:
    """The text of a cell without the apostrophe that :func:`harmless` put before it.

    >>> unguarded("'=1+1"), unguarded("'n")
    ('=1+1', "'n")
    """
    return text[1:] if text.startswith("'") and harmless(text[1:]) == text else text
