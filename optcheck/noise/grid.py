"""The grid on which values and noise are integers: so fine that rounding and whole variances cost little.

A party rounds its own value to the grid. Two values at most D apart are then at most ceil(D/grid) steps apart (rounding
is monotone and commutes with whole steps); vectors of m coordinates at most ceil(D/grid) + ceil(sqrt(m)), for each
coordinate moves by at most half a step at either end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from optcheck.exact.numbers import Exact

__all__ = ["LEAST_SHARE", "SMOOTHING", "choose_grid", "steps"]

SMOOTHING = 5  # the variance, in steps squared, that going from the reals to the integers costs; see checker.lattice
LEAST_SHARE = 12  # the least variance of a share, in steps squared: then sums are Gaussian up to a factor 1 + 2^-128
_FINE = 1 << 14  # steps squared in the least requirement and in the usual share: what is added is below 0.1 % of them
_LEAST_STEPS = 1 << 10  # in the least sensitivity, for parties whose sensitivities are no multiples of each other


def steps(sensitivity: Exact, grid: Fraction, dimension: int) -> int:
    """By how many steps of the grid a party can move the sum, at most (in Euclidean length, for vectors)."""
    if not sensitivity:
        return 0
    corner = math.isqrt(dimension - 1) + 1 if dimension > 1 else 0
    return math.ceil(sensitivity / grid) + corner


def choose_grid(sensitivities: Sequence[Exact], smallest: Exact, dimension: int) -> Fraction:
    """The least sensitivity over a power of two, such that the smallest variance is at least 2^14 steps squared."""
    least = Fraction(min(s for s in sensitivities if s))
    parts = _LEAST_STEPS
    while (smallest * parts * parts < _FINE * least * least) or parts * parts < _LEAST_STEPS**2 * dimension:
        parts *= 2
    return least / parts
