"""Read parties from CSV or JSON. Errors name the file, the line (or item) and the column."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from optcheck import gaussian
from optcheck.cli._console import steers
from optcheck.errors import InvalidInput
from optcheck.exact.json import distinct
from optcheck.exact.numbers import Exact, whole
from optcheck.tpmdp.rounding import at_least

__all__ = ["Parties", "read_parties"]

COLUMNS = ("name", "epsilon", "delta", "sensitivity", "variance", "active")
_TRUTH = {"true": True, "yes": True, "1": True, "": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True, slots=True)
class Parties:
    """Names, required variances (all exact or all doubles) and indices of the active parties."""

    names: list[str]
    required: list[Exact] | list[float]
    active: list[int]


@dataclass(frozen=True, slots=True)
class _Row:
    place: str
    values: Mapping[str, str]

    def text(self, column: str) -> str:
        return self.values.get(column, "").strip()

    def number(self, column: str, default: str = "") -> Fraction:
        text = self.text(column) or default
        if not text:
            raise self.error(column, "a number is missing")
        exponent = text.lower().partition("e")[2].lstrip("+-")
        if exponent.replace("_", "").isdigit() and len(exponent) > 3:  # written out, the number could fill the memory
            raise self.error(column, f"must have an exponent of at most three digits, got {text!r}")
        try:
            return Fraction(text)
        except (ValueError, ZeroDivisionError):
            raise self.error(column, f"must be a number such as 0.25 or 3/7, got {text!r}") from None

    def error(self, column: str, message: str) -> InvalidInput:
        return InvalidInput(f"{self.place}, column {column!r}: {message}")


def read_parties(path: Path) -> Parties:
    """The parties of a CSV file with a header, or of a JSON list of objects, in the order of the file."""
    if not path.exists():
        raise InvalidInput(f"there is no file {path}")
    rows = list((_json_rows if path.suffix.lower() == ".json" else _csv_rows)(path))
    if not rows:
        raise InvalidInput(f"{path}: there must be at least one party, got none")
    return Parties(_names(rows), _required(rows), [i for i, row in enumerate(rows) if _is_active(row)])


def _csv_rows(path: Path) -> Iterator[_Row]:
    try:
        with path.open(newline="", encoding="utf-8-sig") as stream:
            reader = csv.reader(stream, strict=True)
            header = [name.strip() for name in next(reader, [])]
            _check_columns(header, f"{path}, line 1")
            for cells in reader:
                place = f"{path}, line {reader.line_num}"
                if cells and len(cells) != len(header):
                    raise InvalidInput(f"{place}: must have {len(header)} columns, got {len(cells)}")
                if cells:
                    yield _Row(place, dict(zip(header, cells, strict=True)))
    except (csv.Error, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path} is not a CSV file: {error}") from error


def _json_rows(path: Path) -> Iterator[_Row]:
    try:
        text = path.read_text(encoding="utf-8")
        items: Any = json.loads(text, parse_float=str, parse_int=str, object_pairs_hook=distinct)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{path} is not a JSON file: {error}") from error
    if not isinstance(items, list):
        raise InvalidInput(f"{path} must hold a list of objects, one for each party")
    for number, item in enumerate(items, start=1):
        place = f"{path}, item {number}"
        if not isinstance(item, dict):
            raise InvalidInput(f"{place}: must be an object, got {item!r}")
        _check_columns(list(item), place)
        yield _Row(place, {name: _json_text(value) for name, value in item.items()})


def _json_text(value: object) -> str:
    return "" if value is None else str(value)


def _check_columns(names: list[str], place: str) -> None:
    for name in names:
        if name not in COLUMNS:
            raise InvalidInput(f"{place}, column {name!r}: unknown; the columns are {', '.join(COLUMNS)}")
        if names.count(name) > 1:
            raise InvalidInput(f"{place}, column {name!r}: must appear once, got {names.count(name)} times")


def _names(rows: list[_Row]) -> list[str]:
    names = [row.text("name") or f"party {number}" for number, row in enumerate(rows, start=1)]
    seen: dict[str, str] = {}
    for name, row in zip(names, rows, strict=True):
        if any(map(steers, name)):
            raise row.error("name", f"must not hold control characters, got {name!r}")
        if name in seen:
            raise row.error("name", f"must differ from party to party, got {name!r} again (first: {seen[name]})")
        seen[name] = row.place
    return names


def _is_active(row: _Row) -> bool:
    text = row.text("active").lower()
    if text not in _TRUTH:
        raise row.error("active", f"must be yes or no, got {row.text('active')!r}")
    return _TRUTH[text]


def _required(rows: list[_Row]) -> list[Exact] | list[float]:
    """Variances as given, or calibrated from the budgets; exact only if all are whole numbers or fractions."""
    for row in rows:
        if row.text("variance") and (row.text("epsilon") or row.text("delta")):
            raise row.error("variance", "give a variance or epsilon and delta, not both")
    if all(row.text("variance") for row in rows):
        values = [_at_least_zero(row, "variance") for row in rows]
        if all(_is_exact(row.text("variance")) for row in rows):
            return [whole(value) for value in values]
        return [_variance(row) for row in rows]
    budgets = [row for row in rows if not row.text("variance")]
    calibrated = iter(_calibrated(budgets))
    return [_variance(row) if row.text("variance") else next(calibrated) for row in rows]


def _variance(row: _Row) -> float:
    """The given variance, rounded up to a double."""
    value = at_least(_at_least_zero(row, "variance"))
    if value == math.inf:
        raise row.error("variance", f"must not exceed the largest double, 1.8e308, got {row.text('variance')}")
    return value


def _is_exact(text: str) -> bool:
    return not any(mark in text for mark in ".eE")


def _calibrated(rows: list[_Row]) -> list[float]:
    """The analytic Gaussian mechanism's variances for the rows' budgets, rounded to the safe side."""
    for row in rows:
        _at_least_zero(row, "epsilon")
        if not 0 < row.number("delta") < 1:
            raise row.error("delta", f"must be above 0 and below 1, got {row.text('delta')}")
        _at_least_zero(row, "sensitivity", "1")
    budgets = [_budget(row) for row in rows]
    try:
        variances: list[float] = gaussian.required_variance(*map(list, zip(*budgets, strict=True))).tolist()
    except InvalidInput:
        for row, budget in zip(rows, budgets, strict=True):
            _calibrate_one(row, budget)
        raise
    return variances


def _budget(row: _Row) -> tuple[float, float, float]:
    """Epsilon and delta rounded down, sensitivity rounded up."""
    epsilon, delta = (0.0 - at_least(-row.number(name)) for name in ("epsilon", "delta"))
    return epsilon, delta, at_least(row.number("sensitivity", "1"))


def _calibrate_one(row: _Row, budget: tuple[float, float, float]) -> None:
    """Name the line whose budget the calibration refuses; its message names the column."""
    try:
        gaussian.required_variance(*budget)
    except InvalidInput as error:
        raise InvalidInput(f"{row.place}: {error}") from error


def _at_least_zero(row: _Row, column: str, default: str = "") -> Fraction:
    value = row.number(column, default)
    if value < 0:
        raise row.error(column, f"must not be negative, got {row.text(column)}")
    return value
