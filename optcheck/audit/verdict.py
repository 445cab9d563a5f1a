"""What the audit says about one claim: plain data, the same in memory, in the cache and in the JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import TypedDict

from optcheck.audit.plain import Record
from optcheck.claims.values import Value
from optcheck.claims.verdicts import Impact


@dataclass(frozen=True, slots=True, kw_only=True)
class Discrepancy:
    """What is wrong with a form at one instance, with the checker's word for it.

    ``means`` is what the claim makes of the claimed value before it is compared. ``certificates`` establish the truth
    and, where the two numbers are not both plain, that they differ.
    """

    claimed: Value
    means: Value | None
    true: Value
    gap: Value
    impact: Impact
    certificates: list[Record]
    proves: str


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
    certificate: Record
    proves: str
    more: list[Record] = field(default_factory=list)
    means: object = None


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
    counterexample: ShownAt | None
    correction: str | None


class StepRecord(TypedDict):
    """One step of a proof."""

    kind: str
    words: str
    formula: str


class ProofRecord(TypedDict):
    """A proof that was executed; ``remarks`` say what weakens it."""

    argument: str
    steps: int
    complete: bool
    shown: list[StepRecord]
    remarks: list[str]


class MeasurementRecord(TypedDict):
    """Figures, and why nothing was decided."""

    reason: str
    figures: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The computed verdict with its evidence.

    ``verdict`` is "holds", "refuted", "corrected", "undecidable" or "error"; ``exhausted`` says which instances were
    compared; ``survey`` marks where on the grid the printed form is wrong. ``alone`` is the strength without regard
    to the claims in ``rests_on``. ``theorem`` names what a proof assistant has checked. ``timings`` (of claims that
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
    proof: ProofRecord | None = None
    measurement: MeasurementRecord | None = None
    error: str | None = None
    timings: dict[str, float] | None = None
    plot: str | None = None
    marks: list[str] = field(default_factory=list)
    readings: list[ReadingRecord] = field(default_factory=list)
    rests_on: list[str] = field(default_factory=list)
    alone: str | None = None
    theorem: str | None = None

    @property
    def agrees(self) -> bool:
        """Whether the computed verdict is the expected one."""
        return self.verdict == self.expected

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
