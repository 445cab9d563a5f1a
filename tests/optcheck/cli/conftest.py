"""The command line on the sample claims, with a cache of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from optcheck.cli import main


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command printed and its exit status."""

    status: int
    out: str
    err: str


Command = Callable[..., Answer]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    monkeypatch.setenv("OPTCHECK_CLAIMS", "tests.optcheck.audit.samples")
    monkeypatch.setenv("COLUMNS", "160")

    def run(*arguments: str) -> Answer:
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        printed = capsys.readouterr()
        code = ended.value.code
        return Answer(code if isinstance(code, int) else 0, printed.out, printed.err)

    return run
