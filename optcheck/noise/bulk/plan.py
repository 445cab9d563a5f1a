"""Allocation for files larger than memory: few counts from each file decide everything, then noise is handed out.

Each file is read twice: once for the requirements, which are put aside as doubles beside the output, and once to write
the noise beside the columns that came in. In between, files only count digits (:mod:`optcheck.tpmdp.chunks`); counts of
many files add up, so that the files can lie with the workers of a dask cluster, and the variances are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from optcheck.errors import InvalidInput
from optcheck.exact.files import in_place_of
from optcheck.exact.inputs import instance_of, whole_number
from optcheck.exact.numbers import Exact
from optcheck.noise.bulk.reading import check_alike, is_parquet
from optcheck.noise.bulk.running import Each, aside, each_for, file_paths, folders, named_failures, same
from optcheck.noise.bulk.spilled import Spilled, counted, spill
from optcheck.noise.bulk.writing import Target, hand_out, summed
from optcheck.tpmdp.chunks import Counts, level_by_digits, rule_of_sizes
from optcheck.tpmdp.instance import Subcase
from optcheck.tpmdp.rule import Rule

if TYPE_CHECKING:
    from distributed import Client  # which carries no type information

__all__ = ["BulkAllocation", "allocate_files", "counts"]


@dataclass(frozen=True, slots=True)
class BulkAllocation:
    """What was found for all files together; the noise itself is in the outputs."""

    n: int
    viewers: int
    threshold: int
    dropouts: int
    rule: Rule
    level: float
    total: Exact
    warnings: tuple[str, ...] = ()

    @property
    def subcase(self) -> Subcase:
        """The case of the closed form."""
        return self.rule.subcase


def allocate_files(
    paths: Sequence[str | Path],
    threshold: int,
    outputs: Sequence[str | Path] | None = None,
    dropouts: int = 0,
    *,
    releases: int = 1,
    encoding: str | None = None,
    client: Client | None = None,
) -> BulkAllocation:
    """Allocate noise for the parties of Parquet or CSV files, in memory that does not grow with their length.

    The columns are those of ``optcheck allocate``, which docs/tpmdp.md lists. Each of ``outputs``, one for each file,
    gets the other columns and ``required_variance``, ``noise_variance`` and ``noise_sigma``; all appear at the end, or
    none. The variances are the doubles that :func:`optcheck.tpmdp.allocate` gives for all parties at once. Nine
    bytes for each party are put aside meanwhile, beside the outputs (without outputs: where temporary files go). Names
    are not compared with each other: that would need all of them in memory.

    ``client`` is a ``distributed.Client`` whose workers see the same paths; each file is then a task.
    """
    inputs, targets = file_paths(paths, outputs)
    if encoding is not None:
        instance_of(encoding, str, "encoding")
    check_alike(inputs, encoding)
    times = whole_number(releases, "releases", least=1)
    each = each_for(client)
    with named_failures(), ExitStack() as made:
        asides = [made.enter_context(aside(folder)) for folder in folders(inputs, targets)]
        files = each(spill, inputs, asides, same(times, inputs), same(encoding, inputs))
        n, viewers = sum(file.n for file in files), sum(file.viewers for file in files)
        if not n:
            raise InvalidInput(f"{inputs[0]}: there must be at least one party, got none")
        rule, t, d = rule_of_sizes(n, viewers, threshold, dropouts)
        level = level_by_digits(rule.rank, lambda found, shift: counts(each, files, rule, found, shift))
        total = _totals(each, files, rule, level, targets, encoding, made)
    warnings = tuple(words for file in files for words in file.warnings)
    return BulkAllocation(n, viewers, t, d, rule, level, total, warnings)


def counts(each: Each, files: list[Spilled], rule: Rule, found: int, shift: int) -> Counts:
    """The digits' counts of all files together."""
    parts = each(counted, files, *(same(item, files) for item in (rule, found, shift)))
    return np.asarray(np.sum(parts, axis=0), dtype=np.int64)


def _totals(
    each: Each,
    files: list[Spilled],
    rule: Rule,
    level: float,
    outputs: list[Path] | None,
    encoding: str | None,
    made: ExitStack,
) -> Exact:
    rules, levels = same(rule, files), same(level, files)
    if outputs is None:
        return sum(each(summed, files, rules, levels), start=0)
    targets = [Target(made.enter_context(in_place_of(path)), is_parquet(path)) for path in outputs]
    return sum(each(hand_out, files, rules, levels, targets, same(encoding, files)), start=0)
