"""Iterative refinement: when a float basis is not exactly optimal, ask the solver about the exact residuals.

The residual problem has the same matrix, so its basis is a basis of the original. Scaling the residuals up shows
the solver differences that its tolerances hid (Gleixner, Steffy and Wolter's scheme).
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from optcheck.errors import SolverFailed
from optcheck.exact.program import FloatProgram, Optimal
from optcheck.solvers.highs import HighsSession
from optcheck.solvers.problem import Problem
from optcheck.solvers.recovery import optimum_of_basis
from optcheck.solvers.residuals import Dyadic, residual_program
from optcheck.solvers.solution import Basis, Place, Solution, Status

__all__ = ["refined_optimum"]

_ALLOWED = {Place.LOWER: 1, Place.UPPER: -1, Place.ZERO: 0}
_ROUNDS = 12
_MOST_BITS = 40  # a larger step at once would blow rounding noise up to the size of the data


def refined_optimum(problem: Problem, solution: Solution) -> Optimal | None:
    """An exact optimum after some rounds of refinement, or None."""
    multipliers = problem.integers.multipliers
    point, basis = Dyadic.of(solution.primal.tolist()), solution.basis
    weights = Dyadic.of([y / m for y, m in zip(solution.dual.tolist(), multipliers, strict=True)])
    primal_bits = dual_bits = 0
    tried = {_key(basis)}
    try:
        for _ in range(_ROUNDS):
            problem.run.check()
            residuals = problem.scales.apply(residual_program(problem, point, weights))
            primal_bits = _bits(_primal_violation(residuals), primal_bits)
            dual_bits = _bits(_dual_violation(residuals, basis), dual_bits)
            step = _solve_residuals(problem, _magnified(residuals, primal_bits, dual_bits), basis)
            if step is None:
                return None
            step, basis = problem.scales.undo(step), step.basis
            if basis is None:
                return None
            if _key(basis) not in tried:
                tried.add(_key(basis))
                found = optimum_of_basis(problem, basis)
                if found is not None:
                    return found
            point = point.plus(step.primal.tolist(), primal_bits)
            weights = weights.plus([y / m for y, m in zip(step.dual.tolist(), multipliers, strict=True)], dual_bits)
    except OverflowError:  # residuals beyond the range of doubles
        return None
    return None


def _primal_violation(residuals: FloatProgram) -> float:
    """By how much the point breaks a row or a bound at most."""
    sides = (residuals.row_lower, -residuals.row_upper, residuals.lower, -residuals.upper)
    return max(float(side.max(initial=0.0)) for side in sides)


def _dual_violation(residuals: FloatProgram, basis: Basis | None) -> float:
    """The largest reduced cost of a sign that its column's place does not allow."""
    costs = -residuals.costs if residuals.maximise else residuals.costs
    places = {} if basis is None else basis.places
    signs = np.array([_ALLOWED[places.get(j, Place.ZERO)] for j in range(len(costs))])
    wrong = np.where(signs == 0, np.abs(costs), -signs * costs)
    return float(wrong[residuals.lower < residuals.upper].max(initial=0.0))


def _magnified(residuals: FloatProgram, primal_bits: int, dual_bits: int) -> FloatProgram:
    more, steeper = 2.0**primal_bits, 2.0**dual_bits
    return replace(
        residuals,
        costs=residuals.costs * steeper,
        lower=residuals.lower * more,
        upper=residuals.upper * more,
        row_lower=residuals.row_lower * more,
        row_upper=residuals.row_upper * more,
    )


def _key(basis: Basis | None) -> object:
    return basis and (basis.basic_columns, basis.tight_rows, tuple(basis.places.items()))


def _bits(violation: float, before: int) -> int:
    """The exponent of one over the violation, not much more than it was before."""
    wanted = before + _MOST_BITS if violation <= 0 else math.floor(-math.log2(violation))
    return max(0, min(wanted, before + _MOST_BITS))


def _solve_residuals(problem: Problem, residuals: FloatProgram, basis: Basis | None) -> Solution | None:
    """Warm from the last basis; when that fails, once more from scratch."""
    for start in (basis, None) if basis else (None,):
        try:
            session = HighsSession(residuals)
            if start is not None:
                session.start_at(start, problem.program.relations)
            step = session.run(limit=problem.run.left / 2)
        except SolverFailed:
            continue
        if step.status is Status.OPTIMAL:
            return step
    return None
