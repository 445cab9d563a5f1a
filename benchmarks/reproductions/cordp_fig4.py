"""Fig. 4 of CorDP-DME: error against epsilon without and with dropouts and colluders, n = 100, delta = 1e-5, d = 20.

Left: everybody responds and nobody colludes, where the unbiased CorDP-DME must coincide with CDP. Middle: 20 dropouts
or 20 colluders. Right: both. LDP is independent Gaussian noise, CDP noise drawn once for the sum of the honest
responders. PrivUnitG is the local mechanism for unit vectors that the paper compares with, unbiased and with delta = 0.
The range of epsilon is not printed as text in the paper; 0.5 to 10 is used.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.paper import (
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    new_figure,
    save_figure,
    save_table,
)
from benchmarks.reproductions._cordp import (
    DELTA,
    DIMENSION,
    USERS,
    Curves,
    Progress,
    errors,
    floor_variance,
    save_remarks,
)
from benchmarks.reproductions._privunit import best_privunitg
from optcheck.cli.reproduce import Reproduction

NAME = "cordp-fig4"
EPSILONS = np.geomspace(0.5, 10.0, 40)
COLOURS = {"LDP": ORANGE, "PrivUnitG": GREEN, "CorDP-DME, unbiased": BLUE, "CorDP-DME, biased": BLUE, "CDP": BLACK}
PANELS = (
    ("no dropouts, no colluders", ((100, 0, "-"),)),
    ("20 dropouts (solid) or 20 colluders (dashed)", ((80, 0, "-"), (100, 20, "--"))),
    ("20 dropouts and 20 colluders", ((80, 20, "-"),)),
)


def run(out: Path, progress: Progress) -> list[Path]:
    """Draw the three panels and write their numbers."""
    progress("calibrating the Gaussian mechanism")
    floors = floor_variance(EPSILONS)
    figure, panels = new_figure(panels=len(PANELS), height=6.4)
    reports = np.array([best_privunitg(epsilon, DIMENSION).error for epsilon in EPSILONS])
    rows: list[tuple[object, ...]] = []
    found: dict[tuple[int, int], Curves] = {}
    for axes, (title, settings) in zip(panels, PANELS, strict=True):
        progress(title)
        for responders, colluders, line in settings:
            curves = {**errors(responders, colluders, floors), "PrivUnitG": reports / (responders - colluders)}
            _draw(axes, curves, line, labelled=line == "-")
            rows += _rows(responders, colluders, curves)
            found[responders, colluders] = curves
        axes.set(xlabel="ε", ylabel="mean squared error", xscale="log", yscale="log")
        axes.set_title(f"{title}\n(t, c) = {', '.join(f'({t}, {c})' for t, c, _ in settings)}", fontsize=10)
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=len(labels), frameon=False, fontsize=10)
    header = ("t", "c", "epsilon", "delta", "n", "d", *(f"mse {name}" for name in COLOURS))
    remarks = save_remarks(out, NAME, _remarks(found))
    return [save_table(out, NAME, header, rows), remarks, *save_figure(figure, out, NAME)]


def _shares(curves: Curves) -> tuple[float, float]:
    """The unbiased error over CDP's and over LDP's; the same at every epsilon."""
    unbiased = curves["CorDP-DME, unbiased"]
    return float((unbiased / curves["CDP"]).max()), float((unbiased / curves["LDP"]).max())


def _remarks(found: dict[tuple[int, int], Curves]) -> list[tuple[str, str, bool]]:
    """What the text of Section 6 says, for the unbiased decoder."""
    shares = {setting: _shares(curves) for setting, curves in found.items()}
    none, alone = shares[100, 0][0], shares[100, 20][0]
    between = [shares[setting] for setting in ((80, 0), (80, 20))]
    words = ", ".join(f"{central:.1f} times CDP and {local:.3f} times LDP" for central, local in between)
    return [
        ("without dropouts and colluders it coincides with CDP", f"{none:.9f} times CDP", abs(none - 1) < 1e-12),
        ("with dropouts it lies between LDP and CDP", words, all(high > 1 > low for high, low in between)),
        (
            "with colluders alone it lies between LDP and CDP",
            f"{alone:.9f} times CDP of the honest users: it coincides with CDP",
            alone > 1 + 1e-9,
        ),
        _against_privunitg(found[80, 20]),
    ]


def _against_privunitg(curves: Curves) -> tuple[str, str, bool]:
    """Unbiased against unbiased decides; where the biased decoder has the smaller error is said beside it."""
    ratio = curves["CorDP-DME, unbiased"] / curves["PrivUnitG"]
    ahead = EPSILONS[curves["CorDP-DME, biased"] < curves["PrivUnitG"]]
    biased = f"biased it is smaller up to ε = {ahead.max():.2f}" if ahead.size else "biased it is nowhere smaller"
    measured = f"unbiased {ratio.min():.2f} to {ratio.max():.2f} times PrivUnitG's error for these ε; {biased}"
    return "for t = 80, c = 20 it outperforms PrivUnitG", measured, bool((ratio < 1).all())


def _draw(axes: Any, curves: Curves, line: str, labelled: bool) -> None:
    for name, colour in COLOURS.items():
        thin, marked = name == "CorDP-DME, biased", name == "CorDP-DME, unbiased"
        axes.plot(
            EPSILONS,
            curves[name],
            line,
            color=colour,
            linewidth=1 if thin else 1.8,
            marker="o" if marked else None,
            markevery=4,
            markersize=4,
            label=name if labelled else None,
        )


def _rows(responders: int, colluders: int, curves: Curves) -> list[tuple[object, ...]]:
    columns = zip(EPSILONS.tolist(), *(curves[name].tolist() for name in COLOURS), strict=True)
    return [(responders, colluders, epsilon, DELTA, USERS, DIMENSION, *values) for epsilon, *values in columns]


REPRODUCTION = Reproduction(
    NAME, "error against ε without and with dropouts and colluders: LDP, PrivUnitG, CorDP-DME, CDP", run
)
