"""True values for definitions as programs: Python itself evaluates the texts, with fractions and balls for numbers."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from operator import add, floordiv, mod, mul, sub
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
    "FloorDiv": floordiv,
    "Mod": mod,
    "Pow": pow,
}
_FAULTS = (ArithmeticError, AttributeError, LookupError, NameError, SyntaxError, TypeError, ValueError)


def _combined(name: str, a: Any, b: Any) -> Any:
    """The arithmetic of the language: quotients are fractions, and a ball makes the other number a ball."""
    balls = isinstance(a, arb) or isinstance(b, arb)
    if balls and name != "Pow":
        a, b = ball(a), ball(b)
    if name == "Pow" and isinstance(b, int) and b < 0 and not balls:
        a = Fraction(a)
    return _ARITHMETIC[name](a, b)


class _Exactly(ast.NodeTransformer):
    """Every operation of two numbers by the function above."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        parts = [ast.Constant(type(node.op).__name__), self.visit(node.left), self.visit(node.right)]
        return ast.Call(ast.Name("combined_", ast.Load()), parts, [])


def _total(values: Any, start: Any = 0) -> Any:
    for value in values:
        start = _combined("Add", start, value)
    return start


def _root(value: Any) -> Any:
    need(not ball(value) < 0, "a root of a number >= 0")
    return ball(value).sqrt()


_NAMES: dict[str, Any] = {
    "__builtins__": {},
    "combined_": _combined,
    "Fraction": Fraction,
    "sum": _total,
    "sqrt": _root,
    "exp": lambda value: ball(value).exp(),
    "log": lambda value: ball(value).log(),
    "erfc": lambda value: ball(value).erfc(),
    "pi": arb.pi,
    **{function.__name__: function for function in (abs, all, any, len, list, max, min, range, sorted, tuple)},
}


def _field(value: Any) -> Any:
    """A value of the instance as Python has it; an integer stays one."""
    if value is None or isinstance(value, bool) or (isinstance(value, str) and value[:1].isalpha()):
        return value
    if isinstance(value, list):
        return tuple(map(_field, value))
    if isinstance(value, dict):
        need(all(re.fullmatch("[A-Za-z][A-Za-z0-9_]*", name) for name in value), "names")
        return SimpleNamespace(**{name: _field(part) for name, part in value.items()})
    number = rational(value)
    return int(number) if number.denominator == 1 else number


def _given(text: str, side: str, instance: Any) -> Any:
    tree = ast.fix_missing_locations(_Exactly().visit(ast.parse(text)))
    names = dict(_NAMES)
    exec(compile(tree, side, "exec"), names)
    return names[side](instance)


def _entries(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, tuple | list):
        for index, item in enumerate(value):
            yield from _entries(item, f"{place}[{index}]")
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
    claimed, true = _values(instance, "claimed"), _values(instance, "true")
    need(claimed.keys() == true.keys() and bool(claimed), "one shape")
    words, stands = _RELATIONS[instance["relation"]]
    known: Truth = {}
    for place in claimed:
        known |= {f"claimed{place}": claimed[place], f"true{place}": true[place]}
        known[f"claimed{place} - true{place}"] = _difference(claimed[place], true[place])
    verdicts = [_stands(stands, true[place], claimed[place]) for place in claimed]
    decided = None not in verdicts or False in verdicts
    known[f"that the true value {words} the claimed one"] = all(verdicts) if decided else _anything
    return known


def _difference(claimed: Any, true: Any) -> Any:
    return None if isinstance(claimed, bool | str) else _combined("Sub", claimed, true)


def _stands(stands: Callable[[Any, Any], Any], true: Any, claimed: Any) -> bool | None:
    """None where balls overlap, so that nothing is decided."""
    if not isinstance(true, arb) and not isinstance(claimed, arb):
        return bool(stands(true, claimed))
    a, b = ball(true), ball(claimed)
    return None if a.overlaps(b) else bool(stands(a, b))


def _anything(fact: Any) -> bool:
    return isinstance(fact.value, bool)
