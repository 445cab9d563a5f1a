"""Names of parties: what people cannot tell apart must not be two parties.

Decimal marks are settled for each file: it has points or commas, never both, and no marks for thousands.

What the columns mean: names in any case and their usual synonyms; near misses are refused, others are kept.

Parties from a table: names, budgets or variances, who is active. Errors name the file, the line and the column.

Tables as people have them: CSV with any usual separator, JSON, any usual encoding, a file or standard input.

Questions from tables: pandas, polars and pyarrow, dictionaries of columns, lists of records, read as files are.
"""

from __future__ import annotations

import codecs
import csv
import difflib
import io
import json
import math
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import TextIO, TypeGuard

import numpy as np

from optcheck import gaussian
from optcheck.checker.core import content_of
from optcheck.errors import InvalidInput, shown
from optcheck.exact.files import distinct
from optcheck.exact.numbers import Exact, whole
from optcheck.exact.rounding import at_least
from optcheck.exact.text import unguarded
from optcheck.noise.names import check_distinct, check_name
from optcheck.noise.plan import Question

__all__ = [
    "COLUMNS",
    "NUMBERS",
    "Line",
    "Marks",
    "Parties",
    "Row",
    "budget_of",
    "csv_lines",
    "delta_warning",
    "few",
    "is_active",
    "is_kept",
    "meaning_of",
    "names_of",
    "number_columns",
    "question_from_table",
    "read_parties",
    "read_sheet",
    "required_doubles",
    "rows_of",
    "settled",
    "truth",
]


_DECIMAL = re.compile(r"[+-]?(?:[0-9]+[.,][0-9]*|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?")
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}|[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})+")
_WORDS = {".": "a decimal point", ",": "a decimal comma"}


@dataclass(slots=True)
class Marks:
    """What the numbers of one file have shown so far.

    A number such as 1.000 is one where points are decimal marks, and a thousand where commas are. It is read as one if
    another number of the file has a point that cannot mean thousands, or if the format says so: ``point_by_format`` is
    for JSON, and for CSV with commas between the columns. 1,000 is always refused.
    """

    point_by_format: bool = False
    first: dict[str, str] = field(default_factory=dict)  # for each mark, the cell that had it first
    has_clear_point: bool = False
    doubtful: str = ""

    def read(self, text: str, place: str, column: str) -> str:
        """A cell with a decimal point if it is a decimal; any other as it is."""
        if "." not in text and "," not in text:
            return text
        plain = text.strip().replace("_", "")
        if not _DECIMAL.fullmatch(plain) and not _THOUSANDS.fullmatch(plain):
            return text
        mark, other = (",", ".") if "," in plain else (".", ",")
        cell = f"{place}, column {column!r}"
        if other in self.first:
            raise InvalidInput(
                f"{cell}: got {text.strip()!r} with {_WORDS[mark]}, but {self.first[other]} has {_WORDS[other]}: "
                "a file has one decimal mark, and none for thousands"
            )
        if _THOUSANDS.fullmatch(plain):
            self._doubt(cell, mark, text.strip())
        elif mark == ".":
            self.has_clear_point = True
        self.first.setdefault(mark, f"{text.strip()!r} ({cell})")
        return text.replace(",", ".")

    def _doubt(self, cell: str, mark: str, text: str) -> None:
        words = f"{cell}: could be thousands or decimals; write it without a"
        if mark == ",":
            raise InvalidInput(f"{words} comma, got {text!r}")
        self.doubtful = self.doubtful or f"{words} point, or as {text}0, got {text!r}"

    def close(self) -> None:
        """At the end of the file: a number in doubt is refused if nothing has shown what it means."""
        if self.doubtful and not self.has_clear_point and not self.point_by_format:
            raise InvalidInput(f"{self.doubtful}: no other number of the table shows which mark is the decimal one")


def settled(lines: Iterable[Line], point_by_format: bool = False) -> Iterator[Line]:
    """The rows of one file, one after the other, with decimal points in the columns of numbers."""
    marks = Marks(point_by_format)
    for line in lines:
        numbers = {name: marks.read(line.cells[name], line.place, means) for name, means in number_columns(line)}
        yield Line(line.place, {**line.cells, **numbers})
    marks.close()


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


_SEPARATORS = ",;\t|"
_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # .xlsx and .ods, which are zip archives, and .xls


def read_sheet(path: Path, encoding: str | None = None) -> list[Line]:
    """The rows of a file, or of standard input for ``-``: a JSON list of objects, or CSV with a header."""
    text, name = _text(path, encoding), "standard input" if str(path) == "-" else str(path)
    if path.suffix.lower() == ".json" or text.lstrip()[:1] in ("[", "{"):
        return list(settled(_json_lines(text, name), point_by_format=True))
    return list(_csv_lines(io.StringIO(text, newline=""), name))


def csv_lines(path: Path, encoding: str | None = None) -> Iterator[Line]:
    """The rows of a CSV file one after the other, for files larger than memory."""
    try:
        with path.open("rb") as stream:
            found = encoding or _marked(_no_workbook(stream.read(4), str(path)))
        with path.open(encoding=found, newline="") as text:
            yield from _csv_lines(text, str(path))
    except LookupError:
        raise InvalidInput(_unknown(encoding)) from None
    except UnicodeDecodeError as error:
        raise InvalidInput(_undecodable(path, found, error)) from error
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}") from error


def _text(path: Path, encoding: str | None) -> str:
    if str(path) == "-":
        content = sys.stdin.buffer.read()
    elif not path.exists():
        raise InvalidInput(f"there is no file {path}")
    else:
        content = _content(path)
    found = encoding or _marked(_no_workbook(content, str(path)))
    try:
        return content.decode(found)
    except LookupError:
        raise InvalidInput(_unknown(encoding)) from None
    except UnicodeDecodeError as error:
        raise InvalidInput(_undecodable(path, found, error)) from error


def _content(path: Path) -> bytes:
    try:
        return content_of(path, -1)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}") from error


def _marked(content: bytes) -> str:
    """The encoding that a file's first bytes name; UTF-8 where they name none."""
    return next((name for mark, name in _MARKS.items() if content.startswith(mark)), "utf-8")


def _no_workbook(content: bytes, name: str) -> bytes:
    if content.startswith(_WORKBOOKS):
        advice = "save the sheet as 'CSV UTF-8', or read it with pandas for optcheck.noise.question_from_table"
        raise InvalidInput(f"{name} is a workbook (.xlsx, .ods or .xls), not a CSV file: {advice}")
    return content


def _unknown(encoding: str | None) -> str:
    return f"--encoding must be a known encoding such as utf-8 or cp1252, got {encoding!r}"


def _undecodable(path: Path, encoding: str, error: UnicodeDecodeError) -> str:
    advice = "save it as 'CSV UTF-8', or name its encoding, for example --encoding cp1252 or --encoding utf-16"
    return f"{path} is not a CSV file in {encoding}: {error.reason}; {advice}"


def _csv_lines(stream: TextIO, name: str) -> Iterator[Line]:
    first, skipped = _first_line(stream)
    separator = _declared(first, name)
    if separator:
        first, more = _first_line(stream)
        skipped += more + 1
    separator = separator or _separator(first)
    rows = _rows(chain([first], stream), separator, name, skipped)
    yield from settled(_under_header(rows, separator), point_by_format=separator == ",")


def _first_line(stream: TextIO) -> tuple[str, int]:
    """The next line that is not blank, and how many blank ones stood before it."""
    blank = 0
    while (line := stream.readline()) and not line.strip():
        blank += 1
    return line, blank


def _declared(first: str, name: str) -> str:
    """The separator in a line ``sep=;``, which Excel understands; empty where there is no such line."""
    line = first.strip("\r\n").strip('"')
    if not line.lower().startswith("sep="):
        return ""
    if len(line) != 5 or line[4] not in _SEPARATORS:
        raise InvalidInput(f"{name}: sep= must name one of {_SEPARATORS!r}, got {line!r}")
    return line[4]


def _separator(first: str) -> str:
    """The separator that stands most often in the first line; a comma where there is none."""
    return max(_SEPARATORS, key=lambda mark: (first.count(mark), mark == ","))


def _rows(lines: Iterable[str], separator: str, name: str, skipped: int) -> Iterator[tuple[str, list[str]]]:
    """The rows in which something stands, each with its place."""
    reader = csv.reader(lines, strict=True, delimiter=separator)
    try:
        for cells in reader:
            if any(map(str.strip, cells)):
                yield f"{name}, line {skipped + reader.line_num}", cells
    except csv.Error as error:
        raise InvalidInput(f"{name} is not a CSV file: {error}") from error


def _under_header(rows: Iterator[tuple[str, list[str]]], separator: str) -> Iterator[Line]:
    start, first = next(rows, ("", []))
    header = _header(first, start)
    for place, cells in rows:
        if cells[0].lstrip().startswith("#"):
            raise InvalidInput(f"{place}: must not start with #, comments are not read: got {cells[0]!r}")
        if len(cells) != len(header):
            advice = "; numbers with a comma need quotes, or semicolons between columns" if separator == "," else ""
            raise InvalidInput(f"{place}: must have {len(header)} columns, got {len(cells)}{advice}")
        for name, cell in zip(header, cells, strict=True):
            if not name and cell.strip():
                raise InvalidInput(f"{place}: must have no cell under an empty header, got {cell!r}")
        yield Line(place, {name: cell for name, cell in zip(header, cells, strict=True) if name})


def _header(cells: list[str], place: str) -> list[str]:
    """The names of the columns, at least one of which is known: a title is none."""
    header = [cell.strip() for cell in cells]
    if header and not any(meaning_of(name, place) for name in header):
        rule = "must be the header, with columns such as name, epsilon and delta; remove titles and comments"
        raise InvalidInput(f"{place}: {rule}, got {' '.join(filter(None, header))!r}")
    for name in filter(None, header):
        if header.count(name) > 1:
            raise InvalidInput(f"{place}, column {name!r}: must appear once, got {header.count(name)} times")
    return header


def _json_lines(text: str, name: str) -> Iterator[Line]:
    try:
        items: object = json.loads(text, parse_float=str, parse_int=str, object_pairs_hook=distinct)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{name} is not a JSON file: {error}") from error
    if isinstance(items, dict) and isinstance(items.get("parties"), list):
        items = items["parties"]  # what allocate writes can be read back
    if not isinstance(items, list):
        raise InvalidInput(f"{name} must hold a list of objects, one for each party")
    for number, item in enumerate(items, start=1):
        place = f"{name}, item {number}"
        if not isinstance(item, dict):
            raise InvalidInput(f"{place}: must be an object, got {item!r}")
        yield Line(place, {column: "" if value is None else str(value) for column, value in item.items()})


_NOTHING = ("NAType", "NaTType", "NoneType")  # what pandas and polars put where nothing is
_MOST_DIGITS = 1000


def question_from_table(
    table: object, *, threshold: int, dropouts: int = 0, releases: int = 1, dimension: int = 1
) -> Question:
    """The question that a table asks: name, epsilon, delta, sensitivity, active, with the same rules as for files.

    ``table`` is a frame of pandas or polars, a table of pyarrow (anything with ``columns`` and columns by name), a
    dictionary of columns, or a list of records. Columns may have other cases and the usual synonyms; nearly such names
    are refused, others are left. Without ``name``, ``sensitivity`` or ``active``: numbered parties, 1, everybody.
    Floats are the binary fractions that they are.

    >>> question_from_table({"Eps": ["0.5", 1], "delta": ["1e-6"] * 2}, threshold=1).epsilons
    (Fraction(1, 2), 1)
    """
    lines = (Line(f"the table, row {number}", record) for number, record in enumerate(_records(table), start=1))
    rows = rows_of(list(settled(lines)))
    if not rows:
        raise InvalidInput("the table must have at least one row, got none")
    for row in rows:
        if row.text("variance"):
            raise row.error("variance", "a plan needs epsilon and delta: a variance alone does not say what it keeps")
    epsilons, deltas, sensitivities = zip(*map(budget_of, rows), strict=True)
    return Question.of(
        epsilons,
        deltas,
        sensitivities,
        threshold=threshold,
        dropouts=dropouts,
        active=[is_active(row) for row in rows],
        releases=releases,
        dimension=dimension,
        names=names_of(rows),
    )


def _records(table: object) -> list[dict[str, str]]:
    """The rows as texts by the names of their columns."""
    if isinstance(table, list) and table and all(isinstance(record, Mapping) for record in table):
        return [{str(label): _tables_text(cell) for label, cell in record.items()} for record in table]
    if isinstance(table, Mapping):
        columns = {label: list(values) for label, values in table.items() if _is_column(values)}
    elif hasattr(table, "collect_schema") and hasattr(table, "collect"):
        raise InvalidInput("a lazy frame must be collected first: pass table.collect()")
    elif hasattr(table, "columns") and hasattr(table, "__getitem__"):
        labels = getattr(table, "column_names", table.columns)  # for pyarrow, columns are the values themselves
        columns = {label: _listed(table[label]) for label in labels}
    else:
        raise InvalidInput(f"there must be a frame, a dictionary of columns or a list of records, got {shown(table)}")
    if len({len(values) for values in columns.values()}) > 1:
        raise InvalidInput("the columns of the table must be equally long")
    texts = {str(label): list(map(_tables_text, values)) for label, values in columns.items()}
    if len(texts) != len(columns):
        raise InvalidInput("the table must not have two columns with one name")
    return [dict(zip(texts, cells, strict=True)) for cells in zip(*texts.values(), strict=True)]


def _is_column(values: object) -> bool:
    return isinstance(values, Sequence) or hasattr(values, "tolist") or hasattr(values, "to_list")


def _listed(column: Iterable[object]) -> list[object]:
    """A column's values as Python's own, by the method that its package has for that."""
    methods = (getattr(column, name, None) for name in ("to_list", "tolist", "to_pylist"))
    read = next((method for method in methods if method is not None), None)
    return list(read() if read is not None else column)


def _tables_text(cell: object) -> str:
    """A cell as a text that means the same number: a double is a fraction, not the decimal that is near it."""
    if isinstance(cell, np.generic | np.ndarray) and cell.ndim == 0:
        cell = cell.item()
    if type(cell).__name__ in _NOTHING or (isinstance(cell, float) and math.isnan(cell)):
        return ""
    return str(Fraction(cell)) if _is_decimal(cell) else str(cell)


def _is_decimal(cell: object) -> TypeGuard[float | Decimal]:
    """Whether a number becomes a fraction, lest its point be taken for a mark in a text; huge exponents stay."""
    if isinstance(cell, Decimal):
        return cell.is_finite() and abs(cell.adjusted()) < _MOST_DIGITS and len(cell.as_tuple().digits) < _MOST_DIGITS
    return isinstance(cell, float) and math.isfinite(cell)
