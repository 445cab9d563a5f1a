"""Figures and tables that can be drawn again: one file each in ``benchmarks/reproductions``."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from optcheck.errors import InvalidInput

ROOT = "benchmarks.reproductions"


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A figure or table; ``run(out, progress)`` writes its files into ``out`` and returns their paths.

    What takes times keeps them beside the picture: ``redraw(folder, out)`` draws them again without measuring.
    """

    name: str
    title: str
    run: Callable[[Path, Callable[[str], None]], list[Path]]
    redraw: Callable[[Path, Path], list[Path]] | None = None


def reproductions(root: str = ROOT) -> dict[str, Reproduction]:
    """Every reproduction by its name, in the order of the names."""
    found: dict[str, Reproduction] = {}
    for item in _found(importlib.import_module(root)):
        if item.name in found:
            raise InvalidInput(f"two reproductions are called {item.name!r}")
        found[item.name] = item
    return dict(sorted(found.items()))


def _found(package: ModuleType) -> Iterator[Reproduction]:
    for module in pkgutil.iter_modules(package.__path__):
        if not module.name.startswith("_"):
            item = getattr(importlib.import_module(f"{package.__name__}.{module.name}"), "REPRODUCTION", None)
            if not isinstance(item, Reproduction):
                raise InvalidInput(f"{package.__name__}.{module.name} must define REPRODUCTION = Reproduction(...)")
            yield item
