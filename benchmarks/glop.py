"""OR-Tools' GLOP on Eq. 6, apart from all that loads highspy: both carry HiGHS, and a process takes only one."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

__all__ = ["numbers", "solve", "solve_printed"]

Numbers = tuple[list[float], int, int]


def numbers(n: int, t: int, active: int) -> Numbers:
    """Requirements, threshold, and how many of the first parties are active: as benchmarks.scaling has them."""
    return np.random.default_rng(n).integers(1, 1000, n).astype(float).tolist(), t, active


def solve_printed(data: Numbers) -> float:
    """A row for every coalition with an active member and every party outside it."""
    required, t, active = data
    return solve(required, t, set(range(active)), printed=True)


def solve(required: list[float], t: int, active: set[int], printed: bool) -> float:
    """Through GLOP's matrix interface; without ``printed`` one row for each coalition."""
    from ortools.linear_solver.python import model_builder_helper
    from scipy.sparse import csr_matrix

    n = len(required)
    columns: list[int] = []
    sides: list[float] = []
    for coalition in combinations(range(n), t):
        if active.isdisjoint(coalition):
            continue
        outside = [j for j in range(n) if j not in coalition]
        wanted = [required[j] for j in outside]
        for side in wanted if printed else [max(wanted)]:
            columns += outside
            sides.append(side)
    starts = np.arange(len(sides) + 1) * (n - t)
    matrix = csr_matrix((np.ones(len(columns)), np.array(columns), starts), shape=(len(sides), n))
    return _answer(model_builder_helper, matrix, np.array(sides))


def _answer(ortools: Any, matrix: Any, sides: Any) -> float:
    n = matrix.shape[1]
    helper = ortools.ModelBuilderHelper()
    above = np.full(len(sides), np.inf)
    helper.fill_model_from_sparse_data(np.zeros(n), np.full(n, np.inf), np.ones(n), sides, above, matrix)
    solver = ortools.ModelSolverHelper("glop")
    solver.solve(helper)
    return float(solver.objective_value())
