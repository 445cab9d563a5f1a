"""Rigorous enclosures (arb) of numbers that are defined by a derivative or an integral."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from typing import Any

from flint import acb, arb, ctx

from optcheck.checker.intervals import Interval
from optcheck.gaussian.balls import ball

__all__ = ["ball", "enclosed", "precisely", "privacy_loss"]

BITS = 160
TAIL = 24  # standard deviations beyond which the tail is bounded instead of integrated
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


def privacy_loss(epsilon: Ball, sigma: Ball) -> Interval:
    """The integral of p - e^eps q over x < 1 - eps sigma^2/2, where it is positive, p at 0 and q at 2; tail bounded."""
    end = 1 - epsilon * sigma**2 / 2
    start = end - TAIL * sigma

    def integrand(x: acb, analytic: bool) -> acb:
        return (-(x**2) / (2 * sigma**2)).exp() - (epsilon - (x - 2) ** 2 / (2 * sigma**2)).exp()

    inside = acb.integral(integrand, start, end, rel_tol=arb(2) ** -80).real / (sigma * (2 * arb.pi()).sqrt())
    beyond = (-start / sigma / arb(2).sqrt()).erfc() / 2
    return enclosed(inside + arb(0).union(beyond.abs_upper()))
