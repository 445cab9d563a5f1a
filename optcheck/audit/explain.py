"""How a reader can redo a verdict by hand."""

from __future__ import annotations

from optcheck.audit.registry import root_package
from optcheck.audit.verdict import Verdict


def steps(verdict: Verdict) -> list[str]:
    """Commands and Python lines that repeat the evidence, shortest first."""
    found = verdict.counterexample
    again = f"optcheck audit {verdict.id} --no-cache"
    if found is None:
        return [again]
    file = verdict.id.replace("/", "-") + ".json"
    return [
        f"optcheck show {verdict.id} --certificate {file}  &&  optcheck verify {file}",
        *_python(verdict, found.literal),
        again,
    ]


def _python(verdict: Verdict, literal: str) -> list[str]:
    module = verdict.id.replace("/", ".").replace("-", "_")
    return [
        f">>> from {root_package()}.{module} import *  # CLAIM and both formulas",
        f">>> CLAIM.printed.evaluate({literal})",
        *([f">>> CLAIM.corrected.evaluate({literal})"] if verdict.correction is not None else []),
    ]
