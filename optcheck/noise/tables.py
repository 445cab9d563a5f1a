"""Questions from tables: pandas, polars and pyarrow, dictionaries of columns, lists of records, read as files are."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TypeGuard

import numpy as np

from optcheck.errors import InvalidInput, shown
from optcheck.noise.columns import Line, rows_of
from optcheck.noise.marks import settled
from optcheck.noise.parties import budget_of, is_active, names_of
from optcheck.noise.question import Question

__all__ = ["question_from_table"]

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
        return [{str(label): _text(cell) for label, cell in record.items()} for record in table]
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
    texts = {str(label): list(map(_text, values)) for label, values in columns.items()}
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


def _text(cell: object) -> str:
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
