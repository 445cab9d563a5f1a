"""Iterative refinement: when a float basis is not exactly optimal, ask the solver about the exact residuals.

The residual problem has the same matrix, so its basis is a basis of the original. Scaling the residuals up shows
the solver differences that its tolerances hid (Gleixner, Steffy and Wolter's scheme).
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import SolverFailed
from optcheck.exact.program import FloatProgram, Optimal
from optcheck.solvers.highs import HighsSession
from optcheck.solvers.problem import Problem
from optcheck.solvers.recovery import optimum_of_basis
from optcheck.solvers.residuals import Dyadic, residual_program
from optcheck.solvers.slacks import Slacks
from optcheck.solvers.solution import Basis, Place, Solution, Status

__all__ = ["refined_optimum"]

_ALLOWED = {Place.LOWER: 1, Place.UPPER: -1, Place.ZERO: 0}
_ROUNDS = 12
_MOST_BITS = 40  # a larger step at once would blow rounding noise up to the size of the data


def refined_optimum(problem: Problem, solution: Solution) -> Optimal | None:
    """An exact optimum after some rounds of refinement, or None."""
    if solution.basis is None:
        return None
    state = _State(problem, solution, solution.basis)
    tried = {_key(state.basis)}
    try:
        for _ in range(_ROUNDS):
            problem.run.check()
            if not state.advance():
                return None
            if _key(state.basis) not in tried:
                tried.add(_key(state.basis))
                found = optimum_of_basis(problem, state.basis)
                if found is not None:
                    return found
    except OverflowError:  # residuals beyond the range of doubles
        return None
    return None


class _State:
    """An exact approximation of point and row weights, the last basis, and how much residuals are magnified."""

    def __init__(self, problem: Problem, solution: Solution, basis: Basis) -> None:
        self._problem = problem
        self.basis = basis
        self._point = Dyadic.of(solution.primal.tolist())
        self._weights = Dyadic.of(self._by_multiplier(solution.dual))
        self._primal_bits = self._dual_bits = 0

    def advance(self) -> bool:
        """Solve for the residuals and add the answer; False when the solver has none."""
        problem, scales = self._problem, self._problem.scales
        residuals = scales.apply(residual_program(problem, self._point, self._weights))
        dual = self._dual() / scales.rows
        slacks = Slacks.of(residuals, dual)
        extended, start = slacks.extended(residuals, dual), slacks.extended_basis(self.basis)
        self._primal_bits = _bits(_primal_violation(residuals), self._primal_bits)
        self._dual_bits = _bits(_dual_violation(extended, start), self._dual_bits)
        step = _solve(problem, _magnified(extended, self._primal_bits, self._dual_bits), start)
        if step is None:
            return False
        step = scales.undo(slacks.restricted(step))
        self._point = self._point.plus(step.primal.tolist(), self._primal_bits)
        self._weights = self._weights.plus(self._by_multiplier(step.dual), self._dual_bits)
        self.basis = step.basis or self.basis
        return step.basis is not None

    def _by_multiplier(self, dual: NDArray[np.float64]) -> list[float]:
        """The weights of rows that are taken times their multipliers."""
        return [y / m for y, m in zip(dual.tolist(), self._problem.integers.multipliers, strict=True)]

    def _dual(self) -> NDArray[np.float64]:
        unit, multipliers = 1 << self._weights.bits, self._problem.integers.multipliers
        return np.array([w * m / unit for w, m in zip(self._weights.numerators, multipliers, strict=True)])


def _primal_violation(residuals: FloatProgram) -> float:
    """By how much the point breaks a row or a bound at most."""
    sides = (residuals.row_lower, -residuals.row_upper, residuals.lower, -residuals.upper)
    return max(float(side.max(initial=0.0)) for side in sides)


def _dual_violation(residuals: FloatProgram, basis: Basis) -> float:
    """The largest reduced cost of a sign that its column's place does not allow."""
    costs = -residuals.costs if residuals.maximise else residuals.costs
    signs = np.array([_ALLOWED[basis.places.get(j, Place.ZERO)] for j in range(len(costs))])
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


def _key(basis: Basis) -> object:
    return basis.basic_columns, basis.tight_rows, tuple(basis.places.items())


def _bits(violation: float, before: int) -> int:
    """The exponent of one over the violation, not much more than it was before."""
    wanted = before + _MOST_BITS if violation <= 0 else math.floor(-math.log2(violation))
    return max(0, min(wanted, before + _MOST_BITS))


def _solve(problem: Problem, residuals: FloatProgram, basis: Basis) -> Solution | None:
    """Warm from the last basis; when that fails, once more from scratch."""
    relations = np.isfinite(residuals.row_lower).astype(np.int8) - np.isfinite(residuals.row_upper)
    for warm in (True, False):
        try:
            session = HighsSession(residuals)
            if warm:
                session.start_at(basis, relations)
            step = session.run(limit=problem.run.left / 2)
        except SolverFailed:
            continue
        if step.status is Status.OPTIMAL:
            return step
    return None
