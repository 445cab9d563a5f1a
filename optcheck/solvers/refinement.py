"""Iterative refinement: when a float basis is not exactly optimal, ask the solver about the exact residuals.

The residual problem has the same matrix, so its basis is a basis of the original. Scaling the residuals up shows
the solver differences that its tolerances hid (Gleixner, Steffy and Wolter's scheme).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import SolverFailed
from optcheck.exact.numbers import Exact
from optcheck.exact.program import FloatProgram, LinearProgram, Optimal
from optcheck.solvers.highs import solve_simplex
from optcheck.solvers.problem import Problem
from optcheck.solvers.recovery import optimum_of_basis
from optcheck.solvers.solution import Solution, Status

__all__ = ["refined_optimum"]

_ROUNDS = 6
_LARGEST_SCALE = 2**40  # a larger step at once would blow rounding noise up to the size of the data


@dataclass(frozen=True, slots=True)
class _Residuals:
    costs: list[Fraction]
    lower: list[Fraction | None]
    upper: list[Fraction | None]
    sides: list[Fraction]

    @classmethod
    def at(cls, program: LinearProgram, primal: Sequence[Fraction], dual: Sequence[Fraction]) -> _Residuals:
        costs = [Fraction(cost) for cost in program.costs]
        sides = [Fraction(side) for side in program.rhs.tolist()]
        for i in range(program.rows.count):
            for j, a in program.rows.row(i):
                sides[i] -= a * primal[j]
                costs[j] -= a * dual[i]
        lower = [None if low is None else low - x for low, x in zip(program.lower, primal, strict=True)]
        upper = [None if high is None else high - x for high, x in zip(program.upper, primal, strict=True)]
        return cls(costs, lower, upper, sides)

    def primal_scale(self, program: LinearProgram) -> int:
        """One over the largest violation of a row or a bound."""
        rows = (self._row_violation(side, int(r)) for side, r in zip(self.sides, program.relations, strict=True))
        low = (bound for bound in self.lower if bound is not None)
        high = (-bound for bound in self.upper if bound is not None)
        return _scale(max([Fraction(0), *rows, *(Fraction(v) for v in low), *(Fraction(v) for v in high)]))

    @staticmethod
    def _row_violation(side: Fraction, relation: int) -> Fraction:
        return side if relation > 0 else -side if relation < 0 else abs(side)

    def dual_scale(self) -> int:
        """One over the largest reduced cost at a column that is far from its bound."""
        return _scale(max([Fraction(0), *(abs(cost) for cost in self.costs)], default=Fraction(0)))


def _scale(violation: Fraction) -> int:
    if violation == 0:
        return _LARGEST_SCALE
    return min(max(1, int(1 / violation)), _LARGEST_SCALE)


def refined_optimum(problem: Problem, solution: Solution) -> Optimal | None:
    """An exact optimum after some rounds of refinement, or None.

    First only the point is refined, with the costs as they are: that shows differences between right sides. Then the
    multipliers too, with reduced costs in place of the costs: that shows differences between costs.
    """
    return _refine(problem, solution, False) or _refine(problem, solution, True)


def _refine(problem: Problem, solution: Solution, both: bool) -> Optimal | None:
    program, floats, run = problem.program, problem.floats, problem.run
    primal = [Fraction(x) for x in solution.primal.tolist()]
    dual = [Fraction(y) if both else Fraction(0) for y in solution.dual.tolist()]
    for _ in range(_ROUNDS):
        run.check()
        residuals = _Residuals.at(program, primal, dual)
        scales = residuals.primal_scale(program), residuals.dual_scale() if both else 1
        step = _solve_residuals(_residual_program(program, floats, residuals, *scales), run.left)
        if step is None or step.basis is None:
            return None
        found = optimum_of_basis(problem, step.basis)
        if found is not None:
            return found
        primal = [x + Fraction(z) / scales[0] for x, z in zip(primal, step.primal.tolist(), strict=True)]
        if both:
            dual = [y + Fraction(w) / scales[1] for y, w in zip(dual, step.dual.tolist(), strict=True)]
    return None


def _solve_residuals(residuals: FloatProgram, limit: float) -> Solution | None:
    try:
        step = solve_simplex(residuals, limit=limit)
    except SolverFailed:
        return None
    return step if step.status is Status.OPTIMAL else None


def _residual_program(
    program: LinearProgram, floats: FloatProgram, residuals: _Residuals, primal_scale: int, dual_scale: int
) -> FloatProgram:
    sides = _doubles([side * primal_scale for side in residuals.sides])
    return replace(
        floats,
        costs=_doubles([cost * dual_scale for cost in residuals.costs]),
        lower=_doubles([None if low is None else low * primal_scale for low in residuals.lower], -np.inf),
        upper=_doubles([None if high is None else high * primal_scale for high in residuals.upper], np.inf),
        row_lower=np.where(program.relations >= 0, sides, -np.inf),
        row_upper=np.where(program.relations <= 0, sides, np.inf),
    )


def _doubles(values: Sequence[Exact | None], missing: float = 0.0) -> NDArray[np.float64]:
    return np.array([missing if value is None else float(value) for value in values], dtype=np.float64)
