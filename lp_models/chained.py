"""The centralised optimum of Chained-DP's noise game as programs: the least sum of all costs,

    minimise  K (u_1 + ... + u_K) + 2 sum_k beta_k^(3/2) (u_1 + ... + u_k)^(-1/2)    over u_k >= 0.

``centralised_program`` hands it to a cone solver. ``tangent_program`` is a linear program with rational data: x^(-1/2)
is convex, so every tangent lies below it, and tangents at rational y^2 (3/(2y) - x/(2 y^3) each) give a lower bound. It
is exact if y^2 is the optimum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from optcheck.chained_dp.game import Floats, exact_preferences, float_preferences, square_root
from optcheck.errors import InvalidInput, SolverFailed, require
from optcheck.lp.program import LinearProgram, Model

if TYPE_CHECKING:
    import cvxpy as cp

__all__ = [
    "CentralisedProgram",
    "centralised_program",
    "tangent_program",
]


@dataclass(frozen=True, slots=True)
class CentralisedProgram:
    """The cvxpy problem and its variances, in units of m; results are floats: hints, never evidence."""

    problem: cp.Problem
    variances: cp.Variable

    def solve(self, solver: str = "CLARABEL") -> Floats:
        """The variances with the least total cost; SolverFailed when there is no solution."""
        self.problem.solve(solver=solver)
        if self.problem.status != "optimal":
            raise SolverFailed(f"{solver} stopped with status {self.problem.status}")
        return np.asarray(self.variances.value, dtype=np.float64)


def centralised_program(preferences: object) -> CentralisedProgram:
    """The sum of all costs as a cone program; at least one preference must be above 0.

    >>> centralised_program([4, 4]).solve().round(3)
    array([4., 0.])
    """
    require("centralised_program", "cvxpy", "clarabel")
    import cvxpy as cp  # slow to load, and not needed for the linear program

    beta = float_preferences(preferences)
    if beta.max() == 0:
        raise InvalidInput("the cone program needs a preference above 0, got only zeros")
    variances = cp.Variable(len(beta), nonneg=True)
    seen = cp.cumsum(variances)
    weighted = [2 * float(b) ** 1.5 * cp.power(seen[user], -0.5) for user, b in enumerate(beta) if b > 0]
    objective = cp.Minimize(len(beta) * cp.sum(variances) + sum(weighted))
    return CentralisedProgram(cp.Problem(objective), variances)


def tangent_program(preferences: Sequence[object], tangents: Sequence[Fraction]) -> LinearProgram:
    """The linear program whose value bounds the least total cost from below, in units of m.

    ``tangents`` are the y at whose squares x^(-1/2) is replaced by its tangent. Preferences must be squares.

    >>> program = tangent_program([4, 4], [Fraction(1), Fraction(2)])
    >>> len(program.costs), len(program.rhs)
    (4, 4)
    """
    beta = exact_preferences(preferences)
    if not tangents or min(tangents) <= 0:
        raise InvalidInput(f"tangents must be positive and there must be one, got {list(tangents)}")
    model = Model("minimise")
    variances = [model.variable(f"u[{user}]", cost=len(beta)) for user in range(len(beta))]
    for user, preference in enumerate(beta):
        height = model.variable(f"w[{user}]", cost=2 * square_root(preference) ** 3)
        for y in tangents:
            slope = 1 / (2 * Fraction(y) ** 3)
            terms = {height: Fraction(1), **dict.fromkeys(variances[: user + 1], slope)}
            model.row(f"tangent[{user},{y}]", terms, ">=", 3 / (2 * Fraction(y)))
    return model.build()
