"""Many programs at a time: each in a process of its own, or on a dask cluster; one line for each, whatever happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, cast

from optcheck.errors import InvalidInput, NotCertified, OptcheckError, SolverFailed, TooCostly
from optcheck.exact.numbers import to_text
from optcheck.lp.limits import call_in_worker

if TYPE_CHECKING:
    import distributed

NOT_PROVED, UNUSABLE = "not proved", "unusable"
COLUMNS = ("file", "status", "value", "rows", "columns", "integers", "seconds", "note")
_SHARE, _SPARE = 4.0, 30.0  # a process ends after so many times the limit, with reading and checking, and so much more


class Line(NamedTuple):
    """What became of a file; the value is exact, as a text, and seconds count everything."""

    file: str
    status: str
    value: str = ""
    rows: int = 0
    columns: int = 0
    integers: int = 0
    seconds: float = 0.0
    note: str = ""


class Task(NamedTuple):
    """How each file is read and solved."""

    backend: str = "highs"
    limit: float = 60.0
    binary: bool = False
    relax: bool = False


def solve_file(file: str, task: Task, limit: float = 0.0) -> Line:
    """Read, solve and prove one file; what goes wrong is part of the line. ``limit`` is that of a worker process."""
    from optcheck.lp.integer import solve
    from optcheck.lp.read import load

    start = monotonic()
    line = Line(file, UNUSABLE)
    try:
        program = load(file, task.binary, task.relax, max(1.0, task.limit)).program
        line = line._replace(rows=program.rows.count, columns=len(program.costs), integers=len(program.integers))
        answer = solve(program, task.backend, task.limit, jobs=1)  # the other cores have other files
        value = "" if answer.value is None else to_text(answer.value)
        note = "a point and a bound" if answer.status in ("bounds", "feasible") else ""
        line = line._replace(status=NOT_PROVED if note else answer.status, value=value, note=note)
    except (NotCertified, TooCostly) as error:
        line = line._replace(status=NOT_PROVED, note=str(error))
    except OptcheckError as error:
        line = line._replace(note=str(error))
    return line._replace(seconds=round(monotonic() - start, 3))


def solve_files(files: Sequence[Path], task: Task, jobs: int = 1) -> Iterator[Line]:
    """The lines in the order of the files, ``jobs`` of them at work at a time."""
    if jobs < 1:
        raise InvalidInput(f"jobs must be at least 1, got {jobs}")
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(partial(_in_a_process, task=task), map(str, files))


def _in_a_process(file: str, task: Task) -> Line:
    """One that crashes, or fills the memory, takes nobody with it."""
    start = monotonic()
    try:
        job = ("optcheck.lp.batch:solve_file", (file, task))
        return cast("Line", call_in_worker(*job, _SHARE * task.limit + _SPARE))
    except SolverFailed as error:
        return Line(file, NOT_PROVED, seconds=round(monotonic() - start, 3), note=str(error))


def solve_on_cluster(client: distributed.Client, files: Sequence[Path], task: Task) -> Iterator[Line]:
    """The same on a dask cluster, whose workers see the files under the same names."""
    names = [str(Path(file).absolute()) for file in files]
    futures = client.map(solve_file, names, task=task, pure=False, retries=1)
    for name, future in zip(names, futures, strict=True):
        error = future.exception()
        yield future.result() if error is None else Line(name, NOT_PROVED, note=f"{type(error).__name__}: {error}")


def summary(lines: Iterable[Line]) -> str:
    """How many of each status, and the seconds that they took together."""
    listed = list(lines)
    counts = Counter(line.status for line in listed)
    parts = ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))
    return f"{len(listed)} programs: {parts}; {sum(line.seconds for line in listed):.1f} s"
