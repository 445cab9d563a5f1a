"""The audit: claims, the counterexample search, and verdicts with evidence."""

from optcheck.audit.claim import (
    Claim,
    Discrepancy,
    Domain,
    Expected,
    Form,
    Impact,
    Measurement,
    Proof,
    Relation,
    Strength,
)
from optcheck.audit.judge import judge
from optcheck.audit.reproduction import Reproduction
from optcheck.audit.verdict import Counterexample, Verdict

__all__ = [
    "Claim",
    "Counterexample",
    "Discrepancy",
    "Domain",
    "Expected",
    "Form",
    "Impact",
    "Measurement",
    "Proof",
    "Relation",
    "Reproduction",
    "Strength",
    "Verdict",
    "judge",
]
