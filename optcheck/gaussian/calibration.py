"""Calibrate the analytic Gaussian mechanism: any of variance, epsilon and delta from the other two.

Each function proves its result by enclosures in arb, with roots by interval Newton, from a hint in doubles.
Half the sensitivity in units of sigma, h = D/(2 sigma), is the natural variable. With
a = h - epsilon/(2h) and b = h + epsilon/(2h),

    delta = Phi(a) - exp(epsilon) Phi(-b),   d delta/dh = 2 phi(a),   d delta/d epsilon = -exp(epsilon) Phi(-b),

because exp(epsilon) phi(b) = phi(a). So delta grows strictly in h, and falls strictly in epsilon: roots are unique.
Balls have the precision of ``flint.ctx``. Beside these functions stand the classical variance, inside the domain where
it is a theorem, and a certificate for one calibrated variance that the trusted checker accepts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias, TypeVar

import numpy as np
from flint import arb, ctx, fmpq
from numpy.polynomial import chebyshev
from numpy.typing import NDArray

from optcheck.errors import InvalidInput, OptcheckError
from optcheck.exact.files import Certificate
from optcheck.exact.numbers import exact, to_text
from optcheck.gaussian.parameters import (
    DELTA,
    EPSILON,
    LARGEST_EPSILON,
    POSITIVE_SIGMA,
    POSITIVE_VARIANCE,
    SENSITIVITY,
    SIGMA,
    VARIANCE,
    Doubles,
    Numbers,
    Parameter,
    Result,
    Table,
)

# --- Bulk solutions of delta(h, epsilon) = delta in doubles: starting points for the enclosures, never evidence.
#
# With R the Mills ratio Phi(-x)/phi(x), c = epsilon/(2h), a = h - c and b = h + c,
#
#     delta = phi(a) (R(c - h) - R(c + h)),        1 - delta = phi(a) (R(a) + R(b)),
#
# so nothing cancels or overflows; the difference for small h is an integral of -R' by a Gauss rule. Newton's method in
# log h (or in a, for epsilon) starts on the side from which it moves monotonically.
#
# The Mills ratio is good to a few units in the last place. For x >= 0 the product (x + 1) R(x) is smooth in
# u = (x - 4)/(x + 4), up to u = 1 (x infinite): a Chebyshev series in u, whose coefficients are computed from arb when
# this module is loaded. For x < 0: R(x) = 1/phi(x) - R(-x).


_TERMS = 28  # the last coefficients are below 1e-17
_MIDDLE = 4
Rows = NDArray[np.intp]
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(5)
_SMALL_H = 0.2  # the five-point rule is good to 1e-13 below, the plain difference above
_LOG_SQRT_2PI = 0.5 * np.log(2 * np.pi)
_MOST_ITERATIONS = 60
_CONVERGED = 1e-13


def _scaled_ratio(u: arb) -> arb:
    x = _MIDDLE * (1 + u) / (1 - u)
    return (x + 1) * (arb.pi() / 2).sqrt() * (x * x / 2).exp() * (x / arb(2).sqrt()).erfc()


def _series() -> Doubles:
    """The coefficients of the polynomial through the values at the Chebyshev points."""
    with ctx.workprec(128):
        cosines = [(arb.pi() * m / (2 * _TERMS)).cos() for m in range(4 * _TERMS)]
        values = [_scaled_ratio(cosines[2 * k + 1]) for k in range(_TERMS)]
        sums = [sum(values[k] * cosines[j * (2 * k + 1) % (4 * _TERMS)] for k in range(_TERMS)) for j in range(_TERMS)]
        return np.array([float(total) * (2 if j else 1) / _TERMS for j, total in enumerate(sums)])


_SERIES = _series()


def mills(x: Doubles) -> Doubles:
    """The Mills ratio Phi(-x)/phi(x); infinity below -37."""
    size = np.abs(x)
    u = 1 - 2 * _MIDDLE / (size + _MIDDLE)
    ratio: Doubles = chebyshev.chebval(u, _SERIES) / (size + 1)
    with np.errstate(over="ignore"):
        return np.where(x < 0, np.sqrt(2 * np.pi) * np.exp(size * size / 2) - ratio, ratio)


def mills_drop(c: Doubles, h: Doubles) -> Doubles:
    """R(c - h) - R(c + h) for h > 0."""
    drop = mills(c - h) - mills(c + h)
    small = h < _SMALL_H
    x = c[small] + np.multiply.outer(_NODES, h[small])
    drop[small] = h[small] * (_WEIGHTS @ (1 - x * mills(x)))
    return drop


def solve_for_h(epsilon: Doubles, delta: Doubles) -> Doubles:
    """The a of the root in h, at given epsilon and delta (one-dimensional arrays)."""
    upper, target, a = _target(delta)
    with np.errstate(all="ignore"):
        b = np.sqrt(a * a + 2 * epsilon)
        least = np.where(a >= 0, (a + b) / 2, epsilon / (b - a))

    def step(y: Doubles, rows: Rows) -> Doubles:
        h = np.exp(y)
        return _log_h_step(upper[rows], target[rows], h, epsilon[rows] / (2 * h))

    # delta is a lower bound on h: it is at most erf(h/sqrt(2)), which is at most h
    h: Doubles = np.exp(_newton(step, np.log(np.maximum(least, delta))))
    return h - epsilon / (2 * h)


def _log_h_step(upper: NDArray[np.bool_], target: Doubles, h: Doubles, c: Doubles) -> Doubles:
    """Newton's step in log h."""
    a = h - c
    ratio = np.where(upper, mills(np.maximum(a, 0)) + mills(c + h), mills_drop(c, h))
    error = np.log(ratio) - a * a / 2 - _LOG_SQRT_2PI - target
    move: Doubles = np.where(upper, error, -error) * ratio / (2 * h)
    return move


def solve_for_epsilon(h: Doubles, delta: Doubles) -> Doubles:
    """The a of the root in epsilon, at given h and delta; a = h where the root would be below zero."""
    upper, target, start = _target(delta)

    def step(a: Doubles, rows: Rows) -> Doubles:
        c = h[rows] - a
        return _log_h_step(upper[rows], target[rows], h[rows], c) / mills(c + h[rows])

    a = _newton(step, np.minimum(start, h), h)
    return np.where(np.isnan(a), h, a)


def _target(delta: Doubles) -> tuple[NDArray[np.bool_], Doubles, Doubles]:
    """Whether the target is log(1 - delta), not log(delta); the target; a lower bound on the a with Phi(a) = delta.

    For x >= 0: exp(-x^2/2 - x sqrt(2/pi)) <= 2 Phi(-x) <= exp(-x^2/2), as phi/Phi(-x) - x falls from sqrt(2/pi) to 0.
    """
    upper = delta >= 0.5
    target = np.where(upper, np.log1p(-delta), np.log(delta))
    twice = -2 * np.minimum(target + np.log(2), 0)
    return upper, target, np.where(upper, np.sqrt(2 / np.pi + twice) - np.sqrt(2 / np.pi), -np.sqrt(twice))


def _newton(step: Callable[[Doubles, Rows], Doubles], start: Doubles, cap: Doubles | None = None) -> Doubles:
    """Newton's method for all rows at once; a row is dropped when its step no longer changes it."""
    x = start.copy()
    rows: Rows = np.arange(x.size)
    with np.errstate(all="ignore"):
        for _ in range(_MOST_ITERATIONS):
            move = np.clip(step(x[rows], rows), -2, 2)
            x[rows] = x[rows] + move if cap is None else np.minimum(x[rows] + move, cap[rows])
            rows = rows[np.abs(move) > _CONVERGED * np.maximum(1, np.abs(x[rows]))]
            if rows.size == 0:
                break
    return x


# --- Calibrate the analytic Gaussian mechanism: any of variance, epsilon and delta from the other two ---


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


def decision(exact: bool, highest: float = math.inf, upwards: bool = True) -> Callable[[Ball, bool], Result]:
    """The result made from an enclosure: the ball itself, or a safely rounded double of at most ``highest``."""
    if exact:
        return _as_enclosure
    if upwards:
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


def enclosed(
    parameters: Sequence[Parameter],
    values: Sequence[object],
    exact: bool,
    enclose: Callable[..., Ball | None],
    hint: Callable[..., Doubles] | None = None,
    highest: float = math.inf,
    upwards: bool = True,
) -> Result:
    """For each row of the values what ``enclose`` makes of their balls, and of a hint from their doubles, if any."""
    table = Table.of(parameters, values, exact)
    decide = decision(exact, highest, upwards)
    hints = [] if hint is None else [hint(*table.doubles)]
    return table.map(lambda *row: settle(lambda: enclose(*map(ball, row)), decide), *hints)


SMALL_EPSILON = replace(EPSILON, open_low=True, high=1, open_high=True)
KIND = "gaussian-variance"


def required_variance(epsilon: Numbers, delta: Numbers, sensitivity: Numbers = 1.0, *, exact: bool = False) -> Result:
    """The least variance that makes the Gaussian mechanism (epsilon, delta)-private.

    Guaranteed for doubles: the result v is a double with delta(sqrt(v)) <= delta, and no double below v has this
    property, except possibly the very next one. Both are proved in arb for every entry; nothing is sampled. Works
    for epsilon from 0 and any delta strictly between 0 and 1; where v would exceed the largest double (epsilon near
    0 with a tiny delta) InvalidInput is raised instead of returning infinity.

    With ``exact=True``: arb enclosures of the least real variance.

    >>> required_variance(1.0, 1e-5)
    13.917612394689467
    >>> required_variance([0.1, 1.0, 20.0], 1e-9).round(3)
    array([2.521026e+03, 3.019800e+01, 1.290000e-01])
    """
    table = Table.of((EPSILON, DELTA, SENSITIVITY), (epsilon, delta, sensitivity), exact)
    decide = decision(exact)

    def least(e: float | Fraction, d: float | Fraction, s: float | Fraction, start: float) -> Result:
        variance = settle(lambda: variance_ball(ball(e), ball(d), ball(s), arb(start)), decide)
        if not exact and variance == math.inf:
            given = f"epsilon {e!r}, delta {d!r}, sensitivity {s!r}"
            raise InvalidInput(f"the variance for {given} must not exceed the largest double, 1.8e308")
        return variance

    return table.map(least, solve_for_h(*table.doubles[:2]))


def variance_ball(epsilon: Ball, delta: Ball, sensitivity: Ball, start: Ball) -> Ball | None:
    """Enclose the least variance at the current precision, from a hint for a; None if this fails."""
    h = h_ball(epsilon, delta, start)
    return None if h is None else (sensitivity / (2 * h)) ** 2


def h_ball(epsilon: Ball, delta: Ball, a: Ball) -> Ball | None:
    """Enclose the h with delta(h, epsilon) = delta, from a hint for a = h - epsilon/(2h)."""
    b = (a * a + 2 * epsilon).sqrt()
    start = (a + b) / 2 if a >= 0 else epsilon / (b - a)
    return newton_root(lambda h: delta_ball(h, epsilon) - delta, lambda h: delta_slope_in_h(h, epsilon), start)


def delta_of(sigma: Numbers, epsilon: Numbers, sensitivity: Numbers = 1.0, *, exact: bool = False) -> Result:
    """The delta of the Gaussian mechanism with standard deviation sigma, at a given epsilon.

    Guaranteed for doubles: the smallest double at or above the exact value, or the next one. sigma = 0 gives 1.
    With ``exact=True``: arb enclosures.

    >>> delta_of(1.0, 1.0)
    0.12693673750664397
    """
    return _delta(SIGMA, (sigma, epsilon, sensitivity), exact)


def delta_of_variance(
    variance: Numbers, epsilon: Numbers, sensitivity: Numbers = 1.0, *, exact: bool = False
) -> Result:
    """The same as :func:`delta_of`, from the variance, whose square root need not be a double.

    >>> delta_of_variance(required_variance(1.0, 1e-5), 1.0) <= 1e-5
    True
    """
    return _delta(VARIANCE, (variance, epsilon, sensitivity), exact)


def _delta(noise: Parameter, values: Sequence[object], exact: bool) -> Result:
    def enclose(value: Ball, epsilon: Ball, sensitivity: Ball) -> Ball:
        if sensitivity == 0 or value == 0:
            return arb(int(sensitivity > 0))
        return positive_delta(sensitivity / (2 * (value if noise is SIGMA else value.sqrt())), epsilon)

    return enclosed((noise, EPSILON, SENSITIVITY), values, exact, enclose, highest=1.0)


def epsilon_of(sigma: Numbers, delta: Numbers, sensitivity: Numbers = 1.0, *, exact: bool = False) -> Result:
    """The least epsilon >= 0 that the Gaussian mechanism with standard deviation sigma keeps, at a given delta.

    Guaranteed for doubles: the smallest double at or above the exact value, or the next one; 0 where no budget is
    needed. With ``exact=True``: arb enclosures.

    >>> epsilon_of(1.0, 1e-5)
    4.377178095681225
    """
    return _epsilon(POSITIVE_SIGMA, (sigma, delta, sensitivity), exact)


def epsilon_of_variance(
    variance: Numbers, delta: Numbers, sensitivity: Numbers = 1.0, *, exact: bool = False
) -> Result:
    """The same as :func:`epsilon_of`, from the variance, whose square root need not be a double.

    >>> epsilon_of_variance(required_variance(1.0, 1e-5), 1e-5) <= 1.0
    True
    """
    return _epsilon(POSITIVE_VARIANCE, (variance, delta, sensitivity), exact)


def _epsilon(noise: Parameter, values: Sequence[object], exact: bool) -> Result:
    is_sigma = noise is POSITIVE_SIGMA

    def enclose(value: Ball, delta: Ball, sensitivity: Ball, start: Ball) -> Ball | None:
        sigma = value if is_sigma else value.sqrt()
        return arb(0) if sensitivity == 0 else epsilon_ball(sensitivity / (2 * sigma), delta, start)

    def hint(values: Doubles, delta: Doubles, sensitivity: Doubles) -> Doubles:
        with np.errstate(over="ignore", under="ignore"):
            return epsilon_starts(sensitivity / 2 / (values if is_sigma else np.sqrt(values)), delta)

    return enclosed((noise, DELTA, SENSITIVITY), values, exact, enclose, hint)


def epsilon_starts(h: Doubles, delta: Doubles) -> Doubles:
    """Hints for a at the root in epsilon; InvalidInput where epsilon would leave the supported range."""
    starts = solve_for_epsilon(h, delta)
    with np.errstate(over="ignore", invalid="ignore"):
        beyond = (2 * h * (h - starts) > LARGEST_EPSILON) | ~np.isfinite(h)
    if beyond.any():
        raise InvalidInput(
            f"the noise must be large enough that epsilon is at most {LARGEST_EPSILON:g}, "
            f"got sensitivity/(2 sigma) = {float(h[int(np.argmax(beyond))])!r}"
        )
    return starts


def epsilon_ball(h: Ball, delta: Ball, a: Ball) -> Ball | None:
    """Enclose the least epsilon >= 0 at the current precision, from a hint for a = h - epsilon/(2h)."""
    at_zero = delta_ball(h, arb(0))
    if at_zero <= delta:
        return arb(0)
    if not at_zero > delta:
        return None
    start = 2 * h * (h - a)
    return newton_root(lambda e: delta_ball(h, e) - delta, lambda e: delta_slope_in_epsilon(h, e), start)


def classical_variance(epsilon: Numbers, delta: Numbers, sensitivity: Numbers = 1.0, *, exact: bool = False) -> Result:
    """The variance 2 log(1.25/delta) (sensitivity/epsilon)^2, for 0 < epsilon < 1 only.

    Outside this domain the formula is not a theorem, and at epsilon = 20 it falls short of the privacy it promises
    by two orders of magnitude: InvalidInput is raised there. Guaranteed for doubles: the smallest double at or above
    the exact value, or the next one. With ``exact=True``: arb enclosures.

    >>> classical_variance(0.5, 1e-5) / required_variance(0.5, 1e-5) > 1.5
    True
    """
    values = (epsilon, delta, sensitivity)
    return enclosed(
        (SMALL_EPSILON, DELTA, SENSITIVITY), values, exact, lambda e, d, s: 2 * (arb(1.25) / d).log() * (s / e) ** 2
    )


def variance_certificate(epsilon: float, delta: float, sensitivity: float = 1.0) -> Certificate:
    """A certificate that the variance suffices, and that the second double below it does not.

    >>> float(variance_certificate(1.0, 1e-5).verify().fact("least variance", "<=").value)
    13.917612394689467
    """
    parameters = {"epsilon": epsilon, "delta": delta, "sensitivity": sensitivity}
    instance = {name: to_text(exact(value, name)) for name, value in parameters.items()}
    if sensitivity == 0:
        raise InvalidInput("sensitivity must be greater than 0 for a certificate, got 0")
    variance = required_variance(epsilon, delta, sensitivity)
    below = math.nextafter(math.nextafter(variance, 0), 0)
    evidence = {"variance": to_text(exact(variance)), "insufficient": to_text(exact(below))}
    if below == 0:
        del evidence["insufficient"]
    return Certificate(KIND, instance, evidence)
