"""Tables as people have them: CSV with any usual separator, JSON, any usual encoding, a file or standard input."""

from __future__ import annotations

import codecs
import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TextIO

from optcheck.checker.opening import content_of
from optcheck.errors import InvalidInput
from optcheck.exact.files import distinct
from optcheck.noise.columns import Line, meaning_of
from optcheck.noise.marks import settled

__all__ = ["csv_lines", "read_sheet"]

_SEPARATORS = ",;\t|"
_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # .xlsx and .ods, which are zip archives, and .xls


def read_sheet(path: Path, encoding: str | None = None) -> list[Line]:
    """The rows of a file, or of standard input for ``-``: a JSON list of objects, or CSV with a header."""
    text, name = _text(path, encoding), "standard input" if str(path) == "-" else str(path)
    if path.suffix.lower() == ".json" or text.lstrip()[:1] in ("[", "{"):
        return list(settled(_json_lines(text, name), point_by_format=True))
    return list(_csv_lines(io.StringIO(text, newline=""), name))


def csv_lines(path: Path, encoding: str | None = None) -> Iterator[Line]:
    """The rows of a CSV file one after the other, for files larger than memory."""
    try:
        with path.open("rb") as stream:
            found = encoding or _marked(_no_workbook(stream.read(4), str(path)))
        with path.open(encoding=found, newline="") as text:
            yield from _csv_lines(text, str(path))
    except LookupError:
        raise InvalidInput(_unknown(encoding)) from None
    except UnicodeDecodeError as error:
        raise InvalidInput(_undecodable(path, found, error)) from error
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}") from error


def _text(path: Path, encoding: str | None) -> str:
    if str(path) == "-":
        content = sys.stdin.buffer.read()
    elif not path.exists():
        raise InvalidInput(f"there is no file {path}")
    else:
        content = _content(path)
    found = encoding or _marked(_no_workbook(content, str(path)))
    try:
        return content.decode(found)
    except LookupError:
        raise InvalidInput(_unknown(encoding)) from None
    except UnicodeDecodeError as error:
        raise InvalidInput(_undecodable(path, found, error)) from error


def _content(path: Path) -> bytes:
    try:
        return content_of(path, -1)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}") from error


def _marked(content: bytes) -> str:
    """The encoding that a file's first bytes name; UTF-8 where they name none."""
    return next((name for mark, name in _MARKS.items() if content.startswith(mark)), "utf-8")


def _no_workbook(content: bytes, name: str) -> bytes:
    if content.startswith(_WORKBOOKS):
        advice = "save the sheet as 'CSV UTF-8', or read it with pandas for optcheck.noise.question_from_table"
        raise InvalidInput(f"{name} is a workbook (.xlsx, .ods or .xls), not a CSV file: {advice}")
    return content


def _unknown(encoding: str | None) -> str:
    return f"--encoding must be a known encoding such as utf-8 or cp1252, got {encoding!r}"


def _undecodable(path: Path, encoding: str, error: UnicodeDecodeError) -> str:
    advice = "save it as 'CSV UTF-8', or name its encoding, for example --encoding cp1252 or --encoding utf-16"
    return f"{path} is not a CSV file in {encoding}: {error.reason}; {advice}"


def _csv_lines(stream: TextIO, name: str) -> Iterator[Line]:
    first, skipped = _first_line(stream)
    separator = _declared(first, name)
    if separator:
        first, more = _first_line(stream)
        skipped += more + 1
    separator = separator or _separator(first)
    rows = _rows(chain([first], stream), separator, name, skipped)
    yield from settled(_under_header(rows, separator), point_by_format=separator == ",")


def _first_line(stream: TextIO) -> tuple[str, int]:
    """The next line that is not blank, and how many blank ones stood before it."""
    blank = 0
    while (line := stream.readline()) and not line.strip():
        blank += 1
    return line, blank


def _declared(first: str, name: str) -> str:
    """The separator in a line ``sep=;``, which Excel understands; empty where there is no such line."""
    line = first.strip("\r\n").strip('"')
    if not line.lower().startswith("sep="):
        return ""
    if len(line) != 5 or line[4] not in _SEPARATORS:
        raise InvalidInput(f"{name}: sep= must name one of {_SEPARATORS!r}, got {line!r}")
    return line[4]


def _separator(first: str) -> str:
    """The separator that stands most often in the first line; a comma where there is none."""
    return max(_SEPARATORS, key=lambda mark: (first.count(mark), mark == ","))


def _rows(lines: Iterable[str], separator: str, name: str, skipped: int) -> Iterator[tuple[str, list[str]]]:
    """The rows in which something stands, each with its place."""
    reader = csv.reader(lines, strict=True, delimiter=separator)
    try:
        for cells in reader:
            if any(map(str.strip, cells)):
                yield f"{name}, line {skipped + reader.line_num}", cells
    except csv.Error as error:
        raise InvalidInput(f"{name} is not a CSV file: {error}") from error


def _under_header(rows: Iterator[tuple[str, list[str]]], separator: str) -> Iterator[Line]:
    start, first = next(rows, ("", []))
    header = _header(first, start)
    for place, cells in rows:
        if cells[0].lstrip().startswith("#"):
            raise InvalidInput(f"{place}: must not start with #, comments are not read: got {cells[0]!r}")
        if len(cells) != len(header):
            advice = "; numbers with a comma need quotes, or semicolons between columns" if separator == "," else ""
            raise InvalidInput(f"{place}: must have {len(header)} columns, got {len(cells)}{advice}")
        for name, cell in zip(header, cells, strict=True):
            if not name and cell.strip():
                raise InvalidInput(f"{place}: must have no cell under an empty header, got {cell!r}")
        yield Line(place, {name: cell for name, cell in zip(header, cells, strict=True) if name})


def _header(cells: list[str], place: str) -> list[str]:
    """The names of the columns, at least one of which is known: a title is none."""
    header = [cell.strip() for cell in cells]
    if header and not any(meaning_of(name, place) for name in header):
        rule = "must be the header, with columns such as name, epsilon and delta; remove titles and comments"
        raise InvalidInput(f"{place}: {rule}, got {' '.join(filter(None, header))!r}")
    for name in filter(None, header):
        if header.count(name) > 1:
            raise InvalidInput(f"{place}, column {name!r}: must appear once, got {header.count(name)} times")
    return header


def _json_lines(text: str, name: str) -> Iterator[Line]:
    try:
        items: object = json.loads(text, parse_float=str, parse_int=str, object_pairs_hook=distinct)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{name} is not a JSON file: {error}") from error
    if isinstance(items, dict) and isinstance(items.get("parties"), list):
        items = items["parties"]  # what allocate writes can be read back
    if not isinstance(items, list):
        raise InvalidInput(f"{name} must hold a list of objects, one for each party")
    for number, item in enumerate(items, start=1):
        place = f"{name}, item {number}"
        if not isinstance(item, dict):
            raise InvalidInput(f"{place}: must be an object, got {item!r}")
        yield Line(place, {column: "" if value is None else str(value) for column, value in item.items()})
