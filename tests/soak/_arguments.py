"""The arguments that every driver takes."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

SKIPPED = 77  # the exit status of a driver that could do nothing here


@dataclass(frozen=True, slots=True)
class Arguments:
    """How long to run, what to draw from, where failures go; ``deadline`` is on the clock of ``time.monotonic``."""

    minutes: float
    seed: int
    out: Path
    deadline: float

    def write(self, name: str, text: str) -> Path:
        """Keep a failure in a file of the given name."""
        self.out.mkdir(parents=True, exist_ok=True)
        path = self.out / name
        path.write_text(text, encoding="utf-8")
        return path

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() >= self.deadline


def read(argv: Sequence[str] | None, description: str) -> Arguments:
    """The arguments ``--minutes M --seed S --out DIR``."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--minutes", type=float, default=20.0, help="how long to run (default: 20)")
    parser.add_argument("--seed", type=int, default=0, help="what all randomness follows from (default: 0)")
    parser.add_argument("--out", type=Path, default=Path("out/soak"), help="where failures are written")
    given = parser.parse_args(argv)
    return Arguments(given.minutes, given.seed, given.out, time.monotonic() + 60 * given.minutes)
