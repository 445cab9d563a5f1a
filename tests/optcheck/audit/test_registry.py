"""Claims are found by where they lie; files that break the rules are named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from optcheck.audit import registry
from optcheck.audit.registry import Source, missing_statements, statements
from optcheck.claims import Form
from optcheck.cli.new import template
from optcheck.errors import InvalidInput
from optcheck.testing import check_claim, claim_tests
from tests.optcheck.audit._build import claim, triangle
from tests.optcheck.audit.conftest import BROKEN, SAMPLES


def test_files_give_the_ids_and_helpers_are_left_out(sample_sources: tuple[Source, ...]) -> None:
    ids = [source.id for source in sample_sources]
    assert ids == ["primes/euler", "sums/growth", "sums/late", "sums/linear", "sums/squares"]
    assert registry.papers(SAMPLES) == ("primes", "sums")


def test_a_claim_is_found_by_its_id() -> None:
    assert registry.find("sums/squares", SAMPLES).place == "Eq. 2"
    with pytest.raises(InvalidInput, match="no claim is called 'sums/cubes'"):
        registry.find("sums/cubes", SAMPLES)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("misnamed", "must hold the claim 'bad/misnamed', got 'bad/other'"),
        ("nothing", "must define CLAIM"),
        ("silent", "must have a docstring"),
    ],
)
def test_a_file_that_breaks_the_rules_is_named(name: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        registry.find(f"bad/{name}", BROKEN)


def test_selection_takes_papers_and_ids(sample_sources: tuple[Source, ...]) -> None:
    assert registry.select(sample_sources, []) == sample_sources
    assert [source.id for source in registry.select(sample_sources, ["primes", "sums/late"])] == [
        "primes/euler",
        "sums/late",
    ]
    with pytest.raises(InvalidInput, match="'cubes'; papers with claims: primes, sums"):
        registry.select(sample_sources, ["cubes"])


def test_a_package_of_claims_of_your_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPTCHECK_CLAIMS", SAMPLES)
    assert registry.papers() == ("primes", "sums")
    monkeypatch.setenv("OPTCHECK_CLAIMS", "no_such_package")
    with pytest.raises(InvalidInput, match="no package 'no_such_package' with claims"):
        registry.sources()
    monkeypatch.delenv("OPTCHECK_CLAIMS")
    assert "tpmdp" in registry.papers()


def test_code_of_a_package_that_fails_is_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    for name, code in (("needs_more", "import no_such_thing"), ("misspelled", "def")):
        (tmp_path / name / "paper").mkdir(parents=True)
        (tmp_path / name / "__init__.py").write_text("")
        (tmp_path / name / "paper" / "__init__.py").write_text(code)
        with pytest.raises(InvalidInput, match=rf"the package '{name}\.paper' cannot be imported: \w+Error: "):
            registry.sources(name)


def test_no_claims_are_no_success() -> None:
    with pytest.raises(InvalidInput, match="no claim was found"):
        claim_tests("json")


def test_a_claim_that_rests_on_itself_or_on_nothing_fails_as_a_test(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "resting" / "note").mkdir(parents=True)
    for name in ("resting/__init__.py", "resting/note/__init__.py"):
        (tmp_path / name).write_text("")
    for name, below in (("one", "other"), ("other", "one"), ("lost", "nowhere"), ("firm", "base"), ("base", "")):
        text = template("value", f"note/{name}")
        rests = f'    rests_on=("note/{below}",),\n)\n' if below else ")\n"
        (tmp_path / "resting" / "note" / f"{name}.py").write_text(text.removesuffix(")\n") + rests)
    found: dict[str, str | None] = {}
    for source in registry.sources("resting"):
        try:
            check_claim(source)
            found[source.id] = None
        except AssertionError as error:
            found[source.id] = str(error).partition("expected holds: ")[2]
    assert found == {
        "note/base": None,
        "note/firm": None,
        "note/lost": "note/lost rests on note/nowhere, which is not judged",
        "note/one": "note/other rests on itself, by way of note/one",
        "note/other": "note/one rests on itself, by way of note/other",
    }


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"printed": triangle}, "a/b: printed must be a Form, got <function"),
        ({"corrected": "n"}, "a/b: corrected must be a Form, got 'n'"),
        (
            {"asserts": "equals"},
            "a/b: asserts must be a relation of optcheck.claims.claim, such as equals, got 'eq",
        ),
        ({"printed": Form(triangle, "n", "<")}, "a/b: asserts must be a relation of .*, got '<'"),  # type: ignore[arg-type]
        ({"domain": [1, 2]}, r"a/b: a domain is a class of instances, or one with conditions, got \[1, 2\]"),
    ],
)
def test_the_parts_of_a_claim_are_what_they_should_be(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        claim("a/b", **changes)


def test_the_title_of_a_paper_is_the_first_line_of_its_docstring() -> None:
    assert registry.paper_title("sums", SAMPLES) == "Sums of powers, as a paper might print them"


def test_known_statements_without_a_claim_are_reported(sample_sources: tuple[Source, ...]) -> None:
    assert [item.id for item in statements(SAMPLES)][:2] == ["sums/linear", "sums/squares"]
    assert missing_statements(sample_sources, root=SAMPLES) == ["primes/absent"]
    assert missing_statements(sample_sources, ["sums"], root=SAMPLES) == []
    assert statements("tests.optcheck") == ()
