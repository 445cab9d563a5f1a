"""Fig. 2 of the randomised-response paper: interactive schemes against randomised response of every bit.

Both accuracies are exact piecewise rational functions of lambda = exp(epsilon). Left: XOR-or-AND; the two are equal up
to epsilon = log 2 and the interactive scheme is strictly better beyond. Right: Hamming distance of two bits, with the
row that the paper misprints corrected (claim kairouz/fig-2-hamming); equal up to epsilon near 1.5286, better beyond.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from benchmarks.paper import BLACK, BLUE, ORANGE, add_legend, new_figure, save_figure, save_table
from optcheck.cli.reproduce import Reproduction
from optcheck.randomized_response.closed_forms import PiecewiseRational, compare
from proofs_numeric.kairouz._multibit import (
    accuracy_curve,
    hamming_distance,
    hamming_scheme,
    response_scheme,
    xor_or_and,
    xor_or_and_scheme,
)

NAME = "kairouz-fig2"
EPSILONS = [step / 20 for step in range(161)]

Curves = tuple[PiecewiseRational, PiecewiseRational]


def run(out: Path, progress: Callable[[str], None]) -> list[Path]:
    """Draw both panels and write the values on the grid of epsilons."""
    progress("exact accuracies as functions of lambda")
    left, right = _xor_or_and_curves(), _hamming_curves()
    figure, (first, second) = new_figure(panels=2)
    values = [_draw(first, left, "XOR or AND"), _draw(second, right, "Hamming distance")]
    add_legend(first)
    add_legend(second)
    rows = [
        (epsilon, *left_pair, *right_pair) for epsilon, left_pair, right_pair in zip(EPSILONS, *values, strict=True)
    ]
    header = ("epsilon", "xor-or-and interactive", "xor-or-and response", "hamming interactive", "hamming response")
    return [*save_figure(figure, out, NAME), save_table(out, NAME, header, rows)]


def _xor_or_and_curves() -> Curves:
    def right_or_wrong(bits: tuple[int, ...], decision: int) -> int:
        return int(xor_or_and(bits) == decision)

    return (
        accuracy_curve(xor_or_and_scheme(), right_or_wrong, (0, 1)),
        accuracy_curve(response_scheme(3), right_or_wrong, (0, 1)),
    )


def _hamming_curves() -> Curves:
    def closeness(bits: tuple[int, ...], decision: int) -> int:
        return 2 - abs(hamming_distance(bits) - decision)

    return (
        accuracy_curve(hamming_scheme(), closeness, (0, 1, 2)),
        accuracy_curve(response_scheme(4), closeness, (0, 1, 2)),
    )


def _draw(axes: Any, curves: Curves, title: str) -> list[tuple[float, float]]:
    """Both curves, and where the interactive one starts to lead."""
    levels = [Fraction(math.exp(epsilon)) for epsilon in EPSILONS]
    values = [(float(curves[0](level)), float(curves[1](level))) for level in levels]
    axes.plot(EPSILONS, [pair[0] for pair in values], color=BLUE, label="interactive scheme")
    axes.plot(EPSILONS, [pair[1] for pair in values], color=ORANGE, ls="--", label="randomised response")
    (cut,) = compare(*curves).cuts
    threshold = math.log(float(cut))
    axes.axvline(threshold, color=BLACK, lw=0.8, ls=":")
    place = (threshold, values[-1][0])
    axes.annotate(f"equal up to ε = {threshold:.4f}", place, xytext=(6, -3), textcoords="offset points", fontsize=8)
    axes.set(xlabel="ε", ylabel="average accuracy")
    axes.set_title(title, fontsize=10)
    return values


REPRODUCTION = Reproduction(name=NAME, title="Interactive schemes against randomised response", run=run)
