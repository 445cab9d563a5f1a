"""Races: ratios of medians; who is missing, fails, dies or does not end is out, with the reason; the others go on."""

from __future__ import annotations

import re

import pytest

from benchmarks import quick, race
from benchmarks.race import Lane
from tests.benchmarks.odd_race import RACE
from tests.optcheck.cli.conftest import Command, command

__all__ = ["command"]  # the fixture


def test_a_race_ends_and_says_who_is_out() -> None:
    lanes = {lane.name: lane for lane in race.run(RACE, 1000, 120.0, 1.5, lambda completed: None)}
    assert len(lanes["fast"].seconds) == len(lanes["slower"].seconds) == 7
    assert lanes["fast"].median < lanes["slower"].median
    out = {name: lane.out for name, lane in lanes.items() if lane.out}
    assert out == {
        "missing": "the package is not installed",
        "fails": "ZeroDivisionError: division by zero",
        "dies": "its process died",
        "never ends": "no answer in 1.5 s, when it was stopped",
    }


def test_the_command_shows_ratios(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    lanes = [Lane("ours", [2.0, 2.0]), Lane("theirs", [3.0]), Lane("absent", [], "not installed")]
    monkeypatch.setattr(quick, "RACES", (RACE,))
    monkeypatch.setattr(race, "run", lambda *arguments: lanes)
    answer = command("bench", "--quick")
    assert answer.status == 0, answer.err
    assert "a race of 1000" in answer.out
    rows = [re.split(r" *│ *", line)[1:5] for line in answer.out.splitlines() if line.startswith("│")]
    assert rows == [["ours", "1 x", "2 s", "2"], ["theirs", "1.5 x", "3 s", "1"]]
    assert "absent: not installed" in answer.out


def test_a_median_does_not_care_about_one_slow_run() -> None:
    assert Lane("x", [1.0, 9.0, 2.0]).median == 2.0


def test_every_race_has_a_baseline_of_ours_and_real_contenders() -> None:
    for item in quick.RACES:
        assert item.names[0] in ("optcheck", "HiGHS, bulk")
        assert item.missing(item.names[0]) is None
        item.run(item.names[0], item.prepare(6))
