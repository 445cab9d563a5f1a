"""The two consoles of the command line: results go to ``out``, messages and progress to ``err``."""

from __future__ import annotations

import unicodedata
from functools import cache

from rich.console import Console

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

_STEERING = ("Cc", "Cs", "Zl", "Zp")  # control characters, halves of characters, line and paragraph separators
_TURNING = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)  # right-to-left and back


def steers(character: str) -> bool:
    """Whether a character steers the terminal or reorders the line instead of being shown.

    >>> steers("\x1b"), steers("é")
    (True, False)
    """
    return character in _TURNING or unicodedata.category(character) in _STEERING


def visible(text: str) -> str:
    r"""The text with characters that would steer the terminal written out; line breaks stay.

    >>> visible("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    return "".join(repr(c)[1:-1] if c != "\n" and steers(c) else c for c in text)


@cache
def warn_once(message: str) -> None:
    """A word on ``err`` about what does not stop the work; the same word comes once."""
    err.print(f"optcheck: {visible(message)}", style="yellow", markup=False, soft_wrap=True)
