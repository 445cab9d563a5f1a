"""PrivUnitG, the local mechanism for unit vectors that CorDP-DME's Fig. 4 compares with (Asi, Feldman, Talwar 2022).

A report is (a v + w) / scale: v is the user's unit vector, w is Gaussian with variance 1/d across v, and a is Gaussian
with variance 1/d, forced with probability p to lie above a threshold and otherwise below it. With q the chance that a
free Gaussian lies below, the mechanism is epsilon-private (delta = 0) exactly when p q <= exp(epsilon) (1-p) (1-q), and
the scale E[a] makes it unbiased. Because E[a^2] = 1/d + threshold E[a], the error of one report is
(1 + threshold * scale) / scale^2 - 1. How the budget is best split between p and q is found on a grid, in doubles.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

__all__ = ["PrivUnitG", "best_privunitg"]

SPLITS = 1000


@dataclass(frozen=True, slots=True)
class PrivUnitG:
    """The mechanism in d dimensions that spends ``kept`` of its budget on p and ``capped`` on q (both as log odds)."""

    dimension: int
    kept: float
    capped: float

    @property
    def threshold(self) -> float:
        """The least value of a forced a."""
        return -NormalDist().inv_cdf(_chance(-self.capped)) / math.sqrt(self.dimension)

    @property
    def scale(self) -> float:
        """The mean of a: the forced one's minus the other's, each over the chance of its side."""
        density = NormalDist().pdf(self.threshold * math.sqrt(self.dimension)) / math.sqrt(self.dimension)
        forced, other = _chance(self.kept) / _chance(-self.capped), _chance(-self.kept) / _chance(self.capped)
        return density * (forced - other)

    @property
    def error(self) -> float:
        """The mean squared error of one report of a unit vector."""
        return (1 + self.threshold * self.scale) / self.scale**2 - 1


def _chance(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))


def best_privunitg(epsilon: float, dimension: int) -> PrivUnitG:
    """The best of all splits of the budget into thousandths.

    >>> round(best_privunitg(4.0, 20).error, 3)
    8.694
    """
    parts = (epsilon * step / SPLITS for step in range(1, SPLITS))
    return min((PrivUnitG(dimension, part, epsilon - part) for part in parts), key=lambda mechanism: mechanism.error)
