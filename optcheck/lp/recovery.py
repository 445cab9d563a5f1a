"""From a float basis to an exact optimum: two square systems, then the signs and the rows that decide.

Everything is computed in integers over one denominator. Nothing here is trusted: what comes out is confirmed by the
checker. The float filters only choose which rows and columns are looked at exactly; a wrong choice makes the checker
reject, never a wrong answer pass.

Two programs that always have an optimum and decide feasibility and boundedness: least violation, steepest ray.

Exact proofs of infeasibility from what a float solver leaves behind: a basis with a ray, or the elastic dual.

A simplex method that stops at an infeasible program has found a basic variable that no change can bring within its
bounds. The multipliers that show it are one row of the inverse of the basis: one square system in integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from optcheck.exact.numbers import Exact, RatioMap, Ratios, over_one_denominator, whole
from optcheck.lp.factors import Unsolved
from optcheck.lp.problem import Problem
from optcheck.lp.program import Infeasible, LinearProgram, Optimal, SparseRows, object_array
from optcheck.lp.solution import Basis, Place, Solution
from optcheck.lp.square_systems import BasisSystem

__all__ = [
    "Multipliers",
    "elastic",
    "infeasible_by_elastic_dual",
    "infeasible_by_ray",
    "optimum_of_basis",
    "primal_of_basis",
    "recession",
]


_NEAR = 1e-6  # what is closer to zero than this, relative to the terms it adds up, is decided exactly


@dataclass(frozen=True, slots=True)
class Multipliers:
    """Weights of the tight rows, each row taken times its integer multiplier, over one denominator."""

    weights: Ratios
    rows: tuple[int, ...]

    def dual(self, problem: Problem) -> RatioMap:
        """The multipliers of the program's own rows, those that are not zero."""
        multipliers = problem.integers.multipliers
        pairs = zip(self.rows, self.weights.numerators, strict=True)
        return RatioMap({i: w * multipliers[i] for i, w in pairs if w}, self.weights.denominator)


def optimum_of_basis(problem: Problem, basis: Basis) -> Optimal | None:
    """The exact optimum that the basis defines, or None when the basis is not exactly optimal."""
    program = problem.program
    try:
        system = BasisSystem(problem, basis)
        multipliers = Multipliers(
            system.solve_transposed([program.costs[j] for j in basis.basic_columns]), basis.tight_rows
        )
        if not _dual_fits(problem, basis, multipliers):
            return None
        point = primal_of_basis(problem, basis, system)
    except (ZeroDivisionError, Unsolved):
        return None
    if not (_within_bounds(problem, point, basis.basic_columns) and _rows_hold(problem, point)):
        return None
    return Optimal(_value(problem, point), point, multipliers.dual(problem))


def _value(problem: Problem, point: Ratios) -> Exact:
    costs = problem.costs
    total = sum(c * x for c, x in zip(costs.numerators, point.numerators, strict=True) if c and x)
    return whole(Fraction(total, costs.denominator * point.denominator))


def primal_of_basis(problem: Problem, basis: Basis, system: BasisSystem) -> Ratios:
    """The basic solution: every nonbasic column rests at a bound, every tight row holds with equality."""
    places = {j: _resting_value(problem, j, place) for j, place in basis.places.items()}
    resting = {j: value for j, value in places.items() if value}
    bound = over_one_denominator(list(resting.values()))
    basic = system.solve(_sides_left(problem, basis, dict(zip(resting, bound.numerators, strict=True)), bound))
    common = lcm(basic.denominator, bound.denominator)
    point = [0] * len(problem.program.costs)
    for part, columns in ((bound, resting), (basic, basis.basic_columns)):
        factor = common // part.denominator
        for j, numerator in zip(columns, part.numerators, strict=True):
            point[j] = numerator * factor
    return Ratios(point, common)


def _sides_left(problem: Problem, basis: Basis, resting: dict[int, int], bound: Ratios) -> Ratios:
    """What the columns that rest at bounds leave of the tight rows' right sides, rows times their multipliers."""
    rows, given = problem.integers, problem.sides
    common = lcm(given.denominator, bound.denominator)
    own, moved = common // given.denominator, common // bound.denominator
    sides = []
    for i in basis.tight_rows:
        side = given.numerators[i] * rows.multipliers[i] * own
        if resting:
            span = slice(rows.starts[i], rows.starts[i + 1])
            terms = zip(rows.columns[span], rows.values[span], strict=True)
            side -= moved * sum(a * resting[j] for j, a in terms if j in resting)
        sides.append(side)
    return Ratios(sides, common)


def _resting_value(problem: Problem, column: int, place: Place) -> Exact:
    bounds = problem.program.lower if place is Place.LOWER else problem.program.upper
    bound = bounds[column]
    return 0 if place is Place.ZERO or bound is None else bound


def _dual_fits(problem: Problem, basis: Basis, multipliers: Multipliers) -> bool:
    """The multipliers have the signs of their rows, and the reduced costs those of the bounds where columns rest."""
    program = problem.program
    for i, weight in zip(basis.tight_rows, multipliers.weights.numerators, strict=True):
        if program.sign * weight * int(program.relations[i]) < 0:
            return False
    doubtful, signs = _reduced_signs(problem, multipliers)
    signs |= _exact_signs(problem, multipliers, doubtful)
    return all(_rests(problem, basis, j, sign * program.sign) for j, sign in signs.items())


def _rests(problem: Problem, basis: Basis, column: int, sign: int) -> bool:
    """Whether a column with a reduced cost of this sign, if any, rests where that is best."""
    if not sign:
        return True
    bound = (problem.program.lower if sign > 0 else problem.program.upper)[column]
    place = basis.places.get(column)
    return bound is not None and place is not None and _resting_value(problem, column, place) == bound


def _reduced_signs(problem: Problem, multipliers: Multipliers) -> tuple[set[int], dict[int, int]]:
    """Columns whose reduced cost doubles cannot tell from zero, and the signs of the others that are not zero."""
    costs, width = problem.floats.costs, len(problem.floats.costs)
    try:
        dual = np.zeros(problem.program.rows.count)
        dual[list(multipliers.rows)] = _doubles(multipliers.dual(problem), multipliers.rows)
    except OverflowError:
        return set(range(width)), {}
    reduced = costs - problem.column_sums(dual)
    size = np.abs(costs) + problem.column_sums(dual, sizes=True)
    clear = np.abs(reduced) > _NEAR * size
    signs = {int(j): int(np.sign(reduced[j])) for j in np.flatnonzero(clear)}
    return set(np.flatnonzero(~clear).tolist()), signs


def _doubles(dual: RatioMap, rows: Sequence[int]) -> list[float]:
    return [dual.numerators[i] / dual.denominator if i in dual.numerators else 0.0 for i in rows]


def _exact_signs(problem: Problem, multipliers: Multipliers, columns: set[int]) -> dict[int, int]:
    """Signs of the reduced costs of some columns."""
    rows, weights, given = problem.integers, multipliers.weights, problem.costs
    costs = {j: given.numerators[j] * weights.denominator for j in columns}
    for i, weight in zip(multipliers.rows, weights.numerators, strict=True):
        if weight:
            weight *= given.denominator
            span = slice(rows.starts[i], rows.starts[i + 1])
            for j, a in zip(rows.columns[span], rows.values[span], strict=True):
                if j in columns:
                    costs[j] -= weight * a
    return {j: (cost > 0) - (cost < 0) for j, cost in costs.items()}


def _within_bounds(problem: Problem, point: Ratios, columns: Sequence[int]) -> bool:
    lower, upper = problem.program.lower, problem.program.upper
    return all(
        _at_least(point.numerators[j], lower[j], point.denominator, 1)
        and _at_least(-point.numerators[j], upper[j], point.denominator, -1)
        for j in columns
    )


def _at_least(numerator: int, bound: Exact | None, denominator: int, sign: int) -> bool:
    return bound is None or numerator * bound.denominator >= sign * bound.numerator * denominator


def _rows_hold(problem: Problem, point: Ratios) -> bool:
    program = problem.program
    suspects = _suspects(problem, point)
    activities = _activities(problem, suspects, point.numerators)
    multipliers = problem.integers.multipliers
    sides = program.rhs[suspects].tolist()
    for i, activity, side in zip(suspects.tolist(), activities, sides, strict=True):
        excess = activity * side.denominator - side.numerator * multipliers[i] * point.denominator
        relation = int(program.relations[i])
        if excess and excess * relation <= 0:
            return False
    return True


def _suspects(problem: Problem, point: Ratios) -> NDArray[np.int64]:
    """Rows that doubles show as violated, or as closer to their bound than a wide margin of rounding error."""
    floats = problem.floats
    try:
        doubles = np.array([x / point.denominator for x in point.numerators], dtype=np.float64)
    except OverflowError:
        return np.arange(len(floats.row_lower))
    activity, size = problem.row_sums(doubles), problem.row_sums(doubles, sizes=True)
    slack = np.minimum(activity - floats.row_lower, floats.row_upper - activity)
    return np.flatnonzero(~(slack > _NEAR * size))


def _activities(problem: Problem, chosen: NDArray[np.int64], point: Sequence[int]) -> list[int]:
    """Exact sums of rows times their multipliers; in machine integers where these provably cannot overflow."""
    values = problem.program.rows.values
    if values.dtype == np.int64 and len(values):
        size = int(np.abs(values).max()) * max(map(abs, point), default=0) * len(point)
        if size < 2**62:
            rows = problem.program.rows
            sums = np.append(0, np.cumsum(np.asarray(values, np.int64) * np.array(point, np.int64)[rows.columns]))
            # Should the running sum wrap around, the differences are still right.
            return list((sums[rows.starts[chosen + 1]] - sums[rows.starts[chosen]]).tolist())
    exact_rows = problem.integers
    spans = (slice(exact_rows.starts[i], exact_rows.starts[i + 1]) for i in chosen.tolist())
    return [sum(a * point[j] for j, a in zip(exact_rows.columns[s], exact_rows.values[s], strict=True)) for s in spans]


def elastic(program: LinearProgram) -> LinearProgram:
    """Minimise the total violation of the rows. A positive optimum's multipliers are a Farkas proof."""
    relations = program.relations
    extra = [(i, sign) for sign in (1, -1) for i in np.flatnonzero(relations * sign >= 0).tolist()]
    entries = [[*program.rows.row(i)] for i in range(program.rows.count)]
    for column, (i, sign) in enumerate(extra, start=len(program.costs)):
        entries[i].append((column, sign))
    return replace(
        program,
        sense="minimise",
        costs=(0,) * len(program.costs) + (1,) * len(extra),
        rows=_sparse(entries),
        lower=program.lower + (0,) * len(extra),
        upper=program.upper + (None,) * len(extra),
        column_labels=(*program.column_labels, *(f"violation[{k}]" for k in range(len(extra)))),
        certifier=None,
    )


def recession(program: LinearProgram) -> LinearProgram:
    """Minimise the slope over directions that stay feasible, with slope at least -1: the optimum is 0 or -1."""
    entries = [[*program.rows.row(i)] for i in range(program.rows.count)]
    slope = [(j, program.sign * cost) for j, cost in enumerate(program.costs) if cost]
    return replace(
        program,
        sense="minimise",
        costs=tuple(program.sign * cost for cost in program.costs),
        rows=_sparse([*entries, slope]),
        relations=np.append(program.relations, np.int8(1)),
        rhs=object_array([0] * program.rows.count + [-1]),
        lower=tuple(None if low is None else 0 for low in program.lower),
        upper=tuple(None if high is None else 0 for high in program.upper),
        row_labels=(*program.row_labels, "slope"),
        certifier=None,
    )


def _sparse(entries: list[list[tuple[int, Exact]]]) -> SparseRows:
    flat = [entry for row in entries for entry in row]
    return SparseRows(
        starts=np.cumsum([0] + [len(row) for row in entries], dtype=np.int64),
        columns=np.array([column for column, _ in flat], dtype=np.int32),
        values=object_array([value for _, value in flat]),
    )


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
