"""The discretised signature program against its closed form: value and gap for falling meshes, k = 2 and 3.

Eq. 16 has a column for every signature of a box. On a grid without the corners of the box the optimum is below the
closed form (XOR of all bits at lambda = 2), and grows to it as the mesh falls; with the corners it is the closed form
at every mesh. All values are exact: the optimum of the grid is a lower bound, the closed form the upper one.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from benchmarks.growth import fit
from benchmarks.kairouz_grids import solve_grid
from benchmarks.reproductions._figures import BLUE, ORANGE, add_legend, new_figure, save_figure, save_table
from optcheck.audit.registry import Reproduction
from optcheck.randomized_response import make_problem, xor_accuracy

NAME = "kairouz-mesh"
LEVEL = 2
POINTS = {2: (4, 8, 16, 32, 64, 128), 3: (4, 8, 16, 32, 64)}


def run(out: Path, progress: Callable[[str], None]) -> list[Path]:
    """Solve all grids, write the table, draw gap against mesh with exponents fitted to the three finest meshes."""
    rows: list[tuple[object, ...]] = []
    figure, (axes,) = new_figure()
    for (k, sizes), colour in zip(POINTS.items(), (BLUE, ORANGE), strict=True):
        found = []
        for points in sizes:
            progress(f"k = {k}, {points} points of each party")
            found.append(_solved(k, points))
        meshes, gaps = [float(row[0]) for row in found], [float(row[3]) for row in found]
        rate = fit(meshes[-3:], gaps[-3:]).shown()
        axes.loglog(meshes, gaps, "o-", color=colour, label=f"k = {k}: exponent {rate}")
        rows += [(k, points, *map(str, values), rate) for points, values in zip(sizes, found, strict=True)]
    axes.set(xlabel="mesh of the grid", ylabel="closed form − optimum of the grid")
    add_legend(axes)
    header = ("k", "points", "mesh", "lower (grid)", "upper (closed form)", "gap", "fitted exponent")
    return [*save_figure(figure, out, NAME), save_table(out, NAME, header, rows)]


def _solved(k: int, points: int) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Mesh, exact optimum without the corners, closed form, gap."""
    problem, _ = make_problem(lambda bits: sum(bits) % 2, [LEVEL] * k)
    mesh = (LEVEL - Fraction(1, LEVEL)) / points
    lower = Fraction(solve_grid(problem, points, corners=False).value)
    upper = Fraction(xor_accuracy([LEVEL] * k))
    return mesh, lower, upper, upper - lower


REPRODUCTION = Reproduction(name=NAME, title="The discretised signature program: value against mesh", run=run)
