"""Files and pipes, read as they come and waited for no longer than allowed. Standard library only."""

from __future__ import annotations

import errno
import os
import stat
from io import BufferedReader, FileIO
from pathlib import Path
from select import select
from time import monotonic

from optcheck.checker.work import DEFAULT_LIMIT

_NO_WAITING: int = getattr(os, "O_NONBLOCK", 0)  # 0 on systems without such pipes


def opened(path: str | Path, seconds: float = DEFAULT_LIMIT) -> BufferedReader:
    """A file to be read. For a pipe we wait so long altogether, and not at all where nobody has opened it to write."""
    try:
        stream: BufferedReader = BufferedReader(_Stream(path, seconds))
    except ValueError as error:  # a name with characters that no file's name has
        raise OSError(errno.EINVAL, "it is no name of a file", str(path)) from error
    if stat.S_ISFIFO(os.fstat(stream.fileno()).st_mode) and not stream.peek(1):
        stream.close()
        raise OSError(errno.EPIPE, "it is a pipe into which nobody writes", str(path))
    return stream


class _Stream(FileIO):
    """A file that is not waited for longer than so many seconds altogether."""

    def __init__(self, path: str | Path, seconds: float) -> None:
        super().__init__(str(path), opener=lambda name, flags: os.open(name, flags | _NO_WAITING))
        self.path, self.seconds = str(path), max(1.0, seconds)
        self.end = monotonic() + self.seconds

    def readinto(self, buffer: object) -> int:
        while (count := super().readinto(buffer)) is None:  # type: ignore[arg-type]  # a buffer has no name in 3.11
            if not select([self], [], [], max(0.0, self.end - monotonic()))[0]:
                raise OSError(errno.ETIMEDOUT, f"nobody wrote into it for {self.seconds:g} seconds", self.path)
        return count
