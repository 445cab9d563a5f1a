"""Iterative refinement: when a float basis is not exactly optimal, ask the solver about the exact residuals.

The residual problem has the same matrix, so its basis is a basis of the original. Scaling the residuals up shows the
solver differences that its tolerances hid (Gleixner, Steffy and Wolter's scheme). The point and the row weights are
integers over powers of two, the rows integers times their multipliers: every residual is one integer over a known
denominator, rounded once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import SolverFailed
from optcheck.exact.numbers import Exact
from optcheck.lp.highs import HighsSession
from optcheck.lp.program import FloatProgram, Optimal
from optcheck.lp.recovery import Problem, optimum_of_basis
from optcheck.lp.solution import Basis, Nonbasic, Solution, Status

Doubles = NDArray[np.float64]
_ROUNDS = 12
_MOST_BITS = 40  # a larger step at once would magnify rounding noise to the size of the data
_SIGNS = {Nonbasic.LOWER: 1, Nonbasic.UPPER: -1, Nonbasic.ZERO: 0}  # of reduced costs that are optimal


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
                optimum = optimum_of_basis(problem, state.basis)
                if optimum is not None:
                    return optimum
    except OverflowError:  # residuals beyond the range of doubles
        return None
    return None


class _State:
    """An exact approximation of point and row weights, the last basis, and how much residuals are magnified."""

    def __init__(self, problem: Problem, solution: Solution, basis: Basis) -> None:
        self._problem = problem
        self.basis = basis
        self._point = _Dyadic.of(solution.primal.tolist())
        self._weights = _Dyadic.of(self._by_multiplier(solution.dual))
        self._primal_bits = self._dual_bits = 0

    def advance(self) -> bool:
        """Solve for the residuals and add the answer; False when the solver has none."""
        problem, scales = self._problem, self._problem.scales
        residuals = scales.apply(_residual_program(problem, self._point, self._weights))
        dual = self._dual() / scales.rows
        slacks = _Slacks.of(residuals, dual)
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

    def _by_multiplier(self, dual: Doubles) -> list[float]:
        """The weights of rows that are taken times their multipliers."""
        return [y / m for y, m in zip(dual.tolist(), self._problem.integers.multipliers, strict=True)]

    def _dual(self) -> Doubles:
        unit, multipliers = 1 << self._weights.bits, self._problem.integers.multipliers
        return np.array([w * m / unit for w, m in zip(self._weights.numerators, multipliers, strict=True)])


def _primal_violation(residuals: FloatProgram) -> float:
    """By how much the point breaks a row or a bound at most."""
    sides = (residuals.row_lower, -residuals.row_upper, residuals.lower, -residuals.upper)
    return max(float(side.max(initial=0.0)) for side in sides)


def _dual_violation(residuals: FloatProgram, basis: Basis) -> float:
    """The largest reduced cost of a sign that is not optimal where its column rests."""
    costs = -residuals.costs if residuals.maximise else residuals.costs
    signs = np.array([_SIGNS[basis.nonbasic.get(j, Nonbasic.ZERO)] for j in range(len(costs))])
    wrong = np.where(signs == 0, np.abs(costs), -signs * costs)
    return float(wrong[residuals.lower < residuals.upper].max(initial=0.0))


def _magnified(residuals: FloatProgram, primal_bits: int, dual_bits: int) -> FloatProgram:
    factor, dual_factor = 2.0**primal_bits, 2.0**dual_bits
    return replace(
        residuals,
        costs=residuals.costs * dual_factor,
        lower=residuals.lower * factor,
        upper=residuals.upper * factor,
        row_lower=residuals.row_lower * factor,
        row_upper=residuals.row_upper * factor,
    )


def _key(basis: Basis) -> object:
    return basis.basic_columns, basis.tight_rows, tuple(basis.nonbasic.items())


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
                session.set_basis(basis, relations)
            step = session.run(limit=problem.run.remaining / 2)
        except SolverFailed:
            continue
        if step.status is Status.OPTIMAL:
            return step
    return None


@dataclass(frozen=True, slots=True)
class _Dyadic:
    """The numbers numerators[j] / 2^bits."""

    numerators: list[int]
    bits: int

    @classmethod
    def of(cls, values: Sequence[float]) -> _Dyadic:
        """Doubles as what they are."""
        return cls([0] * len(values), 0).plus(values, 0)

    def plus(self, values: Sequence[float], down: int) -> _Dyadic:
        """The sum with values / 2^down."""
        ratios = [value.as_integer_ratio() for value in values]
        bits = max([self.bits, *(bottom.bit_length() - 1 + down for _, bottom in ratios)])
        pairs = zip(self.numerators, ratios, strict=True)
        lift = bits - self.bits
        return _Dyadic(
            [(old << lift) + (top << (bits - down - bottom.bit_length() + 1)) for old, (top, bottom) in pairs], bits
        )


def _residual_program(problem: Problem, point: _Dyadic, weights: _Dyadic) -> FloatProgram:
    """What the point leaves of right sides and bounds, and the weights of the costs: exact sums, each rounded once.

    A weight belongs to a row times its multiplier.
    """
    relations, program = problem.program.relations, problem.program
    sides, costs = _sides_and_costs(problem, point, weights)
    return replace(
        problem.floats,
        costs=np.array(costs, dtype=np.float64),
        lower=_moved(program.lower, point, -np.inf),
        upper=_moved(program.upper, point, np.inf),
        row_lower=np.where(relations >= 0, sides, -np.inf),
        row_upper=np.where(relations <= 0, sides, np.inf),
    )


def _sides_and_costs(problem: Problem, point: _Dyadic, weights: _Dyadic) -> tuple[list[float], list[float]]:
    program, rows = problem.program, problem.integers
    x, w, unit = point.numerators, weights.numerators, 1 << point.bits
    sides, sums = list[float](), [0] * len(x)
    for i, (start, stop) in enumerate(pairwise(rows.starts)):
        activity, weight = 0, w[i]
        for j, a in zip(rows.columns[start:stop], rows.values[start:stop], strict=True):
            activity += a * x[j]
            if weight:
                sums[j] += a * weight
        side, multiplier = program.rhs[i], rows.multipliers[i]
        rest = int(side.numerator) * multiplier * unit - int(side.denominator) * activity
        sides.append(rest / (int(side.denominator) * multiplier * unit))
    costs = [
        ((c.numerator << weights.bits) - c.denominator * s) / (c.denominator << weights.bits)
        for c, s in zip(program.costs, sums, strict=True)
    ]
    return sides, costs


def _moved(bounds: Sequence[Exact | None], point: _Dyadic, missing: float) -> Doubles:
    unit = 1 << point.bits
    return np.array(
        [
            missing if bound is None else (bound.numerator * unit - x * bound.denominator) / (bound.denominator * unit)
            for bound, x in zip(bounds, point.numerators, strict=True)
        ],
        dtype=np.float64,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Slacks:
    """Slack columns, after the others, for the inequalities that have a multiplier already.

    A row A x >= b with multiplier y leaves the costs c - A'y to the columns and the cost y to the slack A x - b. Only
    with both is the rest of the program the same program, with small costs in place of large ones.
    """

    rows: NDArray[np.int64]
    at_least: NDArray[np.bool_]
    first: int

    @classmethod
    def of(cls, program: FloatProgram, multipliers: Doubles) -> _Slacks:
        """A slack for each inequality with a multiplier."""
        inequality = program.row_lower != program.row_upper
        rows = np.flatnonzero(inequality & (multipliers != 0))
        return cls(rows, np.isfinite(program.row_lower[rows]), len(program.costs))

    def extended(self, program: FloatProgram, multipliers: Doubles) -> FloatProgram:
        """The program with the slacks, each at the cost of its row's multiplier."""
        sides = np.where(self.at_least, program.row_lower[self.rows], program.row_upper[self.rows])
        row_lower, row_upper = program.row_lower.copy(), program.row_upper.copy()
        row_lower[self.rows] = row_upper[self.rows] = sides
        ends, more = program.starts[self.rows + 1], np.zeros(len(program.starts), dtype=np.int64)
        more[self.rows + 1] = 1
        return replace(
            program,
            costs=np.append(program.costs, multipliers[self.rows]),
            lower=np.append(program.lower, np.where(self.at_least, 0.0, -np.inf)),
            upper=np.append(program.upper, np.where(self.at_least, np.inf, 0.0)),
            row_lower=row_lower,
            row_upper=row_upper,
            starts=program.starts + np.cumsum(more),
            columns=np.insert(program.columns, ends, self.first + np.arange(len(self.rows), dtype=np.int32)),
            values=np.insert(program.values, ends, -1.0),
        )

    def extended_basis(self, basis: Basis) -> Basis:
        """The same basis with slacks: basic where the row is loose, at zero where it is tight."""
        tight, basic, nonbasic = set(basis.tight_rows), list(basis.basic_columns), dict(basis.nonbasic)
        for k, (i, at_least) in enumerate(zip(self.rows.tolist(), self.at_least.tolist(), strict=True)):
            if i in tight:
                nonbasic[self.first + k] = Nonbasic.LOWER if at_least else Nonbasic.UPPER
            else:
                basic.append(self.first + k)
        return Basis(tuple(basic), tuple(sorted(tight | set(self.rows.tolist()))), nonbasic)

    def restricted(self, solution: Solution) -> Solution:
        """The answer without the slacks: a row whose slack is basic is loose."""
        basis = solution.basis
        if basis is not None:
            loose = {int(self.rows[j - self.first]) for j in basis.basic_columns if j >= self.first}
            basis = Basis(
                tuple(j for j in basis.basic_columns if j < self.first),
                tuple(i for i in basis.tight_rows if i not in loose),
                {j: status for j, status in basis.nonbasic.items() if j < self.first},
            )
        return replace(solution, primal=solution.primal[: self.first], basis=basis)
