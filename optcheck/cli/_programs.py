"""What the commands about linear programs share: reading with notes, progress, and work that an interrupt ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import contextmanager
from contextvars import copy_context
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, NoReturn, TypeVar

from optcheck.checker.core import counted
from optcheck.cli._console import INTERRUPTED, print_error, print_note, visible
from optcheck.lp.limits import stage_listener, stopped_by
from optcheck.lp.program import LinearProgram
from optcheck.lp.read import load

if TYPE_CHECKING:
    from rich.console import Console

_POLL_SECONDS = 0.1
T = TypeVar("T")


def load_program(file: Path, binary: bool, relax: bool, limit: float) -> LinearProgram:
    """Read a file; what a reader has to know about how it was read goes to the error stream."""
    with working(f"reading {file.name}"):
        loaded = load(file, binary, relax, max(1.0, limit))
    notes = list(loaded.notes)
    if relax and loaded.integer_columns:
        notes.insert(0, f"this is the relaxation: {len(loaded.integer_columns)} integer columns may take any value")
    for note in notes:
        print_note(f"note: {note}")
    return loaded.program


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show on a terminal that work goes on, which stage it has reached, and how long it has taken."""
    screen = _screen()
    if screen is None:
        yield
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=screen, transient=True) as progress:
        task = progress.add_task(visible(what))
        with stage_listener(lambda stage: progress.update(task, description=visible(f"{what}: {stage}"))):
            yield


def _screen() -> Console | None:
    """The console of a terminal, None where there is none: rich need not be loaded then."""
    if not sys.stderr.isatty():
        return None
    from optcheck.cli._console import err

    return err


def stoppable(work: Callable[[], T], gently: bool = False) -> T:
    """Do the work in a thread: a solver's own code does not hear an interrupt, but the one who waits for it does.

    After an interrupt the process ends without waiting for the solver; nothing is written before the work is done.
    Work that can end ``gently`` is asked to by the first interrupt, and comes back with what it has.
    """
    pool, pending, enough = ThreadPoolExecutor(1), None, Event()
    try:
        with stopped_by(enough):
            pending = pool.submit(copy_context().run, work)
        while True:
            try:
                return pending.result(_POLL_SECONDS)
            except FutureTimeout:
                if pending.done():  # the work itself ran into a time-out
                    raise
            except KeyboardInterrupt:
                if not gently or enough.is_set():
                    raise
                enough.set()
                print_error("optcheck: interrupted; what is proved so far follows (once more to end at once)")
    except KeyboardInterrupt:  # it may come while the thread is being started, before anybody waits
        if pending is None or not pending.done():
            _exit_at_once()
        raise
    finally:
        pool.shutdown()


def _exit_at_once() -> NoReturn:
    if sys.stderr.isatty():
        sys.stderr.write("\x1b[?25h")  # rich hides the cursor while it shows progress
    print_error("optcheck: interrupted")
    os._exit(INTERRUPTED)


def size_of(program: LinearProgram) -> str:
    """Rows and columns, for people."""
    integers = f", {len(program.integers)} of them integers" if program.integers else ""
    return f"{counted(program.rows.count, 'row')}, {counted(len(program.costs), 'column')}{integers}"
