"""Judging one claim as a unit of work for another process: nothing that it raises is hidden or fatal."""

from __future__ import annotations

import time
from dataclasses import replace

from optcheck.audit.judging.judge import judge
from optcheck.audit.registry import Source, docstring, load, told
from optcheck.audit.running.cache import Finished
from optcheck.audit.verdict import Verdict


def work(source: Source, seed: int) -> Finished:
    """Load and judge a claim; whatever it raises becomes a verdict of its own kind, "error"."""
    start = time.perf_counter()
    try:
        verdict = replace(judge(load(source), seed), statement=docstring(source))
    except Exception as error:
        verdict = failed(source, told(error))
    return Finished(verdict, time.perf_counter() - start)


def lost(source: Source, message: str, seconds: float) -> Finished:
    """What stands in for the answer of a worker that died or took too long."""
    return Finished(failed(source, message), seconds)


def failed(source: Source, message: str) -> Verdict:
    """The verdict on a claim that could not be judged."""
    return Verdict(
        id=source.id,
        place="",
        title="",
        relation="",
        statement="",
        verdict="error",
        expected="",
        strength=None,
        checked=0,
        exhausted="",
        printed="",
        error=message,
    )
