"""One numbering wherever people read, that of the papers: the first party, user or entry is number 1.

Data (JSON, certificates, Python) number from 0; here what names a party is shifted before it is shown.
"""

from __future__ import annotations

from typing import TypeGuard

INDICES = frozenset({"active", "observer", "party", "speaker", "split", "user"})  # fields that name parties or users
PAIRS = (("i", "j"), ("one", "other"))  # two users, where both are numbers


def numbered(value: object) -> object:
    """JSON data of an instance with parties and users numbered from 1.

    >>> numbered({"required": [0, 2], "active": [0, 1], "observer": None})
    {'required': [0, 2], 'active': [1, 2], 'observer': None}
    """
    if isinstance(value, list):
        return [numbered(item) for item in value]
    if not isinstance(value, dict):
        return value
    pairs = {name for pair in PAIRS for name in pair if all(_is_place(value.get(one)) for one in pair)}
    return {name: _shifted(item) if name in INDICES | pairs else numbered(item) for name, item in value.items()}


def _shifted(value: object) -> object:
    if isinstance(value, list):
        return [_shifted(item) for item in value]
    return value + 1 if _is_place(value) else value


def _is_place(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
