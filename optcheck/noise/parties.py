"""Parties from a table: names, budgets or variances, who is active. Errors name the file, the line and the column."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from pathlib import Path

from optcheck import gaussian
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact, whole
from optcheck.exact.rounding import at_least
from optcheck.exact.text import unguarded
from optcheck.noise.columns import COLUMNS, Row, rows_of
from optcheck.noise.names import check_distinct, check_name
from optcheck.noise.sheets import read_sheet

__all__ = [
    "Parties",
    "budget_of",
    "delta_warning",
    "few",
    "is_active",
    "names_of",
    "read_parties",
    "required_doubles",
    "truth",
]

_TRUTH = {"true": True, "yes": True, "1": True, "": True, "false": False, "no": False, "0": False}
_MOST = 10  # warnings of one sort
_MUCH = Fraction(1, 1000)  # a delta from which on a word is due where nobody says how many records there are
Budget = tuple[Fraction, Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Parties:
    """Names, required variances (all exact or all doubles), indices of the active parties, and what came with them.

    ``budgets`` holds epsilon, delta and sensitivity of everybody, exactly as written, or None where some party gives a
    variance instead. ``kept`` holds the cells that are not ours, ``warnings`` what the user should know.
    """

    names: list[str]
    required: list[Exact] | list[float]
    active: list[int]
    budgets: list[Budget] | None
    kept: list[dict[str, str]]
    warnings: list[str]


def read_parties(path: Path, encoding: str | None = None) -> Parties:
    """The parties of a CSV file with a header, or of a JSON list of objects, in the order of the file."""
    rows = rows_of(read_sheet(path, encoding))
    if not rows:
        raise InvalidInput(f"{path}: there must be at least one party, got none")
    required = _required(rows)
    budgets = None if any(row.text("variance") for row in rows) else [budget_of(row) for row in rows]
    active = [i for i, row in enumerate(rows) if is_active(row)]
    kept = [{**_own(row), **row.others} for row in rows]
    return Parties(names_of(rows), required, active, budgets, kept, _warnings(rows, path))


def _own(row: Row) -> dict[str, str]:
    """The cells that an output repeats as they are."""
    skipped = ("name", "active", "variance")
    return {name: row.text(name) for name in COLUMNS if name in row.values and name not in skipped}


def names_of(rows: list[Row]) -> list[str]:
    """The parties' names, which must not look alike; those without one are numbered."""
    names = [unguarded(row.text("name")) or f"party {number}" for number, row in enumerate(rows, start=1)]
    places = [f"{row.place}, column 'name'" for row in rows]
    for name, place in zip(names, places, strict=True):
        check_name(name, place)
    check_distinct(zip(names, places, strict=True))
    return names


def is_active(row: Row) -> bool:
    """Whether the party sees the result: yes if nothing is said."""
    found = truth(row.text("active"))
    if found is None:
        raise row.error("active", f"must be yes or no, got {row.text('active')!r}")
    return found


def truth(text: str) -> bool | None:
    """What a cell of the column ``active`` says; None if it says neither yes nor no."""
    return _TRUTH.get(text.strip().lower())


def _required(rows: list[Row]) -> list[Exact] | list[float]:
    """Variances as given, or calibrated from the budgets; exact only if all are whole numbers or fractions."""
    if all(row.text("variance") and _is_exact(row.text("variance")) for row in rows):
        _check_needs(rows)
        return [whole(_at_least_zero(row, "variance")) for row in rows]
    return required_doubles(rows)


def required_doubles(rows: list[Row]) -> list[float]:
    """Variances as given, or calibrated from the budgets; doubles, rounded up where the number is none."""
    _check_needs(rows)
    calibrated = iter(_calibrated([row for row in rows if not row.text("variance")]))
    return [_variance(row) if row.text("variance") else next(calibrated) for row in rows]


def _check_needs(rows: list[Row]) -> None:
    for row in rows:
        if row.text("variance") and (row.text("epsilon") or row.text("delta")):
            raise row.error("variance", "give a variance or epsilon and delta, not both")
        if not row.text("variance") and not row.values.keys() & {"epsilon", "delta"}:
            raise row.error("variance", "a number is missing")


def _variance(row: Row) -> float:
    """The given variance, rounded up to a double."""
    value = at_least(_at_least_zero(row, "variance"))
    if value == math.inf:
        raise row.error("variance", f"must not exceed the largest double, 1.8e308, got {row.text('variance')}")
    return value


def _is_exact(text: str) -> bool:
    return not any(mark in text for mark in ".,eE")


def budget_of(row: Row) -> Budget:
    """Epsilon, delta and sensitivity, exactly as they are written."""
    epsilon, sensitivity = _at_least_zero(row, "epsilon"), _sensitivity(row)
    if not 0 < row.number("delta") < 1:
        raise row.error("delta", f"must be above 0 and below 1, got {row.text('delta')}")
    return epsilon, row.number("delta"), sensitivity


def _sensitivity(row: Row) -> Fraction:
    """1 where there is no such column; an empty cell in it may have been forgotten."""
    if "sensitivity" not in row.values:
        return Fraction(1)
    if not row.text("sensitivity"):
        raise row.error("sensitivity", "a number is missing; it counts as 1 only where the whole column is left out")
    return _at_least_zero(row, "sensitivity")


def _calibrated(rows: list[Row]) -> list[float]:
    """The analytic Gaussian mechanism's variances for the rows' budgets, rounded to the safe side."""
    budgets = [_in_doubles(*budget_of(row)) for row in rows]
    if not budgets:
        return []
    try:
        variances: list[float] = gaussian.required_variance(*map(list, zip(*budgets, strict=True))).tolist()
    except InvalidInput:
        for row, budget in zip(rows, budgets, strict=True):
            _calibrate_one(row, budget)
        raise
    return variances


def _in_doubles(epsilon: Fraction, delta: Fraction, sensitivity: Fraction) -> tuple[float, float, float]:
    """Epsilon and delta rounded down, sensitivity rounded up."""
    return 0.0 - at_least(-epsilon), 0.0 - at_least(-delta), at_least(sensitivity)


def _calibrate_one(row: Row, budget: tuple[float, float, float]) -> None:
    """Name the line whose budget the calibration refuses; its message names the column."""
    try:
        gaussian.required_variance(*budget)
    except InvalidInput as error:
        raise InvalidInput(f"{row.place}: {error}") from error


def _at_least_zero(row: Row, column: str) -> Fraction:
    value = row.number(column)
    if value < 0:
        raise row.error(column, f"must not be negative, got {row.text(column)}")
    return value


def _warnings(rows: list[Row], path: Path) -> list[str]:
    found = []
    others = list(dict.fromkeys(name for row in rows for name in row.others))
    if others:
        source = "standard input" if str(path) == "-" else path
        found.append(f"{source}: columns kept but not read: {', '.join(others)}")
    return found + few(words for row in rows if (words := delta_warning(row)))


def delta_warning(row: Row) -> str:
    """A word where a party's delta allows publishing somebody's record; empty where it does not."""
    delta, records = row.text("delta"), row.text("records")
    if delta and records and row.number("delta") * row.number("records") > 1:
        message = f"delta {delta} is above 1/{records}, one over the number of records"
        return f"{row.place}: {message}: it allows publishing somebody's record"
    if delta and not records and row.number("delta") >= _MUCH:
        return f"{row.place}: delta {delta} is large: keep it well below one over the records"
    return ""


def few(warnings: Iterable[str]) -> list[str]:
    """The first ten, and how many more there are."""
    found = list(islice(warnings := iter(warnings), _MOST))
    more = sum(1 for _ in warnings)
    return [*found, f"{more} more such warnings"] if more else found
