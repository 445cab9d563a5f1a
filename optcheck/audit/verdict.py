"""The record of a verdict, and its words: plain JSON data, the same in memory and in files.

Exact values become texts, so that verdicts can be stored, compared byte for byte, and read by others. Strength flows
along ``rests_on``: a verdict is as strong as the weakest verdict it rests on.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any, TypedDict

from optcheck.audit.registry import is_built_in, opened, root_package
from optcheck.checker.core import counted, value_text
from optcheck.checker.intervals import Interval
from optcheck.claims.claim import Impact, Outcome, Strength, Substance, Word, weakest
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


class Basis(Word):
    """What a reader of a counterexample has to believe: least first."""

    REBUILT = "rebuilds the problem", "a certificate holds the problem, which the checker builds and decides anew"
    EVALUATED = (
        "evaluates two definitions",
        "a certificate holds form and definition as texts, which the checker evaluates",
    )
    OWN = "own code", "no certificate: only the statement's own code computed the two values"


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
    means: Value | None = None
    true: Value
    gap: Value
    impact: Impact
    certificates: list[Record] = field(default_factory=list)
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
    verdict: str
    place: str = ""
    title: str = ""
    relation: str = ""
    statement: str = ""
    expected: str = ""
    strength: str | None = None
    checked: int = 0
    exhausted: str = ""
    printed: str = ""
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
    bases = [
        name
        for verdict in verdicts
        for name in (verdict.evidence, *(reading["evidence"] for reading in verdict.readings))
    ]
    return {basis.value: bases.count(basis.value) for basis in Basis}


def open_foundations(verdicts: Iterable[Verdict]) -> list[str]:
    """Ids on which some verdict rests and that are not among them, sorted."""
    by_id = {verdict.id: verdict for verdict in verdicts}
    below = {
        name
        for verdict in by_id.values()
        for name in (*verdict.rests_on, *(name for reading in verdict.readings for name in reading["rests_on"]))
    }
    return sorted(below - set(by_id))


def settled(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts with the strength that their foundations leave them; one that rests on nothing firm is an error."""
    known = {verdict.id: verdict for verdict in verdicts}
    return [_settle(verdict, known) for verdict in verdicts]


def _settle(verdict: Verdict, known: Mapping[str, Verdict]) -> Verdict:
    """The same for one; each of its other readings is settled like a verdict of its own."""
    if verdict.strength is None:
        return verdict
    where, readings = "", list[ReadingRecord]()
    try:
        strength = _supported(verdict.alone or verdict.strength, verdict.id, verdict.rests_on, known)
        for reading in verdict.readings:
            where = f"read as {reading['name']!r}: "
            own = _supported(reading["strength"], verdict.id, reading["rests_on"], known)
            readings.append({**reading, "strength": own})
    except ValueError as problem:
        return replace(verdict, verdict=Outcome.ERROR.value, strength=None, error=f"{where}{problem}")
    return replace(verdict, strength=strength, readings=readings)


def _supported(alone: str, claim: str, rests_on: Sequence[str], known: Mapping[str, Verdict]) -> str:
    """The strength that foundations leave to what has this one alone."""
    return weakest([Strength(alone), *_foundations(claim, rests_on, known, ())]).value


def _foundations(
    claim: str, rests_on: Sequence[str], known: Mapping[str, Verdict], path: tuple[str, ...]
) -> Iterator[Strength]:
    for name in rests_on:
        below = known.get(name)
        if name in (*path, claim):
            raise ValueError(f"{claim} rests on itself, by way of {name}")
        if below is None or below.verdict not in FIRM or below.strength is None:
            state = "not judged" if below is None else below.verdict
            raise ValueError(f"{claim} rests on {name}, which is {state}")
        yield Strength(below.alone or below.strength)
        yield from _foundations(below.id, below.rests_on, known, (*path, claim))


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


# --- Words and texts for people: the vocabulary of verdicts, exact JSON data as short text, how to redo a verdict ---


LONGEST = 300

MISSING = "missing"
OUTCOMES = {**Outcome.meanings(), MISSING: "a known statement without a claim"}
RESULTS = (Outcome.HOLDS, *Substance, Outcome.UNDECIDABLE, Outcome.ERROR, MISSING)  # what tables count
AS_WRITTEN = "The text is as written by the author, not compared with the code; the code was judged."
AS_CODED = "The text gives what the code gives, at {} instances; the code was judged."
BELIEVED = (
    "This is what must be believed: that the paper speaks about these instances, and that this truth is what it means."
)
LIMITS = {"at least": "allowed", "at most": "needed"}  # what a converted form is compared with


def written(compared: int) -> str:
    """What is known of the text of a form that was compared with its code at so many instances."""
    return AS_CODED.format(compared) if compared else AS_WRITTEN


def planted_words(planted: PlantedRecord) -> str:
    """What became of the errors that were planted for the verdict."""
    tried, instances = counted(planted["tried"], "error"), counted(planted["instances"], "instance")
    sentence = f"{planted['told_apart']} of {tried} noticed at {instances}"
    sentence += f", {planted['raised']} made the code raise" if planted["raised"] else ""
    missed = "; ".join(planted["not_told_apart"])
    return f"{sentence}; not noticed: {missed}" if missed else sentence


def decision(goal: GoalRecord) -> str:
    """Whether algebra alone decided the statement, and how or why not."""
    how = goal["how"] if len(goal["how"]) <= LONGEST else f"{goal['how'][:LONGEST]} …"
    return f"decided {how}" if goal["decided"] else f"not decided: {how}"


def true_label(verdict: Verdict) -> str:
    """What the value is that a counterexample violates: the truth, or what is allowed or needed."""
    counterexample, relation = verdict.counterexample, verdict.relation.partition(", provided")[0]
    return "true" if counterexample is None or counterexample.means is None else LIMITS.get(relation, "true")


def readable(value: object, longest: int = LONGEST) -> str:
    """JSON data as one line of text.

    >>> readable({"n": 3, "required": [1, "1/2"]})
    'n = 3, required = (1, 1/2)'
    """
    if isinstance(value, dict):
        text = ", ".join(f"{name} = {_inner(item)}" for name, item in value.items())
    else:
        text = _inner(value)
    return text if len(text) <= longest else f"{text[:longest]} … ({len(text)} characters)"


def in_symbols(text: str, symbols: Mapping[str, str]) -> str:
    """A text about the fields of an instance, in the paper's symbols where it has them."""
    return _NAME.sub(lambda name: name[0] if name[1] is None else symbols.get(name[1], name[1]), text)


def named(instance: object, verdict: Verdict) -> object:
    """The data of an instance under the paper's symbols."""
    if isinstance(instance, dict):
        return {verdict.symbols.get(name, name): named(value, verdict) for name, value in instance.items()}
    return [named(value, verdict) for value in instance] if isinstance(instance, list) else instance


_NAME = re.compile(r"in \{[^}]*\}|'[^']*'|([A-Za-z_]\w*)")  # words to choose from are no names


def spelled(verdict: Verdict) -> dict[str, str]:
    """The symbols of fields whose names do not spell them."""
    return {name: symbol for name, symbol in verdict.symbols.items() if symbol not in (name, greek_letter(name))}


def greek_letter(name: str) -> str:
    """The letter that a name spells; empty where it spells none.

    >>> greek_letter("lambda_"), greek_letter("n")
    ('λ', '')
    """
    try:
        return unicodedata.lookup(f"greek small letter {name.strip('_')}".replace("lambda", "lamda"))
    except KeyError:
        return ""


def approximation(value: object) -> str:
    """A decimal for a fraction, marked as such; empty for anything else.

    >>> approximation("1/3")
    '≈ 0.333333'
    """
    number = as_fraction(value) if isinstance(value, str) and "/" in value else None
    if number is None:
        return ""
    try:
        return f"≈ {float(number):.6g}"
    except OverflowError:
        return ""


def as_fraction(value: object) -> Fraction | None:
    """The number that a piece of JSON data stands for, if it is one."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        return None


Table = tuple[list[str], list[tuple[str, list[str]]]]


def as_table(value: object) -> Table | None:
    """Column names and rows of data with two levels; None for data of another shape.

    >>> as_table({"a": {"x": 1, "y": 2}, "b": {"x": 3}})
    (['x', 'y'], [('a', ['1', '2']), ('b', ['3', ''])])
    """
    if not isinstance(value, dict) or len(value) < 2:
        return None
    rows = {name: _as_row(row) for name, row in value.items()}
    if not all(rows.values()):
        return None
    columns = list(dict.fromkeys(column for row in rows.values() for column in row))
    return columns, [
        (name, [_inner(row[column]) if column in row else "" for column in columns]) for name, row in rows.items()
    ]


def _as_row(value: object) -> dict[str, object]:
    """Named cells, where the value is a list or an object of plain values; else nothing."""
    if isinstance(value, list):
        value = {str(position): item for position, item in enumerate(value, start=1)}
    if not isinstance(value, dict) or any(isinstance(cell, dict | list) for cell in value.values()):
        return {}
    return value


def stated(text: str) -> str:
    """The paragraph of a claim's words that says what is printed, with the paper's own conditions."""
    return paragraphs(text)[0].removeprefix("Statement: ") if text.strip() else ""


def paragraphs(text: str) -> list[str]:
    """Prose wrapped for an editor, as paragraphs without the line breaks; lists and indented lines keep theirs."""
    return [_unwrapped(block) for block in text.strip().split("\n\n") if block.strip()]


def _unwrapped(block: str) -> str:
    lines: list[str] = []
    for line in block.splitlines():
        is_item = line[:1].isspace() or line.lstrip().startswith(("- ", "* ", ">>>", "1.", "2.", "3."))
        if is_item or not lines:
            lines.append(line)
        else:
            lines[-1] = f"{lines[-1]} {line.strip()}"
    return "\n".join(lines)


def _inner(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {_inner(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "(" + ", ".join(_inner(item) for item in value) + ")"
    return _WORDS[value] if value is None or isinstance(value, bool) else str(value)


_WORDS = {None: "none", True: "yes", False: "no"}


def steps(verdict: Verdict) -> list[str]:
    """Commands and Python lines that repeat the evidence, shortest first."""
    package = claims_option()
    again = f"optcheck audit {verdict.id}{package}"
    if verdict.counterexample is None:
        return [again]
    file = verdict.id.replace("/", "-") + ".json"
    recheck = f"optcheck show {verdict.id} --certificate {file}{package}  &&  optcheck verify {file}"
    return [
        *([] if verdict.counterexample.certificate is None else [recheck]),
        *(f">>> {line}" for line in python_lines(verdict, verdict.counterexample)),
        again,
    ]


def claims_option() -> str:
    """The option that names the claims; empty for the built-in papers."""
    return "" if is_built_in() else f" --claims {shlex.quote(root_shown())}"


def root_shown() -> str:
    """The package or path of the claims, from the present folder on where it lies there."""
    root = root_package()
    if os.path.isabs(root) and Path(root).is_relative_to(Path.cwd()):
        return os.path.relpath(root)
    return root


def python_lines(verdict: Verdict, counterexample: Counterexample) -> list[str]:
    """Python that evaluates the printed form, and the corrected one, at the counterexample."""
    return [
        *_import_lines(verdict.id),
        *map(_import_line, counterexample.imports),
        f"instance = {counterexample.literal}",
        "CLAIM.printed.evaluate(instance)",
        *(["CLAIM.corrected.evaluate(instance)"] if verdict.correction is not None else []),
    ]


def _import_lines(claim_id: str) -> list[str]:
    module = f"{opened(root_package()).package}.{claim_id.replace('/', '.').replace('-', '_')}"
    parts = module.split(".")
    is_here = Path.cwd().joinpath(*parts).with_suffix(".py").is_file() or not os.path.isabs(root_package())
    if is_here and all(part.isidentifier() for part in parts):
        return [f"from {module} import CLAIM"]
    return ["from optcheck.audit import registry", f"CLAIM = registry.find({claim_id!r}, {root_shown()!r})"]


def _import_line(line: str) -> str:
    """An import as it is, or what does the same for a module whose name Python cannot write."""
    module, _, name = line.removeprefix("from ").partition(" import ")
    if all(part.isidentifier() for part in module.split(".")):
        return line
    return f"import sys; {name} = vars(sys.modules[{module!r}])[{name!r}]"
