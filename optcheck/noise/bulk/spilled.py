"""Requirements of one file put aside as doubles on disk: they are read five times, the file itself only twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import BinaryIO, TypeVar

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import InvalidInput, shown
from optcheck.exact.rounding import at_least
from optcheck.noise.bulk.reading import batches
from optcheck.noise.tables import delta_warning, rows_of
from optcheck.tpmdp.chunks import Counts, digit_counts
from optcheck.tpmdp.instance import Doubles, Mask
from optcheck.tpmdp.rule import Rule

__all__ = ["Spilled", "counted", "note", "put_aside", "spill"]

_PARTY = np.dtype([("required", "<f8"), ("active", "?")])  # nine bytes for each party
_AT_ONCE = 1 << 18
_MOST = 10  # warnings of a file
Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class Spilled:
    """One input, where its requirements lie, how many parties and active ones it has, and what to warn about."""

    path: Path
    aside: Path
    n: int
    viewers: int
    warnings: tuple[str, ...] = ()

    def chunks(self) -> Iterator[tuple[Doubles, Mask]]:
        """The requirements and who is active, in the order of the file."""
        with self.aside.open("rb") as stream:
            while len(part := _taken(stream, _AT_ONCE)):
                yield _columns(part)

    def beside(self, parts: Iterable[Part], size: Callable[[Part], int]) -> Iterator[tuple[Part, Doubles, Mask]]:
        """The file's parts once more, each with the requirements that were put aside for it."""
        seen = 0
        with self.aside.open("rb") as stream:
            for part in parts:
                taken = _taken(stream, size(part))
                seen += size(part)
                if len(taken) == size(part):
                    yield part, *_columns(taken)
        if seen != self.n:
            raise InvalidInput(f"{self.path} has changed while it was planned: {self.n} parties, then {seen}")


def _taken(stream: BinaryIO, rows: int) -> NDArray[np.void]:
    return np.frombuffer(stream.read(rows * _PARTY.itemsize), dtype=_PARTY)


def _columns(part: NDArray[np.void]) -> tuple[Doubles, Mask]:
    return np.ascontiguousarray(part["required"]), np.ascontiguousarray(part["active"])


def spill(path: Path, aside: Path, releases: int, encoding: str | None) -> Spilled:
    """Read a file once, and put requirements for so many releases aside."""
    warnings: list[str] = []

    def columns() -> Iterator[tuple[Doubles, Mask]]:
        for batch in batches(path, encoding):
            required, active = batch.parties()
            note(warnings, map(delta_warning, rows_of(batch.doubtful())))
            yield _times(required, releases, path), active

    return put_aside(path, aside, columns(), warnings)


def note(warnings: list[str], more: Iterable[str]) -> None:
    """Keep the first few warnings."""
    if len(warnings) < _MOST:
        warnings += [words for words in dict.fromkeys(more) if words][: _MOST - len(warnings)]


def put_aside(path: Path, aside: Path, columns: Iterable[tuple[Doubles, Mask]], warnings: list[str]) -> Spilled:
    """Write a file's requirements and who is active, part by part; warnings may come in meanwhile."""
    n = viewers = 0
    with aside.open("wb") as stream:
        for required, active in columns:
            part = np.empty(len(required), dtype=_PARTY)
            part["required"], part["active"] = required, active
            stream.write(part.tobytes())
            n, viewers = n + len(required), viewers + int(active.sum())
    return Spilled(path, aside, n, viewers, tuple(warnings))


def _times(required: Doubles, releases: int, path: Path) -> Doubles:
    if releases == 1:
        return required
    product = np.array([at_least(releases * Fraction(need)) for need in required.tolist()])
    if np.isinf(product).any():
        raise InvalidInput(f"{path}: a variance for {shown(releases)} releases exceeds the largest double, 1.8e308")
    return product


def counted(spilled: Spilled, rule: Rule, found: int, shift: int) -> Counts:
    """One file's part of the digits' counts; a function of its own so that it can be sent to a worker."""
    return digit_counts(spilled.chunks, rule, found, shift)
