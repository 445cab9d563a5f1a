"""Native code that ought to end by itself, and is not waited for when it does not.

Solvers in a process of their own, which is ended when it does not answer in time.

A worker serves many calls, one after another. It is a fresh interpreter rather than a fork, so threads, open files and
the caller's main module do not matter to it.
"""

from __future__ import annotations

import atexit
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from threading import TIMEOUT_MAX, Thread
from typing import BinaryIO, TypeVar, cast

from optcheck.errors import SolverFailed
from optcheck.lp._worker import read_message, write_message

__all__ = [
    "call_apart",
    "done_within",
]


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


T = TypeVar("T")
_START = 60.0  # seconds for starting an interpreter and loading a solver, on a busy machine
_MOST_IDLE = 2
_idle: list[_Worker] = []
_of_the_parent: list[_Worker] = []  # after a fork; kept, for dropping them would end them


def call_apart(job: str, arguments: tuple[object, ...], limit: float, memory: int) -> object:
    """Call a function, named as "module:function", with a keyword ``limit``; SolverFailed when it is stopped or fails.

    The limit counts from when the solver is loaded; loading it the first time comes on top.
    """
    worker = _take()
    try:
        answer = worker.call(job, arguments, limit, memory)
    except BaseException:
        worker.end()
        raise
    _give_back(worker)
    kind, value = answer
    if kind != "answer":
        raise SolverFailed(str(value))
    return value


def _take() -> _Worker:
    while True:
        try:
            worker = _idle.pop()
        except IndexError:
            return _Worker()
        if worker.alive:
            return worker
        worker.end()


def _give_back(worker: _Worker) -> None:
    if len(_idle) < _MOST_IDLE:
        _idle.append(worker)
    else:
        worker.end()


class _Worker:
    """A worker process, and a folder for what its solvers leave behind."""

    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp(prefix="optcheck-")
        paths = os.pathsep.join(os.path.abspath(entry) for entry in sys.path)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "optcheck.lp._worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": paths, "TMPDIR": self._folder},
            start_new_session=True,
        )
        self._late = False

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def call(self, job: str, arguments: tuple[object, ...], limit: float, memory: int) -> tuple[str, object]:
        try:
            self._within(_START, lambda: write_message(self._in, (job, arguments, limit, memory)))
            self._within(_START, lambda: read_message(self._out))
            return cast("tuple[str, object]", self._within(limit, lambda: read_message(self._out)))
        except (EOFError, OSError, pickle.UnpicklingError):
            raise SolverFailed(self._farewell(limit)) from None

    def _within(self, limit: float, action: Callable[[], T]) -> T:
        """Do something that blocks; when it takes too long the process is ended, and the action fails."""
        timer = threading.Timer(limit, self._stop)
        timer.daemon = True
        timer.start()
        try:
            return action()
        finally:
            timer.cancel()

    def _stop(self) -> None:
        self._late = True
        self._kill()

    def _kill(self) -> None:
        """End the worker and what it started itself, such as CBC."""
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def _farewell(self, limit: float) -> str:
        if self._late:
            return f"stopped after {limit:.3g} s without an answer"
        code = self._process.wait()
        return f"crashed with {signal.Signals(-code).name}" if code < 0 else f"ended with status {code}"

    def end(self) -> None:
        self._kill()
        for stream in (self._in, self._out):
            with suppress(OSError):
                stream.close()
        self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def _in(self) -> BinaryIO:
        return cast("BinaryIO", self._process.stdin)

    @property
    def _out(self) -> BinaryIO:
        return cast("BinaryIO", self._process.stdout)


def _end_all() -> None:
    while _idle:
        _idle.pop().end()


def _forget() -> None:
    """A forked child must not talk to its parent's workers."""
    _of_the_parent.extend(_idle)
    _idle.clear()


atexit.register(_end_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
