"""An erratum for one paper, from the verdicts of an audit: short, polite, ready to send to its authors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from optcheck.audit.registry import is_built_in
from optcheck.audit.showing.explain import claims_option
from optcheck.audit.showing.numbering import numbered
from optcheck.audit.showing.readable import readable
from optcheck.audit.showing.telling import story
from optcheck.audit.verdict import Counterexample, Verdict
from optcheck.checker.wording import counted
from optcheck.claims.verdicts import Impact, Mark

LATER = (Mark.DEGENERATE.value, Mark.AS_SCANNED.value)  # these come last: one may well think them excluded
IMPACTS = {
    Impact.SAFETY.value: "Privacy or feasibility breaks for somebody who uses the printed form",
    Impact.OPTIMALITY.value: "More is spent than needed",
    Impact.VALUE.value: "A printed number or formula is off",
    Impact.TEXT.value: "Slips of the text",
}
LAST = "Boundary cases"
SCANNED = ", and lines that may be errors of our scan"  # the built-in papers were read so


def erratum(title: str, verdicts: Sequence[Verdict]) -> str:
    """The erratum as Markdown."""
    refuted = [verdict for verdict in verdicts if verdict.counterexample is not None]
    lines = [f"# Notes on: {title}", "", _opening(len(verdicts), len(refuted)), ""]
    for heading, group in _groups(refuted):
        lines += [f"## {heading}", "", *(line for verdict in group for line in _item(verdict))]
    return "\n".join(lines)


def _opening(judged: int, refuted: int) -> str:
    scanned = "We read a text that was scanned, so an error may be the scan's; please" if is_built_in() else "Please"
    behind = "problem behind it" if judged == 1 else "problems behind them"
    return (
        f"We compared {counted(judged, 'statement')} of the paper with the optimisation {behind}, in exact "
        f"arithmetic; {refuted} of them {'seems' if refuted == 1 else 'seem'} to need a correction. "
        "Each comes with the smallest instance that we found, and with a certificate that anybody can recheck without "
        f"a solver. {scanned} tell us where we misread. Parties and users are numbered from 1."
    )


def _groups(refuted: Sequence[Verdict]) -> Iterator[tuple[str, list[Verdict]]]:
    """By impact, the worst first; degenerate and scanned ones at the end."""
    last = [verdict for verdict in refuted if set(verdict.marks) & set(LATER)]
    for impact, heading in IMPACTS.items():
        group = [verdict for verdict in refuted if _impact(verdict) == impact and verdict not in last]
        if group:
            yield heading, group
    if last:
        yield LAST + (SCANNED if is_built_in() else ""), last


def _impact(verdict: Verdict) -> str:
    return verdict.counterexample.impact if verdict.counterexample is not None else ""


def _item(verdict: Verdict) -> Iterator[str]:
    assert verdict.counterexample is not None
    marks = f" ({', '.join(verdict.marks)})" if verdict.marks else ""
    yield from (f"### {verdict.place}: {verdict.title}{marks}", "")
    yield f"- Printed: {verdict.printed}"
    yield from _counterexample(verdict.counterexample)
    yield f"- In words: {' '.join(story(verdict))}"
    if verdict.correction is not None:
        yield f"- Suggested: {verdict.correction} ({verdict.strength})"
    for reading in verdict.readings:
        yield f"- Read as “{reading['name']}”: {', '.join([reading['verdict'], *reading['marks']])}"
    show = f"optcheck show {verdict.id} --certificate proof.json{claims_option()}"
    yield from (f"- Recheck: `{show} && optcheck verify proof.json`", "")


def _counterexample(found: Counterexample) -> Iterator[str]:
    meant = "" if found.means is None else f", which means {readable(found.means)}"
    yield f"- Smallest instance: {readable(numbered(found.instance))}"
    yield f"- There the printed form says {readable(found.claimed)}{meant}; true is {readable(found.true)}"
