"""The record of a verdict: plain JSON data, the same in memory, in the journal of a run and in files.

Exact values become texts, so that verdicts can be stored, compared byte for byte, and read by others. Strength flows
along ``rests_on``: a verdict is as strong as the weakest verdict it rests on.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from enum import Enum, StrEnum
from fractions import Fraction
from typing import Any, TypedDict

from optcheck.checker.core import value_text
from optcheck.checker.intervals import Interval
from optcheck.claims.claim import Impact, Outcome, Strength, Substance, weakest
from optcheck.claims.expressions import Expr, Infinite, Value
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Quadratic

Record = dict[str, Any]  # an object of a JSON document as json reads it: who reads a field knows what it holds

_LONGEST = 60  # characters of an expression that is shown beside its digits


def plain(value: object) -> object:
    """Return ``value`` as JSON data: fractions become "p/q", dataclasses objects, sets sorted lists.

    >>> plain({"x": (Fraction(1, 2), 3)})
    {'x': ['1/2', 3]}
    """
    if value is None or (isinstance(value, bool | int | float | str) and not isinstance(value, Enum)):
        return value
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
    if isinstance(value, Quadratic | Infinite):
        return str(value)
    if isinstance(value, Expr):
        return f"{value} = {value.decimal()}…" if len(repr(value)) <= _LONGEST else f"{value.decimal()}…"
    if isinstance(value, Interval):
        return value_text(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {item.name: plain(getattr(value, item.name)) for item in fields(value)}
    return _plain_container(value)


def key_of(instance: object) -> str:
    """A text that only equal instances share: ``repr`` alone may leave fields out."""
    return f"{instance!r} {plain(instance)!r}"


def _plain_container(value: object) -> object:
    if isinstance(value, Mapping):
        return {_key(key): plain(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((plain(item) for item in value), key=repr)
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if type(value).__module__.partition(".")[0] == "flint":
        return str(value)
    raise InvalidInput(
        f"instances and values are dataclasses, exact numbers and rows of these, got the "
        f"{type(value).__name__} {value!r}"
    )


def _key(key: object) -> str:
    data = plain(key)
    return data if isinstance(data, str) else str(data)


def imports(value: object) -> list[str]:
    """The import lines under which ``repr(value)`` is a Python expression for it.

    >>> imports((1, Fraction(1, 2)))
    ['from fractions import Fraction']
    """
    return sorted(f"from {kind.__module__} import {kind.__name__}" for kind in set(_types(value)))


def _types(value: object) -> Iterator[type]:
    if isinstance(value, Enum | Fraction) or (is_dataclass(value) and not isinstance(value, type)):
        yield type(value)
    if is_dataclass(value) and not isinstance(value, type):
        for item in fields(value):
            yield from _types(getattr(value, item.name))
    elif isinstance(value, Mapping):
        yield from (kind for pair in value.items() for part in pair for kind in _types(part))
    elif isinstance(value, list | tuple | set | frozenset):
        yield from (kind for part in value for kind in _types(part))


class Basis(StrEnum):
    """What a reader of a counterexample has to believe: least first."""

    REBUILT = "rebuilds the problem"
    EVALUATED = "evaluates two definitions"
    OWN = "own code"


EVALUATION = "evaluation"  # the kind of certificate that only the kernel writes


def basis_of(certificates: Sequence[Record]) -> Basis:
    """What a counterexample with these certificates rests on."""
    if not certificates:
        return Basis.OWN
    evaluated = any(document["kind"] == EVALUATION for document in certificates)
    return Basis.EVALUATED if evaluated else Basis.REBUILT


@dataclass(frozen=True, slots=True, kw_only=True)
class Discrepancy:
    """What is wrong with a form at one instance, with the checker's word for it.

    ``means`` is what the claim makes of the claimed value before it is compared. ``certificates`` establish the truth,
    or that the two definitions differ; without any, ``proves`` says why there is none.
    """

    claimed: Value
    means: Value | None
    true: Value
    gap: Value
    impact: Impact
    certificates: list[Record]
    proves: str

    @property
    def basis(self) -> Basis:
        """What it rests on."""
        return basis_of(self.certificates)


@dataclass(frozen=True, slots=True)
class Counterexample:
    """The smallest instance found at which the printed form is wrong, as JSON data.

    ``literal`` is the instance as a Python expression, after the lines of ``imports``; ``proves`` is what the checker
    read out of the certificate, and out of those in ``more``.
    """

    instance: object
    literal: str
    imports: list[str]
    claimed: object
    true: object
    gap: object
    impact: str
    stage: str
    certificate: Record | None
    proves: str
    more: list[Record] = field(default_factory=list)
    means: object = None

    @property
    def certificates(self) -> list[Record]:
        """All certificates, the first one first; none where nothing but the statement's own code was evaluated."""
        return [] if self.certificate is None else [self.certificate, *self.more]


class Shown(TypedDict):
    """Claimed, true and gap as JSON data."""

    claimed: object
    means: object
    true: object
    gap: object


class ShownAt(Shown):
    """The same at an instance."""

    instance: object


class ReadingRecord(TypedDict):
    """What was found out about another reading of the print."""

    name: str
    marks: list[str]
    verdict: str
    strength: str
    rests_on: list[str]
    checked: int
    printed: str
    evidence: str | None
    counterexample: ShownAt | None
    correction: str | None


class GoalRecord(TypedDict):
    """The kernel's own goal in words and symbols, whether it was decided, and how (or why not)."""

    words: str
    symbols: str
    decided: bool
    how: str


class PlantedRecord(TypedDict):
    """Errors planted in right form and definition: how many the first instances tell apart, and which they do not.

    With those in ``raised`` the statement's code raises: nothing was compared.
    """

    tried: int
    told_apart: int
    raised: int
    instances: int
    not_told_apart: list[str]


class Example(TypedDict):
    """What the checker established at one instance: a program in words with its solution, and a sentence."""

    instance: object
    problem: list[str]
    proves: str


class Premises(TypedDict):
    """What must be believed: the domain in words, what is asserted, and the truth in words, as code, by example."""

    domain: str
    asserts: str
    truth: str
    definition: list[str]
    conversion: list[str]
    example: Example | None


class MeasurementRecord(TypedDict):
    """Figures, and why nothing was decided."""

    reason: str
    figures: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The computed verdict with its evidence.

    ``verdict`` is "holds", "refuted", "corrected", "undecidable" or "error"; ``exhausted`` says which instances were
    compared, ``drawn`` how many of them were drawn at random, ``reach`` how large their fields got, ``open`` at how
    many the enclosures of both sides overlap, and ``enclosed`` whether numbers were compared by enclosing them;
    ``survey`` marks where on the grid the printed form is wrong, and ``evidence`` says on what the counterexample rests
    (a Basis). ``alone`` is the strength without regard to the claims in ``rests_on``. ``theorem`` names what a proof
    assistant has checked, and ``proposition`` is what it says. ``texts`` says for each form at how many instances its
    text, where that is a formula of the fields, gave what its code gives; 0 for words. ``timings`` (of claims that
    measure) is all that differs from run to run.
    """

    id: str
    place: str
    title: str
    relation: str
    statement: str
    verdict: str
    expected: str
    strength: str | None
    checked: int
    exhausted: str
    printed: str
    correction: str | None = None
    correction_checked: int = 0
    counterexample: Counterexample | None = None
    survey: str | None = None
    argument: str = ""  # prose: nothing of it was executed
    measurement: MeasurementRecord | None = None
    error: str | None = None
    timings: dict[str, float] | None = None
    plot: str | None = None
    symbols: dict[str, str] = field(default_factory=dict)  # the paper's, by the names of the instance's fields
    falls: bool = False  # the author's word: what the print concludes is not so
    marks: list[str] = field(default_factory=list)
    readings: list[ReadingRecord] = field(default_factory=list)
    rests_on: list[str] = field(default_factory=list)
    alone: str | None = None
    theorem: str | None = None
    proposition: str | None = None
    drawn: int = 0
    reach: dict[str, int] = field(default_factory=dict)
    open: int = 0
    enclosed: bool = False
    goal: GoalRecord | None = None
    evidence: str | None = None
    premises: Premises | None = None
    planted: PlantedRecord | None = None
    texts: dict[str, int] = field(default_factory=dict)

    @property
    def agrees(self) -> bool:
        """Whether the computed verdict is the expected one."""
        return self.verdict == self.expected

    @property
    def substance(self) -> str | None:
        """How much of a wrong statement is left; None where none is known to be wrong."""
        if self.counterexample is None:
            return None
        if self.marks:
            return Substance.SLIP.value
        if self.falls or self.verdict == Outcome.REFUTED:
            return Substance.FALLS.value
        return (Substance.SLIP if self.counterexample.impact == Impact.TEXT else Substance.LINE).value

    @property
    def result(self) -> str:
        """What the tables count: how much is wrong, and the verdict where nothing is."""
        return self.substance or self.verdict

    @property
    def paper(self) -> str:
        """The paper's folder name."""
        return self.id.partition("/")[0]

    def to_record(self) -> Record:
        """All fields as JSON data; ``Verdict.from_record`` reads it back."""
        return asdict(self)

    @classmethod
    def from_record(cls, record: Record) -> Verdict:
        """The verdict stored in a record."""
        known = {item.name: record[item.name] for item in fields(cls)}
        if known["counterexample"] is not None:
            known["counterexample"] = Counterexample(**known["counterexample"])
        return cls(**known)


FIRM = (Outcome.HOLDS, Outcome.CORRECTED)


def evidence_counts(verdicts: Iterable[Verdict]) -> dict[str, int]:
    """How many counterexamples rest on what, those of other readings included."""
    bases = [name for verdict in verdicts for name in (verdict.evidence, *_bases(verdict.readings))]
    return {basis.value: bases.count(basis.value) for basis in Basis}


def _bases(readings: Iterable[ReadingRecord]) -> list[str | None]:
    return [reading["evidence"] for reading in readings]


def open_foundations(verdicts: Iterable[Verdict]) -> list[str]:
    """Ids on which some verdict rests and that are not among them, sorted."""
    by_id = {verdict.id: verdict for verdict in verdicts}
    return sorted({name for verdict in by_id.values() for name in _below(verdict)} - set(by_id))


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
        alone = replace(verdict, strength=reading["strength"], alone=None, rests_on=reading["rests_on"])
        alone = replace(alone, theorem=None, proposition=None)
        outcome = _settle(alone, known)
        if outcome.error is not None and verdict.error is None:
            return replace(
                verdict, verdict=outcome.verdict, strength=None, error=f"read as {reading['name']!r}: {outcome.error}"
            )
        readings.append({**reading, "strength": outcome.strength or reading["strength"]})
    return replace(verdict, readings=readings)


def _settle(verdict: Verdict, known: Mapping[str, Verdict]) -> Verdict:
    if not verdict.rests_on or verdict.strength is None:
        return verdict
    try:
        below = _foundations(verdict, known, ())
    except ValueError as problem:
        return replace(verdict, verdict=Outcome.ERROR.value, strength=None, error=str(problem))
    return replace(verdict, strength=weakest([Strength(verdict.alone or verdict.strength), *below]).value)


def _foundations(verdict: Verdict, known: Mapping[str, Verdict], path: tuple[str, ...]) -> list[Strength]:
    strengths: list[Strength] = []
    for name in verdict.rests_on:
        below = known.get(name)
        if name in (*path, verdict.id):
            raise ValueError(f"{verdict.id} rests on itself, by way of {name}")
        if below is None or below.verdict not in FIRM or below.strength is None:
            state = "not judged" if below is None else below.verdict
            raise ValueError(f"{verdict.id} rests on {name}, which is {state}")
        strengths += [Strength(below.alone or below.strength), *_foundations(below, known, (*path, verdict.id))]
    return strengths


# --- The verdicts of an audit as JSON: sorted and without timings, so that the same seed gives the same bytes ---


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
