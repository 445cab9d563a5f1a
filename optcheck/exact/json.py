"""Reading JSON that somebody else wrote."""

from __future__ import annotations

from typing import Any

from optcheck.errors import InvalidInput

__all__ = ["Document", "distinct"]

Document = dict[str, Any]  # a JSON object, nested as deep as its kind nests; its reader says what it holds


def distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object whose names are distinct: readers of JSON differ in which of two equal names they keep.

    For ``json.loads(text, object_pairs_hook=distinct)``.
    """
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise InvalidInput(f"the name {name!r} occurs twice in one object")
        found[name] = value
    return found
