"""Growth of a running time with the size of the input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import TypeVar

import numpy as np

Input = TypeVar("Input")
# 97.5 % quantiles of Student's distribution with 1, 2, ... degrees of freedom; the last is used beyond, and is too wide
STUDENT = (12.7062, 4.3027, 3.1825, 2.7765, 2.5706, 2.4469, 2.3647, 2.3061, 2.2622, 2.2282)


@dataclass(frozen=True, slots=True)
class Fit:
    """A fitted exponent with its 95 % interval, which is unbounded for two points: a line always fits them."""

    exponent: float
    low: float
    high: float
    residual: float = 0.0  # sum of squares of what the fit leaves, in base-2 logarithms

    def shown(self, digits: int = 2) -> str:
        """The exponent, and the interval where there is one.

        >>> Fit(1.0, 0.9, 1.1).shown(), Fit(1.0, -inf, inf).shown()
        ('1.00 [0.90, 1.10]', '1.00')
        """
        text = f"{self.exponent:.{digits}f}"
        return text if self.high == inf else f"{text} [{self.low:.{digits}f}, {self.high:.{digits}f}]"


def fit(sizes: Sequence[float], seconds: Sequence[float], exponential: bool = False) -> Fit:
    """The p of seconds = constant * size^p, or the b of constant * 2^(b size), by least squares of the logarithms."""
    x = np.array(sizes, dtype=float) if exponential else np.log2(sizes)
    y = np.log2(seconds)
    slope, height = np.polyfit(x, y, 1)
    free = len(x) - 2
    left = float(((y - slope * x - height) ** 2).sum())
    if free < 1:
        return Fit(float(slope), -inf, inf, left)
    error = (left / free / float(((x - x.mean()) ** 2).sum())) ** 0.5 * STUDENT[min(free, len(STUDENT)) - 1]
    return Fit(float(slope), float(slope) - error, float(slope) + error, left)


def fitted_exponent(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """The p of the best fit seconds = constant * size^p."""
    return fit(sizes, seconds).exponent


def best_seconds(run: Callable[[Input], object], argument: Input, rounds: int = 3) -> float:
    """The least of several running times: the others were disturbed."""
    return min(_seconds(run, argument) for _ in range(rounds))


def _seconds(run: Callable[[Input], object], argument: Input) -> float:
    start = perf_counter()
    run(argument)
    return perf_counter() - start
