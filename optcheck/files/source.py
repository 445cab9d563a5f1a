"""The text of a file, within limits: neither a huge file nor one that unpacks to a huge one fills the memory."""

from __future__ import annotations

import gzip
import io
import zlib
from pathlib import Path
from typing import NoReturn

from optcheck.checker.opening import content_of
from optcheck.errors import InvalidInput

__all__ = ["MOST_BYTES", "Place", "refuse", "text_of"]

MOST_BYTES = 128 * 2**20  # as much as a certificate may have: no larger program could be proved
_SHOWN = 80  # characters of a bad text that a message repeats

Place = tuple[str, int]  # file and line; 0 where lines mean nothing


def text_of(path: Path) -> str:
    """The file's text, unpacked if its name ends in .gz."""
    packed = path.suffix.lower() == ".gz"
    try:
        content = content_of(path, MOST_BYTES + 1)
        if packed:
            with gzip.open(io.BytesIO(content), "rb") as stream:
                content = stream.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise InvalidInput(f"there is no file {path}") from None
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise InvalidInput(f"{path} is not a complete gzip file: {error}") from None
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror or error}") from None
    if len(content) > MOST_BYTES:
        raise InvalidInput(f"{path} must hold at most {MOST_BYTES} bytes of text{' unpacked' * packed}")
    return _decoded(path, content)


def _decoded(path: Path, content: bytes) -> str:
    if b"\0" in content:
        raise InvalidInput(f"{path} must be a text file, got one with zero bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")  # files older than UTF-8; every byte has a meaning there


def refuse(place: Place, field: str, rule: str, got: str | None = None) -> NoReturn:
    """Raise InvalidInput naming file, line, field, rule and what stands there instead."""
    file, line = place
    shown = "" if got is None else f", got {got[:_SHOWN]!r}"
    where = f"{file}, line {line}" if line else file
    raise InvalidInput(f"{where}, {field}: {rule}{shown}")
