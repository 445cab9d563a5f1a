"""The redrawn CorDP-DME figures: their files, and what their numbers say."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from benchmarks.reproductions import cordp_fig1, cordp_fig4
from optcheck.audit.reproduction import Reproduction


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


@pytest.mark.parametrize("reproduction", [cordp_fig1.REPRODUCTION, cordp_fig4.REPRODUCTION], ids=lambda item: item.name)
def test_a_figure_writes_numbers_remarks_and_two_pictures(reproduction: Reproduction, tmp_path: Path) -> None:
    steps: list[str] = []
    paths = reproduction.run(tmp_path, steps.append)
    assert {path.name for path in paths} == {
        f"{reproduction.name}{ending}" for ending in (".csv", "-remarks.csv", ".png", ".svg")
    }
    assert all(path.stat().st_size > 100 for path in paths)
    assert steps


def test_fig_1_spans_the_gap_and_shows_the_misprint(tmp_path: Path) -> None:
    cordp_fig1.run(tmp_path, lambda _: None)
    rows = _rows(tmp_path / "cordp-fig1.csv")
    assert [int(row["t"]) for row in rows] == list(range(1, 101))
    assert rows[0]["mse CorDP-DME, unbiased"] == rows[0]["mse LDP"]
    last = {name: float(value) for name, value in rows[-1].items()}
    assert last["mse CorDP-DME, unbiased"] == pytest.approx(last["mse CDP"], rel=1e-9)
    assert last["mse by Eq. 14 as printed"] == 1.0
    assert last["mse CorDP-DME, biased"] < 0.05


def test_fig_4_says_where_cordp_lies(tmp_path: Path) -> None:
    cordp_fig4.run(tmp_path, lambda _: None)
    assert [row["follows"] for row in _rows(tmp_path / "cordp-fig4-remarks.csv")] == ["yes", "yes", "no"]
    for row in _rows(tmp_path / "cordp-fig4.csv"):
        central, unbiased, local = (float(row[f"mse {name}"]) for name in ("CDP", "CorDP-DME, unbiased", "LDP"))
        assert central * (1 - 1e-9) <= unbiased < local
