"""Reproductions that measure: they have a short version, and keep a ledger from which they go on or are drawn again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from optcheck.audit.registry import Reproduction

__all__ = ["MeasuredReproduction"]


@dataclass(frozen=True, slots=True)
class MeasuredReproduction(Reproduction):
    """``quick(out, progress)`` is the same as ``run`` with fewer sizes and tighter limits."""

    quick: Callable[[Path, Callable[[str], None]], list[Path]] | None = None
