"""A few named numbers as an answer: a table for people, JSON for programs, warnings beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction

from rich.markup import escape
from rich.table import Table

from optcheck.cli._console import err, out, visible
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact, exact, to_text

__all__ = ["number", "numbers", "show", "two_columns", "unprotected", "warn"]


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
