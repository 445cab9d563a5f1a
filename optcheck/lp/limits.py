"""Limits on time and memory: how a call that would run too long is stopped.

Our own code asks its :class:`Run` between steps. Native code that ought to obey its own limit runs in a thread that is
abandoned when it does not (:func:`within`). Solvers that may hang, crash or fill the memory run in a worker process
that is killed (:func:`call_in_worker`). A worker serves many calls, one after another; it is a fresh interpreter rather
than a fork, so threads, open files and the caller's main module do not matter to it. This module run as a script is
the worker.
"""

from __future__ import annotations

import atexit
import importlib
import math
import os
import pickle
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import TIMEOUT_MAX, Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from optcheck.errors import InvalidInput, NotCertified, OptcheckError, SolverFailed

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

T = TypeVar("T")


# The limits of one call, asked between steps

_GIGABYTE = 2**30
_SAMPLING_INTERVAL = 0.05  # seconds between two readings of the memory, which cost a system call each
_STATM = Path("/proc/self/statm")

_listener: ContextVar[Callable[[str], None]] = ContextVar("listener", default=lambda name: None)


@contextmanager
def stage_listener(callback: Callable[[str], None]) -> Iterator[None]:
    """Call back with the name of each stage when it begins, in every run within: for progress displays."""
    token = _listener.set(callback)
    try:
        yield
    finally:
        _listener.reset(token)


_stop_request: ContextVar[Event | None] = ContextVar("stop_request", default=None)


@contextmanager
def stopped_by(event: Event) -> Iterator[None]:
    """Let every run within look at the event: a search ends when it is set, with what is proved so far."""
    token = _stop_request.set(event)
    try:
        yield
    finally:
        _stop_request.reset(token)


class Exhausted(NotCertified):
    """The time or the memory of a run is used up."""


class Stage(NamedTuple):
    """A step of a run: what was tried, for how many seconds, and what came of it."""

    name: str
    seconds: float
    outcome: str

    def __str__(self) -> str:
        return f"{self.name}: {self.outcome} ({self.seconds:.2f} s)"


@dataclass(slots=True)
class Note:
    """What a stage records about its outcome."""

    outcome: str = "done"


@dataclass(slots=True)
class Run:
    """Limits of a call, in seconds and gigabytes, and the record of its stages."""

    limit: float
    memory: float = 4.0
    stages: list[Stage] = field(default_factory=list)
    prefix: str = ""
    _start: float = field(default_factory=monotonic)
    _request: Event | None = field(default_factory=_stop_request.get)
    _sampled: float = 0.0
    _resident: int = field(default_factory=lambda: _resident_bytes())

    def __post_init__(self) -> None:
        for name, value in (("limit", self.limit), ("memory", self.memory)):
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or not math.isfinite(value) or value <= 0:
                unit = "seconds" if name == "limit" else "gigabytes"
                raise InvalidInput(f"{name} must be a positive number of {unit}, got {value!r}")

    @property
    def remaining(self) -> float:
        """Seconds until the end, not negative."""
        return max(0.0, self._start + self.limit - monotonic())

    @property
    def stopped(self) -> bool:
        """Whether somebody asked for the end."""
        return self._request is not None and self._request.is_set()

    def report(self, progress: str) -> None:
        """Tell who listens how far the present stage is."""
        _listener.get()(self.prefix + progress)

    @property
    def memory_bytes(self) -> int:
        """The memory limit in bytes."""
        return int(self.memory * _GIGABYTE)

    def check(self) -> None:
        """Raise Exhausted when the time or the memory is used up; cheap enough for inner loops."""
        now = monotonic()
        if now > self._start + self.limit:
            raise Exhausted(f"the limit of {self.limit:g} second{'s' * (self.limit != 1)} is reached")
        if now > self._sampled + _SAMPLING_INTERVAL:
            self._sampled = now
            needed = (_resident_bytes() - self._resident) / _GIGABYTE
            if needed > self.memory:
                raise Exhausted(f"the limit of {self.memory:g} GB of memory is reached: {needed:.1f} GB needed")

    @contextmanager
    def stage(self, name: str, bounded: bool = True) -> Iterator[Note]:
        """Time a step; an error in it is recorded and passed on. A bounded step is not begun too late."""
        note, start = Note(), monotonic()
        _listener.get()(self.prefix + name)
        try:
            if bounded:
                self.check()
            yield note
        except OptcheckError as error:
            note.outcome = str(error)
            raise
        finally:
            self.stages.append(Stage(self.prefix + name, monotonic() - start, note.outcome))

    def nested(self, name: str) -> Run:
        """The same limits and the same record, for stages that belong to a sub-problem."""
        return replace(self, prefix=f"{self.prefix}{name}, ")

    def summary(self) -> str:
        """Everything that was tried, in one line."""
        return "; ".join(map(str, self.stages)) or "nothing was tried"


def _resident_bytes() -> int:
    """Memory that this process holds now; 0 where the system does not say."""
    try:
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


# A thread that can be abandoned


def within(seconds: float, work: Callable[[], T]) -> T:
    """The result of the work; TimeoutError when it takes longer.

    Late native code cannot be stopped: its daemon thread is abandoned, and ends with this process.

    >>> within(60, lambda: 7)
    7
    """
    results: list[T] = []
    failures: list[BaseException] = []

    def target() -> None:
        try:
            results.append(work())
        except BaseException as failure:
            failures.append(failure)

    thread = Thread(target=target, daemon=True)
    thread.start()
    thread.join(min(seconds, TIMEOUT_MAX))
    if failures:
        raise failures[0]
    if not results:
        raise TimeoutError(f"not done within {seconds:.3g} s")
    return results[0]


# A process that can be killed: the parent's side

_START = 60.0  # seconds for starting an interpreter and loading a solver, on a busy machine
_LEAST_START = 10.0  # however short the limit is; one that is longer is as long as the limit, up to the above
_MOST_IDLE = max(2, os.cpu_count() or 1)
_POLLING_INTERVAL = 0.1
_idle: deque[_Worker] = deque()
_inherited: list[_Worker] = []  # the parent's, after a fork; referenced, since collecting them would end them

Request = tuple[str, tuple[object, ...], float, int]  # job, arguments, limit, memory


def call_in_worker(
    job: str,
    arguments: tuple[object, ...],
    limit: float,
    memory: int = 4 * _GIGABYTE,
    begun: Callable[[_Worker], None] = lambda worker: None,
) -> object:
    """Call a function, named as "module:function", with a keyword ``limit``; SolverFailed when it is stopped or fails.

    The limit counts from when the solver is loaded; loading it the first time comes on top, and may take as long.
    ``begun`` gets the worker, for a caller who may want to end it.
    """
    worker = _idle_worker() or _Worker()
    begun(worker)
    try:
        status, value = worker.call((job, arguments, limit, memory))
    except BaseException:
        worker.end()
        raise
    if len(_idle) < _MOST_IDLE:
        _idle.append(worker)
    else:
        worker.end()
    if status != "answer":
        raise SolverFailed(str(value))
    return value


def map_in_workers(
    job: str,
    calls: Sequence[tuple[object, ...]],
    jobs: int,
    limit: Callable[[], float],
    memory: int,
    stopped: Callable[[], bool],
) -> Iterator[object]:
    """Results in the order of the calls, ``jobs`` at a time; all end when ``stopped`` says so, or when one fails.

    The limit of a call is asked for when it begins: the others have taken time until then.
    """
    workers: list[_Worker] = []
    over = Event()

    def begun(worker: _Worker) -> None:
        workers.append(worker)
        if over.is_set():  # it was not there yet when the others were ended
            worker.end()

    def result(call: tuple[object, ...]) -> object:
        return call_in_worker(job, call, limit(), memory, begun)

    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(result, call) for call in calls]
        try:
            for future in futures:
                while not future.done():
                    if stopped():
                        raise Exhausted("stopped")
                    wait([future], _POLLING_INTERVAL)
                yield future.result()
        except BaseException:
            over.set()
            for future in futures:
                future.cancel()
            for worker in workers:
                worker.end()
            raise


def _idle_worker() -> _Worker | None:
    while True:
        try:
            worker = _idle.pop()
        except IndexError:
            return None
        if worker.process.poll() is None:
            return worker
        worker.end()


class _Worker:
    """A worker process, and a folder for the files that its solvers leave behind."""

    def __init__(self) -> None:
        from multiprocessing import Pipe

        self._folder = tempfile.mkdtemp(prefix="optcheck-")
        paths = os.pathsep.join(os.path.abspath(entry) for entry in sys.path)
        self._pipe, theirs = Pipe()
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "optcheck.lp.limits", str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # whatever native code prints
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": paths, "TMPDIR": self._folder},
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )
        theirs.close()

    def call(self, request: Request) -> tuple[str, object]:
        limit = request[2]
        try:
            within(min(_START, max(_LEAST_START, limit)), lambda: self._start(request))
            return cast("tuple[str, object]", within(limit, self._pipe.recv))
        except TimeoutError:
            raise SolverFailed(f"stopped after {limit:.3g} s without an answer") from None
        except (EOFError, OSError, pickle.UnpicklingError):
            code = self.process.wait()
            reason = f"crashed with {signal.Signals(-code).name}" if code < 0 else f"ended with status {code}"
            raise SolverFailed(reason) from None

    def _start(self, request: Request) -> None:
        """Hand over the request and wait for the word that the worker is ready."""
        self._pipe.send(request)
        self._pipe.recv()

    def end(self) -> None:
        """End the worker and what it started itself, such as CBC."""
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self._pipe.close()
        self.process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)


def _end_idle() -> None:
    while _idle:
        _idle.pop().end()


def _disown() -> None:
    """A forked child must not talk to its parent's workers."""
    _inherited.extend(_idle)
    _idle.clear()


atexit.register(_end_idle)
os.register_at_fork(after_in_child=_disown)


# The worker's side

_GRACE = 5  # seconds after which the worker ends itself, should nobody be left to end it


def serve(pipe: Connection) -> None:
    """Answer requests until the other side has gone."""
    with suppress(EOFError, OSError):
        while True:
            job, arguments, limit, memory = cast("Request", pipe.recv())
            module, _, name = job.partition(":")
            function = getattr(importlib.import_module(module), name)  # only now, for cvxpy takes seconds to load
            pipe.send("ready")
            _set_limits(limit, memory)
            outcome = _outcome(function, arguments, limit)
            _set_limits(0, memory)
            pipe.send(outcome)


def _set_limits(limit: float, memory: int) -> None:
    """Limits of the operating system: they hold in native code, and when the parent is gone. A limit of 0 is none."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (memory if most < 0 else min(memory, most), most))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, limit + _GRACE if limit else 0)


def _outcome(function: Callable[..., object], arguments: tuple[object, ...], limit: float) -> tuple[str, object]:
    try:
        return "answer", function(*arguments, limit=limit)
    except MemoryError:
        return "failed", "out of memory"
    except Exception as error:  # whatever a foreign solver raises is a hint that is missing
        return "failed", f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    from multiprocessing.connection import Connection

    serve(Connection(int(sys.argv[1])))
