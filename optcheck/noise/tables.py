"""Parties from tables as people have them: CSV with any usual separator and encoding, JSON, frames of other packages.

Reading goes in three steps, each a section below. Every source becomes a *table*: columns as they are called there, and
rows of texts. Columns get their meaning: names in any case and their usual synonyms count, near misses are refused,
others are passed through; decimal marks are settled for each table: points or commas, never both, and none for
thousands. Then the parties are read from the rows. Every error names the file, the line and the column.
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
from typing import BinaryIO, TextIO, TypeGuard

import numpy as np

from optcheck import gaussian
from optcheck.checker.core import content_of
from optcheck.errors import InvalidInput, require, shown
from optcheck.exact.files import parse_json
from optcheck.exact.numbers import Exact, unescape_formula, whole
from optcheck.exact.rounding import at_least
from optcheck.noise.plan import Budget, Question, check_distinct, check_name, read_sensitivity

# --- Tables from files ---

MOST_BYTES = 1 << 28  # of a table that is held in memory: some millions of parties
_SEPARATORS = ",;\t|"
_BYTE_ORDER_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # .xlsx and .ods, which are zip archives, and .xls
Rows = Iterator[tuple[int, list[str]]]


@dataclass(frozen=True, slots=True)
class Table:
    """Columns, rows with their numbers, and whether a point must be decimal; a row may be called a line or an item."""

    name: str
    columns: list[str]
    rows: Rows
    point_is_decimal: bool = False
    unit: str = "line"

    def location(self, number: int) -> str:
        """A row, for messages."""
        return f"{self.name}, {self.unit} {number}"

    def column(self, meaning: str) -> str:
        """What the column of a meaning is called here, for messages; as its meaning if there is none."""
        own = (name for name in self.columns if _meaning(name)[0] == meaning)
        return meaning if meaning in self.columns else next(own, meaning)


def read_table(path: Path, encoding: str | None = None) -> Table:
    """A file, or standard input for ``-``: a JSON list of objects, CSV with a header, or a workbook."""
    if path.suffix.lower() == ".xlsx":
        return _workbook_table(path)
    text, name = _file_text(path, encoding), _file_name(path)
    if path.suffix.lower() == ".json" or text.lstrip()[:1] in ("[", "{"):
        return _json_table(text, name)
    return _csv_table(io.StringIO(text, newline=""), name)


@contextmanager
def open_csv(path: Path, encoding: str | None = None) -> Iterator[Table]:
    """A CSV file whose rows are read one after the other, for files larger than memory."""
    with path.open("rb") as stream, _decoded(stream, str(path), encoding) as text:
        yield _csv_table(text, str(path))


def _file_text(path: Path, encoding: str | None = None) -> str:
    content = sys.stdin.buffer.read() if str(path) == "-" else _content(path)
    with _decoded(io.BytesIO(content), str(path), encoding) as text:
        return text.read()


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


@contextmanager
def _decoded(stream: BinaryIO, name: str, encoding: str | None) -> Iterator[TextIO]:
    """The text, in the encoding given or the one that its first bytes name; UTF-8 where they name none."""
    start = stream.read(4)
    stream.seek(0)
    if start.startswith(_WORKBOOKS):
        advice = "save the sheet as 'CSV UTF-8' or, if it is one, with the name .xlsx"
        raise InvalidInput(f"{name} is a workbook, not a CSV file: {advice}")
    used = encoding or next((code for mark, code in _BYTE_ORDER_MARKS.items() if start.startswith(mark)), "utf-8")
    try:
        codecs.lookup(used)
    except LookupError:
        rule = "--encoding must be a known encoding such as utf-8 or cp1252"
        raise InvalidInput(f"{rule}, got {encoding!r}") from None
    try:
        with io.TextIOWrapper(stream, encoding=used, newline="") as text:
            yield text
    except UnicodeDecodeError as error:
        advice = "save it as 'CSV UTF-8', or name its encoding, for example --encoding cp1252 or --encoding utf-16"
        raise InvalidInput(f"{name} is not a CSV file in {used}: {error.reason}; {advice}") from error


def read_column(path: Path, column: str, *, numeric: bool = True) -> list[str | Fraction]:
    """One column of a CSV file of records, as texts or as the numbers that are written there."""
    table = _csv_table(io.StringIO(_file_text(path), newline=""), _file_name(path), of_parties=False)
    if column not in table.columns:
        raise InvalidInput(
            f"{table.name}: there is no column {column!r}; the columns are {', '.join(map(repr, table.columns))}"
        )
    index, marks = table.columns.index(column), _DecimalMarks(table.point_is_decimal)
    records: list[str | Fraction] = []
    for number, cells in table.rows:
        row = Row(table, number, {column: cells[index].strip()}, {})
        if numeric:
            row = replace(row, values={column: marks.read(row.text(column), row.location, column)})
        elif not row.text(column):
            raise row.error(column, "a value is missing")
        records.append(row.value(column) if numeric else row.text(column))
    marks.close()
    return records


def read_numbers(path: Path) -> list[str]:
    """The numbers in a text file, separated by blanks, line breaks or commas: a vector."""
    return _file_text(path).replace(",", " ").split()


def _csv_table(stream: TextIO, name: str, *, of_parties: bool = True) -> Table:
    first = next(filter(str.strip, stream), "")
    stream.seek(0)
    declared = _declared_separator(first, name)
    separator = declared or max(_SEPARATORS, key=lambda mark: (first.count(mark), mark == ","))
    rows = _filled(_csv_rows(stream, separator, name))
    if declared:
        next(rows)
    return _headed(rows, name, separator, of_parties)


def _declared_separator(first: str, name: str) -> str:
    """The separator in a line ``sep=;``, which Excel understands; empty where there is no such line."""
    line = first.strip("\r\n").strip('"')
    if not line.lower().startswith("sep="):
        return ""
    if len(line) != 5 or line[4] not in _SEPARATORS:
        raise InvalidInput(f"{name}: sep= must name one of {_SEPARATORS!r}, got {line!r}")
    return line[4]


def _csv_rows(lines: Iterable[str], separator: str, name: str) -> Rows:
    reader = csv.reader(lines, strict=True, delimiter=separator)
    try:
        for cells in reader:
            yield reader.line_num, cells
    except csv.Error as error:
        raise InvalidInput(f"{name} is not a CSV file: {error}") from error


def _filled(rows: Rows) -> Rows:
    """The rows that are not empty."""
    return ((number, cells) for number, cells in rows if any(map(str.strip, cells)))


def _headed(rows: Rows, name: str, separator: str, of_parties: bool) -> Table:
    """The table of rows of which the first is the header.

    Commas between columns leave the point to decimals, and a workbook, without a separator, has no marks of its own.
    """
    number, cells = next(rows, (0, []))
    header = _header(cells, f"{name}, line {number}", of_parties)
    columns = list(filter(None, header))
    return Table(name, columns, _under_header(rows, header, separator, name), separator in ("", ","))


def _under_header(rows: Rows, header: list[str], separator: str, name: str) -> Rows:
    named = [j for j, column in enumerate(header) if column]
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
    if of_parties and header and not any(meaning_of(name, location.rpartition(",")[0]) for name in header):
        rule = "must be the header, with columns such as name, epsilon and delta; remove titles and comments"
        raise InvalidInput(f"{location}: {rule}, got {' '.join(filter(None, header))!r}")
    for name in filter(None, header):
        if header.count(name) > 1:
            raise InvalidInput(f"{location}, column {name!r}: must appear once, got {header.count(name)} times")
    return header


def _json_table(text: str, name: str) -> Table:
    try:
        items = parse_json(text, literal=True)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{name} is not a JSON file: {error}") from error
    if isinstance(items, dict) and isinstance(items.get("parties"), list):
        items = items["parties"]  # what allocate writes can be read back
    if not isinstance(items, list):
        raise InvalidInput(f"{name} must hold a list of objects, one for each party")
    for number, item in enumerate(items, start=1):
        if not isinstance(item, dict):
            raise InvalidInput(f"{name}, item {number}: must be an object, got {item!r}")
    return _record_table(items, name, "item", point_is_decimal=True)


def _record_table(records: Sequence[Mapping[object, object]], name: str, unit: str, point_is_decimal: bool) -> Table:
    """One column for each key; where a record lacks it, its cell is empty."""
    texts = [{str(key): cell_text(cell) for key, cell in record.items()} for record in records]
    columns = list(dict.fromkeys(chain.from_iterable(texts)))
    rows = ((number, [text.get(column, "") for column in columns]) for number, text in enumerate(texts, start=1))
    return Table(name, columns, rows, point_is_decimal, unit)


def _workbook_table(path: Path) -> Table:
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
    texts = ((number, ["" if cell is None else str(cell) for cell in row]) for number, row in enumerate(rows, start=1))
    return _headed(_filled(texts), f"{path}, sheet {title!r}", "", of_parties=True)


# --- Tables from frames ---

_NULLS = ("NAType", "NaTType", "NoneType")  # what pandas, polars and databases put where nothing is
_MOST_DIGITS = 1000


def _frame_table(table: object) -> Table:
    """A frame, a dictionary of columns or a list of records."""
    if isinstance(table, list) and table and all(isinstance(record, Mapping) for record in table):
        records = table
    else:
        columns = _columns(table)
        if len({len(values) for values in columns.values()}) > 1:
            raise InvalidInput("the columns of the table must be equally long")
        if len(set(map(str, columns))) != len(columns):
            raise InvalidInput("the table must not have two columns with one name")
        records = [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]
    return _record_table(records, "the table", "row", point_is_decimal=False)


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


# --- Rows: what columns mean, and numbers with decimal points ---

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
OTHER, COMPUTED = "", "computed"  # the meanings of columns that are none of ours, and of those that allocate writes
_COMPUTED = ("noise_variance", "noise_sigma", "grid", "grid_variance")
Meanings = dict[str, str]


@dataclass(frozen=True, slots=True)
class Row:
    """One party: where its row stands, the columns that count, and the others as they are."""

    table: Table
    number: int
    values: Mapping[str, str]
    others: Mapping[str, str]

    @property
    def location(self) -> str:
        """The file and the line, for messages."""
        return self.table.location(self.number)

    def text(self, column: str) -> str:
        """The cell of a column, without blanks around it; empty where there is none."""
        return self.values.get(column, "").strip()

    def value(self, column: str) -> Fraction:
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
        value = self.value(column)
        if value < 0:
            raise self.error(column, f"must not be negative, got {self.text(column)}")
        return value

    def error(self, column: str, message: str) -> InvalidInput:
        """An error that names the location and the column."""
        return InvalidInput(f"{self.location}, column {self.table.column(column)!r}: {message}")

    def check(self) -> None:
        """Refuse a row that states its need twice or not at all, and one of no records."""
        if self.text("variance") and (self.text("epsilon") or self.text("delta")):
            raise self.error("variance", "give a variance or epsilon and delta, not both")
        if not self.text("variance") and not self.values.keys() & {"epsilon", "delta"}:
            raise self.error("variance", "a number is missing")
        if self.text("records") and self.value("records") < 1:
            raise self.error("records", f"must be at least 1, got {self.text('records')}")


def rows_of(table: Table) -> Iterator[Row]:
    """The rows of a table, one after the other; what its columns mean is known before."""
    marks, meanings = _DecimalMarks(table.point_is_decimal), meanings_of(table.name, table.columns)
    counted = {name: meaning for name, meaning in meanings.items() if meaning not in (OTHER, COMPUTED)}
    for number, cells in table.rows:
        texts = dict(zip(table.columns, cells, strict=True))
        others = {name: text for name, text in texts.items() if meanings[name] == OTHER}
        row = Row(table, number, _values(counted, texts, table.location(number), marks), others)
        row.check()
        yield row
    marks.close()


def _values(counted: Meanings, texts: dict[str, str], location: str, marks: _DecimalMarks) -> dict[str, str]:
    """The cells that count by their meaning: not a required variance computed from the budget beside it."""
    has_budget = any(meaning in ("epsilon", "delta") and texts[name].strip() for name, meaning in counted.items())
    values: dict[str, str] = {}
    for name, meaning in counted.items():
        if has_budget and _normal(name) == "required_variance":
            continue
        if meaning in values:
            raise InvalidInput(f"{location}, column {name!r}: must appear once, {meaning} is there twice")
        values[meaning] = marks.read(texts[name], location, name) if meaning in _NUMBERS else texts[name]
    return values


def meanings_of(name: str, columns: Sequence[str]) -> Meanings:
    """What the columns of a file mean; it must have all that a budget needs, or variances."""
    meanings = {column: meaning_of(column, name) for column in columns}
    missing = [column for column in ("epsilon", "delta") if column not in meanings.values()]
    if columns and missing and "variance" not in meanings.values():
        rule = "every party needs epsilon and delta, or a variance"
        names = ", ".join(map(repr, columns))
        raise InvalidInput(f"{name}: there is no column {missing[0]!r}: {rule}; the columns are {names}")
    return meanings


def meaning_of(name: str, file: str) -> str:
    """The column that a name stands for."""
    meaning, near_miss = _meaning(name)
    if near_miss:
        raise InvalidInput(f"{file}, column {name!r}: unknown; did you mean {near_miss!r}?")
    return meaning


@lru_cache(maxsize=1 << 10)
def _meaning(name: str) -> tuple[str, str]:
    """The column that a name stands for, or one that it may have been meant for."""
    if name.strip() == "Δ":
        return "sensitivity", ""
    normal = _normal(name)
    if normal in _COLUMNS or normal in _SYNONYMS:
        return _SYNONYMS.get(normal, normal), ""
    if normal in _COMPUTED:
        return COMPUTED, ""
    near = difflib.get_close_matches(normal, (*_COLUMNS, "required_variance"), 1, cutoff=0.8)
    return OTHER, near[0] if near else ""


@lru_cache(maxsize=1 << 10)
def _normal(name: str) -> str:
    return re.sub(r"[\s\-_]+", "_", name.strip().lower())


# --- Parties ---

_FLAGS = dict.fromkeys(("true", "yes", "y", "ja", "1", ""), True) | dict.fromkeys(
    ("false", "no", "n", "nein", "0"), False
)
_MOST_WARNINGS = 10  # about the budgets of a table
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

    @classmethod
    def of(cls, table: Table) -> Parties:
        """The parties of a table, in its order; names must not look alike."""
        rows = list(rows_of(table))
        if not rows:
            raise InvalidInput(f"{table.name}: there must be at least one party, got none")
        active = [i for i, row in enumerate(rows) if is_active(row)]
        warnings = [*unread(table.name, rows[0].others), *abridge(chain.from_iterable(map(budget_warnings, rows)))]
        budgets = None if any(row.text("variance") for row in rows) else list(map(budget_of, rows))
        return cls(rows, _names(rows), active, budgets, list(map(_repeated, rows)), warnings)

    def require_budgets(self) -> list[Budget]:
        """The budgets, of which integer noise has need; the first row with a variance instead is named."""
        return self.budgets or list(map(budget_of, self.rows))

    def required(self, releases: int = 1) -> list[Exact] | list[float]:
        """Variances as given, or calibrated from the budgets; exact only if all are whole numbers or fractions.

        So many releases with that many times the variance reveal as much as one.
        """
        if all(_is_exact(row.text("variance")) for row in self.rows):
            return [whole(releases * row.at_least_zero("variance")) for row in self.rows]
        return [at_least(releases * Fraction(need)) for need in _required_doubles(self.rows)]

    def question(
        self, threshold: int, dropouts: int = 0, *, releases: int = 1, dimension: int = 1, epsilons: object = None
    ) -> Question:
        """What the parties ask together; ``epsilons`` may be others than those of the table."""
        own, deltas, sensitivities = zip(*self.require_budgets(), strict=True)
        return Question.of(
            own if epsilons is None else epsilons,
            deltas,
            sensitivities,
            threshold=threshold,
            dropouts=dropouts,
            active=self.active,
            releases=releases,
            dimension=dimension,
            names=self.names,
        )


def read_parties(path: Path, encoding: str | None = None) -> Parties:
    """The parties of a CSV file with a header, or of a JSON list of objects, in the order of the file."""
    return Parties.of(read_table(path, encoding))


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
    return Parties.of(_frame_table(table)).question(threshold, dropouts, releases=releases, dimension=dimension)


def _repeated(row: Row) -> dict[str, str]:
    """The cells that an output repeats."""
    own = {name: row.text(name) for name in ("epsilon", "delta", "sensitivity", "records") if name in row.values}
    return {**own, **row.others}


def _names(rows: list[Row]) -> list[str]:
    """The parties' names, which must not look alike; those without one are numbered."""
    names = [unescape_formula(row.text("name")) or f"party {number}" for number, row in enumerate(rows, start=1)]
    column = rows[0].table.column("name")
    locations = [f"{row.location}, column {column!r}" for row in rows]
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
    budgets = [None if row.text("variance") else budget_of(row) for row in rows]
    first: dict[Budget, Row] = {}
    for budget, row in zip(budgets, rows, strict=True):
        if budget is not None:
            first.setdefault(budget, row)
    calibrated = dict(zip(first, _calibrated(first), strict=True))
    return [variance_of(row) if b is None else calibrated[b] for row, b in zip(rows, budgets, strict=True)]


def _calibrated(first: Mapping[Budget, Row]) -> list[float]:
    """What each budget requires; of one that is refused the first row is named, and by the message the column."""
    try:
        return variances_of(list(first))
    except InvalidInput:
        for budget, row in first.items():
            try:
                variances_of([budget])
            except InvalidInput as error:
                raise InvalidInput(f"{row.location}: {error}") from error
        raise


def variance_of(row: Row) -> float:
    """The given variance, rounded up to a double."""
    value = at_least(row.at_least_zero("variance"))
    if value == math.inf:
        raise row.error("variance", f"must not exceed the largest double, 1.8e308, got {row.text('variance')}")
    return value


def budget_of(row: Row) -> Budget:
    """Epsilon, delta and sensitivity, exactly as they are written; a plan for integers starts from these."""
    if row.text("variance"):
        raise row.error("variance", "a plan needs epsilon and delta: a variance alone does not say what it keeps")
    epsilon, sensitivity, delta = row.at_least_zero("epsilon"), _sensitivity(row), row.value("delta")
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
    variances: list[float] = gaussian.required_variance(*map(list, zip(*budgets, strict=True))).tolist()
    return variances


def unread(file: str, others: Iterable[str]) -> list[str]:
    """A warning where there are columns of other meaning."""
    names = ", ".join(others)
    return [f"{file}: columns not read: {names}"] if names else []


def budget_warnings(row: Row) -> Iterator[str]:
    """Warnings where a party's delta allows publishing somebody's record, or where no epsilon makes noise dear."""
    delta, records = row.text("delta"), row.text("records")
    if delta and records and row.value("delta") * row.value("records") > 1:
        message = f"delta {delta} is above 1/{records}, one over the number of records"
        yield f"{row.location}: {message}: it allows publishing somebody's record"
    if delta and not records and row.value("delta") >= _LARGE_DELTA:
        yield f"{row.location}: delta {delta} is large: keep it well below one over the records"
    if row.text("epsilon") and row.value("epsilon") == 0:
        yield f"{row.location}: epsilon 0 takes very much noise, a deviation of about 0.4 sensitivity/delta"


def abridge(warnings: Iterable[str]) -> list[str]:
    """The first ten, and how many more there are."""
    first = list(islice(warnings := iter(warnings), _MOST_WARNINGS))
    more = sum(1 for _ in warnings)
    return [*first, f"{more} more such warnings"] if more else first
