"""The soak of random programs: a short run of every backend, and what it does about a failure."""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

import pytest

from optcheck import solve
from optcheck.errors import NotCertified
from tests.soak import programs


def _given(out: Path, count: int) -> argparse.Namespace:
    return argparse.Namespace(count=count, minutes=10.0, seed=3, out=out, backend=None, only=None)


def test_a_short_soak_has_no_failure(tmp_path: Path) -> None:
    tally = programs.soak(_given(tmp_path / "out", 36))
    assert tally.failures == []
    assert sum(tally.counts[name] for name in programs.OUTCOMES) == 36
    assert not (tmp_path / "out").exists()


def test_a_failure_is_told_and_written_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> object:
        raise NotCertified("out of luck")

    monkeypatch.setattr(programs, "solve", fail)
    tally = programs.soak(_given(tmp_path / "out", 1))
    assert len(tally.failures) == 1
    record = json.loads((tmp_path / "out" / "program-3-0.json").read_text())
    assert (record["seed"], record["program"], record["fault"]) == (3, 0, "NotCertified: out of luck")


def test_a_wrong_answer_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    always = programs.random_program(random.Random("3/5"))
    monkeypatch.setattr(programs, "solve", lambda *_, **__: solve(always))
    tally = programs.soak(_given(tmp_path / "out", 30))
    assert any("in truth" in failure for failure in tally.failures)
