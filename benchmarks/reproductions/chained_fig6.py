"""Fig. 6 of Chained-DP: error when the row is split into 2 to 100 sub-sequences, at random or sorted by preference.

The paper gives the preferences' range as [-1, 1], which the model does not allow (preferences are at least 0), and does
not give the number of users. Here: 200 users, uniform preferences in [0, 1], 50 dimensions. Parts differ in size by one
user at most; the server weighs them by size (a plain average would be biased, see the claim chained/cor-3).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.paper import BLACK, BLUE, GREEN, ORANGE, add_legend, new_figure
from benchmarks.reproductions._chained import DIMENSION, Progress, Remark, preferences, save_all
from optcheck.chained_dp import M
from optcheck.chained_dp.game import Floats, float_preferences
from optcheck.cli.reproduce import Reproduction
from optcheck.errors import InvalidInput

NAME = "chained-fig6"
USERS = 200
DRAWS = 100
PARTS = list(range(2, 101))


def run(out: Path, progress: Progress) -> list[Path]:
    """Draw the figure and write its numbers."""
    progress("splitting rows")
    rows = preferences(USERS, 1.0, DRAWS)
    ordered = -np.sort(-rows, axis=1)
    scale = DIMENSION * M / USERS**2
    at_random = [scale * _sum_of_maxima(rows, parts) for parts in PARTS]
    in_order = [scale * _sum_of_maxima(ordered, parts) for parts in PARTS]
    local, whole = scale * float(rows.sum(axis=1).mean()), scale * float(rows.max(axis=1).mean())
    figure, (axes,) = new_figure()
    axes.plot(PARTS, at_random, color=ORANGE, marker="s", markevery=0.1, markersize=4, label="split at random")
    axes.plot(PARTS, in_order, color=BLUE, marker="o", markevery=0.1, markersize=4, label="sorted, then split")
    axes.axhline(local, color=BLACK, linestyle=":", label="LDP")
    axes.axhline(whole, color=GREEN, linestyle="--", label="one row")
    axes.set(xlabel="number of sub-sequences", ylabel="mean squared error", title=f"{USERS} users, d = 50, β in [0, 1]")
    add_legend(axes)
    table = list(zip(PARTS, at_random, in_order, strict=True))
    header = ("sub-sequences", "mse at random", "mse sorted")
    return save_all(out, NAME, figure, header, table, _remarks(at_random, in_order, local))


def _sum_of_maxima(rows: Floats, parts: int) -> float:
    """The sum of the parts' largest preferences, averaged over the draws."""
    starts = np.linspace(0, rows.shape[1], parts + 1).astype(int)[:-1]
    return float(np.maximum.reduceat(rows, starts, axis=1).sum(axis=1).mean())


def _remarks(at_random: list[float], in_order: list[float], local: float) -> list[Remark]:
    gains = [a / b for a, b in zip(at_random, in_order, strict=True)]
    return [
        Remark(
            "sorting before splitting always gives the lower error",
            f"{min(gains):.2f} to {max(gains):.2f} times lower",
            min(gains) >= 1,
        ),
        Remark(
            "splitting never does worse than LDP",
            f"at most {max(at_random) / local:.2f} of LDP's",
            max(at_random) <= local,
        ),
        Remark("preferences lie in [-1, 1]", "the model has none below 0; [0, 1] is drawn", _is_allowed(-1.0)),
    ]


def _is_allowed(preference: float) -> bool:
    try:
        float_preferences([preference])
    except InvalidInput:
        return False
    return True


REPRODUCTION = Reproduction(NAME, "error for different numbers of sub-sequences", run)
