"""Every command that judges claims takes any path."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from optcheck.audit import registry
from optcheck.cli.new import template
from tests.optcheck.cli.conftest import Command

ROOTS = ("my claims-1.0", "my claims-1.0/a paper", "./my claims-1.0/a paper/eq 1.py", "../here/my claims-1.0/")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The present folder, with a false claim in folders that are no names in Python."""
    here = tmp_path / "here"
    paper = here / "my claims-1.0" / "a paper"
    paper.mkdir(parents=True)
    text = template("value", "a paper/eq 1").replace("(party.n - 1), 2)", "(party.n + 1), 2)")
    text = text.replace('"n (n - 1) / 2")', '"n (n + 1) / 2")')
    right = "def right(party: Party) -> Value:\n    return Fraction(party.n * (party.n - 1), 2)\n\n\ndef shaken"
    corrected = '    corrected=Form(right, "n (n - 1) / 2"),\n)\n'
    (paper / "eq 1.py").write_text(text.replace("def shaken", right).removesuffix(")\n") + corrected)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(here)
    return here


@pytest.mark.parametrize("root", ROOTS)
def test_claims_are_judged_shown_and_sent_from_there(command: Command, folder: Path, root: str) -> None:
    shown = command("show", "a paper/eq 1", "--claims", root, "--certificate", "proof.json")
    assert shown.status == 0, shown.err
    assert "corrected  (proved)" in shown.out
    assert command("verify", "proof.json").status == 0
    found = command("audit", "--claims", root, "--jobs", "1", "--json", "audit.json", "--html", "a.html")
    assert found.status == 0, found.out
    assert "1 corrected" in found.out
    page = command("verdicts", "audit.json", "--claims", root)
    assert "| `a paper/eq 1` | how many hands are shaken | corrected, repaired by a line | proved |" in page.out
    sent = command("errata", "a paper", "--claims", root, "--jobs", "1", "--bundle", "bundle")
    assert sent.out == "1 finding: bundle\n"
    assert (folder / "bundle" / "a paper-eq 1" / "recheck.py").is_file()


def test_planted_errors_and_the_list_of_claims(command: Command, folder: Path) -> None:
    tried = command("mutants", "--claims", ROOTS[2], "--jobs", "1", "--json", "m.json")
    assert tried.status == 0, tried.out
    assert json.loads((folder / "m.json").read_text())["problems"] == {}
    assert "a paper/eq 1" in command("claims", "--claims", ROOTS[1]).out


def test_what_is_printed_can_be_typed(command: Command) -> None:
    """The lines "by hand" run, whatever the folders are called."""
    shown = command("show", "a paper/eq 1", "--claims", ROOTS[0]).out
    names: dict[str, object] = {}
    lines = [line.strip().removeprefix(">>> ") for line in shown.splitlines() if line.startswith("  >>> ")]
    exec("\n".join([*lines[:-2], f"said = {lines[-2]}", f"right = {lines[-1]}"]), names)
    assert (names["said"], names["right"]) == (1, 0)
    assert "--claims 'my claims-1.0'" in shown


def test_the_environment_names_a_path_as_well(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.SETTING, ROOTS[1])
    found = command("audit", "--jobs", "1")
    assert found.status == 0
    assert f"the claims are those of '{ROOTS[1]}', as $OPTCHECK_CLAIMS says" in found.err


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"claims": [{"id": "x"}]}', "nothing", "[" * 10**5])
def test_a_document_of_another_kind_is_refused(command: Command, folder: Path, text: str) -> None:
    (folder / "x.json").write_text(text)
    answer = command("verdicts", "x.json", "--claims", ROOTS[0])
    assert answer.status == 2
    assert "x.json is no " in answer.err
    assert "Traceback" not in answer.err
