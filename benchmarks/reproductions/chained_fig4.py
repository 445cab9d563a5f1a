"""Fig. 4 of Chained-DP: error for different ranges of preferences.

Ten users, 50 dimensions, uniform preferences in [0, b] for b from 0.1 to 1.3. Every variance is proportional to the
preferences, so all three lines are straight, and for uniform preferences the ratio of LDP to Chained-DP is
(K + 1)/2 on average: the sum of K uniform numbers is K/2, their maximum K/(K + 1).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.paper import new_figure
from benchmarks.reproductions._chained import (
    CLOSE,
    FAR,
    USERS,
    Progress,
    Remark,
    draw_ways,
    mean_errors,
    preferences,
    save_all,
)
from optcheck.cli.reproduce import Reproduction

NAME = "chained-fig4"
RANGES = [round(0.1 * step, 1) for step in range(1, 14)]
WAYS = ("local", "chained", "central")


def run(out: Path, progress: Progress) -> list[Path]:
    """Draw the figure and write its numbers."""
    progress("averaging over draws")
    errors = [mean_errors(preferences(USERS, largest)) for largest in RANGES]
    figure, (axes,) = new_figure()
    draw_ways(axes, RANGES, {way: [error[way] for error in errors] for way in WAYS})
    axes.set(xlabel="largest preference β", ylabel="mean squared error", title=f"{USERS} users, d = 50")
    rows = [(largest, *(error[way] for way in WAYS)) for largest, error in zip(RANGES, errors, strict=True)]
    return save_all(out, NAME, figure, ("largest beta", *(f"mse {way}" for way in WAYS)), rows, _remarks(errors))


def _remarks(errors: list[dict[str, float]]) -> list[Remark]:
    gains = np.array([error["local"] / error["chained"] for error in errors])
    losses = np.array([error["chained"] / error["central"] for error in errors])
    return [
        Remark(
            "LDP has much higher errors than the other two",
            f"{gains.min():.2f} to {gains.max():.2f} times those of Chained-DP; (K+1)/2 = {(USERS + 1) / 2}",
            bool(gains.min() > FAR),
        ),
        Remark(
            "Chained-DP and the optimum lie together (within 10 %)",
            f"{losses.min():.2f} to {losses.max():.2f} times the optimum, at every range alike",
            bool(losses.max() < CLOSE),
        ),
    ]


REPRODUCTION = Reproduction(NAME, "error for different ranges of preferences", run)
