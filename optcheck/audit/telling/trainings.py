"""Local training (ADPML) and tables of chances (randomised response)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from optcheck.audit.telling.arithmetic import added, number, term
from optcheck.audit.verdict import Record


def least_squares(instance: Record, evidence: Record) -> str | None:
    """The best model of some records."""
    records = [(Fraction(x), Fraction(y)) for x, y in instance["records"]]
    above = " + ".join(f"{term(x)}·{term(y)}" for x, y in records)
    below = " + ".join(f"{term(x)}²" for x, _ in records)
    bottom = sum(x * x for x, _ in records)
    if not bottom:
        return None
    best = sum((x * y for x, y in records), Fraction(0)) / bottom
    return f"The best model of the records is ({above}) / ({below}) = {number(best)}."


def moved(instance: Record, evidence: Record) -> str:
    """How far one record moves a clipped model."""
    clip, weight = Fraction(instance["clip"]), Fraction(instance["weight"])
    way = f"{number(clip)} − {term(-clip)}"
    weighted = way if weight == 1 else f"{number(weight)} · ({way})"
    return (
        f"One replaced record moves the clipped model from {number(-clip)} to {number(clip)}: "
        f"{weighted} = {number(2 * weight * clip)}."
    )


def rule(instance: Record, evidence: Record) -> str | None:
    """A decision rule that is no distribution."""
    return _too_much([row for part in instance["rule"] for row in part], "After one response the chances add up to")


def mechanism(instance: Record, evidence: Record) -> str | None:
    """A mechanism that is no distribution."""
    return _too_much(instance["rows"], "In one row the chances add up to")


def _too_much(rows: Sequence[Sequence[str]], words: str) -> str | None:
    for row in rows:
        chances = [Fraction(value) for value in row]
        if sum(chances) != 1:
            return f"{words} {added(chances)}, not to 1."
    return None


TELLERS = {
    "adpml-local-training": least_squares,
    "adpml-sensitivity": moved,
    "neighbour-privacy": mechanism,
    "protocol-optimum": rule,
}
