"""Best schedules of ADPML as a convex program (cvxpy): the independent route to ``optcheck.adpml.optimal_schedule``.

Minimise the sum of a_t^2 D^2 / (2 rho_t) over losses rho_t between ``lower`` and ``upper`` that add up to at most
``total``. With shares x_t = rho_t / total the numbers handed to the solver are of moderate size.
Results are floats: hints to compare with, never evidence.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from optcheck.adpml import ScheduleProblem
from optcheck.errors import SolverFailed, missing_extra

try:
    import cvxpy as cp
except ModuleNotFoundError as error:
    raise missing_extra("the convex program of a schedule", error) from error


__all__ = [
    "ScheduleProgram",
    "schedule_program",
]


@dataclass(frozen=True, slots=True)
class ScheduleSolution:
    """The solver's answer."""

    losses: NDArray[np.float64]
    cost: float


@dataclass(frozen=True, slots=True)
class ScheduleProgram:
    """The cvxpy problem in shares of the total, and the factors that turn shares back into losses and cost."""

    problem: cp.Problem
    shares: cp.Variable
    total: float
    cost_unit: float

    def solve(self, solver: str = "CLARABEL") -> ScheduleSolution:
        """Solve; SolverFailed when there is no solution."""
        self.problem.solve(solver=solver)
        if self.problem.status not in (cp.OPTIMAL, cp.OPTIMAL_INACCURATE):
            raise SolverFailed(f"{solver} ended with status {self.problem.status}")
        return ScheduleSolution(self.total * self.shares.value, self.cost_unit * float(self.problem.value))


def schedule_program(problem: ScheduleProblem) -> ScheduleProgram:
    """The convex program of an instance.

    >>> schedule_program(ScheduleProblem((1, 3), total=8)).solve().losses.round(3)
    array([2., 6.])
    """
    amplitudes = np.array([float(a) for a in problem.amplitudes])
    largest, total = float(amplitudes.max()), float(problem.total)
    shares = cp.Variable(len(amplitudes))
    rows = [cp.sum(shares) <= 1, shares >= float(problem.lower) / total]
    if problem.upper is not None:
        rows.append(shares <= float(problem.upper) / total)
    cost = cp.sum(cp.multiply((amplitudes / largest) ** 2, cp.inv_pos(shares)))
    unit = (float(problem.sensitivity) * largest) ** 2 / (2 * total)
    return ScheduleProgram(cp.Problem(cp.Minimize(cost), rows), shares, total, unit)
