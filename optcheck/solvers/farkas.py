"""Exact proofs of infeasibility from what a float solver leaves behind: a basis with a ray, or the elastic dual.

A simplex method that stops at an infeasible program has found a basic variable that no change can bring within its
bounds. The multipliers that show it are one row of the inverse of the basis: one square system in integers.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from optcheck.exact.numbers import Exact
from optcheck.exact.program import Infeasible
from optcheck.exact.ratios import Ratios
from optcheck.solvers.basis_system import BasisSystem
from optcheck.solvers.factors import Unsolved
from optcheck.solvers.problem import Problem
from optcheck.solvers.recovery import Multipliers
from optcheck.solvers.solution import Basis, Solution

__all__ = ["infeasible_by_elastic_dual", "infeasible_by_ray"]


def infeasible_by_ray(problem: Problem, solution: Solution) -> Infeasible | None:
    """A Farkas proof from the basis at which a solver stopped; its ray only says which row of the inverse to take."""
    basis, ray = solution.basis, solution.ray
    if basis is None or ray is None or not np.isfinite(ray).all() or len(ray) != problem.program.rows.count:
        return None
    try:
        multipliers = _inverse_row(problem, basis, ray)
    except (ZeroDivisionError, Unsolved):
        return None
    for sign in (1, -1):
        turned = Multipliers(
            Ratios([sign * w for w in multipliers.weights.numerators], multipliers.weights.denominator),
            multipliers.rows,
        )
        if proves_infeasible(problem, turned):
            return Infeasible(turned.dual(problem))
    return None


def _inverse_row(problem: Problem, basis: Basis, ray: np.typing.NDArray[np.float64]) -> Multipliers:
    """The row of the inverse that the ray resembles: that of a basic column, or that of a row's slack."""
    basic, tight = list(basis.basic_columns), list(basis.tight_rows)
    system = BasisSystem(problem, basis)
    loose = np.abs(ray)
    loose[tight] = 0.0
    sizes = np.maximum(problem.column_sums(ray, sizes=True)[basic], 1e-300)
    along = np.abs(problem.column_sums(ray))[basic] / sizes
    if loose.max(initial=0.0) <= 1e-9 * np.abs(ray).max(initial=0.0):
        place = int(np.argmax(along)) if len(along) else 0
        unit = [0] * len(basic)
        unit[place : place + 1] = [1]
        return Multipliers(system.solve_transposed(unit), basis.tight_rows)
    row = int(np.argmax(loose))
    weights = system.solve_transposed(_negative_row(problem, row, basic))
    return Multipliers(Ratios([*weights.numerators, weights.denominator], weights.denominator), (*tight, row))


def _negative_row(problem: Problem, row: int, columns: list[int]) -> list[int]:
    rows = problem.integers
    span = slice(rows.starts[row], rows.starts[row + 1])
    entries = dict(zip(rows.columns[span], rows.values[span], strict=True))
    return [-entries.get(j, 0) for j in columns]


def infeasible_by_elastic_dual(problem: Problem, elastic: Problem, basis: Basis) -> Infeasible | None:
    """A Farkas proof from a basis of the elastic program, whether or not the basis is exactly optimal."""
    try:
        costs = [elastic.program.costs[j] for j in basis.basic_columns]
        multipliers = Multipliers(BasisSystem(elastic, basis).solve_transposed(costs), basis.tight_rows)
    except (ZeroDivisionError, Unsolved):
        return None
    scaled = _for_own_rows(problem, elastic, multipliers)
    return Infeasible(scaled.dual(problem)) if proves_infeasible(problem, scaled) else None


def _for_own_rows(problem: Problem, elastic: Problem, multipliers: Multipliers) -> Multipliers:
    """The same multipliers for the program's own rows: the extra columns, with entries 1, leave them as they are."""
    ours, theirs = problem.integers.multipliers, elastic.integers.multipliers
    pairs = zip(multipliers.rows, multipliers.weights.numerators, strict=True)
    numerators = [w * (theirs[i] // ours[i]) for i, w in pairs]
    return Multipliers(Ratios(numerators, multipliers.weights.denominator), multipliers.rows)


def proves_infeasible(problem: Problem, multipliers: Multipliers) -> bool:
    """Whether the rows so combined ask for more than the bounds of the columns can give."""
    program, rows = problem.program, problem.integers
    reduced: dict[int, int] = {}
    bound: Exact = Fraction(0)
    for i, weight in zip(multipliers.rows, multipliers.weights.numerators, strict=True):
        if weight * int(program.relations[i]) < 0:
            return False
        if weight:
            bound += weight * rows.multipliers[i] * program.rhs[i]
            span = slice(rows.starts[i], rows.starts[i + 1])
            for j, a in zip(rows.columns[span], rows.values[span], strict=True):
                reduced[j] = reduced.get(j, 0) - weight * a
    for j, rest in reduced.items():
        side = program.lower[j] if rest > 0 else program.upper[j]
        if rest and side is None:
            return False
        bound += rest * (side or 0)
    return bound > 0
