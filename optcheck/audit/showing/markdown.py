"""The verdicts of an audit as Markdown: a page with every statement, and a small table of counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from optcheck.audit.plain import Record
from optcheck.claims.verdicts import Outcome, Strength

HEAD = (
    "# All verdicts\n\nWritten by `optcheck verdicts` from the JSON of an audit; a test compares it with the claims.\n"
)
OUTCOMES = [outcome.value for outcome in Outcome if outcome is not Outcome.ERROR]


def page(claims: Sequence[Record], titles: Mapping[str, str]) -> str:
    """Every statement with its verdict, marks and strength, by paper, and the other readings below it."""
    by_paper = groupby(sorted(claims, key=lambda row: row["id"]), key=_paper)
    return "\n".join([HEAD, *(line for paper, rows in by_paper for line in _section(titles.get(paper, paper), rows))])


def _section(title: str, rows: Iterable[Record]) -> Iterator[str]:
    yield from (f"## {title}", "", "| statement | what it says | verdict | strength |", "|---|---|---|---|")
    yield from (line for row in rows for line in _lines(row))
    yield ""


def _lines(row: Record) -> Iterator[str]:
    title, verdict = _cell(row["title"]), ", ".join([row["verdict"], *row["marks"]])
    yield f"| `{row['id']}` | {title} | {verdict} | {row['strength']} |"
    for reading in row["readings"]:
        found = ", ".join([reading["verdict"], *reading["marks"]])
        yield f"| | *read as:* {_cell(reading['name'])} | {found} | {reading['strength']} |"


def counts(claims: Sequence[Record]) -> str:
    """How many statements of each paper have which verdict, and how strong the evidence is."""
    strengths = [strength.value for strength in Strength if any(row["strength"] == strength for row in claims)]
    names, papers = [*OUTCOMES, *strengths], sorted(set(map(_paper, claims)))
    lines = [f"| paper | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    lines += [_count_line(paper, [row for row in claims if _paper(row) == paper], names) for paper in papers]
    return "\n".join([*lines, _count_line("all", claims, names)]) + "\n"


def _count_line(name: str, rows: Sequence[Record], names: Sequence[str]) -> str:
    found = Counter(row["verdict"] for row in rows) + Counter(row["strength"] for row in rows)
    return f"| {name} | {' | '.join(str(found[column] or '') for column in names)} |"


def _paper(row: Record) -> str:
    return str(row["id"].partition("/")[0])


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
