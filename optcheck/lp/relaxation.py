"""The two sides of a search over integers: the relaxation inside HiGHS, in floats, and the system of rows, exact.

In HiGHS bounds change, rows come and go, and each run starts where the last ended. Nothing of it is trusted; a run that
does not come back is given up, and the relaxation with it.

On the exact side there are rows in integers and a box of column bounds. A leaf needs integers whose sum of rows
excludes all points of the box. Any integers near the float multipliers will do if there is room; they are tried with
few bits first, so that proofs stay short. Sums are taken in 64-bit integers where nothing can overflow, in Python's
otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor, gcd
from queue import Empty, SimpleQueue
from threading import Thread

import highspy
import numpy as np
from numpy.typing import NDArray

from optcheck.checker import integer as rule
from optcheck.checker.integer import Constraint, cleared, cutoff
from optcheck.checker.linear import Program
from optcheck.errors import SolverFailed
from optcheck.exact.numbers import Exact, common_multiple, to_text, whole
from optcheck.lp.answer import Step
from optcheck.lp.backends import pass_model
from optcheck.lp.program import FloatProgram, LinearProgram, Scales, badly_scaled, matrix_scales

# The float side

Floats = NDArray[np.float64]
_GRACE = 10.0  # seconds that a run may take beyond its limit
_OPTIONS = {"output_flag": False, "presolve": "off", "solver": "simplex", "threads": 1, "parallel": "off"}
_OPTIMAL = highspy.HighsModelStatus.kOptimal
_LIMITED = (highspy.HighsModelStatus.kIterationLimit, highspy.HighsModelStatus.kTimeLimit)


@dataclass(frozen=True, slots=True)
class Relaxed:
    """What a run says: "optimal", "infeasible", "unbounded", "limit" or "failed"; a point, and multipliers of rows."""

    status: str
    value: float
    primal: Floats
    dual: Floats


Basis = tuple[list[int], list[int]]  # HiGHS's status of each column and of each row


class Relaxation:
    """A model in HiGHS, always a minimum; a guarded one outlives runs that do not come back.

    Badly scaled programs are handed over in other units, powers of two; whoever asks sees the program's own.
    """

    def __init__(self, program: FloatProgram, integers: Collection[int], guarded: bool = True) -> None:
        self._highs = highspy.Highs()
        for name, value in _OPTIONS.items():
            self._highs.setOptionValue(name, value)
        self.columns, self.rows = len(program.costs), len(program.row_lower)
        self._aside = _Aside() if guarded else None
        self._lower, self._upper = program.lower.copy(), program.upper.copy()
        scales = scales_beside_integers(program, integers)
        self._units, self._row_scales = scales.columns, scales.rows
        scaled = scales.apply(program)
        costs = -scaled.costs if program.maximise else scaled.costs
        pass_model(self._highs, replace(scaled, costs=costs, maximise=False))

    def add_rows(self, rows: Sequence[Constraint]) -> None:
        """Append derived rows, each divided by its largest coefficient."""
        for row in rows:
            size, columns = max(1, largest(row)), np.array(list(row.terms), dtype=np.int32)
            values = np.array([factor / size for factor in row.terms.values()], dtype=np.float64) * self._units[columns]
            scale = np.exp2(-np.rint(np.log2(np.abs(values).max())))
            self._highs.addRow(row.side / size * scale, np.inf, len(values), columns, values * scale)
            self._row_scales = np.append(self._row_scales, scale)
        self.rows += len(rows)

    def remove_rows(self, rows: Sequence[int]) -> None:
        """Delete rows by their numbers."""
        if rows:
            self._highs.deleteRows(len(rows), np.array(rows, dtype=np.int32))
            self._row_scales = np.delete(self._row_scales, rows)
            self.rows -= len(rows)

    def bound(self, columns: Sequence[int], lower: Sequence[float], upper: Sequence[float]) -> None:
        """Give columns other bounds."""
        if columns:
            numbers = np.array(columns, dtype=np.int32)
            self._lower[numbers], self._upper[numbers] = lower, upper
            units = self._units[numbers]
            self._highs.changeColsBounds(
                len(numbers), numbers, self._lower[numbers] / units, self._upper[numbers] / units
            )

    def solve(self, limit: float, iterations: int = 2**31 - 1) -> Relaxed:
        """Run the dual simplex method from the present basis; the point is put between the bounds.

        HiGHS keeps them to a tolerance, which grows with its scaling: a split beyond a bound would change nothing.
        """
        highs = self._highs
        highs.setOptionValue("time_limit", highs.getRunTime() + max(limit, 0.0))
        highs.setOptionValue("simplex_iteration_limit", iterations)
        self._run(limit)
        status = highs.getModelStatus()
        if status == highspy.HighsModelStatus.kUnknown or status == highspy.HighsModelStatus.kSolveError:
            highs.clearSolver()
            self._run(limit)
            status = highs.getModelStatus()
        solution = highs.getSolution()
        primal, dual = np.array(solution.col_value), np.array(solution.row_dual)
        if len(primal) != self.columns or len(dual) != self.rows:
            primal, dual = np.zeros(self.columns), np.zeros(self.rows)
        inside = np.clip(primal * self._units, self._lower, self._upper)
        return Relaxed(_word(status), highs.getObjectiveValue(), inside, dual * self._row_scales)

    @property
    def iterations(self) -> int:
        """Iterations of the last run."""
        return int(self._highs.getInfo().simplex_iteration_count)

    def ray(self) -> Floats | None:
        """Row multipliers that show infeasibility, after a run that found it."""
        _, exists, values = self._highs.getDualRay()
        found = np.array(values, dtype=np.float64)
        return found * self._row_scales if exists and len(found) == self.rows else None

    def basis_row(self, position: int) -> Floats:
        """A row of the inverse of the basis matrix, whose basic variable is an integer column."""
        return np.array(self._highs.getBasisInverseRow(position)[1], dtype=np.float64) * self._row_scales

    def basic_variables(self) -> list[int]:
        """The basic variable of each row of the basis matrix: a column, or -1 - i for row i."""
        if self._highs.getNumNz() == 0:  # solved without a basis matrix: HiGHS would crash
            return []
        return [int(variable) for variable in self._highs.getBasicVariables()[1]]

    def basis(self) -> Basis | None:
        """Where the last run ended; None where there is no basis."""
        found = self._highs.getBasis()
        return (list(map(int, found.col_status)), list(map(int, found.row_status))) if found.valid else None

    def start_from(self, basis: Basis) -> None:
        """Let the next run start from a basis."""
        start = highspy.HighsBasis()
        start.col_status, start.row_status = ([highspy.HighsBasisStatus(code) for code in codes] for codes in basis)
        start.valid = True
        self._highs.setBasis(start)

    def _run(self, limit: float) -> None:
        if self._aside is None:
            self._highs.run()
        elif not self._aside.done(self._highs.run, limit + _GRACE):
            raise SolverFailed(f"HiGHS went on {_GRACE:g} seconds beyond its limit")


def scales_beside_integers(program: FloatProgram, integers: Collection[int]) -> Scales:
    """Powers of two that bring entries near 1, integer columns' being 1; all are unless the program is badly scaled."""
    scales = matrix_scales(program)
    if not badly_scaled(program) or not integers:
        return scales
    chosen, columns = list(integers), scales.columns.copy()
    columns /= np.exp2(np.rint(np.log2(columns[chosen]).mean()))
    columns[chosen] = 1.0
    rows, sizes = np.repeat(np.arange(len(scales.rows)), np.diff(program.starts)), np.zeros(len(scales.rows))
    np.maximum.at(sizes, rows, np.abs(program.values) * columns[program.columns])
    return Scales(np.exp2(-np.rint(np.log2(np.where(sizes > 0, sizes, 1.0)))), columns, 1.0)


class _Aside:
    """A thread for native code that ought to end by itself; where it does not, it is left behind."""

    def __init__(self) -> None:
        self._work: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._ends: SimpleQueue[BaseException | None] = SimpleQueue()
        Thread(target=self._serve, args=(self._work, self._ends), daemon=True).start()

    @staticmethod
    def _serve(work: SimpleQueue[Callable[[], object] | None], ends: SimpleQueue[BaseException | None]) -> None:
        while (job := work.get()) is not None:
            try:
                job()
                ends.put(None)
            except BaseException as failure:
                ends.put(failure)

    def done(self, job: Callable[[], object], seconds: float) -> bool:
        """Whether the job was done in time; what it raises is raised."""
        self._work.put(job)
        try:
            failure = self._ends.get(timeout=min(seconds, 1e6))
        except Empty:
            return False
        if failure is not None:
            raise failure
        return True

    def __del__(self) -> None:
        self._work.put(None)


def _word(status: highspy.HighsModelStatus) -> str:
    if status in (_OPTIMAL, highspy.HighsModelStatus.kModelEmpty):
        return "optimal"
    if status == highspy.HighsModelStatus.kInfeasible:
        return "infeasible"
    if status in (highspy.HighsModelStatus.kUnbounded, highspy.HighsModelStatus.kUnboundedOrInfeasible):
        return "unbounded"
    return "limit" if status in _LIMITED else "failed"


_FEWEST_NODES, _MOST_NODES, _NODES = 500, 30_000, 10**8  # of HiGHS's own search; the last times entries of the rows


def mip_point(
    program: FloatProgram, integers: Sequence[int], tolerance: float, limit: float = 10.0, nodes: int | None = None
) -> tuple[str, Floats | None]:
    """HiGHS's own answer to the integer program: a status in its words and a point, both hints.

    Its search ends after a number of nodes, so that the point depends on the clock only where the limit is short.
    """
    highs = highspy.Highs()
    for name, value in {
        "output_flag": False,
        "threads": 1,
        "time_limit": 0.8 * limit,
        "mip_rel_gap": 0.0,
        "mip_max_nodes": nodes or max(_FEWEST_NODES, min(_MOST_NODES, _NODES // max(1, len(program.values)))),
        "mip_feasibility_tolerance": tolerance,
        "primal_feasibility_tolerance": min(tolerance, 1e-7),
    }.items():
        highs.setOptionValue(name, value)
    pass_model(highs, program, integers=integers)
    highs.run()
    point = np.array(highs.getSolution().col_value, dtype=np.float64)
    valid = highs.getInfo().primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
    return highs.modelStatusToString(highs.getModelStatus()).lower(), point if valid else None


# The exact side


def for_checker(program: LinearProgram) -> rule.IntegerProgram:
    """The program as the checker holds it: rows and cutoffs are cleared of denominators by its own functions."""
    return rule.IntegerProgram(program.integer_instance(), "instance")


def largest(row: Constraint) -> int:
    """The size of the largest coefficient of a row in integers, 0 where there is none."""
    return max((abs(int(factor)) for factor in row.terms.values()), default=0)


def short_fraction(value: float, most: int) -> Fraction:
    """A fraction near a float: a convergent with a denominator (below 1: a numerator) of at most ``most``.

    >>> short_fraction(0.3333333333333333, 100), short_fraction(-2.2857142857142856, 100)
    (Fraction(1, 3), Fraction(-16, 7))
    """
    size = abs(value)
    aim = rest = 1 / size if 0 < size < 1 else size
    before, below, top, bottom = 1, 0, floor(rest), 1
    while abs(top / bottom - aim) > 1e-12 * aim and rest > floor(rest):
        rest = 1 / (rest - floor(rest))
        whole = floor(rest)
        if whole * bottom + below > most:
            break
        before, below, top, bottom = top, bottom, whole * top + before, whole * bottom + below
    found = Fraction(bottom, top) if 0 < size < 1 else Fraction(top, bottom)
    return found if value > 0 else -found


_ROOM = 2.0**61
_LARGE = 2**52
_BITS = (8, 14, 22, 32, 44, 64)
_DENOMINATOR = 5000
Integers = NDArray[np.int64]  # or objects that are ints, which do the same


def leaf(multiplied: Iterable[tuple[int, Exact]]) -> Step:
    """Multipliers of rows as a step of a proof."""
    return " ".join(["leaf", *(f"{i} {to_text(y)}" for i, y in multiplied)])


def crossed(column: int, bounds: Sequence[Exact | None], rows: int) -> Step:
    """Steps, behind so many rows, that close a box where a column's upper bound (in this list) is below its lower one.

    Either the column is above that bound, or it is not.
    """
    top, bottom = Fraction(bounds[column] or 0).as_integer_ratio()
    return "\n".join([f"row {-top} {-top} {column} {-bottom}", leaf([(rows, 1)]), leaf([(rows, 1)])])


class Box:
    """Column bounds as integers over one denominator, and where they are infinite."""

    def __init__(
        self, lower: Sequence[Exact | None], upper: Sequence[Exact | None], others: Sequence[Exact] = ()
    ) -> None:
        finite = [bound for bound in (*lower, *upper, *others) if bound is not None]
        self.unit = common_multiple(bound.denominator for bound in finite)
        self.low, self.open_below = self._scaled(lower)
        self.high, self.open_above = self._scaled(upper)

    def _scaled(self, bounds: Sequence[Exact | None]) -> tuple[Integers, NDArray[np.bool_]]:
        scaled = [0 if bound is None else int(bound * self.unit) for bound in bounds]
        large = any(abs(bound) > _LARGE for bound in scaled)
        return np.array(scaled, dtype=object if large else np.int64), np.array([b is None for b in bounds], dtype=bool)

    def set(self, column: int, low: Exact | None, high: Exact | None) -> None:
        """Give a column other bounds, whose denominators divide the unit."""
        self.open_below[column], self.open_above[column] = low is None, high is None
        for name, bound in (("low", low), ("high", high)):
            scaled = 0 if bound is None else int(bound * self.unit)
            if abs(scaled) > _LARGE and getattr(self, name).dtype != object:
                setattr(self, name, getattr(self, name).astype(object))
            getattr(self, name)[column] = scaled

    def bounds(self, column: int) -> tuple[Exact | None, Exact | None]:
        """The bounds of a column."""
        low = None if self.open_below[column] else whole(Fraction(int(self.low[column]), self.unit))
        high = None if self.open_above[column] else whole(Fraction(int(self.high[column]), self.unit))
        return low, high


class System:
    """The rows of a program in integers, derived rows, and the cutoff, which stands in front of them."""

    def __init__(self, program: LinearProgram) -> None:
        self.program = program
        self.plain = for_checker(program)
        self.rows: list[Constraint] = [
            cleared(*parts) for parts in zip(self.plain.terms, self.plain.relations, self.plain.rhs, strict=True)
        ]
        self.cutoff: Constraint | None = None
        self._costs = cutoff(self.plain, program.integers, 0)
        self.cost_scale = common_multiple(cost.denominator for cost in self.plain.costs)
        signs = [-1.0 if relation == "<=" else 1.0 for relation in self.plain.relations]
        scales = [_scale(terms, side) for terms, side in zip(self.plain.terms, self.plain.rhs, strict=True)]
        self._per_row = np.array([sign / scale for sign, scale in zip(signs, scales, strict=True)])
        self._stale = True

    def cut_off(self, value: Exact) -> None:
        """Ask for points that are better than the value."""
        self.cutoff = cutoff(self.plain, self.program.integers, value)

    def threshold(self) -> float:
        """Objective of the relaxation, as a minimum, from which a node can be closed; infinite without a cutoff."""
        if self.cutoff is None:
            return float("inf")
        return float(-self.cutoff.side / self.cost_scale)

    def extend(self, rows: Sequence[Constraint]) -> None:
        """Append derived rows."""
        self.rows.extend(rows)
        self._per_row = np.append(self._per_row, [1.0 / max(1, largest(row)) for row in rows])
        self._stale = True

    def truncate(self, rows: Sequence[int]) -> None:
        """Keep the program's rows and these derived ones, in this order."""
        kept = [*range(len(self.plain.rows)), *rows]
        self.rows, self._per_row, self._stale = [self.rows[i] for i in kept], self._per_row[kept], True

    def _lay_out(self) -> None:
        """Columns of all rows, the cutoff first."""
        self._stale = False
        rows = [self._costs, *self.rows]
        columns = np.array([j for row in rows for j in row.terms], dtype=np.int64)
        numbers = np.array([i for i, row in enumerate(rows) for _ in row.terms], dtype=np.int64)
        factors = [int(factor) for row in rows for factor in row.terms.values()]
        large = any(abs(factor) > _LARGE for factor in factors)
        order = np.argsort(columns, kind="stable")
        count = len(self.plain.columns)
        self._row_of = numbers[order]
        self._values: Integers = np.array(factors, dtype=object if large else np.int64)[order]
        starts = np.searchsorted(columns[order], np.arange(count))
        self._used = np.flatnonzero(np.diff(np.append(starts, len(columns))))
        self._starts = starts[self._used]
        sizes = np.abs(self._values.astype(np.float64))
        self._float_values = sizes
        sides = [0, *(int(row.side) for row in self.rows)]  # the cutoff's own may be a fraction
        self._sides: Integers = np.array(sides, dtype=object if any(abs(s) > _LARGE for s in sides) else np.int64)
        self._sizes = np.array([max(1.0, float(largest(row))) for row in rows])
        self._float_sides = np.abs(np.array(sides, dtype=np.float64))
        self._free = np.array([False, *(row.sense == 0 for row in self.rows)])

    def sums(self, multipliers: Integers) -> Integers:
        """The sum of the rows with these multipliers (the cutoff's first), column by column."""
        whole = np.zeros(len(self.plain.columns), dtype=multipliers.dtype)
        if len(self._starts):
            values = self._values if multipliers.dtype != object else self._values.astype(object)
            whole[self._used] = np.add.reduceat(values * multipliers[self._row_of], self._starts)
        return whole

    def gap(self, multipliers: Integers, box: Box) -> Exact | None:
        """How far the sum's right side, without the cutoff's, is above what the box allows, times the box's unit.

        None for infinitely less.
        """
        if self._stale:
            self._lay_out()
        small = multipliers.dtype != object and self._values.dtype != object and self._sides.dtype != object
        small = small and self._size(multipliers.astype(np.float64)) < _ROOM
        multipliers = multipliers if small else multipliers.astype(object)
        sums = self.sums(multipliers)
        up, down = sums > 0, sums < 0
        if bool((up & box.open_above).any()) or bool((down & box.open_below).any()):
            return None
        ups, downs = sums[up], sums[down]
        highs, lows = box.high[up], box.low[down]
        fits = small and box.high.dtype != object and box.low.dtype != object
        if fits:
            size = float(np.abs(ups.astype(float)) @ np.abs(highs.astype(float)))
            size += float(np.abs(downs.astype(float)) @ np.abs(lows.astype(float)))
            fits = size < _ROOM
        if not fits:
            ups, downs, highs, lows = (part.astype(object) for part in (ups, downs, highs, lows))
        most = int((ups * highs).sum()) + int((downs * lows).sum())
        return int((multipliers * self._sides).sum()) * box.unit - most

    def _size(self, multipliers: Floats) -> float:
        """A bound on all sums that are taken with these multipliers."""
        sizes = np.abs(multipliers)
        most = float(sizes @ self._float_sides)
        if len(self._starts):
            most = max(most, float(np.add.reduceat(self._float_values * sizes[self._row_of], self._starts).max()))
        return most

    def _rounded(self, floats: Floats, bits: int) -> Integers:
        """Integers in the ratio of the multipliers: what a row adds to a sum is exact to so many bits of the largest.

        Rows have coefficients of different sizes, for each is cleared of its own denominators.
        """
        used = floats != 0
        effect = float((np.abs(floats) * self._sizes).max())
        largest = float(self._sizes[used].max())
        grain = np.exp2(np.floor(np.log2(largest / self._sizes)))
        grain[~used] = 1.0
        steps = np.rint(floats * (2.0**bits * largest / effect) / grain)
        if float((np.abs(steps) * grain).max()) < _ROOM:
            return np.asarray(steps.astype(np.int64) * grain.astype(np.int64))
        return np.array([int(step) * int(unit) for step, unit in zip(steps, grain, strict=True)], dtype=object)

    def _signed(self, floats: Floats) -> Floats:
        """Multipliers without those whose sign does not fit their row."""
        if self._stale:
            self._lay_out()
        return np.where((floats < 0) & ~self._free, 0.0, floats)

    def leaf(self, floats: Floats, box: Box) -> Step | None:
        """A leaf near float multipliers (the cutoff's first), or None."""
        floats = self._signed(floats)
        if self.cutoff is None:
            floats[0] = 0.0
        largest = float(np.abs(floats).max(initial=0.0))
        if not 0 < largest < np.inf:
            return None
        for bits in _BITS:
            found = self.tried(self._rounded(floats, bits), box)
            if found is not None:
                return found
        short = self._short_fractions(floats / largest)
        return None if short is None else self.tried(short, box)

    def _short_fractions(self, floats: Floats) -> Integers | None:
        """The multipliers as short fractions, which they often are: then the sum is exactly the relaxation's bound."""
        known = {0.0: Fraction(0)}  # for noise of either sign too: the first value with a key must not give it one
        scale = floats[0] or 1.0
        fractions = []
        for value in (floats / scale).tolist():
            key = round(value, 11)
            if key not in known:
                known[key] = short_fraction(value, _DENOMINATOR)
            fractions.append(known[key])
        unit = common_multiple(fraction.denominator for fraction in known.values())
        if unit.bit_length() > 200:
            return None
        return np.array([int(fraction * unit) for fraction in fractions], dtype=object)

    def tried(self, multipliers: Integers, box: Box) -> Step | None:
        """The multipliers as a leaf, if they exclude all points of the box."""
        gap = self.gap(multipliers, box)
        if gap is not None and self.cutoff is not None:
            gap += int(multipliers[0]) * box.unit * self.cutoff.side
        if gap is None or gap < 0 or (gap == 0 and not (self._costs.strict and multipliers[0] > 0)):
            return None
        return _leaf(multipliers)

    def safe_bound(self, duals: Floats | None, box: Box, enough: float) -> tuple[Step, Fraction] | None:
        """A leaf near the multipliers, and the bound on the objective, as a minimum, for which it holds in the box.

        More bits are tried until the bound is enough.
        """
        if duals is None:
            return None
        floats = self._signed(self.from_duals(duals))
        largest = float(np.abs(floats).max())
        best: tuple[Step, Fraction] | None = None
        for multipliers in (self._rounded(floats, bits) for bits in _BITS[2:]):
            best = self._better(best, multipliers, box)
            if best is not None and best[1] >= enough:
                return best
        short = None if best is not None else self._short_fractions(floats / largest)
        return best if short is None else self._better(best, short, box)

    def exact_bound(self, dual: Mapping[int, Exact], box: Box) -> tuple[Step, Fraction] | None:
        """The leaf of exact multipliers of the program's rows, and the bound on the objective, as a minimum.

        None where a column has no bound in the box and something left of its cost.
        """
        sign, relations = self.program.sign, self.program.relations
        weights = {0: Fraction(1, self.cost_scale)}
        for i, y in dual.items():
            turned = -1 if relations[i] < 0 else 1
            weights[i + 1] = Fraction(turned * sign * y) / _scale(self.plain.terms[i], self.plain.rhs[i])
        return self._better(None, self.in_integers(weights), box)

    def in_integers(self, weights: Mapping[int, Fraction]) -> Integers:
        """Multipliers of some rows (0 is the cutoff) as integers in the same ratio."""
        unit = common_multiple(weight.denominator for weight in weights.values())
        multipliers = np.zeros(len(self.rows) + 1, dtype=object)
        for i, weight in weights.items():
            multipliers[i] = int(weight * unit)
        return multipliers

    def _better(
        self, best: tuple[Step, Fraction] | None, multipliers: Integers, box: Box
    ) -> tuple[Step, Fraction] | None:
        gap = self.gap(multipliers, box) if multipliers[0] > 0 else None
        if gap is None:
            return best
        bound = Fraction(gap) / (int(multipliers[0]) * box.unit * self.cost_scale)
        return best if best is not None and bound <= best[1] else (_leaf(multipliers), bound)

    def short_bound(self, bound: Fraction) -> Exact:
        """The next value of the objective's grid, or a shorter number a little below."""
        step = grid(self.plain, self.program.integers)
        if step:
            below = cutoff(self.plain, self.program.integers, self.program.sign * bound)
            return whole(step - Fraction(below.side, self.cost_scale))
        unit = 10 ** max(0, 9 - len(str(abs(int(bound)))))
        return whole(Fraction(floor(bound * unit), unit))

    def from_duals(self, duals: Floats, objective: bool = True) -> Floats:
        """Multipliers of rows as a solver gives them for the minimum, in units of the rows here, the cutoff's first."""
        return np.append(1.0 / self.cost_scale if objective else 0.0, duals * self._per_row)


def _leaf(multipliers: Integers) -> Step:
    used = np.flatnonzero(multipliers).tolist()
    return leaf((i, int(multipliers[i])) for i in used)


def grid(program: Program, integers: Iterable[int]) -> Fraction:
    """The step of the objective's grid; 0 where it has none, and cutoffs are strict."""
    row = cutoff(program, integers, 0)
    fixed = {j for j, low in enumerate(program.lower) if low is not None and low == program.upper[j]}
    step = 0 if row.strict else gcd(*(int(factor) for j, factor in row.terms.items() if j not in fixed))
    return Fraction(step, common_multiple(cost.denominator for cost in program.costs))


def _scale(terms: Sequence[tuple[int, Exact]], side: Exact) -> int:
    """The factor by which a row is cleared of denominators."""
    return common_multiple([side.denominator, *(factor.denominator for _, factor in terms)])
