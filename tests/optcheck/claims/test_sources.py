"""A form's digest changes with what it computes and with nothing else."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from optcheck.claims.claim import form_digest

PLAIN = """
def helper(x):
    return x + 1

def form(x):
    return 2 * helper(x)
"""
SAME = '''
def form(x: int) -> int:
    """What it is for."""
    return 2 * helper(  # twice
        x
    )

def helper(x: int) -> int:
    return x + 1

def unused(x):
    return 0
'''


@pytest.mark.parametrize(
    ("text", "same"),
    [(SAME, True), (PLAIN.replace("2 *", "3 *"), False), (PLAIN.replace("+ 1", "+ 2"), False)],
)
def test_the_digest_is_about_the_code(text: str, same: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    found = []
    for name, content in (("one_form", PLAIN), ("other_form", text)):
        module = f"{name}_{abs(hash(text))}"  # each is imported once
        (tmp_path / f"{module}.py").write_text(content)
        found.append(form_digest(importlib.import_module(module).form))
    assert (found[0] == found[1]) == same
