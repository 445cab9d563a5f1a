"""Enclosures in arb: the privacy loss of the Gaussian mechanism, and roots by interval Newton.

Half the sensitivity in units of sigma, h = D/(2 sigma), is the natural variable. With a = h - epsilon/(2h) and
b = h + epsilon/(2h),

    delta = Phi(a) - exp(epsilon) Phi(-b),   d delta/dh = 2 phi(a),   d delta/d epsilon = -exp(epsilon) Phi(-b),

because exp(epsilon) phi(b) = phi(a). So delta grows strictly in h, and falls strictly in epsilon: roots are unique.
All functions work at the precision of ``flint.ctx``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias, TypeVar

from flint import arb, ctx, fmpq

from optcheck.errors import OptcheckError
from optcheck.gaussian.parameters import Result, Rounding

Ball: TypeAlias = arb
T = TypeVar("T")

PRECISIONS = (128, 192, 320, 640, 1280, 5120)
ENCLOSURE_BITS = 64  # relative accuracy promised by exact=True
NARROW_BITS = 70  # a root this narrow decides nearly every rounding to 53 bits


def ball(value: float | Fraction) -> Ball:
    """The number as a ball: a double exactly, a Fraction at the current precision."""
    if isinstance(value, float):  # tested first: the common case, and the test for a Fraction is slow
        return arb(value)
    return arb(fmpq(value.numerator, value.denominator))


def delta_ball(h: Ball, epsilon: Ball) -> Ball:
    """Enclose delta = Phi(a) - exp(epsilon) Phi(-b)."""
    c = epsilon / (2 * h)
    root_half = arb(0.5).sqrt()
    return (((c - h) * root_half).erfc() - epsilon.exp() * ((c + h) * root_half).erfc()) / 2


def positive_delta(h: Ball, epsilon: Ball) -> Ball:
    """Enclose delta and cut the ball at zero: delta is positive, which a wide ball around a tiny one does not show."""
    return delta_ball(h, epsilon).nonnegative_part()


def delta_slope_in_h(h: Ball, epsilon: Ball) -> Ball:
    """Enclose d delta/dh = 2 phi(a)."""
    a = h - epsilon / (2 * h)
    return (-(a * a) / 2).exp() / (arb.pi() / 2).sqrt()


def delta_slope_in_epsilon(h: Ball, epsilon: Ball) -> Ball:
    """Enclose d delta/d epsilon = -exp(epsilon) Phi(-b)."""
    b = h + epsilon / (2 * h)
    return -epsilon.exp() * (b * arb(0.5).sqrt()).erfc() / 2


def newton_root(residual: Callable[[Ball], Ball], slope: Callable[[Ball], Ball], start: Ball) -> Ball | None:
    """Enclose the root near a start, or None if no enclosure is proved at this precision.

    The interval Newton operator N(X) = x - f(x)/f'(X) maps X into its own interior only if X holds a root, and then
    N(X) holds it too. The start needs no guarantee.
    """
    x = start.mid()
    for _ in range(8):
        value = residual(x)
        step = value / slope(x)
        if not step.is_finite():
            return None
        around = arb(x, 2 * step.abs_upper())
        image = x - value / slope(around)
        if around.contains_interior(image):
            if image.rel_accuracy_bits() > NARROW_BITS or value.contains(0):
                return image
            x = image.mid()
        else:
            x = (x - step).mid()
    return None


def settle(enclose: Callable[[], Ball | None], decide: Callable[[Ball, bool], T | None]) -> T:
    """Enclose with growing precision until ``decide`` returns a result; its flag marks the last attempt."""
    for precision in PRECISIONS:
        with ctx.workprec(precision):
            enclosure = enclose()
            decision = None if enclosure is None else decide(enclosure, precision == PRECISIONS[-1])
            if decision is not None:
                return decision
    raise OptcheckError(f"no enclosure was narrow enough at {PRECISIONS[-1]} bits")


def decision(rounding: Rounding, exact: bool, highest: float = math.inf) -> Callable[[Ball, bool], Result]:
    """The result made from an enclosure: the ball itself, or a safely rounded double of at most ``highest``."""
    if exact:
        return _as_enclosure
    if rounding is Rounding.UP:
        return lambda enclosure, last: _agreed(
            min(double_above(enclosure.lower()), highest), min(double_above(enclosure.upper()), highest), last
        )
    return lambda enclosure, last: _agreed(double_below(enclosure.upper()), double_below(enclosure.lower()), last)


def _agreed(tight: float, safe: float, last: bool) -> float | None:
    """The double that both ends of the enclosure round to; on the last attempt the safer of two neighbours."""
    if tight == safe or (last and math.nextafter(tight, safe) == safe):
        return safe
    return None


def _as_enclosure(enclosure: Ball, last: bool) -> Ball | None:
    return enclosure if enclosure.is_exact() or enclosure.rel_accuracy_bits() > ENCLOSURE_BITS else None


def double_above(number: Ball) -> float:
    """The smallest double that is at least an exact number (a ball without radius); infinity beyond the largest."""
    near = float(number)
    return near if number <= near else math.nextafter(near, math.inf)


def double_below(number: Ball) -> float:
    """The largest double that is at most an exact number (a ball without radius)."""
    near = float(number)
    return near if number >= near else math.nextafter(near, -math.inf)
