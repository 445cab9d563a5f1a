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
    Number,
    ball,
    decision,
    epsilon_ball,
    epsilon_starts,
    h_ball,
    positive_delta,
    settle,
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
    Table,
)


def rho_of_variance(variance: Numbers, sensitivity: Numbers = 1.0, *, exact: bool = False) -> Result:
    """The zCDP parameter of the Gaussian mechanism, D^2/(2v), rounded up to the next double or infinity.

    >>> rho_of_variance(2.0)
    0.25
    """
    table = Table.of((POSITIVE_VARIANCE, SENSITIVITY), (variance, sensitivity), exact)
    decide = decision(exact)
    return table.map(lambda v, s: settle(lambda: ball(s) ** 2 / (2 * ball(v)), decide))


def variance_of_rho(rho: Numbers, sensitivity: Numbers = 1.0, *, exact: bool = False) -> Result:
    """The variance that makes the Gaussian mechanism rho-zCDP, D^2/(2 rho), rounded up to the next double or infinity.

    >>> variance_of_rho(0.25)
    2.0
    """
    table = Table.of((RHO_TARGET, SENSITIVITY), (rho, sensitivity), exact)
    decide = decision(exact)
    return table.map(lambda r, s: settle(lambda: ball(s) ** 2 / (2 * ball(r)), decide))


def epsilon_of_rho(rho: Numbers, delta: Numbers, *, exact: bool = False) -> Result:
    """An epsilon for which every rho-zCDP mechanism is (epsilon, delta)-private: rho + 2 sqrt(rho log(1/delta)).

    Rounded up: the smallest double at or above that number, or the next one.

    >>> epsilon_of_rho(0.5, 1e-5)
    5.298525912188081
    """
    table = Table.of((RHO_LOSS, DELTA), (rho, delta), exact)
    decide = decision(exact)
    return table.map(lambda r, d: settle(lambda: ball(r) + 2 * (-ball(r) * ball(d).log()).sqrt(), decide))


def delta_of_rho(rho: Numbers, epsilon: Numbers, *, exact: bool = False) -> Result:
    """A delta for which every rho-zCDP mechanism is (epsilon, delta)-private: exp(-(epsilon - rho)^2/(4 rho)).

    It is 1 where epsilon <= rho. Rounded up: the smallest double at or above that number, or the next one.

    >>> delta_of_rho(0.5, 0.25)
    1.0
    """
    table = Table.of((RHO_LOSS, EPSILON), (rho, epsilon), exact)
    decide = decision(exact)
    return table.map(lambda r, e: settle(lambda: _loose_delta(r, e), decide))


def _loose_delta(rho: Number, epsilon: Number) -> Ball:
    if epsilon <= rho:
        return arb(1)
    return (-((ball(epsilon) - ball(rho)) ** 2) / (4 * ball(rho))).exp()


def rho_for(epsilon: Numbers, delta: Numbers, *, exact: bool = False) -> Result:
    """The largest rho for which :func:`epsilon_of_rho` stays within epsilon: (sqrt(epsilon + L) - sqrt(L))^2.

    L = log(1/delta). Rounded down: the largest double at or below that number, or the next one below.

    >>> epsilon_of_rho(rho_for(1.0, 1e-5), 1e-5)
    1.0
    """
    table = Table.of((EPSILON, DELTA), (epsilon, delta), exact)
    decide = decision(exact, upwards=False)
    return table.map(lambda e, d: settle(lambda: _loose_rho(e, d), decide))


def _loose_rho(epsilon: Number, delta: Number) -> Ball:
    log_term = -ball(delta).log()
    return (ball(epsilon) / ((ball(epsilon) + log_term).sqrt() + log_term.sqrt())) ** 2


def gaussian_epsilon_of_rho(rho: Numbers, delta: Numbers, *, exact: bool = False) -> Result:
    """The least epsilon for which the rho-zCDP Gaussian mechanism is (epsilon, delta)-private.

    Rounded up: the smallest double at or above the exact value, or the next one.

    >>> gaussian_epsilon_of_rho(0.5, 1e-5)
    4.377178095681225
    """
    table = Table.of((RHO_LOSS, DELTA), (rho, delta), exact)
    decide = decision(exact)
    starts = epsilon_starts(np.sqrt(table.doubles[0] / 2), table.doubles[1])
    return table.map(lambda r, d, a: settle(lambda: epsilon_ball(_h_of_rho(r), d, a), decide), starts)


def gaussian_delta_of_rho(rho: Numbers, epsilon: Numbers, *, exact: bool = False) -> Result:
    """The least delta for which the rho-zCDP Gaussian mechanism is (epsilon, delta)-private.

    Rounded up: the smallest double at or above the exact value, or the next one.

    >>> gaussian_delta_of_rho(0.5, 1.0)
    0.12693673750664397
    """
    table = Table.of((RHO_LOSS, EPSILON), (rho, epsilon), exact)
    decide = decision(exact, highest=1.0)
    return table.map(lambda r, e: settle(lambda: positive_delta(_h_of_rho(r), ball(e)), decide))


def _h_of_rho(rho: Number) -> Ball:
    """h = D/(2 sigma) = sqrt(rho/2)."""
    return (ball(rho) / 2).sqrt()


def gaussian_rho_for(epsilon: Numbers, delta: Numbers, *, exact: bool = False) -> Result:
    """The largest rho for which the rho-zCDP Gaussian mechanism is (epsilon, delta)-private.

    Rounded down: the largest double at or below the exact value, or the next one below.

    >>> gaussian_rho_for(1.0, 1e-5) > 1.5 * rho_for(1.0, 1e-5)
    True
    """
    table = Table.of((EPSILON, DELTA), (epsilon, delta), exact)
    decide = decision(exact, upwards=False)
    starts = solve_for_h(*table.doubles)
    return table.map(lambda e, d, a: settle(lambda: _tight_rho(e, d, a), decide), starts)


def _tight_rho(epsilon: Number, delta: Number, start: float) -> Ball | None:
    h = h_ball(epsilon, delta, start)
    return None if h is None else 2 * h**2
