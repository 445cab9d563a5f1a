"""Privacy budgets to draw from, and an arb oracle."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq
from hypothesis import strategies as st

Exact = float | Fraction

ORACLE_BITS = 2400  # more than any cancellation in the ranges drawn here


def _powers(low: float, high: float) -> st.SearchStrategy[float]:
    return st.floats(low, high, allow_subnormal=False).map(lambda exponent: 10.0**exponent)


def epsilons() -> st.SearchStrategy[float]:
    """The promised range of epsilon, evenly over its decades, and plain numbers."""
    return st.one_of(_powers(-12, 4), st.floats(0.01, 10))


def deltas() -> st.SearchStrategy[float]:
    """The promised range of delta: tiny, ordinary, and close to 1."""
    return st.one_of(_powers(-300, -1), st.floats(0.001, 0.999))


def sensitivities() -> st.SearchStrategy[float]:
    """The promised range of the sensitivity."""
    return _powers(-9, 9)


def _ball(value: Exact) -> Any:
    exact = Fraction(value)
    return arb(fmpq(exact.numerator, exact.denominator))


def true_delta(variance: Exact, epsilon: Exact, sensitivity: Exact = 1.0) -> Any:
    """delta straight from its definition with two normal tails, at a precision at which it is all but exact."""
    with ctx.workprec(ORACLE_BITS):
        sigma, e, s = _ball(variance).sqrt(), _ball(epsilon), _ball(sensitivity)
        return normal_cdf(s / (2 * sigma) - e * sigma / s) - e.exp() * normal_cdf(-s / (2 * sigma) - e * sigma / s)


def normal_cdf(x: Any) -> Any:
    """Phi(x), as an arb enclosure."""
    return (-x / arb(2).sqrt()).erfc() / 2


def two_below(value: float) -> float:
    """The double two places towards zero."""
    return math.nextafter(math.nextafter(value, 0), 0)
