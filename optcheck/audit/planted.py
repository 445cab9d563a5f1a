"""Planted errors: mutants of a form, of a definition, of a program, each with one changed node of its syntax tree.

The node is one of the function, or of the helpers of the same module that it calls. A domain is changed by leaving out
one of its conditions or by moving one end of a field.
"""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
import itertools
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Generic, TypeVar

from optcheck.claims.claim import Formula
from optcheck.claims.domain import Declaration, Declared, Field, Instance
from optcheck.errors import InvalidInput


class Kind(StrEnum):
    """What kind of slip a mutation imitates."""

    SIGN = "sign"
    TERM = "dropped term"
    FACTOR = "dropped factor"
    INDEX = "index shift"
    STRICTNESS = "strictness"
    EXTREMUM = "max for min"
    CONSTANT = "constant"
    ARGUMENT = "dropped argument"
    FUNCTION = "dropped function"
    ROUNDING = "rounding"
    END = "end of a range"
    CONDITION = "dropped condition"
    BOUND = "moved bound"


Change = tuple[Kind, ast.expr]

_STRICTNESS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
_EXTREMUM = {"max": "min", "min": "max", "largest": "smallest", "smallest": "largest"}
_FUNCTIONS = ("sqrt", "exp", "log", "erfc", "surd", "abs")
_ROUNDING = {"floor": "ceil", "ceil": "floor"}


def changes(node: ast.AST) -> Iterator[Change]:
    """Every changed version of one expression, in a fixed order."""
    change = _CHANGES.get(type(node))
    if change is not None:
        yield from change(node)


def _binary(node: ast.BinOp) -> Iterator[Change]:
    match node.op:
        case ast.Add():
            yield Kind.SIGN, ast.BinOp(node.left, ast.Sub(), node.right)
            yield Kind.TERM, node.left
            yield Kind.TERM, node.right
        case ast.Sub():
            yield Kind.SIGN, ast.BinOp(node.left, ast.Add(), node.right)
            yield Kind.TERM, node.left
        case ast.Mult():
            yield Kind.FACTOR, node.left
            yield Kind.FACTOR, node.right
        case ast.Div():
            yield Kind.FACTOR, node.left
        case ast.FloorDiv():
            yield Kind.FACTOR, node.left
            up = ast.BinOp(ast.UnaryOp(ast.USub(), node.left), ast.FloorDiv(), node.right)
            yield Kind.ROUNDING, ast.UnaryOp(ast.USub(), up)


def _unary(node: ast.UnaryOp) -> Iterator[Change]:
    if isinstance(node.op, ast.USub):
        yield Kind.SIGN, node.operand


def _compare(node: ast.Compare) -> Iterator[Change]:
    for position, operator in enumerate(node.ops):
        if type(operator) in _STRICTNESS:
            operators = [*node.ops[:position], _STRICTNESS[type(operator)](), *node.ops[position + 1 :]]
            yield Kind.STRICTNESS, ast.Compare(node.left, operators, node.comparators)


def _call(node: ast.Call) -> Iterator[Change]:
    if not isinstance(node.func, ast.Name):
        return
    name, arguments = node.func.id, node.args
    if name in _EXTREMUM:
        yield Kind.EXTREMUM, ast.Call(ast.Name(_EXTREMUM[name], ast.Load()), arguments, node.keywords)
        for place in range(len(arguments) if len(arguments) > 1 else 0):
            yield Kind.ARGUMENT, _extreme(node.func, [*arguments[:place], *arguments[place + 1 :]], node.keywords)
    elif name in _FUNCTIONS and len(arguments) == 1:
        yield Kind.FUNCTION, arguments[0]
    elif name in _ROUNDING:
        yield Kind.ROUNDING, ast.Call(ast.Name(_ROUNDING[name], ast.Load()), arguments, node.keywords)
    elif name == "range":
        for place in range(min(len(arguments), 2)):
            for shift in (ast.Add(), ast.Sub()):
                moved = [*arguments[:place], _moved(arguments[place], shift), *arguments[place + 1 :]]
                yield Kind.END, ast.Call(node.func, moved, [])


def _extreme(name: ast.expr, arguments: list[ast.expr], keywords: list[ast.keyword]) -> ast.expr:
    """The largest or smallest of what is left: of one value that value itself."""
    alone = len(arguments) == 1 and not keywords and not isinstance(arguments[0], ast.Starred)
    return arguments[0] if alone else ast.Call(name, arguments, keywords)


def _subscript(node: ast.Subscript) -> Iterator[Change]:
    if not isinstance(node.ctx, ast.Load):
        return
    for shift in (ast.Add(), ast.Sub()):
        for index in _shifted(node.slice, shift):
            yield Kind.INDEX, ast.Subscript(node.value, index, ast.Load())


def _shifted(index: ast.expr, shift: ast.operator) -> Iterator[ast.expr]:
    if isinstance(index, ast.Slice):
        if index.lower is not None:
            yield ast.Slice(_moved(index.lower, shift), index.upper, index.step)
        if index.upper is not None:
            yield ast.Slice(index.lower, _moved(index.upper, shift), index.step)
    elif not (isinstance(index, ast.Constant) and isinstance(index.value, str)) and not isinstance(index, ast.Tuple):
        yield _moved(index, shift)


def _moved(index: ast.expr, shift: ast.operator) -> ast.expr:
    return ast.BinOp(index, shift, ast.Constant(1))


def _constant(node: ast.Constant) -> Iterator[Change]:
    if type(node.value) is int:
        yield Kind.CONSTANT, ast.Constant(node.value + 1)


_CHANGES: dict[type[ast.AST], Callable[..., Iterator[Change]]] = {
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.Compare: _compare,
    ast.Call: _call,
    ast.Subscript: _subscript,
    ast.Constant: _constant,
}


I = TypeVar("I")  # noqa: E741 - the instance
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Mutant(Generic[I]):
    """A broken formula: what was changed, and the function that computes it."""

    kind: Kind
    line: int
    before: str
    after: str
    evaluate: Formula[I]
    code: str = ""

    def readable(self, folder: Path) -> Formula[I]:
        """The function with a file in the folder that holds its source, for those who read it."""
        name = self.evaluate.__name__
        path = folder / f"{name}.py"
        path.write_text(self.code, encoding="utf-8")
        namespace = dict(self.evaluate.__globals__)
        exec(compile(self.code, str(path), "exec", dont_inherit=True), namespace)
        found: Formula[I] = namespace[name]
        return found


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


def mutants(formula: Formula[I] | None) -> Iterator[Mutant[I]]:
    """Every mutant of a module-level function, in the order of the source."""
    if not isinstance(formula, FunctionType) or formula.__closure__ or formula.__name__ == "<lambda>":
        raise InvalidInput(f"only a function defined at the top of a module can be mutated, got {formula!r}")
    module = sys.modules.get(formula.__module__ or "")
    if module is None or getattr(module, "__file__", None) is None:  # typed at a prompt
        raise InvalidInput(f"only a function in a file can be mutated, got {formula!r}")
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
    after = ast.unparse(ast.fix_missing_locations(changed))
    return Mutant(kind, node.lineno, ast.unparse(node), after, namespace[name], ast.unparse(_without_types(broken)))


def _without_types(tree: ast.Module) -> ast.Module:
    """The code without annotations, whose names may mean nothing when it is run elsewhere."""
    for part in ast.walk(tree):
        if isinstance(part, ast.FunctionDef):
            part.returns = None
        elif isinstance(part, ast.arg):
            part.annotation = None
    return tree


@dataclass(frozen=True, slots=True)
class Widened:
    """A domain with more instances: what was changed, and the declaration."""

    kind: Kind
    before: str
    after: str
    domain: Declaration


def widened(domain: Declaration) -> Iterator[Widened]:
    """The domain without one of its conditions, or with one end of a field moved outwards."""
    for place, condition in enumerate(domain.conditions):
        rest = (*domain.conditions[:place], *domain.conditions[place + 1 :])
        yield Widened(Kind.CONDITION, condition.text, "no condition", Declared(domain.of, rest))
    texts = domain.of.conditions
    for place, text in enumerate(texts):
        less = _variant(domain.of, {}, (*texts[:place], *texts[place + 1 :]))
        yield Widened(Kind.CONDITION, text, "no condition", Declared(less, domain.conditions))
    for name, kind in domain.fields.items():
        for wider in kind.wider():
            variant = _variant(domain.of, {name: wider}, texts)
            yield Widened(Kind.BOUND, kind.words(name), wider.words(name), Declared(variant, domain.conditions))


def _variant(of: type[Instance], fields: dict[str, Field], conditions: tuple[str, ...]) -> type[Instance]:
    annotations = dict.fromkeys(fields, object)
    return type(of.__name__, (of,), {**fields, "conditions": conditions, "__annotations__": annotations})


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


def spread(found: Sequence[T], kind: Callable[[T], str], count: int, seed: str) -> list[T]:
    """``count`` mutants, the kinds in turn, at random within a kind but the same for the same seed."""
    by_kind: dict[str, list[T]] = defaultdict(list)
    for mutant in found:
        by_kind[kind(mutant)].append(mutant)
    generator = random.Random(seed)
    kinds = [generator.sample(group, len(group)) for group in by_kind.values()]
    generator.shuffle(kinds)
    turns = itertools.zip_longest(*kinds)
    return [mutant for turn in turns for mutant in turn if mutant is not None][:count]
