"""The text beside a form, typeset: what reads as a formula becomes MathML, words stay words.

The grammar is that of the texts: Unicode signs, juxtaposition for products, subscripts after an underscore. Nothing is
added or left out; where the grammar ends, the text is shown as it is written.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from html import escape

from optcheck.audit.typeset.grammar import Parser
from optcheck.audit.typeset.printer import NotTypeset, in_pieces
from optcheck.audit.typeset.tokens import Token, tokens

_INDEXED_SQUARE = re.compile(r"(\w\*?)(²)(_\{[^}]*\}|_\w)")
Part = str | ast.expr  # words, or a formula


def typeset_text(text: str) -> str:
    """The text as HTML.

    >>> typeset_text("holds if t ≥ 2")
    'holds if <math><mi>t</mi></math><wbr><math><mo form="infix">≥</mo><mn>2</mn></math>'
    """
    return "".join(escape(part, quote=False) if isinstance(part, str) else _math(part) for part in parts(text))


def _math(part: ast.expr) -> str:
    try:
        return in_pieces(part)
    except NotTypeset:
        return escape(ast.unparse(part))


def formulas(text: str) -> list[ast.expr]:
    """The formulas in a text."""
    return [part for part in parts(text) if not isinstance(part, str)]


def parts(text: str) -> Iterator[Part]:
    """Words and formulas in turn."""
    text = _INDEXED_SQUARE.sub(r"\1\3\2", text)  # a square before the subscript is the square of the whole
    found = tokens(text)
    place = written = 0
    while place < len(found):
        parsed = _formula(found, place)
        if parsed is None:
            place += 1
            continue
        node, end = parsed
        yield text[written : found[place].start]
        yield node
        written = found[end - 1].end
        place = end
    yield text[written:]


def _formula(found: list[Token], place: int) -> tuple[ast.expr, int] | None:
    """The longest formula that begins here, unless it is only an article or a digit among words."""
    if found[place].kind not in ("name", "number", "sign", "open", "root", "sum", "function"):
        return None
    after = found[place - 1].kind if place and not found[place].spaced else ""
    if found[place].kind in ("sign", "number") and after in ("word", "number", "sign"):
        return None  # a hyphen, or the digits of a name
    parser = Parser(found, place)
    try:
        node = _after(found, place)(parser)
    except NotTypeset:
        return None
    lone = parser.place == place + 1
    if lone and (found[place].kind != "name" or found[place].text in ("a", "A", "I")):
        return None
    if found[place].kind == "open" and isinstance(_base(node), ast.Name | ast.Constant):
        return None  # a remark in parentheses, or what a word is applied to
    return node, parser.place


def _after(found: list[Token], place: int) -> Callable[[Parser], ast.expr]:
    """How much belongs to a formula here: after a slash its divisor, after the name of a function its argument."""
    before = found[place - 1] if place else None
    if before is not None and before.kind == "over":
        return Parser.divisor
    applied = before is not None and before.kind == "word" and found[place].text == "(" and not found[place].spaced
    return Parser.factor if applied else Parser.relation


def _base(node: ast.expr) -> ast.expr:
    return node.left if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) else node
