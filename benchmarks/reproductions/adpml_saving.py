"""The saving of ADPML under every reading of the paper: a table of 152 readings, and a picture of the main ones.

The paper says that about 21-24 % of the total budget is saved (the grey band). A dot is one row of Table 2 under one
reading; the picture shows the readings with natural logarithms and the rounds of Table 2, the table shows all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.paper import BLUE, ORANGE, new_figure, save_figure, save_table, typeset
from optcheck.cli.reproduce import Reproduction
from proofs_numeric.adpml._experiments import EXPERIMENTS, Accounting, Ramp, Reading, readings, reproduces, saving

NAME = "adpml-saving"
WIDEST = 100.0
MARKERS = {"MNIST": (BLUE, "o", 0.13), "CIFAR-10": (ORANGE, "^", -0.13)}


def run(out: Path, progress: Callable[[str], None]) -> list[Path]:
    """Write the table and draw the picture."""
    progress("enclosing the savings of all readings")
    percents = {reading: _percents(reading) for reading in readings()}
    table = save_table(out, NAME, _header(), _rows(percents))
    progress("drawing")
    return [table, *save_figure(_figure(percents), out, NAME)]


def _percents(reading: Reading) -> list[float]:
    return [100 * float(saving(row, reading)) for row in EXPERIMENTS]


def _header() -> list[str]:
    rows = [f"saving % {row.dataset} N={row.parties}" for row in EXPERIMENTS]
    fits = ["21-24 % on MNIST", "21-24 % on CIFAR-10", "21-24 % on both"]
    return ["what grows", "what is added up", "rate", "first t", "rounds", "log", *rows, *fits]


def _rows(percents: dict[Reading, list[float]]) -> Iterator[list[object]]:
    for reading, values in percents.items():
        yield [
            reading.ramp.value,
            reading.accounting.value,
            "Section 4.5" if reading.best_rate else "Section 4.2",
            reading.first_round,
            "ADPML's for both" if reading.equal_rounds else "Table 2",
            "base 10" if reading.decimal_log else "natural",
            *(round(value, 3) for value in values),
            *("yes" if reproduces(reading, name) else "no" for name in ("MNIST", "CIFAR-10", None)),
        ]


def _figure(percents: dict[Reading, list[float]]) -> Any:
    groups = [
        (ramp, accounting) for ramp in Ramp for accounting in Accounting if (ramp, accounting) in _kinds(percents)
    ]
    figure, (axes,) = new_figure(height=5.2)
    figure.set_size_inches(9.0, 5.2)
    axes.axvspan(20.5, 24.5, color="0.8", zorder=0, label="printed: 21-24 %")
    for place, group in enumerate(reversed(groups)):
        _draw_group(axes, place, {r: v for r, v in percents.items() if (r.ramp, r.accounting) == group})
    axes.set(xlim=(0, WIDEST + 2), xlabel="saved share of the total budget, %", ylim=(-0.6, len(groups) - 0.4))
    axes.set_yticks(
        range(len(groups)),
        [typeset(f"growing: {ramp};  total: {accounting}") for ramp, accounting in reversed(groups)],
    )
    for name, (colour, marker, _) in MARKERS.items():
        axes.plot([], [], color=colour, marker=marker, linestyle="", label=name)
    axes.legend(loc="lower right", frameon=True)
    return figure


def _kinds(percents: dict[Reading, list[float]]) -> set[tuple[Ramp, Accounting]]:
    return {(reading.ramp, reading.accounting) for reading in percents}


def _draw_group(axes: Any, place: int, group: dict[Reading, list[float]]) -> None:
    main = [values for reading, values in group.items() if not (reading.decimal_log or reading.equal_rounds)]
    for name, (colour, marker, shift) in MARKERS.items():
        values = [
            v for row in main for v, experiment in zip(row, EXPERIMENTS, strict=True) if experiment.dataset == name
        ]
        shown = [value for value in values if value <= WIDEST]
        axes.plot(shown, [place + shift] * len(shown), color=colour, marker=marker, linestyle="", markersize=4)
    beyond = [value for row in main for value in row if value > WIDEST]
    if beyond:
        text = f"{min(beyond):.0f}-{max(beyond):.0f} %: a negative total"
        axes.annotate(text, (WIDEST, place), ha="right", va="center", fontsize=9)


REPRODUCTIONS = (Reproduction(NAME, "saving of ADPML's schedule under every reading of the text", run),)
