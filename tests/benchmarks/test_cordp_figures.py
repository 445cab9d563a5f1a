"""The redrawn CorDP-DME figures: their files, and what their numbers say."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import numpy as np
import pytest

from benchmarks.reproductions._privunit import PrivUnitG, best_privunitg
from benchmarks.reproductions.cordp import REPRODUCTIONS
from optcheck.cli.reproduce import Reproduction


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def _written(reproduction: Reproduction, folder: Path) -> None:
    """Draw the figure: numbers, remarks and pictures are there."""
    steps: list[str] = []
    paths = reproduction.run(folder, steps.append)
    assert {path.name for path in paths} - {f"{reproduction.name}-wide.pdf"} == {
        f"{reproduction.name}{ending}" for ending in (".csv", "-remarks.csv", ".pdf", ".png", ".svg")
    }
    assert all(path.stat().st_size > 100 for path in paths)
    assert steps


def test_fig_1_spans_the_gap_and_shows_the_misprint(tmp_path: Path) -> None:
    _written(REPRODUCTIONS[0], tmp_path)
    rows = _rows(tmp_path / "cordp-fig1.csv")
    assert [int(row["t"]) for row in rows] == list(range(1, 101))
    assert rows[0]["mse CorDP-DME, unbiased"] == rows[0]["mse LDP"]
    last = {name: float(value) for name, value in rows[-1].items()}
    assert last["mse CorDP-DME, unbiased"] == pytest.approx(last["mse CDP"], rel=1e-9)
    assert last["mse by Eq. 14 as printed"] == 1.0
    assert last["mse CorDP-DME, biased"] < 0.05


def test_fig_4_says_where_cordp_lies(tmp_path: Path) -> None:
    _written(REPRODUCTIONS[1], tmp_path)
    assert [row["follows"] for row in _rows(tmp_path / "cordp-fig4-remarks.csv")] == ["yes", "yes", "no", "no"]
    for row in _rows(tmp_path / "cordp-fig4.csv"):
        central, unbiased, local = (float(row[f"mse {name}"]) for name in ("CDP", "CorDP-DME, unbiased", "LDP"))
        assert central * (1 - 1e-9) <= unbiased < local


def _chance(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))


def _reports(mechanism: PrivUnitG, count: int) -> np.ndarray:
    """Draw reports of the first unit vector the way the mechanism is defined, by rejection."""
    rng = np.random.default_rng(3)
    free = rng.standard_normal((40 * count, 1)) / math.sqrt(mechanism.dimension)
    high, low = free[free >= mechanism.threshold], free[free < mechanism.threshold]
    forced = rng.random(count) < _chance(mechanism.kept)
    along = np.where(forced, high[:count], low[:count])
    across = rng.standard_normal((count, mechanism.dimension - 1)) / math.sqrt(mechanism.dimension)
    return np.column_stack((along, across)) / mechanism.scale


def test_privunitg_is_unbiased_with_the_stated_error() -> None:
    """Six standard errors on each side: a right formula fails with a chance below 1e-8, and the seed is fixed."""
    mechanism, count = best_privunitg(4.0, 5), 20_000
    reports = _reports(mechanism, count)
    squares = ((reports - np.eye(5)[0]) ** 2).sum(axis=1)
    assert abs(reports[:, 0].mean() - 1) < 6 * reports[:, 0].std() / math.sqrt(count)
    assert abs(squares.mean() - mechanism.error) < 6 * squares.std() / math.sqrt(count)


def test_privunitg_spends_its_budget_and_no_more() -> None:
    """The density ratio of the two sides of the threshold is p/(1-q) over (1-p)/q."""
    for epsilon in (0.5, 2.0, 10.0):
        best = best_privunitg(epsilon, 20)
        high, low = _chance(best.kept) / _chance(-best.capped), _chance(-best.kept) / _chance(best.capped)
        assert math.log(high / low) == pytest.approx(epsilon, rel=1e-12)
        around = [PrivUnitG(20, best.kept + step, best.capped - step).error for step in (-0.1, 0.1)]
        assert best.error < min(around)
