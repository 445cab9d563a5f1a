"""Rows of a CSV file, one after the other, in bounded memory. Standard library only."""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from optcheck.checker.numerals import Exact, number_text
from optcheck.checker.opening import opened
from optcheck.checker.reading import require
from optcheck.checker.wording import above_text, quoted

Row = dict[str, str]
MOST_RECORD = 1 << 20  # characters of a row
SHOWN = {"noise_variance": 1, "noise_sigma": 2}  # columns for people, and the power that makes a variance of them
ROUNDING = Fraction(1, 10**6)  # by which part a number for people may lie above the exact one; no proof uses it
_NOTHING = re.compile(r"/0+$")
_DIGITS = re.compile(r"[0-9]{1,4000}")
_NUMBER = re.compile(r"[0-9]{1,400}(\.[0-9]{1,400})?([eE][+-]?[0-9]{1,3})?|[0-9]{1,4000}/[0-9]{1,4000}")


class _Lines:
    """The lines of a text, with a limit on what one record may hold: quoted cells may run over many lines."""

    def __init__(self, stream: TextIO, where: str) -> None:
        self.stream = stream
        self.where = where
        self.taken = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self.stream.readline(MOST_RECORD)
        self.taken += len(line)
        require(self.taken <= MOST_RECORD, self.where, f"rows of at most {MOST_RECORD} characters", "a longer one")
        if not line:
            raise StopIteration
        return line


def read_rows(path: str | Path, *needed: str, known: Collection[str] = ()) -> Iterator[Row]:
    """The rows of a CSV file in UTF-8 with a header, each cell under its column's name; these columns are needed.

    Where columns are ``known``, others are refused: nobody would compare them.
    """
    where = quoted(str(path))
    try:
        with opened(path) as content, TextIOWrapper(content, encoding="utf-8-sig", newline="") as stream:
            lines = _Lines(stream, where)
            reader = csv.reader(lines, strict=True)
            header = next(reader, [])
            _check_header(header, needed, known or header, where)
            for cells in reader:
                lines.taken = 0
                if cells:
                    require(len(cells) == len(header), where, "as many cells in a row as columns")
                    yield dict(zip(header, cells, strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        require(False, where, "a CSV file in UTF-8", quoted(str(error)))


def _check_header(header: list[str], needed: tuple[str, ...], known: Collection[str], where: str) -> None:
    require(len(set(header)) == len(header), where, "every column once", header)
    words = ", ".join(needed[:-1]) + f" and {needed[-1]}"
    require(set(needed) <= set(header), where, f"columns {words}", sorted(header))
    odd = [name for name in header if name not in known]
    require(not odd, where, f"no columns but {', '.join(known)}", f"column {quoted(odd[0])}" if odd else "")


def whole_cell(row: Row, column: str, name: str) -> int:
    """A whole number in the row of the party with this name."""
    text = row[column].strip()
    if _DIGITS.fullmatch(text) is None:
        require(False, f"{column} of {quoted(name)}", "a whole number", quoted(text))
    return int(text)


def number_cell(row: Row, column: str, name: str) -> Fraction:
    """A decimal or a fraction, at least 0."""
    return number_in(row[column].strip(), f"{column} of {quoted(name)}")


def number_in(text: str, where: str) -> Fraction:
    """The decimal or fraction that a text is, at least 0."""
    if _NUMBER.fullmatch(text) is None or _NOTHING.search(text) is not None:
        require(False, where, "a decimal number or a fraction", quoted(text))
    return Fraction(text)


def budget_cells(row: Row) -> tuple[Fraction, Fraction, Fraction]:
    """Epsilon, delta and sensitivity of a party."""
    name = row["name"]
    epsilon, delta, sensitivity = (number_cell(row, column, name) for column in ("epsilon", "delta", "sensitivity"))
    require(0 < delta < 1, f"delta of {quoted(name)}", "strictly between 0 and 1", number_text(delta))
    return epsilon, delta, sensitivity


def check_shown(row: Row, name: str, variance: Fraction) -> None:
    """Numbers for people are the variance and the standard deviation that they stand for, rounded up and not far."""
    for column, power in SHOWN.items():
        if column in row:
            value = number_cell(row, column, name)
            if not (value * (1 - ROUNDING)) ** power <= variance <= value**power:
                rule = f"rounded up, by a millionth at most, from the variance {above_text(variance)}"
                require(False, f"{column} of {quoted(name)}", rule, quoted(row[column]))


def check_grid(row: Row, name: str, grid: Exact) -> None:
    """The grid in a row is that of the plan."""
    if "grid" in row:
        found = number_cell(row, "grid", name)
        require(found == grid, f"grid of {quoted(name)}", number_text(grid), quoted(row["grid"]))


def question_bytes(cells: Sequence[str]) -> bytes:
    """A row's question as bytes: every cell with its length, so that no two rows read the same."""
    coded = [cell.encode("utf-8") for cell in cells]
    return b"".join(b"%d:%s" % (len(cell), cell) for cell in coded) + b"\n"
