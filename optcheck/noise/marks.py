"""Decimal marks are settled for each file: it has points or commas, never both, and no marks for thousands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from optcheck.errors import InvalidInput
from optcheck.noise.columns import Line, number_columns

__all__ = ["Marks", "settled"]

_DECIMAL = re.compile(r"[+-]?(?:[0-9]+[.,][0-9]*|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?")
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}|[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})+")
_WORDS = {".": "a decimal point", ",": "a decimal comma"}


@dataclass(slots=True)
class Marks:
    """What the numbers of one file have shown so far.

    A number such as 1.000 is one where points are decimal marks, and a thousand where commas are. It is read as one if
    another number of the file has a point that cannot mean thousands, or if the format says so: ``point_by_format`` is
    for JSON, and for CSV with commas between the columns. 1,000 is always refused.
    """

    point_by_format: bool = False
    first: dict[str, str] = field(default_factory=dict)  # for each mark, the cell that had it first
    has_clear_point: bool = False
    doubtful: str = ""

    def read(self, text: str, place: str, column: str) -> str:
        """A cell with a decimal point if it is a decimal; any other as it is."""
        if "." not in text and "," not in text:
            return text
        plain = text.strip().replace("_", "")
        if not _DECIMAL.fullmatch(plain) and not _THOUSANDS.fullmatch(plain):
            return text
        mark, other = (",", ".") if "," in plain else (".", ",")
        cell = f"{place}, column {column!r}"
        if other in self.first:
            raise InvalidInput(
                f"{cell}: got {text.strip()!r} with {_WORDS[mark]}, but {self.first[other]} has {_WORDS[other]}: "
                "a file has one decimal mark, and none for thousands"
            )
        if _THOUSANDS.fullmatch(plain):
            self._doubt(cell, mark, text.strip())
        elif mark == ".":
            self.has_clear_point = True
        self.first.setdefault(mark, f"{text.strip()!r} ({cell})")
        return text.replace(",", ".")

    def _doubt(self, cell: str, mark: str, text: str) -> None:
        words = f"{cell}: could be thousands or decimals; write it without a"
        if mark == ",":
            raise InvalidInput(f"{words} comma, got {text!r}")
        self.doubtful = self.doubtful or f"{words} point, or as {text}0, got {text!r}"

    def close(self) -> None:
        """At the end of the file: a number in doubt is refused if nothing has shown what it means."""
        if self.doubtful and not self.has_clear_point and not self.point_by_format:
            raise InvalidInput(f"{self.doubtful}: no other number of the table shows which mark is the decimal one")


def settled(lines: Iterable[Line], point_by_format: bool = False) -> Iterator[Line]:
    """The rows of one file, one after the other, with decimal points in the columns of numbers."""
    marks = Marks(point_by_format)
    for line in lines:
        numbers = {name: marks.read(line.cells[name], line.place, means) for name, means in number_columns(line)}
        yield Line(line.place, {**line.cells, **numbers})
    marks.close()
