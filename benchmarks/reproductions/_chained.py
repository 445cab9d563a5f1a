"""What the redrawn figures of Chained-DP share: random preferences, averages over draws, and remarks on the pictures.

Every figure comes with a table of remarks: what the paper says about its picture, what the model gives, and whether the
one follows from the other. "Follows" is computed from the numbers of the figure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.paper import BLUE, GREEN, ORANGE, add_legend, save_figure, save_table
from optcheck.chained_dp import M
from optcheck.chained_dp.game import Floats

SEED = 2023
DRAWS = 400
DIMENSION = 50
USERS = 10
LARGEST = 1.3
WAYS = {
    "local": ("LDP", ORANGE, "s"),
    "chained": ("Chained-DP", BLUE, "o"),
    "central": ("centralised optimum", GREEN, "^"),
}
CLOSE = 1.1  # what counts as close to the optimum
FAR = 2.0  # what counts as much better

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Remark:
    """A statement of the paper about its picture, and what the redrawn one shows."""

    statement: str
    measured: str
    follows: bool


def preferences(users: int, largest: float = LARGEST, draws: int = DRAWS, seed: int = SEED) -> Floats:
    """Uniform preferences, one row per draw."""
    return np.random.default_rng([seed, users]).uniform(0.0, largest, (draws, users))


def total_variances(rows: Floats) -> dict[str, Floats]:
    """The sum of all variances in each draw: local noise, chained noise, centralised optimum."""
    return {
        "local": M * rows.sum(axis=1),
        "chained": M * rows.max(axis=1),
        "central": M * np.mean(rows**1.5, axis=1) ** (2 / 3),
    }


def mean_errors(rows: Floats, dimension: int = DIMENSION) -> dict[str, float]:
    """Expected squared error of the mean, d/K^2 times the sum of variances, averaged over the draws."""
    scale = dimension / rows.shape[1] ** 2
    return {way: scale * float(total.mean()) for way, total in total_variances(rows).items()}


def draw_ways(axes: Any, across: Sequence[float], series: dict[str, list[float]]) -> None:
    """One line per way of adding noise."""
    for way, values in series.items():
        label, colour, marker = WAYS[way]
        axes.plot(across, values, color=colour, marker=marker, markevery=0.1, markersize=4, label=label)
    add_legend(axes)


def save_all(
    out: Path,
    name: str,
    figure: Any,
    header: Sequence[str],
    rows: Sequence[Sequence[object]],
    remarks: Sequence[Remark],
) -> list[Path]:
    """Write figure, numbers and remarks."""
    table = save_table(out, name, header, rows)
    lines = [(remark.statement, remark.measured, "yes" if remark.follows else "no") for remark in remarks]
    remarked = save_table(out, f"{name}-remarks", ("the paper says", "the model gives", "follows"), lines)
    return [*save_figure(figure, out, name), table, remarked]
