"""Contenders measured in turn: each lives in a process of its own and runs once a round; medians are compared.

Some contenders carry copies of a solver that clash, so none shares a process. Each is warmed up on a tiny case. What
takes longer than the limit is stopped.
"""

from __future__ import annotations

import multiprocessing
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from time import monotonic, perf_counter
from typing import Any

from benchmarks.timing import busy

__all__ = ["Lane", "Race", "busy", "run"]

_TINY = 6
_ROUNDS = 7


@dataclass(frozen=True, slots=True)
class Race:
    """``run(name, prepare(size))`` is measured for every name; the first name is the baseline."""

    title: str
    names: Sequence[str]
    missing: Callable[[str], str | None]
    prepare: Callable[[int], Any]
    run: Callable[[str, Any], Any]
    quick: int
    full: int


@dataclass(slots=True)
class Lane:
    """One contender: why it is out, or how long its runs took."""

    name: str
    seconds: list[float] = field(default_factory=list)
    out: str = ""

    @property
    def median(self) -> float:
        """The median of its runs."""
        return statistics.median(self.seconds)


def run(race: Race, size: int, seconds: float, limit: float, progress: Callable[..., None]) -> list[Lane]:
    """Rounds in which every contender runs once, until there are enough of them or the seconds are over.

    Half of the seconds at most go to imports and tiny cases; ``limit`` is for one run.
    """
    begun = monotonic()
    workers = [_Worker(race, name, size) for name in race.names]
    try:
        for worker in workers:
            worker.wait(max(0.1, begun + seconds / 2 - monotonic()), "imports and a tiny case took too long")
        for turn in range(_ROUNDS):
            for worker in workers:
                worker.go(limit)
                progress(completed=max((turn + 1) / _ROUNDS, (monotonic() - begun) / seconds))
            if monotonic() - begun > seconds:
                break
    finally:
        for worker in workers:
            worker.stop()
    return [worker.lane for worker in workers]


class _Worker:
    """A process that runs one contender whenever it is told to."""

    def __init__(self, race: Race, name: str, size: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.lane = Lane(name)
        self._pipe, there = context.Pipe()
        self._process = context.Process(target=_serve, args=(there, race, name, size), daemon=True)
        self._process.start()
        there.close()

    def wait(self, limit: float, otherwise: str) -> None:
        """Take down what comes back within the limit: a time, or the reason why there is none."""
        answer: Any = otherwise
        try:
            if self._pipe.poll(limit):
                answer = self._pipe.recv()
        except (EOFError, OSError):
            answer = "its process died"
        if isinstance(answer, str):
            self.lane.out = answer
        elif answer is not None:
            self.lane.seconds.append(answer)

    def go(self, limit: float) -> None:
        """One run, unless it is out."""
        if not self.lane.out:
            self._pipe.send(True)
            self.wait(limit, f"no answer in {limit:.2g} s, when it was stopped")

    def stop(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.join()


def _serve(pipe: Connection, race: Race, name: str, size: int) -> None:
    try:
        if reason := race.missing(name):
            pipe.send(reason)
            return
        race.run(name, race.prepare(_TINY))
        data = race.prepare(size)
        pipe.send(None)
        while pipe.recv():
            start = perf_counter()
            race.run(name, data)
            pipe.send(perf_counter() - start)
    except EOFError:
        return
    except Exception as error:
        pipe.send(f"{type(error).__name__}: {error}".splitlines()[0][:200])
