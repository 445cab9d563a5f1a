"""Questions from tables: pandas and polars frames, dictionaries of columns, lists of records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from optcheck.errors import InvalidInput
from optcheck.exact.shown import shown
from optcheck.noise.question import Question

__all__ = ["question_from_table"]

_COLUMNS = ("name", "epsilon", "delta", "sensitivity", "active")
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def question_from_table(
    table: Any, *, threshold: int, dropouts: int = 0, releases: int = 1, dimension: int = 1
) -> Question:
    """The question that a table asks: columns name, epsilon, delta, sensitivity, active in any case; others are left.

    ``table`` is a frame of pandas or polars (anything with ``columns`` and columns by name), a dictionary of columns,
    or a list of records. Without ``name``, ``sensitivity`` or ``active``: numbered parties, 1, everybody.

    >>> question_from_table({"Epsilon": ["0.5", 1], "delta": ["1e-6"] * 2}, threshold=1).epsilons
    (Fraction(1, 2), 1)
    """
    columns = _columns(table)
    for name in ("epsilon", "delta"):
        if name not in columns:
            raise InvalidInput(f"the table must have a column {name}, got {shown(list(columns))}")
    return Question.of(
        columns["epsilon"],
        columns["delta"],
        columns.get("sensitivity", 1),
        threshold=threshold,
        dropouts=dropouts,
        active=[_flag(value) for value in columns["active"]] if "active" in columns else None,
        releases=releases,
        dimension=dimension,
        names=columns.get("name"),
    )


def _columns(table: Any) -> dict[str, list[Any]]:
    """The columns that count, by their plain names, as lists."""
    found: dict[str, list[Any]] = {}
    for label, values in _labelled(table):
        name = str(label).strip().lower()
        if name in found:
            raise InvalidInput(f"the table must have one column {name}, got two")
        if name in _COLUMNS:
            found[name] = values
    return found


def _labelled(table: Any) -> list[tuple[Any, list[Any]]]:
    if isinstance(table, Mapping):
        return [(label, list(values)) for label, values in table.items() if isinstance(values, Sequence)]
    if isinstance(table, list) and table and all(isinstance(record, Mapping) for record in table):
        labels = dict.fromkeys(label for record in table for label in record)
        return [(label, [record.get(label) for record in table]) for label in labels]
    if hasattr(table, "columns") and hasattr(table, "__getitem__"):
        return [(label, _listed(table[label])) for label in table.columns]
    raise InvalidInput(f"there must be a frame, a dictionary of columns or a list of records, got {shown(table)}")


def _listed(column: Any) -> list[Any]:
    """A column's values as Python's own: polars says to_list, pandas and numpy say tolist."""
    read = getattr(column, "to_list", None) or getattr(column, "tolist", None)
    return list(read() if read is not None else column)


def _flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower()
    if word not in _TRUTH:
        raise InvalidInput(f"active must be yes or no, got {shown(value)}")
    return _TRUTH[word]
