"""``optcheck allocate`` for tables larger than memory: Parquet, large CSV files, and folders of both."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from optcheck import noise
from optcheck.cli._answers import unprotected, warn
from optcheck.cli._console import out
from optcheck.cli._rounded import up
from optcheck.errors import InvalidInput, MissingExtra
from optcheck.exact.numbers import to_text
from optcheck.noise.bulk.reading import is_parquet
from optcheck.noise.parties import few

if TYPE_CHECKING:
    import distributed

__all__ = ["Bulk", "allocate_in_bulk", "bulk_inputs", "is_bulk"]

_LARGE = 64 << 20  # bytes of a CSV file; read at once it would take some twenty times as much memory
_CONNECT_SECONDS = 15


@dataclass(frozen=True, slots=True)
class Bulk:
    """What was asked on the command line."""

    source: Path
    output: Path | None
    threshold: int
    dropouts: int
    releases: int
    dimension: int
    encoding: str | None
    dask: str | None
    plan: Path | None


def is_bulk(source: Path, certified: bool) -> bool:
    """Whether a file is planned in chunks; a ``certified`` optimum needs all parties at once where that is possible."""
    if source.is_dir() or is_parquet(source):
        return True
    large = source.suffix.lower() == ".csv" and source.is_file() and source.stat().st_size > _LARGE
    return large and not certified


def allocate_in_bulk(asked: Bulk, as_json: bool) -> None:
    """Plan, write, and print what was found."""
    inputs = bulk_inputs(asked.source)
    if asked.plan is not None:
        _plan_in_bulk(asked, inputs, as_json)
        return
    with _client(asked.dask) as client:
        outputs = None if asked.output is None else _outputs(asked.output, inputs, asked.source.is_dir())
        found = noise.allocate_files(
            inputs,
            asked.threshold,
            outputs,
            asked.dropouts,
            releases=asked.releases,
            encoding=asked.encoding,
            client=client,
        )
    if as_json:
        out.out(json.dumps(_record(found), indent=1), highlight=False)
    else:
        out.print(_sentences(found), soft_wrap=True, markup=False)
    for message in [*few(found.warnings), *unprotected(found.threshold, bool(found.viewers))]:
        warn(message)


def _plan_in_bulk(asked: Bulk, inputs: list[Path], as_json: bool) -> None:
    if asked.plan is None or asked.output is None:
        raise InvalidInput("a plan made in chunks has its parties beside it: give --out noise.csv as well as --plan")
    with _client(asked.dask) as client:
        outputs = _outputs(asked.output, inputs, asked.source.is_dir())
        if asked.source.is_dir():
            outputs = [path.with_suffix(".csv") for path in outputs]
        found = noise.plan_files(
            inputs,
            asked.threshold,
            outputs,
            asked.plan,
            asked.dropouts,
            releases=asked.releases,
            dimension=asked.dimension,
            encoding=asked.encoding,
            client=client,
        )
    if as_json:
        out.out(json.dumps(_plan_record(found), indent=1, ensure_ascii=False), highlight=False)
    else:
        price = (
            f"{up(100 * found.price, 3)} % more than noise on the reals would have, by our own sums, without a proof"
        )
        out.print(f"Proved: {found.statement}.\nThe total is {price}.", soft_wrap=True, markup=False)
    for message in [*few(found.warnings), *unprotected(found.threshold, bool(found.viewers))]:
        warn(message)


def _plan_record(found: noise.BulkPlan) -> dict[str, object]:
    return {
        "parties": found.n,
        "active": found.viewers,
        "threshold": found.threshold,
        "dropouts": found.dropouts,
        "grid": to_text(found.grid),
        "plan_total": to_text(found.total),
        "price": found.price,
        "proved": found.statement,
    }


def bulk_inputs(source: Path) -> list[Path]:
    """The file itself, or the tables of a folder in the order of their names."""
    if not source.is_dir():
        return [source]
    found = sorted(path for path in source.iterdir() if is_parquet(path) or path.suffix.lower() == ".csv")
    if not found:
        raise InvalidInput(f"the folder {source} must hold .parquet or .csv files, got none")
    return found


def _outputs(output: Path, inputs: list[Path], folder: bool) -> list[Path]:
    """The output itself, or for a folder the same names in another folder, which is made if it is not there."""
    if not folder:
        return [output]
    try:
        output.mkdir(exist_ok=True)
    except OSError as error:
        raise InvalidInput(
            f"--out {output} must be a folder where {inputs[0].parent} is one: {error.strerror}"
        ) from error
    return [output / path.name for path in inputs]


@contextmanager
def _client(address: str | None) -> Iterator[distributed.Client | None]:
    if address is None:
        yield None
        return
    try:
        import distributed
    except ImportError as error:
        raise MissingExtra("--dask needs dask.distributed: pip install 'optcheck[dask]'") from error
    try:
        client = distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InvalidInput(f"no dask scheduler answers at {address!r}: {error}") from error
    with client:
        yield client


def _record(found: noise.BulkAllocation) -> dict[str, object]:
    return {
        "parties": found.n,
        "active": found.viewers,
        "threshold": found.threshold,
        "dropouts": found.dropouts,
        "subcase": found.subcase.value,
        "total": to_text(found.total),
    }


def _sentences(found: noise.BulkAllocation) -> str:
    gone = f", any {found.dropouts} more gone" if found.dropouts else ""
    return (
        f"Noise for {found.n} parties ({found.viewers} active), up to {found.threshold} colluding{gone}: "
        f"total variance {up(found.total)} (subcase {found.subcase.value}).\n"
        "Planned in chunks: names were not compared. For a proof: --plan and --out."
    )
