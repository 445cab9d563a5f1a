"""Measured losses over a swept parameter, with bootstrap intervals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.utility.population import Array

RESAMPLES = 1000


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with the ends of its 95 % bootstrap interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3g} [{self.low:.3g}, {self.high:.3g}]"


@dataclass(frozen=True, slots=True)
class Sweep:
    """Squared errors of every mechanism at every value of one parameter; repetitions are paired across mechanisms.

    ``loss`` is as simulated; comparisons use the expected squares where they are known.
    """

    name: str
    label: str
    xs: tuple[float, ...]
    squares: dict[str, Array]  # mechanism -> one row per value, one column per repetition
    expected: dict[str, Array] | None = None  # the same, expected given the repetition's parties: less noisy

    def loss(self, mechanism: str, x: float) -> Interval:
        """The root mean squared error at one value."""
        return _interval(np.sqrt, self.squares[mechanism][self.xs.index(x)])

    def expected_loss(self, mechanism: str, x: float) -> float:
        """The root mean squared error without the noise of the simulation, where it is known."""
        return float(np.sqrt(self._row(mechanism, x).mean()))

    def ratio(self, first: str, second: str, x: float) -> Interval:
        """The first mechanism's loss over the second's, with the repetitions resampled together."""
        return _interval(lambda a, b: np.sqrt(a / b), self._row(first, x), self._row(second, x))

    def growth(self, mechanism: str, x: float, base: float) -> Interval:
        """The mechanism's loss at one value over that at another."""
        return _interval(lambda a, b: np.sqrt(a / b), self._row(mechanism, x), self._row(mechanism, base))

    def _row(self, mechanism: str, x: float) -> Array:
        row: Array = (self.expected or self.squares)[mechanism][self.xs.index(x)]
        return row

    def table(self) -> list[dict[str, object]]:
        """One row per value and mechanism, for a CSV file."""
        return [
            {
                "panel": self.name,
                "parameter": self.label,
                "value": x,
                "mechanism": mechanism,
                "rmse": loss.value,
                "low": loss.low,
                "high": loss.high,
                "expected": self.expected_loss(mechanism, x),
                "repetitions": self.squares[mechanism].shape[1],
            }
            for x in self.xs
            for mechanism in self.squares
            for loss in [self.loss(mechanism, x)]
        ]


def _interval(statistic: Callable[..., Array], *samples: Array) -> Interval:
    """A statistic of means, and its 2.5 % and 97.5 % quantiles when repetitions are drawn again with replacement."""
    draws = np.random.default_rng(0).integers(0, samples[0].size, (RESAMPLES, samples[0].size))
    resampled = statistic(*(sample[draws].mean(axis=1) for sample in samples))
    low, high = np.quantile(resampled, [0.025, 0.975])
    return Interval(float(statistic(*(sample.mean() for sample in samples))), float(low), float(high))
