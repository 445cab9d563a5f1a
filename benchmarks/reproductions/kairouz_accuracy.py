"""Optimal average accuracy against epsilon for functions of three bits, with the points where the rule changes.

Not a figure of the paper: what its main theorem means for XOR, AND, majority and the count. Each curve is an exact
piecewise rational function of lambda = exp(epsilon); the table lists pieces, breakpoints and decision rules exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from benchmarks.paper import (
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    add_legend,
    new_figure,
    save_figure,
    save_table,
)
from optcheck.cli.reproduce import Reproduction
from optcheck.randomized_response import accuracy_function
from optcheck.randomized_response.closed_forms import coefficients, polynomial_text

NAME = "kairouz-accuracy"
K = 3
EPSILONS = [step / 25 for step in range(151)]
FUNCTIONS: dict[str, tuple[Callable[[tuple[int, ...]], int], str]] = {
    "AND": (min, BLUE),
    "majority": (lambda x: int(sum(x) > K // 2), GREEN),
    "XOR": (lambda x: sum(x) % 2, ORANGE),
    "number of ones": (sum, PURPLE),
}


def run(out: Path, progress: Callable[[str], None]) -> list[Path]:
    """Draw the curves, and write every piece exactly."""
    figure, (axes,) = new_figure()
    rows: list[tuple[object, ...]] = []
    for name, (function, colour) in FUNCTIONS.items():
        progress(f"{name}: exact pieces")
        curve = accuracy_function(function, K)
        values = [float(curve(Fraction(math.exp(epsilon)))) for epsilon in EPSILONS]
        axes.plot(EPSILONS, values, color=colour, label=name)
        points = [float(point) for point in curve.breakpoints]
        axes.plot([math.log(p) for p in points], [float(curve(Fraction(p))) for p in points], "o", color=colour, ms=5)
        below = polynomial_text(coefficients(curve.denominator))
        for piece in curve.pieces:
            start = "1" if piece.start is None else str(piece.start)
            numerator = polynomial_text(coefficients(piece.numerator))
            rows.append((name, start, numerator, below, "".join(map(str, piece.decisions))))
    axes.set(xlabel="ε", ylabel="optimal average accuracy")
    axes.set_title("Three parties, the same ε; dots: the best rule changes", fontsize=10)
    add_legend(axes)
    header = ("function", "from lambda", "numerator", "denominator", "decisions after 000..111")
    return [*save_figure(figure, out, NAME), save_table(out, NAME, header, rows)]


REPRODUCTION = Reproduction(name=NAME, title="Optimal accuracy against epsilon for functions of three bits", run=run)
