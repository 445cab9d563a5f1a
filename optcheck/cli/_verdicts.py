"""Options of the commands that judge claims: the package, and the limit for a claim.

Verdicts as text for the terminal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from optcheck.audit import registry
from optcheck.audit.verdict import Counterexample, Verdict
from optcheck.audit.wording import readable, true_label
from optcheck.claims.claim import Strength
from optcheck.cli._console import two_columns

Package = Annotated[
    str | None,
    typer.Option(
        "--claims", metavar="PACKAGE", help="A package with claims of your own.", show_default="the built-in papers"
    ),
]
Limit = Annotated[float, typer.Option(min=0.01, max=10**6, help="Most seconds for one claim on this machine.")]


def use(package: str | None) -> None:
    """Judge the claims of this package, if one is named."""
    if package is not None:
        registry.use(package)


STYLES = {
    "holds": "green",
    "corrected": "yellow",
    "refuted": "red",
    "undecidable": "blue",
    "error": "bold white on red",
}


def summary(verdicts: Sequence[Verdict], missing: Sequence[str]) -> Table:
    """How many verdicts of each kind a paper has."""
    table = Table(title="Verdicts")
    table.add_column("paper")
    for name in (*STYLES, "missing"):
        table.add_column(name, justify="right")
    for paper in sorted({verdict.paper for verdict in verdicts} | {name.partition("/")[0] for name in missing}):
        counts = Counter(verdict.verdict for verdict in verdicts if verdict.paper == paper)
        absent = sum(name.startswith(f"{paper}/") for name in missing)
        table.add_row(paper, *(_count(counts[name], style) for name, style in STYLES.items()), _count(absent, "red"))
    return table


def totals(verdicts: Sequence[Verdict], missing: Sequence[str]) -> str:
    """All verdicts in one line."""
    counts = Counter(verdict.verdict for verdict in verdicts)
    parts = [f"{counts[name]} {name}" for name in STYLES if counts[name] or name != "error"]
    unexpected = sum(not verdict.agrees for verdict in verdicts)
    strengths = Counter(verdict.strength for verdict in verdicts if verdict.strength)
    shares = ", ".join(f"{strengths[name]} {name}" for name in Strength if strengths[name])
    return (
        f"{len(verdicts)} statements: {', '.join(parts)}; {unexpected} not as expected, {len(missing)} missing\n"
        f"strength: {shares}"
    )


def _count(number: int, style: str) -> Text:
    return Text(str(number), style=style) if number else Text("·", style="dim")


def refutation(verdict: Verdict) -> RenderableType:
    """A refuted statement with its smallest counterexample in readable form."""
    found = verdict.counterexample
    assert found is not None
    head = Text.assemble(
        (verdict.id, "bold"),
        f"  {verdict.place}  ",
        (verdict.verdict, STYLES[verdict.verdict]),
        f"  ({', '.join([found.impact, *verdict.marks])})",
    )
    return Group(head, Padding(two_columns([("printed", verdict.printed), *found_rows(verdict, found)]), (0, 0, 1, 2)))


def found_rows(verdict: Verdict, found: Counterexample) -> list[tuple[str, str]]:
    """The counterexample of a verdict, line by line."""
    lines = [
        ("instance", readable(found.instance)),
        ("claimed", readable(found.claimed)),
        *([] if found.means is None else [("which means", readable(found.means))]),
        (true_label(verdict), readable(found.true)),
        ("gap", readable(found.gap)),
        ("verified", found.proves),
    ]
    if verdict.correction is not None:
        lines.append(("corrected", verdict.correction))
    return lines


def attention(verdicts: Sequence[Verdict], missing: Sequence[str]) -> Table | None:
    """What makes the audit fail: errors, verdicts that were not expected, statements without a claim."""
    lines = [(verdict.id, _complaint(verdict)) for verdict in verdicts if not verdict.agrees]
    for paper in sorted({name.partition("/")[0] for name in missing}):
        absent = [name for name in missing if name.startswith(f"{paper}/")]
        lines.append((paper, f"{len(absent)} known statements without a claim file: {', '.join(absent)}"))
    return two_columns(lines) if lines else None


def _complaint(verdict: Verdict) -> str:
    if verdict.error is not None:
        return verdict.error
    return f"computed {verdict.verdict}, expected {verdict.expected}"
