"""Fig. 1 of CorDP-DME: error against the number of responding users, n = 100, epsilon = 2, delta = 1e-5.

At least t of 100 users respond, none colludes. For every t the noise is optimal for that t (corrected closed form), and
the error is the worst one, with exactly t responders. LDP draws independent noise, CDP noise once for the sum. The
paper names no dimension for this figure; d = 20, as in Fig. 4. The dashed line is Eq. 14 as printed, which puts the
correlation where the covariance belongs.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.paper import (
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    RED,
    add_legend,
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
    error_by_eq_14,
    errors,
    floor_variance,
    save_remarks,
)
from optcheck.cli.reproduce import Reproduction

NAME = "cordp-fig1"
EPSILON = 2.0
COLOURS = {"LDP": ORANGE, "CorDP-DME, unbiased": BLUE, "CorDP-DME, biased": GREEN, "CDP": BLACK}


def run(out: Path, progress: Progress) -> list[Path]:
    """Draw the figure and write its numbers."""
    progress("calibrating the Gaussian mechanism")
    floor = float(floor_variance(EPSILON))
    responders = np.arange(1, USERS + 1)
    curves = errors(responders, 0, floor)
    printed = [error_by_eq_14(int(t), floor) for t in responders]
    progress("drawing")
    figure, (axes,) = new_figure()
    for name, colour in COLOURS.items():
        axes.plot(responders, curves[name], color=colour, label=name)
    axes.plot(responders, printed, color=RED, linestyle="--", linewidth=1, label="CorDP-DME by Eq. 14 as printed")
    axes.set(xlabel="least number of responding users t", ylabel="mean squared error", yscale="log")
    axes.set_title(f"n = {USERS}, ε = {EPSILON:g}, δ = 10⁻⁵, d = {DIMENSION}, no colluders", fontsize=10)
    add_legend(axes)
    header = ("t", "epsilon", "delta", *(f"mse {name}" for name in curves), "mse by Eq. 14 as printed")
    columns = zip(responders.tolist(), *(values.tolist() for values in curves.values()), printed, strict=True)
    rows = [(t, EPSILON, DELTA, *values) for t, *values in columns]
    remarks = save_remarks(out, NAME, _remarks(curves))
    return [save_table(out, NAME, header, rows), remarks, *save_figure(figure, out, NAME)]


def _remarks(curves: Curves) -> list[tuple[str, str, bool]]:
    unbiased, local, central = (curves[name] for name in ("CorDP-DME, unbiased", "LDP", "CDP"))
    few, all_users = unbiased[0] / local[0], unbiased[-1] / central[-1]
    between = bool((unbiased <= local * (1 + 1e-12)).all() and (unbiased >= central * (1 - 1e-12)).all())
    share = unbiased[79] / local[79]
    return [
        (
            "CorDP-DME spans the gap between LDP and CDP",
            f"{few:.6g} times LDP at t = 1, {share:.3f} times LDP at t = 80, {all_users:.6g} times CDP at t = 100",
            between,
        )
    ]


REPRODUCTION = Reproduction(NAME, "error against the number of responding users: LDP, CorDP-DME, CDP", run)
