"""Zero-concentrated differential privacy: between rho, the variance, and (epsilon, delta).

The Gaussian mechanism with variance v on a query of sensitivity D is rho-zCDP with rho = D^2/(2v), and with no
smaller rho. The functions without "gaussian" in their name hold for every rho-zCDP mechanism (Bun and Steinke, 2016,
Proposition 1.3); those with it hold for the Gaussian mechanism only, and lose nothing.
"""

from __future__ import annotations

import numpy as np
from flint import arb

from optcheck.gaussian.calibration import (
    Ball,
    enclosed,
    epsilon_ball,
    epsilon_starts,
    h_ball,
    positive_delta,
    solve_for_h,
)
from optcheck.gaussian.parameters import (
    DELTA,
    EPSILON,
    POSITIVE_VARIANCE,
    RHO_LOSS,
    RHO_TARGET,
    SENSITIVITY,
    Numbers,
    Result,
)


def rho_of_variance(variance: Numbers, sensitivity: Numbers = 1.0, *, exact: bool = False) -> Result:
    """The zCDP parameter of the Gaussian mechanism, D^2/(2v), rounded up to the next double or infinity.

    >>> rho_of_variance(2.0)
    0.25
    """
    return enclosed((POSITIVE_VARIANCE, SENSITIVITY), (variance, sensitivity), exact, lambda v, s: s**2 / (2 * v))


def variance_of_rho(rho: Numbers, sensitivity: Numbers = 1.0, *, exact: bool = False) -> Result:
    """The variance that makes the Gaussian mechanism rho-zCDP, D^2/(2 rho), rounded up to the next double or infinity.

    >>> variance_of_rho(0.25)
    2.0
    """
    return enclosed((RHO_TARGET, SENSITIVITY), (rho, sensitivity), exact, lambda r, s: s**2 / (2 * r))


def epsilon_of_rho(rho: Numbers, delta: Numbers, *, exact: bool = False) -> Result:
    """An epsilon for which every rho-zCDP mechanism is (epsilon, delta)-private: rho + 2 sqrt(rho log(1/delta)).

    Rounded up: the smallest double at or above that number, or the next one.

    >>> epsilon_of_rho(0.5, 1e-5)
    5.298525912188081
    """
    return enclosed((RHO_LOSS, DELTA), (rho, delta), exact, lambda r, d: r + 2 * (-r * d.log()).sqrt())


def delta_of_rho(rho: Numbers, epsilon: Numbers, *, exact: bool = False) -> Result:
    """A delta for which every rho-zCDP mechanism is (epsilon, delta)-private: exp(-(epsilon - rho)^2/(4 rho)).

    It is 1 where epsilon <= rho. Rounded up: the smallest double at or above that number, or the next one.

    >>> delta_of_rho(0.5, 0.25)
    1.0
    """

    def enclose(r: Ball, e: Ball) -> Ball:
        return arb(1) if e <= r else (-((e - r) ** 2) / (4 * r)).exp()

    return enclosed((RHO_LOSS, EPSILON), (rho, epsilon), exact, enclose, highest=1.0)


def rho_for(epsilon: Numbers, delta: Numbers, *, exact: bool = False) -> Result:
    """The largest rho for which :func:`epsilon_of_rho` stays within epsilon: (sqrt(epsilon + L) - sqrt(L))^2.

    L = log(1/delta). Rounded down: the largest double at or below that number, or the next one below.

    >>> epsilon_of_rho(rho_for(1.0, 1e-5), 1e-5)
    1.0
    """

    def enclose(e: Ball, d: Ball) -> Ball:
        log_term = -d.log()
        return (e / ((e + log_term).sqrt() + log_term.sqrt())) ** 2

    return enclosed((EPSILON, DELTA), (epsilon, delta), exact, enclose, upwards=False)


def gaussian_epsilon_of_rho(rho: Numbers, delta: Numbers, *, exact: bool = False) -> Result:
    """The least epsilon for which the rho-zCDP Gaussian mechanism is (epsilon, delta)-private.

    Rounded up: the smallest double at or above the exact value, or the next one.

    >>> gaussian_epsilon_of_rho(0.5, 1e-5)
    4.377178095681225
    """
    return enclosed(
        (RHO_LOSS, DELTA),
        (rho, delta),
        exact,
        lambda r, d, start: epsilon_ball((r / 2).sqrt(), d, start),  # h = D/(2 sigma) = sqrt(rho/2)
        lambda rhos, deltas: epsilon_starts(np.sqrt(rhos / 2), deltas),
    )


def gaussian_delta_of_rho(rho: Numbers, epsilon: Numbers, *, exact: bool = False) -> Result:
    """The least delta for which the rho-zCDP Gaussian mechanism is (epsilon, delta)-private.

    Rounded up: the smallest double at or above the exact value, or the next one.

    >>> gaussian_delta_of_rho(0.5, 1.0)
    0.12693673750664397
    """
    values = (rho, epsilon)
    return enclosed((RHO_LOSS, EPSILON), values, exact, lambda r, e: positive_delta((r / 2).sqrt(), e), highest=1.0)


def gaussian_rho_for(epsilon: Numbers, delta: Numbers, *, exact: bool = False) -> Result:
    """The largest rho for which the rho-zCDP Gaussian mechanism is (epsilon, delta)-private.

    Rounded down: the largest double at or below the exact value, or the next one below.

    >>> gaussian_rho_for(1.0, 1e-5) > 1.5 * rho_for(1.0, 1e-5)
    True
    """

    def enclose(e: Ball, d: Ball, start: Ball) -> Ball | None:
        h = h_ball(e, d, start)
        return None if h is None else 2 * h**2

    return enclosed((EPSILON, DELTA), (epsilon, delta), exact, enclose, solve_for_h, upwards=False)
