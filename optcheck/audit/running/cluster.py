"""Judging claims on an existing dask.distributed cluster (an optional extra).

A worker judges a claim only with the client's own code: before it starts it compares fingerprints. What comes back is
checked like a stranger's file.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType
from typing import TYPE_CHECKING

from optcheck.audit.registry import Source
from optcheck.audit.running.cache import Finished
from optcheck.audit.running.fingerprint import changed_since, fingerprint
from optcheck.audit.running.restore import restored
from optcheck.audit.running.work import lost, work
from optcheck.audit.running.workers import Ended, Started
from optcheck.errors import InvalidInput, MissingExtra

if TYPE_CHECKING:
    from distributed import Future  # which carries no type information

CONNECT_SECONDS = 30  # as dask itself waits, for a busy machine
_LOADED = time.time()


def judge_on_cluster(sources: list[Source], seed: int, address: str) -> Iterator[Started | Ended[Finished]]:
    """Judge the claims on the cluster whose scheduler listens at ``address``; its workers need optcheck."""
    distributed = _distributed()
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InvalidInput(f"no dask scheduler answers at {address!r}: {error}") from error
    with client:
        futures = {
            client.submit(work_if_same, source, seed, fingerprint(source.module, seed), pure=False): source
            for source in sources
        }
        with client.as_current():
            completed = distributed.as_completed(futures)
        yield from (Started(source) for source in sources)
        for future in completed:
            yield Ended(futures[future], _result(future, futures[future]))


def _distributed() -> ModuleType:
    try:
        import distributed
    except ImportError as error:
        raise MissingExtra("--dask needs dask.distributed: pip install 'optcheck[dask]'") from error
    package: ModuleType = distributed
    return package


def work_if_same(source: Source, seed: int, wanted: str) -> Finished:
    """Judge the claim on a worker, if code, data and versions there are those that the client knows."""
    if fingerprint(source.module, seed) != wanted:
        raise InvalidInput("the worker has other code, data or versions than the client")
    if changed := changed_since(_LOADED):
        raise InvalidInput(f"the worker must be started anew: {changed} has changed since it was loaded")
    return work(source, seed)


def _result(future: Future, source: Source) -> Finished:
    error = future.exception()
    if error is not None:
        return lost(source, f"{type(error).__name__}: {error}", 0.0)
    return _checked(source, future.result())


def _checked(source: Source, finished: Finished) -> Finished:
    if finished.verdict.verdict == "error":
        return lost(source, str(finished.verdict.error), finished.seconds)
    try:
        return replace(finished, verdict=restored(source, finished.verdict.to_record()), cached=False)
    except Exception as error:  # the claim's own code runs here too
        return lost(source, f"what the worker returned is refused: {error}", finished.seconds)
