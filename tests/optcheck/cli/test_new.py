"""``optcheck new``: claims to start from, of every kind, that run as they are written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from optcheck.cli import new as module
from optcheck.cli.new import KINDS, Kind, template
from tests.optcheck.cli.conftest import Command

STRENGTHS = {"bound": "proved", "equilibrium": "proved", "optimum": "checked", "property": "proved", "value": "proved"}


def test_each_kind_audits_cleanly_as_written_wherever_it_is_put(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "my claims"
    for kind in Kind:
        answer = command("new", f"note/a-{kind}", "--kind", kind, "--package", str(folder))
        assert answer.status == 0
        assert answer.out.endswith(f": a {kind}; change it, then: optcheck audit --claims '{folder}'\n")
    report = tmp_path / "audit.json"
    answer = command("audit", "--claims", str(folder), "--jobs", "1", "--json", str(report))
    assert answer.status == 0, answer.out
    judged = {row["id"]: row for row in json.loads(report.read_text())["claims"]}
    assert {name.removeprefix("note/a-"): row["strength"] for name, row in judged.items()} == STRENGTHS
    assert {row["verdict"] for row in judged.values()} == {"holds"}
    assert all(row["drawn"] > 5 for row in judged.values())


def test_planted_errors_in_each_kind_are_noticed(command: Command, tmp_path: Path) -> None:
    for kind in Kind:
        command("new", f"note/{kind}", "--kind", kind, "--package", str(tmp_path / "planted"))
    found = tmp_path / "mutants.json"
    words = ("--per-claim", "3", "--jobs", "1", "--json", str(found))
    answer = command("mutants", "--claims", str(tmp_path / "planted"), *words)
    document = json.loads(found.read_text())
    fates = [row["fate"] for row in document["mutants"]]
    assert "refuted" in fates
    assert "survived" not in fates
    assert answer.status == (3 if "not told apart" in fates else 0)
    assert {row["claim"] for row in document["mutants"]} == {f"note/{kind}" for kind in Kind}
    assert document["problems"] == {}


@pytest.mark.parametrize("kind", Kind)
def test_a_template_has_one_import_line_for_claims_and_is_short(kind: str) -> None:
    lines = template(kind, "PAPER/ID").splitlines()
    assert [line for line in lines if line.startswith(("from optcheck", "import optcheck"))] == [
        "from optcheck.claims import *"
    ]
    assert len(lines) <= 65


def test_every_kind_has_a_template_and_words() -> None:
    assert list(Kind) == list(KINDS)
    assert all("CLAIM = Statement(" in template(kind, "PAPER/ID") for kind in Kind)


def test_it_asks_in_a_terminal_until_it_understands(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["note/eq-1", "bounds", " Bound "])
    monkeypatch.setattr(module, "_is_terminal", lambda: True)
    monkeypatch.setattr("typer.prompt", lambda *_, **__: next(answers))
    answer = command("new", "--package", str(tmp_path / "claims"))
    assert answer.status == 0
    assert "one of value, bound, optimum, equilibrium, property, please" in answer.out
    assert "asserts=at_most" in (tmp_path / "claims" / "note" / "eq_1.py").read_text()


def test_without_a_terminal_it_needs_a_name_and_writes_a_value(command: Command, tmp_path: Path) -> None:
    answer = command("new", "--package", str(tmp_path))
    assert (answer.status, list(tmp_path.iterdir())) == (2, [])
    assert "optcheck: say how the claim is called: optcheck new PAPER/ID" in answer.err
    assert ": a value; change it" in command("new", "mine/eq-1", "--package", str(tmp_path / "claims")).out
    again = command("new", "mine/eq-1", "--package", str(tmp_path / "claims"))
    assert again.status == 2
    assert "eq_1.py is already there" in again.err


def test_a_wrong_name_or_kind_leaves_nothing_behind(command: Command, tmp_path: Path) -> None:
    for words in (["../x"], ["my-paper/eq-1"], ["1paper/eq-1"], ["paper/1"], ["a/b", "--kind", "theorem"]):
        assert command("new", *words, "--package", str(tmp_path / "claims")).status == 2
    assert list(tmp_path.iterdir()) == []


def test_a_package_that_is_there_keeps_its_own_files(command: Command, tmp_path: Path) -> None:
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "__init__.py").write_text("WORD = 1\n")
    assert command("new", "mine/eq-1", "--package", str(tmp_path / "claims")).status == 0
    assert (tmp_path / "claims" / "__init__.py").read_text() == "WORD = 1\n"
