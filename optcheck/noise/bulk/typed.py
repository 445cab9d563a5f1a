"""Columns of a Parquet file as doubles, whole batches at once; rows as texts where that does not do."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from optcheck import gaussian
from optcheck.errors import InvalidInput, MissingExtra
from optcheck.noise.tables import NUMBERS, Line, Marks, meaning_of, truth
from optcheck.tpmdp.instance import Doubles, Mask, read_required

if TYPE_CHECKING:
    from pyarrow import Array, RecordBatch  # which carry no type information

__all__ = ["arrow", "as_lines", "doubles", "quick_active", "quick_required", "understood", "with_points"]

_EXACT = 1 << 53  # whole numbers up to here are doubles


def arrow() -> ModuleType:
    """The package pyarrow with its Parquet part, which is an optional extra."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtra("Parquet files need pyarrow: pip install 'optcheck[data]'") from error
    package: ModuleType = pyarrow
    return package


def understood(batch: RecordBatch, place: str) -> dict[str, Array]:
    """The columns that count, by their meaning."""
    names: dict[str, str] = {}
    for name in batch.schema.names:
        meaning = meaning_of(name, place)
        if meaning is not None and meaning in names:
            raise InvalidInput(f"{place}, column {name!r}: must appear once, {meaning} is there twice")
        if meaning is not None:
            names[meaning] = name
    return {meaning: batch.column(name) for meaning, name in names.items()}


def with_points(batch: RecordBatch, marks: Marks, path: Path, start: int) -> RecordBatch:
    """The batch with decimal points where numbers stand as texts."""
    types = arrow().types
    for position, name in enumerate(batch.schema.names):
        meaning, column = meaning_of(name, f"{path}, row {start}"), batch.column(position)
        kind = column.type.value_type if types.is_dictionary(column.type) else column.type
        if meaning in NUMBERS and (types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)):
            cells = [
                cell if cell is None else marks.read(cell, f"{path}, row {row}", meaning)
                for row, cell in enumerate(column.to_pylist(), start)
            ]
            batch = batch.set_column(position, name, arrow().array(cells, arrow().string()))
    return batch


def quick_required(columns: Mapping[str, Array]) -> Doubles | None:
    """The requirements, if either variances or budgets stand there as numbers without gaps; None otherwise.

    None also where a number of records may be below 1, which only the rows can name.
    """
    records = doubles(columns["records"]) if "records" in columns else np.ones(1)
    if records is None or not (records >= 1).all():
        return None
    if "variance" in columns:
        variance = None if columns.keys() & {"epsilon", "delta"} else doubles(columns["variance"])
        return None if variance is None else np.asarray(read_required(variance), dtype=np.float64)
    named = [name for name in ("epsilon", "delta", "sensitivity") if name in columns]
    budget = [column for name in named if (column := doubles(columns[name])) is not None]
    if named[:2] != ["epsilon", "delta"] or len(budget) < len(named):
        return None
    return np.asarray(gaussian.required_variance(*budget), dtype=np.float64)


def doubles(column: Array) -> Doubles | None:
    """A column of numbers without gaps that doubles hold exactly; None for any other."""
    types = arrow().types
    if column.null_count or not (types.is_floating(column.type) or types.is_integer(column.type)):
        return None
    values = column.to_numpy(zero_copy_only=False)
    if values.dtype.kind in "iu" and len(values) and not -_EXACT <= int(values.min()) <= int(values.max()) <= _EXACT:
        return None
    return np.asarray(values, dtype=np.float64)


def quick_active(column: Array | None, rows: int) -> Mask | None:
    """Who is active, from few different cells; None where one says neither yes nor no."""
    if column is None:
        return np.ones(rows, dtype=np.bool_)
    coded = column.dictionary_encode() if not arrow().types.is_dictionary(column.type) else column
    meanings = [truth(_text(cell)) for cell in [*coded.dictionary.to_pylist(), None]]
    if None in meanings:
        return None
    places = coded.indices.fill_null(len(meanings) - 1).to_numpy(zero_copy_only=False)
    return np.asarray(np.array(meanings, dtype=np.bool_)[places])


def as_lines(batch: RecordBatch, path: Path, start: int) -> list[Line]:
    """The rows of a batch as texts."""
    return [
        Line(f"{path}, row {number}", {name: _text(cell) for name, cell in record.items()})
        for number, record in enumerate(batch.to_pylist(), start)
    ]


def _text(cell: object) -> str:
    """A cell as a text that means the same number: a double is a fraction, not the decimal that is near it."""
    if cell is None:
        return ""
    return str(Fraction(cell)) if isinstance(cell, float) and np.isfinite(cell) else str(cell)
