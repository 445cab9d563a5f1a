"""Public calibrations of the analytic Gaussian mechanism, called one party at a time, and how they are judged.

dp-accounting, diffprivlib and autodp are optional. diffprivlib needs scikit-learn below 1.7, so an environment of its
own is the easiest way to have all three: pip install dp-accounting diffprivlib autodp "scikit-learn<1.7".
"""

from __future__ import annotations

import importlib
import math
import signal
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from optcheck.gaussian import delta_of_variance, required_variance

Calibrator = Callable[[float, float], Fraction]  # epsilon, delta -> variance at sensitivity 1
EPSILONS = (1e-6, 1e-3, 0.1, 1.0, 5.0, 14.0, 20.0, 100.0, 710.0, 1e4)
DELTAS = (1e-300, 1e-100, 1e-30, 1e-12, 1e-9, 1e-6, 1e-3, 0.1, 0.9)
GRID = tuple((epsilon, delta) for epsilon in EPSILONS for delta in DELTAS)  # the cells of the accuracy table
CELL_SECONDS = 2.0  # a search that has not ended by then counts as a failure


def _optcheck(epsilon: float, delta: float) -> Fraction:
    return Fraction(required_variance(epsilon, delta))


def _classical(epsilon: float, delta: float) -> Fraction:
    return Fraction(2 * math.log(1.25 / delta) / epsilon**2)


def _dp_accounting(epsilon: float, delta: float) -> Fraction:
    return Fraction(importlib.import_module("dp_accounting").get_sigma_gaussian(epsilon, delta)) ** 2


def _diffprivlib(epsilon: float, delta: float) -> Fraction:
    mechanisms = importlib.import_module("diffprivlib.mechanisms")
    return Fraction(mechanisms.GaussianAnalytic(epsilon=epsilon, delta=delta, sensitivity=1.0)._scale) ** 2


def _autodp(epsilon: float, delta: float) -> Fraction:
    importlib.import_module("autodp.rdp_acct")  # first, or the next import runs in a circle
    calibrator = importlib.import_module("autodp.privacy_calibrator")
    return Fraction(calibrator.ana_gaussian_mech(epsilon, delta)["sigma"]) ** 2


CALIBRATORS: dict[str, Calibrator] = {
    "optcheck": _optcheck,
    "autodp": _autodp,
    "classical formula": _classical,
    "diffprivlib": _diffprivlib,
    "dp-accounting": _dp_accounting,
}


def missing(name: str) -> str | None:
    """Why a calibrator cannot run here, or None."""
    try:
        CALIBRATORS[name](1.0, 1e-5)
    except ImportError as error:
        return f"{name} is not compared: {error} (see benchmarks/calibrators.py for how to install it)"
    return None


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How a calibrator did on a list of cells (epsilon, delta), decided in arb."""

    cells: int
    failed: int
    too_small: int
    off_twofold: int
    worst_factor: float
    worst_cell: tuple[float, float] | None
    most_excess: float

    def __str__(self) -> str:
        worst = f", worst delta {self.worst_factor:.6g} x the target at {self.worst_cell}" if self.worst_cell else ""
        return (
            f"too little noise in {self.too_small} of {self.cells} cells ({self.off_twofold} by more than 2x in delta)"
            f"{worst}; {self.failed} failed; at most {100 * self.most_excess:.2g} % noise too much"
        )


def accuracy(calibrator: Calibrator, cells: Sequence[tuple[float, float]]) -> Accuracy:
    """Judge a calibrator: the true delta of its variance is enclosed in arb and compared with the target."""
    variances = {cell: _variance_or_none(calibrator, cell) for cell in cells}
    done = {cell: variance for cell, variance in variances.items() if variance is not None}
    factors = {cell: _delta_factor(variance, cell) for cell, variance in done.items()}
    bad = {cell: factor for cell, factor in factors.items() if factor is not None}
    worst = max(bad, key=lambda cell: bad[cell], default=None)
    excess = [float(variance / Fraction(required_variance(*cell)) - 1) for cell, variance in done.items()]
    return Accuracy(
        cells=len(cells),
        failed=len(cells) - len(done),
        too_small=len(bad),
        off_twofold=sum(factor > 2 for factor in bad.values()),
        worst_factor=bad[worst] if worst else 1.0,
        worst_cell=worst,
        most_excess=max(0.0, *excess) if excess else 0.0,
    )


def _variance_or_none(calibrator: Calibrator, cell: tuple[float, float]) -> Fraction | None:
    """What the calibrator returns, or None where it raises, hangs, or returns no finite number."""
    try:
        with _time_limit(CELL_SECONDS), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a peer that warns of an overflow still returns something
            return calibrator(*cell)
    except (ArithmeticError, ValueError, TimeoutError):
        return None


def _delta_factor(variance: Fraction, cell: tuple[float, float]) -> float | None:
    """True delta over the target where it is above the target, else None; decided by an enclosure."""
    epsilon, delta = cell
    if variance == 0:
        return 1 / delta
    exact: Any = delta_of_variance(variance, epsilon, exact=True)
    return float(exact) / delta if exact > delta else None


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeoutError in the main thread after some seconds; an outer timer goes on afterwards."""

    def stop(signum: int, frame: object) -> None:
        raise TimeoutError(f"no result after {seconds} s")

    old_handler = signal.signal(signal.SIGALRM, stop)
    old_delay, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, old_delay)
        signal.signal(signal.SIGALRM, old_handler)
