"""Six statements from other fields: short, declared, and with the verdict and the strength that they should have."""

from __future__ import annotations

from pathlib import Path

import pytest

from optcheck.testing import claim_tests

FOLDER = Path(__file__).parent.parent.parent / "examples" / "textbook"
FILES = sorted(path for path in FOLDER.glob("*.py") if path.name != "__init__.py")
STRENGTHS = {
    "textbook/bin-packing": "exhaustive",
    "textbook/covering-number": "exhaustive",
    "textbook/list-scheduling": "checked",
    "textbook/markov": "proved",
    "textbook/matrix-game": "checked",
    "textbook/transport-line": "checked",
}

test_each_holds_as_strongly_as_it_should = claim_tests(str(FOLDER), STRENGTHS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_is_short_and_declared(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 40
    assert text.count("from optcheck.claims import *\n") == 1
    assert "(Instance):" in text
    assert "expected=" not in text
