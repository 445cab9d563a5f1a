"""The small language of bounds and conditions: arithmetic and comparisons of an instance's fields, written as text.

>>> evaluate(parsed("1 <= t <= n - 1 and sum(required) > 0"), {"t": 1, "n": 2, "required": (0, 3)})
True

Names are fields, ``record.field`` those of a record. Functions: len, sum, max, min, abs, all, any. A generator over a
row may stand in the latter five. What a condition says is in its text: nothing else can be meant.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from optcheck.errors import InvalidInput

__all__ = ["Condition", "Content", "Known", "evaluate", "holds", "parsed"]

Content = Any  # what stands in a field, or is computed of it: a number, a word, a row, a set, a record
Known = Mapping[str, Content]  # fields by name

FUNCTIONS = ("abs", "all", "any", "len", "max", "min", "range", "sorted", "sum")
_ALLOWED = (
    ast.Expression, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.Call, ast.Name, ast.Constant, ast.Load,
    ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.USub, ast.Not, ast.And, ast.Or, ast.Eq,
    ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Attribute, ast.Subscript, ast.Slice,
    ast.GeneratorExp, ast.comprehension, ast.Store, ast.Tuple, ast.IfExp,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Condition:
    """A text and what it means; ``names`` are the fields it speaks of."""

    text: str
    tree: ast.expr = field(compare=False, repr=False)
    names: frozenset[str] = field(compare=False, repr=False)


@cache
def parsed(text: str) -> Condition:
    """Read a text; raises InvalidInput for what the language has not."""
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError as error:
        raise InvalidInput(f"{text!r} is no condition or bound: {error.msg}") from error
    for node in ast.walk(tree):
        if not isinstance(node, _ALLOWED):
            raise InvalidInput(f"{text!r} has {type(node).__name__}, which conditions and bounds have not")
        if isinstance(node, ast.Call) and not (isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS):
            raise InvalidInput(f"{text!r} calls {ast.unparse(node.func)}; there are only {', '.join(FUNCTIONS)}")
        if isinstance(node, ast.Constant) and type(node.value) not in (int, str, bool):
            raise InvalidInput(f"{text!r} has {node.value!r}: numbers are whole, or quotients such as 1/2")
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return Condition(text, tree.body, frozenset(used - bound - set(FUNCTIONS)))


def evaluate(condition: Condition, known: Known) -> Content:
    """The value for exact numbers; a quotient of whole numbers is a fraction."""
    try:
        return _value(condition.tree, dict(known))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        at = ", ".join(f"{name} = {known[name]!r}" for name in sorted(condition.names) if name in known)
        raise InvalidInput(f"{condition.text!r} is undefined at {at}: {type(error).__name__}: {error}") from error


def holds(condition: Condition, known: Known) -> bool:
    """Whether the condition is true; raises InvalidInput for one that is neither true nor false."""
    value = evaluate(condition, known)
    if value is not True and value is not False:
        raise InvalidInput(f"the condition {condition.text!r} must be true or false, and is {value!r}")
    return value


def _value(node: ast.expr, known: dict[str, Content]) -> Content:
    match node:
        case ast.Constant(value):
            return value
        case ast.Name(name):
            return known[name]
        case ast.Attribute(owner, name):
            return getattr(_value(owner, known), name)
        case ast.Tuple(parts):
            return tuple(_value(part, known) for part in parts)
        case ast.Subscript(owner, ast.Slice(low, high, None)):
            ends = (None if end is None else _value(end, known) for end in (low, high))
            return _value(owner, known)[slice(*ends)]
        case ast.Subscript(owner, place):
            return _value(owner, known)[_value(place, known)]
        case ast.Call(ast.Name(name), arguments):
            return _called(name, [_argument(one, known) for one in arguments])
    return _operated(node, known)


def _operated(node: ast.expr, known: dict[str, Content]) -> Content:
    match node:
        case ast.UnaryOp(ast.USub(), operand):
            return -_value(operand, known)
        case ast.UnaryOp(ast.Not(), operand):
            return not _value(operand, known)
        case ast.BinOp(left, operation, right):
            return _binary(operation, _value(left, known), _value(right, known))
        case ast.BoolOp(operation, parts):
            combine = all if isinstance(operation, ast.And) else any
            return combine(_value(part, known) for part in parts)
        case ast.IfExp(test, then, otherwise):
            return _value(then if _value(test, known) else otherwise, known)
        case ast.Compare():
            return _compared(node, known)
    raise InvalidInput(f"{ast.unparse(node)} is no condition or bound")


def _argument(node: ast.expr, known: dict[str, Content]) -> Content:
    return list(_generated(node, known)) if isinstance(node, ast.GeneratorExp) else _value(node, known)


def _generated(node: ast.GeneratorExp, known: dict[str, Content]) -> Iterator[Content]:
    (loop, *more) = node.generators
    if more or not isinstance(loop.target, ast.Name):
        raise InvalidInput(f"{ast.unparse(node)}: one name runs through one row")
    for value in _value(loop.iter, known):
        inner = {**known, loop.target.id: value}
        if all(_value(test, inner) for test in loop.ifs):
            yield _value(node.elt, inner)


def _binary(operation: ast.operator, left: Content, right: Content) -> Content:
    match operation:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Div():
            return Fraction(left) / right
        case ast.FloorDiv():
            return left // right
        case ast.Mod():
            return left % right
    if type(right) is not int or abs(right) > 64:
        raise InvalidInput(f"powers in conditions are whole and at most 64, got {right!r}")
    return Fraction(left) ** right if right < 0 else left**right


def _compared(node: ast.Compare, known: dict[str, Content]) -> bool:
    left = _value(node.left, known)
    for operation, other in zip(node.ops, node.comparators, strict=True):
        right = _value(other, known)
        if not _holds(operation, left, right):
            return False
        left = right
    return True


def _holds(operation: ast.cmpop, left: Content, right: Content) -> bool:
    match operation:
        case ast.Eq():
            return bool(left == right)
        case ast.NotEq():
            return bool(left != right)
        case ast.Lt():
            return bool(left < right)
        case ast.LtE():
            return bool(left <= right)
        case ast.Gt():
            return bool(left > right)
        case ast.GtE():
            return bool(left >= right)
        case ast.In():
            return left in right
    return left not in right


def _called(name: str, arguments: list[Content]) -> Content:
    if name == "sorted":
        return tuple(sorted(arguments[0]))
    functions: dict[str, Content] = {
        "abs": abs,
        "all": all,
        "any": any,
        "len": len,
        "max": max,
        "min": min,
        "range": range,
        "sum": sum,
    }
    return functions[name](*arguments)
