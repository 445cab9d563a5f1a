"""Python expressions as presentation MathML: fractions, roots, powers, sums, cases."""

from __future__ import annotations

import ast
from collections.abc import Callable
from fractions import Fraction
from html import escape

from optcheck.audit.typeset.names import name, word
from optcheck.errors import OptcheckError

TIMES, APPLY = "<mo>&#x2062;</mo>", "<mo>&#x2061;</mo>"
COMPARE, AND, ADD, MULTIPLY, NEGATE, POWER, ATOM = range(7)
LONG_LIST = 3  # items after which a line may break
LONGEST = 3000  # characters of Python beyond which an expression is not worth typesetting
RELATIONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "=", ast.NotEq: "≠", ast.Lt: "<", ast.LtE: "≤", ast.Gt: ">", ast.GtE: "≥", ast.In: "∈", ast.NotIn: "∉",
}  # fmt: skip
Piece = tuple[str, int]  # MathML and how tightly it binds


class NotTypeset(OptcheckError):
    """The expression has no notation here."""


def typeset_expression(text: str) -> str | None:
    """An expression in Python's notation as MathML, in pieces that a line may break between; None where it has none.

    >>> typeset_expression("x/2")
    '<math><mfrac><mrow><mi>x</mi></mrow><mrow><mn>2</mn></mrow></mfrac></math>'
    """
    if len(text) > LONGEST:
        return None
    try:
        return in_pieces(ast.parse(text, mode="eval").body)
    except (NotTypeset, SyntaxError, RecursionError):
        return None


def in_pieces(node: ast.expr) -> str:
    """MathML that may be broken at relations and between the terms of a sum."""
    if isinstance(node, ast.Compare):
        pieces = [*_terms(node.left, "")]
        for operator, side in zip(node.ops, node.comparators, strict=True):
            pieces += _terms(side, _relation(operator))
        return "<wbr>".join(f"<math>{piece}</math>" for piece in pieces)
    return "<wbr>".join(f"<math>{piece}</math>" for piece in _terms(node, ""))


def _terms(node: ast.expr, lead: str) -> list[str]:
    if getattr(node, "grouped", False):  # a text has these brackets, and words beside the formula may need them
        return [lead + fenced(inside(node, COMPARE))]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        sign = "+" if isinstance(node.op, ast.Add) else "−"
        return [*_terms(node.left, lead), _infix(sign) + inside(node.right, MULTIPLY)]
    if isinstance(node, ast.Set | ast.List | ast.Tuple) and len(node.elts) > LONG_LIST:
        return _items(node, lead)
    return [lead + inside(node, COMPARE)]


def _items(node: ast.Set | ast.List | ast.Tuple, lead: str) -> list[str]:
    """A long list in pieces, one for each item."""
    left, right = ("{", "}") if isinstance(node, ast.Set) else ("(", ")")
    shown = [inside(item, COMPARE) + "<mo>,</mo>" for item in node.elts[:-1]]
    shown[0] = f'{lead}<mo form="prefix" stretchy="false">{left}</mo>{shown[0]}'
    return [*shown, f'{inside(node.elts[-1], COMPARE)}<mo form="postfix" stretchy="false">{right}</mo>']


def inside(node: ast.expr, least: int) -> str:
    """The expression, in parentheses where it binds less tightly than needed."""
    text, level = _piece(node)
    return text if level >= least else fenced(text)


def fenced(text: str, left: str = "(", right: str = ")") -> str:
    """Text between fences, which grow only where it is tall."""
    tall = any(f"<{tag}" in text for tag in ("mfrac", "msqrt", "mtable", "munder"))
    flat = "" if tall else ' stretchy="false"'
    return (
        f'<mrow><mo{flat} form="prefix">{escape(left)}</mo>{text}<mo{flat} form="postfix">{escape(right)}</mo></mrow>'
    )


def _infix(sign: str) -> str:
    return f'<mo form="infix">{escape(sign)}</mo>'


def _relation(operator: ast.cmpop) -> str:
    if type(operator) not in RELATIONS:
        raise NotTypeset(f"no sign for {type(operator).__name__}")
    return _infix(RELATIONS[type(operator)])


def _piece(node: ast.expr) -> Piece:
    draw = _DRAW.get(type(node))
    if draw is None:
        raise NotTypeset(f"no notation for {ast.unparse(node)}")
    return draw(node)


def _constant(node: ast.Constant) -> Piece:
    if isinstance(node.value, str):
        return f"<mtext>{escape(node.value)}</mtext>", ATOM
    if isinstance(node.value, bool) or not isinstance(node.value, int | float):
        return f"<mtext>{escape(str(node.value).lower())}</mtext>", ATOM
    return f"<mn>{escape(getattr(node, 'shown', None) or str(node.value))}</mn>", ATOM


def _name(node: ast.Name) -> Piece:
    return ("<mi>∞</mi>" if node.id == "INFINITE" else name(node.id)), ATOM


def _attribute(node: ast.Attribute) -> Piece:
    return name(node.attr), ATOM


def _subscript(node: ast.Subscript) -> Piece:
    """An entry; the first one, which Python numbers 0, is numbered 1."""
    if isinstance(node.slice, ast.Slice | ast.Tuple):
        raise NotTypeset("a slice has no notation")
    return f"<msub>{inside(node.value, ATOM)}<mrow>{_place(node.slice)}</mrow></msub>", ATOM


def _place(index: ast.expr) -> str:
    if isinstance(index, ast.Constant) and isinstance(index.value, int):
        return f"<mn>{index.value + 1}</mn>"
    if isinstance(index, ast.UnaryOp):
        raise NotTypeset("an entry counted from the end has no notation")
    if isinstance(index, ast.Name | ast.Attribute):
        return inside(index, ATOM)  # a variable that names a party stands for its number
    raise NotTypeset("a computed index has no notation")


def _binary(node: ast.BinOp) -> Piece:
    draw = {ast.Div: _quotient, ast.Pow: to_the_power, ast.Mult: _product}.get(type(node.op))
    if draw is not None:
        return draw(node.left, node.right)
    signs: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "−"}
    if type(node.op) in signs:
        return inside(node.left, ADD) + _infix(signs[type(node.op)]) + inside(node.right, MULTIPLY), ADD
    if isinstance(node.op, ast.FloorDiv):
        return fenced(_quotient(node.left, node.right)[0], "⌊", "⌋"), ATOM
    if isinstance(node.op, ast.BitOr):
        return inside(node.left, COMPARE) + "<mo>∣</mo>" + inside(node.right, COMPARE), COMPARE
    if isinstance(node.op, ast.Mod):
        return inside(node.left, MULTIPLY) + word("mod") + inside(node.right, NEGATE), MULTIPLY
    raise NotTypeset(f"no notation for {type(node.op).__name__}")


def _quotient(above: ast.expr, below: ast.expr) -> Piece:
    top, bottom = (row(inside(part, COMPARE)) for part in (above, below))
    return f"<mfrac>{top}{bottom}</mfrac>", MULTIPLY


def row(text: str) -> str:
    """One element, whatever the text holds."""
    return f"<mrow>{text}</mrow>"


def to_the_power(base: ast.expr, exponent: ast.expr) -> Piece:
    """A power; a half is a root."""
    if isinstance(exponent, ast.Constant) and exponent.value == 1:
        return _piece(base)
    if _ratio(exponent) == Fraction(1, 2):
        return _root(base)
    return f"<msup>{row(inside(base, ATOM))}{row(_inline(exponent))}</msup>", POWER


def _root(inner: ast.expr) -> Piece:
    return f"<msqrt>{inside(inner, COMPARE)}</msqrt>", ATOM


def _inline(exponent: ast.expr) -> str:
    """An exponent, its fraction on one line."""
    found = _ratio(exponent)
    if found is not None and found.denominator != 1:
        sign = "<mo>−</mo>" if found < 0 else ""
        return f"{sign}<mn>{abs(found.numerator)}</mn><mo>/</mo><mn>{found.denominator}</mn>"
    return inside(exponent, COMPARE)


def _ratio(node: ast.expr) -> Fraction | None:
    """The fraction that an expression of literal numbers is."""
    match node:
        case ast.Constant(value=int() as value):
            return Fraction(value)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = _ratio(operand)
            return None if inner is None else -inner
        case (
            ast.BinOp(op=ast.Div(), left=above, right=below)
            | ast.Call(func=ast.Name(id="Fraction" | "Rational"), args=[above, below])
        ):
            top, bottom = _ratio(above), _ratio(below)
            return None if top is None or not bottom else top / bottom
    return None


def _product(left: ast.expr, right: ast.expr) -> Piece:
    one, other = inside(left, MULTIPLY), inside(right, POWER if isinstance(right, ast.UnaryOp) else MULTIPLY)
    return one + ("<mo>·</mo>" if _needs_dot(one, other) else TIMES) + other, MULTIPLY


def _needs_dot(one: str, other: str) -> bool:
    """Whether two factors would run into each other: digits, fractions, words."""
    fractions = one.endswith("</mfrac>") and other.startswith("<mfrac>")
    last = one[one.rfind("<mi") :] if one.endswith("</mi>") else ""
    return fractions or "mathvariant" in last or other.startswith(("<mn>", "<mi mathvariant"))


def _unary(node: ast.UnaryOp) -> Piece:
    if isinstance(node.op, ast.Not):
        return f"<mtext>not&#xA0;</mtext>{inside(node.operand, ATOM)}", AND
    sign = "−" if isinstance(node.op, ast.USub) else "+"
    return f'<mo form="prefix">{sign}</mo>{inside(node.operand, MULTIPLY)}', NEGATE


def _comparison(node: ast.Compare) -> Piece:
    text = inside(node.left, AND)
    for operator, side in zip(node.ops, node.comparators, strict=True):
        text += _relation(operator) + inside(side, AND)
    return text, COMPARE


def _logic(node: ast.BoolOp) -> Piece:
    joint = " and " if isinstance(node.op, ast.And) else " or "
    words = f"<mtext>{joint.replace(' ', chr(0xA0))}</mtext>"
    return words.join(inside(value, COMPARE) for value in node.values), COMPARE


def _choice(node: ast.IfExp) -> Piece:
    return cases([(node.body, node.test), (node.orelse, None)]), ATOM


def cases(found: list[tuple[ast.expr, ast.expr | None]]) -> str:
    """Values and the conditions under which they are meant."""
    rows = [
        f"<mtr><mtd>{inside(value, COMPARE)}</mtd><mtd>"
        + ("<mtext>else</mtext>" if test is None else f"<mtext>if&#xA0;</mtext>{inside(test, COMPARE)}")
        + "</mtd></mtr>"
        for value, test in found
    ]
    return f'<mrow><mo>{{</mo><mtable columnalign="left left">{"".join(rows)}</mtable></mrow>'


def _tuple(node: ast.Tuple | ast.List) -> Piece:
    return fenced(_listed(list(node.elts))), ATOM


def _set(node: ast.Set) -> Piece:
    return fenced(_listed(node.elts), "{", "}"), ATOM


def _listed(items: list[ast.expr]) -> str:
    return "<mo>,</mo>".join(inside(item, COMPARE) for item in items)


def _call(node: ast.Call) -> Piece:
    from optcheck.audit.typeset.calls import call

    return call(node)


_DRAW: dict[type[ast.expr], Callable[..., Piece]] = {  # each takes a node of its own class
    ast.Attribute: _attribute,
    ast.BinOp: _binary,
    ast.BoolOp: _logic,
    ast.Call: _call,
    ast.Compare: _comparison,
    ast.Constant: _constant,
    ast.IfExp: _choice,
    ast.List: _tuple,
    ast.Name: _name,
    ast.Set: _set,
    ast.Subscript: _subscript,
    ast.Tuple: _tuple,
    ast.UnaryOp: _unary,
}
