"""Batches of parties from a Parquet or CSV file: what each needs, who is active, and the columns to keep.

Numbers in a Parquet file are the doubles that they are. Texts are read as in small files, and rounded to the safe side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np

from optcheck.errors import InvalidInput
from optcheck.noise.bulk.typed import arrow, as_lines, doubles, quick_active, quick_required, understood, with_points
from optcheck.noise.tables import Line, Marks, csv_lines, is_active, is_kept, meaning_of, required_doubles, rows_of
from optcheck.tpmdp.instance import Doubles, Mask

if TYPE_CHECKING:
    from pyarrow import Array, RecordBatch  # which carry no type information

    Column: TypeAlias = list[str] | Array

__all__ = ["Batch", "batches", "check_alike", "is_parquet"]

_ROWS = 1 << 16
_TEXT_ROWS = 1 << 13  # a row of texts takes about a kilobyte while it is read
_PARQUET = (".parquet", ".pq")
_DOUBTFUL = ("delta", "records")
_DOUBT = 0.000999  # a little below the delta from which on a word is due
_FEW = 20


class Batch(Protocol):
    """Some parties in the order of the file."""

    @property
    def rows(self) -> int:
        """How many they are."""

    def parties(self) -> tuple[Doubles, Mask]:
        """What each needs, and who is active."""

    def lines(self) -> list[Line]:
        """The parties as rows of texts."""

    def doubtful(self) -> list[Line]:
        """Some rows of which one may have too large a delta, if any has."""

    def kept(self) -> Mapping[str, Column]:
        """The columns to write again, by name: lists of texts or arrow arrays."""


def is_parquet(path: Path) -> bool:
    """Whether a file's name says that it is a Parquet file."""
    return path.suffix.lower() in _PARQUET


def batches(path: Path, encoding: str | None = None) -> Iterator[Batch]:
    """The parties of a file, some thousands at a time."""
    yield from _parquet_batches(path) if is_parquet(path) else _csv_batches(path, encoding)


def check_alike(paths: Sequence[Path], encoding: str | None) -> None:
    """Refuse files of which some have a column of sensitivities and others leave it out: there it would count as 1."""
    meanings = {path: _meanings(path, encoding) for path in paths} if len(paths) > 1 else {}
    having = [path for path, names in meanings.items() if "sensitivity" in names]
    for path, names in meanings.items():
        if having and "epsilon" in names and "sensitivity" not in names:
            rule = "all files must have it, or none"
            raise InvalidInput(f"{path}: there is no column 'sensitivity', which {having[0]} has; {rule}")


def _meanings(path: Path, encoding: str | None) -> set[str | None]:
    first = next(batches(path, encoding), None)
    return set() if first is None else {meaning_of(name, f"{path}, line 1") for name in first.kept()}


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

    def doubtful(self) -> list[Line]:
        """One row for each pair of delta and number of records."""
        first = self.content[0]
        names = [name for name in first.cells if meaning_of(name, first.place) in _DOUBTFUL]
        different: dict[tuple[str, ...], Line] = {}
        for line in self.content:
            different.setdefault(tuple(line.cells[name] for name in names), line)
        return list(different.values())

    def kept(self) -> Mapping[str, Column]:
        first = self.content[0]
        names = [name for name in first.cells if is_kept(name, first.place)]
        return {name: [line.cells[name] for line in self.content] for name in names}


def _read_texts(lines: list[Line]) -> tuple[Doubles, Mask]:
    rows = rows_of(lines)
    return np.array(required_doubles(rows)), np.array([is_active(row) for row in rows], dtype=np.bool_)


def _parquet_batches(path: Path) -> Iterator[Batch]:
    package = arrow()
    start, marks = 1, Marks()
    try:
        with package.parquet.ParquetFile(path, pre_buffer=False) as file:  # buffered ahead, all of it stays in memory
            for batch in file.iter_batches(batch_size=_ROWS):
                yield _Typed(with_points(batch, marks, path, start), path, start)
                start += batch.num_rows
        marks.close()
    except (package.ArrowInvalid, package.ArrowNotImplementedError, OSError) as error:
        raise InvalidInput(f"{path} is not a Parquet file that can be read: {error}") from error


@dataclass(frozen=True, slots=True)
class _Typed:
    batch: RecordBatch
    path: Path
    start: int

    @property
    def rows(self) -> int:
        return int(self.batch.num_rows)

    def parties(self) -> tuple[Doubles, Mask]:
        """Whole columns at once where all cells are numbers; else, and to name what is wrong, row by row as texts."""
        columns = understood(self.batch, f"{self.path}, row {self.start}")
        try:
            required, active = quick_required(columns), quick_active(columns.get("active"), self.rows)
        except InvalidInput:
            required = active = None
        if required is None or active is None:
            return _read_texts(self.lines())
        return required, active

    def lines(self) -> list[Line]:
        return as_lines(self.batch, self.path, self.start)

    def doubtful(self) -> list[Line]:
        """A few rows by their doubles, whose rounding does not matter here; all rows where there are texts."""
        columns = understood(self.batch, f"{self.path}, row {self.start}")
        numbers = [doubles(columns[name]) if name in columns else None for name in _DOUBTFUL]
        if "delta" not in columns or numbers[0] is None or ("records" in columns and numbers[1] is None):
            return self.lines() if "delta" in columns else []
        large = numbers[0] >= _DOUBT if numbers[1] is None else numbers[0] * numbers[1] >= 0.999
        return [
            line
            for row in np.flatnonzero(large)[:_FEW].tolist()
            for line in as_lines(self.batch.slice(row, 1), self.path, self.start + row)
        ]

    def kept(self) -> Mapping[str, Column]:
        place = f"{self.path}, row {self.start}"
        return {name: self.batch.column(name) for name in self.batch.schema.names if is_kept(name, place)}
