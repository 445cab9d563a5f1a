"""The audit: the counterexample search, and verdicts with evidence. Claims are written with ``optcheck.claims``."""

from optcheck.audit.judging.judge import judge
from optcheck.audit.reproduction import Reproduction
from optcheck.audit.verdict import Counterexample, Verdict

__all__ = ["Counterexample", "Reproduction", "Verdict", "judge"]
