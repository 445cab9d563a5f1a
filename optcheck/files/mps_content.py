"""What the data sections of an MPS file state, collected until the file ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from optcheck.checker.wording import counted
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact
from optcheck.exact.program import Relation, Sense
from optcheck.files.draft import Column, Loaded, Row, build
from optcheck.files.mps_bounds import set_bound
from optcheck.files.numerals import Numerals
from optcheck.files.source import Place, refuse

__all__ = ["MARKER", "Content"]

_RELATIONS: dict[str, Relation] = {"L": "<=", "E": "=", "G": ">="}
MARKER = "'MARKER'"
_MARKS = {"'INTORG'": True, "'INTEND'": False}


@dataclass(slots=True)
class Content:
    """Rows and columns by name; ``line`` is the one being read, for messages."""

    numerals: Numerals
    file: str = ""
    line: int = 0
    rows: dict[str, Row] = field(default_factory=dict)
    free_rows: dict[str, Row] = field(default_factory=dict)
    columns: dict[str, int] = field(default_factory=dict)
    drafts: list[Column] = field(default_factory=list)
    given: dict[str, set[str]] = field(default_factory=dict)  # by column: which bounds the file states
    between_marks: bool = False
    sets: dict[str, str] = field(default_factory=dict)  # by section: the one set of values that it holds
    stated: set[tuple[str, str]] = field(default_factory=set)  # right sides and ranges so far

    @property
    def place(self) -> Place:
        """File and line, for messages."""
        return self.file, self.line

    def handlers(self) -> dict[str, Callable[[list[str]], None]]:
        """What to do with the fields of a line, by section."""
        return {
            "ROWS": self._row,
            "COLUMNS": self._column,
            "RHS": partial(self._sides, "RHS"),
            "RANGES": partial(self._sides, "RANGES"),
            "BOUNDS": self._bound,
        }

    def _row(self, fields: list[str]) -> None:
        kind, name = fields
        if not name or name in self.rows or name in self.free_rows:
            refuse(self.place, "row name", "must be there and differ from row to row", name)
        if kind.upper() == "N":
            self.free_rows[name] = Row(name, "=")
        elif kind.upper() in _RELATIONS:
            self.rows[name] = Row(name, _RELATIONS[kind.upper()])
        else:
            refuse(self.place, "row type", "must be N, L, E or G", kind)

    def _column(self, fields: list[str]) -> None:
        if MARKER in fields:
            if len(fields) != 3 or fields[2] not in _MARKS:
                refuse(self.place, "marker", "must be 'INTORG' or 'INTEND'", fields[-1])
            self.between_marks = _MARKS[fields[2]]
            return
        index = self._column_index(fields[0])
        for k in range(1, len(fields), 2):
            row = self._find_row(fields[k])
            if index in row.entries:
                refuse(self.place, "row name", f"column {fields[0]} must have one entry in a row", fields[k])
            row.entries[index] = self._number(fields[k + 1])

    def _column_index(self, name: str) -> int:
        """The column being read. All its entries stand together, so another one must be new."""
        if not self.drafts or self.drafts[-1].name != name:
            if not name or name in self.columns:
                refuse(self.place, "column name", "must be there, with all its entries in adjacent lines", name)
            self.columns[name] = len(self.drafts)
            self.drafts.append(Column(name, integer=self.between_marks))
        return len(self.drafts) - 1

    def _pairs(self, fields: list[str]) -> list[tuple[str, Exact]]:
        return [(name, self._number(text)) for name, text in zip(fields[1::2], fields[2::2], strict=True)]

    def _number(self, text: str) -> Exact:
        try:
            return self.numerals(text)
        except ValueError as error:
            refuse(self.place, "value", str(error), text)

    def _find_row(self, name: str) -> Row:
        row = self.rows.get(name) or self.free_rows.get(name)
        if row is None:
            refuse(self.place, "row name", "must be one of ROWS", name)
        return row

    def _sides(self, section: str, fields: list[str]) -> None:
        self._one_set(section, fields[0])
        for name, value in self._pairs(fields):
            row = self._find_row(name)
            if (section, name) in self.stated:
                refuse(self.place, "row name", f"must occur once in {section}", name)
            self.stated.add((section, name))
            if section == "RHS":
                row.side = value
            else:
                row.other = value  # the width as written; what it means depends on the right side, known at the end

    def _one_set(self, section: str, name: str) -> None:
        if self.sets.setdefault(section, name) != name:
            rule = (
                f"{section} must hold one set of values, and {self.sets[section]!r} is one: choose, and remove others"
            )
            refuse(self.place, "set name", rule, name)

    def _bound(self, fields: list[str]) -> None:
        kind, bounds, name, *value = fields
        self._one_set("BOUNDS", bounds)
        if name not in self.columns:
            refuse(self.place, "column name", "must be one of COLUMNS", name)
        column = self.drafts[self.columns[name]]
        set_bound(self.place, column, kind.upper(), value, self.numerals, self.given.setdefault(name, set()))

    def finish(self, name: str, sense: Sense, objective: str | None) -> Loaded:
        """The program, when the last line is read."""
        chosen = next(iter(self.free_rows), None) if objective is None else objective
        if chosen not in self.free_rows:
            refuse(self.place, "OBJNAME" if objective else "ROWS", "must name a row of type N, the objective", chosen)
        goal = self.free_rows.pop(chosen)
        for column in self.drafts:
            if column.integer and column.name not in self.given:
                column.upper = 1
        rows = [_ranged(row) for row in self.rows.values()]
        try:
            program = build(sense, goal.entries, -goal.side, self.drafts, rows)
        except InvalidInput as error:
            raise InvalidInput(f"{self.place[0]}: {error}") from None
        integers = tuple(column.name for column in self.drafts if column.integer)
        return Loaded(program, name, integers, tuple(self._notes()))

    def _notes(self) -> Iterator[str]:
        if self.free_rows:
            yield f"besides the objective, {counted(len(self.free_rows), 'free row')} left out"
        for section, name in self.stated:
            if section == "RANGES" and name not in self.rows and name not in self.free_rows:
                yield f"a range of {name}, the objective, means nothing and is left out"
        opened = [name for name, given in self.given.items() if "opened" in given]
        if opened:
            yield (
                f"{len(opened)} columns with a negative upper bound and no lower bound (such as {opened[0]}) are "
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
