"""``optcheck claims``: list the statements."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
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
    markdown: Annotated[bool, typer.Option(help="A table per paper, with the verdict that is expected.")] = False,
) -> None:
    """List the printed statements, where they stand, and whether there is a claim file that judges them.

    Examples: `optcheck claims`, `optcheck claims cordp chained`, `optcheck claims --markdown`
    """
    chosen = _chosen(papers or [])
    judged = {source.id: source for source in registry.sources()}
    if markdown:
        _print_markdown(chosen, judged)
        return
    for row in chosen:
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


def _print_markdown(chosen: Sequence[Statement], judged: dict[str, registry.Source]) -> None:
    for paper, rows in groupby(chosen, key=lambda row: row.paper):
        lines = [f"### {registry.paper_title(paper)}", "", "| statement | what it says | verdict |", "|---|---|---|"]
        lines += [_markdown_row(judged[row.id]) for row in rows if row.id in judged]
        out.print("\n".join(lines) + "\n", markup=False, soft_wrap=True)


def _markdown_row(source: registry.Source) -> str:
    claim = registry.load(source)
    title = claim.title.replace("|", "\\|")
    return f"| `{claim.id}` | {title} | {claim.expected} |"


COMMANDS = (claims,)
