"""Imports point one way: the contracts stand in pyproject.toml, and import-linter holds the code against them.

It sees imports only. Modules that code names in texts, to load them later, are held against the same layers here.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parent.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
PACKAGES: list[str] = SETTINGS["root_packages"]
_NAME = re.compile(rf"({'|'.join(PACKAGES)})(\.\w+)+")
# Measuring is started from the command line, and stands above it.
STARTED_BY_NAME = {
    ("optcheck.cli.bench", "benchmarks.race"),
    ("optcheck.cli.bench", "benchmarks.quick"),
    ("optcheck.cli.reproduce", "benchmarks.reproductions"),
}


@pytest.fixture
def graph() -> grimp.ImportGraph:
    return grimp.build_graph(*PACKAGES, exclude_type_checking_imports=True, cache_dir=None)


def test_the_contracts_are_kept() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command; lint_imports_command()",
            "--no-cache",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_modules_named_in_texts_lie_below(graph: grimp.ImportGraph) -> None:
    for module in sorted(graph.modules):
        for named in _named(module) & graph.modules:
            if module != "optcheck" and (module, named) not in STARTED_BY_NAME:
                graph.add_import(importer=module, imported=named)
    layers = [
        grimp.Layer(*re.split(r"\s*\|\s*", line), independent=True) for line in SETTINGS["contracts"][0]["layers"]
    ]
    broken = graph.find_illegal_dependencies_for_layers(layers)
    assert not broken, [f"{one.importer} -> {one.imported}" for one in broken]


def test_no_module_imports_itself_on_a_detour(graph: grimp.ImportGraph) -> None:
    """Lazy imports count; a package's front door may load the modules behind it, which must not load the door."""
    modules = [module for module in graph.modules if module.startswith("optcheck.")]
    try:
        tuple(TopologicalSorter({module: _imported(graph, module) for module in modules}).static_order())
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def _imported(graph: grimp.ImportGraph, module: str) -> set[str]:
    return {name for name in graph.find_modules_directly_imported_by(module) if name not in ("optcheck", module)}


def _named(module: str) -> set[str]:
    """Modules in the module's texts, but for its docstrings: ``"optcheck.lp.backends:solve"`` names one."""
    path = ROOT.joinpath(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {name for text in _texts(tree) if (name := text.partition(":")[0]) and _NAME.fullmatch(name)}


def _texts(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
