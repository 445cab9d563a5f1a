"""The report of an audit: one HTML file, no network, readable on a phone and on paper.

The page lists every statement; the details of a card lie in a template and are built when the card is opened. Formulas
are typeset from the code of the forms; all other text is shown as it is. The same audit gives the same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import json
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby
from pathlib import Path
from typing import TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from optcheck.audit.goal import defining
from optcheck.audit.registry import ListedStatement, Source, load
from optcheck.audit.typeset import Definition, typeset_form
from optcheck.audit.verdict import Record, Verdict, evidence_counts
from optcheck.audit.wording import (
    BASES,
    BELIEVED,
    IMPACTS,
    MARKS,
    OUTCOMES,
    RESULTS,
    STRENGTHS,
    SUBSTANCES,
    approximation,
    as_table,
    decision,
    in_symbols,
    named,
    paragraphs,
    planted_words,
    readable,
    spelled,
    stated,
    steps,
    true_label,
    written,
)
from optcheck.checker.core import counted
from optcheck.claims.claim import Claim
from optcheck.exact.files import write_atomically

I = TypeVar("I")  # noqa: E741 - the instance


# What was compared, typeset from the claim's code


@dataclass(frozen=True, slots=True)
class Formulas:
    """The code of both forms and of the truth; ``conversion`` is applied to a form's value before it is compared."""

    printed: tuple[Definition, ...] = ()
    corrected: tuple[Definition, ...] = ()
    conversion: tuple[Definition, ...] = ()
    truth: tuple[Definition, ...] = ()


def formulas(sources: Iterable[Source]) -> dict[str, Formulas]:
    """The formulas of claims by id; a claim that cannot be loaded has none (its verdict says why)."""
    result = {}
    for source in sources:
        try:
            result[source.id] = formulas_of(load(source))
        except Exception:
            result[source.id] = Formulas()
    return result


def formulas_of(claim: Claim[I]) -> Formulas:
    """The formulas of one claim; a helper that several functions call is shown once."""
    symbols = {} if claim.domain.declared is None else claim.domain.declared.symbols
    printed = typeset_form(claim.printed.evaluate, symbols)

    def others(function: Callable[..., object] | None) -> tuple[Definition, ...]:
        return (
            () if function is None else tuple(one for one in typeset_form(function, symbols) if one not in printed[1:])
        )

    return Formulas(
        printed,
        corrected=others(None if claim.corrected is None else claim.corrected.evaluate),
        conversion=others(claim.means),
        truth=others(defining(claim.truth)),
    )


# Pictures as SVG in the page's colours


STRIPES = {".": "right", "x": "wrong", "!": "undefined"}


def share_bar(counts: Mapping[str, int]) -> str:
    """One bar, split in proportion to the counts."""
    total = sum(counts.values())
    parts, start = [], Fraction(0)
    for name, count in counts.items():
        if count:
            width = Fraction(count * 100, total)
            kind = name.replace(" ", "-")
            parts.append(
                f'<rect class="fill-{kind}" x="{float(start):.2f}" y="0" width="{float(width):.2f}" height="8">'
                f"<title>{escape(name)}: {count}</title></rect>"
            )
            start += width
    label = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
    shape = 'viewBox="0 0 100 8" preserveAspectRatio="none"'
    return f'<svg class="share" {shape} role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'


def strip(survey: str) -> str:
    """Where on the grid a form is wrong: one stripe an instance, in the declared order."""
    runs = [(mark, len(list(group))) for mark, group in groupby(survey)]
    parts, start = [], 0
    for mark, length in runs:
        parts.append(f'<rect class="mark-{STRIPES[mark]}" x="{start}" y="0" width="{length}" height="1"/>')
        start += length
    shape = f'viewBox="0 0 {len(survey)} 1" preserveAspectRatio="none"'
    return f'<svg class="strip" {shape} role="img" aria-label="where the printed form is wrong">{"".join(parts)}</svg>'


# The stamp: version, and in a checkout the commit with its date; no clock


ROOT = Path(__file__).resolve().parents[2]
SECONDS = 10


@dataclass(frozen=True, slots=True)
class Stamp:
    """The version that made the report; commit and date are empty outside a checkout."""

    version: str = ""
    commit: str = ""
    date: str = ""


def stamp() -> Stamp:
    """The stamp of this installation."""
    shown = _git("log", "-1", "--format=%h %cs") if (ROOT / ".git").exists() else ""
    commit, _, date = shown.partition(" ")
    changed = bool(commit and _git("status", "--porcelain", "--untracked-files=no"))
    return Stamp(_version(), f"{commit} with changes" if changed else commit, date)


def _version() -> str:
    try:
        return version("optcheck")
    except PackageNotFoundError:  # run from a folder of files
        return ""


def _git(*arguments: str) -> str:
    """What git says; nothing where there is no git or it fails."""
    try:
        done = subprocess.run(
            ["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, timeout=SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


# Cards, in the papers' order


NOTHING = Formulas()


@dataclass(frozen=True, slots=True)
class Audit:
    """Everything that the report shows. ``titles`` names the papers, ``known`` lists the printed statements."""

    verdicts: Sequence[Verdict]
    known: Sequence[ListedStatement]
    titles: Mapping[str, str]
    missing: Sequence[str]
    seed: int
    formulas: Mapping[str, Formulas] = field(default_factory=dict)
    stamp: Stamp = field(default_factory=Stamp)


@dataclass(frozen=True, slots=True)
class Card:
    """One statement as the template shows it."""

    id: str
    paper: str
    place: str
    title: str
    verdict: str
    result: str
    strength: str
    impact: str
    checked: int
    details: Verdict | None
    formulas: Formulas = NOTHING
    marks: Sequence[str] = ()


def cards(audit: Audit) -> list[Card]:
    """All cards, by paper and then in the order of the statements."""
    places = {item.id: item for item in audit.known}
    rank = {item.id: position for position, item in enumerate(audit.known)}
    result = [_card(verdict, places.get(verdict.id), audit) for verdict in audit.verdicts]
    result += [_absent(places[name]) for name in audit.missing]
    return sorted(result, key=lambda card: (card.paper, rank.get(card.id, len(rank)), natural(card.place), card.id))


def natural(place: str) -> tuple[tuple[int, str | int], ...]:
    """A key that sorts Eq. 9 before Eq. 10."""
    pieces: list[str] = []
    for letter in place:
        if pieces and pieces[-1][-1].isdigit() == letter.isdigit():
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return tuple((0, int(piece)) if piece.isdecimal() else (1, piece) for piece in pieces)


def _card(verdict: Verdict, known: ListedStatement | None, audit: Audit) -> Card:
    return Card(
        id=verdict.id,
        paper=verdict.paper,
        place=verdict.place or (known.place if known else ""),
        title=verdict.title or (known.gist if known else ""),
        verdict=verdict.verdict,
        result=verdict.result,
        strength=verdict.strength or "",
        impact=verdict.counterexample.impact if verdict.counterexample else "",
        checked=verdict.checked + verdict.correction_checked,
        details=verdict,
        formulas=audit.formulas.get(verdict.id, NOTHING),
        marks=verdict.marks,
    )


def _absent(known: ListedStatement) -> Card:
    return Card(known.id, known.paper, known.place, known.gist, "missing", "missing", "", "", 0, None)


def papers(audit: Audit, shown: Sequence[Card]) -> list[dict[str, object]]:
    """The papers with their counts and cards."""
    names = sorted({card.paper for card in shown})
    chosen = {name: [card for card in shown if card.paper == name] for name in names}
    return [
        {
            "name": name,
            "title": audit.titles.get(name, name),
            "counts": counts(chosen[name]),
            "bar": Markup(share_bar(counts(chosen[name]))),
            "checked": sum(card.checked for card in chosen[name]),
            "cards": chosen[name],
        }
        for name in names
    ]


def counts(shown: Sequence[Card]) -> dict[str, int]:
    """How many cards have which result, those with none left out."""
    totals = Counter(card.result for card in shown)
    return {name: totals[name] for name in RESULTS if totals[name]}


# The page


def write_report(path: Path, audit: Audit) -> None:
    """Write the report of an audit to ``path``."""
    write_atomically(path, render(audit))


def render(audit: Audit) -> str:
    """The report as text."""
    shown = cards(audit)
    template = _environment().get_template("template.html")
    return template.render(
        cards=shown,
        papers=papers(audit, shown),
        verdicts=[name for name in OUTCOMES if any(card.verdict == name for card in shown)],
        totals=counts(shown),
        impacts=IMPACTS,
        meanings={**OUTCOMES, **SUBSTANCES},
        by_impact=Counter(card.impact for card in shown if card.impact),
        bases=evidence_counts(card.details for card in shown if card.details is not None),
        strengths=[name for name in STRENGTHS if any(card.strength == name for card in shown)],
        legend={
            "Verdict": OUTCOMES,
            "Strength": STRENGTHS,
            "Impact": IMPACTS,
            "Evidence": BASES,
            "Mark": MARKS,
            "How much is wrong": SUBSTANCES,
        },
        unexpected=[card for card in shown if card.details is None or not card.details.agrees],
        seed=audit.seed,
        stamp=audit.stamp,
        style=_file("style.css"),
        script=_file("script.js"),
    )


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("optcheck.audit", "assets"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        approximation=approximation,
        as_table=as_table,
        download=_download,
        in_symbols=in_symbols,
        named=named,
        paragraphs=paragraphs,
        readable=readable,
        sentence=_sentence,
        source_hash=_source_hash,
        spelled=spelled,
        stated=stated,
        strip=_strip,
        true_label=true_label,
    )
    environment.globals.update(believed=BELIEVED, counted=counted, decision=decision, planted_words=planted_words)
    environment.globals.update(steps=steps, written=written)
    return environment


def _sentence(text: str) -> str:
    """The checker's words as a sentence, each part once."""
    parts = "; ".join(dict.fromkeys(text.split("; ")))
    return f"{parts[:1].upper()}{parts[1:]}."


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
    return Markup(resources.files("optcheck.audit").joinpath("assets", name).read_text(encoding="utf-8"))
