"""A rigorous bound on the optimum from a float solver's multipliers, where no exact optimum is at hand."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from optcheck.errors import SolverFailed
from optcheck.exact.numbers import Exact, whole
from optcheck.exact.program import LinearProgram
from optcheck.solvers import solve_floats

__all__ = ["safe_bound"]


def safe_bound(program: LinearProgram, limit: float = 60.0) -> Exact | None:
    """What HiGHS's multipliers prove about the optimum, computed exactly; None where they prove nothing.

    Any multipliers of the right signs give a bound, whatever their rounding: what they leave of a column's cost is
    taken at the column's bound. A column without that bound and with something left makes the bound infinite.
    """
    try:
        solution = solve_floats(program.to_floats(), "highs", limit)
    except (OverflowError, SolverFailed):
        return None
    if len(solution.dual) != program.rows.count or not np.isfinite(solution.dual).all():
        return None
    reduced: list[Exact] = list(program.costs)
    bound: Exact = 0
    for i, number in enumerate(solution.dual.tolist()):
        if number and program.sign * number * int(program.relations[i]) >= 0:
            y = Fraction(number)
            bound += y * program.rhs[i]
            for j, a in program.rows.row(i):
                reduced[j] -= y * a
    for j, rest in enumerate(reduced):
        side = program.lower[j] if program.sign * rest > 0 else program.upper[j]
        if rest and side is None:
            return None
        bound += rest * (side or 0)
    return whole(bound)
