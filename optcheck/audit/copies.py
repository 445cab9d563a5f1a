"""When nothing is compared: a truth that is the form again, or one of the two that calls the other.

Two functions are the same if their code is, whatever their arguments and local names are called, with the functions
that they call written out, sums and products in one order, and without what adds 0 or multiplies by 1.
"""

from __future__ import annotations

import ast
from copy import deepcopy
from functools import partial
from types import FunctionType, ModuleType
from typing import TypeVar

from optcheck.audit.symbols import NotReadable, source_of
from optcheck.claims.claim import Form, Statement
from optcheck.claims.truths import Definition
from optcheck.errors import InvalidInput

__all__ = ["check_no_copy"]

I = TypeVar("I")  # noqa: E741 - the instance
DEEPEST = 8  # calls inside calls that are written out


def check_no_copy(statement: Statement[I], form: Form[I]) -> None:
    """Raise InvalidInput where the truth at an instance is the form there, or is computed from it, or the reverse."""
    if not isinstance(statement.truth, Definition):
        return  # the checker derives it
    truth, said = _plain(statement.truth.value), _plain(form.evaluate)
    if statement.means is None and (truth is said or _code(truth) == _code(said)):
        raise InvalidInput(f"{statement.id}: its truth copies the form, so nothing is compared")
    if _calls(truth, said, 0, set()) or _calls(said, truth, 0, set()):
        raise InvalidInput(f"{statement.id}: of its truth and its form one calls the other, so nothing is compared")


def _plain(function: object) -> object:
    """The function that a partial call stands for."""
    return _plain(function.func) if isinstance(function, partial) else function


def _calls(start: object, goal: object, place: int, seen: set[tuple[int, int]]) -> bool:
    """Whether a function hands its argument at this place on to another, itself or by way of others.

    To call it with another argument is another matter: a lemma may speak of what was rearranged.
    """
    if not isinstance(start, FunctionType) or (id(start), place) in seen:
        return False
    seen.add((id(start), place))
    try:
        node = source_of(start)
    except NotReadable:
        return False
    names = [one.arg for one in node.args.args][place : place + 1]
    for call in (part for part in ast.walk(node) if isinstance(part, ast.Call)):
        for position, argument in enumerate(call.args):
            if isinstance(argument, ast.Name) and argument.id in names:
                called = _plain(_meant(call.func, start))
                if called is goal or _calls(called, goal, position, seen):
                    return True
    return False


def _meant(name: ast.expr, function: FunctionType) -> object:
    """What a name, or a name of a module, stands for in a function."""
    if isinstance(name, ast.Attribute):
        owner = _meant(name.value, function)
        return vars(owner).get(name.attr) if isinstance(owner, ModuleType) else None
    if not isinstance(name, ast.Name):
        return None
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    return cells[name.id].cell_contents if name.id in cells else function.__globals__.get(name.id)


def _code(function: object, depth: int = 0) -> object:
    """What a function computes, written in one way; the function itself where it has no source."""
    plain = _plain(function)
    if not isinstance(plain, FunctionType):
        return plain
    try:
        node = source_of(plain)
    except NotReadable:
        return plain
    names: dict[str, ast.expr] = {one.arg: ast.Name(f"argument{place}") for place, one in enumerate(node.args.args)}
    value = _returned(node, names, plain, depth)
    if value is not None:
        return ast.dump(value)
    assert isinstance(node, ast.FunctionDef)
    renaming = _Writing(names, plain, DEEPEST)  # steps of an algorithm: as they stand
    return [ast.dump(renaming.visit(part)) for part in deepcopy(node.body[bool(ast.get_docstring(node)) :])]


def _returned(
    node: ast.FunctionDef | ast.Lambda, names: dict[str, ast.expr], function: FunctionType, depth: int
) -> ast.expr | None:
    """The value that is returned in terms of the arguments; None for more than names and one value."""
    if isinstance(node, ast.Lambda):
        return _written(node.body, names, function, depth)
    for part in node.body[bool(ast.get_docstring(node)) :]:
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                names = {**names, name: _written(value, names, function, depth)}
            case ast.Return(value=ast.expr() as value):
                return _written(value, names, function, depth)
            case _:
                return None
    return None


def _written(value: ast.expr, names: dict[str, ast.expr], function: FunctionType, depth: int) -> ast.expr:
    result = _Writing(names, function, depth).visit(deepcopy(value))
    assert isinstance(result, ast.expr)
    return result


class _Writing(ast.NodeTransformer):
    """Names replaced by what they stand for, calls by what is returned, sums and products in one order."""

    def __init__(self, names: dict[str, ast.expr], function: FunctionType, depth: int) -> None:
        self.names, self.function, self.depth = names, function, depth

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """What the name stands for; a function of another module may have the same name and be another one."""
        if node.id in self.names:
            return self.names[node.id]
        meant = self.function.__globals__.get(node.id)
        return ast.Name(f"{getattr(meant, '__module__', '')}.{getattr(meant, '__qualname__', node.id)}")

    def visit_Call(self, node: ast.Call) -> ast.AST:
        called = self._called(node.func)
        self.generic_visit(node)
        if called is None or node.keywords or self.depth >= DEEPEST:
            return node
        try:
            source = source_of(called)
        except NotReadable:
            return node
        parameters = [one.arg for one in source.args.args]
        if len(parameters) != len(node.args):
            return node
        names = dict(zip(parameters, node.args, strict=True))
        return _returned(source, names, called, self.depth + 1) or node

    def _called(self, name: ast.expr) -> FunctionType | None:
        found = None if isinstance(name, ast.Name) and name.id in self.names else _meant(name, self.function)
        return found if isinstance(found, FunctionType) and not found.__module__.startswith("optcheck.") else None

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        neutral = {ast.Add: 0, ast.Sub: 0, ast.Mult: 1, ast.Div: 1}.get(type(node.op))
        if neutral is None:
            return node
        both = isinstance(node.op, ast.Add | ast.Mult)
        sides = sorted((node.left, node.right), key=ast.dump) if both else [node.left, node.right]
        for place in (0, 1) if both else (1,):
            if isinstance(sides[place], ast.Constant) and sides[place].value == neutral:  # type: ignore[attr-defined]
                return sides[1 - place]
        return ast.BinOp(sides[0], node.op, sides[1])
