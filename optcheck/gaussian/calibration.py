"""Calibrate the analytic Gaussian mechanism: any of variance, epsilon and delta from the other two.

Each function proves its result in arb (:mod:`optcheck.gaussian.balls`) from a hint in doubles
(:mod:`optcheck.gaussian.hints`). Beside them stand the classical variance, inside the domain where it is a theorem, and
a certificate for one calibrated variance that the trusted checker accepts.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np
from flint import arb

from optcheck.errors import InvalidInput
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import exact, to_text
from optcheck.gaussian import hints
from optcheck.gaussian.balls import (
    Ball,
    ball,
    decision,
    delta_ball,
    delta_slope_in_epsilon,
    delta_slope_in_h,
    newton_root,
    positive_delta,
    settle,
)
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
    Rounding,
    Table,
)

Number = float | Fraction
Sigma = Callable[[Number], Ball]
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
    decide = decision(Rounding.UP, exact)
    starts = hints.solve_for_h(table.doubles[0], table.doubles[1])
    result = table.map(lambda e, d, s, a: settle(lambda: variance_ball(e, d, s, a), decide), starts)
    if not exact:
        _reject_infinite(result, table)
    return result


def variance_ball(epsilon: Number, delta: Number, sensitivity: Number, start: float) -> Ball | None:
    """Enclose the least variance at the current precision, from a hint for a; None if this fails."""
    h = h_ball(epsilon, delta, start)
    return None if h is None else (ball(sensitivity) / (2 * h)) ** 2


def h_ball(epsilon: Number, delta: Number, start: float) -> Ball | None:
    """Enclose the h with delta(h, epsilon) = delta; ``start`` is a hint for a = h - epsilon/(2h)."""
    e, d, a = ball(epsilon), ball(delta), arb(start)
    b = (a * a + 2 * e).sqrt()
    initial = (a + b) / 2 if start >= 0 else e / (b - a)
    return newton_root(lambda h: delta_ball(h, e) - d, lambda h: delta_slope_in_h(h, e), initial)


def _reject_infinite(result: Result, table: Table) -> None:
    infinite = np.isinf(result).ravel()
    if infinite.any():
        epsilon, delta, sensitivity = (float(column[int(np.argmax(infinite))]) for column in table.doubles)
        raise InvalidInput(
            f"the variance for epsilon {epsilon!r}, delta {delta!r}, sensitivity {sensitivity!r} "
            "must not exceed the largest double, 1.8e308"
        )


def delta_of(sigma: Numbers, epsilon: Numbers, sensitivity: Numbers = 1.0, *, exact: bool = False) -> Result:
    """The delta of the Gaussian mechanism with standard deviation sigma, at a given epsilon.

    Guaranteed for doubles: the smallest double at or above the exact value, or the next one. sigma = 0 gives 1.
    With ``exact=True``: arb enclosures.

    >>> delta_of(1.0, 1.0)
    0.12693673750664397
    """
    return _delta(SIGMA, ball, sigma, epsilon, sensitivity, exact)


def delta_of_variance(
    variance: Numbers, epsilon: Numbers, sensitivity: Numbers = 1.0, *, exact: bool = False
) -> Result:
    """The same as :func:`delta_of`, from the variance, whose square root need not be a double.

    >>> delta_of_variance(required_variance(1.0, 1e-5), 1.0) <= 1e-5
    True
    """
    return _delta(VARIANCE, lambda variance: ball(variance).sqrt(), variance, epsilon, sensitivity, exact)


def _delta(
    noise: Parameter, sigma_ball: Sigma, value: object, epsilon: object, sensitivity: object, exact: bool
) -> Result:
    table = Table.of((noise, EPSILON, SENSITIVITY), (value, epsilon, sensitivity), exact)
    decide = decision(Rounding.UP, exact, highest=1.0)

    def scalar(noise: Number, epsilon: Number, sensitivity: Number) -> Result:
        if sensitivity == 0 or noise == 0:
            return settle(lambda: arb(int(sensitivity > 0)), decide)
        return settle(lambda: positive_delta(ball(sensitivity) / (2 * sigma_ball(noise)), ball(epsilon)), decide)

    return table.map(scalar)


def epsilon_of(sigma: Numbers, delta: Numbers, sensitivity: Numbers = 1.0, *, exact: bool = False) -> Result:
    """The least epsilon >= 0 that the Gaussian mechanism with standard deviation sigma keeps, at a given delta.

    Guaranteed for doubles: the smallest double at or above the exact value, or the next one; 0 where no budget is
    needed. With ``exact=True``: arb enclosures.

    >>> epsilon_of(1.0, 1e-5)
    4.377178095681225
    """
    return _epsilon(POSITIVE_SIGMA, ball, sigma, delta, sensitivity, exact)


def epsilon_of_variance(
    variance: Numbers, delta: Numbers, sensitivity: Numbers = 1.0, *, exact: bool = False
) -> Result:
    """The same as :func:`epsilon_of`, from the variance, whose square root need not be a double.

    >>> epsilon_of_variance(required_variance(1.0, 1e-5), 1e-5) <= 1.0
    True
    """
    return _epsilon(POSITIVE_VARIANCE, lambda v: ball(v).sqrt(), variance, delta, sensitivity, exact)


def _epsilon(
    noise: Parameter, sigma_ball: Sigma, value: object, delta: object, sensitivity: object, exact: bool
) -> Result:
    table = Table.of((noise, DELTA, SENSITIVITY), (value, delta, sensitivity), exact)
    decide = decision(Rounding.UP, exact)

    def scalar(noise: Number, delta: Number, sensitivity: Number, start: float) -> Result:
        if sensitivity == 0:
            return settle(lambda: arb(0), decide)
        return settle(lambda: epsilon_ball(ball(sensitivity) / (2 * sigma_ball(noise)), delta, start), decide)

    sigmas = table.doubles[0] if noise is POSITIVE_SIGMA else np.sqrt(table.doubles[0])
    with np.errstate(over="ignore", under="ignore"):
        h = table.doubles[2] / 2 / sigmas
    return table.map(scalar, epsilon_starts(h, table.doubles[1]))


def epsilon_starts(h: Doubles, delta: Doubles) -> Doubles:
    """Hints for a at the root in epsilon; InvalidInput where epsilon would leave the supported range."""
    starts = hints.solve_for_epsilon(h, delta)
    with np.errstate(over="ignore", invalid="ignore"):
        beyond = (2 * h * (h - starts) > LARGEST_EPSILON) | ~np.isfinite(h)
    if beyond.any():
        raise InvalidInput(
            f"the noise must be large enough that epsilon is at most {LARGEST_EPSILON:g}, "
            f"got sensitivity/(2 sigma) = {float(h[int(np.argmax(beyond))])!r}"
        )
    return starts


def epsilon_ball(h: Ball, delta: Number, start: float) -> Ball | None:
    """Enclose the least epsilon >= 0 at the current precision; ``start`` is a hint for a = h - epsilon/(2h)."""
    d = ball(delta)
    at_zero = delta_ball(h, arb(0))
    if at_zero <= d:
        return arb(0)
    if not at_zero > d:
        return None
    initial = 2 * h * (h - start)
    return newton_root(lambda e: delta_ball(h, e) - d, lambda e: delta_slope_in_epsilon(h, e), initial)


def classical_variance(epsilon: Numbers, delta: Numbers, sensitivity: Numbers = 1.0, *, exact: bool = False) -> Result:
    """The variance 2 log(1.25/delta) (sensitivity/epsilon)^2, for 0 < epsilon < 1 only.

    Outside this domain the formula is not a theorem, and at epsilon = 20 it falls short of the privacy it promises
    by two orders of magnitude: InvalidInput is raised there. Guaranteed for doubles: the smallest double at or above
    the exact value, or the next one. With ``exact=True``: arb enclosures.

    >>> classical_variance(0.5, 1e-5) / required_variance(0.5, 1e-5) > 1.5
    True
    """
    table = Table.of((SMALL_EPSILON, DELTA, SENSITIVITY), (epsilon, delta, sensitivity), exact)
    decide = decision(Rounding.UP, exact)
    return table.map(lambda e, d, s: settle(lambda: _classical_ball(e, d, s), decide))


def _classical_ball(epsilon: Number, delta: Number, sensitivity: Number) -> Ball:
    return 2 * (arb(1.25) / ball(delta)).log() * (ball(sensitivity) / ball(epsilon)) ** 2


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
