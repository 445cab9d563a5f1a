"""What the commands about linear programs share: reading with notes, progress, the exit statuses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from optcheck.cli._console import err, visible
from optcheck.exact.program import LinearProgram
from optcheck.files.reading import load

INFEASIBLE, UNBOUNDED, NOT_PROVED = 3, 4, 5


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
    """Show on a terminal that work goes on, and for how long it has."""
    if not err.is_terminal:
        yield
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True) as progress:
        progress.add_task(visible(what))
        yield


def size_of(program: LinearProgram) -> str:
    """Rows and columns, for people."""
    return f"{program.rows.count} rows, {len(program.costs)} columns"
