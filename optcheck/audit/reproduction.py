"""Figures and tables that can be drawn again: one file each in ``benchmarks/reproductions``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A figure or table; ``run(out, progress)`` writes its files into ``out`` and returns their paths."""

    name: str
    title: str
    run: Callable[[Path, Callable[[str], None]], list[Path]]
