"""``optcheck verdicts``: the result of an audit for the documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer

from optcheck.audit import registry
from optcheck.audit.verdict import RESULTS, Record
from optcheck.claims.claim import Strength
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


HEAD = (
    "# All verdicts\n\nWritten by `optcheck verdicts` from the JSON of an audit; a test compares it with the claims.\n"
)


def page(claims: Sequence[Record], titles: Mapping[str, str]) -> str:
    """Every statement with its verdict, marks and strength, by paper, and the other readings below it."""
    by_paper = groupby(sorted(claims, key=lambda row: row["id"]), key=_paper)
    return "\n".join([HEAD, *(line for paper, rows in by_paper for line in _section(titles.get(paper, paper), rows))])


def _section(title: str, rows: Iterable[Record]) -> Iterator[str]:
    yield from (f"## {title}", "", "| statement | what it says | verdict | strength |", "|---|---|---|---|")
    yield from (line for row in rows for line in _lines(row))
    yield ""


def _lines(row: Record) -> Iterator[str]:
    words = [row["verdict"], *([row["substance"]] if row["substance"] else []), *row["marks"]]
    title, verdict = _cell(row["title"]), ", ".join(words)
    yield f"| `{row['id']}` | {title} | {verdict} | {row['strength']} |"
    for reading in row["readings"]:
        verdict = ", ".join([reading["verdict"], *reading["marks"]])
        yield f"| | *read as:* {_cell(reading['name'])} | {verdict} | {reading['strength']} |"


def counts(claims: Sequence[Record]) -> str:
    """How many statements of each paper hold or how much is wrong with them, and how strong the evidence is for all."""
    names, papers = RESULTS[:-2], sorted(set(map(_paper, claims)))
    lines = [f"| paper | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    lines += [_count_line(paper, [row for row in claims if _paper(row) == paper], names) for paper in papers]
    strengths = Counter(row["strength"] for row in claims)
    evidence = ", ".join(f"{strengths[name]} {name}" for name in Strength if strengths[name])
    return "\n".join([*lines, _count_line("all", claims, names), "", f"How strong the evidence is: {evidence}."]) + "\n"


def _count_line(name: str, rows: Sequence[Record], names: Sequence[str]) -> str:
    totals = Counter(row["substance"] or row["verdict"] for row in rows)
    return f"| {name} | {' | '.join(str(totals[column] or '') for column in names)} |"


def _paper(row: Record) -> str:
    return str(row["id"].partition("/")[0])


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


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
