"""Run measurements in processes of their own, with a limit on time and memory, and measure their peak memory.

A host process imports what a group of measurements needs and forks one process for each of them. This one first runs
a tiny case, so that warm-up is not measured; free memory is given back, the memory high-water mark set back, and the
clock starts. What exceeds a limit is stopped and reported as such. Linux only: it reads /proc.

Meters of memory. The resident peak is the kernel's high-water mark, which counts pages in batches and is blind to less
than a megabyte. Below ``_COARSE`` the job is therefore run once more with an allocator that returns nothing to the
system, and the pages it touched are counted exactly afterwards; what is left of a floor, ``meter_floor`` measures. The
traced peak counts bytes that Python and numpy asked for, to the byte, and is blind to what solvers in C++ allocate.

A ``Ledger`` takes down every result as it comes: a run that is interrupted goes on where it stopped.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import json
import multiprocessing
import os
import resource
import signal
import threading
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from importlib import import_module
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter
from typing import Any

from optcheck.errors import InvalidInput, ModelTooLarge

__all__ = ["Group", "Job", "Ledger", "Limits", "Result", "meter_floor", "run_groups", "run_isolated"]

_PATIENCE = 120.0  # seconds for imports and warm-up, which no limit of the measurement covers
# seconds and rounds: shorter runs are repeated; the best counts, the others were disturbed
_REPEAT = ((0.01, 25), (0.3, 5), (1.0, 3))
_PARENT_DEATH = 1  # prctl's PR_SET_PDEATHSIG
_COARSE = 8.0  # megabytes from which on the kernel's high-water mark is good enough
_MALLOPT = ((-1, 1 << 30), (-3, 1 << 30), (-8, 1))  # M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX of glibc


@dataclass(frozen=True, slots=True)
class Limits:
    """What a measurement may use."""

    seconds: float
    megabytes: int


@dataclass(frozen=True, slots=True)
class Job:
    """``prepare(*arguments)`` makes the input, ``run(input)`` is measured; ``warm_up`` are arguments of a tiny case.

    ``starts_programs`` says that the work is done by programs that the process starts: their memory counts too.
    ``traced`` asks for the traced peak as well, from one more run; ``once`` says that the job repeats by itself what it
    measures, and is neither repeated nor weighed. ``key`` is the job's name in a ledger.
    """

    prepare: Callable[..., Any]
    run: Callable[[Any], Any]
    arguments: tuple[Any, ...]
    warm_up: tuple[Any, ...]
    starts_programs: bool = False
    traced: bool = False
    once: bool = False
    key: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """How a measurement ended: ok, time (over the limit), memory (over the limit) or failed.

    ``seconds`` is the least of ``times``, ``megabytes`` the resident peak, ``traced`` the traced one where it was asked
    for, in megabytes.
    """

    status: str
    seconds: float
    megabytes: float
    value: Any = None
    message: str = ""
    times: tuple[float, ...] = ()
    traced: float | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Series of ever larger jobs, and the modules that their host imports before it forks."""

    modules: tuple[str, ...]
    series: tuple[tuple[Job, ...], ...]


@dataclass(slots=True)
class Ledger:
    """A file with a JSON line for each result; the first line says what run it belongs to.

    Results of the same run are read back; those that failed are tried again. The results of another run are dropped.
    """

    path: Path
    run: dict[str, Any]
    results: dict[str, Result] = field(default_factory=dict)

    @classmethod
    def open(cls, path: Path, run: dict[str, Any]) -> Ledger:
        """The ledger of a run, with what is known of it already."""
        if path.is_file() and (known := cls.read(path)).run == run:
            known.results = {key: result for key, result in known.results.items() if result.status != "failed"}
            return known
        path.write_text(json.dumps(run) + "\n", encoding="utf-8")
        return cls(path, run)

    @classmethod
    def read(cls, path: Path) -> Ledger:
        """What a ledger holds; a last line that was cut off is left out."""
        if not path.is_file():
            raise InvalidInput(f"no measurements to draw from: {path} is not there")
        run, *entries = [_line(text) for text in path.read_text(encoding="utf-8").splitlines()] or [None]
        results = {entry.pop("key"): _result(entry) for entry in entries if entry is not None}
        return cls(path, run if isinstance(run, dict) else {}, results)

    def add(self, key: str, result: Result) -> None:
        """Take down a result at once; times with five digits."""
        entry = {name: value for name, value in asdict(result).items() if value not in (None, "", ())}
        with self.path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(_rounded({"key": key, **entry})) + "\n")
        self.results[key] = result


def _result(entry: dict[str, Any]) -> Result:
    return Result(**{**entry, "times": tuple(entry.get("times", ()))})


def _rounded(value: Any) -> Any:
    """As JSON takes it; the values of jobs in full, and fractions among them as doubles."""
    match value:
        case Fraction():
            return float(value)
        case float():
            return float(f"{value:.5g}")
        case dict():
            whole = (name == "value" and isinstance(entry, float) for name, entry in value.items())
            return {
                name: entry if keep else _rounded(entry)
                for (name, entry), keep in zip(value.items(), whole, strict=True)
            }
        case list() | tuple():
            return [_rounded(entry) for entry in value]
        case _:
            return value


def _line(text: str) -> Any:
    """A line as JSON; None for one that was cut off."""
    with contextlib.suppress(json.JSONDecodeError):
        return json.loads(text)
    return None


def meter_floor(most: float = 4.0) -> float:
    """The least block in megabytes, a power of two, from which on readings are right within a quarter."""
    size, floor = most, most
    while size > 1 / 256:
        result = run_isolated(Job(int, _touch, (size * (1 << 20),), (0,)), Limits(30, 256))
        if not 0.75 * size <= result.megabytes <= 1.25 * size:
            break
        floor, size = size, size / 2
    return floor


def _touch(size: int) -> int:
    return len(bytearray(size))


def run_groups(
    groups: Sequence[Group],
    limits: Limits,
    workers: int,
    progress: Callable[[int], None],
    ledger: Ledger | None = None,
) -> list[list[list[Result]]]:
    """Run the groups, some side by side; a series ends at its first job over a limit, and the rest is marked so."""
    done: list[int] = []

    def tick() -> None:
        done.append(1)
        progress(len(done))

    resource_tracker.ensure_running()  # else the first host starts it, and with that unblocks its interrupts
    pool = ThreadPoolExecutor(workers)
    try:
        return list(pool.map(lambda group: _run_on_host(group, limits, tick, ledger), groups))
    finally:
        pool.shutdown(cancel_futures=True)  # after an interrupt nothing new begins


def _run_on_host(group: Group, limits: Limits, tick: Callable[[], None], ledger: Ledger | None) -> list[list[Result]]:
    known = {} if ledger is None else dict(ledger.results)
    context = multiprocessing.get_context("spawn")  # a host shares nothing with this process: solvers clash
    here, there = context.Pipe()
    host = context.Process(target=_host, args=(there, group, limits, known))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # the host inherits it while it imports
    host.start()
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    there.close()
    died = Result("failed", limits.seconds, 0.0, message=f"the process that imports {', '.join(group.modules)} died")
    results: list[list[Result]] = [[] for _ in group.series]
    for index, series in enumerate(group.series):
        for job in series:
            result = _received(here, died)
            results[index].append(result)
            if ledger is not None and job.key not in known and result is not died:
                ledger.add(job.key, result)
            tick()
    host.join()
    return results


def _received(pipe: Connection, otherwise: Result) -> Result:
    """What the host sends next; a host that has died takes its own measurements with it and no others."""
    try:
        result: Result = pipe.recv()
    except (EOFError, OSError):
        return otherwise
    return result


def _host(pipe: Connection, group: Group, limits: Limits, known: dict[str, Result]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # an interrupt ends it without a word
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    broken = _import_failure(group.modules, limits)
    for series in group.series:
        over = ""
        for job in series:
            result = Result(over, limits.seconds, 0.0, message="not run: a smaller one was") if over else broken
            result = result or known.get(job.key) or run_isolated(job, limits)
            over = over or (result.status if result.status in ("time", "memory") else "")
            pipe.send(result)


def _import_failure(modules: Sequence[str], limits: Limits) -> Result | None:
    """What every measurement of a host comes to whose modules cannot be imported."""
    try:
        for module in modules:
            import_module(module)
    except ImportError as error:
        return Result("failed", limits.seconds, 0.0, message=_text(error))
    return None


def run_isolated(job: Job, limits: Limits) -> Result:
    """Run one job in a forked process; whatever happens there, a result comes back."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    process = context.Process(target=_child, args=(there, job, limits))
    process.start()
    there.close()
    try:
        return _await(here, limits)
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid or 0, signal.SIGKILL)  # the child leads its own group: solvers it started end too
        process.join()


def _await(pipe: Connection, limits: Limits) -> Result:
    try:
        if not pipe.poll(_PATIENCE):
            return Result("failed", limits.seconds, 0.0, message="imports or warm-up did not end")
        first = pipe.recv()
        if isinstance(first, Result):
            return first
        if not pipe.poll(limits.seconds):
            return Result("time", limits.seconds, 0.0, message=f"over {limits.seconds:g} s")
        result: Result = pipe.recv()
        return result
    except EOFError:  # the process died: with a limit on its memory that is what kills it
        return Result("memory", limits.seconds, float(limits.megabytes), message=f"died at {limits.megabytes} MB")


def _child(pipe: Connection, job: Job, limits: Limits) -> None:
    os.setsid()
    _library().prctl(_PARENT_DEATH, signal.SIGKILL)
    try:
        job.run(job.prepare(*job.warm_up))
        data = job.prepare(*job.arguments)
    except Exception as error:
        pipe.send(Result("failed", limits.seconds, 0.0, message=_text(error)))
        return
    _limit_memory(limits.megabytes)
    gc.collect()
    _library().malloc_trim(0)
    before = _reset_peak()
    pipe.send("ready")
    try:
        with _watched_programs(job.starts_programs) as programs:
            peak, times, value = _timed(job, data)
    except (MemoryError, ModelTooLarge):
        pipe.send(Result("memory", limits.seconds, float(limits.megabytes), message=f"over {limits.megabytes} MB"))
    except Exception as error:
        pipe.send(Result("failed", limits.seconds, 0.0, message=_text(error)))
    else:
        memory = max(0.0, peak - before)
        memory = (memory if memory >= _COARSE or job.once else _touched(job, data)) + max(programs)
        traced = _traced_peak(job, data) if job.traced else None
        pipe.send(Result("ok", min(times), memory, value, times=tuple(times), traced=traced))


def _timed(job: Job, data: Any) -> tuple[float, list[float], Any]:
    """The peak of the first run, the times of all runs, and the value."""
    seconds, value = _once(job, data)
    peak = _status("VmHWM") / 1024
    rounds = 1 if job.once else next((rounds for below, rounds in _REPEAT if seconds <= below), 1)
    return peak, [seconds, *(_once(job, data)[0] for _ in range(rounds - 1))], value


def _touched(job: Job, data: Any) -> float:
    """The megabytes of pages that one more run touches, none of which go back before they are counted."""
    library = _library()
    gc.collect()
    library.malloc_trim(0)
    for option, value in _MALLOPT:
        library.mallopt(option, value)
    before = _resident()
    answer = job.run(data)
    after = _resident()
    del answer
    return max(0.0, after - before)


def _resident() -> float:
    """Pages in use by a walk through the page tables, in megabytes."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Rss:")) / 1024


def _traced_peak(job: Job, data: Any) -> float:
    """The most that Python and numpy held for the job at one time, in megabytes."""
    tracemalloc.start()
    job.run(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / (1 << 20)


def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None)


def _once(job: Job, data: Any) -> tuple[float, Any]:
    start = perf_counter()
    value = job.run(data)
    return perf_counter() - start, value


def _text(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0][:200]


def _limit_memory(megabytes: int) -> None:
    """Allow so much more address space than is in use now."""
    most = _status("VmSize") + megabytes * 1024
    resource.setrlimit(resource.RLIMIT_AS, (most * 1024, most * 1024))


def _reset_peak() -> float:
    """Set the high-water mark back to what is resident now, in megabytes, and return that."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")
    return _status("VmHWM") / 1024


@contextlib.contextmanager
def _watched_programs(watch: bool) -> Iterator[list[float]]:
    """The high-water marks, in megabytes, of the programs that this process runs, read every few milliseconds."""
    seen = [0.0]
    over = threading.Event()
    ours = _program("self")  # a fork that has not become another program yet still shows our own memory

    def look() -> None:
        while not over.wait(0.003):
            children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
            programs = [child for child in children if _program(child) != ours]
            seen.append(sum(_status("VmHWM", child) for child in programs) / 1024)

    watcher = threading.Thread(target=look, daemon=True)
    if watch:
        watcher.start()
    try:
        yield seen
    finally:
        over.set()
        if watch:
            watcher.join()


def _program(process: str) -> str:
    with contextlib.suppress(OSError):
        return str(Path(f"/proc/{process}/exe").readlink())
    return ""


def _status(name: str, process: str = "self") -> int:
    """A field of /proc/PID/status, in kilobytes; 0 for a process that has ended."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith(name + ":"):
                return int(line.split()[1])
    return 0
