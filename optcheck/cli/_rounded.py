"""Numbers for the screen and for files, rounded in a stated direction: what is copied from there is still safe."""

from __future__ import annotations

import math
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact
from optcheck.exact.text import root_up

__all__ = ["down", "finite", "root_up", "sigma_up", "up"]

DIGITS = 6


def finite(total: float | Exact) -> float | Exact:
    """A total that a double can hold, or one that is exact."""
    if total == math.inf:
        raise InvalidInput("the totals must not exceed the largest double, 1.8e308; give requirements as whole numbers")
    return total


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
