"""The measurement of starting times runs; what it measures is for a quiet machine to say."""

from __future__ import annotations

import pytest

from benchmarks import start


def test_every_ratio_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert start.main(rounds=1) in (0, 1)
    lines = capsys.readouterr().out.splitlines()
    assert [name in line for name, line in zip(start.LIMITS, lines, strict=True)] == [True] * 3


def test_a_ratio_above_its_limit_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        start, "medians", lambda rounds: dict.fromkeys(start.FLOORS, 1.0) | dict.fromkeys(start.LIMITS, 3.0)
    )
    assert start.main() == 1
    monkeypatch.setattr(start, "medians", lambda rounds: dict.fromkeys([*start.FLOORS, *start.LIMITS], 1.0))
    assert start.main() == 0
