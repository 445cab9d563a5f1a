"""Tables as people have them: CSV with any usual separator, JSON, any usual encoding, a file or standard input."""

from __future__ import annotations

import codecs
import csv
import io
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TextIO

from optcheck.checker.opening import content_of
from optcheck.errors import InvalidInput
from optcheck.exact.files import distinct

__all__ = ["Line", "csv_lines", "read_sheet"]

_SEPARATORS = ",;\t|"
_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


@dataclass(frozen=True, slots=True)
class Line:
    """One row: where it stands, and its cells by the names of the columns as they are written there."""

    place: str
    cells: dict[str, str]


def read_sheet(path: Path, encoding: str | None = None) -> list[Line]:
    """The rows of a file, or of standard input for ``-``: a JSON list of objects, or CSV with a header."""
    text, name = _text(path, encoding), "standard input" if str(path) == "-" else str(path)
    if path.suffix.lower() == ".json" or text.lstrip()[:1] in ("[", "{"):
        return list(_json_lines(text, name))
    return list(_csv_lines(io.StringIO(text, newline=""), name))


def csv_lines(path: Path, encoding: str | None = None) -> Iterator[Line]:
    """The rows of a CSV file one after the other, for files larger than memory."""
    try:
        with path.open("rb") as stream:
            found = encoding or _marked(stream.read(4))
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
    found = encoding or _marked(content)
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


def _unknown(encoding: str | None) -> str:
    return f"--encoding must be a known encoding such as utf-8 or cp1252, got {encoding!r}"


def _undecodable(path: Path, encoding: str, error: UnicodeDecodeError) -> str:
    advice = "save it as 'CSV UTF-8', or name its encoding, for example --encoding cp1252 or --encoding utf-16"
    return f"{path} is not a CSV file in {encoding}: {error.reason}; {advice}"


def _csv_lines(stream: TextIO, name: str) -> Iterator[Line]:
    first = stream.readline()
    separator = _separator(first)
    reader = csv.reader(chain([first], stream), strict=True, delimiter=separator)
    try:
        header = [cell.strip() for cell in next(reader, [])]
        _check_header(header, f"{name}, line 1")
        for cells in reader:
            place = f"{name}, line {reader.line_num}"
            if cells and len(cells) != len(header):
                advice = "; numbers with a comma need quotes, or semicolons between columns" if separator == "," else ""
                raise InvalidInput(f"{place}: must have {len(header)} columns, got {len(cells)}{advice}")
            if cells:
                yield Line(place, dict(zip(header, cells, strict=True)))
    except csv.Error as error:
        raise InvalidInput(f"{name} is not a CSV file: {error}") from error


def _separator(first: str) -> str:
    """The separator that stands most often in the first line; a comma where there is none."""
    return max(_SEPARATORS, key=lambda mark: (first.count(mark), mark == ","))


def _check_header(header: list[str], place: str) -> None:
    for name in header:
        if header.count(name) > 1:
            raise InvalidInput(f"{place}, column {name!r}: must appear once, got {header.count(name)} times")


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
