"""The notebooks run from top to bottom and print what is kept in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.notebook_pages import executed, read, write_notebooks

FOLDER = Path(__file__).parent.parent.parent / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_are_two() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["exact-lp", "noise-plan"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_cells_print_what_is_kept(path: Path) -> None:
    """`python -m docs --notebooks` renews it. Words, and what float solvers say, may vary: cells tagged so only run."""
    kept = read(path)
    for before, after in zip(kept["cells"], executed(kept)["cells"], strict=True):
        if "varies" in before["metadata"].get("tags", ()):
            assert bool(before["outputs"]) == bool(after["outputs"])
        else:
            assert before == after


def test_a_page_shows_text_code_and_what_was_printed(tmp_path: Path) -> None:
    write_notebooks(FOLDER, tmp_path)
    page = (tmp_path / "exact-lp.md").read_text()
    assert page.startswith("# An exact linear program")
    assert "for name in weights))\n```\n\n```text\noptimal 9\n" in page
