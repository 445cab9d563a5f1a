"""``optcheck verdicts``: the result of an audit for the documents."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from optcheck.audit import registry
from optcheck.audit.documents import counts, page
from optcheck.cli._console import print_text
from optcheck.errors import InvalidInput
from optcheck.exact.certificate import write_atomically

BEGIN, END = "<!-- counts of verdicts -->\n", "<!-- end of counts -->\n"


def verdicts(
    audit: Annotated[Path, typer.Argument(dir_okay=False, exists=True, help="The JSON of `optcheck audit`.")],
    page_file: Annotated[
        Path | None, typer.Option("--out", dir_okay=False, help="Write the page there.", show_default=False)
    ] = None,
    readme: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Renew the counts in this file.", show_default=False)
    ] = None,
) -> None:
    """Write every verdict as a Markdown page, and the counts into a README.

    Example:

    - `optcheck verdicts out/audit.json --out docs/verdicts.md --readme README.md`
    """
    claims = json.loads(audit.read_text(encoding="utf-8"))["claims"]
    titles = {paper: registry.paper_title(paper) for paper in registry.papers()}
    if page_file is not None:
        write_atomically(page_file, page(claims, titles))
    if readme is not None:
        write_atomically(readme, _renewed(readme, counts(claims)))
    if page_file is None and readme is None:
        print_text(page(claims, titles))


def _renewed(readme: Path, table: str) -> str:
    text = readme.read_text(encoding="utf-8")
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise InvalidInput(f"{readme} must hold the lines {BEGIN.strip()} and {END.strip()} once each")
    return text.partition(BEGIN)[0] + BEGIN + table + END + text.partition(END)[2]


COMMANDS = (verdicts,)
