"""Files of strangers, opened without waiting for anybody. Standard library only."""

from __future__ import annotations

import errno
import os
import stat
from io import BufferedReader
from pathlib import Path

_NO_WAITING: int = getattr(os, "O_NONBLOCK", 0)  # 0 on systems without such pipes


def opened(path: str | Path) -> BufferedReader:
    """A file to be read; a pipe that nobody has opened for writing is an error, not a wait."""
    try:
        stream = open(path, "rb", opener=lambda name, flags: os.open(name, flags | _NO_WAITING))  # noqa: SIM115  # the caller closes it
    except ValueError as error:  # a name with characters that no file's name has
        raise OSError(errno.EINVAL, "it is no name of a file", str(path)) from error
    if _NO_WAITING:
        os.set_blocking(stream.fileno(), True)
    if stat.S_ISFIFO(os.fstat(stream.fileno()).st_mode) and not stream.peek(1):
        stream.close()
        raise OSError(errno.EPIPE, "it is a pipe into which nobody writes", str(path))
    return stream


def content_of(path: str | Path, most: int) -> bytes:
    """At most so many bytes of a file."""
    with opened(path) as stream:
        return stream.read(most)
