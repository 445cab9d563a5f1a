"""Parties from tables as people have them: CSV with any usual separator and encoding, JSON, frames of other packages.

Reading goes in four steps, each a section below. A file or frame becomes *lines*, texts by the names of their columns.
Decimal marks are settled for each table: points or commas, never both, and none for thousands. Columns get their
meaning: names in any case and their usual synonyms count, near misses are refused, others are passed through. Then the
parties are read from the rows. Every error names the file, the line and the column.
"""

from __future__ import annotations

import codecs
import csv
import difflib
import io
import math
import re
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
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
from optcheck.errors import InvalidInput, require, shown
from optcheck.exact.files import parse_json
from optcheck.exact.numbers import Exact, unescape_formula, whole
from optcheck.exact.rounding import at_least, at_most
from optcheck.noise.plan import Budget, Question, check_distinct, check_name, read_sensitivity

# --- Lines from files ---

MOST_BYTES = 1 << 28  # of a table that is held in memory: some millions of parties
_SEPARATORS = ",;\t|"
_BYTE_ORDER_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # .xlsx and .ods, which are zip archives, and .xls


@dataclass(frozen=True, slots=True)
class Line:
    """One row: its location, such as "a.csv, line 3", and its cells by the names of the columns as written there."""

    location: str
    cells: dict[str, str]


@dataclass(frozen=True, slots=True)
class CsvTable:
    """The names of the columns, the rows under them with their line numbers, and whether a point must be decimal."""

    columns: list[str]
    rows: Iterator[tuple[int, list[str]]]
    point_is_decimal: bool


def read_lines(path: Path, encoding: str | None = None) -> list[Line]:
    """The rows of a file, or of standard input for ``-``: a JSON list of objects, CSV with a header, or a workbook."""
    if path.suffix.lower() == ".xlsx":
        return list(settle_decimals(_workbook_lines(path), point_is_decimal=True))
    text, name = _file_text(path, encoding), _file_name(path)
    if path.suffix.lower() == ".json" or text.lstrip()[:1] in ("[", "{"):
        return list(settle_decimals(_json_lines(text, name), point_is_decimal=True))
    table = _csv_table(io.StringIO(text, newline=""), name)
    lines = (Line(f"{name}, line {n}", dict(zip(table.columns, cells, strict=True))) for n, cells in table.rows)
    return list(settle_decimals(lines, table.point_is_decimal))


@contextmanager
def open_csv(path: Path, encoding: str | None = None) -> Iterator[CsvTable]:
    """A CSV file whose rows are read one after the other, for files larger than memory."""
    detected = encoding or "utf-8"
    try:
        with path.open("rb") as stream:
            detected = encoding or _marked_encoding(_refuse_workbook(stream.read(4), str(path)))
        with path.open(encoding=detected, newline="") as text:
            yield _csv_table(text, str(path))
    except LookupError:
        raise _unknown_encoding(encoding) from None
    except UnicodeDecodeError as error:
        raise _undecodable(path, detected, error) from error


def _file_text(path: Path, encoding: str | None) -> str:
    content = sys.stdin.buffer.read() if str(path) == "-" else _content(path)
    detected = encoding or _marked_encoding(_refuse_workbook(content, str(path)))
    try:
        return content.decode(detected)
    except LookupError:
        raise _unknown_encoding(encoding) from None
    except UnicodeDecodeError as error:
        raise _undecodable(path, detected, error) from error


def _content(path: Path) -> bytes:
    if not path.exists():
        raise InvalidInput(f"there is no file {path}")
    try:
        content = content_of(path, MOST_BYTES + 1)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}") from error
    if len(content) > MOST_BYTES:
        raise InvalidInput(f"{path} must hold at most {MOST_BYTES} bytes; larger tables are read in chunks (--out)")
    return content


def _file_name(path: Path) -> str:
    return "standard input" if str(path) == "-" else str(path)


def _marked_encoding(content: bytes) -> str:
    """The encoding that a file's first bytes name; UTF-8 where they name none."""
    return next((name for mark, name in _BYTE_ORDER_MARKS.items() if content.startswith(mark)), "utf-8")


def _refuse_workbook(content: bytes, name: str) -> bytes:
    if content.startswith(_WORKBOOKS):
        advice = "save the sheet as 'CSV UTF-8' or, if it is one, with the name .xlsx"
        raise InvalidInput(f"{name} is a workbook, not a CSV file: {advice}")
    return content


def _unknown_encoding(encoding: str | None) -> InvalidInput:
    return InvalidInput(f"--encoding must be a known encoding such as utf-8 or cp1252, got {encoding!r}")


def _undecodable(path: Path, encoding: str, error: UnicodeDecodeError) -> InvalidInput:
    advice = "save it as 'CSV UTF-8', or name its encoding, for example --encoding cp1252 or --encoding utf-16"
    return InvalidInput(f"{path} is not a CSV file in {encoding}: {error.reason}; {advice}")


def read_column(path: Path, column: str, encoding: str | None = None, *, numeric: bool = True) -> list[str | Fraction]:
    """One column of a CSV file of records, as texts or as the numbers that are written there."""
    name = _file_name(path)
    table = _csv_table(io.StringIO(_file_text(path, encoding), newline=""), name, of_parties=False)
    if column not in table.columns:
        raise InvalidInput(
            f"{name}: there is no column {column!r}; the columns are {', '.join(map(repr, table.columns))}"
        )
    index, marks = table.columns.index(column), _DecimalMarks(table.point_is_decimal)
    records: list[str | Fraction] = []
    for number, cells in table.rows:
        location, cell = f"{name}, line {number}", cells[index].strip()
        if numeric:
            records.append(Row(location, {column: marks.read(cell, location, column)}, {}).number(column))
        elif cell:
            records.append(cell)
        else:
            raise InvalidInput(f"{location}, column {column!r}: a value is missing")
    marks.close()
    return records


def read_numbers(path: Path, encoding: str | None = None) -> list[str]:
    """The numbers in a text file, separated by blanks, line breaks or commas: a vector."""
    return _file_text(path, encoding).replace(",", " ").split()


def _csv_table(stream: TextIO, name: str, *, of_parties: bool = True) -> CsvTable:
    first, skipped = _first_line(stream)
    separator = _declared_separator(first, name)
    if separator:
        first, more = _first_line(stream)
        skipped += more + 1
    separator = separator or _likely_separator(first)
    rows = _csv_rows(chain([first], stream), separator, name, skipped)
    number, cells = next(rows, (0, []))
    header = _header(cells, f"{name}, line {number}", of_parties)
    named = [j for j, column in enumerate(header) if column]
    return CsvTable([header[j] for j in named], _under_header(rows, header, named, separator, name), separator == ",")


def _first_line(stream: TextIO) -> tuple[str, int]:
    """The next line that is not blank, and how many blank ones stood before it."""
    blank = 0
    while (line := stream.readline()) and not line.strip():
        blank += 1
    return line, blank


def _declared_separator(first: str, name: str) -> str:
    """The separator in a line ``sep=;``, which Excel understands; empty where there is no such line."""
    line = first.strip("\r\n").strip('"')
    if not line.lower().startswith("sep="):
        return ""
    if len(line) != 5 or line[4] not in _SEPARATORS:
        raise InvalidInput(f"{name}: sep= must name one of {_SEPARATORS!r}, got {line!r}")
    return line[4]


def _likely_separator(first: str) -> str:
    """The separator that occurs most often in the first line; a comma where there is none."""
    return max(_SEPARATORS, key=lambda mark: (first.count(mark), mark == ","))


def _csv_rows(lines: Iterable[str], separator: str, name: str, skipped: int) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not empty, each with its line number."""
    reader = csv.reader(lines, strict=True, delimiter=separator)
    try:
        for cells in reader:
            if any(map(str.strip, cells)):
                yield skipped + reader.line_num, cells
    except csv.Error as error:
        raise InvalidInput(f"{name} is not a CSV file: {error}") from error


def _under_header(
    rows: Iterator[tuple[int, list[str]]], header: list[str], named: list[int], separator: str, name: str
) -> Iterator[tuple[int, list[str]]]:
    for number, cells in rows:
        location = f"{name}, line {number}"
        if cells[0].lstrip().startswith("#"):
            raise InvalidInput(f"{location}: must not start with #, comments are not read: got {cells[0]!r}")
        if len(cells) != len(header):
            advice = "; numbers with a comma need quotes, or semicolons between columns" if separator == "," else ""
            raise InvalidInput(f"{location}: must have {len(header)} columns, got {len(cells)}{advice}")
        if len(named) < len(header):
            nameless = next((c for c, column in zip(cells, header, strict=True) if not column and c.strip()), "")
            if nameless:
                raise InvalidInput(f"{location}: must have no cell under an empty header, got {nameless!r}")
            cells = [cells[j] for j in named]
        yield number, cells


def _header(cells: list[str], location: str, of_parties: bool) -> list[str]:
    """The names of the columns; for parties at least one of them is known: a title is none."""
    header = [cell.strip() for cell in cells]
    if of_parties and header and not any(meaning_of(name, location) for name in header):
        rule = "must be the header, with columns such as name, epsilon and delta; remove titles and comments"
        raise InvalidInput(f"{location}: {rule}, got {' '.join(filter(None, header))!r}")
    for name in filter(None, header):
        if header.count(name) > 1:
            raise InvalidInput(f"{location}, column {name!r}: must appear once, got {header.count(name)} times")
    return header


def _json_lines(text: str, name: str) -> Iterator[Line]:
    try:
        items = parse_json(text, literal=True)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{name} is not a JSON file: {error}") from error
    if isinstance(items, dict) and isinstance(items.get("parties"), list):
        items = items["parties"]  # what allocate writes can be read back
    if not isinstance(items, list):
        raise InvalidInput(f"{name} must hold a list of objects, one for each party")
    for number, item in enumerate(items, start=1):
        location = f"{name}, item {number}"
        if not isinstance(item, dict):
            raise InvalidInput(f"{location}: must be an object, got {item!r}")
        yield Line(location, {column: "" if value is None else str(value) for column, value in item.items()})


def _workbook_lines(path: Path) -> Iterator[Line]:
    """The rows of an Excel workbook with one sheet that is not empty; numbers are the decimals that Excel shows."""
    require(f"reading {path}", "openpyxl")
    from openpyxl import load_workbook

    content = _content(path)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(item.file_size for item in archive.infolist()) > MOST_BYTES:
                raise InvalidInput(f"{path} must hold at most {MOST_BYTES} bytes when unpacked")
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        sheets = {sheet.title: [list(row) for row in sheet.iter_rows(values_only=True)] for sheet in book.worksheets}
    except (zipfile.BadZipFile, KeyError, ValueError, OSError) as error:
        raise InvalidInput(f"{path} is not a workbook that Excel wrote: {error}") from error
    filled = {title: rows for title, rows in sheets.items() if any(cell is not None for row in rows for cell in row)}
    if len(filled) != 1:
        raise InvalidInput(f"{path} must have one sheet that is not empty, got {', '.join(filled) or 'none'}")
    ((title, rows),) = filled.items()
    texts = [(number, [_workbook_text(cell) for cell in row]) for number, row in enumerate(rows, start=1)]
    numbered = ((number, cells) for number, cells in texts if any(map(str.strip, cells)))
    name = f"{path}, sheet {title!r}"
    first, cells = next(numbered)
    header = _header(cells, f"{name}, line {first}", of_parties=True)
    named = [j for j, column in enumerate(header) if column]
    for number, row in _under_header(numbered, header, named, "", name):
        yield Line(f"{name}, line {number}", dict(zip([header[j] for j in named], row, strict=True)))


def _workbook_text(cell: object) -> str:
    """A cell as a text: Excel holds doubles, and shows the shortest decimal that means the same double."""
    if cell is None:
        return ""
    return repr(cell) if isinstance(cell, float) else str(cell)


# --- Lines from frames ---

_NULLS = ("NAType", "NaTType", "NoneType")  # what pandas, polars and databases put where nothing is
_MOST_DIGITS = 1000


def _frame_lines(table: object) -> Iterator[Line]:
    """The rows of a frame, a dictionary of columns or a list of records."""
    if isinstance(table, list) and table and all(isinstance(record, Mapping) for record in table):
        records = [{str(label): cell_text(cell) for label, cell in record.items()} for record in table]
    else:
        columns = _columns(table)
        if len({len(values) for values in columns.values()}) > 1:
            raise InvalidInput("the columns of the table must be equally long")
        texts = {str(label): list(map(cell_text, values)) for label, values in columns.items()}
        if len(texts) != len(columns):
            raise InvalidInput("the table must not have two columns with one name")
        records = [dict(zip(texts, cells, strict=True)) for cells in zip(*texts.values(), strict=True)]
    for number, record in enumerate(records, start=1):
        yield Line(f"the table, row {number}", record)


def _columns(table: object) -> dict[object, list[object]]:
    if isinstance(table, Mapping):
        return {label: list(values) for label, values in table.items() if _is_column(values)}
    if hasattr(table, "collect_schema") and hasattr(table, "collect"):
        raise InvalidInput("a lazy frame must be collected first: pass table.collect()")
    if hasattr(table, "columns") and hasattr(table, "__getitem__"):
        labels = getattr(table, "column_names", table.columns)  # for pyarrow, columns are the values themselves
        return _named_index(table) | {label: _python_values(table[label]) for label in labels}
    raise InvalidInput(f"there must be a frame, a dictionary of columns or a list of records, got {shown(table)}")


def _named_index(table: object) -> dict[object, list[object]]:
    """The index of a frame of pandas, where somebody has given it a name."""
    index = getattr(table, "index", None)
    name = getattr(index, "name", None)
    return {} if index is None or name is None else {name: _python_values(index)}


def _is_column(values: object) -> bool:
    return isinstance(values, Sequence) or hasattr(values, "tolist") or hasattr(values, "to_list")


def _python_values(column: Iterable[object]) -> list[object]:
    """A column's values as Python's own, by the method that its package has for that."""
    methods = (getattr(column, name, None) for name in ("to_list", "tolist", "to_pylist"))
    convert = next((method for method in methods if method is not None), None)
    return list(convert() if convert is not None else column)


def cell_text(cell: object) -> str:
    """A cell as a text that means the same number: a double is a fraction, not the decimal that is near it."""
    if isinstance(cell, np.generic | np.ndarray) and cell.ndim == 0:
        cell = cell.item()
    if type(cell).__name__ in _NULLS or (isinstance(cell, float) and math.isnan(cell)):
        return ""
    return str(Fraction(cell)) if _is_short_decimal(cell) else str(cell)


def _is_short_decimal(cell: object) -> TypeGuard[float | Decimal]:
    """Whether a number becomes a fraction, lest its point be taken for a mark in a text; huge exponents stay."""
    if isinstance(cell, Decimal):
        return cell.is_finite() and abs(cell.adjusted()) < _MOST_DIGITS and len(cell.as_tuple().digits) < _MOST_DIGITS
    return isinstance(cell, float) and math.isfinite(cell)


# --- Decimal marks ---

_DECIMAL = re.compile(r"[+-]?(?:[0-9]+[.,][0-9]*|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?")
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}|[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})+")
_MARK_NAMES = {".": "a decimal point", ",": "a decimal comma"}


@dataclass(slots=True)
class _DecimalMarks:
    """What the numbers of one table have shown so far.

    A number such as 1.000 is one where points are decimal marks, and a thousand where commas are. It is read as one if
    another number of the table has a point that cannot mean thousands, or if the format decides: ``point_is_decimal``
    is for JSON, and for CSV with commas between the columns. 1,000 is always refused.
    """

    point_is_decimal: bool = False
    first: dict[str, str] = field(default_factory=dict)  # for each mark, the cell that had it first
    has_clear_point: bool = False
    ambiguous: str = ""

    def read(self, text: str, location: str, column: str) -> str:
        """A cell with a decimal point if it is a decimal; any other as it is."""
        if "." not in text and "," not in text:
            return text
        plain = text.strip().replace("_", "")
        if not _DECIMAL.fullmatch(plain) and not _THOUSANDS.fullmatch(plain):
            return text
        mark, other = (",", ".") if "," in plain else (".", ",")
        cell = f"{location}, column {column!r}"
        if other in self.first:
            raise InvalidInput(
                f"{cell}: got {text.strip()!r} with {_MARK_NAMES[mark]}, but {self.first[other]} has "
                f"{_MARK_NAMES[other]}: a file has one decimal mark, and none for thousands"
            )
        if _THOUSANDS.fullmatch(plain):
            self._note_ambiguous(cell, mark, text.strip())
        elif mark == ".":
            self.has_clear_point = True
        self.first.setdefault(mark, f"{text.strip()!r} ({cell})")
        return text.replace(",", ".")

    def _note_ambiguous(self, cell: str, mark: str, text: str) -> None:
        rule = f"{cell}: could be thousands or decimals; write it without a"
        if mark == ",":
            raise InvalidInput(f"{rule} comma, got {text!r}")
        self.ambiguous = self.ambiguous or f"{rule} point, or as {text}0, got {text!r}"

    def close(self) -> None:
        """At the end of the table: an ambiguous number is refused if nothing has shown what it means."""
        if self.ambiguous and not self.has_clear_point and not self.point_is_decimal:
            raise InvalidInput(f"{self.ambiguous}: no other number of the table shows which mark is the decimal one")


def settle_decimals(lines: Iterable[Line], point_is_decimal: bool = False) -> Iterator[Line]:
    """The rows of one table, one after the other, with decimal points in the columns of numbers."""
    marks = _DecimalMarks(point_is_decimal)
    for line in lines:
        columns = [(name, meaning) for name, meaning in _counted(line) if meaning in _NUMBERS]
        numbers = {name: marks.read(line.cells[name], line.location, meaning) for name, meaning in columns}
        yield Line(line.location, {**line.cells, **numbers})
    marks.close()


# --- Meanings of columns ---

_COLUMNS = ("name", "epsilon", "delta", "sensitivity", "variance", "active", "records")
_NUMBERS = frozenset(["epsilon", "delta", "sensitivity", "variance", "records"])
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
class Row:
    """One party: the location of its row, the columns that count, and the others as they are."""

    location: str
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

    def at_least_zero(self, column: str) -> Fraction:
        """The number in a cell, which must not be negative."""
        value = self.number(column)
        if value < 0:
            raise self.error(column, f"must not be negative, got {self.text(column)}")
        return value

    def error(self, column: str, message: str) -> InvalidInput:
        """An error that names the location and the column."""
        return InvalidInput(f"{self.location}, column {column!r}: {message}")


def rows_of(lines: list[Line]) -> list[Row]:
    """The rows with the meanings of their columns."""
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
            raise InvalidInput(
                f"{_file(line.location)}: there is no column {column!r}: {rule}; the columns are {names}"
            )


def _row(line: Line) -> Row:
    values: dict[str, str] = {}
    for name, meaning in _counted(line):
        if meaning in values:
            raise InvalidInput(f"{line.location}, column {name!r}: must appear once, {meaning} is there twice")
        values[meaning] = line.cells[name]
    others = {name: cell for name, cell in line.cells.items() if _is_other(name, line.location)}
    return Row(line.location, values, others)


def _counted(line: Line) -> Iterator[tuple[str, str]]:
    """The columns that count, with their meanings: not a required variance computed from the budget beside it."""
    meanings = [(name, meaning) for name in line.cells if (meaning := meaning_of(name, line.location))]
    has_budget = any(meaning in ("epsilon", "delta") and line.cells[name].strip() for name, meaning in meanings)
    for name, meaning in meanings:
        if not (has_budget and _normal(name) == "required_variance"):
            yield name, meaning


def _is_other(name: str, location: str) -> bool:
    return meaning_of(name, location) is None and _normal(name) not in _COMPUTED


def is_written_again(name: str, location: str) -> bool:
    """Whether an output repeats a column as it is: neither a variance nor something that is computed anew."""
    return _normal(name) not in _COMPUTED and meaning_of(name, location) != "variance"


def meaning_of(name: str, location: str) -> str | None:
    """The column that a name stands for; None for one that is none of ours."""
    meaning, near_miss = _meaning(name)
    if near_miss:
        raise InvalidInput(f"{_file(location)}, column {name!r}: unknown; did you mean {near_miss!r}?")
    return meaning


@lru_cache(maxsize=1 << 10)
def _meaning(name: str) -> tuple[str | None, str]:
    """The column that a name stands for, or one that it may have been meant for."""
    if name.strip() == "Δ":
        return "sensitivity", ""
    normal = _normal(name)
    if normal in _COLUMNS or normal in _SYNONYMS:
        return _SYNONYMS.get(normal, normal), ""
    if normal in _COMPUTED:
        return None, ""
    near = difflib.get_close_matches(normal, (*_COLUMNS, "required_variance"), 1, cutoff=0.8)
    return None, near[0] if near else ""


@lru_cache(maxsize=1 << 10)
def _normal(name: str) -> str:
    return re.sub(r"[\s\-_]+", "_", name.strip().lower())


def _file(location: str) -> str:
    return location.rpartition(",")[0]


# --- Parties ---

_FLAGS = dict.fromkeys(("true", "yes", "y", "ja", "1", ""), True) | dict.fromkeys(
    ("false", "no", "n", "nein", "0"), False
)
_MOST_WARNINGS = 10  # of one sort
_LARGE_DELTA = Fraction(1, 1000)  # where nobody says how many records there are


@dataclass(frozen=True, slots=True)
class Parties:
    """Rows, names, indices of the active parties, and what came with them.

    ``budgets`` holds epsilon, delta and sensitivity of everybody, exactly as written, or None where some party gives a
    variance instead. ``cells`` holds the texts that an output repeats, ``warnings`` what the user should know.
    """

    rows: list[Row] = field(compare=False, repr=False)  # which know their locations
    names: list[str]
    active: list[int]
    budgets: list[Budget] | None
    cells: list[dict[str, str]]
    warnings: list[str]

    def required(self) -> list[Exact] | list[float]:
        """Variances as given, or calibrated from the budgets; exact only if all are whole numbers or fractions."""
        if all(_is_exact(row.text("variance")) for row in self.rows):
            _check_needs(self.rows)
            return [whole(row.at_least_zero("variance")) for row in self.rows]
        return _required_doubles(self.rows)


def read_parties(path: Path, encoding: str | None = None) -> Parties:
    """The parties of a CSV file with a header, or of a JSON list of objects, in the order of the file."""
    rows = rows_of(read_lines(path, encoding))
    if not rows:
        raise InvalidInput(f"{path}: there must be at least one party, got none")
    _check_needs(rows)
    budgets = None if any(row.text("variance") for row in rows) else [budget_of(row) for row in rows]
    active = [i for i, row in enumerate(rows) if is_active(row)]
    cells = [{**_own_cells(row), **row.others} for row in rows]
    return Parties(rows, _names(rows), active, budgets, cells, _warnings(rows, path))


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
    rows = rows_of(list(settle_decimals(_frame_lines(table))))
    if not rows:
        raise InvalidInput("the table must have at least one row, got none")
    for row in rows:
        refuse_variance(row)
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
        names=_names(rows),
    )


def refuse_variance(row: Row) -> None:
    """A plan for integers starts from a budget."""
    if row.text("variance"):
        raise row.error("variance", "a plan needs epsilon and delta: a variance alone does not say what it keeps")


def _own_cells(row: Row) -> dict[str, str]:
    skipped = ("name", "active", "variance")
    return {name: row.text(name) for name in _COLUMNS if name in row.values and name not in skipped}


def _names(rows: list[Row]) -> list[str]:
    """The parties' names, which must not look alike; those without one are numbered."""
    names = [unescape_formula(row.text("name")) or f"party {number}" for number, row in enumerate(rows, start=1)]
    locations = [f"{row.location}, column 'name'" for row in rows]
    for name, location in zip(names, locations, strict=True):
        check_name(name, location)
    check_distinct(zip(names, locations, strict=True))
    return names


def is_active(row: Row) -> bool:
    """Whether the party sees the result: yes if nothing is said."""
    active = _FLAGS.get(row.text("active").lower())
    if active is None:
        raise row.error("active", f"must be yes or no, got {row.text('active')!r}")
    return active


def _is_exact(text: str) -> bool:
    return bool(text) and not any(mark in text for mark in ".,eE")


def _required_doubles(rows: list[Row]) -> list[float]:
    _check_needs(rows)
    budgets = [None if row.text("variance") else budget_of(row) for row in rows]
    distinct = list(dict.fromkeys(budget for budget in budgets if budget is not None))
    try:
        calibrated = dict(zip(distinct, variances_of(distinct), strict=True))
    except InvalidInput:
        _name_refused(rows, budgets)
        raise
    return [variance_of(row) if b is None else calibrated[b] for row, b in zip(rows, budgets, strict=True)]


def _check_needs(rows: list[Row]) -> None:
    for row in rows:
        if row.text("variance") and (row.text("epsilon") or row.text("delta")):
            raise row.error("variance", "give a variance or epsilon and delta, not both")
        if not row.text("variance") and not row.values.keys() & {"epsilon", "delta"}:
            raise row.error("variance", "a number is missing")


def variance_of(row: Row) -> float:
    """The given variance, rounded up to a double."""
    _check_needs([row])
    value = at_least(row.at_least_zero("variance"))
    if value == math.inf:
        raise row.error("variance", f"must not exceed the largest double, 1.8e308, got {row.text('variance')}")
    return value


def budget_of(row: Row) -> Budget:
    """Epsilon, delta and sensitivity, exactly as they are written."""
    _check_needs([row])
    epsilon, sensitivity, delta = row.at_least_zero("epsilon"), _sensitivity(row), row.number("delta")
    if not 0 < delta < 1:
        raise row.error("delta", f"must be above 0 and below 1, got {row.text('delta')}")
    return epsilon, delta, sensitivity


def _sensitivity(row: Row) -> Fraction:
    """1 where there is no such column; an empty cell in it may have been forgotten."""
    if "sensitivity" not in row.values:
        return Fraction(1)
    if not row.text("sensitivity"):
        raise row.error("sensitivity", "a number is missing; it counts as 1 only where the whole column is left out")
    if not row.text("sensitivity").startswith("sqrt"):
        return row.at_least_zero("sensitivity")
    try:
        return Fraction(read_sensitivity(row.text("sensitivity")))
    except InvalidInput:
        rule = "must be a number such as 0.25, or a root such as sqrt(2)"
        raise row.error("sensitivity", f"{rule}, got {row.text('sensitivity')!r}") from None


def variances_of(budgets: Sequence[Budget]) -> list[float]:
    """The analytic Gaussian mechanism's variances, rounded to the safe side; budgets count as doubles, rounded so too.

    >>> variances_of([(1, Fraction(1, 10**6), 0)])
    [0.0]
    """
    if not budgets:
        return []
    rounded = [(at_most(e), at_most(d), at_least(s)) for e, d, s in budgets]
    variances: list[float] = gaussian.required_variance(*map(list, zip(*rounded, strict=True))).tolist()
    return variances


def _name_refused(rows: list[Row], budgets: list[Budget | None]) -> None:
    """Name the line whose budget the calibration refuses; its message names the column."""
    for row, budget in zip(rows, budgets, strict=True):
        try:
            variances_of([] if budget is None else [budget])
        except InvalidInput as error:
            raise InvalidInput(f"{row.location}: {error}") from error


def _warnings(rows: list[Row], path: Path) -> list[str]:
    others = list(dict.fromkeys(name for row in rows for name in row.others))
    unread = [f"{_file_name(path)}: columns kept but not read: {', '.join(others)}"] if others else []
    return unread + abridge(warning for row in rows if (warning := delta_warning(row)))


def delta_warning(row: Row) -> str:
    """A warning where a party's delta allows publishing somebody's record; empty where it does not."""
    delta, records = row.text("delta"), row.text("records")
    if delta and records and row.number("delta") * row.number("records") > 1:
        message = f"delta {delta} is above 1/{records}, one over the number of records"
        return f"{row.location}: {message}: it allows publishing somebody's record"
    if delta and not records and row.number("delta") >= _LARGE_DELTA:
        return f"{row.location}: delta {delta} is large: keep it well below one over the records"
    return ""


def abridge(warnings: Iterable[str]) -> list[str]:
    """The first ten, and how many more there are."""
    first = list(islice(warnings := iter(warnings), _MOST_WARNINGS))
    more = sum(1 for _ in warnings)
    return [*first, f"{more} more such warnings"] if more else first
