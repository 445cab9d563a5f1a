"""Fig. 1 of the randomised-response paper: three hypothesis-testing regions at epsilon = 1.5.

Drawn are the parts on or below the line P_FA + P_MD = 1, exactly, for the double nearest to exp(1.5): the region of the
three-letter mechanism, that of randomised response, and the triangle R_lambda. They coincide. The table lists the
corners, and those of a weaker and of a less private mechanism for comparison.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from benchmarks.paper import (
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    add_legend,
    new_figure,
    save_figure,
    save_table,
)
from optcheck.cli.reproduce import Reproduction
from proofs_numeric.kairouz._mechanisms import Mechanism, response_mechanism, three_letter_mechanism

NAME = "kairouz-fig1"
EPSILON = 1.5

Corners = list[tuple[float, float]]


def run(out: Path, progress: Callable[[str], None]) -> list[Path]:
    """Draw the three regions and write their corners."""
    level = Fraction(math.exp(EPSILON))
    progress("sorting outputs by likelihood ratio")
    regions = {
        "three-letter mechanism": _corners(three_letter_mechanism(level)),
        "randomised response": _corners(response_mechanism(level)),
        "R_lambda": [(1.0, 0.0), (float(1 / (1 + level)), float(1 / (1 + level))), (0.0, 1.0)],
    }
    others = {"ε = 0.75": Fraction(math.exp(0.75)), "ε = 3": Fraction(math.exp(3))}
    figure, (axes,) = new_figure(height=4.4)
    axes.fill(*zip(*regions["R_lambda"], strict=True), color=BLUE, alpha=0.18, label="R_λ, λ = exp(1.5)")
    axes.plot(
        *zip(*regions["randomised response"], strict=True), color=ORANGE, lw=5, alpha=0.8, label="randomised response"
    )
    axes.plot(
        *zip(*regions["three-letter mechanism"], strict=True),
        "o--",
        color=BLACK,
        lw=1.4,
        label="three-letter mechanism",
    )
    for name, other in others.items():
        corners = _corners(response_mechanism(other))
        regions[f"randomised response, {name}"] = corners
        axes.plot(*zip(*corners, strict=True), color=GREEN, lw=1, ls=":")
        axes.annotate(name, corners[1], textcoords="offset points", xytext=(4, 4), fontsize=8, color=GREEN)
    axes.plot([0, 1], [1, 0], color=BLACK, lw=0.8)
    axes.set(xlabel="missed detection P_MD", ylabel="false alarm P_FA", aspect="equal")
    axes.set_title("Regions of both mechanisms and R_λ, below the diagonal (ε = 1.5)", fontsize=10)
    add_legend(axes)
    rows = [(name, missed, alarm) for name, corners in regions.items() for missed, alarm in corners]
    table = save_table(out, NAME, ("region", "missed detection", "false alarm"), rows)
    return [*save_figure(figure, out, NAME), table]


def _corners(mechanism: Mechanism) -> Corners:
    return [(float(missed), float(alarm)) for missed, alarm in mechanism.lower_boundary()]


REPRODUCTION = Reproduction(name=NAME, title="Hypothesis-testing regions of two mechanisms and R_lambda", run=run)
