"""The square system of a basis in integers, tight rows over basic columns."""

from __future__ import annotations

import numpy as np

from optcheck.solvers.factors import Factors
from optcheck.solvers.problem import Problem
from optcheck.solvers.solution import Basis
from optcheck.solvers.square_system import Matrix, SquareSystem

__all__ = ["BasisSystem"]


class BasisSystem(SquareSystem):
    """Rows times their multipliers, restricted to the basic columns. ZeroDivisionError when it is singular."""

    def __init__(self, problem: Problem, basis: Basis) -> None:
        if len(basis.basic_columns) != len(basis.tight_rows):
            raise ZeroDivisionError("a basis has as many tight rows as basic columns")
        multipliers = [problem.integers.multipliers[i] for i in basis.tight_rows]

        def given() -> Factors | None:
            if basis.factors is None:
                return None
            return basis.factors.scaled(1 / np.array(multipliers, dtype=np.float64), np.ones(len(multipliers)))

        base = 2 if all(multiplier % 5 for multiplier in multipliers) else 10
        super().__init__(_restricted(problem, basis), base, problem.run.check, given)


def _restricted(problem: Problem, basis: Basis) -> Matrix:
    """Starts, columns and values of the tight rows over the basic columns, numbered in their order."""
    rows, matrix = problem.integers, problem.program.rows
    places = np.full(len(problem.program.costs), -1, dtype=np.int64)
    places[list(basis.basic_columns)] = np.arange(len(basis.basic_columns))
    tight = np.array(basis.tight_rows, dtype=np.int64)
    order = np.full(matrix.count, -1, dtype=np.int64)
    order[tight] = np.arange(len(tight))
    row_of = order[np.repeat(np.arange(matrix.count), np.diff(matrix.starts))]
    chosen = np.flatnonzero((row_of >= 0) & (places[matrix.columns] >= 0) & problem.nonzero)
    counts = np.bincount(row_of[chosen], minlength=len(tight))
    chosen = chosen[np.argsort(row_of[chosen], kind="stable")]
    values = rows.values
    starts = np.append(0, np.cumsum(counts)).tolist()
    return starts, places[matrix.columns[chosen]].tolist(), [values[k] for k in chosen.tolist()]
