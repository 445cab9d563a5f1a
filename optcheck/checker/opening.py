"""Files of strangers: of bounded size, strict JSON, opened without waiting for anybody. Standard library only."""

from __future__ import annotations

import errno
import json
import os
import stat
from pathlib import Path

from optcheck.checker.numerals import parse_int
from optcheck.checker.reading import require
from optcheck.checker.wording import quoted
from optcheck.errors import CertificateRejected

MOST_BYTES = 1 << 27  # of a file
MOST_VALUES = 10**7  # numbers, texts, lists and objects of a file
_NO_WAITING: int = getattr(os, "O_NONBLOCK", 0)  # 0 on systems without such pipes


def read_file(path: str | Path) -> object:
    """The document in a file of bounded size; raises CertificateRejected where it is no JSON that we accept."""
    content = _content(path, MOST_BYTES + 1)
    require(len(content) <= MOST_BYTES, quoted(str(path)), f"a file of at most {MOST_BYTES} bytes", "a longer one")
    values = 1 + sum(content.count(mark) for mark in (b",", b"[", b"{"))
    require(values <= MOST_VALUES, quoted(str(path)), f"at most {MOST_VALUES} values", values)
    try:
        return json.loads(
            content.decode("utf-8"),
            parse_float=_no_float,
            parse_constant=_no_float,
            parse_int=parse_int,
            object_pairs_hook=_distinct,
        )
    except (ValueError, RecursionError) as error:
        raise CertificateRejected(f"{quoted(str(path))} is not a certificate", actual=quoted(str(error))) from error


def _no_float(text: str) -> float:
    raise ValueError(f"floats are not evidence: {text}")


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object whose names are distinct: readers of JSON differ in which of two equal names they keep."""
    document = dict(pairs)
    if len(document) != len(pairs):
        raise ValueError("a name occurs twice in one object")
    return document


def _content(path: str | Path, most: int) -> bytes:
    """At most so many bytes of a file; a pipe that nobody has opened for writing is an error, not a wait."""
    with open(path, "rb", opener=_at_once) as stream:
        if _NO_WAITING:
            os.set_blocking(stream.fileno(), True)
        content = stream.read(most)
        if not content and stat.S_ISFIFO(os.fstat(stream.fileno()).st_mode):
            raise OSError(errno.EPIPE, "it is a pipe into which nobody writes", str(path))
    return content


def _at_once(path: str, flags: int) -> int:
    return os.open(path, flags | _NO_WAITING)
