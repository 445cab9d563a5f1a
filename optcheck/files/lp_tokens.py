"""Words of the CPLEX LP format, with the line that each stands on, grouped by section."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from optcheck.files.source import refuse

__all__ = ["Section", "Token", "sections"]

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
    "end": ("end",),
}
_REFUSED = ("semi-continuous", "semi", "semis", "sos", "sos1", "sos2", "lazy", "user", "pwlobj", "multi-objectives")
_SECTIONS = {head: section for section, heads in _HEADS.items() for head in heads}
_HEAD = re.compile(r"\s*(subject\s+to|such\s+that|[A-Za-z][A-Za-z0-9.-]*)(?=\s|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Token:
    """A word: its kind (number, relation, sign, colon, name), its text and its line."""

    kind: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Section:
    """A section: which one, the line of its head, its words."""

    name: str
    line: int
    tokens: list[Token]


def sections(text: str, file: str) -> list[Section]:
    """The sections of a text in their order, the last being "end"."""
    found: list[Section] = []
    number = 0
    for number, whole_line in enumerate(text.split("\n"), start=1):
        line, _, _ = whole_line.partition("\\")
        name, rest = _head(line, file, number)
        if name:
            found.append(Section(name, number, []))
        words = list(_words(rest, file, number))
        if words and not found:
            refuse((file, number), "section", "the file must begin with Minimize or Maximize", words[0].text)
        if words and found[-1].name == "end":
            refuse((file, number), "section", "nothing must follow End", words[0].text)
        if found:
            found[-1].tokens.extend(words)
    if not found or found[-1].name != "end":
        refuse((file, number), "section", "the file must end with End: is it cut off?")
    return found


def _head(line: str, file: str, number: int) -> tuple[str, str]:
    """The section that a line begins, if it does, and the rest of the line."""
    match = _HEAD.match(line)
    if match is None:
        return "", line
    word, rest = " ".join(match[1].lower().split()), line[match.end() :]
    if rest.lstrip()[:1] == ":":  # a row may bear the name of a section
        return "", line
    if word in _REFUSED and rest.strip().lower() in ("", "constraints", "cuts"):
        refuse((file, number), "section", "must be one of a linear program's", match[1])
    return (_SECTIONS[word], rest) if word in _SECTIONS else ("", line)


def _words(line: str, file: str, number: int) -> Iterator[Token]:
    place, end = 0, len(line)
    while place < end:
        if line[place].isspace():
            place += 1
            continue
        match = _WORD.match(line, place)
        if match is None:
            what = {"[": "a quadratic part", "^": "a power", "-": "an indicator", "*": "a product"}.get(line[place])
            rule = (
                f"{what} is not part of a linear program" if what else "must be a number, a name, a sign or a relation"
            )
            refuse((file, number), "word", rule, line[place:].strip())
        kind = match.lastgroup or ""
        yield Token(kind, _RELATIONS[match[0]] if kind == "relation" else match[0], number)
        place = match.end()
