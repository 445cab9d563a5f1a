"""Parties with personal budgets, as Section V of TPMDP draws them, and the noise that each mechanism needs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from optcheck.gaussian import required_variance
from optcheck.tpmdp import allocate, non_threshold, tmdp

Array = NDArray[np.float64]
EPSILON_CONSERVATIVE, EPSILON_MODERATE, EPSILON_LIBERAL = 0.01, 0.2, 1.0
GAUSSIAN = ("G", "TMDP", "MIN", "non-thre")
_CURVE_POINTS = 2048  # log-log interpolation of the certified variance: relative error below 1e-6


@dataclass(frozen=True, slots=True)
class Population:
    """n parties, the collusion threshold, and the fractions of conservative and moderate parties."""

    n: int = 1000
    threshold: int | None = None
    conservative: float = 0.54
    moderate: float = 0.37

    @property
    def t(self) -> int:
        """The threshold; half of the parties by default."""
        return self.n // 2 if self.threshold is None else self.threshold

    @property
    def delta(self) -> float:
        """Everybody's delta, 1/(10 n)."""
        return 1 / (10 * self.n)

    def draw_epsilons(self, rng: np.random.Generator, n: int | None = None) -> Array:
        """Budgets of n parties; their order carries no meaning, since data and active parties are drawn apart."""
        count = self.n if n is None else n
        conservative = round(self.conservative * count)
        moderate = min(round(self.moderate * count), count - conservative)
        return np.concatenate(
            [
                rng.uniform(EPSILON_CONSERVATIVE, EPSILON_MODERATE, conservative),
                rng.uniform(EPSILON_MODERATE, EPSILON_LIBERAL, moderate),
                np.full(count - conservative - moderate, EPSILON_LIBERAL),
            ]
        )


@lru_cache(maxsize=64)
def _curve(delta: float) -> Array:
    """Logarithms of certified variances on a grid that is even in log epsilon."""
    epsilons = np.geomspace(EPSILON_CONSERVATIVE, EPSILON_LIBERAL, _CURVE_POINTS)
    curve: Array = np.log(required_variance(epsilons, delta))
    return curve


def variances_for(epsilons: Array, delta: float) -> Array:
    """Required variances at sensitivity 1 for a simulation: interpolated between certified ones."""
    curve = _curve(delta)
    span = np.log(EPSILON_LIBERAL / EPSILON_CONSERVATIVE)
    place = np.log(epsilons / EPSILON_CONSERVATIVE) * ((_CURVE_POINTS - 1) / span)
    left = np.clip(place.astype(np.intp), 0, _CURVE_POINTS - 2)
    variances: Array = np.exp(curve[left] + (place - left) * (curve[left + 1] - curve[left]))
    return variances


def gaussian_noise(required: Array, t: int, rng: np.random.Generator) -> dict[str, float]:
    """The variance of the noise in the released result, for each mechanism, with a random set of active parties."""
    active = _random_subset(len(required), rng)
    return {
        "G": float(allocate(required, t, active).total),
        "TMDP": float(tmdp(required, t, active).total),
        "MIN": float(required.max()),
        "non-thre": float(non_threshold(required, active).total),
    }


def _random_subset(n: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    """A uniformly random non-empty subset: without an active party nothing is released."""
    while True:
        active: NDArray[np.bool_] = rng.random(n) < 0.5
        if active.any():
            return active


def sampling(epsilons: Array) -> tuple[float, Array]:
    """The Sample mechanism: its budget, the mean epsilon, and the probability with which each party is kept."""
    budget = float(epsilons.mean())
    return budget, np.minimum(1, np.expm1(epsilons) / np.expm1(budget))
