"""Values in messages: short, in one line, and never a second error."""

from __future__ import annotations

import unicodedata
from fractions import Fraction

from optcheck.checker.core import number_text

__all__ = ["shown", "steers"]

_LONGEST = 200  # characters
_MOST_BITS = 4000  # of a numerator or denominator that is written out
_STEERING = ("Cc", "Cs", "Zl", "Zp")  # control characters, halves of characters, line and paragraph separators
_TURNING = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)  # right-to-left and back


def shown(value: object) -> str:
    """A value as a message shows it.

    Python refuses to write integers of more than 4300 digits: a message with one in it would become another error.

    >>> shown(Fraction(3, 2)), shown("x"), shown(10**5000)
    ('3/2', "'x'", 'a number of about 5000 digits')
    """
    if type(value).__module__ == "numpy" and getattr(value, "ndim", 1) == 0:
        value = value.item()  # type: ignore[attr-defined]  # numpy's numbers, without importing numpy
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        bits = max(abs(value.numerator), value.denominator).bit_length()
        return number_text(value) if bits <= _MOST_BITS else f"a number of about {bits * 30103 // 100000} digits"
    try:
        text = " ".join(repr(value).split())
    except Exception:  # a list with such an integer in it, or a stranger's class
        return f"a {type(value).__name__} that cannot be shown"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}... ({len(text)} characters)"


def steers(character: str) -> bool:
    """Whether a character steers the terminal or reorders the line instead of being shown.

    >>> steers("\x1b"), steers("é")
    (True, False)
    """
    return character in _TURNING or unicodedata.category(character) in _STEERING
