"""The races of ``optcheck bench``: against the peers that are installed, within a few minutes."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks import calibrators, contenders, samplers
from benchmarks.race import Race
from optcheck.gaussian import required_variance

__all__ = ["RACES"]


def _exact(name: str, instance: Any) -> Any:
    return contenders.EXACT[name](instance)


def _float(name: str, instance: Any) -> Any:
    return contenders.FLOAT[name](instance)


def _budgets(count: int) -> Any:
    return np.random.default_rng(1).uniform(0.1, 5.0, count)


def _calibrate(name: str, budgets: Any) -> Any:
    if name == "optcheck":
        return required_variance(budgets, 1e-6)
    return [calibrators.CALIBRATORS[name](epsilon, 1e-6) for epsilon in budgets.tolist()]


def _draw(name: str, count: int) -> Any:
    return samplers.SAMPLERS[name](1000, count)


_GUARANTEED = [name for name in calibrators.CALIBRATORS if name != "classical formula"]  # it promises less
_EQ6 = (contenders.missing, contenders.example)
RACES = (
    Race("exact optimum of Eq. 6 of TPMDP, {} parties", [*contenders.EXACT], *_EQ6, _exact, 12, 16),
    Race("the same in doubles, {} parties", [*contenders.FLOAT], *_EQ6, _float, 12, 18),
    Race("noise calibrated for {} parties", _GUARANTEED, calibrators.missing, _budgets, _calibrate, 100, 1000),
    Race("{} exact draws of the discrete Gaussian", [*samplers.SAMPLERS], samplers.missing, int, _draw, 1000, 10_000),
)
