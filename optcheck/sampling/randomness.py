"""Where random bits come from: a function from a number of bytes to that many bytes."""

from __future__ import annotations

import os
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

__all__ = ["WORD", "Source", "bits", "operating_system", "words"]

Source = Callable[[int], bytes]
WORD = 32  # bits of a word; each decision starts with one and asks for more only where it must

_MOST_AT_ONCE = 1 << 24


def operating_system(size: int) -> bytes:
    """Bytes from the operating system's generator, which is made for keys."""
    return b"".join(os.urandom(min(_MOST_AT_ONCE, size - start)) for start in range(0, size, _MOST_AT_ONCE))


def words(source: Source, count: int) -> NDArray[np.uint64]:
    """Uniform words of WORD bits."""
    return np.frombuffer(source(4 * count), dtype="<u4").astype(np.uint64)


def bits(source: Source, count: int) -> int:
    """A uniform integer of so many bits.

    >>> bits(lambda size: bytes([255] * size), 3)
    7
    """
    size = -(-count // 8)
    return int.from_bytes(source(size), "little") >> (8 * size - count) if count else 0
