"""Exact numbers and sums as text."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

MOST = 12  # terms that are written out


def number(value: Fraction | int) -> str:
    """A number as people write it.

    >>> number(Fraction(-3, 2))
    '−3/2'
    """
    return str(value).replace("-", "−")


def term(value: Fraction | int) -> str:
    """A number inside a sum: a negative one in parentheses."""
    return number(value) if value >= 0 else f"({number(value)})"


def added(values: Sequence[Fraction]) -> str:
    """A sum that is carried out.

    >>> added([Fraction(0), Fraction(1)])
    '0 + 1 = 1'
    """
    total = sum(values, Fraction(0))
    if not values:
        return "nothing, which is 0"
    if len(values) == 1:
        return number(total)
    shown = [term(value) for value in values[:MOST]] + (["…"] if len(values) > MOST else [])
    return f"{' + '.join(shown)} = {number(total)}"


def difference(larger: Fraction, smaller: Fraction) -> str:
    """A difference that is carried out."""
    return f"{number(larger)} − {term(smaller)} = {number(larger - smaller)}"


def group(places: Sequence[int]) -> str:
    """Parties as a set, numbered from 1.

    >>> group((0, 2))
    '{1, 3}'
    """
    return "{" + ", ".join(str(place + 1) for place in places) + "}"


def row(values: Sequence[Fraction]) -> str:
    """A row of numbers."""
    return f"({', '.join(map(number, values))})"


def root(value: Fraction) -> Fraction | None:
    """The square root, where it is rational."""
    if value < 0:
        return None
    top, bottom = isqrt(value.numerator), isqrt(value.denominator)
    return Fraction(top, bottom) if (top * top, bottom * bottom) == (value.numerator, value.denominator) else None
