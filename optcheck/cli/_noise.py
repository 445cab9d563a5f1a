"""What the commands about noise share: tables larger than memory, clusters, and warnings."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact
from optcheck.extras import require
from optcheck.noise.bulk import require_workers
from optcheck.noise.spool import is_parquet

if TYPE_CHECKING:
    import distributed

_LARGE = 64 << 20  # bytes of a CSV file; read at once it would take some twenty times as much memory
_CONNECT_SECONDS = 15


def is_bulk(source: Path, certified: bool) -> bool:
    """Whether a file is planned in bulk; a ``certified`` optimum needs all parties at once where that is possible."""
    if source.is_dir() or is_parquet(source):
        return True
    large = source.suffix.lower() == ".csv" and source.is_file() and source.stat().st_size > _LARGE
    return large and not certified


def bulk_inputs(source: Path) -> list[Path]:
    """The file itself, or the tables of a folder in the order of their names."""
    if not source.is_dir():
        return [source]
    files = sorted(path for path in source.iterdir() if is_parquet(path) or path.suffix.lower() == ".csv")
    if not files:
        raise InvalidInput(f"the folder {source} must hold .parquet or .csv files, got none")
    return files


@contextmanager
def dask_client(address: str | None) -> Iterator[distributed.Client | None]:
    """A client of the dask cluster at the address, which has a worker; None where no address is given."""
    if address is None:
        yield None
        return
    require("--dask", "distributed")
    import distributed

    try:
        client = distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InvalidInput(f"no dask scheduler answers at {address!r}: {error}") from error
    with client:
        require_workers(client)
        yield client


def unprotected(threshold: int, somebody_active: bool) -> list[str]:
    """Warnings where the noise protects nobody."""
    warnings = []
    if not threshold:
        warnings.append(
            "threshold 0 guards against nobody who sees the result; take 1 if a single curious party matters"
        )
    if not somebody_active:
        warnings.append(
            "nobody is active: without somebody who sees the result there is nothing to protect, and no noise"
        )
    return warnings


def finite(total: float | Exact) -> float | Exact:
    """A total that a double can hold, or one that is exact."""
    if total == math.inf:
        raise InvalidInput("the totals must not exceed the largest double, 1.8e308; give requirements as whole numbers")
    return total
