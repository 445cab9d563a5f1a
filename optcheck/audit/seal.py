"""Whether the code of a statement left the kernel as it was: what judges must not be changed by what is judged.

A seal remembers what every name of the kernel's modules stands for, the code of its functions, the attributes of its
classes, and what is in its tables; it is broken if any of that is another thing later. Claims are judged in a process
of their own, so a broken seal concerns one verdict only, which becomes an error. Code that undoes its change before
the seal is looked at again would go unnoticed: it is looked at when a claim was loaded, and when it was judged.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from types import FunctionType, ModuleType

from optcheck.errors import InvalidInput

WATCHED = ("optcheck", "builtins", "fractions", "math", "operator", "numbers", "functools", "inspect", "ast")
_CHANGING = frozenset(
    ("__annotations__", "__abstractmethods__", "__warningregistry__", "_abc_impl", "_", "__builtins__")
)
_ABSENT = object()


@dataclass(frozen=True, slots=True)
class _Names:
    """A namespace or table, and what its names stood for."""

    owner: str
    now: Mapping[str, object]
    before: Mapping[str, object]

    def broken(self) -> str | None:
        """A name that stands for something else, or that is new and no module."""
        now = self.now
        for name, thing in self.before.items():
            if now.get(name, _ABSENT) is not thing and name not in _CHANGING:
                return name
        if len(now) == len(self.before):
            return None
        fresh = (name for name in now.keys() - self.before.keys() if name not in _CHANGING)
        return next((name for name in fresh if not isinstance(now[name], ModuleType)), None)


@dataclass(frozen=True, slots=True)
class _Parts:
    """A function or record, and what it was made of."""

    owner: str
    thing: object
    before: tuple[object, ...]

    def broken(self) -> object | None:
        """The first part that is another one."""
        pairs = zip(_parts(self.thing), self.before, strict=True)
        return next((place for place, (now, then) in enumerate(pairs) if now is not then), None)


@dataclass(frozen=True, slots=True)
class Seal:
    """What everything was when the seal was set."""

    remembered: tuple[_Names | _Parts, ...]

    @classmethod
    def set(cls) -> Seal:
        """Remember the modules that are loaded now."""
        return cls(tuple(one for name, module in _modules() for one in _of_module(name, module)))

    def check(self, claim: str) -> None:
        """Raise InvalidInput for the first thing that is not what it was."""
        for one in self.remembered:
            name = one.broken()
            if name is not None:
                what = f"{one.owner}.{name}" if isinstance(one, _Names) else one.owner
                raise InvalidInput(f"{claim}: its code changes {what}, by which it is judged")


def _modules() -> Iterator[tuple[str, ModuleType]]:
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in WATCHED and isinstance(module, ModuleType):
            yield name, module


def _of_module(name: str, module: ModuleType) -> Iterator[_Names | _Parts]:
    names = dict(vars(module))
    yield _Names(name, vars(module), names)
    for key, thing in names.items():
        if isinstance(thing, type):
            if thing.__module__ == name:
                yield from _of_class(f"{name}.{key}", thing)
        else:
            yield from _of_thing(f"{name}.{key}", thing, tables=name.startswith("optcheck") and key not in _CHANGING)


def _of_class(name: str, kind: type) -> Iterator[_Names | _Parts]:
    names = dict(vars(kind))
    yield _Names(name, vars(kind), names)
    for key, thing in names.items():
        yield from _of_thing(f"{name}.{key}", thing, tables=False)


def _of_thing(name: str, thing: object, *, tables: bool) -> Iterator[_Names | _Parts]:
    """The code of a function, the entries of a table, the fields of a record."""
    if isinstance(thing, FunctionType) or (tables and is_dataclass(thing)):
        yield _Parts(name, thing, _parts(thing))
    elif tables and type(thing) is dict:
        yield _Names(name, thing, dict(thing))
    elif tables and type(thing) is list:
        yield _Parts(name, thing, tuple(thing))


def _parts(thing: object) -> tuple[object, ...]:
    if isinstance(thing, FunctionType):
        return thing.__code__, thing.__defaults__, thing.__kwdefaults__
    if isinstance(thing, list):
        return tuple(thing)
    return tuple(getattr(thing, item.name) for item in fields(thing))  # type: ignore[arg-type]
