"""What the columns mean: names in any case and their usual synonyms; near misses are refused, others are kept."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from optcheck.errors import InvalidInput
from optcheck.noise.sheets import Line

__all__ = ["COLUMNS", "Row", "is_kept", "meaning_of", "rows_of"]

COLUMNS = ("name", "epsilon", "delta", "sensitivity", "variance", "active", "records")
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
_AMBIGUOUS = re.compile(r"[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+")


@dataclass(frozen=True, slots=True)
class Row:
    """One party: the place of its row, the columns that count, and the others as they are."""

    place: str
    values: Mapping[str, str]
    others: Mapping[str, str]

    def text(self, column: str) -> str:
        """The cell of a column, without blanks around it; empty where there is none."""
        return self.values.get(column, "").strip()

    def number(self, column: str, default: str = "") -> Fraction:
        """The number in a cell, which may have a decimal comma."""
        text = self.text(column) or default
        if not text:
            raise self.error(column, "a number is missing")
        exponent = text.lower().partition("e")[2].lstrip("+-")
        if exponent.replace("_", "").isdigit() and len(exponent) > 3:  # written out, the number could fill the memory
            raise self.error(column, f"must have an exponent of at most three digits, got {text!r}")
        if _AMBIGUOUS.fullmatch(text):
            raise self.error(column, f"could be thousands or decimals; write it without a comma, got {text!r}")
        try:
            return Fraction(text.replace(",", ".") if text.count(",") == 1 and "." not in text else text)
        except (ValueError, ZeroDivisionError):
            raise self.error(column, f"must be a number such as 0.25 or 3/7, got {text!r}") from None

    def error(self, column: str, message: str) -> InvalidInput:
        """An error that names the place and the column."""
        return InvalidInput(f"{self.place}, column {column!r}: {message}")


def rows_of(lines: list[Line]) -> list[Row]:
    """The rows with their columns understood."""
    meanings: dict[str, str | None] = {}
    rows = []
    for line in lines:
        for name in line.cells:
            if name not in meanings:
                meanings[name] = meaning_of(name, line.place)
        rows.append(_row(line, meanings))
    return rows


def _row(line: Line, meanings: Mapping[str, str | None]) -> Row:
    values: dict[str, str] = {}
    others: dict[str, str] = {}
    for name, cell in line.cells.items():
        meaning = meanings[name]
        if meaning is None:
            if _normal(name) not in _COMPUTED:
                others[name] = cell
        elif meaning in values:
            raise InvalidInput(f"{line.place}, column {name!r}: must appear once, {meaning} is there twice")
        else:
            values[meaning] = cell
    if values.get("variance") and (values.get("epsilon") or values.get("delta")) and "variance" not in line.cells:
        del values["variance"]  # a required_variance that was computed from the budget beside it
    return Row(line.place, values, others)


def _normal(name: str) -> str:
    return re.sub(r"[\s\-_]+", "_", name.strip().lower())


def is_kept(name: str, place: str) -> bool:
    """Whether a column is written again as it is: neither a variance nor something that we compute."""
    return _normal(name) not in _COMPUTED and meaning_of(name, place) != "variance"


def meaning_of(name: str, place: str) -> str | None:
    """The column that a name stands for; None for one that is none of ours."""
    if name.strip() == "Δ":
        return "sensitivity"
    normal = _normal(name)
    if normal in COLUMNS or normal in _SYNONYMS:
        return _SYNONYMS.get(normal, normal)
    if normal in _COMPUTED:
        return None
    near = difflib.get_close_matches(normal, (*COLUMNS, "required_variance"), 1, cutoff=0.8)
    if near:
        raise InvalidInput(f"{place.rpartition(',')[0]}, column {name!r}: unknown; did you mean {near[0]!r}?")
    return None
