"""The table of the papers names places that exist, and no paper is missing from it."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith("| ") and "`" in line]
CODE = re.compile(r"`([^`]+)`")


def test_every_paper_with_claims_and_a_model_is_named() -> None:
    folders = {path.name for path in (ROOT / "proofs_numeric").iterdir() if (path / "__init__.py").is_file()}
    models = {path.stem for path in (ROOT / "lp_models").glob("*.py")} - {"__init__"}
    assert {CODE.findall(row)[0] for row in ROWS} == folders - {"libraries"} == models


@pytest.mark.parametrize("row", ROWS, ids=lambda row: CODE.findall(row)[0])
def test_every_place_exists_and_has_the_name_of_the_paper(row: str) -> None:
    name, *places = CODE.findall(row)
    paths = [place for place in places if "/" in place]
    assert len(paths) == 5
    for path in paths:
        assert (ROOT / path).exists(), path
        assert Path(path).stem == name
    for module in (place for place in places if place.startswith("optcheck.")):
        importlib.import_module(module)
    for command in (place.split()[1] for place in places if place.startswith("optcheck ")):
        assert (ROOT / "optcheck" / "cli" / f"{command}.py").is_file()
    for page in (f"docs/{name}.md", f"docs/certificates/{name}.md"):
        assert (ROOT / page).is_file(), page
