"""Figures of times are drawn again from the times that are kept, without measuring."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from benchmarks.reproductions import fig4, table1
from benchmarks.reproductions._kept import kept_result, kept_warning
from optcheck.errors import InvalidInput

FIGURES = Path(__file__).parents[2] / "docs" / "figures"


@pytest.mark.parametrize("figure", [fig4, table1], ids=["fig4", "table1"])
def test_what_is_kept_in_the_documentation_is_fresh(
    figure: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def note(_: object, out: Path, name: str) -> list[Path]:
        drawn.append(name)
        return []

    monkeypatch.setattr(figure, "save_figure", note)
    for path in figure.redraw(FIGURES, tmp_path):
        assert path.read_text(encoding="utf-8") == (FIGURES / path.name).read_text(encoding="utf-8")
    assert drawn
    assert all((FIGURES / f"{name}.{kind}").is_file() for name in drawn for kind in ("png", "svg", "pdf"))


def test_times_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"fig4\.csv is not there"):
        fig4.redraw(tmp_path, tmp_path)


def test_a_point_over_the_limit_has_no_time() -> None:
    row = {"status": "time", "seconds": "", "megabytes": "", "message": ""}
    assert kept_result(row).status == "time"


def test_the_warning_of_the_earlier_run_is_kept(tmp_path: Path) -> None:
    warning = "The machine was busy (load 3.1 on 2 cores): times are upper bounds."
    (tmp_path / "a.md").write_text(f"# Title\n\nLimits: 8 s. {warning}\n")
    assert kept_warning(tmp_path / "a.md") == warning
    assert kept_warning(tmp_path / "b.md") is None
