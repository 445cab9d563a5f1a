"""Linear programs in CPLEX LP format.

Bounds are as written: unlike in MPS, a negative upper bound leaves the lower bound at 0, and no point is feasible. Of
two bounds on the same side the last one counts. A binary column lies between 0 and 1 whatever its bounds allow beyond.
A bound of size 1e20 or more is infinite. HiGHS writes columns and rows without entries, and they are read: a column may
stand in bounds only, and a row with a name may begin with its relation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple, NoReturn

from optcheck.checker.core import counted
from optcheck.exact.numbers import Exact
from optcheck.lp.draft import INFINITE, Column, Loaded, Numerals, Row, loaded, refuse, refuse_foreign
from optcheck.lp.program import Relation, Sense

_FLIPPED: dict[str, Relation] = {"<=": ">=", "=": "=", ">=": "<="}
_INFINITE = ("inf", "infinity")
_ORDER = ("rows", "bounds", "integer", "binary", "semi", "end")


def parse_lp(text: str, file: str, numerals: Numerals) -> Loaded:
    """The program of a text in LP format."""
    goal, *rest = _sections(text, file)
    if goal.name not in ("minimise", "maximise"):
        refuse((file, goal.line), "section", "the file must begin with Minimize or Maximize", goal.name)
    late = next((section for section in rest[1:] if section.name == "rows"), None)
    if late is not None and rest[0].name != "rows":
        refuse((file, late.line), "section", "Subject To must follow the objective", late.name)
    reader = _Reader(file, numerals)
    costs, constant = reader.objective(goal)
    for section in rest:
        reader.read(section)
    sense: Sense = "minimise" if goal.name == "minimise" else "maximise"
    rows, notes = _named(reader.rows), _notes(reader.drafts[reader.used :], reader.vacuous)
    return loaded(file, "", sense, costs, constant, reader.drafts, rows, notes)


def _notes(unused: list[Column], vacuous: int) -> Iterator[str]:
    if vacuous:
        yield f"{counted(vacuous, 'row')} with an infinite right side left out: nothing is asked there"
    if unused:
        yield f"neither in the objective nor in a row: {counted(len(unused), 'column')} (such as {unused[0].name})"


def _named(rows: list[Row]) -> list[Row]:
    """Rows without a name get R and their number, or the next one that no other row has for a name."""
    taken = {row.name for row in rows}
    for number, row in enumerate(rows, start=1):
        if not row.name:
            row.name = next(name for name in (f"R{k}" for k in count(number)) if name not in taken)
            taken.add(row.name)
    return rows


# Tokens, grouped by section

_WORD = re.compile(
    r"(?P<number>[0-9]+/[0-9]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<relation><=|=<|>=|=>|<|>|=)"
    r"|(?P<sign>[+-](?!>))"
    r"|(?P<colon>:)"
    r"|(?P<name>[A-Za-z_!\"#$%&(),;?@`'{}|~.\x80-\U0010ffff][][A-Za-z0-9_!\"#$%&(),/;?@`'{}|~.\x80-\U0010ffff]*)"
)
_RELATIONS = {"<=": "<=", "=<": "<=", "<": "<=", ">=": ">=", "=>": ">=", ">": ">=", "=": "="}
_HEADS = {
    "minimise": ("minimize", "minimise", "minimum", "min"),
    "maximise": ("maximize", "maximise", "maximum", "max"),
    "rows": ("subject to", "such that", "st", "s.t.", "st."),
    "bounds": ("bounds", "bound"),
    "integer": ("generals", "general", "gen", "integers", "integer", "int"),
    "binary": ("binaries", "binary", "bin"),
    "semi": ("semi-continuous", "semi", "semis"),
    "end": ("end",),
}
_FOREIGN = {"[": "a quadratic part", "^": "a power", "-": "an indicator", "*": "a product"}
_SECTIONS = {head: section for section, heads in _HEADS.items() for head in heads}
_HEAD = re.compile(r"\s*(subject\s+to|such\s+that|[A-Za-z][A-Za-z0-9.-]*)(?=\s|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Token:
    """Its kind (number, relation, sign, colon, name), its text and its line."""

    kind: str
    text: str
    line: int


class _Limit(NamedTuple):
    """A number or an infinity (None), its sign, its line."""

    value: Exact | None
    sign: int
    line: int


@dataclass(frozen=True, slots=True)
class _Section:
    """Which section, the line of its head, its tokens."""

    name: str
    line: int
    tokens: list[_Token]


def _sections(text: str, file: str) -> list[_Section]:
    """The sections of a text in their order, the last being "end"."""
    result: list[_Section] = []
    number = 0
    for number, full_line in enumerate(text.split("\n"), start=1):
        line, _, _ = full_line.partition("\\")
        name, rest = _head(line, file, number)
        if name:
            result.append(_Section(name, number, []))
        tokens = list(_tokens(rest, file, number))
        if tokens and not result:
            refuse((file, number), "section", "the file must begin with Minimize or Maximize", tokens[0].text)
        if tokens and result[-1].name == "end":
            refuse((file, number), "section", "nothing must follow End", tokens[0].text)
        if result:
            result[-1].tokens.extend(tokens)
    if not result or result[-1].name != "end":
        refuse((file, number), "section", "the file must end with End: is it cut off?")
    return result


def _head(line: str, file: str, number: int) -> tuple[str, str]:
    """The section that a line begins, if it does, and the rest of the line."""
    match = _HEAD.match(line)
    if match is None:
        return "", line
    word, rest = " ".join(match[1].lower().split()), line[match.end() :]
    if rest.lstrip()[:1] == ":":  # a row may bear the name of a section
        return "", line
    refuse_foreign((file, number), " ".join(line.lower().split()), line.strip())
    return (_SECTIONS[word], rest) if word in _SECTIONS else ("", line)


def _tokens(line: str, file: str, number: int) -> Iterator[_Token]:
    start, end = 0, len(line)
    while start < end:
        if line[start].isspace():
            start += 1
            continue
        match = _WORD.match(line, start)
        if match is None:
            foreign = _FOREIGN.get(line[start])
            rule = "must be a number, a name, a sign or a relation"
            rule = f"{foreign} is not part of a linear or integer program" if foreign else rule
            refuse((file, number), "word", rule, line[start:].strip())
        kind = match.lastgroup or ""
        yield _Token(kind, _RELATIONS[match[0]] if kind == "relation" else match[0], number)
        start = match.end()


# Sections, token by token


@dataclass(slots=True)
class _Cursor:
    """Reads tokens from the left."""

    file: str
    numerals: Numerals
    tokens: list[_Token] = field(default_factory=list)
    at: int = 0

    def peek(self, offset: int = 0) -> _Token:
        """The token so many positions ahead, or one of kind nothing after the last."""
        if self.at + offset < len(self.tokens):
            return self.tokens[self.at + offset]
        return _Token("nothing", "the end of the section", self.tokens[-1].line if self.tokens else 0)

    def take(self, kind: str, field: str, rule: str) -> _Token:
        """Consume a token of this kind; anything else is refused."""
        if self.peek().kind != kind:
            self.fail(field, rule)
        self.at += 1
        return self.tokens[self.at - 1]

    def fail(self, field: str, rule: str) -> NoReturn:
        """Refuse the present token."""
        token = self.peek()
        refuse((self.file, token.line), field, rule, token.text)

    def number(self, token: _Token) -> Exact:
        """The exact number of a token."""
        try:
            return self.numerals(token.text)
        except ValueError as error:
            refuse((self.file, token.line), "number", str(error), token.text)

    def label(self) -> str | None:
        """Consume a name with a colon, if one comes next."""
        if self.peek().kind == "name" and self.peek(1).kind == "colon":
            self.at += 2
            return self.tokens[self.at - 2].text
        return None

    def sign(self) -> int:
        """Consume signs; returns their product."""
        sign = 1
        while self.peek().kind == "sign":
            sign = -sign if self.peek().text == "-" else sign
            self.at += 1
        return sign


@dataclass(slots=True)
class _Reader(_Cursor):
    """Collects rows and columns, section by section."""

    columns: dict[str, int] = field(default_factory=dict)
    drafts: list[Column] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    used: int = 0  # columns that the objective and the rows name: all that come before the bounds
    seen: set[str] = field(default_factory=set)  # sections so far
    labels: set[str] = field(default_factory=set)  # rows that have a name
    vacuous: int = 0  # rows whose right side is infinite

    def objective(self, section: _Section) -> tuple[dict[int, Exact], Exact]:
        self.tokens, self.at = section.tokens, 0
        self.label()
        terms, constant = self._expression()
        if self.at < len(self.tokens):
            self.fail("objective", "must be a sum of terms and numbers")
        self.used = len(self.drafts)
        return terms, constant

    def read(self, section: _Section) -> None:
        self.tokens, self.at = section.tokens, 0
        if section.name not in _ORDER:
            rule = "a file must have one objective, at its beginning"
            refuse((self.file, section.line), "section", rule, section.name)
        if section.name in self.seen & {"rows", "bounds"}:
            refuse((self.file, section.line), "section", "must occur once; no variable may be named like it")
        self.seen.add(section.name)
        step = {
            "rows": self._row,
            "bounds": self._bound,
            "integer": self._integer,
            "binary": self._binary,
            "semi": self._semi,
        }
        while self.at < len(self.tokens):
            step[section.name]()
        if section.name == "rows":
            self.used = len(self.drafts)

    def _column(self, name: str) -> int:
        if name not in self.columns:
            self.columns[name] = len(self.drafts)
            self.drafts.append(Column(name))
        return self.columns[name]

    def _expression(self) -> tuple[dict[int, Exact], Exact]:
        """Terms and constants up to the first token that continues no sum."""
        terms: dict[int, Exact] = {}
        constant: Exact = 0
        first = True
        while self.peek().kind == "sign" or (first and self.peek().kind in ("number", "name")):
            first = False
            sign = self.sign()
            size = self.number(self.take("number", "", "")) if self.peek().kind == "number" else None
            if self.peek().kind == "name" and self.peek(1).kind != "colon":
                j = self._column(self.take("name", "", "").text)
                terms[j] = terms.get(j, 0) + sign * (1 if size is None else size)
            elif size is None:
                self.fail("term", "a number or a name must follow a sign")
            else:
                constant += sign * size
        return terms, constant

    def _row(self) -> None:
        name = self._label()
        if self._infinity_leads():
            limit, relation = self._limit(), self._relation(name)
            self._reversed_row(name, self._side(limit, _FLIPPED[relation], "right side"), relation)
        else:
            empty = bool(name) and self.peek().kind == "relation"  # without a name it could be the rest of a row
            terms, constant = self._expression()
            relation = self._relation(name)
            if terms or empty:
                self._add(name, relation, terms, self._right_side(relation), constant)
            else:
                self._reversed_row(name, constant, relation)
        self._ends_here(name)

    def _add(self, name: str, relation: Relation, terms: dict[int, Exact], side: Exact | None, constant: Exact) -> None:
        if side is None:
            self.vacuous += 1
        else:
            self.rows.append(Row(name, relation, terms, side - constant))

    def _infinity_leads(self) -> bool:
        k = 1 if self.peek().kind == "sign" else 0
        return self.peek(k).text.lower() in _INFINITE and self.peek(k + 1).kind == "relation"

    def _label(self) -> str:
        """The name of a row, if it has one, which must be new."""
        token = self.peek()
        name = self.label() or ""
        if name in self.labels:
            refuse((self.file, token.line), "row name", "must differ from row to row", name)
        self.labels.update([name] if name else [])
        return name

    def _reversed_row(self, name: str, side: Exact | None, relation: Relation) -> None:
        """A row that begins with a number: ``2 <= x + y`` or the range ``2 <= x + y <= 5``.

        Where it begins with an infinity (None), the other side is what the row asks for, if there is one.
        """
        terms, constant = self._expression()
        if not terms and side is not None:
            self.fail(f"row {name}".rstrip(), "must have a variable")
        other: Exact | None = None
        if self.peek().kind == "relation":
            if self._relation(name) != relation or relation == "=":
                self.fail(f"row {name}".rstrip(), "a range must be written a <= sum <= b or b >= sum >= a")
            other = self._right_side(relation)
        if side is None:
            self._add(name, relation, terms, other, constant)
        else:
            rest = None if other is None else other - constant
            self.rows.append(Row(name, _FLIPPED[relation], terms, side - constant, rest))

    def _relation(self, name: str) -> Relation:
        token = self.take("relation", f"row or bound {name}".rstrip(), "must have a relation here: <=, = or >=")
        return "<=" if token.text == "<=" else ">=" if token.text == ">=" else "="

    def _right_side(self, relation: Relation) -> Exact | None:
        return self._side(self._limit("right side", "must be a number"), relation, "right side")

    def _side(self, limit: _Limit, relation: Relation, field: str) -> Exact | None:
        """None where it is infinite, on the side on which nothing is asked then."""
        if limit.value is None and limit.sign != {"<=": 1, ">=": -1, "=": 0}[relation]:
            refuse((self.file, limit.line), field, "must not be infinite on this side")
        return limit.value

    def _ends_here(self, name: str) -> None:
        """Variables on the right side would read as the next row, if that could begin on the same line."""
        if self.at < len(self.tokens) and self.tokens[self.at].line == self.tokens[self.at - 1].line:
            self.fail(f"row {name}".rstrip(), "must end after its right side; variables stand on the left")

    def _bound(self) -> None:
        if self.peek().kind == "name" and self.peek().text.lower() not in _INFINITE:
            column = self._named_column("bound")
            if self.peek().text.lower() == "free":
                self.at += 1
                column.lower = column.upper = None
            else:
                relation = self._relation(column.name)
                self._set_bound(column, relation, self._bound_limit())
            return
        limit, relation = self._bound_limit(), self._relation("of a variable")
        column = self._named_column("bound")
        self._set_bound(column, _FLIPPED[relation], limit)
        if self.peek().kind == "relation":
            if self._relation(column.name) != relation or relation == "=":
                self.fail(f"bound of {column.name}", "must be written a <= x <= b or b >= x >= a")
            self._set_bound(column, relation, self._bound_limit())

    def _named_column(self, field: str) -> Column:
        return self.drafts[self._column(self.take("name", field, "must name a variable").text)]

    def _limit(self, field: str = "", rule: str = "") -> _Limit:
        """A number or an infinity."""
        line, sign = self.peek().line, self.sign()
        if self.peek().kind == "name" and self.peek().text.lower() in _INFINITE:
            self.at += 1
            return _Limit(None, sign, line)
        return _Limit(sign * self.number(self.take("number", field, rule)), sign, line)

    def _bound_limit(self) -> _Limit:
        """The same, where large numbers are infinite."""
        limit = self._limit("bound", "must be a number or an infinity")
        large = limit.value is not None and not -INFINITE < limit.value < INFINITE
        return limit._replace(value=None) if large else limit

    def _set_bound(self, column: Column, relation: Relation, limit: _Limit) -> None:
        value = self._side(limit, relation, f"bound of {column.name}")
        if relation in ("=", ">="):
            column.lower = value
        if relation in ("=", "<="):
            column.upper = value

    def _integer(self) -> None:
        self._named_column("integer variable").integer = True

    def _semi(self) -> None:
        self._named_column("semi-continuous variable").semi = True

    def _binary(self) -> None:
        column = self._named_column("binary variable")
        column.integer = True
        column.lower = 0 if column.lower is None else max(column.lower, 0)
        column.upper = 1 if column.upper is None else min(column.upper, 1)
