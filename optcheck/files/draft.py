"""A linear program as files state it: ranges, integer marks, an objective constant. ``build`` makes it one of ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact, each_once, whole
from optcheck.exact.program import RELATION_CODES, LinearProgram, Relation, Sense, SparseRows, object_array

__all__ = ["CONSTANT", "RANGE_MARK", "Column", "Loaded", "Row", "build"]

CONSTANT = "objective constant"  # a column fixed at 1 whose cost is the constant: so proofs cover it
_LONGEST_NAME = 1000  # certificates take no longer ones
RANGE_MARK = ":range"  # ends the name of the row that holds the other side of a range


@dataclass(slots=True)
class Row:
    """A row: entries by column index, one relation, and the other side where the row is a range."""

    name: str
    relation: Relation
    entries: dict[int, Exact] = field(default_factory=dict)
    side: Exact = 0
    other: Exact | None = None


@dataclass(slots=True)
class Column:
    """A column and its bounds; None is infinite."""

    name: str
    lower: Exact | None = 0
    upper: Exact | None = None
    integer: bool = False


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a file holds: the program (of the relaxation, if columns are integer) and what it leaves out."""

    program: LinearProgram
    name: str
    integer_columns: tuple[str, ...]
    notes: tuple[str, ...] = ()  # where the file was read by a convention, or parts of it were left out


def build(
    sense: Sense, costs: dict[int, Exact], constant: Exact, columns: Sequence[Column], rows: Iterable[Row]
) -> LinearProgram:
    """The program: a range becomes two rows, a constant in the objective a column that is fixed at 1."""
    columns = [*columns, *([Column(CONSTANT, 1, 1)] if constant else [])]
    rows = [part for row in rows for part in _parts(row)]
    _check_names("row", [row.name for row in rows])
    _check_names("column", [column.name for column in columns])
    costs = costs | ({len(columns) - 1: constant} if constant else {})
    counts, places, values = _nonzero(rows)
    return LinearProgram(
        sense=sense,
        costs=tuple(each_once(whole, [costs.get(j, 0) for j in range(len(columns))])),
        rows=SparseRows(
            starts=np.cumsum([0, *counts], dtype=np.int64),
            columns=np.array(places, dtype=np.int32),
            values=object_array(values),
        ),
        relations=np.array([RELATION_CODES[row.relation] for row in rows], dtype=np.int8),
        rhs=object_array(each_once(whole, [row.side for row in rows])),
        lower=tuple(column.lower for column in columns),
        upper=tuple(column.upper for column in columns),
        column_labels=tuple(column.name for column in columns),
        row_labels=tuple(row.name for row in rows),
    )


def _nonzero(rows: Sequence[Row]) -> tuple[list[int], list[int], list[Exact]]:
    """How many entries each row has, their columns and their values, without those that are 0."""
    values = each_once(whole, [a for row in rows for a in row.entries.values()])
    if all(each_once(bool, values)):
        return [len(row.entries) for row in rows], [j for row in rows for j in row.entries], values
    kept = [{j: a for j, a in row.entries.items() if a} for row in rows]
    return _nonzero([Row(row.name, row.relation, entries) for row, entries in zip(rows, kept, strict=True)])


def _parts(row: Row) -> list[Row]:
    if row.other is None:
        return [row]
    if row.other == row.side:
        return [Row(row.name, "=", row.entries, row.side)]
    opposite: Relation = "<=" if row.relation == ">=" else ">="
    return [
        Row(row.name, row.relation, row.entries, row.side),
        Row(row.name + RANGE_MARK, opposite, row.entries, row.other),
    ]


def _check_names(what: str, names: list[str]) -> None:
    longest = max(map(len, names), default=0)
    if longest > _LONGEST_NAME:
        raise InvalidInput(f"{what} names must have at most {_LONGEST_NAME} characters, got one of {longest}")
    if len(set(names)) < len(names):
        twice = Counter(names).most_common(1)[0][0]
        raise InvalidInput(f"{what} names must be distinct, got {twice!r} twice")
