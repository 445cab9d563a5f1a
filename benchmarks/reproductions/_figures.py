"""What all redrawn figures share: colours everybody can tell apart, and files that are the same on every run."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")

from matplotlib.figure import Figure

from benchmarks.paper import DRAWN, STYLE, save

# Okabe and Ito (2008), distinguishable with every common kind of colour blindness.
BLUE, ORANGE, GREEN, RED, SKY, PURPLE, YELLOW, BLACK = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#D55E00",
    "#56B4E9",
    "#CC79A7",
    "#F0E442",
    "#000000",
)


def new_figure(panels: int = 1, height: float = 3.6) -> tuple[Figure, list[Any]]:
    """A figure with panels side by side, and its axes."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(DRAWN * panels, height), layout="constrained")
        return figure, [figure.add_subplot(1, panels, place + 1) for place in range(panels)]


def new_grid(rows: int, columns: int, height: float) -> tuple[Figure, list[list[Any]]]:
    """A figure with rows of panels, and its axes row by row."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(DRAWN * columns, height), layout="constrained")
        grid = figure.subplots(rows, columns, squeeze=False)
        return figure, [list(row) for row in grid]


def add_legend(axes: Any) -> None:
    """A small legend without a frame, where it hides least."""
    axes.legend(frameon=False, fontsize=8, labelspacing=0.25, handlelength=1.6)


def save_figure(figure: Figure, out: Path, name: str) -> list[Path]:
    """Write the figure as PNG, SVG and PDF, at the width of a paper's columns."""
    return save(figure, out / name)


def save_table(out: Path, name: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> Path:
    """Write a CSV file; floats with twelve significant digits."""
    path = out / f"{name}.csv"
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(header)
        writer.writerows([_text(value) for value in row] for row in rows)
    return path


def _text(value: object) -> object:
    return f"{value:.12g}" if isinstance(value, float) else value
