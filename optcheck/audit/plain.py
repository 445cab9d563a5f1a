"""Exact values as plain JSON data: verdicts can be stored, compared byte for byte, and read by others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from optcheck.checker.facts import value_text
from optcheck.checker.intervals import Interval
from optcheck.claims.expressions import Expr
from optcheck.claims.values import Infinite
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Quadratic

Record = dict[str, Any]  # an object of a JSON document as json reads it: who reads a field knows what it holds

_LONGEST = 60  # characters of an expression that is shown beside its digits


def plain(value: object) -> object:
    """Return ``value`` as JSON data: fractions become "p/q", dataclasses objects, sets sorted lists.

    >>> plain({"x": (Fraction(1, 2), 3)})
    {'x': ['1/2', 3]}
    """
    if value is None or (isinstance(value, bool | int | float | str) and not isinstance(value, Enum)):
        return value
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
    if isinstance(value, Quadratic | Infinite):
        return str(value)
    if isinstance(value, Expr):
        return f"{value} = {value.decimal()}…" if len(repr(value)) <= _LONGEST else f"{value.decimal()}…"
    if isinstance(value, Interval):
        return value_text(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {item.name: plain(getattr(value, item.name)) for item in fields(value)}
    return _plain_container(value)


def key_of(instance: object) -> str:
    """A text that only equal instances share: ``repr`` alone may leave fields out."""
    return f"{instance!r} {plain(instance)!r}"


def _plain_container(value: object) -> object:
    if isinstance(value, Mapping):
        return {_key(key): plain(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((plain(item) for item in value), key=repr)
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if type(value).__module__.partition(".")[0] == "flint":
        return str(value)
    raise InvalidInput(
        f"instances and values are dataclasses, exact numbers and rows of these, got the "
        f"{type(value).__name__} {value!r}"
    )


def _key(key: object) -> str:
    data = plain(key)
    return data if isinstance(data, str) else str(data)


def imports(value: object) -> list[str]:
    """The import lines under which ``repr(value)`` is a Python expression for it.

    >>> imports((1, Fraction(1, 2)))
    ['from fractions import Fraction']
    """
    return sorted(f"from {kind.__module__} import {kind.__name__}" for kind in set(_types(value)))


def _types(value: object) -> Iterator[type]:
    if isinstance(value, Enum | Fraction) or (is_dataclass(value) and not isinstance(value, type)):
        yield type(value)
    if is_dataclass(value) and not isinstance(value, type):
        for item in fields(value):
            yield from _types(getattr(value, item.name))
    elif isinstance(value, Mapping):
        yield from (kind for pair in value.items() for part in pair for kind in _types(part))
    elif isinstance(value, list | tuple | set | frozenset):
        yield from (kind for part in value for kind in _types(part))
