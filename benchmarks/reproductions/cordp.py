"""The figures of CorDP-DME redrawn: mean squared errors of the mechanisms in the setting of its experiments."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.paper import (
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    RED,
    Remark,
    add_legend,
    new_figure,
    save_figure,
    save_remarks,
    save_table,
)
from benchmarks.reproductions._privunit import best_privunitg
from optcheck.cli.reproduce import Reproduction
from optcheck.cordp import central_error, local_error, optimal_noise
from optcheck.gaussian import required_variance

USERS, DIMENSION, DELTA = 100, 20, 1e-5

Progress = Callable[[str], None]
Curves = dict[str, Any]


def floor_variance(epsilon: Any) -> Any:
    """sigma^2_{eps,delta}: what the Gaussian mechanism needs at sensitivity 2."""
    return required_variance(epsilon, DELTA, sensitivity=2.0)


def errors(responders: Any, colluders: Any, floor: Any) -> Curves:
    """Mean squared errors of the four mechanisms, worst over the settings allowed; arrays broadcast."""
    noise = optimal_noise(USERS, responders, colluders, sigma2_min=floor)
    honest = np.asarray(responders) - np.asarray(colluders)
    return {
        "LDP": local_error(floor, honest, DIMENSION),
        "CorDP-DME, unbiased": noise.mse(DIMENSION, unbiased=True),
        "CorDP-DME, biased": noise.mse(DIMENSION),
        "CDP": central_error(floor, honest, DIMENSION),
    }


def error_by_eq_14(responders: int, floor: float) -> float:
    """What Eq. 14 gives as printed, with rho*(t-1) in place of r*(t-1); no colluders."""
    noise = optimal_noise(USERS, responders, 0, sigma2_min=floor)
    return float(1 / (1 + responders / DIMENSION / (noise.variance + noise.correlation * (responders - 1))))


EPSILON = 2.0
_COLOURS_1 = {"LDP": ORANGE, "CorDP-DME, unbiased": BLUE, "CorDP-DME, biased": GREEN, "CDP": BLACK}


def figure_1(out: Path, progress: Progress) -> list[Path]:
    """Error against the number of responding users, n = 100, epsilon = 2, delta = 1e-5.

    At least t of 100 users respond, none colludes. For every t the noise is optimal for that t (corrected closed form),
    and the error is the worst one, with exactly t responders. LDP draws independent noise, CDP noise once for the sum.
    The paper names no dimension for this figure; d = 20, as in Fig. 4. The dashed line is Eq. 14 as printed, which puts
    the correlation where the covariance belongs.
    """
    progress("calibrating the Gaussian mechanism")
    floor = float(floor_variance(EPSILON))
    responders = np.arange(1, USERS + 1)
    curves = errors(responders, 0, floor)
    printed = [error_by_eq_14(int(t), floor) for t in responders]
    progress("drawing")
    figure, (axes,) = new_figure()
    for name, colour in _COLOURS_1.items():
        axes.plot(responders, curves[name], color=colour, label=name)
    axes.plot(responders, printed, color=RED, linestyle="--", linewidth=1, label="CorDP-DME by Eq. 14 as printed")
    axes.set(xlabel="least number of responding users t", ylabel="mean squared error", yscale="log")
    axes.set_title(f"n = {USERS}, ε = {EPSILON:g}, δ = 10⁻⁵, d = {DIMENSION}, no colluders", fontsize=10)
    add_legend(axes)
    header = ("t", "epsilon", "delta", *(f"mse {name}" for name in curves), "mse by Eq. 14 as printed")
    columns = zip(responders.tolist(), *(values.tolist() for values in curves.values()), printed, strict=True)
    rows = [(t, EPSILON, DELTA, *values) for t, *values in columns]
    remarks = save_remarks(out, "cordp-fig1", _remarks_1(curves))
    return [save_table(out, "cordp-fig1", header, rows), remarks, *save_figure(figure, out, "cordp-fig1")]


def _remarks_1(curves: Curves) -> list[Remark]:
    unbiased, local, central = (curves[name] for name in ("CorDP-DME, unbiased", "LDP", "CDP"))
    few, all_users = unbiased[0] / local[0], unbiased[-1] / central[-1]
    between = bool((unbiased <= local * (1 + 1e-12)).all() and (unbiased >= central * (1 - 1e-12)).all())
    share = unbiased[79] / local[79]
    return [
        Remark(
            "CorDP-DME spans the gap between LDP and CDP",
            f"{few:.6g} times LDP at t = 1, {share:.3f} times LDP at t = 80, {all_users:.6g} times CDP at t = 100",
            between,
        )
    ]


EPSILONS = np.geomspace(0.5, 10.0, 40)
_COLOURS_4 = {"LDP": ORANGE, "PrivUnitG": GREEN, "CorDP-DME, unbiased": BLUE, "CorDP-DME, biased": BLUE, "CDP": BLACK}
PANELS = (
    ("no dropouts, no colluders", ((100, 0, "-"),)),
    ("20 dropouts (solid) or 20 colluders (dashed)", ((80, 0, "-"), (100, 20, "--"))),
    ("20 dropouts and 20 colluders", ((80, 20, "-"),)),
)


def figure_4(out: Path, progress: Progress) -> list[Path]:
    """Error against epsilon without and with dropouts and colluders, n = 100, delta = 1e-5, d = 20.

    Left: everybody responds and nobody colludes, where the unbiased CorDP-DME must coincide with CDP. Middle: 20
    dropouts or 20 colluders. Right: both. LDP is independent Gaussian noise, CDP noise drawn once for the sum of the
    honest responders. PrivUnitG is the local mechanism for unit vectors that the paper compares with, unbiased and with
    delta = 0. The range of epsilon is not printed as text in the paper; 0.5 to 10 is used.
    """
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
    header = ("t", "c", "epsilon", "delta", "n", "d", *(f"mse {name}" for name in _COLOURS_4))
    remarks = save_remarks(out, "cordp-fig4", _remarks_4(found))
    return [save_table(out, "cordp-fig4", header, rows), remarks, *save_figure(figure, out, "cordp-fig4")]


def _shares(curves: Curves) -> tuple[float, float]:
    """The unbiased error over CDP's and over LDP's; the same at every epsilon."""
    unbiased = curves["CorDP-DME, unbiased"]
    return float((unbiased / curves["CDP"]).max()), float((unbiased / curves["LDP"]).max())


def _remarks_4(found: dict[tuple[int, int], Curves]) -> list[Remark]:
    """What the text of Section 6 says, for the unbiased decoder."""
    shares = {setting: _shares(curves) for setting, curves in found.items()}
    none, alone = shares[100, 0][0], shares[100, 20][0]
    between = [shares[setting] for setting in ((80, 0), (80, 20))]
    words = ", ".join(f"{central:.1f} times CDP and {local:.3f} times LDP" for central, local in between)
    return [
        Remark("without dropouts and colluders it coincides with CDP", f"{none:.9f} times CDP", abs(none - 1) < 1e-12),
        Remark("with dropouts it lies between LDP and CDP", words, all(high > 1 > low for high, low in between)),
        Remark(
            "with colluders alone it lies between LDP and CDP",
            f"{alone:.9f} times CDP of the honest users: it coincides with CDP",
            alone > 1 + 1e-9,
        ),
        _against_privunitg(found[80, 20]),
    ]


def _against_privunitg(curves: Curves) -> Remark:
    """Unbiased against unbiased decides; where the biased decoder has the smaller error is said beside it."""
    ratio = curves["CorDP-DME, unbiased"] / curves["PrivUnitG"]
    ahead = EPSILONS[curves["CorDP-DME, biased"] < curves["PrivUnitG"]]
    biased = f"biased it is smaller up to ε = {ahead.max():.2f}" if ahead.size else "biased it is nowhere smaller"
    measured = f"unbiased {ratio.min():.2f} to {ratio.max():.2f} times PrivUnitG's error for these ε; {biased}"
    return Remark("for t = 80, c = 20 it outperforms PrivUnitG", measured, bool((ratio < 1).all()))


def _draw(axes: Any, curves: Curves, line: str, labelled: bool) -> None:
    for name, colour in _COLOURS_4.items():
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
    columns = zip(EPSILONS.tolist(), *(curves[name].tolist() for name in _COLOURS_4), strict=True)
    return [(responders, colluders, epsilon, DELTA, USERS, DIMENSION, *values) for epsilon, *values in columns]


REPRODUCTIONS = (
    Reproduction("cordp-fig1", "error against the number of responding users: LDP, CorDP-DME, CDP", figure_1),
    Reproduction(
        "cordp-fig4",
        "error against ε without and with dropouts and colluders: LDP, PrivUnitG, CorDP-DME, CDP",
        figure_4,
    ),
)
