"""Live progress of an audit: how many are done, which are running, which need attention."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from rich.console import Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from optcheck.audit.run import Ended, Started
from optcheck.cli._console import err

SHOWN = 6
T = TypeVar("T")


def follow(events: Iterable[Started | Ended[T]], total: int, needs_attention: Callable[[T], bool]) -> list[T]:
    """Show the events as they come; returns the results."""
    progress = Progress(
        TextColumn("auditing"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=err, transient=True
    )
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
            live.update(Group(progress, _status(running, complaints)))
    return results


def _status(running: dict[str, None], complaints: int) -> Text:
    ids = list(running)
    more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
    text = Text(f"now: {', '.join(ids[:SHOWN])}{more}", style="dim")
    if complaints:
        text.append(f"\n{complaints} not as expected", style="bold red")
    return text
