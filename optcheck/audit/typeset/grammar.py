"""Grammar of the formulas in texts; the result is a Python expression."""

from __future__ import annotations

import ast
from collections.abc import Callable

from optcheck.audit.typeset.names import SUPERSCRIPTS
from optcheck.audit.typeset.printer import NotTypeset
from optcheck.audit.typeset.tokens import Token, tokens

APPLIED = frozenset("POΘÕCHΦφhfFQWTMvEDRθG")  # letters that are functions, not factors
RELATIONS: dict[str, type[ast.cmpop]] = {
    "=": ast.Eq, "≠": ast.NotEq, "<": ast.Lt, "≤": ast.LtE, "<=": ast.LtE, ">": ast.Gt, "≥": ast.GtE, ">=": ast.GtE,
    "∈": ast.In, "∉": ast.NotIn,
}  # fmt: skip
CLOSING = {"(": ")", "[": "]", "{": "}", "⌊": "⌋", "|": "|"}


class Parser:
    """Recursive descent that stops where the formula ends; ``place`` is then the first token after it."""

    def __init__(self, found: list[Token], place: int) -> None:
        self.found, self.place = found, place
        self.bars = 0  # open absolute values: a bar inside one closes it

    def relation(self) -> ast.expr:
        """Sums joined by relations."""
        left = self.sum()
        operators: list[ast.cmpop] = []
        sides: list[ast.expr] = []
        while self._kind() == "relation":
            kept = self.place
            sign = RELATIONS[self._next().text]()
            side = self._or_none(self.sum)
            if side is None:
                self.place = kept
                break
            operators.append(sign)
            sides.append(side)
        return ast.Compare(left, operators, sides) if sides else left

    def sum(self) -> ast.expr:
        """Terms joined by plus and minus."""
        negative = self._kind() == "sign"
        if negative and self._next().text == "+":
            raise NotTypeset("a leading plus")
        left = self.term()
        left = ast.UnaryOp(ast.USub(), left) if negative else left
        while self._kind() == "sign" and not self._is_range():
            kept = self.place
            operator = ast.Add() if self._next().text == "+" else ast.Sub()
            right = self._or_none(self.term)
            if right is None:
                self.place = kept
                break
            left = ast.BinOp(left, operator, right)
        return left

    def _is_range(self) -> bool:
        """Whether a hyphen stands between two numbers, as in 21-24 %."""
        before, hyphen = self.found[self.place - 1], self.found[self.place]
        after = self.found[self.place + 1] if self.place + 1 < len(self.found) else hyphen
        return hyphen.text == "-" and not hyphen.spaced and (before.kind, after.kind) == ("number", "number")

    def term(self) -> ast.expr:
        """Factors: side by side, or joined by a dot or a slash."""
        left = self.factor()
        while True:
            kept, kind = self.place, self._kind()
            divides = kind == "over"
            if divides or kind == "times":
                self._next()
            elif not self._begins_factor():
                return left
            right = self._or_none(self.divisor if divides else self.factor)
            if right is None:
                self.place = kept
                return left
            left = ast.BinOp(left, ast.Div() if divides else ast.Mult(), right)

    def divisor(self) -> ast.expr:
        """What a slash divides by: a factor, with the names that stand close to it."""
        below = self.factor()
        while self._kind() == "name" and not self.found[self.place].spaced:
            below = ast.BinOp(below, ast.Mult(), self.factor())
        return below

    def _begins_factor(self) -> bool:
        token = self._peek()
        if token is None or token.kind not in ("name", "number", "root", "sum", "function", "open"):
            return False
        if token.text == "|":
            return not self.bars
        if token.kind == "number" or (token.text == "a" and token.spaced and self._before_word()):
            return False  # two numbers side by side are no product, and an article is no factor
        return not (token.spaced and token.kind == "open" and token.text in "[{")

    def _before_word(self) -> bool:
        after = self.place + 1
        return after < len(self.found) and self.found[after].kind == "word"

    def factor(self) -> ast.expr:
        """A power."""
        base = self.atom()
        while self._kind() in ("power", "caret") or self._is_factorial():
            if self._text() == "!":
                self._next()
                base = ast.Call(ast.Name("factorial", ast.Load()), [base], [])
            else:
                base = ast.BinOp(base, ast.Pow(), self._exponent())
        return base

    def _is_factorial(self) -> bool:
        """Whether an exclamation mark stands close to what comes before it, and is not that of ``!=``."""
        token = self._peek()
        if token is None or token.text != "!" or token.spaced:
            return False
        after = self.found[self.place + 1] if self.place + 1 < len(self.found) else None
        return after is None or after.spaced or after.text != "="

    def _exponent(self) -> ast.expr:
        token = self._next()
        if token.kind == "power":
            value = int(token.text.translate(SUPERSCRIPTS).replace("−", "-"))
            return ast.Constant(value) if value >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-value))
        if self._kind() == "sign":
            self._next()
            return ast.UnaryOp(ast.USub(), self.atom())
        return _fenced("(", self._arguments().elts) if self._text() == "{" else self.atom()

    def atom(self) -> ast.expr:
        """A number, a name, a function of something, or something in parentheses."""
        if self._kind() not in _ATOMS:
            raise NotTypeset("nothing that begins a factor")
        return _ATOMS[self._kind()](self, self._next())

    def _number(self, token: Token) -> ast.expr:
        node = ast.Constant(float(token.text) if not token.text.isdigit() else int(token.text))
        node.shown = token.text  # type: ignore[attr-defined]  # 12.2800 stays 12.2800
        return node

    def _name(self, token: Token) -> ast.expr:
        node = ast.Name(token.text, ast.Load())
        after = self._peek()
        applied = token.text[0] in APPLIED and after is not None and after.text in ("(", "[") and not after.spaced
        if not applied:
            return node
        kept = self.place
        try:
            return ast.Call(node, self._arguments().elts, [])
        except NotTypeset:
            self.place = kept
            return node

    def _root(self, token: Token) -> ast.expr:
        if self._text() == "(":
            inner = _fenced("(", self._arguments().elts)
        else:
            inner = self.factor() if self._kind() in ("function", "root") else self.atom()
        return ast.Call(ast.Name("sqrt", ast.Load()), [inner], [])

    def _sum(self, token: Token) -> ast.expr:
        under = token.text[2:].strip("{}")
        return ast.Call(ast.Name("Σ", ast.Load()), [_index(under), self.term()], [])

    def _function(self, token: Token) -> ast.expr:
        bare = self._text() not in ("(", "{", "[")
        arguments = [self.factor()] if bare else self._arguments().elts
        node = ast.Call(ast.Name("log" if token.text == "ln" else token.text, ast.Load()), arguments, [])
        node.written, node.bare = token.text, bare  # type: ignore[attr-defined]
        return node

    def _arguments(self) -> ast.Tuple:
        closing = CLOSING[self._next().text]
        items = [self.relation()]
        while self._kind() == "comma" or self._text() == "|":
            given = self._next().text == "|"
            item = self.relation()
            items.append(ast.BinOp(items.pop(), ast.BitOr(), item) if given else item)
        self._close(closing)
        return ast.Tuple(items, ast.Load())

    def _fence(self, token: Token) -> ast.expr:
        bar = token.text == "|"
        self.bars += bar
        items = [self.relation()]
        while self._kind() == "comma" and not bar:
            self._next()
            items.append(self.relation())
        self._close(CLOSING[token.text])
        self.bars -= bar
        if token.text == "(" and len(items) == 1 and isinstance(items[0], ast.Constant):
            raise NotTypeset("a number in parentheses counts cases")
        return _fenced(token.text, items)

    def _close(self, closing: str) -> None:
        token = self._peek()
        if token is None or token.text != closing:
            raise NotTypeset(f"no {closing}")
        self._next()

    def _or_none(self, read: Callable[[], ast.expr]) -> ast.expr | None:
        kept, bars = self.place, self.bars
        try:
            return read()
        except NotTypeset:
            self.place, self.bars = kept, bars
            return None

    def _peek(self) -> Token | None:
        return self.found[self.place] if self.place < len(self.found) else None

    def _kind(self) -> str:
        token = self._peek()
        return token.kind if token is not None else ""

    def _text(self) -> str:
        token = self._peek()
        return token.text if token is not None else ""

    def _next(self) -> Token:
        self.place += 1
        return self.found[self.place - 1]


_ATOMS: dict[str, Callable[[Parser, Token], ast.expr]] = {
    "number": Parser._number,
    "name": Parser._name,
    "root": Parser._root,
    "sum": Parser._sum,
    "function": Parser._function,
    "open": Parser._fence,
}


def _index(text: str) -> ast.expr:
    """What stands under a sum: a formula, or else words."""
    found = tokens(text)
    parser = Parser(found, 0)
    try:
        items = [parser.relation()]
        while parser._kind() == "comma":
            parser._next()
            items.append(parser.relation())
    except NotTypeset:
        return ast.Constant(text)
    if parser.place < len(found):
        return ast.Constant(text)
    return items[0] if len(items) == 1 else ast.Tuple(items, ast.Load())


def _fenced(opening: str, items: list[ast.expr]) -> ast.expr:
    if opening == "(" and len(items) == 1:
        items[0].grouped = True  # type: ignore[attr-defined]  # at the ends of a formula its brackets are shown
        return items[0]
    if opening in "|⌊":
        called = "abs" if opening == "|" else "floor"
        return ast.Call(ast.Name(called, ast.Load()), items, [])
    if opening == "(":
        return ast.Tuple(items, ast.Load())
    return ast.List(items, ast.Load()) if opening == "[" else ast.Set(items)
