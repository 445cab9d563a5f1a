"""Best schedules for ADPML: the paper's ramp and fixed noise against the optimum, at the same total loss.

The noise of a round reaches the final model multiplied by factor^(rounds that follow). Left: the losses per round of
the ramp (MNIST, 30 parties), of an even split, and of the best schedules for three factors. Right: how much more noise
than the best schedule the ramp and the even split leave, for every factor. All costs are exact rationals.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from benchmarks.paper import BLUE, GREEN, ORANGE, PURPLE, SKY, new_figure, save_figure, save_table
from optcheck.adpml import Schedule, budget_schedule, noise_cost, optimal_schedule, shrinking_amplitudes
from optcheck.cli.reproduce import Reproduction

NAME = "adpml-schedules"
SHOWN = {Fraction(1, 2): GREEN, Fraction(3, 4): PURPLE, Fraction(9, 10): SKY}
TICKS = [1, 2, 3, 5, 10, 20]
FACTORS = [Fraction(i, 50) for i in range(15, 51)]


def run(out: Path, progress: Callable[[str], None]) -> list[Path]:
    """Draw the figure and write its numbers."""
    progress("best schedules")
    ramp = budget_schedule(1, 10, "1/100", "9/10", 18)
    rows = [_compared(ramp, factor) for factor in FACTORS]
    figure, (left, right) = new_figure(panels=2)
    _draw_losses(left, ramp)
    _draw_costs(right, rows)
    header = ("factor", "least noise variance", "ramp / least", "even split / least")
    return [save_table(out, NAME, header, rows), *save_figure(figure, out, NAME)]


def _compared(ramp: Schedule, factor: Fraction) -> tuple[float, float, float, float]:
    """The factor, the least cost, and the ratios of the other two."""
    amplitudes = shrinking_amplitudes(factor, ramp.rounds)
    least = optimal_schedule(amplitudes, ramp.total).cost
    even = [Fraction(ramp.total) / ramp.rounds] * ramp.rounds
    costs = noise_cost(ramp.losses, amplitudes), noise_cost(even, amplitudes)
    return float(factor), float(least), float(costs[0] / Fraction(least)), float(costs[1] / Fraction(least))


def _draw_losses(axes: Any, ramp: Schedule) -> None:
    rounds = range(1, ramp.rounds + 1)
    axes.plot(rounds, [float(loss) for loss in ramp], color=BLUE, marker="o", markersize=3, label="the paper's ramp")
    even = float(ramp.total) / ramp.rounds
    axes.plot(rounds, [even] * ramp.rounds, color=ORANGE, marker="s", markersize=3, label="even split")
    for factor, colour in SHOWN.items():
        best = optimal_schedule(shrinking_amplitudes(factor, ramp.rounds), ramp.total).losses
        label = f"best for factor {float(factor):g}"
        axes.plot(rounds, [float(loss) for loss in best], color=colour, linestyle="--", label=label)
    axes.set(
        xlabel="round", ylabel="loss ρ of the round", yscale="log", ylim=(1e-3, 10), xticks=range(2, ramp.rounds + 1, 2)
    )
    axes.legend(fontsize=8)
    axes.set_title(f"same total ρ = {float(ramp.total):.2f}", fontsize=10)


def _draw_costs(axes: Any, rows: list[tuple[float, float, float, float]]) -> None:
    factors = [row[0] for row in rows]
    axes.plot(factors, [row[2] for row in rows], color=BLUE, marker="o", markersize=3, label="the paper's ramp")
    axes.plot(factors, [row[3] for row in rows], color=ORANGE, marker="s", markersize=3, label="even split")
    axes.axhline(1.0, color="0.3", linewidth=1, label="best schedule")
    axes.set(xlabel="factor by which a round shrinks earlier noise", ylabel="noise variance / least possible")
    axes.set(yscale="log", yticks=TICKS, yticklabels=TICKS)
    axes.minorticks_off()
    axes.legend(fontsize=8)


REPRODUCTIONS = (Reproduction(NAME, "ADPML's ramp and fixed noise against the best schedule of the same total", run),)
