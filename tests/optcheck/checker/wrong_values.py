"""Places in a document, and values that no reader may accept there."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from optcheck.errors import CertificateRejected

Place = tuple[str | int, ...]

NULLABLE = {"lower", "upper", "caps", "observer", "kept_back", "scale", "cost_ranges", "side_ranges"}
TEXTS = {"note", "columns", "rows", "label", "names", "files"}  # any text will do


def places(value: Any, where: Place = ()) -> Iterator[tuple[Place, Any]]:
    yield where, value
    if isinstance(value, dict):
        for name, item in value.items():
            yield from places(item, (*where, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from places(item, (*where, index))


def holder(document: Any, place: Place) -> Any:
    for step in place[:-1]:
        document = document[step]
    return document


def replaced(document: Any, place: Place, value: object) -> Any:
    """The document with another value in one place; only what lies on the way is copied, for there are many places."""
    changed = copy.copy(document)
    changed[place[0]] = replaced(document[place[0]], place[1:], value) if len(place) > 1 else value
    return changed


def _name(place: Place) -> str:
    return next(str(step) for step in reversed(place) if isinstance(step, str))


def wrong_values(place: Place, value: Any) -> Iterator[object]:
    """Values that no reader may accept in this place."""
    name = _name(place)
    yield 1.5
    yield float("nan")
    if not (name in NULLABLE and (value is None or not isinstance(value, list | dict))):
        yield None
    if not isinstance(value, bool):
        yield from (True, False)
    if name not in TEXTS or isinstance(value, list):
        yield from ("", "10 ", "\x1b[31m", "no such word", "１")
    if isinstance(value, list):
        yield from ({}, "10", "[]", 3, {"0": 1})
    elif isinstance(value, dict):
        yield from ([], [value], "{}", 3)
    else:
        yield from ([value], {"value": value}, [], {})


def assert_read(rejection: CertificateRejected, place: Place, wrong: object) -> None:
    """A reader refused it: no stray error of the interpreter was needed."""
    for stray in ("TypeError", "AttributeError", "KeyError", "IndexError"):
        assert stray not in rejection.actual, (place, wrong, str(rejection))
