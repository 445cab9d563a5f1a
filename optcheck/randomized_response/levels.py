"""From epsilon to lambda: a fraction just below e^epsilon, so that nobody publishes more than its budget allows."""

from __future__ import annotations

from fractions import Fraction

from optcheck.errors import InvalidInput, shown
from optcheck.exact.numbers import exact

__all__ = ["privacy_level"]

BITS = 40
LARGEST = 700


def privacy_level(epsilon: object) -> Fraction:
    """A rational lambda from 1 to e^epsilon, short of that by less than 2^-40: rounded down, never less private.

    >>> privacy_level(0), privacy_level("1/2")
    (Fraction(1, 1), Fraction(56649631503, 34359738368))
    """
    from flint import arb, ctx, fmpq

    value = exact(epsilon, "epsilon")
    if not 0 <= value <= LARGEST:
        raise InvalidInput(f"epsilon must be between 0 and {LARGEST}, got {shown(value)}")
    with ctx.workprec(128 + 2 * int(value)):
        lower = (arb(fmpq(int(value.numerator), int(value.denominator))).exp() * (1 << BITS)).lower()
        return max(Fraction(int(lower.floor().unique_fmpz()), 1 << BITS), Fraction(1))
