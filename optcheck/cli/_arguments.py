"""Arguments of a command, stated once: for typer, which shows help and names mistakes, and for reading without it.

typer and rich take longer to load than most programs take to solve. A command whose arguments are stated with the
classes here starts without them; where a word is not understood, or help is asked for, typer has its turn.
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, ParamSpec, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    from typer.models import ArgumentInfo, OptionInfo

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


@dataclass(frozen=True, slots=True)
class _Parameter:
    name: str
    kind: type
    several: bool
    stated: Argument | Option

    @property
    def flag(self) -> str:
        """What stands before the value."""
        stated = self.stated.flag if isinstance(self.stated, Option) else ""
        return stated or "--" + self.name.replace("_", "-")


def read(command: Callable[P, None], words: Sequence[str]) -> dict[str, Value] | None:
    """The arguments that the words give, None where typer should look at them."""
    parameters = _parameters(command)
    options = {parameter.flag: parameter for parameter in parameters if isinstance(parameter.stated, Option)}
    given: dict[str, Value] = {}
    files: list[str] = []
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        flag, equals, text = word.partition("=")
        parameter = options.get(flag)
        if not word.startswith("-"):
            files.append(word)
        elif parameter is None or parameter.name in given:
            return None
        elif parameter.kind is bool:
            if equals:
                return None
            given[parameter.name] = True
        else:
            if not equals and (not waiting or waiting[0].startswith("--")):
                return None
            value = _value(parameter, text if equals else waiting.pop(0))
            if value is None:
                return None
            given[parameter.name] = value
    return _with_files(parameters, given, files)


def _with_files(parameters: Sequence[_Parameter], given: dict[str, Value], files: list[str]) -> dict[str, Value] | None:
    """The words that stand alone, shared out among the arguments."""
    for parameter in parameters:
        if isinstance(parameter.stated, Argument):
            if not files:
                return None
            taken = files if parameter.several else files[:1]
            given[parameter.name] = [Path(text) for text in taken] if parameter.several else Path(taken[0])
            files = files[len(taken) :]
    return None if files else given


def _value(parameter: _Parameter, text: str) -> Value:
    """The value that a text stands for, None where it stands for none."""
    try:
        value: Value = parameter.kind(text)
    except ValueError:
        return None
    stated = parameter.stated
    if isinstance(value, int | float) and isinstance(stated, Option):
        low, high = -math.inf if stated.min is None else stated.min, math.inf if stated.max is None else stated.max
        return value if low <= value <= high else None
    return value


def _parameters(command: Callable[P, None]) -> list[_Parameter]:
    hints = get_type_hints(command, include_extras=True)
    found = []
    for name in inspect.signature(command).parameters:
        plain, stated = get_args(hints[name])[:2]
        several = get_origin(plain) is list
        kinds = get_args(plain) if several or isinstance(plain, UnionType) else (plain,)
        kind = next(kind for kind in kinds if kind is not NoneType)
        found.append(_Parameter(name, kind, several, stated))
    return found


def is_stated(command: Callable[P, None]) -> bool:
    """Whether the command's arguments are stated with the classes here."""
    hints = get_type_hints(command, include_extras=True)
    return any(isinstance(part, Argument | Option) for hint in hints.values() for part in get_args(hint)[1:])


def for_typer(command: Callable[P, None]) -> Callable[P, None]:
    """The same command with typer's own classes in its signature."""
    if not is_stated(command):
        return command

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


def _info(stated: Argument | Option) -> ArgumentInfo | OptionInfo:
    import typer

    if isinstance(stated, Argument):
        info: ArgumentInfo = typer.Argument(help=stated.help, show_default=False)
        return info
    option: OptionInfo = typer.Option(
        *((stated.flag,) if stated.flag else ()),
        help=stated.help,
        min=stated.min,
        max=stated.max,
        metavar=stated.metavar,
        show_default=stated.show_default,
        callback=stated.callback,
        is_eager=stated.callback is not None,
    )
    return option
