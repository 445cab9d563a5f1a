"""The commands shown on documentation pages run as shown, in a folder that holds the examples."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "docs" / "linear-programs.md"]
_HOW = re.compile(r"^  proof .*?(?=\n\n|\Z)", re.DOTALL | re.MULTILINE)  # proof, route, times: they may change


def _sessions(page: Path) -> list[tuple[str, str]]:
    """Each command of a page with the output that the page shows."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", page.read_text(), re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            found.append((command, shown))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_print_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    sessions = _sessions(page)
    assert sessions
    for command, shown in sessions:
        assert _HOW.sub("", _printed(command, tmp_path)).strip() == _HOW.sub("", shown).strip(), command


def test_the_readmes_commands_for_linear_programs(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    pattern = r"^\$ (optcheck (?:solve|verify|check) .*?) +# (.*)$"
    commands = re.findall(pattern, (ROOT / "README.md").read_text(), re.MULTILINE)
    assert [command.split()[1] for command, _ in commands] == ["solve", "verify", "check"]
    for command, says in commands:
        assert says in _printed(command, tmp_path)


def _printed(command: str, folder: Path) -> str:
    words = shlex.split(command)
    start = [sys.executable, "-m", "optcheck.cli"] if words[0] == "optcheck" else [sys.executable]
    done = subprocess.run([*start, *words[1:]], cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    return done.stderr + done.stdout
