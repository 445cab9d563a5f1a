"""True values for definitions as programs: Python itself evaluates the texts, with fractions and balls for numbers."""

from __future__ import annotations

import ast
import itertools
import math
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, or_, sub
from types import SimpleNamespace
from typing import Any

from flint import arb

from tests.fuzz.oracle import Impossible, Truth, ball, need, rational, truths

_RELATIONS: dict[str, tuple[str, Callable[[Any, Any], Any]]] = {
    "equals": ("equals", lambda true, claimed: true == claimed),
    "at most": ("is at most", lambda true, claimed: true <= claimed),
    "at least": ("is at least", lambda true, claimed: true >= claimed),
    "less": ("is less than", lambda true, claimed: true < claimed),
    "greater": ("is greater than", lambda true, claimed: true > claimed),
}
_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "Add": add,
    "Sub": sub,
    "Mult": mul,
    "Div": lambda a, b: a / b if isinstance(a, arb) else Fraction(a) / b,
    "FloorDiv": lambda a, b: _floor(_combined("Div", a, b)) if isinstance(a, arb) else floordiv(a, b),
    "Mod": lambda a, b: a - _floor(_combined("Div", a, b)) * b if isinstance(a, arb) else mod(a, b),
    "Pow": lambda a, b: _power(a, b),
    "BitOr": or_,
}
_ORDERS: dict[str, Callable[[Any, Any], Any]] = {"Lt": lt, "LtE": le, "Gt": gt, "GtE": ge, "Eq": eq, "NotEq": ne}


class Undecided(ArithmeticError):
    """Balls overlap: the oracle does not know, and believes the checker."""


_FAULTS = (ArithmeticError, AttributeError, LookupError, NameError, SyntaxError, TypeError, ValueError)


def _combined(name: str, a: Any, b: Any) -> Any:
    """The arithmetic of the language: quotients are fractions, and a ball makes the other number a ball."""
    balls = isinstance(a, arb) or isinstance(b, arb)
    if balls and name != "Pow":
        a, b = ball(a), ball(b)
    found = _ARITHMETIC[name](a, b)
    return int(found) if isinstance(found, Fraction) and found.denominator == 1 else found  # as an index, too


def _power(a: Any, b: Any) -> Any:
    if isinstance(b, Fraction) and b.denominator > 1:
        need(not ball(a) < 0, "a root of a number >= 0")
        return ball(a) ** ball(b)
    return a ** int(b) if isinstance(a, arb) or b >= 0 else Fraction(a) ** int(b)


def _floor(value: Any) -> int:
    if not isinstance(value, arb):
        floored: int = math.floor(value)
        return floored
    found = value.floor().unique_fmpz()
    if found is None:
        raise Undecided
    return int(found)


def _compared(name: str, a: Any, b: Any) -> Any:
    """An order of two values; balls that overlap tell nothing."""
    if not isinstance(a, arb) and not isinstance(b, arb):
        return _ORDERS[name](a, b)
    if ball(a).overlaps(ball(b)):
        raise Undecided
    return _ORDERS[name](ball(a), ball(b))


class _Row:
    """A number among rows that are sorted or searched for the largest."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __lt__(self, other: _Row) -> bool:
        a, b = self.value, other.value
        if not isinstance(a, tuple | list):
            return bool(_compared("Lt", a, b))
        for x, y in zip(a, b, strict=False):
            if _Row(x) < _Row(y) or _Row(y) < _Row(x):
                return _Row(x) < _Row(y)
        return len(a) < len(b)


def _sorted(values: Any, *, key: Any = lambda value: value, reverse: bool = False) -> Any:
    return sorted(values, key=lambda value: _Row(key(value)), reverse=reverse)


def _extreme(choose: Any) -> Any:
    def found(*values: Any, key: Any = lambda value: value, **default: Any) -> Any:
        return choose(values[0] if len(values) == 1 else values, key=lambda value: _Row(key(value)), **default)

    return found


class _Exactly(ast.NodeTransformer):
    """Every operation of two numbers by the function above."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        parts = [ast.Constant(type(node.op).__name__), self.visit(node.left), self.visit(node.right)]
        return ast.Call(ast.Name("combined_", ast.Load()), parts, [])

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        old = ast.parse(ast.unparse(node.target), mode="eval").body
        name = ast.Constant(type(node.op).__name__)
        new = ast.Call(ast.Name("added_", ast.Load()), [name, self.visit(old), self.visit(node.value)], [])
        return ast.Assign([self.visit(node.target)], new)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        if len(node.ops) != 1 or type(node.ops[0]).__name__ not in _ORDERS:
            return node
        parts = [ast.Constant(type(node.ops[0]).__name__), node.left, node.comparators[0]]
        return ast.Call(ast.Name("compared_", ast.Load()), parts, [])


def _added(name: str, old: Any, value: Any) -> Any:
    if isinstance(old, list) and name in ("Add", "Mult"):
        old[:] = _combined(name, old, list(value) if name == "Add" else value)
        return old
    if isinstance(old, dict | set) and name == "BitOr":
        old.update(value)
        return old
    return _combined(name, old, value)


def _total(values: Any, start: Any = 0) -> Any:
    for value in values:
        start = _combined("Add", start, value)
    return start


def _root(value: Any, degree: int = 2) -> Any:
    need(not ball(value) < 0 and degree > 0, "a root of a number >= 0")
    return ball(value).root(degree)


class _Record(SimpleNamespace):
    """A record that may be a key."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(sorted(vars(self).items())))


def _replaced(record: _Record, **fields: Any) -> _Record:
    need(fields.keys() <= vars(record).keys(), "fields of the record")
    return _Record(**vars(record) | fields)


def _product(values: Any, start: Any = 1) -> Any:
    for value in values:
        start = _combined("Mult", start, value)
    return start


def _truncated(value: Any = 0) -> int:
    return _floor(value) if _compared("GtE", value, 0) else -_floor(_combined("Sub", 0, value))


def _accumulated(values: Any) -> Any:
    return itertools.accumulate(values, partial(_combined, "Add"))


_NAMES: dict[str, Any] = {
    "__builtins__": {},
    "combined_": _combined,
    "Fraction": Fraction,
    "sum": _total,
    "added_": _added,
    "compared_": _compared,
    "sqrt": _root,
    "root": _root,
    "surd": _root,
    "power": _power,
    "total": _total,
    "record": _Record,
    "replace": _replaced,
    "prod": _product,
    "accumulate": _accumulated,
    "floor": _floor,
    "ceil": lambda value: -_floor(_combined("Sub", 0, value)),
    "int": _truncated,
    "sorted": _sorted,
    **dict.fromkeys(("max", "largest"), _extreme(max)),
    **dict.fromkeys(("min", "smallest"), _extreme(min)),
    "count": len,
    "comb": math.comb,
    "factorial": math.factorial,
    **{name: getattr(itertools, name) for name in ("chain", "combinations", "pairwise", "permutations", "product")},
    **{function.__name__: function for function in (bool, dict, enumerate, map, next, reversed, set, zip)},
    "exp": lambda value: ball(value).exp(),
    "log": lambda value: ball(value).log(),
    "erfc": lambda value: ball(value).erfc(),
    "pi": arb.pi,
    **{function.__name__: function for function in (abs, all, any, len, list, range, tuple)},
}


def _field(value: Any) -> Any:
    """A value of the instance as Python has it; an integer stays one."""
    if value is None or isinstance(value, bool) or (isinstance(value, str) and value[:1].isalpha()):
        return value
    if isinstance(value, list):
        return tuple(map(_field, value))
    if isinstance(value, dict):
        need(all(re.fullmatch("[A-Za-z][A-Za-z0-9_]*", name) for name in value), "names")
        return _Record(**{name: _field(part) for name, part in value.items()})
    number = rational(value)
    return int(number) if number.denominator == 1 else number


def _given(text: str, side: str, instance: Any) -> Any:
    tree = ast.fix_missing_locations(_Exactly().visit(ast.parse(text)))
    names = dict(_NAMES)
    exec(compile(tree, side, "exec"), names)
    return names[side](instance)


def _entries(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, tuple | list) and not value:
        yield f"{place}[]", None
    elif isinstance(value, tuple | list):
        for index, item in enumerate(value):
            yield from _entries(item, f"{place}[{index}]")
    elif isinstance(value, SimpleNamespace):
        for name, item in vars(value).items():
            yield from _entries(item, f"{place}.{name}")
    else:
        yield place, value


def _values(instance: dict[str, Any], side: str) -> dict[str, Any]:
    try:
        _given(instance[side], side, SimpleNamespace())
    except _FAULTS:
        return dict(_entries(_given(instance[side], side, _field(instance["instance"])), ""))
    raise Impossible(f"{side} needs no instance")


@truths("evaluation")
def _evaluation(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    need(set(instance) == {"instance", "claimed", "true", "relation"} and evidence == {}, "fields")
    try:
        claimed, true = _values(instance, "claimed"), _values(instance, "true")
    except Undecided:
        return _Unknown()
    need(claimed.keys() == true.keys(), "one shape")
    claimed = {place: value for place, value in claimed.items() if value is not None}
    need(bool(claimed), "something to compare")
    words, stands = _RELATIONS[instance["relation"]]
    known: Truth = {}
    for place in claimed:
        known |= {f"claimed{place}": claimed[place], f"true{place}": true[place]}
        known[f"claimed{place} - true{place}"] = _difference(claimed[place], true[place])
    verdicts = [_stands(stands, true[place], claimed[place]) for place in claimed]
    decided = None not in verdicts or False in verdicts
    known[f"that the true value {words} the claimed one"] = all(verdicts) if decided else _anything
    return known


class _Unknown(dict[str, Any]):
    """Says of every quantity that any value will do."""

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> Any:
        return lambda fact: True


def _difference(claimed: Any, true: Any) -> Any:
    words = any(isinstance(value, bool | str) for value in (claimed, true))
    return None if words else _combined("Sub", claimed, true)


def _stands(stands: Callable[[Any, Any], Any], true: Any, claimed: Any) -> bool | None:
    """None where balls overlap, so that nothing is decided."""
    if not isinstance(true, arb) and not isinstance(claimed, arb):
        return bool(stands(true, claimed))
    a, b = ball(true), ball(claimed)
    return None if a.overlaps(b) else bool(stands(a, b))


def _anything(fact: Any) -> bool:
    return isinstance(fact.value, bool)
