"""What files and packages state, on the way to a program: text within limits, exact numbers, rows and columns.

A draft may have ranges, integer columns and an objective constant; :func:`build` makes a program of it.
"""

from __future__ import annotations

import importlib
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import IO, NoReturn, TypeVar

import numpy as np

from optcheck.checker.core import content_of
from optcheck.errors import InvalidInput, shown
from optcheck.exact.numbers import Exact, map_distinct, whole
from optcheck.lp.limits import within
from optcheck.lp.program import RELATION_CODES, LinearProgram, Relation, Sense, SparseRows, object_array

MOST_BYTES = 128 * 2**20  # as much as a certificate may have: no larger program could be proved
PACKINGS = {".gz": "gzip", ".bz2": "bzip2", ".xz": "xz", ".zip": "zip"}
_MOST_RATIO, _LEAST_UNPACKED = 100, 1 << 23  # bytes that a packed one may become, and what is always allowed

T = TypeVar("T")
Location = tuple[str, int]  # file and line; 0 where lines mean nothing


def text_of(path: Path) -> str:
    """The file's text, unpacked where its name says so; neither it nor what it unpacks to may fill the memory."""
    packing, most = PACKINGS.get(path.suffix.lower()), MOST_BYTES
    try:
        content = content_of(path, MOST_BYTES + 1)
        if packing:
            most = min(MOST_BYTES, max(_LEAST_UNPACKED, _MOST_RATIO * len(content)))
            content = _unpacked(packing, content, most + 1)
    except FileNotFoundError:
        raise InvalidInput(f"there is no file {path}") from None
    except _Incomplete as error:
        raise InvalidInput(f"{path} is not a complete {packing} file: {error}") from None
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror or error}") from None
    if packing and MOST_BYTES > most < len(content):
        raise InvalidInput(f"{path} must not unpack to more than {_MOST_RATIO} times its size ({most} bytes)")
    if len(content) > MOST_BYTES:
        raise InvalidInput(f"{path} must hold at most {MOST_BYTES} bytes of text{' unpacked' * bool(packing)}")
    return _decoded(path, content)


def within_limit(path: str | Path, limit: float | None, read: Callable[[], T]) -> T:
    """What is read from a file; with a limit, opening, unpacking and reading together may take so many seconds."""
    try:
        return read() if limit is None else within(limit, read)
    except TimeoutError:
        raise InvalidInput(f"{path} was not read within the limit of {limit:g} second{'s' * (limit != 1)}") from None
    except MemoryError:
        raise InvalidInput(f"{path} needs more memory than there is") from None


class _Incomplete(Exception):
    """What is packed cannot be unpacked."""


def _unpacked(packing: str, content: bytes, most: int) -> bytes:
    """The first bytes of what is packed; the modules that unpack take long to load, and most files need none."""
    try:
        with _opened(packing, content) as stream:
            return stream.read(most)
    except (EOFError, OSError, ValueError, RuntimeError, NotImplementedError) as error:
        raise _Incomplete(str(error) or type(error).__name__) from None
    except Exception as error:  # zlib.error, LZMAError, BadZipFile: each has its own root
        if type(error).__module__.partition(".")[0] not in ("zlib", "_lzma", "lzma", "zipfile"):
            raise
        raise _Incomplete(str(error)) from None


def _opened(packing: str, content: bytes) -> IO[bytes]:
    stream = io.BytesIO(content)
    if packing == "zip":
        from zipfile import ZipFile

        archive = ZipFile(stream)
        return archive.open(_only_member(archive.namelist()))
    module = importlib.import_module({"gzip": "gzip", "bzip2": "bz2", "xz": "lzma"}[packing])
    opened: IO[bytes] = module.open(stream, "rb")
    return opened


def _only_member(names: Sequence[str]) -> str:
    files = [name for name in names if not name.endswith("/")]
    if len(files) != 1:
        raise _Incomplete(f"it must hold one file, got {len(files)}")
    return files[0]


def inner_name(path: Path) -> str:
    """The name without what says how the file is packed; of a zip file that says nothing else, its member's name."""
    if path.suffix.lower() not in PACKINGS:
        return path.name
    if path.suffix.lower() == ".zip" and not Path(path.stem).suffix:
        from zipfile import BadZipFile, ZipFile

        try:
            with ZipFile(io.BytesIO(content_of(path, MOST_BYTES))) as archive:
                return _only_member(archive.namelist())
        except FileNotFoundError:
            raise InvalidInput(f"there is no file {path}") from None
        except (BadZipFile, OSError, _Incomplete) as error:
            raise InvalidInput(f"{path} is not a complete zip file: {error}") from None
    return path.stem


def _decoded(path: Path, content: bytes) -> str:
    if b"\0" in content:
        raise InvalidInput(f"{path} must be a text file, got one with zero bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")  # files older than UTF-8; every byte has a meaning there


def refuse(location: Location, field: str, rule: str, text: str | None = None) -> NoReturn:
    """Raise InvalidInput naming file, line, field, rule and the text that breaks it."""
    file, line = location
    got = "" if text is None else f", got {shown(text)}"
    where = f"{file}, line {line}" if line else file
    raise InvalidInput(f"{where}, {field}: {rule}{got}")


_FOREIGN = {  # what other programs have, and the sections that hold it: of MPS files in capitals, then of LP files
    "SOS sets": ("SOS", "SOS1", "SOS2", "SETS", "sos", "sos1", "sos2"),
    "indicators": ("INDICATORS",),
    "quadratic terms": ("QUADOBJ", "QMATRIX", "QSECTION", "QCMATRIX"),
    "cones": ("CSECTION",),
    "general constraints": ("GENCONS", "general constraints"),
    "lazy constraints and user cuts": ("LAZYCONS", "USERCUTS", "lazy", "lazy constraints", "user", "user cuts"),
    "piecewise linear objectives": ("PWLOBJ", "pwlobj"),
    "several objectives": ("MULTIOBJ", "multi-objectives"),
}
_FOREIGN_SECTIONS = {section: what for what, sections in _FOREIGN.items() for section in sections}


def refuse_foreign(location: Location, section: str, text: str) -> None:
    """Refuse a section of what no linear or integer program has; others pass."""
    if section in _FOREIGN_SECTIONS:
        rule = f"{_FOREIGN_SECTIONS[section]} are not part of a linear or integer program"
        refuse(location, "section", rule, text)


INFINITE = 10**20  # a bound at least this large is infinite, as CPLEX, Gurobi and HiGHS have it
MOST_EXPONENT = 9999
MOST_CHARACTERS = 4000  # of one number: below the interpreter's limit for turning a text into an int
_MOST_DIGITS = 10**9  # that all exponents of one file may add: a small file must not fill the memory
_DECIMAL = re.compile(r"[+-]?(?:([0-9]+)\.?([0-9]*)|\.([0-9]+))(?:[eEdD]([+-]?[0-9]{1,9}))?")
_RATIO = re.compile(r"[+-]?([0-9]+)/([0-9]+)")
INFINITY = {"inf": 1, "+inf": 1, "-inf": -1, "infinity": 1, "+infinity": 1, "-infinity": -1}


@dataclass(slots=True)
class Numerals:
    """Reads numbers, exactly or (``binary``) as the doubles that most solvers make of them.

    A ValueError's message is the rule that a text breaks.

    >>> Numerals()("0.1"), Numerals(binary=True)("0.5"), Numerals()("1/3")
    (Fraction(1, 10), Fraction(1, 2), Fraction(1, 3))
    """

    binary: bool = False
    cache: dict[str, Exact] = field(default_factory=dict)
    _exponents: int = 0  # sum of their sizes so far

    def __call__(self, text: str) -> Exact:
        value = self.cache.get(text)
        if value is None:
            value = self.cache[text] = self._read(text)
        return value

    def bound(self, text: str) -> Exact | None:
        """A bound: None where it is infinite; :func:`sign` is the sign of the infinity."""
        if text.lower() in INFINITY:
            return None
        value = self(text)
        return value if -INFINITE < value < INFINITE else None

    def sign(self, text: str) -> int:
        """The sign of a number or of an infinity."""
        infinity = INFINITY.get(text.lower())
        value = self(text) if infinity is None else infinity
        return (value > 0) - (value < 0)

    def _read(self, text: str) -> Exact:
        if len(text) > MOST_CHARACTERS:
            raise ValueError(f"must have at most {MOST_CHARACTERS} characters")
        ratio = _RATIO.fullmatch(text)
        if ratio is not None and int(ratio[2]):
            return self._rounded(Fraction(text))
        decimal = _DECIMAL.fullmatch(text)
        if decimal is None:
            raise ValueError("must be a number such as 12, -0.25, 1.5e3 or 1/3")
        self._count_digits(int(decimal[4] or 0))
        return self._rounded(_decimal(text, decimal))

    def _count_digits(self, exponent: int) -> None:
        self._exponents += abs(exponent)
        if abs(exponent) > MOST_EXPONENT:
            raise ValueError(f"must have an exponent between -{MOST_EXPONENT} and {MOST_EXPONENT}")
        if self._exponents > _MOST_DIGITS:
            raise ValueError(
                f"must not be the one whose exponent takes the file beyond {_MOST_DIGITS} digits written out"
            )

    def _rounded(self, value: Exact) -> Exact:
        if not self.binary:
            return whole(value)
        try:
            return whole(Fraction(float(value)))  # correctly rounded, as IEEE 754 asks of a reader
        except OverflowError:
            raise ValueError("must lie in the range of doubles") from None


def _decimal(text: str, parts: re.Match[str]) -> Exact:
    """The value of a decimal, whose parts are the digits before and after the point and the exponent."""
    digits = (parts[1] or "") + (parts[2] or parts[3] or "")
    size = -int(digits) if text[0] == "-" else int(digits)
    shift = int(parts[4] or 0) - len(parts[2] or parts[3] or "")
    return size * 10**shift if shift >= 0 else Fraction(size, 10**-shift)


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
    """A column and its bounds; None is infinite. A semi column is 0 or between its bounds."""

    name: str
    lower: Exact | None = 0
    upper: Exact | None = None
    integer: bool = False
    semi: bool = False

    def gap(self) -> tuple[Exact, Exact] | None:
        """What separates a semi column's bounds from 0, None where nothing does."""
        if self.semi and self.lower is not None and self.lower > 0:
            return 0, self.lower
        return (self.upper, 0) if self.semi and self.upper is not None and self.upper < 0 else None


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a file holds: the program, its integer columns by name, and what it leaves out."""

    program: LinearProgram
    name: str
    integer_columns: tuple[str, ...]
    notes: tuple[str, ...] = ()  # where a convention decided, or parts were left out


def build(
    sense: Sense, costs: dict[int, Exact], constant: Exact, columns: Sequence[Column], rows: Iterable[Row]
) -> LinearProgram:
    """The program: a range becomes two rows, a constant in the objective a column that is fixed at 1."""
    columns = [*columns, *([Column(CONSTANT, 1, 1)] if constant else [])]
    rows = [part for row in rows for part in _without_range(row)]
    _check_names("row", [row.name for row in rows])
    _check_names("column", [column.name for column in columns])
    costs = costs | ({len(columns) - 1: constant} if constant else {})
    counts, indices, values = _nonzero(rows)
    gaps = [column.gap() for column in columns]
    return LinearProgram(
        sense=sense,
        costs=tuple(map_distinct(whole, [costs.get(j, 0) for j in range(len(columns))])),
        rows=SparseRows(
            starts=np.cumsum([0, *counts], dtype=np.int64),
            columns=np.array(indices, dtype=np.int32),
            values=object_array(values),
        ),
        relations=np.array([RELATION_CODES[row.relation] for row in rows], dtype=np.int8),
        rhs=object_array(map_distinct(whole, [row.side for row in rows])),
        lower=tuple(0 if gap and gap[0] == 0 else column.lower for column, gap in zip(columns, gaps, strict=True)),
        upper=tuple(0 if gap and gap[1] == 0 else column.upper for column, gap in zip(columns, gaps, strict=True)),
        column_labels=tuple(column.name for column in columns),
        row_labels=tuple(row.name for row in rows),
        integers=frozenset(j for j, column in enumerate(columns) if column.integer),
        gaps=tuple((j, *gap) for j, gap in enumerate(gaps) if gap is not None),
    )


def loaded(
    file: str,
    name: str,
    sense: Sense,
    costs: dict[int, Exact],
    constant: Exact,
    columns: Sequence[Column],
    rows: Iterable[Row],
    notes: Iterable[str],
) -> Loaded:
    """What a file holds, once all of it is read."""
    try:
        program = build(sense, costs, constant, columns, rows)
    except InvalidInput as error:
        raise InvalidInput(f"{file}: {error}") from None
    return Loaded(program, name, tuple(column.name for column in columns if column.integer), tuple(notes))


def _nonzero(rows: Sequence[Row]) -> tuple[list[int], list[int], list[Exact]]:
    """How many entries each row has, their columns and their values, without those that are 0."""
    values = [a for row in rows for a in row.entries.values()]
    if not set(map(type, values)) <= {int}:
        values = map_distinct(whole, values)
    if all(map_distinct(bool, values)):
        return [len(row.entries) for row in rows], list(chain.from_iterable(row.entries for row in rows)), values
    nonzero = [{j: a for j, a in row.entries.items() if a} for row in rows]
    return _nonzero([Row(row.name, row.relation, entries) for row, entries in zip(rows, nonzero, strict=True)])


def _without_range(row: Row) -> list[Row]:
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
        repeated = Counter(names).most_common(1)[0][0]
        raise InvalidInput(f"{what} names must be distinct, got {repeated!r} twice")
