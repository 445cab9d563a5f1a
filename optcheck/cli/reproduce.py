"""``optcheck reproduce``: draw figures and tables of the papers again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from optcheck.audit.reproduction import Reproduction, reproductions
from optcheck.cli._console import err, out
from optcheck.errors import InvalidInput


def reproduce(
    names: Annotated[list[str] | None, typer.Argument(help="What to draw, or all.", show_default=False)] = None,
    folder: Annotated[Path, typer.Option("--out", file_okay=False, help="Where the files go.")] = Path("out"),
    show_list: Annotated[bool, typer.Option("--list", help="Only list what can be reproduced.")] = False,
) -> None:
    """Draw figures and tables again, each as CSV, PNG and SVG.

    Examples: `optcheck reproduce --list`, `optcheck reproduce cordp-fig1 --out figures`, `optcheck reproduce all`
    """
    known = reproductions()
    if show_list:
        for item in known.values():
            out.print(f"{item.name:<32} {item.title}", markup=False, soft_wrap=True)
        return
    for item in _chosen(known, names or []):
        folder.mkdir(parents=True, exist_ok=True)
        for path in _run(item, folder):
            out.print(str(path), markup=False, soft_wrap=True)


def _run(item: Reproduction, folder: Path) -> list[Path]:
    with err.status(f"reproducing {item.name}") as status:
        return item.run(folder, lambda message: status.update(f"{item.name}: {message}"))


def _chosen(known: dict[str, Reproduction], names: list[str]) -> list[Reproduction]:
    if names == ["all"]:
        return list(known.values())
    if not names:
        raise InvalidInput("name a reproduction, or all; `optcheck reproduce --list` shows them")
    for name in names:
        if name not in known:
            raise InvalidInput(f"nothing to reproduce is called {name!r}; known: {', '.join(known)}")
    return [known[name] for name in names]


COMMANDS = (reproduce,)
