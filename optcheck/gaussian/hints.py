"""Bulk solutions of delta(h, epsilon) = delta in doubles: starting points for the enclosures, never evidence.

With R the Mills ratio Phi(-x)/phi(x), c = epsilon/(2h), a = h - c and b = h + c,

    delta = phi(a) (R(c - h) - R(c + h)),        1 - delta = phi(a) (R(a) + R(b)),

so nothing cancels or overflows; the difference for small h is an integral of -R' by a Gauss rule. Newton's method in
log h (or in a, for epsilon) starts on the side from which it moves monotonically. The result is a: near the root it is
the variable that loses no digits, for tiny as for huge epsilon.

The Mills ratio is good to a few units in the last place. For x >= 0 the product (x + 1) R(x) is smooth in
u = (x - 4)/(x + 4), up to u = 1 (x infinite): a Chebyshev series in u, whose coefficients are computed from arb when
this module is loaded. For x < 0: R(x) = 1/phi(x) - R(-x).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from flint import arb, ctx
from numpy.polynomial import chebyshev
from numpy.typing import NDArray

from optcheck.gaussian.parameters import Doubles

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
    a, positive = np.empty_like(delta), epsilon > 0
    a[~positive] = _solve_at_zero_epsilon(delta[~positive])
    a[positive] = _solve_at_positive_epsilon(epsilon[positive], delta[positive])
    return a


def _solve_at_zero_epsilon(delta: Doubles) -> Doubles:
    """At epsilon = 0, where a = b = h, in y = log h."""
    upper, target, least_h = _target(delta)

    def step(y: Doubles, rows: Rows) -> Doubles:
        return _log_h_step(upper[rows], target[rows], h := np.exp(y), np.zeros_like(h), h)

    root: Doubles = np.exp(_newton(step, np.log(np.maximum(least_h, delta))))
    return root


def _solve_at_positive_epsilon(epsilon: Doubles, delta: Doubles) -> Doubles:
    """With h = sqrt(epsilon/2) exp(y): a = sqrt(2 epsilon) sinh(y), b = sqrt(2 epsilon) cosh(y)."""
    scale = np.sqrt(2 * epsilon)
    upper, target, least_a = _target(delta)

    def step(y: Doubles, rows: Rows) -> Doubles:
        half = scale[rows] / 2
        return _log_h_step(upper[rows], target[rows], half * np.exp(y), half * np.exp(-y), 2 * half * np.sinh(y))

    # delta is a lower bound on h: it is at most erf(h/sqrt(2)), which is at most h
    start = np.maximum(np.arcsinh(least_a / scale), np.log(delta) - np.log(scale / 2))
    root: Doubles = scale * np.sinh(_newton(step, start))
    return root


def _log_h_step(upper: NDArray[np.bool_], target: Doubles, h: Doubles, c: Doubles, a: Doubles) -> Doubles:
    """Newton's step in log h."""
    ratio = np.where(upper, mills(np.maximum(a, 0)) + mills(c + h), mills_drop(c, h))
    error = np.log(ratio) - a * a / 2 - _LOG_SQRT_2PI - target
    move: Doubles = np.where(upper, error, -error) * ratio / (2 * h)
    return move


def solve_for_epsilon(h: Doubles, delta: Doubles) -> Doubles:
    """The a of the root in epsilon, at given h and delta; a = h where the root would be below zero."""
    upper, target, start = _target(delta)

    def step(a: Doubles, rows: Rows) -> Doubles:
        c, b = h[rows] - a, 2 * h[rows] - a
        ratio = np.where(upper[rows], mills(np.maximum(a, 0)) + mills(b), mills_drop(c, h[rows]))
        error = np.log(ratio) - a * a / 2 - _LOG_SQRT_2PI - target[rows]
        move: Doubles = np.where(upper[rows], error, -error) * ratio / (2 * h[rows] * mills(b))
        return move

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
