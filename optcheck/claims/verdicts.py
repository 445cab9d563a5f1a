"""The words of a verdict: outcome, strength, impact, marks. One list of each, for everybody."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class Outcome(StrEnum):
    """What the audit finds out about a statement."""

    HOLDS = "holds"
    REFUTED = "refuted"
    CORRECTED = "corrected"
    UNDECIDABLE = "undecidable"
    ERROR = "error"


class Strength(StrEnum):
    """How far the evidence reaches, the strongest first. Computed, never declared."""

    MACHINE_CHECKED = "machine-checked"  # by a proof assistant
    PROVED = "proved"  # executed steps about the very form; planted errors break them
    EXHAUSTIVE = "exhaustive"  # every instance up to a stated size
    ARGUED = "argued"  # a proof in which words join executed steps
    ENCLOSED = "enclosed"  # instances compared by rigorous enclosures
    SAMPLED = "sampled"  # instances compared in exact arithmetic
    MEASURED = "measured"  # figures

    @property
    def rank(self) -> int:
        """0 for the strongest."""
        return list(Strength).index(self)


def weakest(strengths: Iterable[Strength]) -> Strength:
    """A chain is as strong as its weakest link.

    >>> weakest([Strength.PROVED, Strength.SAMPLED]).value
    'sampled'
    """
    return max(strengths, key=lambda strength: strength.rank)


class Impact(StrEnum):
    """What goes wrong for somebody who uses the printed formula."""

    SAFETY = "safety"
    OPTIMALITY = "optimality"
    VALUE = "value"
    TEXT = "text"


class Mark(StrEnum):
    """What stands beside the verdict of the letter."""

    DEGENERATE = "degenerate"  # every failure lies in a declared corner of the domain
    AS_SCANNED = "as scanned"  # the text at hand is a scan, and the obvious repair of one line holds
    AS_ITS_PROOF_USES_IT = "as its proof uses it"  # the reading with which the paper's proof computes holds
