"""The manifest is about the sources that are here: no proof changes without a build. Needs no Coq."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from optcheck import formal
from optcheck.audit import registry
from optcheck.audit.kernel import judge
from optcheck.claims import Effort, Form
from optcheck.claims.claim import satisfies
from optcheck.errors import InvalidInput
from optcheck.formal import statement_digest
from proofs_formal import manifest, mapping, sources

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
    """The page about proofs has what no claim is tied to; the mapping, which is generated, has the others."""
    document = (Path(__file__).parents[2] / "docs" / "formal.md").read_text()
    for theorem in sources.all_theorems():
        row = next((line for line in document.splitlines() if f"`{theorem.name}`" in line), "")
        assert theorem.claims or f"`{theorem.file}`" in row, f"docs/formal.md does not place {theorem.qualified}"


def test_the_mapping_is_what_the_sources_give() -> None:
    """``make formal UPDATE=1`` renews it."""
    assert MANIFEST is not None
    assert mapping.PATH.read_text(encoding="utf-8") == mapping.page(MANIFEST)


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


def test_a_theorem_is_about_the_statement_that_the_package_defines(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = registry.find("tpmdp/lem-2")
    assert judge(claim).strength == "machine-checked"
    other: Form[Any] = Form(lambda instance: claim.printed.evaluate(instance), claim.printed.text)
    few = Effort(instances=20, drawn=0)
    for change in ({"printed": other}, {"effort": few}, {"title": "something else"}, {"asserts": satisfies("fine")}):
        assert judge(replace(claim, **change)).theorem is None
    monkeypatch.setenv("OPTCHECK_CLAIMS", "somebody_else")
    assert judge(claim).theorem is None


def test_the_digest_covers_domain_truth_relation_and_forms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    text = (Path(__file__).parents[2] / "proofs_numeric" / "adpml" / "eq_8.py").read_text()
    changes = {
        "same": ("Eq. 8", "Eq. 9"),
        "told": ("the noise variance follows", "noise follows"),
        "text": ('"σ² = 2C² / (|D_i|² ρ)"', '"σ²"'),
        "symbol": ('symbol="C"', 'symbol="c"'),
        "domain": ('rational(above=0, symbol="C")', "rational(above=1)"),
        "truth": ("return upload.rho", "return 2 * upload.rho"),
        "form": ("return 2 * upload.clip**2", "return 3 * upload.clip**2"),
        "relation": ("asserts=identity", "asserts=at_most"),
        "means": ("** 2 / (2 *", "** 2 / (3 *"),
    }
    found = {}
    for name, (before, after) in changes.items():
        assert before in text
        (tmp_path / f"digest_{name}.py").write_text(text.replace(before, after))
        found[name] = statement_digest(f"digest_{name}")
    assert found["same"] == found["told"] == found["text"] == found["symbol"]
    assert len(set(found.values())) == len(found) - 3


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
