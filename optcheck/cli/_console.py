"""What every command reads and prints with: results go to ``out``, messages to ``err``, as text or as JSON."""

from __future__ import annotations

import argparse
import functools
import inspect
import json
import math
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, NoReturn, ParamSpec, get_args, get_origin, get_type_hints

from optcheck.errors import InvalidInput, steers
from optcheck.exact.numbers import Exact, exact, to_text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    out: Console
    err: Console


# --- Arguments of a command, stated once: for typer, which shows help and names mistakes, and for reading without it.
#
# typer and rich take longer to load than most programs take to solve. A command whose arguments are stated with the
# classes here starts without them; where a word is not understood, or help is asked for, typer has its turn.


P = ParamSpec("P")
Value = object


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument without a name: one file, or as many as there are."""

    help: str


@dataclass(frozen=True, slots=True)
class Option:
    """An option; without a flag it is called like its parameter. ``callback`` is called before everything else."""

    flag: str = ""
    help: str = ""
    min: float | None = None
    max: float | None = None
    metavar: str | None = None
    show_default: bool = True
    callback: Callable[[bool], None] | None = None


class _Unclear(Exception):
    """What typer should look at."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise _Unclear(message)


def read(command: Callable[P, None], words: Sequence[str]) -> dict[str, Value] | None:
    """The arguments that the words give, None where typer should look at them."""
    parser = _Parser(add_help=False, allow_abbrev=False, argument_default=argparse.SUPPRESS)
    bounds: dict[str, Option] = {}
    for name, hint in get_type_hints(command, include_extras=True).items():
        if name != "return":
            plain, stated = get_args(hint)[:2]
            _add_argument(parser, name, plain, stated)
            bounds |= {name: stated} if isinstance(stated, Option) else {}
    try:
        given = vars(parser.parse_args(words))
    except _Unclear:
        return None
    return given if all(_is_within(bounds[name], given[name]) for name in given if name in bounds) else None


def _add_argument(parser: argparse.ArgumentParser, name: str, plain: object, stated: Argument | Option) -> None:
    several = get_origin(plain) is list
    kinds = get_args(plain) if several or isinstance(plain, UnionType) else (plain,)
    kind = next(kind for kind in kinds if kind is not NoneType)
    if isinstance(stated, Argument):
        parser.add_argument(name, type=kind, nargs="+" if several else None)
    elif kind is bool:
        parser.add_argument(_flag(stated, name), dest=name, action="store_true")
    else:
        parser.add_argument(_flag(stated, name), dest=name, type=kind)


def _flag(stated: Option, name: str) -> str:
    return stated.flag or "--" + name.replace("_", "-")


def _is_within(stated: Option, value: Value) -> bool:
    low, high = -math.inf if stated.min is None else stated.min, math.inf if stated.max is None else stated.max
    return not isinstance(value, int | float) or low <= value <= high


def for_typer(command: Callable[P, None]) -> Callable[P, None]:
    """The same command with typer's own classes in its signature."""

    @functools.wraps(command)
    def same(*arguments: P.args, **options: P.kwargs) -> None:
        command(*arguments, **options)

    hints = get_type_hints(command, include_extras=True)
    same.__annotations__ = {name: _in_typer(hint) for name, hint in hints.items()}
    plain = inspect.signature(command)
    parameters = [part.replace(annotation=same.__annotations__[name]) for name, part in plain.parameters.items()]
    same.__signature__ = plain.replace(parameters=parameters)  # type: ignore[attr-defined]
    return same


def _in_typer(hint: object) -> object:
    parts = get_args(hint)
    stated = next((part for part in parts[1:] if isinstance(part, Argument | Option)), None)
    return hint if stated is None else Annotated[parts[0], _info(stated)]


def _info(stated: Argument | Option) -> object:
    import typer

    if isinstance(stated, Argument):
        return typer.Argument(help=stated.help, show_default=False)
    kept = {field.name: getattr(stated, field.name) for field in fields(stated) if field.name != "flag"}
    return typer.Option(*filter(None, [stated.flag]), **kept, is_eager=stated.callback is not None)


# --- What every command reads and prints with: results go to ``out``, messages to ``err``, as text or as JSON ---


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
