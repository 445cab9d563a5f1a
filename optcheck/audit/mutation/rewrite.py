"""Mutants of a formula: its function, and the helpers of the same module that it calls, with one node changed."""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
import itertools
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import FunctionType, ModuleType
from typing import Generic, TypeVar

from optcheck.audit.mutation.operators import Change, Kind, changes
from optcheck.claims.claim import Formula
from optcheck.errors import InvalidInput

I = TypeVar("I")  # noqa: E741 - the instance


@dataclass(frozen=True, slots=True)
class Mutant(Generic[I]):
    """A broken formula: what was changed, and the function that computes it."""

    kind: Kind
    line: int
    before: str
    after: str
    evaluate: Formula[I]


@dataclass(frozen=True, slots=True)
class _Slot:
    """The place of an expression in its parent: a field, or one position of a list."""

    parent: ast.AST
    name: str
    position: int | None

    def put(self, node: ast.AST) -> None:
        if self.position is None:
            setattr(self.parent, self.name, node)
        else:
            getattr(self.parent, self.name)[self.position] = node


def mutants(formula: Formula[I]) -> Iterator[Mutant[I]]:
    """Every mutant of a module-level function, in the order of the source."""
    if not isinstance(formula, FunctionType) or formula.__closure__ or formula.__name__ == "<lambda>":
        raise InvalidInput(f"only a function defined at the top of a module can be mutated, got {formula!r}")
    module = importlib.import_module(formula.__module__)
    tree = ast.Module(_definitions(module, formula.__name__), [])
    for node, slot in list(_expressions(tree)):
        for change in changes(node):
            yield _mutant(module, formula.__name__, tree, node, slot, change)


def _mutant(module: ModuleType, name: str, tree: ast.Module, node: ast.expr, slot: _Slot, change: Change) -> Mutant[I]:
    kind, changed = change
    slot.put(changed)
    broken = ast.fix_missing_locations(copy.deepcopy(tree))
    slot.put(node)
    namespace = dict(vars(module))  # the oracle keeps the module's own functions
    exec(compile(broken, f"<mutant of {module.__name__}>", "exec"), namespace)
    return Mutant(
        kind, node.lineno, ast.unparse(node), ast.unparse(ast.fix_missing_locations(changed)), namespace[name]
    )


def _definitions(module: ModuleType, name: str) -> list[ast.stmt]:
    """The function and everything it calls that the same module defines, as fresh syntax trees."""
    known = _functions(module.__name__)
    reached: dict[str, ast.FunctionDef] = {}
    waiting = [name]
    while waiting:
        current = waiting.pop()
        if current in known and current not in reached:
            reached[current] = copy.deepcopy(known[current])
            waiting.extend(node.id for node in ast.walk(known[current]) if isinstance(node, ast.Name))
    return sorted(reached.values(), key=lambda definition: definition.lineno)


@cache
def _functions(module: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse(inspect.getsource(importlib.import_module(module)))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def _expressions(node: ast.AST) -> Iterator[tuple[ast.expr, _Slot]]:
    """Every expression that computes something, with its place; no annotations, messages or docstrings."""
    for name, value in ast.iter_fields(node):
        if name in _NOT_COMPUTING:
            continue
        for position, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(child, ast.AST) or isinstance(child, ast.Raise | ast.Assert | ast.JoinedStr):
                continue
            if isinstance(child, ast.expr) and not _is_index(node, name):
                yield child, _Slot(node, name, position)
            yield from _expressions(child)


def _is_index(parent: ast.AST, name: str) -> bool:
    """An index is shifted by the change of its subscript; changing it once more would only repeat that."""
    return isinstance(parent, ast.Slice) or (isinstance(parent, ast.Subscript) and name == "slice")


_NOT_COMPUTING = {"annotation", "returns", "decorator_list", "type_params", "ctx", "op", "ops"}


def spread(found: list[Mutant[I]], count: int, seed: str) -> list[Mutant[I]]:
    """``count`` mutants, the kinds in turn, at random within a kind but the same for the same seed."""
    by_kind: dict[str, list[Mutant[I]]] = defaultdict(list)
    for mutant in found:
        by_kind[mutant.kind].append(mutant)
    generator = random.Random(seed)
    kinds = [generator.sample(group, len(group)) for group in by_kind.values()]
    generator.shuffle(kinds)
    turns = itertools.zip_longest(*kinds)
    return [mutant for turn in turns for mutant in turn if mutant is not None][:count]
