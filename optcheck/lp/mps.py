"""Linear programs in MPS format: read free and fixed files, write free ones that say exactly the same.

The conventions, as in CPLEX and Gurobi: the first N row is the objective (OBJNAME may name another), and further N rows
are left out; a right side v on the objective row is the constant -v; a negative upper bound on a column without a lower
bound makes the lower bound infinite (HiGHS leaves it at 0); an integer column between markers without any bound is
binary; a bound of size 1e20 or more is infinite. What other readers accept in silence is refused: an entry, a right
side or a bound that is given twice, a second set of them, a file without ENDATA.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import gcd
from pathlib import Path
from typing import Literal, NoReturn, get_args

from optcheck.checker.core import counted
from optcheck.errors import InvalidInput
from optcheck.exact.files import write_atomically
from optcheck.exact.numbers import Exact, common_denominator, to_text
from optcheck.lp.draft import (
    CONSTANT,
    INFINITE,
    INFINITY,
    MOST_CHARACTERS,
    MOST_EXPONENT,
    Column,
    Loaded,
    Numerals,
    Row,
    loaded,
    refuse,
    refuse_foreign,
)
from optcheck.lp.program import LinearProgram, Relation, Sense

MARKER = "'MARKER'"

# Reading: sections

_SENSES: dict[str, Sense] = {
    **dict.fromkeys(("MIN", "MINIMIZE", "MINIMISE"), "minimise"),
    **dict.fromkeys(("MAX", "MAXIMIZE", "MAXIMISE"), "maximise"),
}
_DATA = ("ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS")
_SENSE_IN_COMMENT = re.compile(r"\s*(?:SENSE:\s*max|Objective:.*\(max)", re.IGNORECASE)
_WORDS = ("OBJSENSE", "OBJNAME")  # one word, on the section's own line or on the next
_KNOWN = "NAME, OBJSENSE, OBJNAME, ROWS, COLUMNS, RHS, RANGES, BOUNDS, ENDATA"


def parse_mps(text: str, file: str, numerals: Numerals) -> Loaded:
    """The program of an MPS text. Free format is tried first; a file that it cannot read may be in fixed format."""
    failures = []
    for splitter in SPLITTERS:
        reader = _Reader(numerals, file, splitter)
        try:
            return _with_note(reader.run(text), reader, text)
        except InvalidInput as error:
            failures.append((reader.line, error))
    raise max(failures, key=lambda failure: failure[0])[1]  # the format that came further is the one that is meant


def _with_note(loaded: Loaded, reader: _Reader, text: str) -> Loaded:
    """PuLP and GLPK write MPS files whose sense is in a comment: their users should learn how it is read."""
    comments = f"\n{text}".split("\n*")[1:]  # five times as fast as a search for lines
    if "OBJSENSE" in reader.seen or not any(map(_SENSE_IN_COMMENT.match, comments)):
        return loaded
    note = "a comment asks for the maximum, but no section OBJSENSE does, and comments do not count: read as a minimum"
    return replace(loaded, notes=(*loaded.notes, note))


_RELATIONS: dict[str, Relation] = {"L": "<=", "E": "=", "G": ">="}
_MARK = {True: "'INTORG'", False: "'INTEND'"}
_MARKS = {text: mark for mark, text in _MARK.items()}
_WITHOUT_VALUE = {"MI": ("lower",), "PL": ("upper",), "FR": ("lower", "upper"), "BV": ("lower", "upper")}
_SIDES = {  # which bounds a type states
    **dict.fromkeys(("UP", "UI", "SC", "SI"), ("upper",)),
    **dict.fromkeys(("LO", "LI"), ("lower",)),
    "FX": ("lower", "upper"),
    **_WITHOUT_VALUE,
}


@dataclass(slots=True)
class _Reader:
    """Goes through the lines, section by section; ``line`` is the one being read, for messages."""

    numerals: Numerals
    file: str
    split: Splitter
    line: int = 0
    section: str = ""
    seen: set[str] = field(default_factory=set)
    name: str = ""
    sense: Sense = "minimise"
    objective: str | None = None
    rows: dict[str, Row] = field(default_factory=dict)
    free_rows: dict[str, Row] = field(default_factory=dict)
    named: dict[str, Row] = field(default_factory=dict)  # all of them, when ROWS is read
    columns: dict[str, Column] = field(default_factory=dict)
    current: str = ""  # the column whose entries are being read
    stated_bounds: dict[str, set[str]] = field(default_factory=dict)  # by column: which bounds the file states
    between_marks: bool = False
    sets: dict[str, str] = field(default_factory=dict)  # by section: the one set of values that it holds
    stated: set[tuple[str, str]] = field(default_factory=set)  # right sides and ranges so far
    vacuous: set[str] = field(default_factory=set)  # rows whose right side is infinite
    binary: list[str] = field(default_factory=list)  # integer columns without bounds

    def run(self, text: str) -> Loaded:
        """The program, when the last line is read."""
        handlers: dict[str, Callable[[list[str]], None]] = {
            "ROWS": self._row,
            "COLUMNS": self._column,
            "RHS": self._sides,
            "RANGES": self._sides,
            "BOUNDS": self._bound,
        }
        lines = text.split("\n")
        while self.line < len(lines):
            if self.section == "COLUMNS" and self.split is _free:
                self._plain_columns(lines)
            line = lines[self.line].rstrip()
            self.line += 1
            if not line or line[0] == "*":
                continue
            if not line[0].isspace() and not (self.section == "OBJSENSE" and line.upper() in _SENSES):
                self.section = self._header(line.split())
                if self.section == "ENDATA":
                    return self._finish()
            elif self.section in handlers:
                handlers[self.section](self._fields(line))
            elif self.section in _WORDS:
                self._word(self.section, line.split())
                self.section = "done"
            else:
                self._refuse("line", f"data must stand in one of {', '.join(_DATA)}", line.strip())
        return self._refuse("section", "the file must end with ENDATA: is it cut off?")

    def _refuse(self, field: str, rule: str, text: str | None = None) -> NoReturn:
        refuse((self.file, self.line), field, rule, text)

    def _header(self, words: list[str]) -> str:
        section = words[0].upper()
        refuse_foreign((self.file, self.line), section, words[0])
        if section not in (*_DATA, *_WORDS, "NAME", "ENDATA"):
            self._refuse("section", f"must be one of {_KNOWN} (this reads linear and integer programs)", words[0])
        if section in self.seen:
            self._refuse("section", "must occur once", words[0])
        self.seen.add(section)
        if section == "NAME":
            self.name = " ".join(words[1:2])
        elif section in _WORDS and len(words) > 1:
            self._word(section, words[1:])
            return "done"
        for first, later in (("ROWS", _DATA[1:]), ("COLUMNS", _DATA[2:])):
            if section in later and first not in self.seen:
                self._refuse("section", f"must come after {first}", words[0])
        self.named = self.rows | self.free_rows
        return section

    def _word(self, section: str, words: list[str]) -> None:
        if section == "OBJNAME":
            self.objective = " ".join(words)
        elif len(words) != 1 or words[0].upper() not in _SENSES:
            self._refuse("objective sense", "must be MIN or MAX", " ".join(words))
        else:
            self.sense = _SENSES[words[0].upper()]

    def _fields(self, line: str) -> list[str]:
        try:
            return self.split(self.section, line)
        except ValueError as error:
            self._refuse(f"line in {self.section}", str(error), line.strip())

    def _row(self, fields: list[str]) -> None:
        kind, name = fields
        if not name or name in self.rows or name in self.free_rows:
            self._refuse("row name", "must be there and differ from row to row", name)
        if kind.upper() == "N":
            self.free_rows[name] = Row(name, "=")
        elif kind.upper() in _RELATIONS:
            self.rows[name] = Row(name, _RELATIONS[kind.upper()])
        else:
            self._refuse("row type", "must be N, L, E or G", kind)

    def _column(self, fields: list[str]) -> None:
        """All entries of a column stand together, so another one must be new."""
        if MARKER in fields:
            if fields[-1] in ("'SOSORG'", "'SOSEND'"):
                self._refuse("marker", "SOS sets are not part of a linear or integer program", " ".join(fields))
            if len(fields) != 3 or fields[2] not in _MARKS:
                self._refuse("marker", "must be a name, 'MARKER', and 'INTORG' or 'INTEND'", " ".join(fields))
            self.between_marks = _MARKS[fields[2]]
            return
        name = fields[0]
        if name != self.current or not name:
            if not name or name in self.columns:
                self._refuse("column name", "must be there, with all its entries in adjacent lines", name)
            self.current, self.columns[name] = name, Column(name, integer=self.between_marks)
        index = len(self.columns) - 1
        for row, text in zip(fields[1::2], fields[2::2], strict=True):
            entries = self._find_row(row).entries
            if index in entries:
                self._refuse("row name", f"column {name} must have one entry in a row", row)
            entries[index] = self._number(text)

    def _plain_columns(self, lines: list[str]) -> None:
        """Read on through plain lines (a column, a row, a value, perhaps another row and value), up to another one.

        Most of a file stands in such lines. One that breaks a rule is left to the reader of single lines.
        """
        index, number, named = len(self.columns) - 1, self.numerals, self.named
        for k in range(self.line, len(lines) - 1):
            words = lines[k].split()
            if len(words) not in (3, 5) or lines[k][0] not in " \t" or MARKER in words:
                return
            name = words[0]
            try:
                entries, value = named[words[1]].entries, number(words[2])
                others, second = (named[words[3]].entries, number(words[4])) if len(words) == 5 else ({}, 0)
            except (KeyError, ValueError):
                return
            if name != self.current:
                if name in self.columns:
                    return
                self.current, self.columns[name] = name, Column(name, integer=self.between_marks)
                index += 1
            if index in entries or index in others or entries is others:
                return
            entries[index] = value
            others[index] = second
            self.line = k + 1

    def _number(self, text: str) -> Exact:
        try:
            return self.numerals(text)
        except ValueError as error:
            self._refuse("value", str(error), text)

    def _find_row(self, name: str) -> Row:
        row = self.named.get(name)
        if row is None:
            self._refuse("row name", "must be one of ROWS", name)
        return row

    def _sides(self, fields: list[str]) -> None:
        section = self.section
        self._one_set(fields[0])
        for name, text in zip(fields[1::2], fields[2::2], strict=True):
            row = self._find_row(name)
            if (section, name) in self.stated:
                self._refuse("row name", f"must occur once in {section}", name)
            self.stated.add((section, name))
            if text.lower() in INFINITY:
                self._infinite_side(row, text)
            elif section == "RHS":
                row.side = self._number(text)
            else:
                row.other = self._number(text)  # the width; what it means depends on the right side, known at the end

    def _infinite_side(self, row: Row, text: str) -> None:
        """An infinite range asks for nothing beyond its row; an infinite right side, on the right side, for nothing."""
        if self.section == "RANGES":
            return
        if row.name not in self.rows or {"<=": 1, ">=": -1, "=": 0}[row.relation] != INFINITY[text.lower()]:
            self._refuse("value", "a right side must not be infinite on this side", text)
        self.vacuous.add(row.name)

    def _one_set(self, name: str) -> None:
        first = self.sets.setdefault(self.section, name)
        if first != name:
            rule = f"{self.section} must hold one set of values, and {first!r} is one: choose, and remove others"
            self._refuse("set name", rule, name)

    def _bound(self, fields: list[str]) -> None:
        """A bound of a column; ``stated`` collects the sides that the file states for it."""
        kind, bounds, name, *value = fields
        kind = kind.upper()
        self._one_set(bounds)
        if name not in self.columns:
            self._refuse("column name", "must be one of COLUMNS", name)
        column, stated = self.columns[name], self.stated_bounds.setdefault(name, set())
        if kind not in _SIDES:
            self._refuse("bound type", f"must be one of {', '.join(_SIDES)}", kind)
        if stated.intersection(_SIDES[kind]):
            self._refuse("bound", f"column {name} must get each of its bounds once", kind)
        number = None if kind in _WITHOUT_VALUE else self._bound_value(kind, "".join(value[:1]))
        column.integer = column.integer or kind in ("UI", "LI", "BV", "SI")
        column.semi = column.semi or kind in ("SC", "SI")
        if kind in ("UP", "UI") and number is not None and number < 0 and "lower" not in stated:
            column.lower = None  # the convention: a negative upper bound alone opens the column downwards
            stated.add("opened")
        if "lower" in _SIDES[kind]:
            column.lower = 0 if kind == "BV" else number
            stated.discard("opened")
        if "upper" in _SIDES[kind]:
            column.upper = 1 if kind == "BV" else number
        stated.update(_SIDES[kind])

    def _bound_value(self, kind: str, text: str) -> Exact | None:
        """None where it is infinite; an upper bound cannot be minus infinity, nor a fixed value infinite."""
        try:
            number, sign = self.numerals.bound(text), self.numerals.sign(text)
        except ValueError as error:
            self._refuse("bound", str(error), text)
        wrong_side = sign if kind == "FX" else -1 if "upper" in _SIDES[kind] else 1
        if number is None and sign == wrong_side:
            self._refuse("bound", f"a bound of type {kind} must not be infinite on this side", text)
        return number

    def _finish(self) -> Loaded:
        chosen = next(iter(self.free_rows), None) if self.objective is None else self.objective
        if chosen not in self.free_rows:
            where = "OBJNAME" if self.objective else "ROWS"
            self._refuse(where, "must name a row of type N, the objective", chosen)
        goal = self.free_rows.pop(chosen)
        for column in self.columns.values():
            if column.integer and column.name not in self.stated_bounds:
                column.upper = 1
                self.binary.append(column.name)
        ranged = next((name for name in self.vacuous if self.rows[name].other is not None), None)
        if ranged is not None:
            self._refuse("RANGES", "a row with an infinite right side must have no range", ranged)
        rows = [_ranged(row) for row in self.rows.values() if row.name not in self.vacuous]
        columns = list(self.columns.values())
        return loaded(self.file, self.name, self.sense, goal.entries, -goal.side, columns, rows, self._notes())

    def _notes(self) -> Iterator[str]:
        if self.vacuous:
            yield f"{counted(len(self.vacuous), 'row')} with an infinite right side left out: nothing is asked there"
        if self.free_rows:
            yield f"besides the objective, {counted(len(self.free_rows), 'free row')} left out"
        for section, name in self.stated:
            if section == "RANGES" and name not in self.rows and name not in self.free_rows:
                yield f"a range of {name}, the objective, means nothing and is left out"
        if self.binary:
            yield (
                f"{counted(len(self.binary), 'integer column')} without bounds (such as {self.binary[0]}) may be 0 "
                "or 1, as CPLEX and HiGHS have it"
            )
        opened = [name for name, sides in self.stated_bounds.items() if "opened" in sides]
        if opened:
            yield (
                f"{counted(len(opened), 'column')} with a negative upper bound and no lower one (such as {opened[0]}): "
                "unbounded below, as CPLEX and Gurobi have it; HiGHS would keep 0"
            )


def _ranged(row: Row) -> Row:
    """A width R makes a range of size |R|: below an L row's side, above a G row's; for an E row R's sign decides."""
    width = row.other
    if not width:
        return Row(row.name, row.relation if width is None else "=", row.entries, row.side)
    upward = row.relation == ">=" or (row.relation == "=" and width > 0)
    size = max(width, -width)
    other = row.side + size if upward else row.side - size
    return Row(row.name, ">=" if upward else "<=", row.entries, row.side, other)


# Reading: the fields of a line. Free format separates them by white space, fixed format by their columns on the card.

Splitter = Callable[[str, str], list[str]]  # section, line -> fields; a ValueError's message is the rule
_CARD = ((1, 3), (4, 12), (14, 22), (24, 36), (39, 47), (49, 61))
_GAPS = ((0, 1), (3, 4), (12, 14), (22, 24), (36, 39), (47, 49))


def _free(section: str, line: str) -> list[str]:
    """ROWS: type, name. COLUMNS, RHS, RANGES: name, row, value, row, value. BOUNDS: type, set, column, value.

    A comment may follow three or five words of COLUMNS after a $, as GLPK writes it.
    """
    words = line.split()
    if section == "ROWS":
        return _check_count(words, (2,))
    if section == "COLUMNS":
        return words if MARKER in words else _check_count(_uncommented(words), (3, 5))
    if section in ("RHS", "RANGES"):
        return _check_count(words if len(words) % 2 else ["", *words], (3, 5))
    return _free_bound(words)


def _uncommented(words: list[str]) -> list[str]:
    """Five words are taken as they stand: the fourth may be a row whose name is $."""
    end = next((k for k in (3, 5) if len(words) != 5 and words[k : k + 1] == ["$"]), len(words))
    return words[:end]


def _free_bound(words: list[str]) -> list[str]:
    """The name of the set may be left out; a value may follow a type that needs none."""
    if words[0].upper() in _WITHOUT_VALUE:
        _check_count(words, (2, 3, 4))
        return [words[0], "", *words[1:]] if len(words) == 2 else words[:3]
    _check_count(words, (3, 4))
    return [words[0], "", *words[1:]] if len(words) == 3 else words


def _check_count(words: list[str], counts: tuple[int, ...]) -> list[str]:
    if len(words) not in counts:
        raise ValueError(f"must have {' or '.join(map(str, counts))} fields")
    return words


def _fixed(section: str, line: str) -> list[str]:
    """Six fields, in columns 2-3, 5-12, 15-22, 25-36, 40-47 and 50-61; a $ that opens field 3 or 5 begins a comment."""
    if "\t" in line:
        raise ValueError("must have no tabs in fixed format")
    if section == "COLUMNS" and MARKER in line:
        return line.split()
    parts = [line[start:stop].strip() for start, stop in _CARD]
    for k in (2, 4):
        if parts[k].startswith("$"):
            line = line[: _CARD[k][0]]
            parts[k:] = [""] * (len(parts) - k)
    if line[61:].strip() or any(line[start:stop].strip() for start, stop in _GAPS):
        raise ValueError("must have its fields in columns 2-3, 5-12, 15-22, 25-36, 40-47 and 50-61 in fixed format")
    return _fixed_fields(section, parts)


def _fixed_fields(section: str, parts: list[str]) -> list[str]:
    kind, *names = parts
    if section == "ROWS":
        if not kind or any(names[1:]):
            raise ValueError("must have a type and a name")
        return [kind, names[0]]
    if section == "BOUNDS":
        return [kind, *names[:2]] if kind.upper() in _WITHOUT_VALUE else [kind, *names[:3]]
    if kind:
        raise ValueError("must have nothing in columns 2 and 3")
    return names if names[3] or names[4] else names[:3]


SPLITTERS: tuple[Splitter, ...] = (_free, _fixed)


# Writing

Fractions = Literal["refuse", "scale", "write"]
_TYPES = {-1: "L", 0: "E", 1: "G"}
_PLAIN = 20  # decimals up to which a number is written without an exponent


def to_mps(program: LinearProgram, path: str | Path, fractions: Fractions = "refuse", rename: bool = False) -> None:
    """Write the program to a file that ``optcheck.read`` turns into the same program; it appears whole or not at all.

    Numbers are written as decimals with all their digits. One such as 1/3 has no finite decimal: by default it is
    refused; "scale" multiplies its row by a whole number, which changes neither the points nor the optimum (a cost or
    a bound is still refused); "write" puts down 1/3, which optcheck reads and most solvers do not. Names must be free
    of white space, unless ``rename`` asks for C1, C2, ... and R1, R2, ... instead.
    """
    write_atomically(path, mps_text(program, fractions, rename))


def mps_text(program: LinearProgram, fractions: Fractions = "refuse", rename: bool = False) -> str:
    """The text that :func:`to_mps` writes."""
    if fractions not in get_args(Fractions):
        raise InvalidInput(f"fractions must be one of {', '.join(get_args(Fractions))}, got {fractions!r}")
    return "\n".join(_Writer(program, fractions, rename).lines()) + "\n"


def decimal(value: Exact) -> str | None:
    """All digits of a number, or None where they never end.

    >>> from fractions import Fraction
    >>> decimal(Fraction(1, 8)), decimal(Fraction(1, 3)), decimal(-12)
    ('0.125', None, '-12')
    """
    places = value.denominator.bit_length()  # enough, if there are enough
    digits, rest = divmod(abs(value.numerator) * 10**places, value.denominator)
    if rest:
        return None
    text = to_text(digits).rjust(places + 1, "0")
    sign, units, decimals = "-" * (value < 0), text[:-places], text[-places:].rstrip("0")
    if len(decimals) > _PLAIN:
        return f"{sign}{(units + decimals).lstrip('0')}e-{len(decimals)}"
    return f"{sign}{units}{'.' * bool(decimals)}{decimals}"


class _Writer:
    """The lines of a free MPS file."""

    def __init__(self, program: LinearProgram, fractions: Fractions, rename: bool) -> None:
        if program.gaps:
            raise InvalidInput("to_mps writes no semi-continuous columns, and the program has gaps")
        self._program = program
        self._fractions = fractions
        self._constant = self._fixed_constant()
        count = len(program.costs) - (self._constant is not None)
        self._columns = _names("column", list(program.column_labels)[:count], "C" if rename else "")
        self._rows = _names("row", list(program.row_labels), "R" if rename else "")
        self._objective = "objective"
        while self._objective in self._rows:
            self._objective += "_"
        self._scales = [self._scale(i) for i in range(program.rows.count)]

    def _fixed_constant(self) -> Exact | None:
        """The objective's constant, if the last column is the one that the readers make of it."""
        program, last = self._program, len(self._program.costs) - 1
        if last < 0 or program.column_labels[last] != CONSTANT or (program.lower[last], program.upper[last]) != (1, 1):
            return None
        return None if (program.rows.columns == last).any() or not program.costs[last] else program.costs[last]

    def _scale(self, index: int) -> int:
        """What a row is multiplied by: 1, or the least number that leaves only factors 2 and 5 in its denominators."""
        if self._fractions != "scale":
            return 1
        entries = [a for _, a in self._program.rows.row(index)]
        whole = common_denominator([*entries, self._program.rhs[index]])
        return whole // gcd(whole, 10 ** whole.bit_length())

    def lines(self) -> Iterator[str]:
        program = self._program
        yield "NAME program FREE"
        if program.sense == "maximise":
            yield "OBJSENSE"
            yield "    MAX"
        yield "ROWS"
        yield f" N {self._objective}"
        for name, relation in zip(self._rows, program.relations.tolist(), strict=True):
            yield f" {_TYPES[relation]} {name}"
        yield "COLUMNS"
        yield from self._entries()
        yield "RHS"
        yield from self._sides()
        yield "BOUNDS"
        for j, name in enumerate(self._columns):
            yield from self._bounds(name, program.lower[j], program.upper[j])
            if j in program.integers and program.lower[j] == 0 and program.upper[j] is None:
                yield f" PL BND {name}"  # without any bound it would be binary
        yield "ENDATA"

    def _entries(self) -> Iterator[str]:
        """A column's cost stands always, so that a column without entries is there too."""
        by_column: list[list[tuple[int, Exact]]] = [[] for _ in self._program.costs]
        for i in range(self._program.rows.count):
            for j, a in self._program.rows.row(i):
                by_column[j].append((i, a * self._scales[i]))
        for j, name in enumerate(self._columns):
            if (j in self._program.integers) != (j - 1 in self._program.integers):
                yield f" M{j} {MARKER} {_MARK[j in self._program.integers]}"
            yield f" {name} {self._objective} {self._number(self._program.costs[j], f'cost of {name}')}"
            for i, a in by_column[j]:
                yield f" {name} {self._rows[i]} {self._number(a, f'{name} in row {self._rows[i]}')}"
        if len(self._columns) - 1 in self._program.integers:
            yield f" M{len(self._columns)} {MARKER} {_MARK[False]}"

    def _sides(self) -> Iterator[str]:
        if self._constant is not None:
            yield f" RHS {self._objective} {self._number(-self._constant, CONSTANT)}"
        for i, name in enumerate(self._rows):
            if self._program.rhs[i]:
                side = self._program.rhs[i] * self._scales[i]
                yield f" RHS {name} {self._number(side, f'right side of row {name}')}"

    def _bounds(self, name: str, low: Exact | None, high: Exact | None) -> Iterator[str]:
        if low is None and high is None:
            yield f" FR BND {name}"
        elif low == high:
            yield f" FX BND {name} {self._bound(low, name)}"
        else:
            if low is None:
                yield f" MI BND {name}"
            elif low or (high is not None and high < 0):
                yield f" LO BND {name} {self._bound(low, name)}"
            if high is not None:
                yield f" UP BND {name} {self._bound(high, name)}"

    def _bound(self, value: Exact | None, name: str) -> str:
        if value is None or not -INFINITE < value < INFINITE:
            raise InvalidInput(f"bound of {name} must be below 1e20 in size: readers take others as infinite")
        return self._number(value, f"bound of {name}")

    def _number(self, value: Exact, name: str) -> str:
        text = decimal(value) or (to_text(value) if self._fractions == "write" else "")
        if not text:
            raise InvalidInput(f"{name} must be a finite decimal in an MPS file, got {to_text(value)[:80]}")
        exponent = text.partition("e-")[2]
        if len(text) > MOST_CHARACTERS or int(exponent or 0) > MOST_EXPONENT:
            raise InvalidInput(f"{name} must have at most {MOST_CHARACTERS} characters, got {len(text)}")
        return text


def _names(what: str, names: list[str], letter: str) -> list[str]:
    if letter:
        return [f"{letter}{k}" for k in range(1, len(names) + 1)]
    for name in names:
        if name.split() != [name] or not name.isprintable() or name == MARKER:
            raise InvalidInput(f"{what} names in an MPS file must have no white space, got {name!r}; see rename")
    if len(set(names)) < len(names):
        raise InvalidInput(f"{what} names in an MPS file must be distinct; see rename")
    return names
