"""Local worker processes: started fresh (spawn), replaced when they die, stopped when they take too long."""

from __future__ import annotations

import multiprocessing
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Generic, TypeVar

from optcheck.audit.registry import Source

T = TypeVar("T")
_SPAWN = multiprocessing.get_context("spawn")
_BEGUN = "begun"


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
    since: float | None = None  # when it began; None while the process is still starting

    def give(self, source: Source) -> Started:
        self.source, self.since = source, None
        with suppress(OSError):  # a worker that died while idle is noticed when its answer is awaited
            self.connection.send(source)
        return Started(source)

    def is_late(self, limit: float | None) -> bool:
        return limit is not None and self.since is not None and time.monotonic() - self.since >= limit

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
                yield from _collect(workers, worker, job)
            yield from (worker.give(waiting.popleft()) for worker in _idle(workers) if waiting)
    finally:
        for worker in workers:
            worker.stop()


def _start(work: Callable[[Source], object]) -> _Worker:
    ours, theirs = _SPAWN.Pipe()
    process = _SPAWN.Process(target=_serve, args=(theirs, work), daemon=True)
    with _interrupts_ignored():
        process.start()
    theirs.close()
    return _Worker(process, ours)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """A process started in here ignores interrupts from its first moment: its parent decides what they mean."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(connection: Connection, work: Callable[[Source], object]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            source = connection.recv()
        except EOFError:
            return
        connection.send(_BEGUN)
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
        begun = [worker.since for worker in busy if worker.since is not None]
        timeout = max(0.0, min(begun) + limit - time.monotonic()) if begun else None
    ready = wait(handles, timeout)
    return [
        worker
        for worker in busy
        if worker.connection in ready or worker.process.sentinel in ready or worker.is_late(limit)
    ]


def _collect(workers: list[_Worker], worker: _Worker, job: Job[T]) -> Iterator[Ended[T]]:
    """Take a worker's message; a worker that died or is late is replaced, and its claim has failed."""
    source = worker.source
    assert source is not None
    with suppress(EOFError, ConnectionError):  # it may have died before it could answer
        if worker.connection.poll():
            message = worker.connection.recv()
            if message == _BEGUN:
                worker.since = time.monotonic()
            else:
                worker.source = None
                yield Ended(source, message)
            return
    reason = f"stopped at the limit of {job.limit:g} s" if worker.is_late(job.limit) else _death(worker)
    seconds = 0.0 if worker.since is None else time.monotonic() - worker.since
    worker.stop()
    workers[workers.index(worker)] = _start(job.work)
    yield Ended(source, job.on_failure(source, reason, seconds))


def _death(worker: _Worker) -> str:
    worker.process.join(timeout=5)
    return f"the worker process ended with status {worker.process.exitcode}"
