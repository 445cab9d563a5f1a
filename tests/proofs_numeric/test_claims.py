"""Every claim of the repository: right name, docstring, both forms in code, a domain that is not empty."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from optcheck.audit import registry
from optcheck.audit.registry import Source, missing_statements, statements
from optcheck.audit.run import accepted
from optcheck.audit.verdict import Verdict
from optcheck.claims import Outcome
from tests.proofs_numeric.judged import judged

SOURCES = registry.sources()


def test_what_is_listed_as_missing_has_no_claim() -> None:
    ids = [item.id for item in statements()]
    assert len(ids) == len(set(ids))
    assert all(item.place and item.gist for item in statements())
    assert missing_statements(SOURCES) == sorted(ids)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.id)
def test_a_claim_is_complete(source: Source) -> None:
    claim = registry.load(source)
    assert len(registry.docstring(source).split()) >= 20, "the docstring says what is stated and how it is modelled"
    assert claim.title
    assert claim.place
    assert claim.printed.text
    assert claim.domain.description
    assert (claim.corrected is not None) or claim.expected is not Outcome.CORRECTED
    assert (claim.measure is not None) or claim.expected is not Outcome.UNDECIDABLE
    assert claim.measure is not None or claim.domain.grid()


QUICK = (
    "adpml/eq-12",
    "adpml/eq-18",
    "chained/eq-21",
    "chained/thm-8",
    "cordp/claim-4",
    "cordp/eq-120",
    "kairouz/and-optimum",
    "kairouz/xor-flip-probability",
    "tpmdp/table-1-entropy",
    "tpmdp/lem-13-construction",
)


@pytest.mark.parametrize("claim_id", QUICK)
def test_quick_claims_get_the_verdict_that_is_recorded(claim_id: str) -> None:
    """The audit does this for every claim; here only for some that take little time."""
    verdict = judged(claim_id)
    assert verdict.verdict == verdict.expected
    assert verdict.checked > 0


@pytest.mark.parametrize("claim_id", QUICK)
def test_a_stored_verdict_comes_back_as_it_was(claim_id: str) -> None:
    """Also where several certificates together make the counterexample."""
    source = registry.find_source(claim_id)
    record = replace(judged(claim_id), statement=registry.docstring(source)).to_record()
    stored = Verdict.from_record(json.loads(json.dumps(record)))
    assert accepted(source, stored).to_record() == record
