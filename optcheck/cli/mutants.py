"""``optcheck mutants``: test the audit with planted errors."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from optcheck.audit import registry
from optcheck.audit.mutants import Fate, Trial, Tried, counts, document, try_all
from optcheck.cli._console import out, two_columns
from optcheck.cli.audit import Package, follow, use
from optcheck.exact.files import write_atomically

CAUGHT = (Fate.REFUTED, Fate.CRASHED)


def mutants(
    papers: Annotated[
        list[str] | None, typer.Argument(help="Papers or claim ids; all when none is given.", show_default=False)
    ] = None,
    claims: Package = None,
    per_claim: Annotated[int, typer.Option(min=0, help="Mutants of each claim; 0 tries all of them.")] = 4,
    json_file: Annotated[
        Path | None, typer.Option("--json", dir_okay=False, help="Write every trial as JSON.", show_default=False)
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Worker processes on this machine.")] = os.cpu_count() or 1,
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


def _print(tried: Sequence[Tried]) -> None:
    trials = sorted((trial for item in tried for trial in item.trials), key=lambda trial: (trial.claim, trial.line))
    for trial in trials:
        if trial.fate not in CAUGHT:
            out.print(two_columns(_explanation(trial)))
    problems = [(item.source.id, item.problem) for item in tried if item.problem is not None]
    if problems:
        out.print("[bold red]Not tried[/]")
        out.print(two_columns(problems))
    out.print(_table(tried))


def _explanation(trial: Trial) -> list[tuple[str, str]]:
    return [
        (trial.claim, f"{trial.fate}: {_place(trial)}: {trial.before}  →  {trial.after}"),
        ("", trial.why),
    ]


def _place(trial: Trial) -> str:
    return f"{trial.kind} in the {trial.part}" + (f", line {trial.line}" if trial.line else "")


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
