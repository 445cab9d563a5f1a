"""What the documents promise is there: kinds of certificates, commands with their options, names in Python."""

from __future__ import annotations

import pkgutil
import re
from functools import cache
from pathlib import Path

import pytest
import typer

from optcheck import cli
from optcheck.checker.core import kinds

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "docs" / "certificates.md", *sorted((ROOT / "docs" / "certificates").glob("*.md"))]
PAGES = [
    *(ROOT / name for name in ("README.md", "ARTIFACT.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
EXAMPLES = re.compile(r"`(optcheck [^`\n]+)`|^(?:\$ |    )(optcheck .*)$", re.MULTILINE)
NAMES = re.compile(r"`(optcheck(?:\.\w+)+)[`(]")
COMMANDS = {outline.__name__.replace("_", "-") for outline in cli.outlines()}


@cache
def options(command: str) -> set[str]:
    """What a command takes, by all of its names."""
    loaded = typer.main.get_command(cli.app(command))
    parameters = getattr(loaded, "commands", {}).get(command, loaded).params
    return {name for one in parameters for name in (*one.opts, *one.secondary_opts)}


@pytest.mark.parametrize("kind", sorted(kinds()))
def test_every_kind_of_certificate_is_documented(kind: str) -> None:
    headings = [line for path in DOCUMENTS for line in path.read_text().splitlines() if line.startswith("## ")]
    assert f"## {kind}" in headings


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_and_their_options_exist(page: Path) -> None:
    for line in (one or other for one, other in EXAMPLES.findall(page.read_text())):
        command, *words = line.split()[1:]
        if command in ("COMMAND", "...") or command.startswith("--"):
            continue
        assert command in COMMANDS, line
        used = {word.partition("=")[0] for word in words if re.match("--?[a-z]", word)}
        assert used <= options(command) | {"--help"}, line


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_names_in_python_exist(page: Path) -> None:
    for name in NAMES.findall(page.read_text()):
        if name != "optcheck.noise.nvflare_filter.NoiseFilter":  # needs NVIDIA FLARE
            pkgutil.resolve_name(name)
