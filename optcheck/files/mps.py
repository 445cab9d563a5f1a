"""Read linear programs in MPS format, free and fixed.

The conventions, as in CPLEX and Gurobi: the first N row is the objective (OBJNAME may name another), and further N rows
are left out; a right side v on the objective row is the constant -v; a negative upper bound on a column without a lower
bound makes the lower bound infinite (HiGHS keeps 0); an integer column between markers without any bound is binary; a
bound of size 1e20 or more is infinite. What other readers accept in silence is refused: an entry, a right side or a
bound that is given twice, a second set of them, a file without ENDATA.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from optcheck.errors import InvalidInput
from optcheck.exact.program import Sense
from optcheck.files.draft import Loaded
from optcheck.files.mps_columns import PlainColumns
from optcheck.files.mps_content import Content
from optcheck.files.mps_fields import SPLITTERS, Splitter
from optcheck.files.numerals import Numerals
from optcheck.files.source import refuse

__all__ = ["parse_mps"]

_SENSES: dict[str, Sense] = {
    "MIN": "minimise",
    "MINIMIZE": "minimise",
    "MINIMISE": "minimise",
    "MAX": "maximise",
    "MAXIMIZE": "maximise",
    "MAXIMISE": "maximise",
}
_DATA = ("ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS")
_SENSE_IN_COMMENT = re.compile(r"^\*\s*(?:SENSE:\s*max|Objective:.*\(max)", re.IGNORECASE | re.MULTILINE)
_WORDS = ("OBJSENSE", "OBJNAME")  # one word, on the section's own line or on the next
_KNOWN = "NAME, OBJSENSE, OBJNAME, ROWS, COLUMNS, RHS, RANGES, BOUNDS, ENDATA"


def parse_mps(text: str, file: str, numerals: Numerals) -> Loaded:
    """The program of an MPS text. Free format is tried first; a file that it cannot read may be in fixed format."""
    failures = []
    for splitter in SPLITTERS.values():
        parser = _Parser(Content(numerals, file), splitter)
        try:
            return _with_note(parser.run(text), parser, text)
        except InvalidInput as error:
            failures.append((parser.content.line, error))
    raise max(failures, key=lambda failure: failure[0])[1]  # the format that came further is the one that is meant


def _with_note(loaded: Loaded, parser: _Parser, text: str) -> Loaded:
    """PuLP and GLPK write MPS files whose sense stands in a comment: whoever wrote one should hear what is read."""
    if "OBJSENSE" in parser.seen or _SENSE_IN_COMMENT.search(text) is None:
        return loaded
    note = "a comment asks for the maximum, but no section OBJSENSE does, and comments do not count: read as a minimum"
    return replace(loaded, notes=(*loaded.notes, note))


@dataclass(slots=True)
class _Parser:
    content: Content
    split: Splitter
    seen: set[str] = field(default_factory=set)
    name: str = ""
    sense: Sense = "minimise"
    objective: str | None = None
    section: str = ""
    plain: PlainColumns | None = None

    def run(self, text: str) -> Loaded:
        handlers = self.content.handlers()
        for line in self._lines(text.split("\n")):
            if not line[0].isspace() and not (self.section == "OBJSENSE" and line.upper() in _SENSES):
                self.section = self._header(line)
            elif self.section in handlers:
                handlers[self.section](self._fields(self.section, line))
            elif self.section in _WORDS:
                self._word(self.section, line.split())
                self.section = "done"
            else:
                refuse(self.content.place, "line", f"data must stand in one of {', '.join(_DATA)}", line.strip())
            if self.section == "ENDATA":
                return self.content.finish(self.name, self.sense, self.objective)
        return refuse(self.content.place, "section", "the file must end with ENDATA: is it cut off?")

    def _lines(self, lines: list[str]) -> Iterator[str]:
        content = self.content
        while content.line < len(lines):
            full = lines[content.line].rstrip()
            content.line += 1
            if full and full[0] != "*":
                yield full
            if self.section == "COLUMNS" and self.split is SPLITTERS["free"]:
                self.plain = self.plain or PlainColumns(content, lines)
                self.plain.read()

    def _header(self, line: str) -> str:
        words = line.split()
        section = words[0].upper()
        if section not in (*_DATA, *_WORDS, "NAME", "ENDATA"):
            refuse(self.content.place, "section", f"must be one of {_KNOWN} (this reads linear programs)", words[0])
        if section in self.seen:
            refuse(self.content.place, "section", "must occur once", words[0])
        self.seen.add(section)
        if section == "NAME":
            self.name = " ".join(words[1:2])
        elif section in _WORDS and len(words) > 1:
            self._word(section, words[1:])
            return "done"
        elif section in _DATA[1:] and "ROWS" not in self.seen:
            refuse(self.content.place, "section", "must come after ROWS", words[0])
        elif section in _DATA[2:] and "COLUMNS" not in self.seen:
            refuse(self.content.place, "section", "must come after COLUMNS", words[0])
        return section

    def _word(self, section: str, words: list[str]) -> None:
        if section == "OBJNAME":
            self.objective = " ".join(words)
        elif len(words) != 1 or words[0].upper() not in _SENSES:
            refuse(self.content.place, "objective sense", "must be MIN or MAX", " ".join(words))
        else:
            self.sense = _SENSES[words[0].upper()]

    def _fields(self, section: str, line: str) -> list[str]:
        try:
            return self.split(section, line)
        except ValueError as error:
            refuse(self.content.place, f"line in {section}", str(error), line.strip())
