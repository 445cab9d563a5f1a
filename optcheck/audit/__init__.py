"""The audit: the counterexample search, and verdicts with evidence. Claims are written with ``optcheck.claims``."""

from optcheck.errors import missing_extra

try:
    from optcheck.audit.kernel import judge
    from optcheck.audit.verdict import Counterexample, Verdict
except ModuleNotFoundError as error:
    raise missing_extra("the audit", error) from error

__all__ = ["Counterexample", "Verdict", "judge"]
