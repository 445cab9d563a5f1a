"""Local worker processes: started fresh (spawn), replaced when they die, stopped when they take too long."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, TypeVar

from optcheck.audit.registry import Source

T = TypeVar("T")
_SPAWN = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True)
class Started:
    """A worker has begun to judge this claim."""

    source: Source


@dataclass(frozen=True, slots=True)
class Ended(Generic[T]):
    """A worker is done with this claim."""

    source: Source
    result: T


@dataclass(frozen=True, slots=True)
class Job(Generic[T]):
    """What a worker does with a claim; ``on_failure(source, message, seconds)`` stands in for a lost answer.

    ``limit`` is the most seconds that one claim may take.
    """

    work: Callable[[Source], T]
    on_failure: Callable[[Source, str, float], T]
    limit: float | None = None


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    connection: Connection
    source: Source | None = None
    since: float = 0.0

    def give(self, source: Source) -> Started:
        self.connection.send(source)
        self.source, self.since = source, time.monotonic()
        return Started(source)

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()


def run_locally(sources: list[Source], job: Job[T], processes: int) -> Iterator[Started | Ended[T]]:
    """Do the job for every claim in the given number of processes."""
    waiting = deque(sources)
    workers = [_start(job.work) for _ in range(min(processes, len(sources)))]
    try:
        yield from (worker.give(waiting.popleft()) for worker in workers)
        while any(worker.source for worker in workers):
            for worker in _ready(workers, job.limit):
                yield _collect(workers, worker, job)
            yield from (worker.give(waiting.popleft()) for worker in _idle(workers) if waiting)
    finally:
        for worker in workers:
            worker.stop()


def _start(work: Callable[[Source], Any]) -> _Worker:
    ours, theirs = _SPAWN.Pipe()
    process = _SPAWN.Process(target=_serve, args=(theirs, work), daemon=True)
    process.start()
    theirs.close()
    return _Worker(process, ours)


def _serve(connection: Connection, work: Callable[[Source], Any]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt means
    while True:
        try:
            source = connection.recv()
        except EOFError:
            return
        connection.send(work(source))


def _idle(workers: list[_Worker]) -> list[_Worker]:
    return [worker for worker in workers if worker.source is None]


def _ready(workers: list[_Worker], limit: float | None) -> list[_Worker]:
    """Wait until a busy worker has answered, has died, or has used up its time."""
    busy = [worker for worker in workers if worker.source is not None]
    handles: list[Connection | int] = [worker.connection for worker in busy]
    handles += [worker.process.sentinel for worker in busy]
    timeout = None
    if limit is not None:
        timeout = max(0.0, min(worker.since for worker in busy) + limit - time.monotonic())
    ready = wait(handles, timeout)
    late = {id(worker) for worker in busy if _is_late(worker, limit)}
    return [
        worker
        for worker in busy
        if worker.connection in ready or worker.process.sentinel in ready or id(worker) in late
    ]


def _is_late(worker: _Worker, limit: float | None) -> bool:
    return limit is not None and time.monotonic() - worker.since >= limit


def _collect(workers: list[_Worker], worker: _Worker, job: Job[T]) -> Ended[T]:
    """Take a worker's answer; a worker that died or is late is replaced, and its claim has failed."""
    source = worker.source
    assert source is not None
    seconds = time.monotonic() - worker.since
    try:
        if worker.connection.poll():
            result: T = worker.connection.recv()
            worker.source = None
            return Ended(source, result)
    except (EOFError, ConnectionError):
        pass  # it died before it could answer
    message = f"stopped at the limit of {job.limit:g} s" if _is_late(worker, job.limit) else _death(worker)
    worker.stop()
    workers[workers.index(worker)] = _start(job.work)
    return Ended(source, job.on_failure(source, message, seconds))


def _death(worker: _Worker) -> str:
    worker.process.join(timeout=5)
    return f"the worker process ended with status {worker.process.exitcode}"
