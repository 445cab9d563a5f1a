"""Native code that ought to end by itself, and is not waited for when it does not."""

from __future__ import annotations

from collections.abc import Callable
from threading import TIMEOUT_MAX, Thread

__all__ = ["done_within"]


def done_within(seconds: float, work: Callable[[], object]) -> bool:
    """Whether the work was done in time. Late native code cannot be stopped: its thread is left, and ends with us.

    >>> done_within(60, lambda: None)
    True
    """
    failures: list[BaseException] = []

    def kept() -> None:
        try:
            work()
        except BaseException as failure:
            failures.append(failure)

    thread = Thread(target=kept, daemon=True)
    thread.start()
    thread.join(min(seconds, TIMEOUT_MAX))
    if failures:
        raise failures[0]
    return not thread.is_alive()
