"""Small rationals in a declared order, and strategies that draw larger ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import ceil, floor
from typing import TYPE_CHECKING

from optcheck.exact.numbers import to_text

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Rational = int | Fraction
_SPREAD = 10**6  # so many numerators are drawn before they are folded into the range


def amounts(numbers: str) -> tuple[Fraction, ...]:
    """Exact numbers written in a line.

    >>> amounts("1 1/2")
    (Fraction(1, 1), Fraction(1, 2))
    """
    return tuple(Fraction(text) for text in numbers.split())


def sorted_rows(numbers: str, least: int, most: int) -> Iterator[tuple[Fraction, ...]]:
    """Rows of these numbers in the given order, repeated or not, of every length from ``least`` to ``most``.

    >>> [texts(row) for row in sorted_rows("1 1/2", 1, 2)]
    [['1'], ['1/2'], ['1', '1'], ['1', '1/2'], ['1/2', '1/2']]
    """
    for length in range(least, most + 1):
        yield from combinations_with_replacement(amounts(numbers), length)


def simplicity(values: Iterable[Rational]) -> tuple[object, ...]:
    """A key that puts simple numbers first: few zeros, small denominators, small numerators, few negative ones."""
    row = tuple(map(Fraction, values))
    zeros, negative = sum(value == 0 for value in row), sum(value < 0 for value in row)
    denominator = max((value.denominator for value in row), default=1)
    return (zeros, denominator, max((abs(value.numerator) for value in row), default=0), negative, row)


def number_order(value: Rational) -> tuple[int, int, bool]:
    """Smaller denominators first, then smaller sizes."""
    return value.denominator, abs(value.numerator), value < 0


def numbers_order(values: Iterable[Rational]) -> tuple[tuple[int, int, bool], ...]:
    """The order of number lists of one length: largest part first, so that simple ones come first."""
    keys = [number_order(value) for value in values]
    return (max(keys, default=(0, 0, False)), *keys)


def texts(values: Iterable[Rational]) -> list[str]:
    """Exact numbers as the checker reads them."""
    return [to_text(value) for value in values]


def fractions(low: Fraction | int, high: Fraction | int, most: int) -> SearchStrategy[Fraction]:
    """Rationals from ``low`` to ``high``, both included where they can be written with a denominator up to ``most``.

    Hypothesis draws a fraction's numerator after its denominator, through a strategy built anew each time; drawing both
    at once takes a fraction of the time.
    """
    from hypothesis import strategies as st

    denominators = [d for d in range(1, most + 1) if ceil(low * d) <= floor(high * d)]

    def fold(denominator: int, drawn: int) -> Fraction:
        first, last = ceil(low * denominator), floor(high * denominator)
        return Fraction(first + drawn % (last - first + 1), denominator)

    return st.builds(fold, st.sampled_from(denominators), st.integers(0, _SPREAD))


def decimals(most: int, places: int) -> SearchStrategy[Fraction]:
    """Small numbers: 1 to ``most`` in one of the first so many decimal places."""
    from hypothesis import strategies as st

    return st.builds(lambda digit, place: Fraction(digit, 10**place), st.integers(1, most), st.integers(1, places))


def fraction_rows(entries: SearchStrategy[Fraction], least: int, most: int) -> SearchStrategy[tuple[Fraction, ...]]:
    """Rows of drawn numbers, of every length from ``least`` to ``most``."""
    from hypothesis import strategies as st

    return st.lists(entries, min_size=least, max_size=most).map(tuple)
