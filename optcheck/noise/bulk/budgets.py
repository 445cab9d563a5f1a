"""Parties with budgets from a large file, row by row: what an integer plan in chunks reads and writes of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from optcheck.exact.numbers import to_text
from optcheck.exact.text import harmless, unguarded
from optcheck.noise.bulk.reading import batches
from optcheck.noise.names import check_name
from optcheck.noise.plan import Budget
from optcheck.noise.tables import COLUMNS, Row, budget_of, delta_warning, is_active, rows_of

__all__ = ["Party", "parties"]

_CHECKED = ("name", "epsilon", "delta", "sensitivity", "variance", "active")


Known = dict[tuple[str, ...], tuple[Budget, list[str], str]]


@dataclass(frozen=True, slots=True)
class Party:
    """One row: whether the party sees the result, its budget, and the cells that a file of noise repeats.

    Equal budgets of one file are mostly the same object: what is computed from them need not be computed again.
    """

    active: bool
    budget: Budget
    question: list[str]
    others: Mapping[str, str]
    warning: str


def parties(path: Path, encoding: str | None) -> Iterator[list[Party]]:
    """The parties of a file, some thousands at a time; names that are missing are numbered."""
    numbers = count(1)
    for batch in batches(path, encoding):
        known: Known = {}
        yield [_party(row, next(numbers), known) for row in rows_of(batch.lines())]


def _party(row: Row, number: int, known: Known) -> Party:
    name = unguarded(row.text("name")) or f"party {number}"
    check_name(name, f"{row.place}, column 'name'")
    if row.text("variance"):
        raise row.error("variance", "a plan needs epsilon and delta: a variance alone does not say what it keeps")
    texts = tuple(row.text(column) for column in ("epsilon", "delta", "sensitivity", "records"))
    if texts not in known:
        read = budget_of(row)
        known[texts] = read, list(map(to_text, read)), delta_warning(row)
    budget, cells, warning = known[texts]
    own = {column: row.text(column) for column in COLUMNS if column in row.values and column not in _CHECKED}
    active = is_active(row)
    return Party(active, budget, [harmless(name), "yes" if active else "no", *cells], {**own, **row.others}, warning)
