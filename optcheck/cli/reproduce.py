"""``optcheck reproduce``: draw figures and tables of the papers again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from optcheck.audit.registry import Reproduction, reproductions
from optcheck.cli._console import err, out
from optcheck.errors import InvalidInput, MissingExtra


def reproduce(
    names: Annotated[list[str] | None, typer.Argument(help="What to draw.", show_default=False)] = None,
    folder: Annotated[Path, typer.Option("--out", file_okay=False, help="Where the files go.")] = Path("out"),
    everything: Annotated[bool, typer.Option("--all", help="Draw everything, each in a folder of its own.")] = False,
    kept: Annotated[
        Path | None,
        typer.Option("--from", file_okay=False, help="Draw the times kept in this folder; measure nothing."),
    ] = None,
    show_list: Annotated[bool, typer.Option("--list", help="Only list what can be reproduced.")] = False,
) -> None:
    """Draw figures and tables again, each as CSV, PNG, SVG and PDF.

    What needs an extra or a data set that is not there is skipped with a message. Exit status 1: a drawing failed.

    Examples:

    - `optcheck reproduce --list`
    - `optcheck reproduce cordp-fig1 --out figures`
    - `optcheck reproduce --all`
    - `optcheck reproduce fig4 --from docs/figures --out figures`
    """
    known = reproductions("benchmarks.reproductions")
    if show_list:
        for item in known.values():
            out.print(f"{item.name:<32} {item.title}", markup=False, soft_wrap=True)
        return
    chosen = list(known.values()) if everything else _chosen(known, names or [])
    if kept is not None:
        chosen = [_from(item, kept) for item in chosen]
    failures = [
        failure
        for item in chosen
        if (failure := _reproduce(item, folder if len(chosen) == 1 else folder / item.name)) is not None
    ]
    for failure in failures:
        err.print(f"failed: {failure}", style="bold red", markup=False, soft_wrap=True)
    if failures:
        raise typer.Exit(1)


def _chosen(known: dict[str, Reproduction], names: list[str]) -> list[Reproduction]:
    if not names:
        raise InvalidInput("name a reproduction, or say --all; `optcheck reproduce --list` shows them")
    for name in names:
        if name not in known:
            raise InvalidInput(f"nothing to reproduce is called {name!r}; known: {', '.join(known)}")
    return [known[name] for name in names]


def _from(item: Reproduction, kept: Path) -> Reproduction:
    """The same, drawn from what was measured before."""
    redraw = item.redraw
    if redraw is None:
        raise InvalidInput(f"{item.name} keeps no measurements: draw it without --from")
    return replace(item, run=lambda out, progress: redraw(kept, out))


def _reproduce(item: Reproduction, folder: Path) -> str | None:
    """Run one reproduction; returns what went wrong, so that the others still run."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with err.status(f"reproducing {item.name}") as status:
            written = item.run(folder, lambda message: status.update(f"{item.name}: {message}"))
    except MissingExtra as missing:
        if not any(folder.iterdir()):
            folder.rmdir()  # nothing is left behind by what was not drawn
        err.print(f"skipped: {item.name}: {missing}", style="yellow", markup=False, soft_wrap=True)
        return None
    except Exception as error:
        return f"{item.name}: {type(error).__name__}: {error}"
    for path in written:
        out.print(str(path), markup=False, soft_wrap=True)
    return None


COMMANDS = (reproduce,)
