"""Numbers in files of linear programs: decimals as decimals, or as the doubles that most solvers make of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction

from optcheck.exact.numbers import Exact, whole

__all__ = ["INFINITE", "MOST_CHARACTERS", "MOST_EXPONENT", "Numerals"]

INFINITE = 10**20  # a bound at least this large is infinite, as CPLEX, Gurobi and HiGHS have it
MOST_EXPONENT = 9999
MOST_CHARACTERS = 4000  # of one number: below the interpreter's limit for turning a text into an int
_ROOM = 10**9  # digits that all exponents of one file may add: a small file must not fill the memory
_DECIMAL = re.compile(r"[+-]?(?:([0-9]+)\.?([0-9]*)|\.([0-9]+))(?:[eEdD]([+-]?[0-9]{1,9}))?")
_RATIO = re.compile(r"[+-]?([0-9]+)/([0-9]+)")
_INFINITY = {"inf": 1, "+inf": 1, "-inf": -1, "infinity": 1, "+infinity": 1, "-infinity": -1}


@dataclass(slots=True)
class Numerals:
    """Reads number texts; a ValueError's message is the rule that a text breaks.

    >>> Numerals()("0.1"), Numerals(binary=True)("0.5"), Numerals()("1/3")
    (Fraction(1, 10), Fraction(1, 2), Fraction(1, 3))
    """

    binary: bool = False
    known: dict[str, Exact] = field(default_factory=dict)
    _used: int = 0

    def __call__(self, text: str) -> Exact:
        value = self.known.get(text)
        if value is None:
            value = self.known[text] = self._read(text)
        return value

    def bound(self, text: str) -> Exact | None:
        """A bound: None where it is infinite. Which of the two infinities it is, :func:`sign` tells."""
        if text.lower() in _INFINITY:
            return None
        value = self(text)
        return value if -INFINITE < value < INFINITE else None

    def sign(self, text: str) -> int:
        """The sign of a number or of an infinity."""
        known = _INFINITY.get(text.lower())
        value = self(text) if known is None else known
        return (value > 0) - (value < 0)

    def _read(self, text: str) -> Exact:
        if len(text) > MOST_CHARACTERS:
            raise ValueError(f"must have at most {MOST_CHARACTERS} characters")
        ratio = _RATIO.fullmatch(text)
        if ratio is not None and int(ratio[2]):
            return self._as_asked(Fraction(text))
        decimal = _DECIMAL.fullmatch(text)
        if decimal is None:
            raise ValueError("must be a number such as 12, -0.25, 1.5e3 or 1/3")
        self._make_room(int(decimal[4] or 0))
        return self._as_asked(_decimal(text, decimal))

    def _make_room(self, exponent: int) -> None:
        self._used += abs(exponent)
        if abs(exponent) > MOST_EXPONENT:
            raise ValueError(f"must have an exponent between -{MOST_EXPONENT} and {MOST_EXPONENT}")
        if self._used > _ROOM:
            raise ValueError(f"must not be the one whose exponent takes the file beyond {_ROOM} digits written out")

    def _as_asked(self, value: Exact) -> Exact:
        if not self.binary:
            return whole(value)
        try:
            return whole(Fraction(float(value)))  # correctly rounded, as IEEE 754 asks of a reader
        except OverflowError:
            raise ValueError("must lie in the range of doubles") from None


def _decimal(text: str, parts: re.Match[str]) -> Exact:
    """The value of a decimal, whose parts are the digits before and after the point and the exponent."""
    digits = (parts[1] or "") + (parts[2] or parts[3] or "")
    size = -int(digits) if text[0] == "-" else int(digits)
    shift = int(parts[4] or 0) - len(parts[2] or parts[3] or "")
    return size * 10**shift if shift >= 0 else Fraction(size, 10**-shift)
