"""``optcheck claims``: list the statements."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from optcheck.audit import registry
from optcheck.audit.registry import ListedStatement, statements
from optcheck.cli._console import out
from optcheck.cli.audit import Package, use
from optcheck.errors import InvalidInput


def claims(
    papers: Annotated[
        list[str] | None, typer.Argument(help="Papers; all when none is given.", show_default=False)
    ] = None,
    where: Package = None,
) -> None:
    """List the printed statements, where they stand, and those that have no claim file yet.

    Examples:

    - `optcheck claims`
    - `optcheck claims cordp chained`
    - `optcheck claims --claims my_claims`
    """
    use(where)
    known = map(registry.load, registry.sources())
    rows = [(ListedStatement(claim.id, claim.place, claim.title), "") for claim in known]
    rows += [(row, "  (no claim file)") for row in statements()]
    names = sorted({row.paper for row, _ in rows})
    for paper in papers or []:
        if paper not in names:
            raise InvalidInput(f"no paper is called {paper!r}; papers: {', '.join(names)}")
    for row, note in sorted(rows, key=lambda pair: pair[0].id):
        if not papers or row.paper in papers:
            name = Text(f"{row.id:<32} ", style="red" if note else "bold")
            out.print(name + Text(f"{row.gist} [{row.place}]{note}"), soft_wrap=True)


COMMANDS = (claims,)
