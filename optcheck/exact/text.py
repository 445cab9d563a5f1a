"""Exact numbers and tables as text: decimals rounded in a stated direction, and cells that spreadsheets do not run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

from optcheck.exact.numbers import Exact, to_text

DIGITS = 15  # of a value that is shown by two decimals
_SCREEN_DIGITS = 6
_LONGEST = 40  # characters of a fraction that is still shown in full
_PLAIN = range(-6, DIGITS + 1)  # exponents for which no power of ten is shown


def round_down(value: Exact | float, digits: int = _SCREEN_DIGITS) -> str:
    """The largest decimal of so many digits that is not above the value.

    >>> round_down(Fraction(2, 3), 3), round_down(Fraction(-2, 3), 3), round_down(float("inf"))
    ('0.666', '-0.667', 'inf')
    """
    return _rounded(value, digits, ROUND_FLOOR)


def round_up(value: Exact | float, digits: int = _SCREEN_DIGITS) -> str:
    """The least decimal of so many digits that is not below the value.

    >>> round_up(Fraction(2, 3), 3), round_up(7), round_up(1234567)
    ('0.667', '7', '1234570')
    """
    return _rounded(value, digits, ROUND_CEILING)


def _rounded(value: Exact | float, digits: int, rounding: str) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    ratio = Fraction(value)
    context = Context(prec=digits, rounding=rounding, Emax=MAX_EMAX, Emin=MIN_EMIN)
    quotient = context.divide(Decimal(ratio.numerator), Decimal(ratio.denominator)).normalize(context)
    return f"{quotient:f}" if quotient.adjusted() in _PLAIN else f"{quotient:e}"


def between(value: Exact, digits: int = DIGITS) -> str:
    """A decimal that is the value, or two that it lies between.

    >>> between(Fraction(1, 4)), between(Fraction(1, 3), 4)
    ('0.25', '0.3333 .. 0.3334')
    """
    low, high = round_down(value, digits), round_up(value, digits)
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
    return "~" + round_down(value, DIGITS)


def root_up(value: Fraction) -> Fraction:
    """A fraction that is not below the root, and above it by about 2^-64 of it at most; exact roots stay exact."""
    top, bottom = math.isqrt(value.numerator), math.isqrt(value.denominator)
    if top * top == value.numerator and bottom * bottom == value.denominator:
        return Fraction(top, bottom)
    shift = 64 + max(0, value.denominator.bit_length() - value.numerator.bit_length())
    scaled = -(-(value.numerator << 2 * shift) // value.denominator)
    return Fraction(math.isqrt(scaled - 1) + 1 if scaled else 0, 1 << shift)


def sigma_up(variance: Exact | float, digits: int = _SCREEN_DIGITS) -> str:
    """The standard deviation of a variance, rounded up.

    >>> sigma_up(2), sigma_up(Fraction(1, 4))
    ('1.41422', '0.5')
    """
    if isinstance(variance, float) and not math.isfinite(variance):
        return str(variance)
    return round_up(root_up(Fraction(variance)), digits)


def text_table(lines: Sequence[Sequence[str]]) -> str:
    """Lines of cells as a text, the first column aligned left, the others right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    aligned = [
        [
            cell.rjust(width) if k else cell.ljust(width)
            for k, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        for line in lines
    ]
    return "\n".join("  ".join(line).rstrip() for line in aligned)


_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def escape_formula(text: str) -> str:
    """A text for a cell that no spreadsheet takes for a formula: one that would start like it gets an apostrophe.

    Only for columns of texts; numbers stay as they are, with their signs.

    >>> escape_formula("=1+1"), escape_formula("Ann")
    ("'=1+1", 'Ann')
    """
    return f"'{text}" if text.lstrip().startswith(_FORMULA_STARTS) or text.startswith(_FORMULA_STARTS) else text


def unescape_formula(text: str) -> str:
    """The text of a cell without the apostrophe that :func:`escape_formula` put before it.

    >>> unescape_formula("'=1+1"), unescape_formula("'n")
    ('=1+1', "'n")
    """
    return text[1:] if text.startswith("'") and escape_formula(text[1:]) == text else text
