"""Parties with budgets from a large file, row by row: what an integer plan in chunks reads and writes of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from optcheck.exact.cells import harmless
from optcheck.exact.numbers import to_text
from optcheck.exact.shown import steers
from optcheck.noise.bulk.reading import batches
from optcheck.noise.columns import COLUMNS, Row, rows_of
from optcheck.noise.parties import budget_of, is_active
from optcheck.noise.question import Budget

__all__ = ["Party", "parties"]

_CHECKED = ("name", "epsilon", "delta", "sensitivity", "variance", "active")


@dataclass(frozen=True, slots=True)
class Party:
    """One row: the party's name as it is written again, whether it sees the result, its budget, and other cells."""

    name: str
    active: bool
    budget: Budget
    others: Mapping[str, str]

    @property
    def question(self) -> list[str]:
        """The cells that say what is asked, as they stand in a file of noise."""
        return [self.name, "yes" if self.active else "no", *map(to_text, self.budget)]


def parties(path: Path, encoding: str | None) -> Iterator[list[Party]]:
    """The parties of a file, some thousands at a time; names that are missing are numbered."""
    numbers = count(1)
    for batch in batches(path, encoding):
        yield [_party(row, next(numbers)) for row in rows_of(batch.lines())]


def _party(row: Row, number: int) -> Party:
    name = row.text("name") or f"party {number}"
    if any(map(steers, name)):
        raise row.error("name", f"must not hold control characters, got {name!r}")
    if row.text("variance"):
        raise row.error("variance", "a plan needs epsilon and delta: a variance alone does not say what it keeps")
    own = {column: row.text(column) for column in COLUMNS if column in row.values and column not in _CHECKED}
    return Party(harmless(name), is_active(row), budget_of(row), {**own, **row.others})
