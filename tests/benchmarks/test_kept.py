"""Figures of times are drawn again from the times that are kept, without measuring."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from benchmarks.isolation import Ledger, Result
from benchmarks.reproductions import fig4, signature, table1
from benchmarks.signature_cases import EQUAL, Case, generated, solved
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


def test_times_of_the_signature_program_are_those_of_its_ledger() -> None:
    """Its values are solved anew by a redraw, which takes a minute: here only a few."""
    ledger = Ledger.read(FIGURES / signature.LEDGER)
    lines = (FIGURES / "signature-times.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(ledger.results)  # a header here, a line about the machine there
    kept = (FIGURES / "signature.csv").read_text(encoding="utf-8")
    for function in ("XOR", "AND"):
        row = signature._row(solved(Case(function, EQUAL[:2], "average", "central observer"), 6, corners=False))
        assert ",".join(map(str, row[:12])) in kept


def test_the_signature_program_is_reproduced_from_a_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = {"version": "1.2.3", "short": True, "limits": {"seconds": 2.0, "megabytes": 100}}
    ledger = Ledger.open(tmp_path / signature.LEDGER, run)
    ledger.add("machine", Result("ok", 0.0, 0.0))
    for way in signature.WAYS:
        for one in (one for series in signature._series(way, short=True) for one in series):
            ledger.add(one.key, Result("ok", 0.1, 1.0, 0.6) if one.arguments[0] < 5 else Result("time", 2.0, 0.0))
    monkeypatch.setattr(signature, "QUICK_MESHES", {2: (6, 12)})
    paths = signature.redraw(tmp_path, tmp_path)
    assert all(path.stat().st_size > 200 for path in paths)
    text = (tmp_path / "signature-statements.md").read_text(encoding="utf-8")
    assert text.count("**reproduced**") == 5
    assert text.count("**not reproduced**") == 2  # numerically infeasible; extremal columns only
    assert ",no,36,1121689/2032128,1121689/2032128,yes,37/49," in (tmp_path / "signature.csv").read_text()


def test_column_generation_ends_without_a_gap() -> None:
    steps = generated(Case("AND", EQUAL[:2], "worst", "first party"))
    assert len(steps) > 2
    assert steps[0].lower < steps[-1].lower == steps[-1].upper


def test_times_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"fig4-raw\.jsonl is not there"):
        fig4.redraw(tmp_path, tmp_path)


def test_a_ledger_of_other_sizes_is_refused(tmp_path: Path) -> None:
    (tmp_path / fig4.LEDGER).write_text('{"version": "0"}\n')
    with pytest.raises(InvalidInput, match="with today's sizes"):
        fig4.redraw(tmp_path, tmp_path)
