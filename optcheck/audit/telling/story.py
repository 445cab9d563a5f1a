"""A counterexample told: what the certificates show, and how that contradicts the print."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from optcheck.audit.telling import chains, thresholds, trainings
from optcheck.audit.telling.arithmetic import difference, number
from optcheck.audit.verdict import Counterexample, Record, Verdict
from optcheck.audit.wording import as_fraction, readable

Teller = Callable[[Record, Record], str | None]
TELLERS: dict[str, Teller] = {**thresholds.TELLERS, **chains.TELLERS, **trainings.TELLERS}
BOUNDS = {"at most": "at most", "at least": "at least", "less": "less than", "greater": "more than"}
AMOUNTS = {"at least": "allowed is", "at most": "needed is", "equals": "the truth is", "identity": "the truth is"}
PROPERTIES = {"optimal": "optimal", "equilibrium": "an equilibrium", "private": "private"}


def story(verdict: Verdict) -> list[str]:
    """Sentences about the counterexample; none for a verdict without one."""
    found = verdict.counterexample
    if found is None:
        return []
    return [*dict.fromkeys(_shown(found)), _contradiction(verdict.relation, found)]


def _shown(found: Counterexample) -> Iterator[str]:
    """What each certificate shows; the checker's own words where no teller knows its kind."""
    for document in (found.certificate, *found.more):
        teller = TELLERS.get(document["kind"])
        told = teller(document["instance"], document["evidence"]) if teller is not None else None
        if told is not None:
            yield told
        elif document["kind"] != "comparison":
            yield _sentence(found.proves)


def _sentence(words: str) -> str:
    """The checker's words as sentences, each said once."""
    parts = dict.fromkeys(part.strip() for part in words.split("; ") if not part.startswith("left "))
    text = "; ".join(parts)
    return text[:1].upper() + text[1:] + "."


def _contradiction(relation: str, found: Counterexample) -> str:
    said = found.claimed if found.means is None else found.means
    relation = relation.partition(", provided")[0]
    if isinstance(found.true, bool):
        return _decided(relation, said, found.true)
    if found.means is not None and relation in AMOUNTS:
        return f"What the printed form gives amounts to {_text(said)}; {AMOUNTS[relation]} {_text(found.true)}."
    if isinstance(said, list) and isinstance(found.true, list):
        return _entries(said, found.true)
    if relation == "between" and isinstance(said, list) and len(said) == 2:
        return (
            f"The printed form says between {readable(said[0])} and {readable(said[1])}; it is {readable(found.true)}."
        )
    if relation in BOUNDS:
        return _bound(BOUNDS[relation], said, found.true)
    return f"The printed form gives {_text(said)}; the truth is {_text(found.true)}{_apart(said, found.true)}."


def _decided(relation: str, said: object, true: bool) -> str:
    if isinstance(said, bool):
        return f"The printed condition says {_text(said)}; the answer is {_text(true)}."
    if relation in PROPERTIES:
        return f"So what the printed form gives is not {PROPERTIES[relation]}."
    return f"So what the print says of it (“{relation}”) is not true."


def _entries(said: list[object], true: list[object]) -> str:
    for place, (one, other) in enumerate(zip(said, true, strict=False), start=1):
        if one != other:
            return (
                f"Entry {place} of the printed form is {_text(one)}; the truth is {_text(other)}{_apart(one, other)}."
            )
    return f"The printed form gives {readable(said)}; the truth is {readable(true)}."


def _bound(words: str, said: object, true: object) -> str:
    one, other = as_fraction(said), as_fraction(true)
    if one is not None and one == other:
        return f"The printed form says {words} {number(one)}, but it is {number(one)} exactly."
    return f"The printed form says {words} {_text(said)}, but it is {_text(true)}{_apart(said, true)}."


def _apart(said: object, true: object) -> str:
    """The exact difference of two fractions."""
    one, other = as_fraction(said), as_fraction(true)
    if one is None or other is None or one == other:
        return ""
    word = "more" if other > one else "less"
    return f", {word} by {difference(max(one, other), min(one, other))}" if _is_short(one, other) else ""


def _is_short(*values: Fraction) -> bool:
    return all(len(str(value)) <= 20 for value in values)


def _text(value: object) -> str:
    exact = as_fraction(value)
    return number(exact) if exact is not None else readable(value)
