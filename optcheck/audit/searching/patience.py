"""An end for code that may never come back by itself: a mutated loop, say."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

SECONDS = 20


class Endless(BaseException):
    """Something took longer than it is allowed to; not an Exception, so that no handler on the way swallows it."""


@contextmanager
def patience() -> Iterator[None]:
    """End the block after ``SECONDS`` by raising Endless; only the main thread of a process can be ended so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _give_up)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _give_up(*_: object) -> None:
    raise Endless(f"no end after {SECONDS} s")
