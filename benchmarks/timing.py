"""What running times say: how they grow, whether they depend on a parameter, whether the machine had other work.

Growth is fitted to logarithms, with an interval. Dependence is decided by paired rounds, repeated until an interval
decides or time is up: in every round each setting runs once, in random order, so that what disturbs the machine
disturbs all alike; ratios are taken within rounds. The interval of a median ratio comes from order statistics and
assumes no distribution. Its level is divided by the number of pairs and of looks, so that looking several times does
not make a decision likelier.
"""

from __future__ import annotations

import math
import os
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, inf
from time import perf_counter
from typing import Any, TypeVar

import numpy as np

__all__ = [
    "LOOKS",
    "Fit",
    "Spread",
    "best_seconds",
    "busy",
    "fit",
    "fitted_exponent",
    "median_interval",
    "paired_times",
    "shifted_mean",
    "spread",
]

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
        """The exponent, and the interval where there is one; a zero has no sign, which rounding would choose.

        >>> Fit(1.0, 0.9, 1.1).shown(), Fit(1.0, -inf, inf).shown(), Fit(-1e-9, -0.001, 0.1).shown()
        ('1.00 [0.90, 1.10]', '1.00', '0.00 [0.00, 0.10]')
        """
        text, low, high = (f"{value:z.{digits}f}" for value in (self.exponent, self.low, self.high))
        return text if self.high == inf else f"{text} [{low}, {high}]"


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


def shifted_mean(seconds: Sequence[float], shift: float) -> float:
    """exp(mean(log(x + shift))) - shift: no point dominates, neither the slow ones nor the fast ones.

    >>> round(shifted_mean([1.0, 7.0], 1.0), 9)
    3.0
    """
    return math.exp(sum(math.log(x + shift) for x in seconds) / len(seconds)) - shift


def best_seconds(run: Callable[[Input], object], argument: Input, rounds: int = 3) -> float:
    """The least of several running times: the others were disturbed."""
    return min(_seconds(run, argument, 1) for _ in range(rounds))


LOOKS = (16, 32, 64, 128, 256, 512)  # rounds after which the intervals are looked at
LEVEL = 0.05
_BATCH = 3e-4  # seconds that one measurement takes at least
Times = dict[str, list[float]]


@dataclass(frozen=True, slots=True)
class Spread:
    """The largest median ratio between two settings, and bounds that hold for all pairs together."""

    ratio: float
    low: float
    high: float
    rounds: int

    def within(self, factor: float) -> bool | None:
        """Whether no pair differs by more than the factor; None where the intervals cannot say."""
        if self.high <= factor:
            return True
        return False if self.low > factor else None


def median_interval(values: Sequence[float], level: float) -> tuple[float, float]:
    """Bounds that miss the median with at most this chance; infinite where there are too few values.

    >>> median_interval(range(1, 12), 0.05)
    (2, 10)
    """
    ordered, count = sorted(values), len(values)
    tail, index = 0, -1
    while 2 * (tail + comb(count, index + 1)) <= level * 2**count:
        tail, index = tail + comb(count, index + 1), index + 1
    return (ordered[index], ordered[count - 1 - index]) if index >= 0 else (-inf, inf)


def spread(times: Mapping[str, Sequence[float]]) -> Spread:
    """The spread over all pairs of settings."""
    rounds = min(map(len, times.values()))
    pairs = [(a, b) for one, other in combinations(times, 2) for a, b in ((one, other), (other, one))]
    level = LEVEL / (max(1, len(pairs) // 2) * len(LOOKS))
    found = Spread(1.0, 1.0, 1.0, rounds)
    for a, b in pairs:
        ratios = sorted(x / y for x, y in zip(times[a], times[b], strict=False))
        low, high = median_interval(ratios, level)
        found = Spread(max(found.ratio, ratios[rounds // 2]), max(found.low, low), max(found.high, high), rounds)
    return found


def paired_times(
    run: Callable[[Any], object], inputs: Mapping[str, Any], factors: Sequence[float], limit: float
) -> Times:
    """Seconds of each setting in every round, until each factor is decided, the looks are used up, or time is.

    >>> sorted(paired_times(sum, {"a": [1] * 9, "b": [1] * 9}, [3.0], 0.5))
    ['a', 'b']
    """
    begun, shuffled = perf_counter(), random.Random(len(inputs))
    batch = max(1, round(_BATCH / max(1e-7, min(_seconds(run, data, 1) for data in inputs.values()))))
    times: Times = {name: [] for name in inputs}
    for count in range(1, max(LOOKS) + 1):
        for name in shuffled.sample(sorted(inputs), len(inputs)):
            times[name].append(_seconds(run, inputs[name], batch) / batch)
        late = perf_counter() - begun > limit
        if late or (count in LOOKS and all(spread(times).within(factor) is not None for factor in factors)):
            break
    return times


def _seconds(run: Callable[[Input], object], data: Input, batch: int) -> float:
    start = perf_counter()
    for _ in range(batch):
        run(data)
    return perf_counter() - start


_MOST_LOAD = 0.5  # other work per core that still leaves times alone


def busy() -> str | None:
    """A warning, or None where the machine is idle enough.

    It reads the load of the last minute, so ask before measuring.
    """
    cores = os.cpu_count() or 1
    load = os.getloadavg()[0]
    if load <= _MOST_LOAD * cores:
        return None
    return f"The machine was busy (load {load:.1f} on {cores} cores): times are upper bounds."
