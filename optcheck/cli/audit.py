"""``optcheck audit``: compute the verdicts."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from optcheck.audit import registry
from optcheck.audit.documents import document, is_success, to_text
from optcheck.audit.registry import missing_statements, statements
from optcheck.audit.report import Audit, formulas, stamp, write_report
from optcheck.audit.run import Finished, Journal, Plan, default_folder, run, with_foundations
from optcheck.audit.verdict import Verdict
from optcheck.checker.core import counted
from optcheck.cli._console import out, print_note, print_text, warn_once
from optcheck.cli._verdicts import Limit, Package, attention, follow, refutation, summary, totals, use
from optcheck.errors import InvalidInput
from optcheck.exact.files import check_outputs, write_atomically


def audit(
    papers: Annotated[
        list[str] | None, typer.Argument(help="Papers or claim ids; all when none is given.", show_default=False)
    ] = None,
    claims: Package = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", dir_okay=False, help="Write the verdicts as JSON.", show_default=False)
    ] = None,
    html: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Write the report as one HTML file.", show_default=False)
    ] = None,
    timings: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Write seconds per claim as JSON.", show_default=False)
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Worker processes on this machine.")] = os.cpu_count() or 1,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the random search.")] = 0,
    dask: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Use the dask cluster with this scheduler.", show_default=False),
    ] = None,
    cache: Annotated[bool, typer.Option(help="Resume an interrupted run with the same code, data and seed.")] = True,
    cache_dir: Annotated[
        Path | None,
        typer.Option(file_okay=False, help="Where an interrupted run is stored.", show_default="user cache folder"),
    ] = None,
    limit: Limit = 600.0,
) -> None:
    """Judge printed statements and say, with exact evidence, which hold.

    Exit status 0: every computed verdict is the one recorded beside the claim. 1: otherwise.

    Examples:

    - `optcheck audit`
    - `optcheck audit tpmdp --html report.html`
    - `optcheck audit tpmdp/lem-3 --no-cache`
    - `optcheck audit --claims my_claims`
    """
    outputs = {"--json": json_file, "--html": html, "--timings": timings}
    _need_files(outputs)
    check_outputs([], outputs)
    use(claims)
    if claims is None and not registry.is_built_in():
        print_note(f"the claims are those of {registry.root_package()!r}, as ${registry.SETTING} says")
    known = registry.sources()
    chosen = registry.select(known, papers or [])
    plan = Plan(
        sources=chosen,
        seed=seed,
        jobs=jobs,
        address=dask,
        cache=Journal(cache_dir or default_folder(), warn_once) if cache else None,
        limit=limit,
    )
    finished = sorted(follow(run(plan), len(chosen), _needs_attention), key=lambda item: item.verdict.id)
    verdicts = with_foundations([item.verdict for item in finished], plan)
    missing = missing_statements(known, papers or [])
    # Files first: a reader who closes the pipe after a few lines (head, less) loses words, not results.
    _write(verdicts, missing, seed, json_file, html, chosen)
    if timings is not None:
        write_atomically(timings, json.dumps(_seconds(finished), indent=1) + "\n")
    _print(verdicts, missing)
    for label, file in (("verdicts", json_file), ("report", html)):
        if file is not None:
            print_text(f"{label}: {file}")
    out.print(totals(verdicts, missing), soft_wrap=True)
    _report_resumed(finished)
    if not is_success(verdicts, missing):
        raise typer.Exit(1)


def _need_files(outputs: Mapping[str, Path | None]) -> None:
    """Say before a long run, not after it, that a result could not be written."""
    for option, file in outputs.items():
        if file is not None and str(file) == "-":
            raise InvalidInput(f"{option} needs the name of a file, got '-': standard output has the tables")
        if file is not None and not file.parent.is_dir():
            raise InvalidInput(f"the folder {file.parent} does not exist")


def _needs_attention(finished: Finished) -> bool:
    return not finished.verdict.agrees


def _print(verdicts: Sequence[Verdict], missing: Sequence[str]) -> None:
    for verdict in verdicts:
        if verdict.counterexample is not None:
            out.print(refutation(verdict))
    out.print(summary(verdicts, missing))
    problems = attention(verdicts, missing)
    if problems is not None:
        out.print("[bold red]Needs attention[/]")
        out.print(problems)


def _report_resumed(finished: Sequence[Finished]) -> None:
    resumed = sum(item.cached for item in finished)
    if resumed:
        verb, what = ("was", "it") if resumed == 1 else ("were", "them")
        words = f"{resumed} of {counted(len(finished), 'verdict')} {verb} computed before an interruption"
        out.print(f"{words}; --no-cache computes {what} again", soft_wrap=True)


def _write(
    verdicts: Sequence[Verdict],
    missing: Sequence[str],
    seed: int,
    json_file: Path | None,
    html: Path | None,
    chosen: Sequence[registry.Source],
) -> None:
    if json_file is not None:
        write_atomically(json_file, to_text(document(verdicts, seed, missing)))
    if html is not None:
        titles = {paper: registry.paper_title(paper) for paper in registry.papers()}
        write_report(html, Audit(verdicts, statements(), titles, missing, seed, formulas(chosen), stamp()))


def _seconds(finished: Sequence[Finished]) -> dict[str, object]:
    return {
        item.verdict.id: {
            "seconds": round(item.seconds, 3),
            "cached": item.cached,
            **({"measured": item.verdict.timings} if item.verdict.timings else {}),
        }
        for item in finished
    }


COMMANDS = (audit,)
