"""Run measurements in processes of their own, with a limit on time and memory, and measure their peak memory.

A host process imports what a group of measurements needs and forks one process for each of them. This one first runs
a tiny case, so that warm-up is not measured; then its memory high-water mark is set back and the clock starts. What
exceeds a limit is stopped and reported as such. Linux only: it reads /proc.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import resource
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter
from typing import Any

from optcheck.errors import ModelTooLarge

__all__ = ["Group", "Job", "Limits", "Result", "run_groups", "run_isolated"]

_PATIENCE = 120.0  # seconds for imports and warm-up, which no limit of the measurement covers
_REPEAT = ((0.3, 5), (1.5, 3))  # seconds and rounds: shorter runs are repeated; the best is kept, others were disturbed


@dataclass(frozen=True, slots=True)
class Limits:
    """What a measurement may use."""

    seconds: float
    megabytes: int


@dataclass(frozen=True, slots=True)
class Job:
    """``prepare(*arguments)`` makes the input, ``run(input)`` is measured; ``warm_up`` are arguments of a tiny case.

    ``starts_programs`` says that the work is done by programs that the process starts: their memory counts too.
    """

    prepare: Callable[..., Any]
    run: Callable[[Any], Any]
    arguments: tuple[Any, ...]
    warm_up: tuple[Any, ...]
    starts_programs: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """How a measurement ended: ok, time (over the limit), memory (over the limit) or failed."""

    status: str
    seconds: float
    megabytes: float
    value: Any = None
    message: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Series of ever larger jobs, and the modules that their host imports before it forks."""

    modules: tuple[str, ...]
    series: tuple[tuple[Job, ...], ...]


def run_groups(
    groups: Sequence[Group], limits: Limits, workers: int, progress: Callable[[int], None]
) -> list[list[list[Result]]]:
    """Run the groups, some side by side; a series ends at its first job over a limit, and the rest is marked so."""
    done: list[int] = []

    def tick() -> None:
        done.append(1)
        progress(len(done))

    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(lambda group: _run_on_host(group, limits, tick), groups))


def _run_on_host(group: Group, limits: Limits, tick: Callable[[], None]) -> list[list[Result]]:
    context = multiprocessing.get_context("spawn")  # a host shares nothing with this process: solvers clash
    here, there = context.Pipe()
    host = context.Process(target=_host, args=(there, group, limits))
    host.start()
    there.close()
    died = Result("failed", limits.seconds, 0.0, message=f"the process that imports {', '.join(group.modules)} died")
    results: list[list[Result]] = [[] for _ in group.series]
    for index, series in enumerate(group.series):
        for _ in series:
            results[index].append(_received(here, died))
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


def _host(pipe: Connection, group: Group, limits: Limits) -> None:
    broken = _import_failure(group.modules, limits)
    for series in group.series:
        over = ""
        for job in series:
            result = Result(over, limits.seconds, 0.0, message="not run: a smaller one was") if over else broken
            result = result or run_isolated(job, limits)
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
    try:
        job.run(job.prepare(*job.warm_up))
        data = job.prepare(*job.arguments)
    except Exception as error:
        pipe.send(Result("failed", limits.seconds, 0.0, message=_text(error)))
        return
    _limit_memory(limits.megabytes)
    before = _reset_peak()
    pipe.send("ready")
    try:
        with _watched_programs(job.starts_programs) as programs:
            seconds, value = _timed(job, data)
    except (MemoryError, ModelTooLarge):
        pipe.send(Result("memory", limits.seconds, float(limits.megabytes), message=f"over {limits.megabytes} MB"))
    except Exception as error:
        pipe.send(Result("failed", limits.seconds, 0.0, message=_text(error)))
    else:
        pipe.send(Result("ok", seconds, max(0.0, _status("VmHWM") / 1024 - before) + max(programs), value))


def _timed(job: Job, data: Any) -> tuple[float, Any]:
    seconds, value = _once(job, data)
    rounds = next((rounds for below, rounds in _REPEAT if seconds <= below), 1)
    return min([seconds, *(_once(job, data)[0] for _ in range(rounds - 1))]), value


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
