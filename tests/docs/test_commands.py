"""Commands and options that the pages and the help mention exist, also where nothing shows what they print."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
import typer

import optcheck.cli
from docs.__main__ import HERE
from optcheck.cli import app

ROOT = HERE.parent
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted(HERE.rglob("*.md")),
    *sorted(Path(optcheck.cli.__file__).parent.glob("[a-z]*.py")),
]
_CODE = re.compile(r"```.*?```|`[^`\n]+`|(?<=\n\n)    .*?(?=\n\n)", re.DOTALL)
_COMMAND = re.compile(r"(?:^ *|`|\$ |&& |\w=\w+ )optcheck ([a-z][a-z-]*)([^`\n|&]*)", re.MULTILINE)


def mentioned(page: Path) -> set[tuple[str, str]]:
    """Commands of a page, each with one of its options, or with none."""
    code = "\n".join(_CODE.findall(page.read_text(encoding="utf-8")))
    found = set()
    for command, rest in _COMMAND.findall(code):
        named = re.findall(r"(?<!\S)(--?[a-z][a-z-]*)", rest.partition("#")[0])
        found |= {(command, option) for option in named or [""]}
    return found


@cache
def options(command: str) -> frozenset[str]:
    """What a command takes."""
    known = typer.main.get_command(app(command)).commands  # type: ignore[attr-defined]
    return frozenset(
        name for parameter in known[command].params for name in [*parameter.opts, *parameter.secondary_opts]
    )


ALL = sorted({found for page in PAGES for found in mentioned(page)})


def test_there_are_many() -> None:
    assert len({command for command, _ in ALL}) > 15


@pytest.mark.parametrize(("command", "option"), ALL)
def test_the_command_takes_the_option(command: str, option: str) -> None:
    assert not option or option in options(command) | {"--help"}
    assert options(command)
