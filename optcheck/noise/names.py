"""Names of parties: what people cannot tell apart must not be two parties."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from optcheck.errors import InvalidInput, steers

__all__ = ["check_distinct", "check_name", "likeness"]

_BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2065\u2800\u3164\uffa0"
)  # letters and marks that show nothing, beside the format characters (category Cf)
_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0000, 0xE1000))  # variation selectors and tags


def likeness(name: str) -> str:
    """What is left of a name without case, Unicode form, spaces around it and characters that show nothing.

    >>> likeness(" Ann\\u200b ") == likeness("ANN"), likeness("\\u3164")
    (True, '')
    """
    if name.isascii():
        return " ".join(name.lower().split())
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(letter for letter in folded if not _is_blank(letter)).split())


def _is_blank(letter: str) -> bool:
    return letter in _BLANK or any(ord(letter) in row for row in _SELECTORS) or unicodedata.category(letter) == "Cf"


def check_name(name: str, place: str) -> None:
    """Refuse a name that steers the terminal, or that nobody can see."""
    if not name.isprintable() and any(map(steers, name)):
        raise InvalidInput(f"{place}: must not hold control characters, got {name!r}")
    if not likeness(name):
        raise InvalidInput(f"{place}: must have a character that can be seen, got {name!a}")


def check_distinct(named: Iterable[tuple[str, str]]) -> None:
    """Refuse two names that look alike; each comes with the place where it stands."""
    seen: dict[str, tuple[str, str]] = {}
    for name, place in named:
        first, where = seen.setdefault(likeness(name), (name, place))
        if where != place and first == name:
            raise InvalidInput(f"{place}: must differ from party to party, got {name!r} again (first: {where})")
        if where != place:
            rule = "must differ by more than case, spaces, Unicode form or characters that show nothing"
            raise InvalidInput(f"{place}: {rule}, got {name!a} beside {first!a} (first: {where})")
