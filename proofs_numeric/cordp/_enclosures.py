"""Rigorous enclosures (arb) of numbers that are defined by a derivative or an integral."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from typing import Any

from flint import ctx

from optcheck.checker.intervals import Interval
from optcheck.gaussian.balls import ball

__all__ = ["ball", "enclosed", "precisely"]

BITS = 160
Ball = Any  # flint.arb carries no type information


def precisely(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The function, its balls computed with BITS bits."""

    @wraps(function)
    def run(instance: Any) -> Any:
        with ctx.workprec(BITS):
            return function(instance)

    return run


def enclosed(number: Ball) -> Interval:
    """A ball as an interval with rational ends."""
    return Interval(*(_ratio(end) for end in (number.lower(), number.upper())))


def _ratio(exact: Ball) -> Fraction:
    mantissa, exponent = exact.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
