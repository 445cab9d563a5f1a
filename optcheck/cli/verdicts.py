"""``optcheck verdicts``: the result of an audit for the documents."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from optcheck.audit import registry
from optcheck.audit.documents import counts, page
from optcheck.audit.verdict import Record
from optcheck.cli._console import print_text
from optcheck.cli.audit import Package, use
from optcheck.errors import InvalidInput
from optcheck.exact.files import parse_json, write_atomically

BEGIN, END = "<!-- counts of verdicts -->\n", "<!-- end of counts -->\n"


def verdicts(
    audit: Annotated[Path, typer.Argument(dir_okay=False, exists=True, help="The JSON of `optcheck audit`.")],
    claims: Package = None,
    page_file: Annotated[
        Path | None, typer.Option("--out", dir_okay=False, help="Write the page there.", show_default=False)
    ] = None,
    readme: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Renew the counts in this file.", show_default=False)
    ] = None,
) -> None:
    """Write every verdict as a Markdown page, and the counts into a README.

    Examples:

    - `optcheck verdicts out/audit.json --out docs/verdicts.md --readme README.md`
    - `optcheck verdicts audit.json --claims my_claims`
    """
    use(claims)
    judged = _judged(audit)
    titles = {paper: registry.paper_title(paper) for paper in registry.papers()}
    if page_file is not None:
        write_atomically(page_file, page(judged, titles))
    if readme is not None:
        write_atomically(readme, _renewed(readme, counts(judged)))
    if page_file is None and readme is None:
        print_text(page(judged, titles))


def _judged(audit: Path) -> list[Record]:
    """The claims of the document; raises InvalidInput for another file."""
    try:
        content = parse_json(audit.read_text(encoding="utf-8", errors="replace"))
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{audit} is no JSON: {error}") from error
    judged = content.get("claims") if isinstance(content, dict) else None
    needed = ("id", "title", "verdict", "strength", "marks", "readings", "substance")
    if not isinstance(judged, list) or not all(isinstance(row, dict) and row.keys() >= {*needed} for row in judged):
        raise InvalidInput(f"{audit} is no document that `optcheck audit --json` wrote")
    return judged


def _renewed(readme: Path, table: str) -> str:
    text = readme.read_text(encoding="utf-8")
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise InvalidInput(f"{readme} must hold the lines {BEGIN.strip()} and {END.strip()} once each")
    return text.partition(BEGIN)[0] + BEGIN + table + END + text.partition(END)[2]


COMMANDS = (verdicts,)
