"""The source of a form, as something to compare: what was compared with a theorem must not change unnoticed."""

from __future__ import annotations

import ast
import hashlib
import inspect
import textwrap
from collections.abc import Iterator
from types import FunctionType

__all__ = ["form_digest"]


def form_digest(formula: object) -> str:
    """SHA-256 of a form's code and that of the claims' own functions that it calls.

    Comments, docstrings, annotations and layout do not matter.
    """
    found: dict[tuple[str, str], str] = {}
    waiting: list[object] = [formula]
    while waiting:
        function = waiting.pop()
        if isinstance(function, FunctionType) and (key := (function.__module__, function.__qualname__)) not in found:
            tree = _code(function)
            found[key] = ast.unparse(tree)
            waiting += _called(function, tree)
    text = "\n".join(found[name] for name in sorted(found))
    return hashlib.sha256(text.encode()).hexdigest()


def _code(function: FunctionType) -> ast.Module:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
            node.body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        elif isinstance(node, ast.arg):
            node.annotation = None
    return tree


def _called(function: FunctionType, tree: ast.Module) -> Iterator[object]:
    """Functions of the same package that the code names; those of other packages have tests of their own."""
    package = function.__module__.partition(".")[0]
    for node in ast.walk(tree):
        named = function.__globals__.get(node.id) if isinstance(node, ast.Name) else None
        if isinstance(named, FunctionType) and named.__module__.partition(".")[0] == package:
            yield named
