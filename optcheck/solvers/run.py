"""One call of solve: when it has to end, how much memory it may take, and what was tried so far."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from optcheck.errors import InvalidInput, NotCertified, OptcheckError

__all__ = ["Exhausted", "Note", "Run", "Stage", "watched"]

_GIGABYTE = 2**30
_BETWEEN_LOOKS = 0.05  # seconds between two looks at the memory, which cost a system call each
_STATM = Path("/proc/self/statm")

_tell: ContextVar[Callable[[str], None]] = ContextVar("tell", default=lambda name: None)


@contextmanager
def watched(tell: Callable[[str], None]) -> Iterator[None]:
    """Have the name of each stage told when it begins, by every run within: for those who show progress."""
    token = _tell.set(tell)
    try:
        yield
    finally:
        _tell.reset(token)


class Exhausted(NotCertified):
    """The time or the memory of a run is used up."""


class Stage(NamedTuple):
    """A step of a run: what was tried, for how many seconds, and what came of it."""

    name: str
    seconds: float
    outcome: str

    def __str__(self) -> str:
        return f"{self.name}: {self.outcome} ({self.seconds:.2f} s)"


@dataclass(slots=True)
class Note:
    """What a stage writes down about its outcome."""

    outcome: str = "done"


@dataclass(slots=True)
class Run:
    """Limits of a call and the record of its stages."""

    limit: float
    memory: float
    stages: list[Stage] = field(default_factory=list)
    prefix: str = ""
    _start: float = field(default_factory=monotonic)
    _looked: float = 0.0
    _resident: int = field(default_factory=lambda: _resident_bytes())

    def __post_init__(self) -> None:
        for name, value in (("limit", self.limit), ("memory", self.memory)):
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or not math.isfinite(value) or value <= 0:
                unit = "seconds" if name == "limit" else "gigabytes"
                raise InvalidInput(f"{name} must be a positive number of {unit}, got {value!r}")

    @property
    def left(self) -> float:
        """Seconds until the end, not negative."""
        return max(0.0, self._start + self.limit - monotonic())

    @property
    def memory_bytes(self) -> int:
        """The memory limit in bytes."""
        return int(self.memory * _GIGABYTE)

    def check(self) -> None:
        """Raise Exhausted when the time or the memory is used up; cheap enough for inner loops."""
        now = monotonic()
        if now > self._start + self.limit:
            raise Exhausted(f"the limit of {self.limit:g} seconds is reached")
        if now > self._looked + _BETWEEN_LOOKS:
            self._looked = now
            self.require(0)

    def require(self, more: float) -> None:
        """Raise Exhausted when so many more bytes would not fit into the memory limit."""
        grown = _resident_bytes() - self._resident + more
        if grown > self.memory_bytes:
            raise Exhausted(f"the limit of {self.memory:g} GB of memory is reached: {grown / _GIGABYTE:.1f} GB needed")

    @contextmanager
    def stage(self, name: str, bounded: bool = True) -> Iterator[Note]:
        """Time a step; what it raises is written down and passed on. A bounded step is not begun too late."""
        note, start = Note(), monotonic()
        _tell.get()(self.prefix + name)
        try:
            if bounded:
                self.check()
            yield note
        except OptcheckError as error:
            note.outcome = str(error)
            raise
        finally:
            self.stages.append(Stage(self.prefix + name, monotonic() - start, note.outcome))

    def part(self, name: str) -> Run:
        """The same limits and the same record, for stages that belong to a sub-problem."""
        return replace(self, prefix=f"{self.prefix}{name}, ")

    def story(self) -> str:
        """Everything that was tried, in one line."""
        return "; ".join(map(str, self.stages)) or "nothing was tried"


def _resident_bytes() -> int:
    """Memory that this process holds now; 0 where the system does not say."""
    try:
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
