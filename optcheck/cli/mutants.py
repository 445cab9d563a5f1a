"""``optcheck mutants``: test the audit with planted errors."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from optcheck.audit import registry
from optcheck.audit.mutants import Fate, Trial, try_mutants
from optcheck.audit.registry import Source, error_line, load
from optcheck.audit.run import Ended, Job, Started, run_locally
from optcheck.audit.verdict import Record
from optcheck.cli._console import out, two_columns
from optcheck.cli.audit import PROCESSES, Chosen, Jobs, Package, follow, use
from optcheck.exact.files import write_atomically

FORMAT = 1
CAUGHT = (Fate.REFUTED, Fate.CRASHED)


def mutants(
    papers: Chosen = None,
    claims: Package = None,
    per_claim: Annotated[int, typer.Option(min=0, help="Mutants of each claim; 0 tries all of them.")] = 4,
    json_file: Annotated[
        Path | None, typer.Option("--json", dir_okay=False, help="Write every trial as JSON.", show_default=False)
    ] = None,
    jobs: Jobs = PROCESSES,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the choice and of the random search.")] = 0,
    limit: Annotated[
        float, typer.Option(min=0.01, max=10**6, help="Most seconds for the mutants of one claim.")
    ] = 600.0,
) -> None:
    """Plant errors in right formulas, in what defines the truth and in domains, and see whether the audit notices.

    A sign, an index, a strictness, max for min, a term, a factor, a constant, an argument, a root, a rounding, the end
    of a range, a condition or a bound is changed. One that is not noticed is explained: it is shown to be no error, or
    it was not told apart on so many instances. Exit status 1: a wrong one survived, or a claim could not be tried,
    since it fails on its grid as it stands; 3: none of these, but some were not told apart.

    Examples:

    - `optcheck mutants`
    - `optcheck mutants tpmdp --per-claim 0 --json mutants.json`
    - `optcheck mutants --claims my_claims`
    """
    use(claims)
    chosen = registry.select(registry.sources(), papers or [])
    events = try_all(chosen, seed=seed, per_claim=per_claim or None, processes=jobs, limit=limit)
    tried = follow(events, len(chosen), lambda item: item.failed)
    _print(tried)
    if json_file is not None:
        write_atomically(json_file, json.dumps(document(tried, seed), indent=1, ensure_ascii=False) + "\n")
    if any(item.failed for item in tried):
        raise typer.Exit(1)
    if loose := sum(item.open for item in tried):
        out.print(
            f"{loose} not told apart: neither noticed at the instances that were looked at, nor shown to be right"
        )
        raise typer.Exit(3)


@dataclass(frozen=True, slots=True)
class Tried:
    """All trials of one claim, or why there are none."""

    source: Source
    trials: tuple[Trial, ...]
    problem: str | None = None

    @property
    def failed(self) -> bool:
        """Whether a wrong formula went unnoticed, or nothing could be tried."""
        return self.problem is not None or any(trial.fate is Fate.SURVIVED for trial in self.trials)

    @property
    def open(self) -> int:
        """How many were not told apart."""
        return sum(trial.fate is Fate.NOT_TOLD_APART for trial in self.trials)


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
        "counts": {paper: dict(sorted(fates.items())) for paper, fates in sorted(counts(ordered).items())},
        "mutants": [asdict(trial) for item in ordered for trial in item.trials],
        "untouched": [item.source.id for item in ordered if not item.trials and item.problem is None],
        "problems": {item.source.id: item.problem for item in ordered if item.problem is not None},
    }


def _print(tried: Sequence[Tried]) -> None:
    trials = sorted((trial for item in tried for trial in item.trials), key=lambda trial: (trial.claim, trial.line))
    for trial in trials:
        if trial.fate not in CAUGHT:
            place = f"{trial.kind} in the {trial.part}" + (f", line {trial.line}" if trial.line else "")
            change = f"{trial.fate}: {place}: {trial.before}  →  {trial.after}"
            out.print(two_columns([(trial.claim, change), ("", trial.why)]))
    problems = [(item.source.id, item.problem) for item in tried if item.problem is not None]
    if problems:
        out.print("[bold red]Not tried[/]")
        out.print(two_columns(problems))
    out.print(_table(tried))


def _table(tried: Sequence[Tried]) -> Table:
    table = Table(title="Planted errors")
    table.add_column("paper")
    for fate in Fate:
        table.add_column(fate.value, justify="right")
    fates = counts(tried)
    not_tried = Counter(item.source.paper for item in tried if item.problem is not None)
    if not_tried:
        table.add_column("not tried", justify="right")
    for paper in sorted(fates):
        table.add_row(paper, *_row(fates[paper], not_tried[paper]))
    table.add_section()
    table.add_row("all", *_row(sum(fates.values(), Counter[Fate]()), not_tried.total()))
    return table


def _row(fates: Counter[Fate], not_tried: int) -> list[str]:
    return [*(str(fates[fate]) for fate in Fate), *([str(not_tried)] if not_tried else [])]


COMMANDS = (mutants,)
