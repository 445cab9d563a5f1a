"""The errors that get planted: one small change of one node of a syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from enum import StrEnum


class Kind(StrEnum):
    """What kind of slip a mutation imitates."""

    SIGN = "sign"
    TERM = "dropped term"
    FACTOR = "dropped factor"
    INDEX = "index shift"
    STRICTNESS = "strictness"
    EXTREMUM = "max for min"
    CONSTANT = "constant"
    VALUE = "whole value"


Change = tuple[Kind, ast.expr]

_STRICTNESS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
_EXTREMUM = {"max": "min", "min": "max"}


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
        case ast.Div() | ast.FloorDiv():
            yield Kind.FACTOR, node.left


def _unary(node: ast.UnaryOp) -> Iterator[Change]:
    if isinstance(node.op, ast.USub):
        yield Kind.SIGN, node.operand


def _compare(node: ast.Compare) -> Iterator[Change]:
    for position, operator in enumerate(node.ops):
        if type(operator) in _STRICTNESS:
            operators = [*node.ops[:position], _STRICTNESS[type(operator)](), *node.ops[position + 1 :]]
            yield Kind.STRICTNESS, ast.Compare(node.left, operators, node.comparators)


def _call(node: ast.Call) -> Iterator[Change]:
    if isinstance(node.func, ast.Name) and node.func.id in _EXTREMUM:
        yield Kind.EXTREMUM, ast.Call(ast.Name(_EXTREMUM[node.func.id], ast.Load()), node.args, node.keywords)


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
