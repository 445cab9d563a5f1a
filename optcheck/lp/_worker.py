"""The process in which solvers run that may not obey their own limit: started and ended by optcheck.lp.workers.

It reads requests from its standard input and answers on its standard output, as pickles with their length in front.
"""

from __future__ import annotations

import importlib
import os
import pickle
import signal
import struct
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO, cast

__all__ = [
    "main",
    "read_message",
    "write_message",
]


try:
    import resource
except ImportError:  # a system without it: the parent's clock is the only limit there
    resource = None  # type: ignore[assignment]


Request = tuple[str, tuple[object, ...], float, int]  # job, arguments, limit, memory
_LENGTH = struct.Struct("<Q")
_GRACE = 5  # seconds after which the worker ends itself, should nobody be left to end it


def write_message(stream: BinaryIO, message: object) -> None:
    """Send a pickled message."""
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def read_message(stream: BinaryIO) -> object:
    """Receive a pickled message; EOFError when the other side has gone."""
    (length,) = _LENGTH.unpack(_exactly(stream, _LENGTH.size))
    return pickle.loads(_exactly(stream, length))


def _exactly(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) != size:
        raise EOFError("the other side has gone")
    return data


def main() -> None:
    """Answer requests until the input ends."""
    requests, replies = _private_streams()
    with suppress(EOFError, BrokenPipeError):
        while True:
            job, arguments, limit, memory = cast("Request", read_message(requests))  # as apart.py sends it
            run = _load(job)
            write_message(replies, ("ready", None))
            _bound(limit, memory)
            outcome = _outcome(run, arguments, limit)
            _bound(0, memory)
            write_message(replies, outcome)


def _private_streams() -> tuple[BinaryIO, BinaryIO]:
    """The two pipes; whatever native code prints goes nowhere instead of into them."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    return requests, replies


def _load(job: str) -> Callable[..., object]:
    """The function that a job names; its module is loaded only now, for cvxpy takes seconds."""
    module, _, function = job.partition(":")
    found: Callable[..., object] = getattr(importlib.import_module(module), function)
    return found


def _bound(limit: float, memory: int) -> None:
    """Limits of the system's own: they hold in native code, and when the parent is gone. A limit of 0 is none."""
    if resource is None:
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (memory if most < 0 else min(memory, most), most))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, limit + _GRACE if limit else 0)


def _outcome(run: Callable[..., object], arguments: tuple[object, ...], limit: float) -> tuple[str, object]:
    try:
        return "answer", run(*arguments, limit=limit)
    except MemoryError:
        return "failed", "out of memory"
    except Exception as error:  # whatever a foreign solver raises is a hint that is missing
        return "failed", f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    main()
