"""Jobs for a worker that behave as badly as native code can."""

from __future__ import annotations

import os
import time


def sleep(limit: float) -> None:
    """Never come back."""
    time.sleep(10**6)


def abort(limit: float) -> None:
    """Crash."""
    os.abort()


def leave(limit: float) -> None:
    """End the process without a word."""
    os._exit(3)


def explode(limit: float) -> int:
    """Take all the memory there is."""
    return len(b"x" * 10**13)


def refuse(limit: float) -> None:
    """Raise."""
    raise ValueError("no")


def tell(limit: float) -> float:
    """Say how long it may take."""
    return limit
