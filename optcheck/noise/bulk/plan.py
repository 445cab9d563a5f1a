"""Allocation for files larger than memory: few counts from each file decide everything, then noise is handed out.

Each file is read twice: once for the requirements, which are put aside as doubles beside the output, and once to write
the noise beside the columns that came in. In between, files only count digits (:mod:`optcheck.tpmdp.chunks`); counts of
many files add up, so that the files can lie with the workers of a dask cluster, and the variances are the same.
"""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from optcheck.errors import InvalidInput, OptcheckError
from optcheck.exact.inputs import instance_of, items, whole_number
from optcheck.exact.numbers import Exact
from optcheck.exact.shown import shown
from optcheck.exact.writing import check_outputs, in_place_of
from optcheck.noise.bulk.reading import arrow, is_parquet
from optcheck.noise.bulk.spilled import Spilled, counted, spill
from optcheck.noise.bulk.writing import Target, hand_out, summed
from optcheck.tpmdp.chunks import Counts, level_by_digits, rule_of_sizes
from optcheck.tpmdp.instance import Subcase
from optcheck.tpmdp.rule import Rule

__all__ = ["BulkAllocation", "allocate_files"]

Each = Callable[..., list[Any]]  # calls a function for every item of equally long lists


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
    client: Any = None,
) -> BulkAllocation:
    """Allocate noise for the parties of Parquet or CSV files, in memory that does not grow with their length.

    The columns are those of ``optcheck allocate``, which docs/tpmdp.md lists. Each of ``outputs``, one for each file,
    gets the other columns and ``required_variance``, ``noise_variance`` and ``noise_sigma``; all appear at the end, or
    none. The variances are the doubles that :func:`optcheck.tpmdp.allocate` gives for all parties at once. Nine
    bytes for each party are put aside meanwhile, beside the outputs (without outputs: where temporary files go). Names
    are not compared with each other: that would need all of them in memory.

    ``client`` is a ``distributed.Client`` whose workers see the same paths; each file is then a task.
    """
    inputs = _paths(paths, "paths")
    targets = None if outputs is None else _paths(outputs, "outputs")
    _check(inputs, targets)
    if encoding is not None:
        instance_of(encoding, str, "encoding")
    times = whole_number(releases, "releases", least=1)
    each = _here if client is None else _on(client)
    with _named_failures(), ExitStack() as made:
        asides = [made.enter_context(_aside(folder)) for folder in _folders(inputs, targets)]
        files = each(spill, inputs, asides, _same(times, inputs), _same(encoding, inputs))
        n, viewers = sum(file.n for file in files), sum(file.viewers for file in files)
        if not n:
            raise InvalidInput(f"{inputs[0]}: there must be at least one party, got none")
        rule, t, d = rule_of_sizes(n, viewers, threshold, dropouts)
        level = level_by_digits(rule.rank, lambda found, shift: _counts(each, files, rule, found, shift))
        total = _totals(each, files, rule, level, targets, encoding, made)
    return BulkAllocation(n, viewers, t, d, rule, level, total)


@contextmanager
def _named_failures() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InvalidInput(f"{error.filename or 'a file'} cannot be written: {error.strerror or error}") from error


def _paths(values: Sequence[str | Path], name: str) -> list[Path]:
    found = [] if isinstance(values, str | Path) else items(values, name)
    if isinstance(values, str | Path) or not all(isinstance(path, str | Path) for path in found):
        raise InvalidInput(f"{name} must be a list of files, got {shown(values)}")
    if any("\0" in str(path) for path in found):
        raise InvalidInput(f"{name} must not hold null characters, got {shown(values)}")
    return [Path(path) for path in found]


def _check(inputs: list[Path], outputs: list[Path] | None) -> None:
    if not inputs:
        raise InvalidInput("paths must name at least one file, got none")
    for path in inputs:
        if not path.is_file():
            raise InvalidInput(f"there is no file {path}")
    if outputs is not None and len(outputs) != len(inputs):
        raise InvalidInput(f"outputs must name one file for each of {len(inputs)} inputs, got {len(outputs)}")
    for path in outputs or []:
        if not is_parquet(path) and path.suffix.lower() != ".csv":
            raise InvalidInput(f"an output must end in .parquet or .csv, got {path}")
    check_outputs(inputs, {f"output {j}": path for j, path in enumerate(outputs or [], start=1)})
    if any(map(is_parquet, [*inputs, *(outputs or [])])):
        arrow()


def _folders(inputs: list[Path], outputs: list[Path] | None) -> list[Path]:
    return [path.resolve().parent for path in outputs] if outputs else [Path(tempfile.gettempdir())] * len(inputs)


@contextmanager
def _aside(folder: Path) -> Iterator[Path]:
    path = folder / f".{secrets.token_hex(8)}.part"
    try:
        yield path
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _counts(each: Each, files: list[Spilled], rule: Rule, found: int, shift: int) -> Counts:
    parts = each(counted, files, *(_same(item, files) for item in (rule, found, shift)))
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
    rules, levels = _same(rule, files), _same(level, files)
    if outputs is None:
        return sum(each(summed, files, rules, levels), start=0)
    targets = [Target(made.enter_context(in_place_of(path)), is_parquet(path)) for path in outputs]
    return sum(each(hand_out, files, rules, levels, targets, _same(encoding, files)), start=0)


def _same(item: Any, items: Sequence[Any]) -> list[Any]:
    return [item] * len(items)


def _here(run: Callable[..., Any], *columns: list[Any]) -> list[Any]:
    return [run(*row) for row in zip(*columns, strict=True)]


def _on(client: Any) -> Each:
    if not all(callable(getattr(client, name, None)) for name in ("map", "gather", "cancel")):
        raise InvalidInput(f"client must be a distributed.Client, got {shown(client)}")

    def each(run: Callable[..., Any], *columns: list[Any]) -> list[Any]:
        futures = client.map(run, *columns, pure=False)
        try:
            return list(client.gather(futures))
        except OptcheckError:
            raise
        except Exception as error:  # a worker may fail in any way
            raise InvalidInput(f"the dask cluster failed: {type(error).__name__}: {error}") from error
        finally:
            client.cancel(futures)  # after a failure nobody may go on writing

    return each
