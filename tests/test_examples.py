"""Every example in a docstring is true, and every example on a page of the documentation runs."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("optcheck", "lp_models", "proofs_numeric", "benchmarks")
SOURCES = [
    path
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
    if re.search(r"^ *>>> ", path.read_text(), re.MULTILINE)
]
PAGES = [
    pytest.param(example, id=f"{page.name}-{place}")
    for page in sorted((ROOT / "docs").rglob("*.md"))
    if page.name != "claims.md"  # needs files in a folder: tests/test_claims_page.py runs it
    for place, example in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL))
]


def _module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("name", [_module_name(path) for path in SOURCES])
def test_the_examples_in_docstrings_are_true(name: str) -> None:
    outcome = doctest.testmod(importlib.import_module(name))
    assert outcome.attempted > 0
    assert outcome.failed == 0


@pytest.mark.parametrize("example", PAGES)
def test_the_examples_of_the_pages_run(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "example", "exec"), {})
