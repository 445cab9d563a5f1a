"""Strength flows along ``rests_on``: a verdict is as strong as the weakest verdict it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from optcheck.audit.verdict import ReadingRecord, Verdict
from optcheck.claims.verdicts import Outcome, Strength, weakest

FIRM = (Outcome.HOLDS, Outcome.CORRECTED)


def open_foundations(verdicts: Iterable[Verdict]) -> list[str]:
    """Ids on which some verdict rests and that are not among them, sorted."""
    found = {verdict.id: verdict for verdict in verdicts}
    return sorted({name for verdict in found.values() for name in _below(verdict)} - set(found))


def _below(verdict: Verdict) -> list[str]:
    """What the verdict and its other readings rest on."""
    return [*verdict.rests_on, *(name for reading in verdict.readings for name in reading["rests_on"])]


def settled(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts with the strength that their foundations leave them; one that rests on nothing firm is an error."""
    known = {verdict.id: verdict for verdict in verdicts}
    return [_settle_readings(_settle(verdict, known), known) for verdict in verdicts]


def _settle_readings(verdict: Verdict, known: Mapping[str, Verdict]) -> Verdict:
    """The same for its other readings: each is settled like a verdict of its own."""
    if not any(reading["rests_on"] for reading in verdict.readings):
        return verdict
    readings: list[ReadingRecord] = []
    for reading in verdict.readings:
        alone = replace(verdict, strength=reading["strength"], alone=None, theorem=None, rests_on=reading["rests_on"])
        found = _settle(alone, known)
        if found.error is not None and verdict.error is None:
            return replace(
                verdict, verdict=found.verdict, strength=None, error=f"read as {reading['name']!r}: {found.error}"
            )
        readings.append({**reading, "strength": found.strength or reading["strength"]})
    return replace(verdict, readings=readings)


def _settle(verdict: Verdict, known: Mapping[str, Verdict]) -> Verdict:
    if not verdict.rests_on or verdict.strength is None or verdict.theorem is not None:
        return verdict  # a theorem stands by itself
    try:
        below = _foundations(verdict, known, ())
    except ValueError as problem:
        return replace(verdict, verdict=Outcome.ERROR.value, strength=None, error=str(problem))
    return replace(verdict, strength=weakest([Strength(verdict.alone or verdict.strength), *below]).value)


def _foundations(verdict: Verdict, known: Mapping[str, Verdict], path: tuple[str, ...]) -> list[Strength]:
    found: list[Strength] = []
    for name in verdict.rests_on:
        below = known.get(name)
        if name in (*path, verdict.id):
            raise ValueError(f"{verdict.id} rests on itself, by way of {name}")
        if below is None or below.verdict not in FIRM or below.strength is None:
            state = "not judged" if below is None else below.verdict
            raise ValueError(f"{verdict.id} rests on {name}, which is {state}")
        deeper = [] if below.theorem is not None else _foundations(below, known, (*path, verdict.id))
        found += [Strength(below.alone or below.strength), *deeper]
    return found
