"""Write a linear program as a free MPS file that says exactly the same."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from pathlib import Path
from typing import Literal, get_args

from optcheck.errors import InvalidInput
from optcheck.exact.certificate import write_atomically
from optcheck.exact.numbers import Exact, common_denominator, to_text
from optcheck.exact.program import LinearProgram
from optcheck.files.draft import CONSTANT
from optcheck.files.numerals import INFINITE, MOST_CHARACTERS, MOST_EXPONENT

__all__ = ["decimal", "mps_text", "to_mps"]

Fractions = Literal["refuse", "scale", "write"]
_TYPES = {-1: "L", 0: "E", 1: "G"}
_PLAIN = 20  # decimals up to which a number is written without an exponent


def to_mps(program: LinearProgram, path: str | Path, fractions: Fractions = "refuse", rename: bool = False) -> None:
    """Write the program to a file that ``optcheck.read`` turns into the same program; it appears whole or not at all.

    Numbers are written as decimals with all their digits. One such as 1/3 has no finite decimal: by default it is
    refused; "scale" multiplies its row by a whole number, which changes neither the points nor the optimum (a cost or
    a bound is still refused); "write" puts down 1/3, which optcheck reads and most solvers do not. Names must be free
    of white space, unless ``rename`` asks for C1, C2, ... and R1, R2, ... instead.
    """
    write_atomically(path, mps_text(program, fractions, rename))


def mps_text(program: LinearProgram, fractions: Fractions = "refuse", rename: bool = False) -> str:
    """The text that :func:`to_mps` writes."""
    if fractions not in get_args(Fractions):
        raise InvalidInput(f"fractions must be one of {', '.join(get_args(Fractions))}, got {fractions!r}")
    return "\n".join(_Writer(program, fractions, rename).lines()) + "\n"


def decimal(value: Exact) -> str | None:
    """All digits of a number, or None where they never end.

    >>> from fractions import Fraction
    >>> decimal(Fraction(1, 8)), decimal(Fraction(1, 3)), decimal(-12)
    ('0.125', None, '-12')
    """
    twos, rest = _factor(value.denominator, 2)
    fives, rest = _factor(rest, 5)
    if rest > 1:
        return None
    places = max(twos, fives)
    digits = value.numerator * 10**places // value.denominator
    if not places:
        return to_text(digits)
    if places > _PLAIN:
        return f"{to_text(digits)}e-{places}"
    text = to_text(abs(digits)).rjust(places + 1, "0")
    return f"{'-' * (digits < 0)}{text[:-places]}.{text[-places:]}"


def _factor(number: int, prime: int) -> tuple[int, int]:
    power = 0
    while number % prime == 0:
        number //= prime
        power += 1
    return power, number


class _Writer:
    def __init__(self, program: LinearProgram, fractions: Fractions, rename: bool) -> None:
        self._program = program
        self._fractions = fractions
        self._constant = self._fixed_constant()
        count = len(program.costs) - (self._constant is not None)
        self._columns = _names("column", list(program.column_labels)[:count], "C" if rename else "")
        self._rows = _names("row", list(program.row_labels), "R" if rename else "")
        self._objective = "objective"
        while self._objective in self._rows:
            self._objective += "_"
        self._scales = [self._scale(i) for i in range(program.rows.count)]

    def _fixed_constant(self) -> Exact | None:
        """The objective's constant, if the last column is the one that the readers make of it."""
        program, last = self._program, len(self._program.costs) - 1
        if last < 0 or program.column_labels[last] != CONSTANT or (program.lower[last], program.upper[last]) != (1, 1):
            return None
        return None if (program.rows.columns == last).any() or not program.costs[last] else program.costs[last]

    def _scale(self, index: int) -> int:
        """What a row is multiplied by: 1, or the least number that leaves only factors 2 and 5 in its denominators."""
        if self._fractions != "scale":
            return 1
        entries = [a for _, a in self._program.rows.row(index)]
        whole = common_denominator([*entries, self._program.rhs[index]])
        return whole // gcd(whole, 10 ** whole.bit_length())

    def lines(self) -> Iterator[str]:
        program = self._program
        yield "NAME program FREE"
        if program.sense == "maximise":
            yield "OBJSENSE"
            yield "    MAX"
        yield "ROWS"
        yield f" N {self._objective}"
        for name, relation in zip(self._rows, program.relations.tolist(), strict=True):
            yield f" {_TYPES[relation]} {name}"
        yield "COLUMNS"
        yield from self._entries()
        yield "RHS"
        yield from self._sides()
        yield "BOUNDS"
        for j, name in enumerate(self._columns):
            yield from self._bounds(name, program.lower[j], program.upper[j])
        yield "ENDATA"

    def _entries(self) -> Iterator[str]:
        """A column's cost stands always, so that a column without entries is there too."""
        by_column: list[list[tuple[int, Exact]]] = [[] for _ in self._program.costs]
        for i in range(self._program.rows.count):
            for j, a in self._program.rows.row(i):
                by_column[j].append((i, a * self._scales[i]))
        for j, name in enumerate(self._columns):
            yield f" {name} {self._objective} {self._number(self._program.costs[j], f'cost of {name}')}"
            for i, a in by_column[j]:
                yield f" {name} {self._rows[i]} {self._number(a, f'{name} in row {self._rows[i]}')}"

    def _sides(self) -> Iterator[str]:
        if self._constant is not None:
            yield f" RHS {self._objective} {self._number(-self._constant, CONSTANT)}"
        for i, name in enumerate(self._rows):
            if self._program.rhs[i]:
                side = self._program.rhs[i] * self._scales[i]
                yield f" RHS {name} {self._number(side, f'right side of row {name}')}"

    def _bounds(self, name: str, low: Exact | None, high: Exact | None) -> Iterator[str]:
        if low is None and high is None:
            yield f" FR BND {name}"
        elif low == high:
            yield f" FX BND {name} {self._bound(low, name)}"
        else:
            if low is None:
                yield f" MI BND {name}"
            elif low or (high is not None and high < 0):
                yield f" LO BND {name} {self._bound(low, name)}"
            if high is not None:
                yield f" UP BND {name} {self._bound(high, name)}"

    def _bound(self, value: Exact | None, name: str) -> str:
        if value is None or not -INFINITE < value < INFINITE:
            raise InvalidInput(f"bound of {name} must be below 1e20 in size: readers take others as infinite")
        return self._number(value, f"bound of {name}")

    def _number(self, value: Exact, name: str) -> str:
        text = decimal(value) or (to_text(value) if self._fractions == "write" else "")
        if not text:
            raise InvalidInput(f"{name} must be a finite decimal in an MPS file, got {to_text(value)[:80]}")
        places = text.partition("e-")[2]
        if len(text) > MOST_CHARACTERS or int(places or 0) > MOST_EXPONENT:
            raise InvalidInput(f"{name} must have at most {MOST_CHARACTERS} characters, got {len(text)}")
        return text


def _names(what: str, names: list[str], letter: str) -> list[str]:
    if letter:
        return [f"{letter}{k}" for k in range(1, len(names) + 1)]
    for name in names:
        if name.split() != [name] or not name.isprintable() or name == "'MARKER'":
            raise InvalidInput(f"{what} names in an MPS file must have no white space, got {name!r}; see rename")
    if len(set(names)) < len(names):
        raise InvalidInput(f"{what} names in an MPS file must be distinct; see rename")
    return names
