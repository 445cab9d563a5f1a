"""Rendering the report: one file, no network, readable on a phone and on paper."""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from importlib import resources
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from optcheck.audit.plain import Record
from optcheck.audit.showing.explain import steps
from optcheck.audit.showing.numbering import numbered
from optcheck.audit.showing.readable import approximation, as_table, paragraphs, readable
from optcheck.audit.showing.report.cards import ORDER, Audit, cards, counts, papers
from optcheck.audit.showing.report.plots import claimed_and_true, strip
from optcheck.audit.showing.telling import story
from optcheck.audit.showing.typeset import typeset_expression, typeset_text
from optcheck.audit.verdict import Verdict
from optcheck.claims.verdicts import Strength
from optcheck.exact.files import write_atomically

IMPACTS = {
    "safety": "privacy or feasibility breaks",
    "optimality": "more is spent than needed",
    "value": "a printed number or formula is off",
    "text": "a slip of the text: sign, index, typing",
}
LONGEST_STEP = 6000  # characters of MathML beyond which a step's formula is left to the JSON


def write_report(path: Path, audit: Audit) -> None:
    """Write the report of an audit to ``path``."""
    write_atomically(path, render(audit))


def render(audit: Audit) -> str:
    """The report as text."""
    found = cards(audit)
    template = _environment().get_template("template.html")
    return template.render(
        cards=found,
        papers=papers(audit, found),
        order=ORDER,
        totals=counts(found),
        impacts=IMPACTS,
        by_impact=Counter(card.impact for card in found if card.impact),
        strengths=[name.value for name in Strength if any(card.strength == name for card in found)],
        unexpected=[card for card in found if card.details is None or not card.details.agrees],
        seed=audit.seed,
        stamp=audit.stamp,
        style=_file("style.css"),
        script=_file("script.js"),
    )


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
        numbered=numbered,
        paragraphs=paragraphs,
        picture=_picture,
        readable=readable,
        source_hash=_source_hash,
        step=_step,
        story=story,
        strip=_strip,
        typeset=_typeset,
    )
    environment.globals["steps"] = steps
    return environment


def _typeset(text: str) -> Markup:
    """A text with its formulas typeset; everything in it is escaped by the typesetter."""
    return Markup(typeset_text(text))


def _step(formula: str) -> Markup:
    """The executed formula of a step; nothing where it is too long to read."""
    drawn = typeset_expression(formula) if formula else None
    return Markup("" if drawn is None or len(drawn) > LONGEST_STEP else drawn)


def _picture(verdict: Verdict) -> Markup | None:
    """The claim's own plot, else bars for the two numbers. Neither can run a script: the page's policy forbids it."""
    if verdict.plot is not None:
        return Markup(verdict.plot)
    found = verdict.counterexample
    drawn = claimed_and_true(found.claimed, found.true) if found is not None else None
    return Markup(drawn) if drawn is not None else None


def _strip(survey: str) -> Markup:
    return Markup(strip(survey))


def _download(document: Record) -> str:
    """A certificate as an address that holds the file itself."""
    text = json.dumps(document, separators=(",", ":")) + "\n"
    return "data:application/json;base64," + base64.b64encode(text.encode()).decode()


def _source_hash(content: str) -> Markup:
    """The name of a script or style in the page's policy, which allows these two texts and nothing else."""
    return Markup(f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'")


def _file(name: str) -> Markup:
    return Markup(resources.files("optcheck.audit.showing.report").joinpath(name).read_text(encoding="utf-8"))
