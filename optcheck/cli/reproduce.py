"""``optcheck reproduce``: draw figures and tables of the papers again."""

from __future__ import annotations

import csv
import importlib
import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from optcheck.cli._console import err, print_error, print_note, print_text
from optcheck.errors import InvalidInput, MissingExtra


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A figure or table; ``run(out, progress)`` writes its files into ``out`` and returns their paths.

    One that measures times writes them beside the picture: ``redraw(folder, out)`` draws again without measuring, and
    ``quick(out, progress)`` measures fewer sizes.
    """

    name: str
    title: str
    run: Callable[[Path, Callable[[str], None]], list[Path]]
    redraw: Callable[[Path, Path], list[Path]] | None = None
    quick: Callable[[Path, Callable[[str], None]], list[Path]] | None = None


def reproductions(root: str) -> dict[str, Reproduction]:
    """Every reproduction by its name, in the order of the names."""
    result: dict[str, Reproduction] = {}
    for item in _reproductions_of(importlib.import_module(root)):
        if item.name in result:
            raise InvalidInput(f"two reproductions are called {item.name!r}")
        result[item.name] = item
    return dict(sorted(result.items()))


def _reproductions_of(package: ModuleType) -> Iterator[Reproduction]:
    for module in pkgutil.iter_modules(package.__path__):
        if not module.name.startswith("_"):
            items = getattr(importlib.import_module(f"{package.__name__}.{module.name}"), "REPRODUCTIONS", None)
            if not isinstance(items, tuple) or not all(isinstance(item, Reproduction) for item in items):
                raise InvalidInput(f"{package.__name__}.{module.name} must define REPRODUCTIONS = (Reproduction(...),)")
            yield from items


_SHARE = re.compile(r"(\d+) of (\d+) ")


def reproduce(
    names: Annotated[list[str] | None, typer.Argument(help="What to draw.", show_default=False)] = None,
    folder: Annotated[Path, typer.Option("--out", file_okay=False, help="Where the files go.")] = Path("out"),
    everything: Annotated[bool, typer.Option("--all", help="Draw everything, each in a folder of its own.")] = False,
    measured: Annotated[
        Path | None,
        typer.Option("--from", file_okay=False, help="Draw the times kept in this folder; measure nothing."),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Measure fewer sizes: two minutes a figure instead of ten.")
    ] = False,
    show_list: Annotated[bool, typer.Option("--list", help="Only list what can be reproduced.")] = False,
) -> None:
    """Draw figures and tables again, each as CSV, PNG, SVG and PDF, and judge what the paper says about them.

    What takes minutes to measure goes on where it was interrupted, if the folder is the same. What needs an extra or a
    data set that is not there is skipped with a message. Exit status 1: a drawing failed.

    Examples:

    - `optcheck reproduce --list`
    - `optcheck reproduce cordp-fig1 --out figures`
    - `optcheck reproduce fig4 table1 signature --quick --out figures`
    - `optcheck reproduce --all`
    - `optcheck reproduce fig4 --from docs/figures --out figures`
    """
    known = reproductions("benchmarks.reproductions")
    if show_list:
        for item in known.values():
            print_text(f"{item.name:<32} {item.title}")
        return
    chosen = list(known.values()) if everything else _chosen(known, names or [])
    if measured is not None:
        chosen = [_from(item, measured) for item in chosen]
    elif quick:
        chosen = [_short(item) for item in chosen]
    failures = [
        failure
        for item in chosen
        if (failure := _reproduce(item, folder if len(chosen) == 1 else folder / item.name)) is not None
    ]
    for failure in failures:
        print_error(f"failed: {failure}")
    if failures:
        raise typer.Exit(1)


def _chosen(known: dict[str, Reproduction], names: list[str]) -> list[Reproduction]:
    if not names:
        raise InvalidInput("name a reproduction, or say --all; `optcheck reproduce --list` shows them")
    for name in names:
        if name not in known:
            raise InvalidInput(f"nothing to reproduce is called {name!r}; known: {', '.join(known)}")
    return [known[name] for name in names]


def _from(item: Reproduction, measured: Path) -> Reproduction:
    """The same, drawn from what was measured before."""
    redraw = item.redraw
    if redraw is None:
        raise InvalidInput(f"{item.name} keeps no measurements: draw it without --from")
    return replace(item, run=lambda out, progress: redraw(measured, out))


def _short(item: Reproduction) -> Reproduction:
    """The same with fewer sizes, where it measures; what measures nothing is drawn as it is."""
    return item if item.quick is None else replace(item, run=item.quick)


def _reproduce(item: Reproduction, folder: Path) -> str | None:
    """Run one reproduction; returns what went wrong, so that the others still run."""
    folder.mkdir(parents=True, exist_ok=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    try:
        with Progress(*columns, console=err, transient=True) as bar:
            task = bar.add_task(f"reproducing {item.name}", total=None)
            written = item.run(folder, lambda message: _advance(bar, task, item.name, message))
    except MissingExtra as missing:
        if not any(folder.iterdir()):
            folder.rmdir()  # nothing is left behind by what was not drawn
        print_note(f"skipped: {item.name}: {missing}")
        return None
    except Exception as error:
        return f"{item.name}: {type(error).__name__}: {error}"
    for path in written:
        print_text(str(path))
    for line in _verdicts(written):
        print_text(line)
    return None


def _advance(bar: Progress, task: TaskID, name: str, message: str) -> None:
    """A message that begins with "12 of 300 " moves the bar."""
    bar.update(task, description=f"{name}: {message}")
    if share := _SHARE.match(message):
        bar.update(task, completed=int(share[1]), total=int(share[2]))


def _verdicts(written: Iterable[Path]) -> list[str]:
    """What the paper says and what became of it, from the tables of judged sentences."""
    lines: dict[str, None] = {}
    for path in written:
        if path.name.endswith("-statements.csv"):
            with path.open(encoding="utf-8", newline="") as stream:
                for row in csv.DictReader(stream):
                    lines[f"{row['verdict']:<14}  {row['place']}: {row['statement']}"] = None
    return list(lines)


COMMANDS = (reproduce,)
