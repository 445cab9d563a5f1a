"""``optcheck plan --serve``: a page for the meeting at which budgets are settled."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from optcheck.cli._console import print_note, print_text
from optcheck.errors import InvalidInput, require


def plan(
    file: Annotated[Path, typer.Argument(help="The parties, as for `optcheck allocate`.")],
    page: Annotated[bool, typer.Option("--serve", help="Serve the page, on this machine only.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any free one.")] = 0,
    encoding: Annotated[str | None, typer.Option(help="Of the file, if it is not UTF-8 or marked.")] = None,
) -> None:
    """We sit around a table and settle budgets. What does each choice cost?

    Opens a page on this machine, and on no other: sliders for colluders, leavers and releases, an epsilon for each
    party that can be changed, what the result's noise becomes, who adds how much and who makes it expensive; the plan
    with its proof can be saved, and a plan that somebody was given can be checked for one party. Nothing is drawn
    there: that is for `optcheck sample`, at home. Ctrl-C ends it.

    Example:

    - `optcheck plan parties.csv --serve`
    """
    if not page:
        raise InvalidInput(f"a page is for --serve; for a plan on paper: optcheck allocate {file} --plan plan.json")
    require("optcheck plan --serve", "tornado")
    from optcheck.noise.meeting import Meeting, serve

    meeting = Meeting(file, encoding)

    def ready(address: str) -> None:
        print_text(address)
        print_note("open this address in a browser of this machine; Ctrl-C ends it")

    try:
        serve(meeting, port, ready)
    except OSError as error:
        raise InvalidInput(f"port {port} cannot be had: {error.strerror}") from error


COMMANDS = (plan,)
