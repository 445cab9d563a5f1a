"""The classical variance of the Gaussian mechanism, inside the domain where it is a theorem."""

from __future__ import annotations

from dataclasses import replace

from flint import arb

from optcheck.gaussian.balls import Ball, ball, decision, settle
from optcheck.gaussian.calibration import Number
from optcheck.gaussian.inputs import DELTA, EPSILON, SENSITIVITY, Numbers, Result, Rounding, Table

SMALL_EPSILON = replace(EPSILON, open_low=True, high=1, open_high=True)


def classical_variance(epsilon: Numbers, delta: Numbers, sensitivity: Numbers = 1.0, *, exact: bool = False) -> Result:
    """The variance 2 log(1.25/delta) (sensitivity/epsilon)^2, for 0 < epsilon < 1 only.

    Outside this domain the formula is not a theorem, and at epsilon = 20 it falls short of the privacy it promises
    by two orders of magnitude: InvalidInput is raised there. Guaranteed for doubles: the smallest double at or above
    the exact value, or the next one. With ``exact=True``: arb enclosures.

    >>> from optcheck.gaussian import required_variance
    >>> classical_variance(0.5, 1e-5) / required_variance(0.5, 1e-5) > 1.5
    True
    """
    table = Table.of((SMALL_EPSILON, DELTA, SENSITIVITY), (epsilon, delta, sensitivity), exact)
    decide = decision(Rounding.UP, exact)
    return table.map(lambda e, d, s: settle(lambda: _classical_ball(e, d, s), decide))


def _classical_ball(epsilon: Number, delta: Number, sensitivity: Number) -> Ball:
    return 2 * (arb(1.25) / ball(delta)).log() * (ball(sensitivity) / ball(epsilon)) ** 2
