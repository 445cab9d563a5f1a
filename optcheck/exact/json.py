"""Reading JSON that somebody else wrote."""

from __future__ import annotations

from typing import Any

from optcheck.errors import InvalidInput

__all__ = ["distinct"]


def distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names are distinct: readers of JSON differ in which of two equal names they keep.

    For ``json.loads(text, object_pairs_hook=distinct)``.
    """
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise InvalidInput(f"the name {name!r} occurs twice in one object")
        found[name] = value
    return found
