"""The erratum of a paper: what falls first, slips and corners last, nothing about what holds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from optcheck.audit.errata import HEADINGS, SCANNED, erratum, finding
from optcheck.audit.verdict import Verdict
from optcheck.cli import main
from optcheck.cli.errata import page
from tests.optcheck.audit.conftest import SAMPLES

LAST = HEADINGS["slip or corner"]


def test_refuted_statements_are_listed_with_instance_and_correction(sample_verdicts: list[Verdict]) -> None:
    text = erratum("Sums", [verdict for verdict in sample_verdicts if verdict.paper == "sums"])
    assert "4 statements" in text
    assert "2 of them" in text
    assert "Suggested: n (n + 1) (2n + 1) / 6" in text
    assert "optcheck show sums/squares --certificate proof.json" in text
    assert "sum of the first n numbers" not in text


def test_the_worst_comes_first_and_boundary_cases_last(sample_verdicts: list[Verdict]) -> None:
    squares = next(verdict for verdict in sample_verdicts if verdict.id == "sums/squares")
    late = next(verdict for verdict in sample_verdicts if verdict.id == "sums/late")
    assert squares.counterexample is not None
    unsafe = replace(squares, falls=True, counterexample=replace(squares.counterexample, impact="safety"))
    text = erratum("Sums", [late, unsafe])
    assert text.index(squares.title) < text.index(late.title)
    text = erratum("Sums", [replace(unsafe, marks=["degenerate"]), late])
    assert text.index(late.title) < text.index(LAST) < text.index(squares.title)


def test_the_statements_own_words_stand_beside_the_form(sample_verdicts: list[Verdict]) -> None:
    squares = next(verdict for verdict in sample_verdicts if verdict.id == "sums/squares")
    words = "Statement: they add up.\n\nModel: one after\nthe other.\n\nCorners: none.\n\nReadings: none. A sign."
    text = finding(replace(squares, statement=words, marks=["degenerate"]))
    assert "- Says: they add up.\n- As judged: n (n + 1) (2n - 1) / 6\n" in text
    assert "- Compared: one after the other.\n" in text
    assert "- Remarks: A sign.\n" in text
    assert "Corners" not in text
    assert "Remarks" not in finding(replace(squares, statement=words.removesuffix(" A sign.")))
    assert "behind a title: degenerate: " in erratum("Sums", [replace(squares, marks=["degenerate"])])


def test_instances_are_shown_under_the_papers_symbols(sample_verdicts: list[Verdict]) -> None:
    squares = next(verdict for verdict in sample_verdicts if verdict.id == "sums/squares")
    assert squares.counterexample is not None
    instance = {"n": 2, "parts": [{"n": 1, "one": 3}]}
    shown = replace(squares, counterexample=replace(squares.counterexample, instance=instance), symbols={"n": "N"})
    assert "- Smallest instance: N = 2, parts = ({N: 1, one: 3})\n" in finding(shown)


def test_only_the_built_in_papers_were_scanned_and_need_no_package(
    sample_verdicts: list[Verdict], monkeypatch: pytest.MonkeyPatch
) -> None:
    squares = next(verdict for verdict in sample_verdicts if verdict.id == "sums/squares")
    last = replace(squares, marks=["degenerate"])
    recheck = "optcheck show sums/squares --certificate proof.json"
    text = erratum("Sums", [last])
    assert f"{recheck} --claims {SAMPLES} && optcheck verify" in text
    assert "scan" not in text
    assert "We compared 1 statement of the paper" in text
    assert "1 of them seems to need" in text
    monkeypatch.delenv("OPTCHECK_CLAIMS")
    assert "scan" not in erratum("Libraries have no text", [last, squares])
    text = erratum("Sums", [last, squares], "Judged is a text.")
    assert f"{recheck} && optcheck verify" in text
    assert "We read a text that was scanned" in text
    assert f"{LAST}{SCANNED}" in text


def test_the_command_takes_claims_of_your_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("OPTCHECK_CLAIMS", "proofs_numeric")
    with pytest.raises(SystemExit) as ended:
        main(["errata", "sums", "--claims", SAMPLES, "--jobs", "1"])
    assert not ended.value.code
    assert f"--certificate proof.json --claims {SAMPLES}" in capsys.readouterr().out


def test_the_page_escapes_everything() -> None:
    assert "<h2>a &lt; b</h2>" in page("## a < b\n\n- item")


def test_the_command_writes_both_files(tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["errata", "sums", "--out", str(tmp_path / "e.md"), "--html", str(tmp_path / "e.html"), "--jobs", "1"])
    assert not ended.value.code
    assert (tmp_path / "e.md").read_text().startswith("# Notes on: Sums of powers")
    assert "<h3>" in (tmp_path / "e.html").read_text()


def test_an_unknown_paper_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["errata", "nothing"])
    assert "got 'nothing'" in capsys.readouterr().err
