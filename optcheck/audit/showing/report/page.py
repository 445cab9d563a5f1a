"""Rendering the report: one file, no network, readable on a phone and on paper."""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from optcheck.audit.showing.explain import steps
from optcheck.audit.showing.readable import approximation, as_table, paragraphs, readable
from optcheck.audit.showing.report.plots import claimed_and_true, share_bar, strip
from optcheck.audit.statements import Statement
from optcheck.audit.verdict import Verdict
from optcheck.claims.verdicts import Strength
from optcheck.exact.writing import write_atomically

ORDER = ("holds", "corrected", "refuted", "undecidable", "error", "missing")
IMPACTS = {
    "safety": "privacy or feasibility breaks",
    "optimality": "more is spent than needed",
    "value": "a printed number or formula is off",
    "text": "a slip of the text: sign, index, typing",
}


@dataclass(frozen=True, slots=True)
class Audit:
    """Everything that the report shows. ``titles`` names the papers, ``known`` lists the printed statements."""

    verdicts: Sequence[Verdict]
    known: Sequence[Statement]
    titles: Mapping[str, str]
    missing: Sequence[str]
    seed: int


@dataclass(frozen=True, slots=True)
class _Entry:
    """One statement as the template shows it."""

    anchor: str
    id: str
    paper: str
    place: str
    title: str
    verdict: str
    strength: str
    impact: str
    checked: int
    details: Verdict | None
    marks: Sequence[str] = ()


def write_report(path: Path, audit: Audit) -> None:
    """Write the report of an audit to ``path``."""
    write_atomically(path, render(audit))


def render(audit: Audit) -> str:
    """The report as text."""
    entries = _entries(audit)
    template = _environment().get_template("template.html")
    return template.render(
        entries=entries,
        papers=_papers(audit, entries),
        order=ORDER,
        totals=_counts(entries),
        impacts=IMPACTS,
        by_impact=Counter(entry.impact for entry in entries if entry.impact),
        strengths=[name.value for name in Strength if any(entry.strength == name for entry in entries)],
        unexpected=[entry for entry in entries if entry.details is None or not entry.details.agrees],
        seed=audit.seed,
        style=_file("style.css"),
        script=_file("script.js"),
    )


def _entries(audit: Audit) -> list[_Entry]:
    places = {item.id: item for item in audit.known}
    rank = {item.id: position for position, item in enumerate(audit.known)}
    found = [_entry(verdict, places.get(verdict.id)) for verdict in audit.verdicts]
    found += [_absent(places[name]) for name in audit.missing]
    return sorted(found, key=lambda entry: (entry.paper, rank.get(entry.id, len(rank)), entry.id))


def _entry(verdict: Verdict, known: Statement | None) -> _Entry:
    return _Entry(
        anchor=verdict.id.replace("/", "-"),
        id=verdict.id,
        paper=verdict.paper,
        place=verdict.place or (known.place if known else ""),
        title=verdict.title or (known.gist if known else ""),
        verdict=verdict.verdict,
        strength=verdict.strength or "",
        impact=verdict.counterexample.impact if verdict.counterexample else "",
        checked=verdict.checked + verdict.correction_checked,
        details=verdict,
        marks=verdict.marks,
    )


def _absent(known: Statement) -> _Entry:
    anchor = known.id.replace("/", "-")
    return _Entry(anchor, known.id, known.paper, known.place, known.gist, "missing", "", "", 0, None)


def _papers(audit: Audit, entries: Sequence[_Entry]) -> list[dict[str, Any]]:
    names = sorted({entry.paper for entry in entries})
    chosen = {name: [entry for entry in entries if entry.paper == name] for name in names}
    return [
        {
            "name": name,
            "title": audit.titles.get(name, name),
            "counts": _counts(chosen[name]),
            "bar": Markup(share_bar(_counts(chosen[name]))),
            "checked": sum(entry.checked for entry in chosen[name]),
        }
        for name in names
    ]


def _counts(entries: Sequence[_Entry]) -> dict[str, int]:
    counted = Counter(entry.verdict for entry in entries)
    return {name: counted[name] for name in ORDER}


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("optcheck.audit.showing.report", "."),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        approximation=approximation,
        as_table=as_table,
        download=_download,
        paragraphs=paragraphs,
        picture=_picture,
        readable=readable,
        source_hash=_source_hash,
        strip=_strip,
    )
    environment.globals["steps"] = steps
    return environment


def _picture(verdict: Verdict) -> Markup | None:
    """The claim's own plot, else bars for the two numbers. Neither can run a script: the page's policy forbids it."""
    if verdict.plot is not None:
        return Markup(verdict.plot)
    found = verdict.counterexample
    drawn = claimed_and_true(found.claimed, found.true) if found is not None else None
    return Markup(drawn) if drawn is not None else None


def _strip(survey: str) -> Markup:
    return Markup(strip(survey))


def _download(document: dict[str, Any]) -> str:
    """A certificate as an address that holds the file itself."""
    text = json.dumps(document, separators=(",", ":")) + "\n"
    return "data:application/json;base64," + base64.b64encode(text.encode()).decode()


def _source_hash(content: str) -> Markup:
    """The name of a script or style in the page's policy, which allows these two texts and nothing else."""
    return Markup(f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'")


def _file(name: str) -> Markup:
    return Markup(resources.files("optcheck.audit.showing.report").joinpath(name).read_text(encoding="utf-8"))
