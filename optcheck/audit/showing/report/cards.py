"""The statements as the report shows them: one card each, in the papers' order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from optcheck.audit.showing.formulas import Formulas
from optcheck.audit.showing.report.plots import share_bar
from optcheck.audit.showing.report.stamp import Stamp
from optcheck.audit.statements import Statement
from optcheck.audit.verdict import Verdict

ORDER = ("holds", "corrected", "refuted", "undecidable", "error", "missing")
NOTHING = Formulas()


@dataclass(frozen=True, slots=True)
class Audit:
    """Everything that the report shows. ``titles`` names the papers, ``known`` lists the printed statements."""

    verdicts: Sequence[Verdict]
    known: Sequence[Statement]
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
    found = [_card(verdict, places.get(verdict.id), audit) for verdict in audit.verdicts]
    found += [_absent(places[name]) for name in audit.missing]
    return sorted(found, key=lambda card: (card.paper, rank.get(card.id, len(rank)), natural(card.place), card.id))


def natural(place: str) -> tuple[tuple[int, str | int], ...]:
    """A key that sorts Eq. 9 before Eq. 10."""
    pieces: list[str] = []
    for letter in place:
        if pieces and pieces[-1][-1].isdigit() == letter.isdigit():
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return tuple((0, int(piece)) if piece.isdecimal() else (1, piece) for piece in pieces)


def _card(verdict: Verdict, known: Statement | None, audit: Audit) -> Card:
    return Card(
        id=verdict.id,
        paper=verdict.paper,
        place=verdict.place or (known.place if known else ""),
        title=verdict.title or (known.gist if known else ""),
        verdict=verdict.verdict,
        strength=verdict.strength or "",
        impact=verdict.counterexample.impact if verdict.counterexample else "",
        checked=verdict.checked + verdict.correction_checked,
        details=verdict,
        formulas=audit.formulas.get(verdict.id, NOTHING),
        marks=verdict.marks,
    )


def _absent(known: Statement) -> Card:
    return Card(known.id, known.paper, known.place, known.gist, "missing", "", "", 0, None)


def papers(audit: Audit, found: Sequence[Card]) -> list[dict[str, object]]:
    """The papers with their counts and cards."""
    names = sorted({card.paper for card in found})
    chosen = {name: [card for card in found if card.paper == name] for name in names}
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


def counts(found: Sequence[Card]) -> dict[str, int]:
    """How many cards have which verdict."""
    counted = Counter(card.verdict for card in found)
    return {name: counted[name] for name in ORDER}
