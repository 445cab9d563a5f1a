"""``optcheck solve``: the exact answer of a linear or integer program, with its proof."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Annotated, NoReturn, TypeVar

from optcheck.checker.core import counted
from optcheck.cli._console import (
    INFEASIBLE,
    INTERRUPTED,
    NOT_PROVED,
    UNBOUNDED,
    UNUSABLE,
    Argument,
    Option,
    print_error,
    print_json,
    print_note,
    print_text,
    visible,
)
from optcheck.errors import InvalidInput, NotCertified, TooCostly
from optcheck.exact.files import Certificate, check_outputs, require_folders, write_atomically
from optcheck.exact.numbers import as_json, brief, escape_formula, exact, text_table, to_text
from optcheck.lp.answer import Answer, IntegerAnswer
from optcheck.lp.batch import COLUMNS, Line, Task, solve_files, solve_on_cluster, summary
from optcheck.lp.infeasibility import Subsystem, irreducible_subsystem
from optcheck.lp.integer import solve as solve_program
from optcheck.lp.limits import stage_listener, stopped_by
from optcheck.lp.program import LinearProgram
from optcheck.lp.ranging import Range, Ranges, ranges
from optcheck.lp.read import load
from optcheck.lp.vipr import integer_to_vipr, to_vipr

if TYPE_CHECKING:
    from rich.console import Console


# --- What the commands about linear programs share: reading with notes, progress, and work that an interrupt ends ---


_POLL_SECONDS = 0.1
T = TypeVar("T")


def load_program(file: Path, binary: bool, relax: bool, limit: float) -> LinearProgram:
    """Read a file; what a reader has to know about how it was read goes to the error stream."""
    with working(f"reading {file.name}"):
        loaded = load(file, binary, relax, max(1.0, limit))
    notes = list(loaded.notes)
    if relax and loaded.integer_columns:
        notes.insert(
            0, f"this is the relaxation: {counted(len(loaded.integer_columns), 'integer column')} may take any value"
        )
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
        verb = what.partition(" ")[0]  # nodes, incumbent, bound and gap are to fit into 80 columns
        with stage_listener(lambda stage: progress.update(task, description=visible(f"{verb}: {stage}"))):
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
    integers = f" ({counted(len(program.integers), 'integer')})" if program.integers else ""
    return f"{counted(program.rows.count, 'row')}, {counted(len(program.costs), 'column')}{integers}"


# --- ``optcheck solve``: the exact answer of a linear or integer program, with its proof ---


Extra = Subsystem | Ranges
STATUS = {"optimal": 0, "infeasible": INFEASIBLE, "unbounded": UNBOUNDED, "bounds": NOT_PROVED, "feasible": NOT_PROVED}


def solve(
    files: Annotated[list[Path], Argument("Linear or integer programs: .mps or .lp, also packed.")],
    certificate: Annotated[Path | None, Option(help="Write the proof here.", show_default=False)] = None,
    vipr: Annotated[Path | None, Option(help="Write the proof in VIPR's format here.", show_default=False)] = None,
    output: Annotated[
        Path | None, Option("--out", help="Write the answer here: .json or .csv.", show_default=False)
    ] = None,
    as_json: Annotated[bool, Option("--json", help="Print the answer as JSON.")] = False,
    iis: Annotated[bool, Option("--iis", help="Infeasible: show rows and bounds that exclude each other.")] = False,
    ranging: Annotated[bool, Option("--ranging", help="Optimal: show how far the data may move.")] = False,
    limit: Annotated[float, Option(help="Seconds for reading, for solving, and for --iis or --ranging.")] = 60.0,
    backend: Annotated[str, Option(help="Whose answer is the hint.")] = "highs",
    binary: Annotated[bool, Option("--binary", help="Read numbers as doubles: 0.1 is not 1/10.")] = False,
    relax: Annotated[bool, Option("--relax", help="Let integer columns take any value.")] = False,
    rows: Annotated[int, Option(min=0, help="How many columns and rows the table shows.")] = 20,
    jobs: Annotated[
        int | None,
        Option(
            min=1,
            help="Processes for the tree of an integer program (default: one for each core), which is the same for "
            "every number; several files: how many at a time (default: 1).",
            show_default=False,
        ),
    ] = None,
    table: Annotated[
        Path | None, Option("--csv", help="Several files: write a table here.", show_default=False)
    ] = None,
    dask: Annotated[
        str | None,
        Option(metavar="ADDRESS", help="Several files: on the dask cluster with this scheduler.", show_default=False),
    ] = None,
) -> None:
    """Solve a linear or integer program exactly: the true optimum as a fraction, or a proof that there is none.

    Numbers in the file count as written: 0.1 is 1/10. A float solver's answer is the hint, exact arithmetic and the
    solver-free checker decide. With --iis or --ranging the proof in --certificate covers what these show as well
    (for linear programs). When the time for an integer program is up, or on Ctrl-C, the proof covers a point and a
    bound so far.
    Exit status: 0 optimal, 3 infeasible, 4 unbounded, 5 something was not proved within the limit, 2 a file that
    cannot be used. Several files: a line for each and a total; 0 all proved, 5 something was not, 2 a file unusable.

    Examples:

    - `optcheck solve model.mps`
    - `optcheck solve model.lp.gz --certificate proof.json --out answer.json`
    - `optcheck solve model.mps --iis`
    - `optcheck solve integers.lp --limit 600 --certificate proof.json --vipr proof.vipr`
    - `optcheck solve *.mps --jobs 2 --csv table.csv`
    """
    if len(files) > 1 or table is not None or dask is not None:
        _refuse_for_many({"--certificate": certificate, "--vipr": vipr, "--out": output, "--iis": iis or None})
        _solve_many(files, Task(backend, limit, binary, relax), jobs or 1, table, dask)
    (file,) = files
    if output is not None and output.suffix.lower() not in (".json", ".csv"):
        raise InvalidInput(f"--out must end in .json or .csv, got {output}")
    outputs = {"--certificate": certificate, "--vipr": vipr, "--out": output}
    check_outputs([file], outputs)
    require_folders(outputs)
    program = load_program(file, binary, relax, limit)
    if not program.continuous and (iis or ranging):
        raise InvalidInput("--iis and --ranging are for linear programs: --relax makes one of this program")
    with working(f"solving {file.name}: {size_of(program)}"):
        attempt = partial(_attempt, program, backend, limit, jobs, iis, ranging)
        answer, extra, failure = stoppable(attempt, gently=not program.continuous)
    if answer is not None:
        # Files first: a reader who closes the pipe after a few lines (head, less) loses words, not results.
        if certificate is not None:
            _proof_of(answer, extra).save(certificate)
        _write(answer, extra, vipr, output)
        _show(answer, extra, as_json, rows)
    if failure:
        print_error(f"optcheck: {failure}")
    sys.exit(STATUS[answer.status] if answer is not None and not failure else NOT_PROVED)


def _refuse_for_many(outputs: Mapping[str, object]) -> None:
    given = [name for name, value in outputs.items() if value is not None]
    if given:
        raise InvalidInput(f"{given[0]} is for one file: several get a line each, and --csv")


def _solve_many(files: Sequence[Path], task: Task, jobs: int, table: Path | None, dask: str | None) -> NoReturn:
    """A line for each file as it is done, and a total; the table appears whole or not at all."""
    check_outputs(files, {"--csv": table})
    require_folders({"--csv": table})
    lines = []
    with _lines_of(files, task, jobs, dask) as stream:
        for line in stream:
            lines.append(line)
            value = f" {brief(exact(line.value))}" if line.value else ""
            print_text(f"{line.file}: {line.status}{value} ({line.seconds:.2f} s){': ' * bool(line.note)}{line.note}")
    print_text(summary(lines))
    if table is not None:
        cells = ([escape_formula(cell) if isinstance(cell, str) else cell for cell in line] for line in lines)
        write_atomically(table, _csv([COLUMNS, *cells]))
    statuses = {line.status for line in lines}
    sys.exit(UNUSABLE if "unusable" in statuses else NOT_PROVED if "not proved" in statuses else 0)


@contextmanager
def _lines_of(files: Sequence[Path], task: Task, jobs: int, dask: str | None) -> Iterator[Iterable[Line]]:
    if dask is None:
        yield solve_files(files, task, jobs)
        return
    from optcheck.cli.allocate import dask_client

    with dask_client(dask) as client:
        assert client is not None, "an address was given"
        yield solve_on_cluster(client, files, task)


def _csv(lines: Iterable[Iterable[object]]) -> str:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(lines)
    return stream.getvalue()


def _attempt(
    program: LinearProgram, backend: str, limit: float, jobs: int | None, iis: bool, ranging: bool
) -> tuple[Answer | IntegerAnswer | None, Extra | None, str]:
    """The answer and what was asked for beside it, as far as it could be proved, and why the rest could not."""
    answer = None
    try:
        answer = solve_program(program, backend, limit, jobs=jobs)
        extra = None if isinstance(answer, IntegerAnswer) else _extra_of(answer, iis, ranging, limit)
        return answer, extra, ""
    except (NotCertified, TooCostly) as error:
        return answer, None, str(error)


def _show(answer: Answer | IntegerAnswer, extra: Extra | None, as_json: bool, rows: int) -> None:
    if as_json:
        print_json(_document(answer, extra))
        return
    table = answer.table(rows) if rows and not isinstance(extra, Subsystem) else ""
    parts = [str(answer), table, _extra_text(extra, rows)]
    print_text("\n\n".join(part for part in parts if part))


def _document(answer: Answer | IntegerAnswer, extra: Extra | None) -> dict[str, object]:
    return {**answer.document(), **_extra_document(extra)}


def _write(answer: Answer | IntegerAnswer, extra: Extra | None, vipr: Path | None, output: Path | None) -> None:
    if vipr is not None and answer.program.gaps:
        print_note(f"note: VIPR has no form for semi-continuous columns: {vipr} is not written")
    elif vipr is not None:
        write = integer_to_vipr if isinstance(answer, IntegerAnswer) else to_vipr
        write_atomically(vipr, write(answer.program, answer.outcome))  # type: ignore[arg-type]
        if answer.status == "unbounded":
            print_note("note: VIPR has no form for unbounded programs; the file proves a feasible point")
        if answer.program.sense == "maximise" and isinstance(answer, IntegerAnswer) and answer.status != "infeasible":
            print_note("note: the VIPR file states this maximum as a minimum, of the negated objective")
    if output is not None:
        write_atomically(output, _as_text(answer, extra, output))


def _as_text(answer: Answer | IntegerAnswer, extra: Extra | None, path: Path) -> str:
    if path.suffix.lower() == ".json":
        return json.dumps(_document(answer, extra), indent=1, ensure_ascii=False) + "\n"
    reduced = {} if isinstance(answer, IntegerAnswer) else {k: to_text(d) for k, d in answer.reduced_costs.items()}
    lines = [[escape_formula(k), to_text(x), *([reduced[k]] if k in reduced else [])] for k, x in answer.point.items()]
    head = ["column", "value", *([] if isinstance(answer, IntegerAnswer) else ["reduced cost"])]
    return _csv([head, *lines])


def _extra_of(answer: Answer, iis: bool, ranging: bool, limit: float) -> Extra | None:
    """What was asked for, where the outcome has it: a subsystem if infeasible, intervals if optimal."""
    if iis and answer.status == "infeasible":
        return irreducible_subsystem(answer, limit)
    if ranging and answer.status == "optimal":
        return ranges(answer, limit)
    return None


def _proof_of(answer: Answer | IntegerAnswer, extra: Extra | None) -> Certificate:
    """One certificate for all that is shown: that of a subsystem or of intervals proves the outcome as well."""
    return answer.certificate if extra is None else extra.certificate()


def _extra_text(extra: Extra | None, rows: int) -> str:
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


def _extra_document(extra: Extra | None) -> dict[str, object]:
    """JSON values; null is infinite."""
    if isinstance(extra, Subsystem):
        lines = zip(extra.members, extra.lines(), strict=True)
        members = [{"what": m.what, "name": title.partition(" ")[2], "says": says} for m, (title, says) in lines]
        return {"irreducible_infeasible_subsystem": members}
    if isinstance(extra, Ranges):
        costs = {extra.program.column_labels[part.index]: as_json((part.low, part.high)) for part in extra.costs}
        sides = {extra.program.row_labels[part.index]: as_json((part.low, part.high)) for part in extra.sides}
        return {"ranges": {"costs": costs, "right_sides": sides}}
    return {}


COMMANDS = (solve,)
