"""The two consoles of the command line: results go to ``out``, messages and progress to ``err``.

A few named numbers as an answer: a table for people, JSON for programs, warnings beside it.

Live progress of an audit: how many are done, which are running, which need attention.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import TypeVar

from rich.console import Console, Group
from rich.live import Live
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from optcheck.audit.run import Ended, Started
from optcheck.errors import InvalidInput, steers
from optcheck.exact.numbers import Exact, exact, to_text

__all__ = [
    "number",
    "numbers",
    "show",
    "two_columns",
    "unprotected",
    "warn",
]


_NOBODY_READS = 141  # what a shell says of a program that a closed pipe has ended


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """End quietly where the reader has gone (``| head``), but not with 1, which means that something is false."""
        with suppress(SystemExit):
            super().on_broken_pipe()
        raise SystemExit(_NOBODY_READS)


out = _Console(highlight=False)
err = _Console(stderr=True, highlight=False)


def visible(text: str) -> str:
    r"""The text with characters that would steer the terminal written out; line breaks stay.

    >>> visible("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    return "".join(repr(c)[1:-1] if c != "\n" and steers(c) else c for c in text)


@cache
def warn_once(message: str) -> None:
    """A word on ``err`` about what does not stop the work; the same word comes once."""
    err.print(f"optcheck: {visible(message)}", style="yellow", markup=False, soft_wrap=True)


def number(text: str | None, name: str) -> Exact | None:
    """The exact number that an option's text stands for, or None where the option is not given."""
    return None if text is None else exact(text.replace(",", ".") if text.count(",") == 1 else text, name)


def numbers(texts: Sequence[str], name: str) -> list[Exact]:
    """The numbers of an option that may be repeated; each may also hold several, separated by blanks."""
    found = [exact(part, name) for text in texts for part in text.split()]
    if not found:
        raise InvalidInput(f"at least one {name} is needed, got none")
    return found


def show(answer: Mapping[str, object], shown: Mapping[str, str], as_json: bool, warnings: Sequence[str] = ()) -> None:
    """Print the answer: ``answer`` holds numbers for JSON, ``shown`` texts for the table."""
    if as_json:
        document = {**{name: _plain(value) for name, value in answer.items()}, "warnings": list(warnings)}
        out.out(json.dumps(document, indent=1, ensure_ascii=False), highlight=False)
        return
    out.print(two_columns([(name, visible(text)) for name, text in shown.items()]))
    for warning in warnings:
        warn(warning)


def two_columns(lines: Sequence[tuple[str, str]]) -> Table:
    """Names and texts side by side; where there is no room they are folded, not cut: 20.6… could be 20.6 or 20.69."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", overflow="fold")
    table.add_column(overflow="fold")
    for name, text in lines:
        table.add_row(escape(name), escape(text))
    return table


def warn(message: str) -> None:
    """A word that the user should read, on the side of messages."""
    err.print(f"Warning: {visible(message)}", style="yellow", markup=False, soft_wrap=True)


def unprotected(threshold: int, somebody_active: bool) -> list[str]:
    """Warnings where the noise protects nobody."""
    found = []
    if not threshold:
        found.append("threshold 0 guards against nobody who sees the result; take 1 if a single curious party matters")
    if not somebody_active:
        found.append("nobody is active: without somebody who sees the result there is nothing to protect, and no noise")
    return found


def _plain(value: object) -> object:
    """Exact numbers as ints or "p/q" texts; the rest as it is."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else to_text(value)
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


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
