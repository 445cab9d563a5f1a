"""``optcheck claims``: list the statements."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from optcheck.audit import registry
from optcheck.audit.statements import Statement, statements
from optcheck.cli._console import out
from optcheck.errors import InvalidInput


def claims(
    papers: Annotated[
        list[str] | None, typer.Argument(help="Papers; all when none is given.", show_default=False)
    ] = None,
) -> None:
    """List the printed statements, where they stand, and whether there is a claim file that judges them.

    Examples: `optcheck claims`, `optcheck claims cordp chained`
    """
    judged = {source.id for source in registry.sources()}
    for row in _chosen(papers or []):
        place = Text(f"{row.id:<32} ", style="bold" if row.id in judged else "red")
        note = "" if row.id in judged else "  (no claim file)"
        out.print(place + Text(f"{row.gist} [{row.place}]{note}"), soft_wrap=True)


def _chosen(papers: list[str]) -> list[Statement]:
    known = statements()
    names = sorted({row.paper for row in known})
    for paper in papers:
        if paper not in names:
            raise InvalidInput(f"no paper is called {paper!r}; papers: {', '.join(names)}")
    return [row for row in known if not papers or row.paper in papers]


COMMANDS = (claims,)
