"""Growth of a running time with the size of the input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TypeVar

import numpy as np

Input = TypeVar("Input")


def fitted_exponent(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """The p of the best fit seconds = constant * size^p, by least squares of the logarithms."""
    slope, _ = np.polyfit(np.log(sizes), np.log(seconds), 1)
    return float(slope)


def best_seconds(run: Callable[[Input], object], argument: Input, rounds: int = 3) -> float:
    """The least of several running times: the others were disturbed."""
    return min(_seconds(run, argument) for _ in range(rounds))


def _seconds(run: Callable[[Input], object], argument: Input) -> float:
    start = perf_counter()
    run(argument)
    return perf_counter() - start
