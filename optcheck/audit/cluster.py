"""Judging claims on an existing dask.distributed cluster (an optional extra)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from optcheck.audit.cache import Finished
from optcheck.audit.registry import Source
from optcheck.audit.work import lost, work
from optcheck.audit.workers import Ended, Started
from optcheck.errors import InvalidInput, MissingExtra

CONNECT_SECONDS = 15


def judge_on_cluster(sources: list[Source], seed: int, address: str) -> Iterator[Started | Ended[Finished]]:
    """Judge the claims on the cluster whose scheduler listens at ``address``; its workers need optcheck."""
    distributed = _distributed()
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InvalidInput(f"no dask scheduler answers at {address!r}: {error}") from error
    with client:
        futures = {client.submit(work, source, seed, pure=False): source for source in sources}
        with client.as_current():
            completed = distributed.as_completed(futures)
        yield from (Started(source) for source in sources)
        for future in completed:
            yield Ended(futures[future], _result(future, futures[future]))


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise MissingExtra("--dask needs dask.distributed: pip install 'optcheck[dask]'") from error
    return distributed


def _result(future: Any, source: Source) -> Finished:
    error = future.exception()
    if error is None:
        finished: Finished = future.result()
        return finished
    return lost(source, f"{type(error).__name__}: {error}", 0.0)
