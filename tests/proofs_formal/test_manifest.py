"""The manifest is about the sources that are here: no proof changes without a build. Needs no Coq."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from optcheck import formal
from optcheck.audit import registry
from optcheck.audit.kernel import judge
from optcheck.claims import Definition, Form
from optcheck.errors import InvalidInput
from proofs_formal import manifest, sources

MANIFEST = formal.manifest()
assert MANIFEST is not None, "proofs_formal has no manifest"


def test_every_source_is_the_one_that_was_built() -> None:
    assert MANIFEST is not None
    assert MANIFEST.sources == sources.digests()
    assert MANIFEST.changed_sources() == ()


def test_the_manifest_lists_the_marked_theorems_of_the_sources() -> None:
    assert MANIFEST is not None
    listed = [(theorem.name, theorem.file, theorem.forms) for theorem in MANIFEST.theorems]
    assert listed == [(theorem.name, theorem.file, theorem.claims) for theorem in sources.all_theorems()]


def test_no_source_leaves_anything_unproved() -> None:
    assert {file: sources.gaps(file) for file in sources.files() if sources.gaps(file)} == {}


def test_the_document_names_every_theorem_beside_its_file() -> None:
    document = (Path(__file__).parents[2] / "docs" / "formal.md").read_text()
    for theorem in sources.all_theorems():
        row = next((line for line in document.splitlines() if f"`{theorem.name}`" in line), "")
        assert f"`{theorem.file}`" in row, f"docs/formal.md does not place {theorem.name} in {theorem.file}"


def test_a_theorem_names_claims_that_exist() -> None:
    known = {source.id for source in registry.sources()}
    assert {claim for theorem in sources.all_theorems() for claim in theorem.claims} <= known


def test_a_changed_source_takes_the_strength_away(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MANIFEST is not None
    assert formal.machine_checked("adpml/eq-20") is not None
    assert formal.machine_checked("adpml/no-such-claim") is None
    monkeypatch.setitem(MANIFEST.sources, "adpml/Schedule.v", "another digest")
    assert formal.machine_checked("adpml/eq-20") is None
    assert "changed since: adpml/Schedule.v" in str(MANIFEST)


def test_every_form_is_the_one_that_was_compared() -> None:
    assert MANIFEST is not None
    assert MANIFEST.forms == manifest.form_digests(sources.all_theorems())


def test_a_changed_form_is_machine_checked_no_more() -> None:
    claim = registry.find("tpmdp/lem-2")
    few = replace(claim.domain, grid=lambda: list(claim.domain.grid())[:20], strategy=None)
    assert judge(replace(claim, domain=few)).strength == "machine-checked"
    other: Form[Any] = Form(lambda instance: claim.printed.evaluate(instance), claim.printed.text)
    assert judge(replace(claim, domain=few, printed=other, proof=None)).strength == "sampled"


def test_another_statement_about_the_form_is_not_the_theorem() -> None:
    claim = registry.find("adpml/eq-20")
    assert claim.corrected is not None
    own: Definition[Any] = Definition(claim.corrected.evaluate)
    few = replace(claim.domain, grid=lambda: list(claim.domain.grid())[:20], strategy=None)
    assert judge(replace(claim, domain=few, truth=own, proof=None, rests_on=(), readings=())).strength == "sampled"


def test_a_digest_sees_code_and_no_comments() -> None:
    assert formal.code_digest("Check 1. (* a (* b *) c *)\nCheck 2.") == formal.code_digest("Check 1.\n\n  Check 2.")
    assert formal.code_digest("Check 1.") != formal.code_digest("Check 2.")
    assert formal.code_digest('Check "(*".') != formal.code_digest('Check "(* *)".')


def test_differences_name_the_entry() -> None:
    kept = manifest.committed()
    assert manifest.differences(kept, kept) == []
    other = kept | {"sources": kept["sources"] | {"adpml/Schedule.v": "0"}, "verified": "1970-01-01"}
    assert manifest.differences(other, kept) == ["sources adpml/Schedule.v"]


def test_an_axiom_beyond_the_reals_is_refused() -> None:
    theorem = sources.Marked("t", "a/B.v", {})
    with pytest.raises(InvalidInput, match="no axiom of the standard reals"):
        manifest.made_from([theorem], [("True", ("a.B.cheat",))], {})
