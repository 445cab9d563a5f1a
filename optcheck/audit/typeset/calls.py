"""Calls in formulas: roots, logarithms, sums over rows, and the helpers that a formula names."""

from __future__ import annotations

import ast
from collections.abc import Callable

from optcheck.audit.typeset.names import name, word
from optcheck.audit.typeset.printer import (
    APPLY,
    ATOM,
    COMPARE,
    MULTIPLY,
    POWER,
    NotTypeset,
    Piece,
    fenced,
    inside,
    row,
    to_the_power,
)

Arguments = list[ast.expr]


def call(node: ast.Call) -> Piece:
    """A function of its arguments."""
    if node.keywords and not isinstance(node.func, ast.Name):
        raise NotTypeset("keywords have no notation")
    written = getattr(node, "written", None)
    if written is not None:
        return _as_written(written, node)
    called = node.func.id if isinstance(node.func, ast.Name) else None
    if called is None or any(isinstance(item, ast.Starred) for item in node.args):
        raise NotTypeset(f"no notation for {ast.unparse(node)}")
    draw = _KNOWN.get(called)
    return draw(node.args) if draw is not None else _named(called, node.args)


def _as_written(written: str, node: ast.Call) -> Piece:
    """A function of a text, under the name and with the parentheses that stand there."""
    if getattr(node, "bare", False):
        return name(written) + APPLY + '<mspace width="0.17em"/>' + inside(node.args[0], POWER), POWER
    return name(written) + APPLY + fenced(_listed(node.args)), POWER


def _named(called: str, arguments: Arguments) -> Piece:
    if not arguments:
        return name(called), ATOM
    return name(called) + APPLY + fenced(_listed(arguments)), POWER


def _listed(items: Arguments) -> str:
    return "<mo>,</mo>".join(inside(item, COMPARE) for item in items)


def _one(arguments: Arguments) -> ast.expr:
    if len(arguments) != 1:
        raise NotTypeset("a function of one argument")
    return arguments[0]


def _root(arguments: Arguments) -> Piece:
    return f"<msqrt>{inside(_one(arguments), COMPARE)}</msqrt>", ATOM


def _exponential(arguments: Arguments) -> Piece:
    inner = _one(arguments)
    if isinstance(inner, ast.Name | ast.Attribute | ast.Constant) or len(ast.unparse(inner)) <= 12:
        return f"<msup><mi>e</mi>{row(inside(inner, COMPARE))}</msup>", POWER
    return word("exp") + APPLY + fenced(inside(inner, COMPARE)), POWER


def _function(shown: str) -> Callable[[Arguments], Piece]:
    return lambda arguments: (word(shown) + APPLY + fenced(_listed(arguments)), POWER)


def _extreme(shown: str) -> Callable[[Arguments], Piece]:
    def draw(arguments: Arguments) -> Piece:
        if len(arguments) == 1 and isinstance(arguments[0], ast.GeneratorExp | ast.ListComp):
            under, body = _over(arguments[0])
            return f"<munder>{word(shown)}{row(under)}</munder>{APPLY}{inside(body, MULTIPLY)}", MULTIPLY
        return word(shown) + APPLY + fenced(_listed(arguments)), POWER

    return draw


def _sum(arguments: Arguments) -> Piece:
    inner = arguments[0]
    if len(arguments) == 2 and not _is_zero(arguments[1]):
        raise NotTypeset("a sum that starts elsewhere")
    if isinstance(inner, ast.GeneratorExp | ast.ListComp):
        under, body = _over(inner)
        return f"<munder><mo>∑</mo>{row(under)}</munder>{inside(body, MULTIPLY)}", MULTIPLY
    return f"<mo>∑</mo>{inside(inner, ATOM)}", MULTIPLY


def _indexed_sum(arguments: Arguments) -> Piece:
    """A sum of a text, with what stands under its sign."""
    under, body = arguments
    if isinstance(under, ast.Constant) and under.value == "":
        return f"<mo>∑</mo>{inside(body, MULTIPLY)}", MULTIPLY
    shown = _listed(list(under.elts)) if isinstance(under, ast.Tuple) else inside(under, COMPARE)
    return f"<munder><mo>∑</mo>{row(shown)}</munder>{inside(body, MULTIPLY)}", MULTIPLY


def _floor(arguments: Arguments) -> Piece:
    return fenced(inside(_one(arguments), COMPARE), "⌊", "⌋"), ATOM


def _is_zero(node: ast.expr) -> bool:
    return ast.unparse(node) in ("0", "Fraction(0)")


def _over(node: ast.GeneratorExp | ast.ListComp) -> tuple[str, ast.expr]:
    """What stands under a sum or a maximum, and what is summed."""
    if len(node.generators) != 1:
        raise NotTypeset("a sum over several things")
    loop = node.generators[0]
    under = inside(loop.target, COMPARE) + "<mo>∈</mo>" + _range(loop.iter)
    for test in loop.ifs:
        under += "<mo>,</mo>" + inside(test, COMPARE)
    return under, node.elt


def _range(node: ast.expr) -> str:
    match node:
        case ast.Call(func=ast.Name(id="range"), args=[end]):
            return fenced(f"<mn>0</mn><mo>,</mo><mo>…</mo><mo>,</mo>{_before(end)}", "{", "}")
        case ast.Call(func=ast.Name(id="range"), args=[start, end]):
            return fenced(f"{inside(start, COMPARE)}<mo>,</mo><mo>…</mo><mo>,</mo>{_before(end)}", "{", "}")
        case ast.Call():
            raise NotTypeset("a sum over something computed")
    return inside(node, COMPARE)


def _before(end: ast.expr) -> str:
    match end:
        case ast.BinOp(left=left, op=ast.Add(), right=ast.Constant(value=1)):
            return inside(left, COMPARE)
    return inside(ast.BinOp(end, ast.Sub(), ast.Constant(1)), COMPARE)


def _absolute(arguments: Arguments) -> Piece:
    return fenced(inside(_one(arguments), COMPARE), "|", "|"), ATOM


def _ratio(arguments: Arguments) -> Piece:
    if len(arguments) == 1:
        return inside(arguments[0], COMPARE), (ATOM if isinstance(arguments[0], ast.Constant) else COMPARE)
    above, below = arguments
    return f"<mfrac>{row(inside(above, COMPARE))}{row(inside(below, COMPARE))}</mfrac>", MULTIPLY


def _to_the_power(arguments: Arguments) -> Piece:
    base, exponent = arguments
    return to_the_power(base, exponent)


def _choose(arguments: Arguments) -> Piece:
    above, below = (row(inside(item, COMPARE)) for item in arguments)
    return fenced(f'<mfrac linethickness="0">{above}{below}</mfrac>'), ATOM


def _factorial(arguments: Arguments) -> Piece:
    return f'{inside(_one(arguments), ATOM)}<mo form="postfix">!</mo>', POWER


def _itself(arguments: Arguments) -> Piece:
    inner = _one(arguments)
    return inside(inner, COMPARE), COMPARE


_KNOWN: dict[str, Callable[[Arguments], Piece]] = {
    "Fraction": _ratio,
    "Rational": _ratio,
    "Max": _extreme("max"),
    "Min": _extreme("min"),
    "abs": _absolute,
    "bool": _itself,
    "comb": _choose,
    "binomial": _choose,
    "count": _absolute,
    "erfc": _function("erfc"),
    "exp": _exponential,
    "factorial": _factorial,
    "largest": _extreme("max"),
    "len": _absolute,
    "log": _function("ln"),
    "max": _extreme("max"),
    "min": _extreme("min"),
    "power": _to_the_power,
    "smallest": _extreme("min"),
    "sqrt": _root,
    "sum": _sum,
    "surd": _root,
    "floor": _floor,
    "Σ": _indexed_sum,
    "total": _sum,
}
