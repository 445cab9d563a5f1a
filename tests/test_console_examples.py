"""The commands shown on pages run as shown, in a folder that holds the examples; ``...`` stands for any text."""

from __future__ import annotations

import importlib
import re
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from optcheck.cli import _console, main

ROOT = Path(__file__).parent.parent
_HOW = re.compile(r"^  proof .*?(?=\n\n|\Z)", re.DOTALL | re.MULTILINE)  # proof, route, times: they may change
_BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
README = ROOT / "README.md"
PAGES = [
    page
    for page in [README, *sorted((ROOT / "docs").rglob("*.md"))]
    if _BLOCK.search(page.read_text()) and page.name != "claims.md"  # needs files: tests/test_claims_page.py follows it
]
SETTING_UP = (
    "make audit",
    "make test",
    "source .venv/bin/activate",
)  # they are about the machine: tests/test_readme.py
Printed = Callable[[str], str]


def sessions(page: Path) -> list[tuple[str, str]]:
    """Each command of a page with the output that the page shows."""
    parts = [part for block in _BLOCK.findall(page.read_text()) for part in re.split(r"^\$ ", block, flags=re.M)[1:]]
    return [(command, shown) for command, _, shown in (part.partition("\n") for part in parts)]


def is_shown(printed: str, shown: str) -> bool:
    """Whether the output is what the page shows, apart from how and how fast a proof was found."""
    pattern = re.escape(_lines(shown)).replace(r"\.\.\.", ".*")
    return re.fullmatch(pattern, _lines(printed), re.DOTALL) is not None


def _lines(text: str) -> str:
    return "\n".join(line.rstrip() for line in _HOW.sub("", text).strip().splitlines())


@pytest.fixture
def printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Printed:
    """Runs a command in a folder with the examples; gives what it prints."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    for console in (_console.out, _console.err):  # an earlier test of this process may have made them wider
        monkeypatch.setattr(console, "_width", 80)

    def run(command: str) -> str:
        words = shlex.split(command)
        monkeypatch.setattr("sys.argv", words[2:])
        assert words[0] == "optcheck" or words[:2] in (["python", "-m"], ["python3", "-m"]), command
        program = main if words[0] == "optcheck" else importlib.import_module(f"{words[2]}.__main__").main
        with pytest.raises(SystemExit):
            sys.exit(program(words[1:] if words[0] == "optcheck" else words[3:]))
        shown = capfd.readouterr()
        return shown.err + shown.out

    return run


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_print_what_the_page_shows(page: Path, printed: Printed) -> None:
    for command, shown in sessions(page):
        if page == README and command in SETTING_UP:
            continue
        assert shown.strip() != "...", f"{command}: nothing is compared"
        assert is_shown(found := printed(command), shown), f"{command}\n{found}"


def test_another_output_is_noticed() -> None:
    assert is_shown("a\nb 2\nc", "a\n...\nc")
    assert not is_shown("a\nb 2\nd", "a\n...\nc")
    assert not is_shown("the minimum is 2", "the minimum is 3")
