"""Requirements of one file put aside as doubles on disk: they are read five times, the file itself only twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import InvalidInput
from optcheck.exact.shown import shown
from optcheck.noise.bulk.reading import Batch, batches
from optcheck.tpmdp.chunks import Counts, digit_counts
from optcheck.tpmdp.inputs import Doubles, Mask
from optcheck.tpmdp.rounding import at_least
from optcheck.tpmdp.rule import Rule

__all__ = ["Spilled", "counted", "spill"]

_PARTY = np.dtype([("required", "<f8"), ("active", "?")])  # nine bytes for each party
_AT_ONCE = 1 << 18


@dataclass(frozen=True, slots=True)
class Spilled:
    """One input, where its requirements lie, and how many parties and active ones it has."""

    path: Path
    aside: Path
    n: int
    viewers: int

    def chunks(self) -> Iterator[tuple[Doubles, Mask]]:
        """The requirements and who is active, in the order of the file."""
        with self.aside.open("rb") as stream:
            while len(part := _taken(stream, _AT_ONCE)):
                yield _columns(part)

    def beside(self, encoding: str | None) -> Iterator[tuple[Batch, Doubles, Mask]]:
        """The file's batches once more, each with the requirements that were put aside for it."""
        seen = 0
        with self.aside.open("rb") as stream:
            for batch in batches(self.path, encoding):
                part = _taken(stream, batch.rows)
                seen += batch.rows
                if len(part) == batch.rows:
                    yield batch, *_columns(part)
        if seen != self.n:
            raise InvalidInput(f"{self.path} has changed while it was planned: {self.n} parties, then {seen}")


def _taken(stream: BinaryIO, rows: int) -> NDArray[Any]:
    return np.frombuffer(stream.read(rows * _PARTY.itemsize), dtype=_PARTY)


def _columns(part: NDArray[Any]) -> tuple[Doubles, Mask]:
    return np.ascontiguousarray(part["required"]), np.ascontiguousarray(part["active"])


def spill(path: Path, aside: Path, releases: int, encoding: str | None) -> Spilled:
    """Read a file once, and put requirements for so many releases aside."""
    n = viewers = 0
    with aside.open("wb") as stream:
        for batch in batches(path, encoding):
            required, active = batch.parties()
            part = np.empty(batch.rows, dtype=_PARTY)
            part["required"], part["active"] = _times(required, releases, path), active
            stream.write(part.tobytes())
            n, viewers = n + batch.rows, viewers + int(active.sum())
    return Spilled(path, aside, n, viewers)


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
