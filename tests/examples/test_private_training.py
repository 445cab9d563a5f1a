"""The training example runs and reports the budget it was given."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent.parent / "examples" / "private_training.py"


def test_the_example_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    main = runpy.run_path(str(SCRIPT))["main"]
    assert main(["--rounds", "2", "--parties", "5", "--epsilon", "3"]) == 0
    shown = capsys.readouterr().out
    assert "digits, 5 parties" in shown
    assert shown.count("3.0000") == 2
    assert "no noise" in shown
