"""The page of verdicts and the counts are those of an audit: every claim is judged, once in a run of the tests.

``judged`` shares verdicts among all tests and processes of a run, so what other tests look at is not computed again.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from optcheck.audit import registry
from optcheck.audit.registry import Source
from optcheck.audit.verdict import Record, Verdict, entry, open_foundations, settled
from optcheck.claims import Substance
from optcheck.cli.verdicts import counts, page
from tests.proofs_numeric.judged import judged

ROOT = Path(__file__).parent.parent
VERDICTS = (ROOT / "docs" / "verdicts.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
SOURCES = registry.sources(registry.BUILT_IN)
WORDS = "|".join(Substance)
ROW = re.compile(rf"^\| `([^`]+)` \|.*\| ([a-z]+)(?:, ({WORDS}))?[a-z, ]* \| ([a-z-]+) \|$", re.MULTILINE)


def lines_of(name: str, text: str) -> list[str]:
    """The line of a statement on the page, and those of its other readings."""
    found = re.search(rf"^\| `{re.escape(name)}` \|.*\n(?:\| \| \*read as:.*\n)*", text, re.MULTILINE)
    return found[0].splitlines() if found else []


def computed(name: str) -> Verdict:
    """The verdict of an audit: no stronger than what it rests on."""
    known = [judged(name)]
    while wanted := open_foundations(known):
        known += map(judged, wanted)
    return settled(known)[0]


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.id)
def test_the_page_says_what_the_audit_finds(source: Source) -> None:
    """`optcheck verdicts out/audit.json --out docs/verdicts.md --readme README.md` renews it."""
    verdict = computed(source.id)
    assert verdict.agrees
    assert lines_of(source.id, VERDICTS) == lines_of(source.id, page([entry(verdict)], {}))


def test_the_page_has_every_claim_once_and_nothing_else() -> None:
    assert [name for name, *_ in ROW.findall(VERDICTS)] == [source.id for source in SOURCES]
    headings = [registry.paper_title(paper, registry.BUILT_IN) for paper in registry.papers(registry.BUILT_IN)]
    assert re.findall(r"^## (.*)$", VERDICTS, re.MULTILINE) == headings


def test_the_readmes_counts_are_those_of_the_page() -> None:
    rows: list[Record] = [
        {"id": name, "verdict": verdict, "substance": substance, "strength": strength}
        for name, verdict, substance, strength in ROW.findall(VERDICTS)
    ]
    assert counts(rows) in README
