"""A place among the words of a section in LP format."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NoReturn

from optcheck.exact.numbers import Exact
from optcheck.files.lp_tokens import Token
from optcheck.files.numerals import Numerals
from optcheck.files.source import refuse

__all__ = ["Cursor"]


@dataclass(slots=True)
class Cursor:
    """Reads words from the left."""

    file: str
    numerals: Numerals
    tokens: list[Token] = field(default_factory=list)
    at: int = 0

    def peek(self, offset: int = 0) -> Token:
        """The word so many places on, or a word of kind nothing after the last."""
        if self.at + offset < len(self.tokens):
            return self.tokens[self.at + offset]
        return Token("nothing", "the end of the section", self.tokens[-1].line if self.tokens else 0)

    def take(self, kind: str, field: str, rule: str) -> Token:
        """Go past a word of this kind; anything else is refused."""
        if self.peek().kind != kind:
            self.fail(field, rule)
        self.at += 1
        return self.tokens[self.at - 1]

    def fail(self, field: str, rule: str) -> NoReturn:
        """Refuse the present word."""
        token = self.peek()
        refuse((self.file, token.line), field, rule, token.text)

    def number(self, token: Token) -> Exact:
        """The exact number of a word."""
        try:
            return self.numerals(token.text)
        except ValueError as error:
            refuse((self.file, token.line), "number", str(error), token.text)

    def label(self) -> str | None:
        """Go past a name with a colon, if one stands here."""
        if self.peek().kind == "name" and self.peek(1).kind == "colon":
            self.at += 2
            return self.tokens[self.at - 2].text
        return None

    def sign(self) -> int:
        """Go past signs; the sign of them all."""
        sign = 1
        while self.peek().kind == "sign":
            sign = -sign if self.peek().text == "-" else sign
            self.at += 1
        return sign
