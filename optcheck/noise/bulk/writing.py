"""The second reading of a file: every party's noise beside what came in, written batch by batch."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from optcheck.exact.numbers import Exact
from optcheck.exact.rounding import exact_sum
from optcheck.exact.text import harmless
from optcheck.noise.bulk.reading import batches
from optcheck.noise.bulk.spilled import Spilled
from optcheck.noise.bulk.typed import arrow
from optcheck.tpmdp.allocation import shares_at_level
from optcheck.tpmdp.instance import Doubles
from optcheck.tpmdp.rule import Rule

if TYPE_CHECKING:
    from pyarrow import Array  # which carries no type information
    from pyarrow.parquet import ParquetWriter

    from optcheck.noise.bulk.reading import Column

    Write = Callable[[Mapping[str, Column], Mapping[str, Doubles]], None]

__all__ = ["Target", "hand_out", "sigma_at_least", "summed"]

_NORMAL = 2.0**-1000
_NOBODY = {name: np.empty(0) for name in ("required_variance", "noise_variance", "noise_sigma")}
_SHORT = np.uint64((1 << 27) - 1)  # a double without these bits has an exact square


@dataclass(frozen=True, slots=True)
class Target:
    """Where one file's noise is written, and how: the name of a file in the making does not say it."""

    path: Path
    parquet: bool


def summed(spilled: Spilled, rule: Rule, level: float) -> Exact:
    """The exact total of one file's noise."""
    parts = (exact_sum(shares_at_level(*chunk, rule, level)) for chunk in spilled.chunks())
    return sum(parts, start=0)


def hand_out(spilled: Spilled, rule: Rule, level: float, target: Target, encoding: str | None) -> Exact:
    """Write one file's noise and give its exact total."""
    total: Exact = 0
    with (_parquet_writer if target.parquet else _csv_writer)(target.path) as write:
        for batch, required, active in spilled.beside(batches(spilled.path, encoding), lambda batch: batch.rows):
            variances = shares_at_level(required, active, rule, level)
            computed = {"required_variance": required, "noise_variance": variances}
            write(batch.kept(), {**computed, "noise_sigma": sigma_at_least(variances)})
            total += exact_sum(variances)
    return total


def sigma_at_least(variances: Doubles) -> Doubles:
    """Doubles not below the square roots, at most two units in the last place above; exact for short squares.

    >>> sigma_at_least(np.array([0.0, 4.0])).tolist()
    [0.0, 2.0]
    """
    roots = np.sqrt(variances)
    exact = (roots * roots == variances) & (roots.view(np.uint64) & _SHORT == 0)
    tiny = variances < _NORMAL  # there a square that looks equal may be rounded
    return np.where(exact & ~tiny | (variances == 0), roots, np.nextafter(roots, np.inf))


@contextmanager
def _csv_writer(path: Path) -> Iterator[Write]:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")

        def write(kept: Mapping[str, Column], computed: Mapping[str, Doubles]) -> None:
            if not stream.tell():
                writer.writerow([*map(harmless, kept), *computed])
            texts = [list(map(_harmless_cell, _listed(column))) for column in kept.values()]
            numbers = [column.tolist() for column in computed.values()]
            writer.writerows(zip(*texts, *numbers, strict=True))

        yield write
        if not stream.tell():
            write({}, _NOBODY)


def _listed(column: Column) -> Sequence[object]:
    return column if isinstance(column, list) else list(column.to_pylist())


def _harmless_cell(cell: object) -> object:
    return harmless(cell) if isinstance(cell, str) else cell


@contextmanager
def _parquet_writer(path: Path) -> Iterator[Write]:
    package = arrow()
    with ExitStack() as open_ones:
        writers: list[ParquetWriter] = []

        def write(kept: Mapping[str, Column], computed: Mapping[str, Doubles]) -> None:
            table = package.table({**{name: _arrow_column(column) for name, column in kept.items()}, **computed})
            if not writers:
                writers.append(open_ones.enter_context(package.parquet.ParquetWriter(path, table.schema)))
            writers[0].write_table(table)

        yield write
        if not writers:
            write({}, _NOBODY)


def _arrow_column(column: Column) -> Array:
    package = arrow()
    return package.array(column, package.string()) if isinstance(column, list) else column
