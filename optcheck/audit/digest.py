"""The source of a statement, as something to compare: what a theorem was compared with must not change unnoticed.

The digest covers the statement's domain, truth, relation and forms, and every definition of the same package or of the
explicit models that they reach. Comments, docstrings, annotations and layout do not matter; neither does what only
describes the statement or argues for it: title, place, proof, readings.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
from collections.abc import Iterator
from functools import cache

__all__ = ["statement_digest"]

Name = tuple[str, str]  # module and name
MODELS = "lp_models"
_DESCRIPTIVE_FIELDS = frozenset(
    ("argument", "effort", "expected", "hints", "id", "impact", "measure", "place", "plot", "readings",
     "rests_on", "text", "title")
)  # fmt: skip


def statement_digest(module: str, name: str = "CLAIM") -> str:
    """SHA-256 of the statement that a module defines under this name, with what it is made of."""
    root = module.partition(".")[0]
    reached: dict[Name, str] = {}
    waiting = [(module, name)]
    while waiting:
        here = waiting.pop()
        node = _definitions(here[0]).get(here[1])
        if node is not None and here not in reached:
            stripped = _stripped(node)
            reached[here] = ast.unparse(stripped)
            waiting += [one for one in _mentioned(here[0], stripped) if one[0].partition(".")[0] in (root, MODELS)]
    if (module, name) not in reached:
        raise LookupError(f"{module} defines no {name}")
    # Names of modules are left out: a definition may move to another file.
    text = "\n".join(sorted(f"{one[1]}: {text}" for one, text in reached.items()))
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def _tree(module: str) -> ast.Module:
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return ast.Module([], [])
    with open(spec.origin, encoding="utf-8") as file:
        return ast.parse(file.read())


@cache
def _definitions(module: str) -> dict[str, ast.stmt]:
    """What the module itself defines at its top, by name."""
    definitions: dict[str, ast.stmt] = {}
    for node in _tree(module).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            definitions[node.name] = node
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            names = (part.id for part in ast.walk(target or node) if target and isinstance(part, ast.Name))
            definitions |= dict.fromkeys(names, node)
    return definitions


@cache
def _imports(module: str) -> dict[str, Name]:
    """What a name that the module imports is: (module, name), the name empty for a module."""
    imports: dict[str, Name] = {}
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.ImportFrom) and node.module is not None and not node.level:
            for one in node.names:
                is_module = not _definitions(node.module).get(one.name) and _exists(f"{node.module}.{one.name}")
                origin = (f"{node.module}.{one.name}", "") if is_module else (node.module, one.name)
                imports[one.asname or one.name] = origin
        elif isinstance(node, ast.Import):
            imports |= {one.asname or one.name: (one.name, "") for one in node.names}
    return imports


def _exists(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def _mentioned(module: str, node: ast.AST) -> Iterator[Name]:
    imports = _imports(module)
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            yield imports.get(part.id) or (module, part.id)
        elif isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
            owner = imports.get(part.value.id)
            if owner is not None and not owner[1]:
                yield owner[0], part.attr


def _stripped(node: ast.stmt) -> ast.stmt:
    copy = ast.parse(ast.unparse(node)).body[0]
    for part in ast.walk(copy):
        if isinstance(part, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(part) is not None:
            part.body = part.body[1:] or [ast.Pass()]
        if isinstance(part, ast.FunctionDef):
            part.returns = None
        elif isinstance(part, ast.arg):
            part.annotation = None
        elif isinstance(part, ast.AnnAssign):
            part.annotation = ast.Constant(None)
        elif isinstance(part, ast.Call):
            part.keywords = [one for one in part.keywords if one.arg not in _DESCRIPTIVE_FIELDS]
    return copy
