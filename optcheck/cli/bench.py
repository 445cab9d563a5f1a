"""``optcheck bench``: how long peers take, as ratios."""

from __future__ import annotations

import importlib
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from optcheck.cli._console import err, out, print_text, visible, warn_once

if TYPE_CHECKING:
    from benchmarks.race import Lane

_QUICK, _FULL = 100.0, 1200.0  # seconds


def bench(
    quick: Annotated[bool, typer.Option("--quick", help="Small sizes: about two minutes instead of twenty.")] = False,
) -> None:
    """Measure optcheck against the peers that are installed: a table of ratios for each kind of problem.

    Every contender runs in turn with the others, in a process of its own; medians are compared. A peer that is not
    installed is named, one that takes too long is stopped. Times are only good for ratios, on one machine in one run.

    Examples:

    - `optcheck bench --quick`
    - `optcheck bench`
    """
    measuring = importlib.import_module("benchmarks.race")
    races = importlib.import_module("benchmarks.quick").RACES
    if warning := measuring.busy():
        warn_once(warning)
    end = monotonic() + (_QUICK if quick else _FULL)
    shape = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*shape, console=err, transient=True) as bar:
        for left, race in zip(range(len(races), 0, -1), races, strict=True):
            size = race.quick if quick else race.full
            title = race.title.format(size)
            task = bar.add_task(title, total=1.0)
            seconds = (end - monotonic()) / left
            lanes = measuring.run(race, size, seconds, seconds / 5, partial(bar.update, task))
            bar.remove_task(task)
            _show(title, lanes)


def _show(title: str, lanes: list[Lane]) -> None:
    ran = sorted((lane for lane in lanes if lane.seconds), key=lambda lane: lane.median)
    table = Table("contender", "ratio", "median", "runs")
    for column in table.columns[1:]:
        column.justify = "right"
    unit = lanes[0].median if lanes[0].seconds else None
    for lane in ran:
        ratio = "" if unit is None else f"{lane.median / unit:.3g} x"
        table.add_row(visible(lane.name), ratio, f"{lane.median:.3g} s", str(len(lane.seconds)))
    out.print(title, style="bold", soft_wrap=True)
    out.print(table)
    for lane in lanes:
        if lane.out:
            print_text(f"{lane.name}: {lane.out}")


COMMANDS = (bench,)
