"""ruff and mypy --strict are part of the tests, and so is how often a type says nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MOST_ANY = 43  # in optcheck, lp_models and proofs_numeric; there were 731 before


@pytest.mark.long
@pytest.mark.parametrize(
    "tool",
    [["ruff", "check", "."], ["ruff", "format", "--check", "."], ["mypy"]],
    ids=["ruff-check", "ruff-format", "mypy-strict"],
)
def test_tool_finds_nothing(tool: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", *tool], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def _silent_types(folder: str) -> list[str]:
    """Where ``Any`` is written as a type (not where it is imported, nor as a word)."""
    return [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name) and node.id == "Any"
    ]


def test_any_stands_only_at_the_edges() -> None:
    """What is left has no type to be given, most of it once, as an alias that says so.

    Documents as json reads them; balls of flint, expressions of sympy and data of cvxpy, packages without types; arrays
    that hold machine numbers or exact ones; claims of all instances in one list, and CorDP's helpers, which serve
    instances of several classes; names that are looked up at run time; what stands in a field of a declared instance,
    and statements and readings of instances of whatever class, since a reading may speak of others than its statement.
    """
    assert _silent_types("optcheck/checker") == []
    found = [place for folder in ("optcheck", "lp_models", "proofs_numeric") for place in _silent_types(folder)]
    assert len(found) <= MOST_ANY, found
