"""What the two CorDP-DME figures share: the setting of the paper's experiments, and one table of errors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.paper import save_table
from optcheck.cordp import central_error, local_error, optimal_noise
from optcheck.gaussian import required_variance

USERS, DIMENSION, DELTA = 100, 20, 1e-5

Progress = Callable[[str], None]
Curves = dict[str, Any]


def floor_variance(epsilon: Any) -> Any:
    """sigma^2_{eps,delta}: what the Gaussian mechanism needs at sensitivity 2."""
    return required_variance(epsilon, DELTA, sensitivity=2.0)


def errors(responders: Any, colluders: Any, floor: Any) -> Curves:
    """Mean squared errors of the four mechanisms, worst over the settings allowed; arrays broadcast."""
    noise = optimal_noise(USERS, responders, colluders, sigma2_min=floor)
    honest = np.asarray(responders) - np.asarray(colluders)
    return {
        "LDP": local_error(floor, honest, DIMENSION),
        "CorDP-DME, unbiased": noise.mse(DIMENSION, unbiased=True),
        "CorDP-DME, biased": noise.mse(DIMENSION),
        "CDP": central_error(floor, honest, DIMENSION),
    }


def save_remarks(out: Path, name: str, remarks: list[tuple[str, str, bool]]) -> Path:
    """Write what the paper says about its picture, and whether the redrawn one shows it."""
    lines = [(statement, measured, "yes" if follows else "no") for statement, measured, follows in remarks]
    return save_table(out, f"{name}-remarks", ("the paper says", "the model gives", "follows"), lines)


def error_by_eq_14(responders: int, floor: float) -> float:
    """What Eq. 14 gives as printed, with rho*(t-1) in place of r*(t-1); no colluders."""
    noise = optimal_noise(USERS, responders, 0, sigma2_min=floor)
    return float(1 / (1 + responders / DIMENSION / (noise.variance + noise.correlation * (responders - 1))))
