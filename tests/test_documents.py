"""What the documents promise is there: kinds of certificates, and the table of verdicts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from optcheck.audit import registry
from optcheck.audit.documents import counts
from optcheck.checker.core import kinds

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
DOCUMENTS = [ROOT / "docs" / "certificates.md", *sorted((ROOT / "docs" / "certificates").glob("*.md"))]


@pytest.mark.parametrize("kind", sorted(kinds()))
def test_every_kind_of_certificate_is_documented(kind: str) -> None:
    headings = [line for path in DOCUMENTS for line in path.read_text().splitlines() if line.startswith("## ")]
    assert f"## {kind}" in headings


VERDICTS = (ROOT / "docs" / "verdicts.md").read_text()
ROW = re.compile(r"^\| `([a-z]+/[a-z0-9-]+)` \| (.*?) \| ([a-z]+)([a-z, ]*) \| ([a-z-]+) \|$", re.MULTILINE)


def test_the_page_of_verdicts_is_fresh() -> None:
    """`optcheck verdicts out/audit.json --out docs/verdicts.md --readme README.md` renews it."""
    written = {name: (title.replace("\\|", "|"), verdict) for name, title, verdict, _, _ in ROW.findall(VERDICTS)}
    claims = [registry.load(source) for source in registry.sources()]
    assert written == {claim.id: (claim.title, claim.expected.value) for claim in claims}


def test_the_readmes_counts_are_those_of_the_page() -> None:
    rows = [
        {"id": name, "verdict": verdict, "strength": strength}
        for name, _, verdict, _, strength in ROW.findall(VERDICTS)
    ]
    assert counts(rows) in README
