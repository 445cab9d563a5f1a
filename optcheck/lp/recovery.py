"""From a float basis to an exact outcome: square systems in integers, then the signs and the rows that decide.

An optimum needs two systems: one for the point, one for the multipliers. An infeasible program needs one: the simplex
method stops at a basic variable that no change can bring within its bounds, and the multipliers that show it are a row
of the inverse of the basis. Nothing here is trusted: the checker confirms every outcome. The float filters only choose
which rows and columns are examined exactly; a wrong choice makes the checker reject, never a wrong answer pass.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import lcm
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import SolverFailed
from optcheck.exact.numbers import Exact, RatioMap, Ratios, common_multiple, map_distinct, over_one_denominator, whole
from optcheck.lp.backends import HighsSession
from optcheck.lp.limits import Run
from optcheck.lp.linear_algebra import Factors, Matrix, SquareSystem, Unsolved
from optcheck.lp.program import (
    Basis,
    FloatProgram,
    Infeasible,
    LinearProgram,
    Nonbasic,
    Optimal,
    Scales,
    Solution,
    SparseRows,
    Status,
    matrix_scales,
    object_array,
)

Doubles = NDArray[np.float64]
_NEAR = 1e-6  # what is closer to zero than this, relative to the terms it adds up, is decided exactly


# The program in the forms that recovery needs


@dataclass(frozen=True, slots=True)
class IntegerRows:
    """Each row times its multiplier has the integer entries values[starts[i]:starts[i + 1]]."""

    multipliers: list[int]
    values: list[int]
    columns: list[int]
    starts: list[int]

    def row(self, index: int) -> Iterator[tuple[int, int]]:
        """Column and coefficient of each entry of a row times its multiplier."""
        span = slice(self.starts[index], self.starts[index + 1])
        return zip(self.columns[span], self.values[span], strict=True)


class Problem:
    """A program that is being solved, exact, in doubles and in integers, and the limits of the call."""

    def __init__(self, program: LinearProgram, floats: FloatProgram, run: Run) -> None:
        self.program = program
        self.floats = floats
        self.run = run

    @cached_property
    def integers(self) -> IntegerRows:
        """The rows over integers."""
        rows = self.program.rows
        starts, columns, values = rows.starts.tolist(), rows.columns.tolist(), rows.values.tolist()
        if rows.values.dtype == np.int64:
            return IntegerRows([1] * rows.count, values, columns, starts)
        numerators = map_distinct(attrgetter("numerator"), values)
        denominators = map_distinct(attrgetter("denominator"), values)
        multipliers, integers = [], list[int]()
        for start, stop in pairwise(starts):
            row, below = numerators[start:stop], denominators[start:stop]
            common = common_multiple(below)
            multipliers.append(common)
            integers += row if common == 1 else [a * (common // b) for a, b in zip(row, below, strict=True)]
        return IntegerRows(multipliers, integers, columns, starts)

    @cached_property
    def costs(self) -> Ratios:
        """The costs over one denominator."""
        return over_one_denominator(self.program.costs)

    @cached_property
    def sides(self) -> Ratios:
        """The right sides over one denominator."""
        return over_one_denominator(self.program.rhs.tolist())

    @cached_property
    def nonzero(self) -> NDArray[np.bool_]:
        """Which entries are not 0, exactly: one may be smaller than every double."""
        return np.fromiter(map(bool, self.integers.values), dtype=np.bool_, count=len(self.integers.values))

    @cached_property
    def scales(self) -> Scales:
        """Scales under which the entries are near each other."""
        return matrix_scales(self.floats)

    @cached_property
    def _row_of(self) -> NDArray[np.int64]:
        return np.repeat(np.arange(len(self.floats.row_lower)), np.diff(self.floats.starts))

    def row_sums(self, point: Doubles, sizes: bool = False) -> Doubles:
        """The rows times a point, in doubles; with sizes, the absolute values of all terms."""
        terms = self.floats.values * point[self.floats.columns]
        return _grouped_sums(self._row_of, np.abs(terms) if sizes else terms, len(self.floats.row_lower))

    def column_sums(self, dual: Doubles, sizes: bool = False) -> Doubles:
        """Row multipliers times the rows, in doubles; with sizes, the absolute values of all terms."""
        terms = self.floats.values * dual[self._row_of]
        return _grouped_sums(self.floats.columns, np.abs(terms) if sizes else terms, len(self.floats.costs))


def _grouped_sums(index: NDArray[np.integer], terms: Doubles, count: int) -> Doubles:
    return np.asarray(np.bincount(index, terms, minlength=count), dtype=np.float64)


class _BasisSystem(SquareSystem):
    """The tight rows times their multipliers over the basic columns. ZeroDivisionError when it is singular."""

    def __init__(self, problem: Problem, basis: Basis) -> None:
        if len(basis.basic_columns) != len(basis.tight_rows):
            raise ZeroDivisionError("a basis has as many tight rows as basic columns")
        multipliers = [problem.integers.multipliers[i] for i in basis.tight_rows]

        def solver_factors() -> Factors | None:
            if basis.factors is None:
                return None
            return basis.factors.scaled(1 / np.array(multipliers, dtype=np.float64), np.ones(len(multipliers)))

        base = 2 if all(multiplier % 5 for multiplier in multipliers) else 10
        super().__init__(_basis_matrix(problem, basis), base, problem.run.check, solver_factors)


def _basis_matrix(problem: Problem, basis: Basis) -> Matrix:
    """The tight rows over the basic columns, both numbered in the order of the basis."""
    matrix, values = problem.program.rows, problem.integers.values
    column_index = _positions(basis.basic_columns, len(problem.program.costs))[matrix.columns]
    row_index = np.repeat(_positions(basis.tight_rows, matrix.count), np.diff(matrix.starts))
    chosen = np.flatnonzero((row_index >= 0) & (column_index >= 0) & problem.nonzero)
    counts = np.bincount(row_index[chosen], minlength=len(basis.tight_rows))
    chosen = chosen[np.argsort(row_index[chosen], kind="stable")]
    starts = np.append(0, np.cumsum(counts)).tolist()
    return starts, column_index[chosen].tolist(), [values[k] for k in chosen.tolist()]


def _positions(members: Sequence[int], count: int) -> NDArray[np.int64]:
    """The position of each of count indices among the members, -1 for those that are none."""
    positions = np.full(count, -1, dtype=np.int64)
    positions[list(members)] = np.arange(len(members))
    return positions


@dataclass(frozen=True, slots=True)
class _Multipliers:
    """Weights of some rows, each row taken times its integer multiplier, over one denominator."""

    weights: Ratios
    rows: tuple[int, ...]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Row and numerator of its weight."""
        return zip(self.rows, self.weights.numerators, strict=True)

    def dual(self, problem: Problem) -> RatioMap:
        """The multipliers of the program's own rows, those that are not zero."""
        multipliers = problem.integers.multipliers
        return RatioMap({i: w * multipliers[i] for i, w in self if w}, self.weights.denominator)


# The optimum of a basis


def optimum_of_basis(problem: Problem, basis: Basis) -> Optimal | None:
    """The exact optimum that the basis defines, or None when the basis is not exactly optimal."""
    try:
        system = _BasisSystem(problem, basis)
        multipliers = _basic_multipliers(problem, basis, system)
        if not _dual_feasible(problem, basis, multipliers):
            return None
        point = _basic_solution(problem, basis, system)
    except (ZeroDivisionError, Unsolved):
        return None
    if not (_within_bounds(problem, point, basis.basic_columns) and _rows_hold(problem, point)):
        return None
    return Optimal(_value(problem, point), point, multipliers.dual(problem))


def _basic_multipliers(problem: Problem, basis: Basis, system: SquareSystem) -> _Multipliers:
    """Under these weights of the tight rows the basic columns have reduced cost 0."""
    costs = [problem.program.costs[j] for j in basis.basic_columns]
    return _Multipliers(system.solve_transposed(costs), basis.tight_rows)


def _basic_solution(problem: Problem, basis: Basis, system: SquareSystem) -> Ratios:
    """Every nonbasic column rests at its bound, every tight row holds with equality."""
    values = {j: _resting_value(problem, j, status) for j, status in basis.nonbasic.items()}
    resting = {j: value for j, value in values.items() if value}
    bound = over_one_denominator(list(resting.values()))
    basic = system.solve(_remaining_sides(problem, basis, dict(zip(resting, bound.numerators, strict=True)), bound))
    common = lcm(basic.denominator, bound.denominator)
    point = [0] * len(problem.program.costs)
    for part, columns in ((bound, resting), (basic, basis.basic_columns)):
        factor = common // part.denominator
        for j, numerator in zip(columns, part.numerators, strict=True):
            point[j] = numerator * factor
    return Ratios(point, common)


def _remaining_sides(problem: Problem, basis: Basis, resting: dict[int, int], bound: Ratios) -> Ratios:
    """What the resting columns leave of the tight rows' right sides, rows times their multipliers."""
    rows, given = problem.integers, problem.sides
    common = lcm(given.denominator, bound.denominator)
    side_factor, bound_factor = common // given.denominator, common // bound.denominator
    sides = []
    for i in basis.tight_rows:
        side = given.numerators[i] * rows.multipliers[i] * side_factor
        if resting:
            side -= bound_factor * sum(a * resting[j] for j, a in rows.row(i) if j in resting)
        sides.append(side)
    return Ratios(sides, common)


def _resting_value(problem: Problem, column: int, status: Nonbasic) -> Exact:
    bounds = problem.program.lower if status is Nonbasic.LOWER else problem.program.upper
    bound = bounds[column]
    return 0 if status is Nonbasic.ZERO or bound is None else bound


def _value(problem: Problem, point: Ratios) -> Exact:
    costs = problem.costs
    total = sum(c * x for c, x in zip(costs.numerators, point.numerators, strict=True) if c and x)
    return whole(Fraction(total, costs.denominator * point.denominator))


def _dual_feasible(problem: Problem, basis: Basis, multipliers: _Multipliers) -> bool:
    """The multipliers have the signs of their rows, and the reduced costs those of the bounds where columns rest."""
    program = problem.program
    if any(program.sign * weight * int(program.relations[i]) < 0 for i, weight in multipliers):
        return False
    doubtful, signs = _reduced_signs(problem, multipliers)
    signs |= _exact_signs(problem, multipliers, doubtful)
    return all(_rests_best(problem, basis, j, sign * program.sign) for j, sign in signs.items())


def _rests_best(problem: Problem, basis: Basis, column: int, sign: int) -> bool:
    """Whether a column with a reduced cost of this sign, if any, rests where that is best."""
    if not sign:
        return True
    bound = (problem.program.lower if sign > 0 else problem.program.upper)[column]
    status = basis.nonbasic.get(column)
    return bound is not None and status is not None and _resting_value(problem, column, status) == bound


def _reduced_signs(problem: Problem, multipliers: _Multipliers) -> tuple[set[int], dict[int, int]]:
    """Columns whose reduced cost doubles cannot tell from zero, and the signs of the others that are not zero."""
    costs = problem.floats.costs
    try:
        dual = _dual_in_doubles(problem, multipliers)
    except OverflowError:
        return set(range(len(costs))), {}
    reduced = costs - problem.column_sums(dual)
    size = np.abs(costs) + problem.column_sums(dual, sizes=True)
    clear = np.abs(reduced) > _NEAR * size
    signs = {int(j): int(np.sign(reduced[j])) for j in np.flatnonzero(clear)}
    return set(np.flatnonzero(~clear).tolist()), signs


def _dual_in_doubles(problem: Problem, multipliers: _Multipliers) -> Doubles:
    exact, dual = multipliers.dual(problem), np.zeros(problem.program.rows.count)
    for i, numerator in exact.numerators.items():
        dual[i] = numerator / exact.denominator
    return dual


def _exact_signs(problem: Problem, multipliers: _Multipliers, columns: set[int]) -> dict[int, int]:
    """Signs of the reduced costs of some columns."""
    rows, given = problem.integers, problem.costs
    costs = {j: given.numerators[j] * multipliers.weights.denominator for j in columns}
    for i, weight in multipliers:
        if weight:
            weight *= given.denominator
            for j, a in rows.row(i):
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
    program, multipliers = problem.program, problem.integers.multipliers
    suspects = _suspects(problem, point)
    activities = _activities(problem, suspects, point.numerators)
    sides = program.rhs[suspects].tolist()
    for i, activity, side in zip(suspects.tolist(), activities, sides, strict=True):
        excess = activity * side.denominator - side.numerator * multipliers[i] * point.denominator
        if excess and excess * int(program.relations[i]) <= 0:
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
    rows = problem.program.rows
    if rows.values.dtype == np.int64 and len(rows.values):
        size = int(np.abs(rows.values).max()) * max(map(abs, point), default=0) * len(point)
        if size < 2**62:
            terms = np.asarray(rows.values, np.int64) * np.array(point, np.int64)[rows.columns]
            sums = np.append(0, np.cumsum(terms))
            # Should the running sum wrap around, the differences are still right.
            return list((sums[rows.starts[chosen + 1]] - sums[rows.starts[chosen]]).tolist())
    return [sum(a * point[j] for j, a in problem.integers.row(i)) for i in chosen.tolist()]


# Infeasibility


def infeasible_by_ray(problem: Problem, solution: Solution) -> Infeasible | None:
    """A Farkas proof from the basis at which a solver stopped; its ray only says which row of the inverse to take."""
    basis, ray = solution.basis, solution.ray
    if basis is None or ray is None or not np.isfinite(ray).all() or len(ray) != problem.program.rows.count:
        return None
    try:
        multipliers = _inverse_row(problem, basis, ray)
    except (ZeroDivisionError, Unsolved):
        return None
    weights = multipliers.weights
    for sign in (1, -1):
        signed = _Multipliers(Ratios([sign * w for w in weights.numerators], weights.denominator), multipliers.rows)
        if _proves_infeasible(problem, signed):
            return Infeasible(signed.dual(problem))
    return None


def _inverse_row(problem: Problem, basis: Basis, ray: Doubles) -> _Multipliers:
    """The row of the inverse that the ray resembles: that of a basic column, or that of a row's slack."""
    basic, tight = list(basis.basic_columns), list(basis.tight_rows)
    system = _BasisSystem(problem, basis)
    loose = np.abs(ray)
    loose[tight] = 0.0
    if loose.max(initial=0.0) <= 1e-9 * np.abs(ray).max(initial=0.0):
        sizes = np.maximum(problem.column_sums(ray, sizes=True)[basic], 1e-300)
        along = np.abs(problem.column_sums(ray))[basic] / sizes
        leaving = int(np.argmax(along)) if basic else 0
        unit = [int(k == leaving) for k in range(len(basic))]
        return _Multipliers(system.solve_transposed(unit), basis.tight_rows)
    row = int(np.argmax(loose))
    entries = dict(problem.integers.row(row))
    weights = system.solve_transposed([-entries.get(j, 0) for j in basic])
    return _Multipliers(Ratios([*weights.numerators, weights.denominator], weights.denominator), (*tight, row))


def _proves_infeasible(problem: Problem, multipliers: _Multipliers) -> bool:
    """Whether the rows so combined ask for more than the bounds of the columns can give."""
    program, rows = problem.program, problem.integers
    reduced: dict[int, int] = {}
    bound: Exact = Fraction(0)
    for i, weight in multipliers:
        if weight * int(program.relations[i]) < 0:
            return False
        if weight:
            bound += weight * rows.multipliers[i] * program.rhs[i]
            for j, a in rows.row(i):
                reduced[j] = reduced.get(j, 0) - weight * a
    for j, rest in reduced.items():
        side = program.lower[j] if rest > 0 else program.upper[j]
        if rest and side is None:
            return False
        bound += rest * (side or 0)
    return bound > 0


# Two programs that always have an optimum and decide feasibility and boundedness


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
        rows=SparseRows.of(entries),
        lower=program.lower + (0,) * len(extra),
        upper=program.upper + (None,) * len(extra),
        column_labels=(*program.column_labels, *(f"violation[{k}]" for k in range(len(extra)))),
        certifier=None,
    )


def recession(program: LinearProgram) -> LinearProgram:
    """Minimise the slope over directions that stay feasible, with slope at least -1: the optimum is 0 or -1."""
    slope = [(j, program.sign * cost) for j, cost in enumerate(program.costs) if cost]
    cone = replace(program, rhs=object_array([0] * program.rows.count))
    return cone.extended(
        [("slope", slope, 1, -1)],
        sense="minimise",
        costs=tuple(program.sign * cost for cost in program.costs),
        lower=tuple(None if low is None else 0 for low in program.lower),
        upper=tuple(None if high is None else 0 for high in program.upper),
    )


# --- Iterative refinement: when a float basis is not exactly optimal, ask the solver about the exact residuals.
#
# The residual problem has the same matrix, so its basis is a basis of the original. Scaling the residuals up shows the
# solver differences that its tolerances hid (Gleixner, Steffy and Wolter's scheme). The point and the row weights are
# integers over powers of two, the rows integers times their multipliers: every residual is one integer over a known
# denominator, rounded once.


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
