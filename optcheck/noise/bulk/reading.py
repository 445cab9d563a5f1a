"""Batches of parties from a Parquet or CSV file: what each needs, who is active, and the columns to keep.

Numbers in a Parquet file are the doubles that they are. Texts are read as in small files, and rounded to the safe side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from optcheck import gaussian
from optcheck.errors import InvalidInput, MissingExtra
from optcheck.noise.columns import is_kept, meaning_of, rows_of
from optcheck.noise.parties import is_active, required_doubles, truth
from optcheck.noise.sheets import Line, csv_lines
from optcheck.tpmdp.inputs import Doubles, Mask, read_required

__all__ = ["Batch", "arrow", "batches", "is_parquet"]

_ROWS = 1 << 16
_TEXT_ROWS = 1 << 13  # a row of texts takes about a kilobyte while it is read
_PARQUET = (".parquet", ".pq")
_EXACT = 1 << 53  # whole numbers up to here are doubles


class Batch(Protocol):
    """Some parties in the order of the file."""

    @property
    def rows(self) -> int:
        """How many they are."""

    def parties(self) -> tuple[Doubles, Mask]:
        """What each needs, and who is active."""

    def lines(self) -> list[Line]:
        """The parties as rows of texts."""

    def kept(self) -> Mapping[str, Any]:
        """The columns to write again, by name: lists of texts or arrow arrays."""


def is_parquet(path: Path) -> bool:
    """Whether a file's name says that it is a Parquet file."""
    return path.suffix.lower() in _PARQUET


def batches(path: Path, encoding: str | None = None) -> Iterator[Batch]:
    """The parties of a file, some thousands at a time."""
    yield from _parquet_batches(path) if is_parquet(path) else _csv_batches(path, encoding)


def arrow() -> Any:
    """The package pyarrow with its Parquet part, which is an optional extra."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtra("Parquet files need pyarrow: pip install 'optcheck[data]'") from error
    return pyarrow


def _csv_batches(path: Path, encoding: str | None) -> Iterator[Batch]:
    lines = csv_lines(path, encoding)
    while some := list(islice(lines, _TEXT_ROWS)):
        yield _Texts(some)


@dataclass(frozen=True, slots=True)
class _Texts:
    content: list[Line]

    @property
    def rows(self) -> int:
        return len(self.content)

    def parties(self) -> tuple[Doubles, Mask]:
        return _read_texts(self.content)

    def lines(self) -> list[Line]:
        return self.content

    def kept(self) -> Mapping[str, Any]:
        first = self.content[0]
        names = [name for name in first.cells if is_kept(name, first.place)]
        return {name: [line.cells[name] for line in self.content] for name in names}


def _read_texts(lines: list[Line]) -> tuple[Doubles, Mask]:
    rows = rows_of(lines)
    return np.array(required_doubles(rows)), np.array([is_active(row) for row in rows], dtype=np.bool_)


def _parquet_batches(path: Path) -> Iterator[Batch]:
    package = arrow()
    start = 1
    try:
        with package.parquet.ParquetFile(path, pre_buffer=False) as file:  # buffered ahead, all of it stays in memory
            for batch in file.iter_batches(batch_size=_ROWS):
                yield _Typed(batch, path, start)
                start += batch.num_rows
    except (package.ArrowInvalid, package.ArrowNotImplementedError, OSError) as error:
        raise InvalidInput(f"{path} is not a Parquet file that can be read: {error}") from error


@dataclass(frozen=True, slots=True)
class _Typed:
    batch: Any
    path: Path
    start: int

    @property
    def rows(self) -> int:
        return int(self.batch.num_rows)

    def parties(self) -> tuple[Doubles, Mask]:
        """Whole columns at once where all cells are numbers; else, and to name what is wrong, row by row as texts."""
        columns = _understood(self.batch, f"{self.path}, row {self.start}")
        try:
            required, active = _quick_required(columns), _quick_active(columns.get("active"), self.rows)
        except InvalidInput:
            required = active = None
        if required is None or active is None:
            return _read_texts(self.lines())
        return required, active

    def lines(self) -> list[Line]:
        return _as_lines(self.batch, self.path, self.start)

    def kept(self) -> Mapping[str, Any]:
        place = f"{self.path}, row {self.start}"
        return {name: self.batch.column(name) for name in self.batch.schema.names if is_kept(name, place)}


def _understood(batch: Any, place: str) -> dict[str, Any]:
    """The columns that count, by their meaning."""
    names: dict[str, str] = {}
    for name in batch.schema.names:
        meaning = meaning_of(name, place)
        if meaning is not None and meaning in names:
            raise InvalidInput(f"{place}, column {name!r}: must appear once, {meaning} is there twice")
        if meaning is not None:
            names[meaning] = name
    return {meaning: batch.column(name) for meaning, name in names.items()}


def _quick_required(columns: Mapping[str, Any]) -> Doubles | None:
    """The requirements, if either variances or budgets stand there as numbers without gaps; None otherwise."""
    if "variance" in columns:
        variance = None if columns.keys() & {"epsilon", "delta"} else _doubles(columns["variance"])
        return None if variance is None else np.asarray(read_required(variance), dtype=np.float64)
    named = [name for name in ("epsilon", "delta", "sensitivity") if name in columns]
    budget = [column for name in named if (column := _doubles(columns[name])) is not None]
    if named[:2] != ["epsilon", "delta"] or len(budget) < len(named):
        return None
    return np.asarray(gaussian.required_variance(*budget), dtype=np.float64)


def _doubles(column: Any) -> Doubles | None:
    types = arrow().types
    if column.null_count or not (types.is_floating(column.type) or types.is_integer(column.type)):
        return None
    values = column.to_numpy(zero_copy_only=False)
    if values.dtype.kind in "iu" and len(values) and not -_EXACT <= int(values.min()) <= int(values.max()) <= _EXACT:
        return None
    return np.asarray(values, dtype=np.float64)


def _quick_active(column: Any, rows: int) -> Mask | None:
    """Who is active, from few different cells; None where one says neither yes nor no."""
    if column is None:
        return np.ones(rows, dtype=np.bool_)
    coded = column.dictionary_encode() if not arrow().types.is_dictionary(column.type) else column
    meanings = [truth(_text(cell)) for cell in [*coded.dictionary.to_pylist(), None]]
    if None in meanings:
        return None
    places = coded.indices.fill_null(len(meanings) - 1).to_numpy(zero_copy_only=False)
    return np.asarray(np.array(meanings, dtype=np.bool_)[places])


def _as_lines(batch: Any, path: Path, start: int) -> list[Line]:
    return [
        Line(f"{path}, row {number}", {name: _text(cell) for name, cell in record.items()})
        for number, record in enumerate(batch.to_pylist(), start)
    ]


def _text(cell: object) -> str:
    """A cell as a text that means the same number: a double is a fraction, not the decimal that is near it."""
    if cell is None:
        return ""
    return str(Fraction(cell)) if isinstance(cell, float) and np.isfinite(cell) else str(cell)
