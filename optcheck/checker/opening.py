"""Files of strangers, opened without waiting for anybody. Standard library only."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_NO_WAITING: int = getattr(os, "O_NONBLOCK", 0)  # 0 on systems without such pipes


def content_of(path: str | Path, most: int) -> bytes:
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
