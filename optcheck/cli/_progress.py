"""Live progress of an audit: how many are done, which are running, which need attention."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from optcheck.audit.cache import Finished
from optcheck.audit.workers import Ended, Event
from optcheck.cli._console import err

SHOWN = 6


def follow(events: Iterable[Event], total: int) -> list[Finished]:
    """Show the events as they come; returns what was finished."""
    progress = Progress(
        TextColumn("auditing"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=err, transient=True
    )
    task = progress.add_task("audit", total=total)
    running: dict[str, None] = {}
    finished: list[Finished] = []
    with Live(progress, console=err, transient=True, refresh_per_second=8) as live:
        for event in events:
            if isinstance(event, Ended):
                running.pop(event.source.id, None)
                finished.append(event.finished)
                progress.advance(task)
            else:
                running[event.source.id] = None
            live.update(Group(progress, _status(running, finished)))
    return finished


def _status(running: dict[str, None], finished: list[Finished]) -> Text:
    ids = list(running)
    more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
    unexpected = sum(not item.verdict.agrees for item in finished)
    text = Text(f"now: {', '.join(ids[:SHOWN])}{more}", style="dim")
    if unexpected:
        text.append(f"\n{unexpected} not as expected", style="bold red")
    return text
