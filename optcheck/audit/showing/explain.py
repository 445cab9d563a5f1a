"""How a reader can redo a verdict by hand."""

from __future__ import annotations

from optcheck.audit.registry import is_built_in, root_package
from optcheck.audit.verdict import Counterexample, Verdict


def steps(verdict: Verdict) -> list[str]:
    """Commands and Python lines that repeat the evidence, shortest first."""
    package = claims_option()
    again = f"optcheck audit {verdict.id} --no-cache{package}"
    if verdict.counterexample is None:
        return [again]
    file = verdict.id.replace("/", "-") + ".json"
    return [
        f"optcheck show {verdict.id} --certificate {file}{package}  &&  optcheck verify {file}",
        *(f">>> {line}" for line in python_lines(verdict, verdict.counterexample)),
        again,
    ]


def claims_option() -> str:
    """What a command needs to find the claims: nothing for the built-in papers."""
    return "" if is_built_in() else f" --claims {root_package()}"


def python_lines(verdict: Verdict, found: Counterexample) -> list[str]:
    """Python that evaluates the printed form, and the corrected one, at the counterexample."""
    module = verdict.id.replace("/", ".").replace("-", "_")
    return [
        f"from {root_package()}.{module} import CLAIM",
        *found.imports,
        f"instance = {found.literal}",
        "CLAIM.printed.evaluate(instance)",
        *(["CLAIM.corrected.evaluate(instance)"] if verdict.correction is not None else []),
    ]
