"""A fingerprint of what a verdict depends on: all files of our packages and the claims' own, versions, the seed.

A whole audit takes a minute or two, so any change makes every kept verdict stale; nothing finer is worth its code.

Verdicts that come from elsewhere (a cache file, a cluster), checked like those of a stranger.

What the claim itself states is taken from the claim, every certificate is checked again, and the rest must at least
have the shape of a verdict.

Verdicts kept on disk under the fingerprint of what they depend on: an interrupted audit loses nothing.

Judging one claim as a unit of work for another process: nothing that it raises is hidden or fatal.

Local worker processes: one for each claim, so that no claim's code meets another's, forked from a server that has loaded
the kernel and no claim; stopped when they take too long.

Judging claims on an existing dask.distributed cluster (an optional extra).

A worker judges a claim only with the client's own code: before it starts it compares fingerprints. What comes back is
checked like a stranger's file.

Running an audit: cached verdicts first, then the rest on local processes or on a cluster.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import multiprocessing
import os
import platform
import signal
import stat
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, is_dataclass, replace
from functools import cache, partial
from importlib import metadata
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import ModuleType, UnionType
from typing import TYPE_CHECKING, Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints, is_typeddict

from optcheck.audit.kernel import judge
from optcheck.audit.registry import Source, docstring, load, root_package, sources, told
from optcheck.audit.search import Stage
from optcheck.audit.verdict import Record, Verdict, open_foundations, settled
from optcheck.claims.claim import Claim, Impact, Outcome, Strength
from optcheck.errors import InvalidInput, MissingExtra
from optcheck.exact.certificate import verify
from optcheck.exact.files import distinct, write_atomically
from optcheck.formal import machine_checked

if TYPE_CHECKING:
    from distributed import Future  # which carries no type information

__all__ = [
    "restored",
]


OURS = ("lp_models", "optcheck", "proofs_formal", "proofs_numeric")


def fingerprint(module: str, seed: int) -> str:
    """A text that changes whenever the verdict of the claim in ``module`` could."""
    said = f"{module} seed {seed} python {platform.python_version()} {_installed()} {_contents(root_package())}"
    return hashlib.sha256(said.encode()).hexdigest()


def changed_since(moment: float) -> str | None:
    """The first of our files that has changed on disk after the given time; None if there is none."""
    for path in _files(root_package()):
        status = path.stat()
        if max(status.st_mtime, status.st_ctime) > moment:
            return path.name
    return None


@cache
def _contents(root: str) -> str:
    digest = hashlib.sha256()
    for path in _files(root):
        digest.update(f"{path}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _files(root: str) -> Iterator[Path]:
    for package in sorted({*OURS, root.partition(".")[0]}):
        spec = importlib.util.find_spec(package)
        for folder in map(Path, spec.submodule_search_locations or () if spec is not None else ()):
            yield from sorted(path for path in folder.rglob("*") if not _is_compiled(path) and path.is_file())
            if package not in OURS:
                yield from sorted(folder.parent.glob("*.py"))  # helpers that claims of one's own may import


def _is_compiled(path: Path) -> bool:
    """Compiled files come and go, also under passing names such as ``x.pyc.123``, whenever any process imports."""
    return path.suffix == ".pyc" or "__pycache__" in path.parts


@cache
def _installed() -> str:
    return " ".join(sorted({f"{one.metadata['Name']} {one.version}" for one in metadata.distributions()}))


I = TypeVar("I")  # noqa: E741 - the instance

_CERTIFICATE = {"format", "kind", "instance", "evidence"}
_MARKS = frozenset(".x!")


def restored(source: Source, record: object) -> Verdict:
    """The verdict in a record, if it can be one on this claim.

    Raises InvalidInput for another shape or another claim, CertificateRejected for evidence that proves nothing.
    """
    _need(_fits(record, Verdict), "it has not the shape of a verdict")
    assert isinstance(record, dict)
    _need(record["id"] == source.id, f"it is about {record['id']!r}")
    verdict = Verdict.from_record(record)
    _check_words(verdict)
    for certificate in _certificates(record):
        verify(certificate)
    found = verdict.counterexample
    if found is not None:
        said = "; ".join(verify(document).statement for document in (found.certificate, *found.more))
        _need(said == found.proves, "its certificates prove something else")
    claim = load(source)
    outcome = _outcome(claim, found is not None, verdict.open > 0)
    _need(verdict.verdict == outcome, "verdict and evidence do not fit")
    _need((verdict.measurement is not None) == (verdict.alone == Strength.MEASURED), "measured is what has figures")
    _need((verdict.open > 0) <= (verdict.verdict != Outcome.HOLDS), "what is open does not hold")
    for strength in (verdict.strength, verdict.alone):
        _need(_can_be(strength, verdict.verdict, claim), f"the claim has nothing that makes it {strength}")
    return _stated(verdict, claim, docstring(source))


def _outcome(claim: Claim[I], is_refuted: bool, is_open: bool) -> Outcome:
    """The one verdict that the claim can get, with a counterexample to its printed form or without."""
    if is_refuted:
        return Outcome.REFUTED if claim.corrected is None else Outcome.CORRECTED
    return Outcome.HOLDS if claim.measure is None and not is_open else Outcome.UNDECIDABLE


def _can_be(strength: str | None, outcome: str, claim: Claim[I]) -> bool:
    """Whether the claim has the part that this strength is computed from; a counterexample alone settles the rest."""
    if outcome == Outcome.REFUTED:
        return strength == Strength.PROVED
    if strength == Strength.PROVED:
        return False  # the goal is decided anew
    if strength == Strength.ARGUED:
        return claim.proof is not None
    return strength != Strength.EXHAUSTIVE or claim.domain.whole


def _stated(verdict: Verdict, claim: Claim[I], statement: str) -> Verdict:
    """The verdict with what does not depend on judging the claim: the file has no say in it."""
    corrected = claim.corrected.text if claim.corrected is not None and verdict.verdict == "corrected" else None
    return replace(
        verdict,
        place=claim.place,
        title=claim.title,
        relation=(claim.printed.asserts or claim.asserts).name,
        statement=statement,
        expected=claim.expected.value,
        printed=claim.printed.text,
        correction=corrected,
        plot=claim.plot() if claim.plot is not None else None,
        rests_on=list(claim.rests_on),
    )


def _check_words(verdict: Verdict) -> None:
    found = verdict.counterexample
    _need(verdict.verdict in set(Outcome), f"{verdict.verdict!r} is no verdict")
    _need(verdict.strength in set(Strength), f"{verdict.strength!r} is no strength")
    _need(found is None or found.impact in set(Impact), "its impact is unknown")
    _need(found is None or found.stage in set(Stage), "its stage is unknown")
    _need(set(verdict.survey or "") <= _MARKS, "its survey has unknown marks")
    _need(verdict.error is None, "it is an error")
    theorem = machine_checked(verdict.id) if verdict.theorem is not None else None
    _need(verdict.theorem == (None if theorem is None else str(theorem)), "it names a theorem that is not proved")
    _need((verdict.strength == Strength.MACHINE_CHECKED) == (theorem is not None), "no theorem makes it that strong")


def _certificates(data: object) -> Iterator[Record]:
    """Every certificate anywhere in the data."""
    if isinstance(data, dict) and data.keys() == _CERTIFICATE:
        yield data
    elif isinstance(data, dict | list):
        for item in data.values() if isinstance(data, dict) else data:
            yield from _certificates(item)


def _fits(value: object, hint: object) -> bool:
    """Whether JSON data has the shape of a type: a class of fields is an object with exactly these."""
    if is_dataclass(hint) or is_typeddict(hint):
        hints = get_type_hints(hint)
        return (
            isinstance(value, dict)
            and value.keys() == hints.keys()
            and all(_fits(value[name], hints[name]) for name in hints)
        )
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(_fits(value, part) for part in arguments)
    if origin is dict:
        return isinstance(value, dict) and all(_fits(item, arguments[1]) for item in value.values())
    if origin is list:
        return isinstance(value, list) and all(_fits(item, arguments[0]) for item in value)
    return hint in (Any, object) or type(value) is hint or (hint is float and type(value) is int)


def _need(condition: bool, complaint: str) -> None:
    if not condition:
        raise InvalidInput(complaint)


MOST_BYTES = 50_000_000


@dataclass(frozen=True, slots=True)
class Finished:
    """A verdict, the seconds it took when it was computed, and whether it came from the cache."""

    verdict: Verdict
    seconds: float
    cached: bool = False


def _ignore(message: str) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder with one file a verdict.

    Nothing in it is believed: damaged, foreign or unreadable files, and a folder that cannot be used, are as good as no
    cache. ``warn`` is told.
    """

    folder: Path
    warn: Callable[[str], None] = _ignore

    def load(self, source: Source, seed: int) -> Finished | None:
        """The stored verdict of a claim, if its code, data, versions and seed are still the same."""
        stored = self._read(source, seed)
        if stored is None or stored.get("fingerprint") != fingerprint(source.module, seed):
            return None
        try:
            return Finished(restored(source, stored.get("verdict")), _seconds(stored) or 0.0, cached=True)
        except Exception as error:  # whatever a file makes the claim's code or the checker raise, it is judged anew
            self.warn(f"ignored the kept verdict on {source.id} in {self._path(source, seed)}: {error}")
            return None

    def last_seconds(self, source: Source, seed: int) -> float | None:
        """How long the claim took last time, whatever has changed since."""
        stored = self._read(source, seed)
        return None if stored is None else _seconds(stored)

    def store(self, source: Source, seed: int, finished: Finished) -> None:
        """Keep a verdict. Errors are not kept: they should be tried again."""
        if finished.verdict.verdict == "error":
            return
        stored = {
            "fingerprint": fingerprint(source.module, seed),
            "seconds": finished.seconds,
            "verdict": finished.verdict.to_record(),
        }
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self._path(source, seed), json.dumps(stored, ensure_ascii=False))
        except (OSError, InvalidInput) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error).partition(": ")[2]
            self.warn(f"verdicts are not kept: the folder {self.folder} cannot be used: {reason}")

    def _read(self, source: Source, seed: int) -> Record | None:
        """What the file of a claim holds; None, with a word where there is something, if it cannot be used."""
        path = self._path(source, seed)
        try:
            stored = json.loads(_own_text(path), parse_constant=_no_constant, object_pairs_hook=distinct)
            if not isinstance(stored, dict):
                raise InvalidInput("it is no object")
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            self.warn(f"ignored the kept verdict on {source.id} in {path}: {reason}")
            return None
        return stored

    def _path(self, source: Source, seed: int) -> Path:
        short = hashlib.sha256(f"{source.module} {seed}".encode()).hexdigest()[:12]
        return self.folder / f"{source.module.rpartition('.')[2]}-{short}.json"


def _own_text(path: Path) -> str:
    """The text of a regular file of moderate size that belongs to this user and that nobody else may write."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
    with open(descriptor, "rb") as stream:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_size > MOST_BYTES:
            raise InvalidInput("it is no file of moderate size")
        if status.st_uid != os.getuid() or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise InvalidInput("somebody else may have written it")
        return stream.read(MOST_BYTES).decode("utf-8")


def _no_constant(text: str) -> float:
    raise InvalidInput(f"{text} is no number")


def _seconds(stored: Record) -> float | None:
    seconds = stored.get("seconds")
    return float(seconds) if isinstance(seconds, int | float) and 0 <= seconds < 1e9 else None


def default_folder() -> Path:
    """``$OPTCHECK_CACHE``, else the user's cache folder."""
    chosen = os.environ.get("OPTCHECK_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "optcheck"


def work(source: Source, seed: int) -> Finished:
    """Load and judge a claim; whatever it raises becomes a verdict of its own kind, "error"."""
    start = time.perf_counter()
    try:
        verdict = replace(judge(load(source), seed), statement=docstring(source))
    except Exception as error:
        verdict = failed(source, told(error))
    return Finished(verdict, time.perf_counter() - start)


def lost(source: Source, message: str, seconds: float) -> Finished:
    """What stands in for the answer of a worker that died or took too long."""
    return Finished(failed(source, message), seconds)


def failed(source: Source, message: str) -> Verdict:
    """The verdict on a claim that could not be judged."""
    return Verdict(
        id=source.id,
        place="",
        title="",
        relation="",
        statement="",
        verdict="error",
        expected="",
        strength=None,
        checked=0,
        exhausted="",
        printed="",
        error=message,
    )


T = TypeVar("T")
_CONTEXT: Any = multiprocessing.get_context("forkserver" if hasattr(os, "fork") else "spawn")
_PRELOADED = ["hypothesis", "sympy", "flint", "optcheck.audit.run", "optcheck.lp.solve"]  # and no claim
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
    process: BaseProcess
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
    workers: list[_Worker] = []
    try:
        while waiting or workers:
            while waiting and len(workers) < processes:
                workers.append(_start(job.work))
                yield workers[-1].give(waiting.popleft())
            for worker in _ready(workers, job.limit):
                yield from _collect(workers, worker, job)
    finally:
        for worker in workers:
            worker.stop()


def _start(work: Callable[[Source], object]) -> _Worker:
    ours, theirs = _CONTEXT.Pipe()
    process = _CONTEXT.Process(target=_serve, args=(theirs, work, dict(os.environ)), daemon=True)
    with _interrupts_ignored():
        if _CONTEXT.get_start_method() == "forkserver":
            _CONTEXT.set_forkserver_preload(_PRELOADED)
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


def _serve(connection: Connection, work: Callable[[Source], object], environment: dict[str, str]) -> None:
    """Do the work for one claim; the environment is that of the parent, not that in which the server was started."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.clear()
    os.environ.update(environment)
    with suppress(EOFError):
        source = connection.recv()
        connection.send(_BEGUN)
        connection.send(work(source))


def _ready(workers: list[_Worker], limit: float | None) -> list[_Worker]:
    """Wait until a busy worker has answered, has died, or has used up its time."""
    busy = workers
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
    """Take a worker's message; the claim of a worker that died or is late has failed."""
    source = worker.source
    assert source is not None
    with suppress(EOFError, ConnectionError):  # it may have died before it could answer
        if worker.connection.poll():
            message = worker.connection.recv()
            if message == _BEGUN:
                worker.since = time.monotonic()
            else:
                workers.remove(worker)
                worker.stop()
                yield Ended(source, message)
            return
    reason = f"stopped at the limit of {job.limit:g} s" if worker.is_late(job.limit) else _death(worker)
    seconds = 0.0 if worker.since is None else time.monotonic() - worker.since
    workers.remove(worker)
    worker.stop()
    yield Ended(source, job.on_failure(source, reason, seconds))


def _death(worker: _Worker) -> str:
    worker.process.join(timeout=5)
    return f"the worker process ended with status {worker.process.exitcode}"


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


Event = Started | Ended[Finished]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to judge and how. ``address`` names a dask scheduler, ``limit`` the most seconds for one claim."""

    sources: tuple[Source, ...]
    seed: int = 0
    jobs: int = 1
    address: str | None = None
    cache: Cache | None = None
    limit: float | None = None


def run(plan: Plan) -> Iterator[Event]:
    """Judge every source of the plan; each finished verdict goes to the cache before it is reported."""
    open_sources = []
    for source in plan.sources:
        known = plan.cache.load(source, plan.seed) if plan.cache is not None else None
        if known is None:
            open_sources.append(source)
        else:
            yield Ended(source, known)
    for event in _compute(plan, _longest_first(plan, open_sources)):
        if isinstance(event, Ended) and plan.cache is not None:
            plan.cache.store(event.source, plan.seed, event.result)
        yield event


def with_foundations(verdicts: list[Verdict], plan: Plan) -> list[Verdict]:
    """The verdicts as strong as what they rest on lets them be; that is judged too, where it was not."""
    known, every = list(verdicts), {source.id: source for source in sources()}
    while wanted := tuple(every[name] for name in open_foundations(known) if name in every):
        known += [event.result.verdict for event in run(replace(plan, sources=wanted)) if isinstance(event, Ended)]
    asked = {verdict.id for verdict in verdicts}
    return [verdict for verdict in settled(known) if verdict.id in asked]


def _compute(plan: Plan, sources: list[Source]) -> Iterator[Event]:
    if not sources:
        return iter(())
    if plan.address is not None:
        return judge_on_cluster(sources, plan.seed, plan.address)
    job = Job(partial(work, seed=plan.seed), lost, plan.limit)
    return run_locally(sources, job, plan.jobs)


def _longest_first(plan: Plan, sources: list[Source]) -> list[Source]:
    """Claims of unknown length first, then the longest of last time: no long one is left for the end."""

    def last(source: Source) -> float:
        seconds = plan.cache.last_seconds(source, plan.seed) if plan.cache is not None else None
        return float("inf") if seconds is None else seconds

    return sorted(sources, key=last, reverse=True)
