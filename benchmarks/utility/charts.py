"""Line charts of losses with error bars: one colour and marker per mechanism in every figure."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from benchmarks.paper import STYLE, save_figure
from benchmarks.utility.losses import Sweep

# Okabe-Ito: distinguishable with every common colour vision; markers and dashes carry the same information
STYLES = {
    "G": ("#0072B2", "o", "-"),
    "TMDP": ("#E69F00", "s", "--"),
    "MIN": ("#009E73", "^", ":"),
    "non-thre": ("#D55E00", "v", "-"),
    "Sample": ("#CC79A7", "D", "--"),
    "PLDP": ("#56B4E9", "P", "-."),
    "non-pri": ("#000000", "x", ":"),
}


@dataclass(frozen=True, slots=True)
class Panel:
    """A sweep and how it is drawn."""

    sweep: Sweep
    title: str
    log_x: bool = False
    marks: tuple[float, ...] = ()  # where the text says that something changes


def save_panels(panels: Sequence[Panel], columns: int, title: str, stem: Path) -> list[Path]:
    """Draw the panels, and write every plotted number beside the picture."""
    rows = -(-len(panels) // columns)
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(4.6 * columns, 3.5 * rows + 0.9), layout="constrained")
        axes = figure.subplots(rows, columns, squeeze=False).ravel()
    for axis, panel in zip(axes, panels, strict=False):
        _draw(axis, panel)
    for axis in axes[len(panels) :]:
        axis.set_axis_off()
    figure.suptitle(title)
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=len(labels), frameon=False)
    table = stem.with_suffix(".csv")
    _write_rows([row for panel in panels for row in panel.sweep.table()], table)
    return [table, *save_figure(figure, stem.parent, stem.name)]


def _draw(axis: mpl.axes.Axes, panel: Panel) -> None:
    sweep = panel.sweep
    for name in sweep.squares:
        losses = [sweep.loss(name, x) for x in sweep.xs]
        colour, marker, dashes = STYLES[name]
        errors = [
            [loss.value - loss.low for loss in losses],
            [loss.high - loss.value for loss in losses],
        ]
        axis.errorbar(
            sweep.xs, [loss.value for loss in losses], yerr=errors, label=name, color=colour, marker=marker,
            linestyle=dashes, markersize=5, linewidth=1.4, capsize=2, elinewidth=0.8,
        )  # fmt: skip
    for mark in panel.marks:
        axis.axvline(mark, color="grey", linewidth=0.9, linestyle=":")
    axis.set_yscale("log")
    axis.set_xscale("log" if panel.log_x else "linear")
    axis.set_xlabel(sweep.label)
    axis.set_ylabel("utility loss (RMSE)")
    axis.set_title(panel.title)


def _write_rows(rows: Sequence[dict[str, object]], path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
