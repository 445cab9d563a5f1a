"""Doubles with proven directions of rounding, and exact sums of doubles, in bulk."""

from __future__ import annotations

import math
import sys
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from optcheck.exact.numbers import Exact, whole

Doubles = NDArray[np.float64]
_CHUNK = 1 << 16  # small enough for the cache, and for sums of 27-bit integers to stay exact in a double


def at_least(value: Exact) -> float:
    """The smallest double that is not below an exact number.

    >>> at_least(Fraction(1, 3)) > Fraction(1, 3)
    True
    """
    try:
        nearest = float(value)
    except OverflowError:
        return math.inf if value > 0 else -sys.float_info.max
    return nearest if Fraction(nearest) >= value else math.nextafter(nearest, math.inf)


def at_most(value: Exact) -> float:
    """The largest double that is not above an exact number.

    >>> at_most(Fraction(1, 3)) < Fraction(1, 3)
    True
    """
    return 0.0 - at_least(-value)


def exact_sum(values: Doubles) -> Exact:
    """The sum of doubles as an exact number: mantissas are added as integers, exponent by exponent.

    >>> exact_sum(np.array([0.5, 2.0**-60, 1e300, -1e300]))
    Fraction(576460752303423489, 1152921504606846976)
    """
    parts = (_sum_of_chunk(values[i : i + _CHUNK]) for i in range(0, len(values), _CHUNK))
    return whole(sum(parts, start=Fraction(0)))


def _sum_of_chunk(values: Doubles) -> Fraction:
    mantissa, exponent = np.frexp(values)
    mantissa *= 2.0**27
    high = np.floor(mantissa)
    low = (mantissa - high) * 2.0**26
    lowest = int(exponent.min())
    exponent -= lowest
    highs = np.bincount(exponent, weights=high).tolist()
    lows = np.bincount(exponent, weights=low).tolist()
    pairs = enumerate(zip(highs, lows, strict=True))
    return sum(((int(h) << 26) + int(low) << shift) for shift, (h, low) in pairs) * Fraction(2) ** (lowest - 53)


def difference_at_least(values: Doubles, subtrahend: Fraction) -> Doubles:
    """For each value the least double, or the one after it, that is not below value - subtrahend.

    The subtrahend must be a sum of two doubles: an integer below 2^53 times a double is one.
    """
    high = float(subtrahend)
    low = float(subtrahend - Fraction(high))
    parts = [_chunk_difference(values[i : i + _CHUNK], high, low) for i in range(0, len(values), _CHUNK)]
    return np.concatenate(parts) if parts else np.empty(0)


def _chunk_difference(values: Doubles, high: float, low: float) -> Doubles:
    """Round values - high - low up, with Knuth's exact two-term sums to decide where the candidate is short."""
    main, rest = _two_sum(values, np.float64(-high))
    rest, tiny = _two_sum(rest, np.float64(-low))
    result = main + rest
    while (short := _short(result, main, rest, tiny)).any():
        result[short] = np.nextafter(result[short], np.inf)
    return result


def _short(result: Doubles, main: Doubles, rest: Doubles, tiny: Doubles) -> NDArray[np.bool_]:
    """Whether result < main + rest + tiny, exactly: both sides minus main are two-term sums in normal form."""
    step, error = _two_sum(result, -main)
    return np.asarray((step < rest) | ((step == rest) & (error < tiny)), dtype=np.bool_)


def _two_sum(left: Doubles, right: Doubles | np.float64) -> tuple[Doubles, Doubles]:
    """The rounded sum and its exact error."""
    total = left + right
    shift = total - left
    return total, (left - (total - shift)) + (right - shift)
