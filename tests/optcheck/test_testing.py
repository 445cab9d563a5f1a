"""Claims as tests: verdict, strength and what they rest on are compared, wherever the claims lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from optcheck.audit import registry
from optcheck.cli.new import template
from optcheck.errors import InvalidInput
from optcheck.testing import check_claim, claim_tests


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """Two claims in a folder that Python could not import by its name."""
    paper = tmp_path / "my claims" / "note"
    paper.mkdir(parents=True)
    for kind, name in (("value", "eq-1"), ("bound", "lem-1")):
        (paper / f"{name.replace('-', '_')}.py").write_text(template(kind, f"note/{name}"))
    return str(paper.parent)


def judged(folder: str, strengths: dict[str, str] | None = None) -> dict[str, str]:
    """What each test says: nothing, or why it fails."""
    test, found = claim_tests(folder, strengths), {}
    for source in registry.sources(folder):
        try:
            test(source)
            found[source.id] = ""
        except AssertionError as error:
            found[source.id] = str(error)
    return found


def test_verdicts_and_strengths_that_are_right_pass(folder: str) -> None:
    assert judged(folder) == {"note/eq-1": "", "note/lem-1": ""}
    assert judged(folder, {"note/eq-1": "proved", "note/lem-1": "proved"}) == {"note/eq-1": "", "note/lem-1": ""}


@pytest.mark.parametrize("strength", ["machine-checked", "exhaustive", "argued", "checked", "measured"])
def test_a_verdict_of_another_strength_fails(folder: str, strength: str) -> None:
    source = registry.find_source("note/eq-1", folder)
    with pytest.raises(AssertionError, match=f"note/eq-1: holds, and the strength is proved, not {strength}"):
        check_claim(source, strength, folder)


def test_a_statement_that_is_no_longer_proved_fails(folder: str) -> None:
    """The definition is written so that the prover cannot read it; the verdict is the same."""
    file = Path(folder) / "note" / "eq_1.py"
    file.write_text(file.read_text().replace("sum(there for there in range(party.n))", "len({*pairs(party)})"))
    file.write_text(
        file.read_text().replace(
            "def shaken", "def pairs(p):\n    return [(a, b) for a in range(p.n) for b in range(a)]\n\n\ndef shaken"
        )
    )
    found = judged(folder, {"note/eq-1": "proved", "note/lem-1": "proved"})
    assert found == {"note/eq-1": "note/eq-1: holds, and the strength is checked, not proved", "note/lem-1": ""}


@pytest.mark.parametrize(
    ("strengths", "message"),
    [
        ({"note/eq-1": "proved"}, "strengths must name every claim, and do not name note/lem-1"),
        ({"note/eq-1": "proved", "note/lem-1": "proved", "note/x": "proved"}, "name note/x, which no claim is called"),
        ({"note/eq-1": "proved", "note/lem-1": "sure"}, "the strength of note/lem-1 must be one of .*, got 'sure'"),
    ],
)
def test_strengths_are_those_of_the_claims(folder: str, strengths: dict[str, str], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        claim_tests(folder, strengths)


def test_one_file_is_enough(folder: str) -> None:
    file = f"{folder}/note/eq_1.py"
    claim_tests(file, {"note/eq-1": "proved"})(registry.find_source("note/eq-1", file))
