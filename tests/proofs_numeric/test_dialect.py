"""One dialect: every claim file has the same parts, under the same names, in the same order."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

from optcheck.audit import registry
from optcheck.audit.registry import Source

SECTIONS = ("Statement:", "Model:", "Corners:", "Readings:")
ORDER = ("as_printed", "corrected", "grid", "strategy", "order", "plot", "CLAIM")
FIELDS = (
    "id", "place", "title", "domain", "truth", "means", "asserts", "printed", "corrected", "impact", "falls",
    "expected", "argument", "hints", "corner", "effort", "rests_on", "readings", "measure", "plot",
)  # fmt: skip

SOURCES = registry.sources()


def _path(source: Source) -> Path:
    return Path(importlib.import_module(source.module).__file__ or "")


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.id)
def test_the_docstring_has_its_sections_in_order(source: Source) -> None:
    """The last one, about readings, only where there is something to say; readings in the claim must be explained."""
    lines = registry.docstring(source).splitlines()
    found = [section for line in lines for section in SECTIONS if line.startswith(section)]
    assert tuple(found) in (SECTIONS, () if registry.load(source).readings else SECTIONS[:-1])
    assert lines[0].startswith(SECTIONS[0])  # place and title stand in the claim


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.id)
def test_the_parts_stand_in_order(source: Source) -> None:
    tree = ast.parse(_path(source).read_text(encoding="utf-8"))
    names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    kept = [name for name in names if name in ORDER]
    assert kept == sorted(kept, key=ORDER.index)
    last = tree.body[-1]
    assert isinstance(last, ast.Assign)
    assert isinstance(last.targets[0], ast.Name)
    assert last.targets[0].id == "CLAIM"
    assert isinstance(last.value, ast.Call)
    fields = [keyword.arg for keyword in last.value.keywords]
    assert fields == sorted(fields, key=lambda name: FIELDS.index(name or ""))


def test_claims_use_no_private_names_of_others() -> None:
    for source in SOURCES:
        for node in ast.walk(ast.parse(_path(source).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                private = any(part.startswith("_") for part in node.module.split(".") if part != "__future__")
                assert not private or node.module.rpartition(".")[0] in _packages(source), (source.id, node.module)


def _packages(source: Source) -> tuple[str, str]:
    """The claim's paper, and the root, whose helpers serve several papers."""
    paper = source.module.rpartition(".")[0]
    return paper, paper.rpartition(".")[0]
