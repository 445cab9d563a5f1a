"""The redrawn figures of Chained-DP: same files on every run, and remarks that follow from their numbers."""

from __future__ import annotations

import csv
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from benchmarks.paper import Remark
from benchmarks.reproductions.chained import LINES, REPRODUCTIONS, SIZES, _remarks_8
from optcheck.chained_dp import threshold
from optcheck.cli.reproduce import Reproduction

FIGURES = {item.name: item for item in REPRODUCTIONS if item.name != "chained-fig8"}  # whose lines take long


def _remarks_in(path: Path) -> dict[str, str]:
    with path.open(encoding="utf-8", newline="") as stream:
        return {row["the paper says"]: row["follows"] for row in csv.DictReader(stream)}


Draw = Callable[[Reproduction], list[Path]]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Draw:
    """Draws a figure once for all tests that look at its files."""
    return cache(lambda figure: figure.run(tmp_path_factory.mktemp(figure.name), lambda message: None))


@pytest.mark.parametrize("figure", FIGURES.values(), ids=lambda figure: figure.name)
def test_a_figure_comes_with_numbers_and_remarks(figure: Reproduction, drawn: Draw) -> None:
    written = drawn(figure)
    endings = [path.name.removeprefix(figure.name) for path in written]
    assert [name for name in endings if name != "-wide.pdf"] == [".png", ".svg", ".pdf", ".csv", "-remarks.csv"]
    assert all(path.stat().st_size > 100 for path in written)
    assert set(_remarks_in(written[-1]).values()) <= {"yes", "no"}


def test_files_are_the_same_on_every_run(drawn: Draw, tmp_path: Path) -> None:
    again = FIGURES["chained-fig4"].run(tmp_path, lambda message: None)
    first = drawn(FIGURES["chained-fig4"])
    assert [(path.name, path.read_bytes()) for path in again] == [(path.name, path.read_bytes()) for path in first]


def test_what_follows_from_the_model_and_what_does_not(drawn: Draw) -> None:
    found: dict[str, str] = {}
    for figure in (FIGURES["chained-fig6"], FIGURES["chained-fig7"]):
        found |= _remarks_in(drawn(figure)[-1])
    assert found["sorting before splitting always gives the lower error"] == "yes"
    assert found["with many users the two tend to be consistent, relative to each other"] == "no"
    assert found["preferences lie in [-1, 1]"] == "no"


def test_thresholds_fall_and_the_order_of_bas_matters() -> None:
    few = {name: [float(threshold(users, *LINES[name][:2])) for users in SIZES[:4]] for name in LINES}
    remarks: list[Remark] = _remarks_8(few, SIZES[:4])
    assert [remark.follows for remark in remarks] == [True, True, False]
