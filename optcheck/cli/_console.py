"""What every command reads and prints with: results go to ``out``, messages to ``err``, as text or as JSON."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from optcheck.errors import InvalidInput, steers
from optcheck.exact.numbers import Exact, exact, to_text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    out: Console
    err: Console

# Exit statuses beside 0; a closed pipe ends a program as a shell says it does.
FALSE, UNUSABLE, INFEASIBLE, UNBOUNDED, NOT_PROVED, TOO_LARGE, INTERRUPTED, BROKEN_PIPE = 1, 2, 3, 4, 5, 6, 130, 141


def __getattr__(name: str) -> Console:
    """``out`` and ``err``, made when they are first used: rich takes longer to load than most commands take."""
    if name not in ("out", "err"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _console(name == "err")


@cache
def _console(stderr: bool) -> Console:
    from rich.console import Console

    class Quiet(Console):
        def on_broken_pipe(self) -> None:
            """End quietly where the reader has gone (``| head``), but not with 1: that means something is false."""
            with suppress(SystemExit):
                super().on_broken_pipe()
            raise SystemExit(BROKEN_PIPE)

    return Quiet(stderr=stderr, highlight=False)


def _write(text: str, stderr: bool = False, style: str = "") -> None:
    """Plain text, without rich where no terminal shows it."""
    stream = sys.stderr if stderr else sys.stdout
    if stream.isatty() or "rich" in sys.modules:
        _console(stderr).print(text, style=style or None, markup=False, soft_wrap=True)
        return
    try:
        stream.write(text + "\n")
        stream.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        raise SystemExit(BROKEN_PIPE) from None


def visible(text: str) -> str:
    r"""The text with characters that would steer the terminal written out; line breaks stay.

    >>> visible("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    return "".join(repr(c)[1:-1] if c != "\n" and steers(c) else c for c in text)


def print_text(text: str) -> None:
    """A result, as it is."""
    _write(visible(text))


def print_json(document: object) -> None:
    """A result for programs."""
    _write(json.dumps(_json_value(document), indent=1, ensure_ascii=False))


def print_error(message: str) -> None:
    """Why something failed."""
    _write(visible(message), True, "bold red")


def print_note(message: str) -> None:
    """What does not stop the work, but should be read."""
    _write(visible(message), True, "yellow")


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
    _console(False).print(two_columns([(name, visible(text)) for name, text in shown.items()]))
    for warning in warnings:
        warn(warning)


def two_columns(lines: Sequence[tuple[str, str]]) -> Table:
    """Names and texts side by side; where there is no room they are folded, not cut: 20.6… could be 20.6 or 20.69."""
    from rich.markup import escape
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", overflow="fold")
    table.add_column(overflow="fold")
    for name, text in lines:
        table.add_row(escape(name), escape(text))
    return table


def number_table(title: str, first: str, *columns: str) -> Table:
    """A table whose columns after the first are numbers; folded, not cut, where there is no room."""
    from rich.table import Table

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
