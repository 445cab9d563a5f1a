"""Run an audit: judge claims in worker processes or on a dask cluster.

A claim is judged in a process of its own, so that one that crashes or hangs costs its verdict only, and no claim's code
meets another's: the process is forked from one that has loaded the kernel and no claim. Every run computes every
verdict anew: an audit takes about two minutes, and a stored verdict is worth no more than the file that holds it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import itertools
import multiprocessing
import os
import platform
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache, partial
from importlib import metadata
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from optcheck.audit.kernel import judge
from optcheck.audit.registry import Source, docstring, error_line, load, opened, root_package, sources
from optcheck.audit.verdict import EVALUATION, Verdict, basis_of, open_foundations, settled
from optcheck.claims.claim import Outcome
from optcheck.errors import InvalidInput, require
from optcheck.exact.files import verify

if TYPE_CHECKING:
    from distributed import Future  # which carries no type information


# --- Whether the code of a statement left the kernel as it was: what judges must not be changed by what is judged.
#
# A seal remembers what every name of the kernel's modules stands for, the code of its functions, the attributes of its
# classes, and what is in its tables; it is broken if any of that is another value later. Claims are judged in a process
# of their own, so a broken seal concerns one verdict only, which becomes an error. Code that undoes its change before
# the seal is looked at again would go unnoticed: it is looked at when a claim was loaded, and when it was judged.


WATCHED = ("optcheck", "builtins", "fractions", "math", "operator", "numbers", "functools", "inspect", "ast")
_CHANGING = frozenset(
    ("__annotations__", "__abstractmethods__", "__warningregistry__", "_abc_impl", "_", "__builtins__")
)
_ABSENT = object()
_Name = tuple[str, object]  # an owner, and a name or index in it


@dataclass(frozen=True, slots=True)
class Seal:
    """What everything was when the seal was set."""

    before: dict[_Name, object]

    @classmethod
    def set(cls) -> Seal:
        """Remember the modules that are loaded now."""
        return cls(dict(_state()))

    def check(self, claim: str) -> None:
        """Raise InvalidInput for the first value that is not what it was, or that is new and no module."""
        now = dict(_state())
        changed = (name for name, value in self.before.items() if now.get(name, _ABSENT) is not value)
        owners = {owner for owner, _ in self.before}
        added = (one for one in now if one not in self.before and one[0] in owners)
        fresh = (one for one in added if not isinstance(now[one], ModuleType))
        for owner, name in itertools.chain(changed, fresh):
            what = owner if isinstance(name, int) else f"{owner}.{name}"
            raise InvalidInput(f"{claim}: its code changes {what}, by which it is judged")


def _state() -> Iterator[tuple[_Name, object]]:
    """What every name of the watched modules and of their classes stands for, and what these values consist of."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in WATCHED and isinstance(module, ModuleType):
            for key, value in _names(vars(module)):
                yield (name, key), value
                if isinstance(value, type) and value.__module__ == name:
                    for inner, member in _names(vars(value)):
                        yield (f"{name}.{key}", inner), member
                        yield from _parts(f"{name}.{key}.{inner}", member, ours=False)
                else:
                    yield from _parts(f"{name}.{key}", value, ours=name.startswith("optcheck"))


def _names(namespace: Mapping[str, object]) -> list[tuple[str, object]]:
    return [one for one in namespace.items() if one[0] not in _CHANGING]


def _parts(owner: str, value: object, *, ours: bool) -> Iterator[tuple[_Name, object]]:
    """The code of a function, the entries of a table of ours, the fields of a record of ours."""
    parts: Iterable[tuple[object, object]] = ()
    if isinstance(value, FunctionType):
        parts = enumerate((value.__code__, value.__defaults__, value.__kwdefaults__))
    elif ours and type(value) is dict:
        parts = list(value.items())
    elif ours and type(value) is list:
        parts = enumerate(list(value))
    elif ours and is_dataclass(value) and not isinstance(value, type):
        parts = enumerate([getattr(value, item.name) for item in fields(value)])
    return (((owner, key), part) for key, part in parts)


# --- Run an audit: judge claims in worker processes or on a dask cluster ---


T = TypeVar("T")


# One claim


@dataclass(frozen=True, slots=True)
class Finished:
    """A verdict, and the seconds it took."""

    verdict: Verdict
    seconds: float


def work(source: Source, seed: int) -> Finished:
    """Load and judge a claim; whatever it raises becomes a verdict of its own kind, "error"."""
    start = time.perf_counter()
    try:
        verdict = replace(_sealed(source, seed), statement=docstring(source))
    except (Exception, SystemExit) as error:
        return lost(source, _named(error_line(error), source), time.perf_counter() - start)
    return Finished(verdict, time.perf_counter() - start)


def _named(text: str, source: Source) -> str:
    """A message that names the claim and its file, if it does not yet."""
    file = f"{source.module.rpartition('.')[2]}.py"
    claim = text if source.id in text else f"{source.id}: {text}"
    return claim if file in claim else f"{claim} ({file})"


def _sealed(source: Source, seed: int) -> Verdict:
    """The verdict of a kernel that the claim's code has left as it was."""
    seal = kernel_seal() if kernel_seal.cache_info().currsize else Seal.set()
    claim = load(source)
    seal.check(source.id)
    verdict = judge(claim, seed)
    seal.check(source.id)
    return verdict


@cache
def kernel_seal() -> Seal:
    """The seal that is set before workers are forked; a process that judges several claims sets one for each."""
    return Seal.set()


def lost(source: Source, message: str, seconds: float) -> Finished:
    """The result for a claim that could not be judged: its worker died, say, or exceeded the limit."""
    return Finished(Verdict(id=source.id, verdict=Outcome.ERROR.value, error=message), seconds)


# What a verdict depends on: a cluster's worker must have the same


OURS = ("lp_models", "optcheck", "proofs_formal", "proofs_numeric")


def fingerprint(module: str, seed: int) -> str:
    """A digest of everything that the verdict on the claim in ``module`` depends on."""
    parts = f"{module} seed {seed} python {platform.python_version()} {_installed()} {_contents(root_package())}"
    return hashlib.sha256(parts.encode()).hexdigest()


@cache
def _contents(root: str) -> str:
    digest = hashlib.sha256()
    for path in _files(root):
        digest.update(f"{path}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _files(root: str) -> Iterator[Path]:
    """The files of our packages and of the claims, and the modules beside the latter."""
    for package in OURS:
        spec = importlib.util.find_spec(package)
        for folder in map(Path, spec.submodule_search_locations or () if spec is not None else ()):
            yield from _files_in(folder)
    if root.partition(".")[0] not in OURS:
        for folder in opened(root).folders():
            yield from _files_in(folder)
            yield from sorted(folder.parent.glob("*.py"))


def _files_in(folder: Path) -> list[Path]:
    """All but what any process may write at any time, also under temporary names such as ``x.pyc.123``."""
    files = (path for path in folder.rglob("*") if path.suffix != ".pyc" and "__pycache__" not in path.parts)
    return sorted(path for path in files if path.is_file())


@cache
def _installed() -> str:
    return " ".join(sorted({f"{one.metadata['Name']} {one.version}" for one in metadata.distributions()}))


def accepted(source: Source, verdict: Verdict) -> Verdict:
    """A verdict from elsewhere, if it is about this claim and its certificates prove what it says they do."""
    if verdict.id != source.id or verdict.verdict == "error":
        raise InvalidInput(f"it is no verdict on {source.id}")
    counterexample = verdict.counterexample
    if counterexample is not None and counterexample.certificates:
        proved = [verify(document) for document in counterexample.certificates]
        holds = any(one.kind == EVALUATION and one.facts[0].value is not False for one in proved)
        if holds or "; ".join(one.statement for one in proved) != counterexample.proves:
            raise InvalidInput("its certificates prove something else")
    if verdict.evidence != (None if counterexample is None else basis_of(counterexample.certificates).value):
        raise InvalidInput(f"it says that it rests on {verdict.evidence!r}")
    return verdict


# Worker processes on this machine


_CONTEXT: Any = multiprocessing.get_context("forkserver" if hasattr(os, "fork") else "spawn")
_STARTED = "started"


@dataclass(frozen=True, slots=True)
class Started:
    """A claim was handed to a worker."""

    source: Source


@dataclass(frozen=True, slots=True)
class Ended(Generic[T]):
    """The result for a claim."""

    source: Source
    result: T


@dataclass(frozen=True, slots=True)
class Job(Generic[T]):
    """What a worker does with a claim; ``on_failure(source, message, seconds)`` gives the result of a lost worker.

    ``limit`` is the most seconds that one claim may take.
    """

    work: Callable[[Source], T]
    on_failure: Callable[[Source, str, float], T]
    limit: float | None = None


@dataclass(slots=True)
class _Worker:
    """The process that judges one claim."""

    process: BaseProcess
    connection: Connection
    source: Source
    since: float | None = None  # None while the process is still starting

    def is_late(self, limit: float | None) -> bool:
        return limit is not None and self.since is not None and time.monotonic() - self.since >= limit

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()


def run_locally(sources: list[Source], job: Job[T], processes: int) -> Iterator[Started | Ended[T]]:
    """Do the job for every claim in the given number of processes."""
    queue = deque(sources)
    workers: list[_Worker] = []
    try:
        while queue or workers:
            while queue and len(workers) < processes:
                workers.append(_start(job.work, queue.popleft()))
                yield Started(workers[-1].source)
            for worker in _ready(workers, job.limit):
                yield from _collect(workers, worker, job)
    finally:
        for worker in workers:
            worker.stop()


def _start(work: Callable[[Source], object], source: Source) -> _Worker:
    ours, theirs = _CONTEXT.Pipe()
    process = _CONTEXT.Process(target=_serve, args=(theirs, work, source, dict(os.environ)), daemon=True)
    with _interrupts_ignored():
        if _CONTEXT.get_start_method() == "forkserver":
            _CONTEXT.set_forkserver_preload(["optcheck.audit.server"])
        process.start()
    theirs.close()
    return _Worker(process, ours, source)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """A process started in here ignores SIGINT from its first moment; its parent handles it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(
    connection: Connection, work: Callable[[Source], object], source: Source, environment: dict[str, str]
) -> None:
    """Do the work for one claim; the environment is that of the parent, not that in which the server was started."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.clear()
    os.environ.update(environment)
    connection.send(_STARTED)
    connection.send(work(source))


def _ready(workers: list[_Worker], limit: float | None) -> list[_Worker]:
    """Wait until a busy worker has answered, has died, or has exceeded the limit."""
    handles: list[Connection | int] = [worker.connection for worker in workers]
    handles += [worker.process.sentinel for worker in workers]
    starts = [worker.since for worker in workers if worker.since is not None]
    timeout = max(0.0, min(starts) + limit - time.monotonic()) if limit is not None and starts else None
    ready = wait(handles, timeout)
    return [
        worker
        for worker in workers
        if worker.connection in ready or worker.process.sentinel in ready or worker.is_late(limit)
    ]


def _collect(workers: list[_Worker], worker: _Worker, job: Job[T]) -> Iterator[Ended[T]]:
    """Receive a worker's message; the claim of a worker that died or is late has failed."""
    source = worker.source
    with suppress(EOFError, ConnectionError):  # it may have died before it could answer
        if worker.connection.poll():
            message = worker.connection.recv()
            if message == _STARTED:
                worker.since = time.monotonic()
            else:
                workers.remove(worker)
                worker.stop()
                yield Ended(source, message)
            return
    reason = f"stopped at the limit of {job.limit:g} s" if worker.is_late(job.limit) else _exit_status(worker)
    seconds = 0.0 if worker.since is None else time.monotonic() - worker.since
    workers.remove(worker)
    worker.stop()
    yield Ended(source, job.on_failure(source, reason, seconds))


def _exit_status(worker: _Worker) -> str:
    worker.process.join(timeout=5)
    return f"the worker process ended with status {worker.process.exitcode}"


# A dask cluster


CONNECT_SECONDS = 30  # dask's own default, for a busy machine
_LOADED = time.time()


def judge_on_cluster(sources: list[Source], seed: int, address: str) -> Iterator[Started | Ended[Finished]]:
    """Judge the claims on the cluster whose scheduler listens at ``address``; its workers need optcheck."""
    require("--dask", "distributed")
    import distributed

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


def work_if_same(source: Source, seed: int, expected: str) -> Finished:
    """Judge the claim on a worker whose code, data and versions are the client's."""
    if fingerprint(source.module, seed) != expected:
        raise InvalidInput("the worker has other code, data or versions than the client")
    if changed := changed_since(_LOADED):
        raise InvalidInput(f"the worker must be started anew: {changed} has changed since it was loaded")
    return work(source, seed)


def changed_since(moment: float) -> str | None:
    """The first of our files that has changed on disk after the given time; None if there is none."""
    for path in _files(root_package()):
        status = path.stat()
        if max(status.st_mtime, status.st_ctime) > moment:
            return path.name
    return None


def _result(future: Future, source: Source) -> Finished:
    error = future.exception()
    return lost(source, error_line(error), 0.0) if error is not None else _checked(source, future.result())


def _checked(source: Source, finished: Finished) -> Finished:
    if finished.verdict.error is not None:
        return lost(source, finished.verdict.error, finished.seconds)
    try:
        return replace(finished, verdict=accepted(source, finished.verdict))
    except Exception as error:
        return lost(source, f"what the worker returned is refused: {error}", finished.seconds)


# The run


Event = Started | Ended[Finished]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to judge and how. ``address`` names a dask scheduler, ``limit`` the most seconds for one claim."""

    sources: tuple[Source, ...]
    seed: int = 0
    jobs: int = 1
    address: str | None = None
    limit: float | None = None


def run(plan: Plan) -> Iterator[Event]:
    """Judge every source of the plan."""
    if plan.address is not None and plan.sources:
        return judge_on_cluster(list(plan.sources), plan.seed, plan.address)
    return run_locally(list(plan.sources), Job(partial(work, seed=plan.seed), lost, plan.limit), plan.jobs)


def with_foundations(verdicts: list[Verdict], plan: Plan) -> list[Verdict]:
    """The verdicts as strong as what they rest on lets them be; that is judged too, where it was not."""
    known, every = list(verdicts), {source.id: source for source in sources()}
    while wanted := tuple(every[name] for name in open_foundations(known) if name in every):
        known += [event.result.verdict for event in run(replace(plan, sources=wanted)) if isinstance(event, Ended)]
    asked = {verdict.id for verdict in verdicts}
    return [verdict for verdict in settled(known) if verdict.id in asked]
