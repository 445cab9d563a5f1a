"""``optcheck audit``: compute the verdicts."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from optcheck.audit import registry
from optcheck.audit.registry import missing_statements, statements
from optcheck.audit.report import Audit, formulas, stamp, write_report
from optcheck.audit.run import Ended, Finished, Plan, Started, run, with_foundations
from optcheck.audit.verdict import (
    RESULTS,
    Counterexample,
    Verdict,
    approximation,
    document,
    evidence_counts,
    is_success,
    named,
    readable,
    to_text,
    true_label,
)
from optcheck.checker.core import counted
from optcheck.claims.claim import Outcome, Strength, Substance
from optcheck.cli._console import err, out, print_note, print_text, two_columns
from optcheck.errors import InvalidInput
from optcheck.exact.files import check_outputs, write_atomically

# --- What the commands that judge claims share: their options, progress while it lasts, verdicts as text ---


T = TypeVar("T")
_MOST_RUNNING = 6  # claims that are named while they are judged

Package = Annotated[
    str | None,
    typer.Option(
        "--claims",
        metavar="PATH",
        help="Claims of your own: a file, a folder, or the name of a package.",
        show_default="the built-in papers",
    ),
]
Chosen = Annotated[
    list[str] | None, typer.Argument(help="Papers or claim ids; all when none is given.", show_default=False)
]
Jobs = Annotated[int, typer.Option(min=1, help="Worker processes on this machine.")]
Seed = Annotated[int, typer.Option(min=0, help="Seed of the random search.")]
Limit = Annotated[float, typer.Option(min=0.01, max=10**6, help="Most seconds for one claim on this machine.")]
PROCESSES = os.cpu_count() or 1


def use(claims: str | None) -> None:
    """Judge the claims that lie there, if a place is named."""
    if claims is not None:
        registry.use(claims)


def follow(events: Iterable[Started | Ended[T]], total: int, needs_attention: Callable[[T], bool]) -> list[T]:
    """Show how many are done, which are running and how many need attention; the results."""
    columns = TextColumn("auditing"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    progress = Progress(*columns, console=err, transient=True)
    task = progress.add_task("audit", total=total)
    running: dict[str, None] = {}
    results: list[T] = []
    complaints = 0
    with Live(progress, console=err, transient=True, refresh_per_second=8) as live:
        for event in events:
            if isinstance(event, Ended):
                running.pop(event.source.id, None)
                results.append(event.result)
                complaints += needs_attention(event.result)
                progress.advance(task)
            else:
                running[event.source.id] = None
            live.update(Group(progress, _status(list(running), complaints)))
    return results


def judged(plan: Plan) -> list[Finished]:
    """What became of each claim, in the order of their ids."""
    finished = follow(run(plan), len(plan.sources), lambda item: not item.verdict.agrees)
    return sorted(finished, key=lambda item: item.verdict.id)


def _status(running: list[str], complaints: int) -> Text:
    more = f" and {len(running) - _MOST_RUNNING} more" if len(running) > _MOST_RUNNING else ""
    text = Text(f"now: {', '.join(running[:_MOST_RUNNING])}{more}", style="dim")
    if complaints:
        text.append(f"\n{complaints} not as expected", style="bold red")
    return text


STYLES = {
    "holds": "green",
    "corrected": "yellow",
    "refuted": "red",
    "undecidable": "blue",
    "error": "bold white on red",
}


RESULT_STYLES = {**STYLES, Substance.LINE.value: "yellow", Substance.SLIP.value: "bright_yellow"}


def summary(verdicts: Sequence[Verdict], missing: Sequence[str]) -> Table:
    """How many statements of a paper hold, and how much is wrong with the others."""
    counts = Counter((verdict.paper, verdict.result) for verdict in verdicts)
    counts.update((name.partition("/")[0], "missing") for name in missing)
    names = [name for name in RESULTS if any(name == result for _, result in counts)]
    table = Table("paper", title="Statements")
    for name in names:
        table.add_column(name, justify="right")
    for paper in sorted({paper for paper, _ in counts}):
        table.add_row(paper, *(_count(counts[paper, name], RESULT_STYLES.get(name, "red")) for name in names))
    return table


def totals(verdicts: Sequence[Verdict], missing: Sequence[str]) -> str:
    """All verdicts in one line."""
    counts = Counter(verdict.verdict for verdict in verdicts)
    parts = [f"{counts[name]} {name}" for name in STYLES if counts[name] or name != "error"]
    unexpected = sum(not verdict.agrees for verdict in verdicts)
    strengths = Counter(verdict.strength for verdict in verdicts if verdict.strength)
    shares = ", ".join(f"{strengths[name]} {name}" for name in Strength if strengths[name])
    evidence = ", ".join(f"{count} {name}" for name, count in evidence_counts(verdicts).items() if count)
    judged = counted(len(verdicts), "statement")
    return (
        f"{judged}: {', '.join(parts)}; {unexpected} not as expected, {len(missing)} missing\n"
        f"strength: {shares}\ncounterexamples: {evidence or 'none'}"
    )


def _count(number: int, style: str) -> Text:
    return Text(str(number), style=style) if number else Text("·", style="dim")


def refutation(verdict: Verdict) -> RenderableType:
    """A refuted statement with its smallest counterexample in readable form."""
    example = verdict.counterexample
    assert example is not None
    head = Text.assemble(
        (verdict.id, "bold"),
        f"  {verdict.place}  ",
        (verdict.verdict, STYLES[verdict.verdict]),
        f"  ({', '.join([example.impact, *verdict.marks])})",
    )
    return Group(
        head, Padding(two_columns([("printed", verdict.printed), *counterexample_rows(verdict, example)]), (0, 0, 1, 2))
    )


def counterexample_rows(verdict: Verdict, example: Counterexample) -> list[tuple[str, str]]:
    """The counterexample of a verdict, line by line."""
    lines = [
        ("instance", readable(named(example.instance, verdict))),
        ("claimed", _number(example.claimed)),
        *([] if example.means is None else [("which means", _number(example.means))]),
        (true_label(verdict), _number(example.true)),
        ("gap", _number(example.gap)),
        ("not verified" if example.certificate is None else "verified", example.proves),
    ]
    if verdict.correction is not None:
        lines.append(("corrected", verdict.correction))
    return lines


def _number(value: object) -> str:
    return f"{readable(value)} {approximation(value)}".strip()


def attention(verdicts: Sequence[Verdict], missing: Sequence[str]) -> Table | None:
    """What makes the audit fail: errors, verdicts that were not expected, statements without a claim."""
    lines = [(verdict.id, verdict.error or _disagreement(verdict)) for verdict in verdicts if not verdict.agrees]
    for paper in sorted({name.partition("/")[0] for name in missing}):
        absent = [name for name in missing if name.startswith(f"{paper}/")]
        lines.append((paper, f"{counted(len(absent), 'known statement')} without a claim file: {', '.join(absent)}"))
    return two_columns(lines) if lines else None


def _disagreement(verdict: Verdict) -> str:
    """What was computed and expected, and what its author can do about a formula that turned out wrong."""
    words = f"computed {verdict.verdict}, expected {verdict.expected}"
    refuted = verdict.verdict is Outcome.REFUTED and verdict.expected is Outcome.HOLDS
    return f'{words}: state a corrected form, or expected="refuted"' if refuted else words


# --- ``optcheck audit``: compute the verdicts ---


def audit(
    papers: Chosen = None,
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
    jobs: Jobs = PROCESSES,
    seed: Seed = 0,
    dask: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Use the dask cluster with this scheduler.", show_default=False),
    ] = None,
    cache: Annotated[bool, typer.Option(help="No effect: every verdict is computed anew.")] = False,
    limit: Limit = 600.0,
) -> None:
    """Judge printed statements and say, with exact evidence, which hold.

    Exit status 0: every computed verdict is the one recorded beside the claim. 1: otherwise.

    Examples:

    - `optcheck audit`
    - `optcheck audit tpmdp --html report.html`
    - `optcheck audit tpmdp/lem-3`
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
    plan = Plan(sources=chosen, seed=seed, jobs=jobs, address=dask, limit=limit)
    finished = judged(plan)
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
    if not is_success(verdicts, missing):
        raise typer.Exit(1)


def _need_files(outputs: Mapping[str, Path | None]) -> None:
    """Say before a long run, not after it, that a result could not be written."""
    for option, file in outputs.items():
        if file is not None and str(file) == "-":
            raise InvalidInput(f"{option} needs the name of a file, got '-': standard output has the tables")
        if file is not None and not file.parent.is_dir():
            raise InvalidInput(f"the folder {file.parent} does not exist")


def _print(verdicts: Sequence[Verdict], missing: Sequence[str]) -> None:
    for verdict in verdicts:
        if verdict.counterexample is not None:
            out.print(refutation(verdict))
    out.print(summary(verdicts, missing))
    problems = attention(verdicts, missing)
    if problems is not None:
        out.print("[bold red]Needs attention[/]")
        out.print(problems)


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
            **({"measured": item.verdict.timings} if item.verdict.timings else {}),
        }
        for item in finished
    }


COMMANDS = (audit,)
