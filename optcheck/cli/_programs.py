"""What the commands about linear programs share: reading with notes, progress, the exit statuses.

A linear program's file in each of the ways in which ``optcheck solve`` reads it.

What ``optcheck solve`` adds on demand: why a program is infeasible, how far its data may move.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import contextmanager
from contextvars import copy_context
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeVar

from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from optcheck.checker.facts import counted
from optcheck.cli._console import err, visible
from optcheck.errors import InvalidInput
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, to_json
from optcheck.exact.text import brief, text_table
from optcheck.lp.infeasibility import Subsystem, irreducible_subsystem
from optcheck.lp.limits import stage_listener
from optcheck.lp.program import LinearProgram
from optcheck.lp.ranging import Range, Ranges, ranges
from optcheck.lp.read import load
from optcheck.lp.solve import Answer

if TYPE_CHECKING:
    from optcheck.lp.program import LinearProgram

__all__ = [
    "readings_of",
]


INFEASIBLE, UNBOUNDED, NOT_PROVED, INTERRUPTED = 3, 4, 5, 130
_BETWEEN_LOOKS = 0.1  # seconds
T = TypeVar("T")


def load_program(file: Path, binary: bool, relax: bool) -> LinearProgram:
    """Read a file; what a reader has to know about how it was read goes to the error stream."""
    with working(f"reading {file.name}"):
        loaded = load(file, binary, relax)
    notes = list(loaded.notes)
    if loaded.integer_columns:
        notes.insert(0, f"this is the relaxation: {len(loaded.integer_columns)} integer columns may take any value")
    for note in notes:
        err.print(visible(f"note: {note}"), style="yellow", markup=False, soft_wrap=True)
    return loaded.program


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show on a terminal that work goes on, which stage it has reached, and how long it has taken."""
    if not err.is_terminal:
        yield
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True) as progress:
        task = progress.add_task(visible(what))
        with stage_listener(lambda stage: progress.update(task, description=visible(f"{what}: {stage}"))):
            yield


def stoppable(work: Callable[[], T]) -> T:
    """Do the work in a thread: a solver's own code does not hear an interrupt, but the one who waits for it does.

    After an interrupt the process ends without waiting for the solver; nothing is written before the work is done.
    """
    pool, pending = ThreadPoolExecutor(1), None
    try:
        pending = pool.submit(copy_context().run, work)
        while True:
            try:
                return pending.result(_BETWEEN_LOOKS)
            except FutureTimeout:
                if pending.done():  # the work itself ran into a time-out
                    raise
    except KeyboardInterrupt:  # it may come while the thread is being started, before anybody waits
        if pending is None or not pending.done():
            _end_at_once()
        raise
    finally:
        pool.shutdown()


def _end_at_once() -> NoReturn:
    err.show_cursor(True)
    err.print("optcheck: interrupted", style="bold")
    os._exit(INTERRUPTED)


def size_of(program: LinearProgram) -> str:
    """Rows and columns, for people."""
    return f"{counted(program.rows.count, 'row')}, {counted(len(program.costs), 'column')}"


def readings_of(file: Path) -> dict[str, LinearProgram]:
    """Decimals first, then doubles, where the file's numbers are in their range; each with words that say so."""
    from optcheck.lp.read import load

    decimals = load(file, relax=True)
    relaxed = ", its integer columns relaxed" if decimals.integer_columns else ""
    try:
        doubles = load(file, binary=True, relax=True).program
    except InvalidInput:
        return {relaxed: decimals.program}
    return {relaxed: decimals.program, f", its numbers read as doubles{relaxed}": doubles}


Extra = Subsystem | Ranges


def extra_of(answer: Answer, iis: bool, ranging: bool, limit: float) -> Extra | None:
    """What was asked for, where the outcome has it: a subsystem if infeasible, intervals if optimal."""
    if iis and answer.status == "infeasible":
        return irreducible_subsystem(answer, limit)
    if ranging and answer.status == "optimal":
        return ranges(answer, limit)
    return None


def proof_of(answer: Answer, extra: Extra | None) -> Certificate:
    """One certificate for all that is shown: that of a subsystem or of intervals proves the outcome as well."""
    return answer.certificate if extra is None else extra.certificate()


def extra_text(extra: Extra | None, rows: int) -> str:
    """For people."""
    if isinstance(extra, Subsystem):
        head = (
            f"These {len(extra.members)} rows and bounds exclude each other; without any one of them the others do not:"
        )
        width = max(len(name) for name, _ in extra.lines())
        lines = [f"  {name:<{width}}  {says}" for name, says in extra.lines()]
        return "\n".join([head, *lines[:rows], *[f"  ... and {len(lines) - rows} more"] * (len(lines) > rows)])
    if isinstance(extra, Ranges):
        program = extra.program
        costs = [[program.column_labels[r.index], brief(program.costs[r.index]), *_ends(r)] for r in extra.costs]
        sides = [[program.row_labels[r.index], brief(program.rhs[r.index]), *_ends(r)] for r in extra.sides]
        return (
            "The basis stays optimal while one cost or one right side moves within\n"
            f"{_cut([['column', 'cost', 'from', 'to'], *costs], rows + 1)}\n\n"
            f"{_cut([['row', 'right side', 'from', 'to'], *sides], rows + 1)}"
        )
    return ""


def _cut(lines: list[list[str]], most: int) -> str:
    more = f"\n... and {len(lines) - most} more" if len(lines) > most else ""
    return text_table(lines[:most]) + more


def _ends(part: Range) -> list[str]:
    low = "-infinity" if part.low is None else brief(part.low)
    return [low, "infinity" if part.high is None else brief(part.high)]


def extra_document(extra: Extra | None) -> dict[str, object]:
    """JSON values; null is infinite."""
    if isinstance(extra, Subsystem):
        members = [
            {"what": member.what, "name": _name(extra, member.what, member.index), "says": says}
            for member, (_, says) in zip(extra.members, extra.lines(), strict=True)
        ]
        return {"irreducible_infeasible_subsystem": members}
    if isinstance(extra, Ranges):
        costs = {extra.program.column_labels[part.index]: _json_ends(part) for part in extra.costs}
        sides = {extra.program.row_labels[part.index]: _json_ends(part) for part in extra.sides}
        return {"ranges": {"costs": costs, "right_sides": sides}}
    return {}


def _name(extra: Subsystem, what: str, index: int) -> str:
    return extra.program.row_labels[index] if what == "row" else extra.program.column_labels[index]


def _json_ends(part: Range) -> list[int | str | None]:
    return [_json(part.low), _json(part.high)]


def _json(end: Exact | None) -> int | str | None:
    return None if end is None else to_json(end)
