"""The commands, found in the modules of this package.

A command loads its own module alone, and the list of commands loads none: names and help are read from the source.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from pathlib import Path

_PACKAGE = __name__.rpartition(".")[0]
_FOLDER = Path(__file__).parent
OTHER_NAMES = {"explain": "show"}  # what a command might be called, where the spelling does not suggest it


def commands(first: str = "") -> Iterator[Callable[..., None]]:
    """The functions in ``COMMANDS`` of the module that has the command ``first``, or of every module."""
    names = _modules()
    for name in [name for name in names if _name(first) in _names(name)] or names:
        yield from importlib.import_module(f"{_PACKAGE}.{name}").COMMANDS


def outlines() -> Iterator[Callable[[], None]]:
    """For each command a function that does nothing and has its name and its help."""
    for module in _modules():
        for name in _names(module):

            def outline() -> None: ...

            outline.__name__, outline.__doc__ = name, _help(module, name)
            yield outline


def is_command(word: str) -> bool:
    """Whether some module lists a command of that name."""
    return any(_name(word) in _names(module) for module in _modules())


def _modules() -> list[str]:
    return sorted(item.name for item in pkgutil.iter_modules([str(_FOLDER)]) if not item.name.startswith("_"))


def _name(word: str) -> str:
    return word.replace("-", "_")


def _names(module: str) -> list[str]:
    listed = re.search(r"^COMMANDS = \(([^)]*)\)", _source(module), re.MULTILINE)
    return re.findall(r"\w+", listed[1]) if listed else []


def _help(module: str, name: str) -> str:
    found = re.search(rf'^def {name}\(.*?"""(.*?)"""', _source(module), re.MULTILINE | re.DOTALL)
    return inspect.cleandoc(found[1]) if found else ""


def _source(module: str) -> str:
    return (_FOLDER / f"{module}.py").read_text(encoding="utf-8")
