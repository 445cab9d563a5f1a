"""Formulas in the wild: the page is fresh, statements have their sources, the recorded calls bear out our forms."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from optcheck.audit import registry
from optcheck.errors import InvalidInput
from wild import confirm
from wild.page import number, sources

PAGE = (Path(__file__).parent.parent / "docs" / "wild.md").read_text(encoding="utf-8")
CLAIMS = {source.id: registry.load(source) for source in registry.sources() if source.paper == "libraries"}
ENTRIES = confirm.load()
FORMULAS = [name for name, entry in ENTRIES.items() if not entry["recorded"]]


def test_every_statement_has_its_source_and_nothing_else_has() -> None:
    assert sorted(f"libraries/{row['id']}" for row in sources()) == sorted(CLAIMS)
    assert all(row["project"] and row["measured"] and row["instead"] for row in sources())


def test_the_page_is_fresh() -> None:
    """`python -m wild page` renews it."""
    rows = re.findall(r"^\| `(libraries/[a-z0-9-]+)` \| .* \| ([a-z]+)[a-z, ]* \| (.*?) \|$", PAGE, re.MULTILINE)
    assert {name: verdict for name, verdict, _ in rows} == {name: claim.expected for name, claim in CLAIMS.items()}
    versions = {name.partition("/")[2]: version for name, _, version in rows if version != "not called"}
    assert versions == {name: f"{entry['package']} {entry['version']}" for name, entry in ENTRIES.items()}


def test_every_unsafe_statement_has_a_text_to_report() -> None:
    unsafe = [claim for claim in CLAIMS.values() if claim.expected != "holds"]
    assert unsafe
    for claim in unsafe:
        assert f"### {claim.place}: {claim.title}\n" in PAGE
        assert f"{claim.id} --certificate proof.json" in PAGE


@pytest.mark.parametrize("name", FORMULAS)
def test_what_the_package_returned_is_what_our_form_says(name: str) -> None:
    found = confirm.differences(name, ENTRIES[name])
    assert len(found) == len(ENTRIES[name]["calls"])
    assert max(found) <= confirm.CLOSE


def test_a_package_that_computes_something_else_is_an_error() -> None:
    entry = {**ENTRIES["flower-central"], "calls": [{"at": "1 1 2", "returned": [(0.25).hex()]}]}
    with pytest.raises(InvalidInput, match=r"flower-central: flwr .* does not compute our restatement"):
        confirm.agreement("flower-central", entry)


@pytest.mark.parametrize(
    ("value", "shown"),
    [(Fraction(1, 100000), "1e-05"), (20, "20"), (Fraction(1, 10**400), "about 1e-400"), (Fraction(0), "0")],
)
def test_numbers_for_reading(value: Fraction | int, shown: str) -> None:
    assert number(value) == shown
