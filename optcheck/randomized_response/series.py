"""Truncated power series with exact coefficients, lowest power first."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import factorial

from optcheck.errors import InvalidInput
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import Exact

__all__ = ["divide_series", "exponential_series", "multiply_series", "substitute"]

MOST_ORDER = 200
Series = tuple[Fraction, ...]


def exponential_series(order: int) -> Series:
    """exp(epsilon) up to the given power.

    >>> exponential_series(2)
    (Fraction(1, 1), Fraction(1, 1), Fraction(1, 2))
    """
    last = whole_number(order, "order", least=0, most=MOST_ORDER)
    return tuple(Fraction(1, factorial(power)) for power in range(last + 1))


def multiply_series(left: Series, right: Series) -> Series:
    """The product, as long as the shorter factor."""
    length = min(len(left), len(right))
    return tuple(sum((left[i] * right[n - i] for i in range(n + 1)), start=Fraction(0)) for n in range(length))


def divide_series(top: Series, bottom: Series) -> Series:
    """The quotient; the divisor must not vanish at 0."""
    if not bottom[0]:
        raise InvalidInput("the divisor must not vanish at 0")
    quotient: list[Fraction] = []
    for n in range(min(len(top), len(bottom))):
        known = sum((quotient[i] * bottom[n - i] for i in range(n)), start=Fraction(0))
        quotient.append((top[n] - known) / bottom[0])
    return tuple(quotient)


def substitute(coefficients: Sequence[Exact], inner: Series) -> Series:
    """A polynomial of a series, by Horner's rule."""
    result: Series = (Fraction(0),) * len(inner)
    for coefficient in reversed(coefficients):
        product = multiply_series(result, inner)
        result = (product[0] + coefficient, *product[1:])
    return result
