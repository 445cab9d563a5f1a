"""What the columns mean: names in any case and their usual synonyms; near misses are refused, others are kept."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from optcheck.errors import InvalidInput

__all__ = ["COLUMNS", "NUMBERS", "Line", "Row", "is_kept", "meaning_of", "number_columns", "rows_of"]

COLUMNS = ("name", "epsilon", "delta", "sensitivity", "variance", "active", "records")
NUMBERS = frozenset(["epsilon", "delta", "sensitivity", "variance", "records"])
_SYNONYMS = {
    "party": "name",
    "participant": "name",
    "institution": "name",
    "organisation": "name",
    "organization": "name",
    "eps": "epsilon",
    "ε": "epsilon",
    "δ": "delta",
    "sens": "sensitivity",
    "range": "sensitivity",
    "required": "variance",
    "required_variance": "variance",
    "sees_result": "active",
    "sees_the_result": "active",
    "number_of_records": "records",
}
_COMPUTED = ("noise_variance", "noise_sigma", "grid", "grid_variance")  # in what allocate writes; never read


@dataclass(frozen=True, slots=True)
class Line:
    """One row: where it stands, and its cells by the names of the columns as they are written there."""

    place: str
    cells: dict[str, str]


@dataclass(frozen=True, slots=True)
class Row:
    """One party: the place of its row, the columns that count, and the others as they are."""

    place: str
    values: Mapping[str, str]
    others: Mapping[str, str]

    def text(self, column: str) -> str:
        """The cell of a column, without blanks around it; empty where there is none."""
        return self.values.get(column, "").strip()

    def number(self, column: str) -> Fraction:
        """The number in a cell, whose decimal mark is a point by now."""
        text = self.text(column)
        if not text:
            raise self.error(column, "a number is missing")
        exponent = text.lower().partition("e")[2].lstrip("+-")
        if exponent.replace("_", "").isdigit() and len(exponent) > 3:  # written out, the number could fill the memory
            raise self.error(column, f"must have an exponent of at most three digits, got {text!r}")
        try:
            return Fraction(text if text.isascii() else "")
        except (ValueError, ZeroDivisionError):
            raise self.error(column, f"must be a number such as 0.25 or 3/7, got {text!r}") from None

    def error(self, column: str, message: str) -> InvalidInput:
        """An error that names the place and the column."""
        return InvalidInput(f"{self.place}, column {column!r}: {message}")


def rows_of(lines: list[Line]) -> list[Row]:
    """The rows with their columns understood."""
    rows = list(map(_row, lines))
    columns = {column for row in rows for column in row.values}
    if rows and "variance" not in columns:
        _check_budget_columns(lines[0], columns)
    if "sensitivity" in columns:  # where one record has it, it is missing in the others, and does not count as 1
        rows = [
            row if "sensitivity" in row.values else replace(row, values={**row.values, "sensitivity": ""})
            for row in rows
        ]
    for row in rows if "records" in columns else []:
        if row.text("records") and row.number("records") < 1:
            raise row.error("records", f"must be at least 1, got {row.text('records')}")
    return rows


def _check_budget_columns(line: Line, columns: set[str]) -> None:
    for column in ("epsilon", "delta"):
        if column not in columns:
            rule = "every party needs epsilon and delta, or a variance"
            names = ", ".join(map(repr, line.cells))
            raise InvalidInput(f"{_file(line.place)}: there is no column {column!r}: {rule}; the columns are {names}")


def _row(line: Line) -> Row:
    values: dict[str, str] = {}
    for name, meaning in _counted(line):
        if meaning in values:
            raise InvalidInput(f"{line.place}, column {name!r}: must appear once, {meaning} is there twice")
        values[meaning] = line.cells[name]
    others = {name: cell for name, cell in line.cells.items() if _is_other(name, line.place)}
    return Row(line.place, values, others)


def _counted(line: Line) -> Iterator[tuple[str, str]]:
    """The columns that count, with their meanings: not a required variance computed from the budget beside it."""
    meanings = [(name, meaning) for name in line.cells if (meaning := meaning_of(name, line.place))]
    planned = any(meaning in ("epsilon", "delta") and line.cells[name].strip() for name, meaning in meanings)
    for name, meaning in meanings:
        if not (planned and _normal(name) == "required_variance"):
            yield name, meaning


def number_columns(line: Line) -> list[tuple[str, str]]:
    """The columns of a row in which numbers stand that count, with their meanings."""
    return [(name, meaning) for name, meaning in _counted(line) if meaning in NUMBERS]


def _is_other(name: str, place: str) -> bool:
    return meaning_of(name, place) is None and _normal(name) not in _COMPUTED


@lru_cache(maxsize=1 << 10)
def _normal(name: str) -> str:
    return re.sub(r"[\s\-_]+", "_", name.strip().lower())


def is_kept(name: str, place: str) -> bool:
    """Whether a column is written again as it is: neither a variance nor something that we compute."""
    return _normal(name) not in _COMPUTED and meaning_of(name, place) != "variance"


def meaning_of(name: str, place: str) -> str | None:
    """The column that a name stands for; None for one that is none of ours."""
    meaning, near = _meaning(name)
    if near:
        raise InvalidInput(f"{_file(place)}, column {name!r}: unknown; did you mean {near!r}?")
    return meaning


@lru_cache(maxsize=1 << 10)
def _meaning(name: str) -> tuple[str | None, str]:
    """The column that a name stands for, or one that it may have been meant for."""
    if name.strip() == "Δ":
        return "sensitivity", ""
    normal = _normal(name)
    if normal in COLUMNS or normal in _SYNONYMS:
        return _SYNONYMS.get(normal, normal), ""
    if normal in _COMPUTED:
        return None, ""
    near = difflib.get_close_matches(normal, (*COLUMNS, "required_variance"), 1, cutoff=0.8)
    return None, near[0] if near else ""


def _file(place: str) -> str:
    return place.rpartition(",")[0]
