"""The mutants of many claims, tried in parallel, and a report that counts their fates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial

from optcheck.audit.fates import Fate, Trial, not_told_apart, try_mutants
from optcheck.audit.registry import Source, error_line, load
from optcheck.audit.run import Ended, Job, Started, run_locally
from optcheck.audit.verdict import Record

__all__ = ["Fate", "Trial", "Tried", "counts", "document", "try_all", "try_mutants"]

FORMAT = 1
FAILURES = (Fate.SURVIVED,)


@dataclass(frozen=True, slots=True)
class Tried:
    """All trials of one claim, or why there are none."""

    source: Source
    trials: tuple[Trial, ...]
    problem: str | None = None

    @property
    def failed(self) -> bool:
        """Whether a wrong formula went unnoticed, or nothing could be tried."""
        return self.problem is not None or any(trial.fate in FAILURES for trial in self.trials)

    @property
    def open(self) -> int:
        """How many were not told apart."""
        return not_told_apart(self.trials)


def try_all(
    sources: Sequence[Source], *, seed: int, per_claim: int | None, processes: int, limit: float | None
) -> Iterator[Started | Ended[Tried]]:
    """Try the mutants of every claim."""
    job = Job(partial(_try_one, seed=seed, per_claim=per_claim), _lost, limit)
    return run_locally(list(sources), job, processes)


def _try_one(source: Source, seed: int, per_claim: int | None) -> Tried:
    try:
        return Tried(source, tuple(try_mutants(load(source), seed, per_claim)))
    except Exception as error:
        return Tried(source, (), error_line(error))


def _lost(source: Source, message: str, seconds: float) -> Tried:
    return Tried(source, (), message)


def counts(tried: Sequence[Tried]) -> dict[str, Counter[Fate]]:
    """How many mutants of each paper met which fate."""
    table: dict[str, Counter[Fate]] = {}
    for item in tried:
        table.setdefault(item.source.paper, Counter()).update(trial.fate for trial in item.trials)
    return table


def document(tried: Sequence[Tried], seed: int) -> Record:
    """The result as JSON data: counts per paper, every trial, and what could not be tried.

    ``untouched`` claims have no right form, or one without anything to change.
    """
    ordered = sorted(tried, key=lambda item: item.source.id)
    return {
        "format": FORMAT,
        "seed": seed,
        "counts": {paper: dict(sorted(found.items())) for paper, found in sorted(counts(ordered).items())},
        "mutants": [asdict(trial) for item in ordered for trial in item.trials],
        "untouched": [item.source.id for item in ordered if not item.trials and item.problem is None],
        "problems": {item.source.id: item.problem for item in ordered if item.problem is not None},
    }
