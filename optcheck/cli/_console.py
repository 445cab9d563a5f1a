"""What every command reads and prints with: results go to ``out``, messages to ``err``, as text or as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from optcheck.errors import InvalidInput, steers
from optcheck.exact.numbers import Exact, exact, to_text

# Exit statuses beside 0; a closed pipe ends a program as a shell says it does.
FALSE, UNUSABLE, INFEASIBLE, UNBOUNDED, NOT_PROVED, TOO_LARGE, INTERRUPTED, BROKEN_PIPE = 1, 2, 3, 4, 5, 6, 130, 141


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """End quietly where the reader has gone (``| head``), but not with 1, which means that something is false."""
        with suppress(SystemExit):
            super().on_broken_pipe()
        raise SystemExit(BROKEN_PIPE)


out = _Console(highlight=False)
err = _Console(stderr=True, highlight=False)


def visible(text: str) -> str:
    r"""The text with characters that would steer the terminal written out; line breaks stay.

    >>> visible("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    return "".join(repr(c)[1:-1] if c != "\n" and steers(c) else c for c in text)


def print_text(text: str) -> None:
    """A result, as it is."""
    out.print(visible(text), markup=False, soft_wrap=True)


def print_json(document: object) -> None:
    """A result for programs."""
    out.out(json.dumps(_json_value(document), indent=1, ensure_ascii=False), highlight=False)


def print_error(message: str) -> None:
    """Why something failed."""
    err.print(visible(message), style="bold red", markup=False, soft_wrap=True)


def print_note(message: str) -> None:
    """What does not stop the work, but should be read."""
    err.print(visible(message), style="yellow", markup=False, soft_wrap=True)


def warn(message: str) -> None:
    """A warning beside a result."""
    print_note(f"Warning: {message}")


@cache
def warn_once(message: str) -> None:
    """A note about what does not stop the work; the same one comes once."""
    print_note(f"optcheck: {message}")


def number(text: str | None, name: str) -> Exact | None:
    """The exact number that an option's text stands for, or None where the option is not given."""
    return None if text is None else exact(text.replace(",", ".") if text.count(",") == 1 else text, name)


def numbers(texts: Sequence[str], name: str) -> list[Exact]:
    """The numbers of an option that may be repeated; each may also hold several, separated by blanks."""
    values = [exact(part, name) for text in texts for part in text.split()]
    if not values:
        raise InvalidInput(f"at least one {name} is needed, got none")
    return values


def show(answer: Mapping[str, object], shown: Mapping[str, str], as_json: bool, warnings: Sequence[str] = ()) -> None:
    """Print an answer: ``answer`` holds numbers for JSON, ``shown`` texts for the table."""
    if as_json:
        print_json({**answer, "warnings": list(warnings)})
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


def number_table(title: str, first: str, *columns: str) -> Table:
    """A table whose columns after the first are numbers; folded, not cut, where there is no room."""
    table = Table(title=title)
    table.add_column(first, overflow="fold")
    for name in columns:
        table.add_column(name, justify="right", overflow="fold")
    return table


def _json_value(value: object) -> object:
    """Exact numbers as ints or "p/q" texts; the rest as it is."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else to_text(value)
    if isinstance(value, Mapping):
        return {name: _json_value(item) for name, item in value.items()}
    return [_json_value(item) for item in value] if isinstance(value, list | tuple) else value
