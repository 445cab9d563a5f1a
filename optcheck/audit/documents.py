"""The documents of an audit: the verdicts as JSON and as Markdown, and an erratum for one paper.

The JSON is sorted and has no timings: the same seed gives the same bytes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import groupby

from optcheck.audit.registry import is_built_in
from optcheck.audit.verdict import Counterexample, Record, Verdict
from optcheck.audit.wording import IMPACTS, claims_option, in_symbols, readable, true_label
from optcheck.checker.facts import counted
from optcheck.claims.claim import Outcome, Strength, Substance

FORMAT = 1
_FROM_COUNTEREXAMPLE = tuple(item.name for item in fields(Counterexample) if item.name != "instance")


def document(verdicts: Iterable[Verdict], seed: int, missing: Iterable[str] = ()) -> Record:
    """The JSON form of an audit. ``missing`` lists known statements for which there is no claim file."""
    claims = [entry(verdict) for verdict in sorted(verdicts, key=lambda verdict: verdict.id)]
    return {"format": FORMAT, "seed": seed, "claims": claims, "missing": sorted(missing)}


def entry(verdict: Verdict) -> Record:
    """One claim of the JSON form: all fields are always there, ``null`` where they do not apply."""
    record = verdict.to_record()
    counterexample = record.pop("counterexample")
    for name in ("timings", "plot"):
        record.pop(name)
    record["substance"] = verdict.substance
    record["counterexample"] = None if counterexample is None else counterexample["instance"]
    for name in _FROM_COUNTEREXAMPLE:
        record[name] = None if counterexample is None else counterexample[name]
    return record


def to_text(content: Record) -> str:
    """The document as stable, readable text."""
    return json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def is_success(verdicts: Iterable[Verdict], missing: Iterable[str] = ()) -> bool:
    """Whether every statement has a computed verdict that agrees with the expectation beside it."""
    return not list(missing) and all(verdict.agrees for verdict in verdicts)


HEAD = (
    "# All verdicts\n\nWritten by `optcheck verdicts` from the JSON of an audit; a test compares it with the claims.\n"
)
COLUMNS = [Outcome.HOLDS.value, *(one.value for one in Substance), Outcome.UNDECIDABLE.value]


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
    """How many statements of each paper hold or how much is wrong with them, and how strong the evidence is."""
    strengths = [strength.value for strength in Strength if any(row["strength"] == strength for row in claims)]
    names, papers = [*COLUMNS, *strengths], sorted(set(map(_paper, claims)))
    lines = [f"| paper | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    lines += [_count_line(paper, [row for row in claims if _paper(row) == paper], names) for paper in papers]
    return "\n".join([*lines, _count_line("all", claims, names)]) + "\n"


def _count_line(name: str, rows: Sequence[Record], names: Sequence[str]) -> str:
    totals = Counter(row["substance"] or row["verdict"] for row in rows) + Counter(row["strength"] for row in rows)
    return f"| {name} | {' | '.join(str(totals[column] or '') for column in names)} |"


def _paper(row: Record) -> str:
    return str(row["id"].partition("/")[0])


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


HEADINGS = {
    Substance.FALLS.value: "What does not hold",
    Substance.LINE.value: "What a line repairs",
    Substance.SLIP.value: "Slips and corners",
}
SCANNED = ", and lines that may be errors of our scan"  # the built-in papers were read so


Command = Callable[[Verdict], str]


def erratum(title: str, verdicts: Sequence[Verdict], version: str = "", recheck: Command | None = None) -> str:
    """The erratum as Markdown: ``version`` says of which text, ``recheck`` how a certificate is rechecked."""
    refuted = [verdict for verdict in verdicts if verdict.counterexample is not None]
    lines = [f"# Notes on: {title}", "", *([version, ""] if version else []), _opening(len(verdicts), len(refuted)), ""]
    for heading, group in _groups(refuted):
        lines += [f"## {heading}", "", *(line for verdict in group for line in _item(verdict, recheck))]
    return "\n".join(lines)


def finding(verdict: Verdict, recheck: Command | None = None) -> str:
    """One refuted statement as Markdown."""
    return "\n".join(_item(verdict, recheck))


def _opening(judged: int, refuted: int) -> str:
    scanned = "We read a text that was scanned, so an error may be the scan's; please" if is_built_in() else "Please"
    behind = "problem behind it" if judged == 1 else "problems behind them"
    return (
        f"We compared {counted(judged, 'statement')} of the paper with the optimisation {behind}, in exact "
        f"arithmetic; {refuted} of them {'seems' if refuted == 1 else 'seem'} to need a correction. "
        "Each comes with the smallest instance that we found, and, where it says so, with a certificate that anybody "
        f"can recheck without a solver. {scanned} tell us where we misread. Instances are data, with indices from 0; "
        "the checker's sentences count from 1."
    )


def _groups(refuted: Sequence[Verdict]) -> Iterator[tuple[str, list[Verdict]]]:
    """By substance, what falls first; in each group the worst impact first."""
    ranks = list(IMPACTS)
    for substance, heading in HEADINGS.items():
        group = [verdict for verdict in refuted if verdict.substance == substance]
        scanned = SCANNED if substance == Substance.SLIP and is_built_in() else ""
        if group:
            yield heading + scanned, sorted(group, key=lambda verdict: ranks.index(_impact(verdict)))


def _impact(verdict: Verdict) -> str:
    assert verdict.counterexample is not None
    return verdict.counterexample.impact


def _item(verdict: Verdict, recheck: Command | None) -> Iterator[str]:
    assert verdict.counterexample is not None
    marks = f" ({', '.join(verdict.marks)})" if verdict.marks else ""
    yield from (f"### {verdict.place}: {verdict.title}{marks}", "")
    yield f"- Printed: {verdict.printed}"
    yield f"- If it is used: {IMPACTS[_impact(verdict)]}"
    yield from _counterexample(verdict, verdict.counterexample)
    if verdict.correction is not None:
        yield f"- Suggested: {verdict.correction} ({verdict.strength})"
    for reading in verdict.readings:
        yield f"- Read as “{reading['name']}”: {', '.join([reading['verdict'], *reading['marks']])}"
    if verdict.counterexample.certificate is not None:
        yield f"- Recheck: `{(recheck or _own_command)(verdict)}`"
    yield ""


def _own_command(verdict: Verdict) -> str:
    return f"optcheck show {verdict.id} --certificate proof.json{claims_option()} && optcheck verify proof.json"


def _counterexample(verdict: Verdict, failure: Counterexample) -> Iterator[str]:
    meant = "" if failure.means is None else f", which means {readable(failure.means)}"
    true = f"{true_label(verdict)} is {readable(failure.true)}"
    yield f"- Smallest instance: {in_symbols(readable(failure.instance), verdict)}"
    yield f"- There the printed form gives {readable(failure.claimed)}{meant}; {true}"
    yield f"- {'No certificate' if failure.certificate is None else 'The checker verified'}: {failure.proves}"
