"""CONTRIBUTING's drawing shows the whole house, and its walks name files that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
DRAWING = PAGE.split("## The house")[1].split("## Two walks")[0]
WALKS = PAGE.split("## Two walks")[1].split("\n## ")[0]


def _rooms() -> list[str]:
    inside = [f"optcheck/{path.name}/" for path in (ROOT / "optcheck").iterdir() if (path / "__init__.py").exists()]
    single = [f"optcheck/{path.name}" for path in (ROOT / "optcheck").glob("*.py") if not path.name.startswith("__")]
    tops = [f"{path.name}/" for path in ROOT.iterdir() if (path / "__init__.py").exists() and path.name != "optcheck"]
    return sorted([*inside, *single, *tops])


@pytest.mark.parametrize("room", _rooms())
def test_every_package_is_in_the_drawing(room: str) -> None:
    assert re.search(rf"(?<![\w/]){re.escape(room)}", DRAWING), f"{room} is missing from CONTRIBUTING's drawing"


def test_the_drawing_names_files_that_exist() -> None:
    room = ROOT
    for line in DRAWING.split("```")[1].splitlines():
        if line[:1].strip():
            room = ROOT / line.split()[0]
        for name in re.findall(r"[\w/]+\.py\b", line.partition(" ")[2]):
            assert (room / name).exists(), f"{name} is no file in {room.relative_to(ROOT)}"


def test_the_walks_name_files_that_exist() -> None:
    folder = ROOT
    for name in re.findall(r"`((?:[\w.]+/)*[\w.]+\.py)`", WALKS):
        path = ROOT / name if (ROOT / name).exists() else folder / name
        assert path.exists(), f"{name} (after {folder.relative_to(ROOT)}) is no file"
        folder = path.parent if path.parent.name != "definitions" else path.parents[1]


def test_the_second_walk_names_every_file_of_the_claims_and_of_the_audit() -> None:
    """All but what writes errata: that is another command."""
    walk = WALKS.split("**A claim to the report**")[1]
    files = {path.name for room in ("audit", "claims") for path in (ROOT / "optcheck" / room).glob("*.py")}
    missing = {name for name in files if f"{name}`" not in walk} - {"__init__.py", "errata.py"}
    assert not missing, f"not named: {sorted(missing)}"
