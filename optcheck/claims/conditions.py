"""The small language of bounds and conditions: arithmetic and comparisons of an instance's fields, written as text.

>>> evaluate(parsed("1 <= t <= n - 1 and sum(required) > 0"), {"t": 1, "n": 2, "required": (0, 3)})
True

Names are fields, ``record.field`` those of a record. Functions: len, sum, max, min, abs, all, any. A generator over a
row may stand in the latter five. What a condition says is in its text: nothing else can be meant.
"""

from __future__ import annotations

import ast
import builtins
import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from types import CodeType
from typing import Any

from optcheck.errors import InvalidInput

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
    code: CodeType = field(compare=False, repr=False)


@cache
def parsed(text: str) -> Condition:
    """Read a text; raises InvalidInput for what the language has not."""
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError as error:
        raise InvalidInput(f"{text!r} is no condition or bound: {error.msg}") from error
    for node in ast.walk(tree):
        _check_node(node, text)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    exact = ast.fix_missing_locations(_Exact().visit(copy.deepcopy(tree)))
    code = compile(exact, f"<{text}>", "eval", dont_inherit=True)
    return Condition(text, tree.body, frozenset(used - bound - set(FUNCTIONS)), code)


def _check_node(node: ast.AST, text: str) -> None:
    match node:
        case ast.Call(func=function) if not (isinstance(function, ast.Name) and function.id in FUNCTIONS):
            raise InvalidInput(f"{text!r} calls {ast.unparse(function)}; there are only {', '.join(FUNCTIONS)}")
        case ast.Constant(value=value) if type(value) not in (int, str, bool):
            raise InvalidInput(f"{text!r} has {value!r}: numbers are whole, or quotients such as 1/2")
        case ast.Name(id=name) | ast.Attribute(attr=name) if name.startswith("_"):
            raise InvalidInput(f"{text!r} names {name}, which is no field")
    if not isinstance(node, _ALLOWED):
        raise InvalidInput(f"{text!r} has {type(node).__name__}, which conditions and bounds have not")


class _Exact(ast.NodeTransformer):
    """Quotients are fractions, and powers stay small."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        left, right = self.visit(node.left), self.visit(node.right)
        name = {ast.Div: "_quotient", ast.Pow: "_power"}.get(type(node.op))
        if name is None:
            return ast.BinOp(left, node.op, right)
        return ast.Call(ast.Name(name, ast.Load()), [left, right], [])


def _quotient(left: Content, right: Content) -> Content:
    return Fraction(left) / right


def _power(base: Content, exponent: Content) -> Content:
    if type(exponent) is not int or abs(exponent) > 64:
        raise InvalidInput(f"powers in conditions are whole and at most 64, got {exponent!r}")
    return Fraction(base) ** exponent if exponent < 0 else base**exponent


_MEANING: dict[str, Content] = {
    **{name: getattr(builtins, name) for name in FUNCTIONS},
    "sorted": lambda row: tuple(sorted(row)),
    "_quotient": _quotient,
    "_power": _power,
    "__builtins__": {},
}


def evaluate(condition: Condition, known: Known) -> Content:
    """The value for exact numbers; a quotient of whole numbers is a fraction."""
    try:
        return eval(condition.code, {**known, **_MEANING})  # of a text that has arithmetic only
    except (ArithmeticError, AttributeError, LookupError, NameError, TypeError, ValueError) as error:
        at = ", ".join(f"{name} = {known[name]!r}" for name in sorted(condition.names) if name in known)
        raise InvalidInput(f"{condition.text!r} is undefined at {at}: {type(error).__name__}: {error}") from error


def holds(condition: Condition, known: Known) -> bool:
    """Whether the condition is true; raises InvalidInput for one that is neither true nor false."""
    value = evaluate(condition, known)
    if value is not True and value is not False:
        raise InvalidInput(f"the condition {condition.text!r} must be true or false, and is {value!r}")
    return value
