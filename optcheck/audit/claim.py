"""Claims as they were written before ``optcheck.claims``: until the last of them has moved, they are judged so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from optcheck.claims import claim as claims
from optcheck.claims.claim import Measurement
from optcheck.claims.verdicts import Impact, Outcome, Strength
from optcheck.errors import InvalidInput
from optcheck.exact.certificate import Certificate

__all__ = [
    "AnyClaim",
    "Claim", "Compare", "Discrepancy", "Domain", "Expected", "Form", "Impact", "Measurement", "Proof", "Relation",
    "Strength",
]  # fmt: skip

Expected = Outcome
if TYPE_CHECKING:
    Domain = claims.Domain[Any]
else:
    Domain = claims.Domain  # a generic alias cannot make frozen objects with slots
AnyClaim = Any  # one of these, or a claims.Claim


class Relation(StrEnum):
    """What the statement asserts between its formula and the truth."""

    EQUALS = "equals"
    AT_MOST = "at most"
    AT_LEAST = "at least"
    OPTIMAL = "optimal"
    EQUILIBRIUM = "equilibrium"
    IDENTITY = "identity"
    ORDER = "order"


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """One instance at which a form is wrong, with a certificate the checker accepts."""

    claimed: Any
    true: Any
    gap: Any
    impact: Impact
    certificate: Certificate
    explanation: str


@dataclass(frozen=True, slots=True)
class Proof:
    """An argument that the code has just executed.

    ``complete`` says whether it reaches every instance of the domain. An argument whose executed part stops at some
    size, with words that carry it further, is shown as what it is, and the strength is that of the search alone.
    """

    argument: str
    steps: int
    complete: bool = True


@dataclass(frozen=True, slots=True)
class Form:
    """A formula as readable text and as a module-level function of the instance."""

    text: str
    evaluate: Callable[[Any], Any]


Compare = Callable[[Callable[[Any], Any], Any], Discrepancy | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A printed statement with everything that is needed to judge it.

    ``compare(form, instance)`` holds the independent oracle: it evaluates the form, returns ``None`` when the
    relation holds at the instance, and a ``Discrepancy`` otherwise. ``proof`` proves the corrected form (the
    printed one where there is no correction) for all instances by an argument it executes, and raises if that
    fails. ``measure`` is for statements that no instance can decide: orders with unnamed constants, pictures.
    ``plot`` draws a small self-contained SVG for the report. ``also_true`` says why a changed form with other
    values may be true as well, where that is so (a weaker list of conditions, say): the mutation test needs it.
    """

    id: str
    place: str
    title: str
    relation: Relation
    domain: Domain
    printed: Form
    compare: Compare
    expected: Expected
    corrected: Form | None = None
    proof: Callable[[], Proof] | None = None
    measure: Callable[[], Measurement] | None = None
    strength: Strength | None = None
    plot: Callable[[], str] | None = None
    also_true: str | None = None

    def __post_init__(self) -> None:
        if self.strength in (Strength.PROVED, Strength.EXHAUSTIVE):
            raise InvalidInput(f"{self.id}: strength {self.strength} is computed, it cannot be declared")

    @property
    def paper(self) -> str:
        """The folder name of the paper: the part of the id before the slash."""
        return self.id.partition("/")[0]
