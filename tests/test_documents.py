"""What the documents promise is there: kinds of certificates."""

from __future__ import annotations

from pathlib import Path

import pytest

from optcheck.checker.core import kinds

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "docs" / "certificates.md", *sorted((ROOT / "docs" / "certificates").glob("*.md"))]


@pytest.mark.parametrize("kind", sorted(kinds()))
def test_every_kind_of_certificate_is_documented(kind: str) -> None:
    headings = [line for path in DOCUMENTS for line in path.read_text().splitlines() if line.startswith("## ")]
    assert f"## {kind}" in headings
