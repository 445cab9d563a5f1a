"""The page of measurements and the README say what the ledgers in docs/figures hold."""

from __future__ import annotations

from pathlib import Path

from benchmarks.isolation import Ledger
from benchmarks.measured_page import page, readme_section
from benchmarks.measuring import forget
from docs.__main__ import HERE

FIGURES = HERE / "figures"


def test_the_page_is_what_the_ledgers_say() -> None:
    assert (HERE / "measured.md").read_text(encoding="utf-8") == page(FIGURES)


def test_the_readme_repeats_it() -> None:
    readme = (HERE.parent / "README.md").read_text(encoding="utf-8")
    assert f"<!-- measured -->\n{readme_section(FIGURES)}<!-- end of measured -->" in readme


def test_all_numbers_are_of_one_version() -> None:
    names = ("programs", "calibration", "fig4", "table1", "signature")
    assert len({Ledger.read(FIGURES / f"{name}-raw.jsonl").run["version"] for name in names}) == 1


def test_raw_times_are_kept() -> None:
    for name in ("programs", "fig4", "table1", "signature"):
        good = [
            r for r in Ledger.read(FIGURES / f"{name}-raw.jsonl").results.values() if r.status == "ok" and r.seconds
        ]
        assert good
        assert all(abs(min(result.times) - result.seconds) <= 1e-4 * result.seconds for result in good)


def test_a_fresh_run_forgets_the_times_and_nothing_else(tmp_path: Path) -> None:
    for name in ("fig4-raw.jsonl", "fig4.csv"):
        (tmp_path / name).write_text("{}\n")
    forget(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["fig4.csv"]
