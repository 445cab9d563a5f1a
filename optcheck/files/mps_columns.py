"""The plain lines of the COLUMNS section, where most of an MPS file stands, read in one loop.

A plain line opens with a blank and has, in free format, a column, a row, a value, and perhaps another row and value,
all of them in order. Any other line, a wrong one in particular, is left to the reader of single lines.
"""

from __future__ import annotations

from optcheck.files.draft import Column
from optcheck.files.mps_content import MARKER, Content

__all__ = ["PlainColumns"]


class PlainColumns:
    """The reader of plain lines: made when COLUMNS begins, called after every line that was not plain."""

    def __init__(self, content: Content, lines: list[str]) -> None:
        self._content, self._lines = content, lines
        self._rows = content.rows | content.free_rows
        self._rows.pop(MARKER, None)

    def read(self) -> None:
        """Read on after the content's line, which counts what is read, up to a line that is not plain."""
        content, lines, rows = self._content, self._lines, self._rows
        number, known = content.numerals, content.numerals.known
        name, index = content.drafts[-1].name if content.drafts else "", len(content.drafts) - 1
        for place in range(content.line, len(lines)):
            line = lines[place]
            words = line.split()
            count = len(words)
            if (count != 3 and count != 5) or line[0] not in " \t":
                return
            try:
                row, value = rows[words[1]], known.get(words[2])
                other, second = (rows[words[3]], known.get(words[4])) if count == 5 else (None, 0)
                value = number(words[2]) if value is None else value
                second = number(words[4]) if second is None else second
            except (KeyError, ValueError):
                return
            if words[0] != name:
                if words[0] in content.columns or words[0] == MARKER or row is other:
                    return
                name, index = words[0], index + 1
                content.columns[name] = index
                content.drafts.append(Column(name, integer=content.between_marks))
            elif index in row.entries or row is other or (other and index in other.entries):
                return
            row.entries[index] = value
            if other:
                other.entries[index] = second
            content.line = place + 1
