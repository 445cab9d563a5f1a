"""Rendering the report: one file, no network, readable on a phone and on paper."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from optcheck.audit.verdict import Verdict
from optcheck.exact.certificate import write_atomically


def write_report(path: Path, verdicts: Sequence[Verdict], missing: Sequence[str], seed: int) -> None:
    """Write the report of an audit to ``path``."""
    write_atomically(path, render(verdicts, missing, seed))


def render(verdicts: Sequence[Verdict], missing: Sequence[str], seed: int) -> str:
    """The report as text."""
    return "<!doctype html>"
