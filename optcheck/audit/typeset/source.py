"""A form as it is evaluated: the formula in the body of its function, typeset from the code itself.

Only what reads as a formula is shown: names that are given first, cases, and the value. A body with loops is an
algorithm, and has no formula here.
"""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
from collections.abc import Callable, Iterator
from functools import cache
from types import FunctionType

from optcheck.audit.typeset.names import name
from optcheck.audit.typeset.printer import NotTypeset, cases, in_pieces

MOST_PARTS = 4  # the form and the helpers that are shown with it
Definition = tuple[str, ast.expr]  # a name and what it stands for
Case = tuple[ast.expr, ast.expr | None]  # a value and when it is meant


def typeset_form(function: Callable[..., object]) -> list[str] | None:
    """The value and then what its names stand for, each as MathML; None for an algorithm."""
    if not isinstance(function, FunctionType) or function.__name__ == "<lambda>":
        return None
    try:
        return _lines(function.__module__, function.__name__)
    except (NotTypeset, RecursionError, OSError):
        return None


def _lines(module: str, function: str) -> list[str]:
    known = _functions(module)
    if function not in known:
        raise NotTypeset(f"{function} is not defined at the top of its module")
    found = _formula(known[function])
    if _is_trivial(found):
        raise NotTypeset("a constant is no formula")
    parts = {function: found}
    waiting = _helpers(found, known)
    while waiting:
        helper = waiting.pop(0)
        if helper not in parts:
            parts[helper] = _formula(known[helper])
            waiting += _helpers(parts[helper], known)
    lines = [_value(found)]
    for helper, part in parts.items():
        own = [] if helper == function else [f"{_equals(helper)} {_value(part)}"]
        lines += [line for line in (*own, *map(_where, part[0])) if line not in lines]
    defined = [line.partition("<mo>=</mo></math>")[0] for line in lines[1:]]
    if len(parts) > MOST_PARTS or len(set(defined)) < len(defined):
        raise NotTypeset("too many helpers for one formula, or one name for two things")
    return lines


def _is_trivial(found: tuple[list[Definition], list[Case]]) -> bool:
    """Whether nothing of the instance is in it."""
    parts = [part for case in found[1] for part in case if part is not None]
    called = {node.func for part in parts for node in ast.walk(part) if isinstance(node, ast.Call)}
    return not any(
        isinstance(node, ast.Name | ast.Attribute) and node not in called for part in parts for node in ast.walk(part)
    )


def _value(found: tuple[list[Definition], list[Case]]) -> str:
    values = found[1]
    return in_pieces(values[0][0]) if len(values) == 1 else f"<math>{cases(values)}</math>"


def _where(item: Definition) -> str:
    return f"{_equals(item[0])} {in_pieces(item[1])}"


def _equals(text: str) -> str:
    return f"<math>{name(text)}<mo>=</mo></math>"


def _formula(function: ast.FunctionDef) -> tuple[list[Definition], list[Case]]:
    """What is named on the way, and the value by cases."""
    function = copy.deepcopy(function)
    own = function.args.args[0].arg if function.args.args else ""
    names: list[Definition] = []
    values: list[Case] = []
    for statement in function.body:
        if _is_words(statement):
            continue
        if values and values[-1][1] is None:
            raise NotTypeset("code after the value")
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            names += _assigned(statement)
        else:
            values += _cases(statement)
    if not values or values[-1][1] is not None:
        raise NotTypeset("no value")
    renaming = _Renaming(own, not any(_is_field(node, own) for node in ast.walk(function)))
    for short, meant in names:
        if isinstance(meant, ast.Attribute) and _is_field(meant, own):
            renaming.renamed[meant.attr] = short  # s = case.sigma2_min: the paper's symbol
    kept = [(short, meant) for short, meant in names if not (_is_field(meant, own) and _field(meant).id == short)]
    return (
        [(short, _field(meant) if _is_field(meant, own) else renaming.visit(meant)) for short, meant in kept],
        [(renaming.visit(value), test and renaming.visit(test)) for value, test in values],
    )


def _is_field(node: ast.AST, own: str) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == own


def _field(node: ast.expr) -> ast.Name:
    assert isinstance(node, ast.Attribute)
    return ast.Name(node.attr, ast.Load())


class _Renaming(ast.NodeTransformer):
    """Fields of the instance as names; helpers of the instance as quantities."""

    def __init__(self, own: str, is_number: bool) -> None:
        self.own, self.is_number = own, is_number
        self.renamed: dict[str, str] = {}

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id == self.own:
            return ast.Name(self.renamed.get(node.attr, node.attr), ast.Load())
        return ast.Attribute(self.visit(node.value), node.attr, ast.Load())

    def visit_Call(self, node: ast.Call) -> ast.expr:
        whole = [isinstance(item, ast.Name) and item.id == self.own and not self.is_number for item in node.args]
        kept = [item for item, is_whole in zip(node.args, whole, strict=True) if not is_whole]
        return ast.Call(node.func, [self.visit(item) for item in kept], node.keywords)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id == self.own and not self.is_number:
            raise NotTypeset("the whole instance is no symbol")
        return node


def _is_words(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _assigned(statement: ast.Assign | ast.AnnAssign) -> Iterator[Definition]:
    if isinstance(statement, ast.AnnAssign) or len(statement.targets) != 1 or statement.value is None:
        raise NotTypeset("an assignment that is no definition")
    target, value = statement.targets[0], statement.value
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        for one, meant in zip(target.elts, value.elts, strict=True):
            if not isinstance(one, ast.Name):
                raise NotTypeset("an assignment that is no definition")
            yield one.id, meant
    else:
        raise NotTypeset("an assignment that is no definition")


def _cases(statement: ast.stmt) -> Iterator[Case]:
    match statement:
        case ast.Return(value=ast.IfExp() as choice):
            while isinstance(choice, ast.IfExp):
                yield choice.body, choice.test
                choice = choice.orelse  # type: ignore[assignment]
            yield choice, None
        case ast.Return(value=ast.expr() as value):
            yield value, None
        case ast.If(test=test, body=[ast.Return(value=ast.expr() as value)], orelse=[]):
            yield value, test
        case _:
            raise NotTypeset(f"a step of an algorithm: {type(statement).__name__}")


def _helpers(found: tuple[list[Definition], list[Case]], known: dict[str, ast.FunctionDef]) -> list[str]:
    """Functions of the same module that the formula calls, in order."""
    parts = [meant for _, meant in found[0]] + [part for case in found[1] for part in case if part is not None]
    calls = [node for part in parts for node in ast.walk(part) if isinstance(node, ast.Call)]
    return [node.func.id for node in calls if isinstance(node.func, ast.Name) and node.func.id in known]


@cache
def _functions(module: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse(inspect.getsource(importlib.import_module(module)))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
