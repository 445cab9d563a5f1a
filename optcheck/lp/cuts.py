"""At the root of a search: tighter column bounds by single rows, and cuts by mixed-integer rounding.

A bound that a row implies is a split one side of which that row closes alone. Integer columns are rounded; a continuous
column gets a bound a little weaker than implied, a short number, and only where it had none or gains much: bounds on
all columns make it possible to close leaves with rounded multipliers.

Cuts round rows of the simplex tableau and sums of a few rows. Floats choose the rows, their multipliers and what is
rounded; the row is then derived exactly, by the checker's rule, so what is added is proved by the step that describes
it. After the last round only rows that are tight stay, with those they were derived from.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, floor, gcd, inf, log2
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from optcheck.checker.integer import Constraint
from optcheck.exact.numbers import Exact, common_multiple, to_text, whole
from optcheck.lp.answer import Step
from optcheck.lp.relaxation import Relaxed, largest, leaf, short_fraction

if TYPE_CHECKING:
    from optcheck.lp.branch_and_bound import Search

# Tighter bounds

_MOST = 10**12  # no bound beyond this size is derived
_VISITS = 12  # to a row


@dataclass(slots=True)
class Bounds:
    """Exact column bounds at the root; steps that lead to them, and those that come after the rest of the proof."""

    lower: list[Exact | None]
    upper: list[Exact | None]
    integers: frozenset[int]
    opening: list[Step] = field(default_factory=list)
    closing: list[Step] = field(default_factory=list)
    contradiction: Step | None = None

    def tighten(self, rows: Sequence[Constraint], cutoff: Constraint | None, check: Callable[[], None]) -> None:
        """Visit rows until nothing changes (much); a contradiction is kept as the leaf that closes everything."""
        numbered = [*enumerate(rows, 1), *([] if cutoff is None else [(0, cutoff)])]
        at = _rows_of_columns(numbered)
        waiting = deque(numbered)
        queued, visits = {index for index, _ in numbered}, dict[int, int]()
        while waiting and self.contradiction is None:
            index, row = waiting.popleft()
            queued.discard(index)
            visits[index] = visits.get(index, 0) + 1
            check()
            for sign in (1, -1) if row.sense == 0 else (1,):
                for column in self._visit(index, row, sign):
                    for other in at[column]:
                        if other[0] not in queued and visits.get(other[0], 0) < _VISITS:
                            queued.add(other[0])
                            waiting.append(other)

    def _visit(self, index: int, row: Constraint, sign: int) -> list[int]:
        """Columns whose bounds the row tightens: the other columns at most leave so much."""
        most, infinite = self._most(row, sign)
        side, changed = sign * row.side, list[int]()
        if infinite > 1 or self.contradiction is not None:
            return changed
        if infinite == 0 and most < side:
            self.contradiction = leaf([(index, sign)])
            return changed
        for column, factor in row.terms.items():
            factor *= sign
            own = self.upper[column] if factor > 0 else self.lower[column]
            if factor and not (infinite and own is not None):
                rest = most if own is None else most - factor * own
                if self._imply(column, factor > 0, Fraction(side - rest) / factor, leaf([(index, sign)])):
                    changed.append(column)
                    most, infinite = self._most(row, sign)
                if self.contradiction is not None:
                    break
        return changed

    def _most(self, row: Constraint, sign: int) -> tuple[Exact, int]:
        """The most that the row's left side can be, without its infinite terms, and how many they are."""
        most: Exact = 0
        infinite = 0
        for column, factor in row.terms.items():
            bound = self.upper[column] if sign * factor > 0 else self.lower[column]
            if bound is None:
                infinite += factor != 0
            elif bound:
                most += sign * factor * bound
        return most, infinite

    def _imply(self, column: int, below: bool, implied: Fraction, leaf: Step) -> bool:
        """Put a lower (``below``) or an upper bound in place, if it is worth it; whether it is."""
        if abs(implied) > _MOST:
            return False
        low, high = self.lower[column], self.upper[column]
        if column in self.integers:
            value: Exact = ceil(implied) if below else floor(implied)
            better = (low is None or value > low) if below else (high is None or value < high)
            other = value - 1 if below else value + 1
        else:
            value = other = _weaker(implied, below)
            better = _gains(value, low, high, below)
        if better:
            self.put(column, below, value, other, leaf)
        return better

    def put(self, column: int, below: bool, value: Exact, other: Exact, leaf: Step) -> None:
        """A new bound: the split, and the leaf that closes what is on the other side of it."""
        if below:
            self.opening += [f"column {column} {to_text(other)} {to_text(value)}", leaf]
            self.lower[column] = value
        else:
            self.opening.append(f"column {column} {to_text(value)} {to_text(other)}")
            self.closing.append(leaf)
            self.upper[column] = value
        low, high = self.lower[column], self.upper[column]
        if low is not None and high is not None and low > high:
            self.contradiction = leaf  # which closes this side as well


def _rows_of_columns(rows: Sequence[tuple[int, Constraint]]) -> dict[int, list[tuple[int, Constraint]]]:
    at: dict[int, list[tuple[int, Constraint]]] = {}
    for numbered in rows:
        for column in numbered[1].terms:
            at.setdefault(column, []).append(numbered)
    return at


def _weaker(implied: Fraction, below: bool) -> Exact:
    """A short number strictly beyond an implied bound."""
    unit = 1 if abs(implied) >= 1000 else 1000
    return whole(Fraction(ceil(implied * unit) - 1 if below else floor(implied * unit) + 1, unit))


def _gains(value: Exact, low: Exact | None, high: Exact | None, below: bool) -> bool:
    """Whether a continuous column had no bound on this side, or loses a good part of its width."""
    old = low if below else high
    if old is None:
        return True
    if low is None or high is None:
        return False
    return (value - low if below else high - value) * 4 > high - low > 0


# Cuts

Floats = NDArray[np.float64]
_ROUNDS = 30
_TABLEAU = 100  # rows of the tableau in a round
_SUMS = 10**7  # rows that begin a sum in a round, times columns
_LARGEST_SUM = 2000
_STALL = 3  # rounds without progress
_PROGRESS = 0.01  # of the distance to the cutoff, or of the bound
_EFFORT = 10**9  # simplex iterations and sums of rows, times their length
_TREE = 0.5  # share of the limit that is left for the tree
_STEPS = 6  # rows that are summed up
_DENOMINATOR = 20000
_COARSE = 2**22
_MOST_OVER = 10**13
_LARGEST_UNIT = 10**6
_LONGEST = 10**9  # coefficients beyond this are rounded
_EFFICACY = 1e-4
_PARALLEL = 0.98
_SLACK = 1e-6


class Rounding(NamedTuple):
    """A cut that floats suggest: its efficacy, multipliers of rows, the vector that is rounded, columns at upper.

    Its normal vector, of length 1, tells which cuts say much the same.
    """

    efficacy: float
    multipliers: dict[int, float]
    rounded: dict[int, int]
    upper: list[int]
    normal: Floats


class _Row(NamedTuple):
    """A row in floats; one of a continuous and an integer column is a variable bound."""

    columns: NDArray[np.int64]
    factors: Floats
    side: float
    equation: bool
    variable_bound: bool


@dataclass(slots=True)
class _Point:
    """The relaxation's point, bounds and rows in floats."""

    x: Floats
    lower: Floats
    upper: Floats
    integer: NDArray[np.bool_]
    rows: list[_Row]
    slacks: Floats
    near: Floats = field(init=False)  # distances from the nearest bound, variable ones included
    nearest: NDArray[np.int64] = field(init=False)  # the row that is this variable bound, or -1
    own: Floats = field(init=False)  # the column's factor in it
    at: dict[int, list[int]] = field(default_factory=dict)  # rows of a continuous column
    sums: int = 0  # how often rows were summed up

    def __post_init__(self) -> None:
        self.near = np.minimum(self.x - self.lower, self.upper - self.x)
        self.nearest, self.own = np.full(len(self.x), -1, dtype=np.int64), np.zeros(len(self.x))
        for i, row in enumerate(self.rows):
            if row.variable_bound:
                k = int(self.integer[row.columns[0]])
                j, factor = row.columns[k], row.factors[k]
                if factor and self.slacks[i] < abs(factor) * (self.near[j] + 1e-9):
                    self.near[j], self.nearest[j], self.own[j] = self.slacks[i] / abs(factor), i, factor


def cut_root(search: Search) -> None:
    """Rounds of cuts, as long as they pay; those that stay are steps of the proof.

    What they may cost is counted, not timed, so that the same program gets the same cuts on any machine, unless the
    limit is short.
    """
    _add(search, _by_divisors(search))
    search.move_to(search.root)
    relaxed = search.relaxation.solve(search.run.remaining)
    if relaxed.status != "optimal" or not search.program.integers or relaxed.value >= search.system.threshold():
        return
    first, last, stalled, effort = relaxed.value, relaxed.value, 0, 0
    rows: list[_Row] = []
    for _ in range(_ROUNDS):
        point = _point_of(search, relaxed, rows)
        if not _round(search, point) or _late(search):
            break
        relaxed = search.relaxation.solve(search.run.remaining)
        if relaxed.status != "optimal" or relaxed.value >= search.system.threshold():
            break
        room = min(search.system.threshold() - relaxed.value, abs(relaxed.value) + 1)
        stalled = 0 if relaxed.value - last > _PROGRESS * room else stalled + 1
        last = max(last, relaxed.value)
        effort += search.relaxation.iterations * (len(rows) + len(point.x)) + point.sums * len(point.x)
        if stalled >= _STALL or effort > _EFFORT:
            break
    if relaxed.status == "optimal":
        _purge(search, relaxed, first)


def _late(search: Search) -> bool:
    """Whether so much of the limit is gone that the rest is needed for the tree."""
    return search.run.stopped or search.run.remaining < _TREE * search.run.limit


def _round(search: Search, point: _Point) -> int:
    """Find, choose, derive and add cuts; how many."""
    most = 20 + len(search.system.plain.rows) // 4
    chosen: list[Cut] = []
    normals = np.zeros((most, len(point.x)))
    candidates = [*_from_variable_bounds(point), *_from_tableau(search, point), *_from_sums(search, point)]
    candidates.sort(key=lambda rounding: -rounding.efficacy)
    for rounding in candidates:
        if len(chosen) >= most:
            break
        if np.abs(normals[: len(chosen)] @ rounding.normal).max(initial=0.0) < _PARALLEL:
            derived = derive(search, rounding.multipliers, rounding.rounded, rounding.upper)
            if derived is not None and _violated(derived.row, point):
                normals[len(chosen)] = rounding.normal
                chosen.append(derived)
    _add(search, chosen)
    return len(chosen)


def _add(search: Search, cuts: Sequence[Cut]) -> None:
    search.cuts += cuts
    search.relaxation.add_rows([cut.row for cut in cuts])
    search.system.extend([cut.row for cut in cuts])


def _by_divisors(search: Search) -> list[Cut]:
    """Rows of integer columns, divided by what divides the unbounded ones; the others are rounded with their bounds."""
    found = []
    lower, upper = search.bounds.lower, search.bounds.upper
    for i, row in enumerate(search.system.rows):
        factors = {j: int(factor) for j, factor in row.terms.items()}
        unbounded = [factor for j, factor in factors.items() if lower[j] is None or upper[j] is None]
        divisor = gcd(*(unbounded or factors.values()))
        if divisor > 1 and search.program.integers.issuperset(factors):
            near = {j: (2 * factor + divisor) // (2 * divisor) for j, factor in factors.items()}
            for sign in (1, -1) if row.sense == 0 else (1,):
                high = [j for j, factor in factors.items() if sign * (factor - divisor * near[j]) > 0]
                vector = {j: sign * factor for j, factor in near.items()}
                found.append(derive(search, {i: sign / divisor}, vector, high))
    return [cut for cut in found if cut is not None]


def _point_of(search: Search, relaxed: Relaxed, rows: list[_Row]) -> _Point:
    """The relaxation's point; rows that are new since the last one are appended."""
    lower = np.array([-inf if low is None else float(low) for low in search.bounds.lower])
    upper = np.array([inf if high is None else float(high) for high in search.bounds.upper])
    integer = np.zeros(len(lower), dtype=bool)
    integer[list(search.program.integers)] = True
    rows += [_float_row(row, integer) for row in search.system.rows[len(rows) :]]
    x = relaxed.primal
    slacks = [0.0 if row.equation else max(0.0, float(row.factors @ x[row.columns]) - row.side) for row in rows]
    at: dict[int, list[int]] = {}
    for i, row in enumerate(rows):
        if i < len(search.system.plain.rows) or row.variable_bound:
            for j in row.columns[~integer[row.columns] & (row.factors != 0)].tolist():
                at.setdefault(j, []).append(i)
    return _Point(x, lower, upper, integer, rows, np.array(slacks), at)


def _float_row(row: Constraint, integer: NDArray[np.bool_]) -> _Row:
    columns = np.fromiter(row.terms, dtype=np.int64, count=len(row.terms))
    factors = np.array([*row.terms.values()], dtype=np.float64)
    variable_bound = bool(row.sense) and len(columns) == 2 and int(integer[columns].sum()) == 1
    return _Row(columns, factors, float(row.side), not row.sense, variable_bound)


def _from_tableau(search: Search, point: _Point) -> Iterator[Rounding]:
    """Gomory's mixed-integer cuts: rows of the tableau whose basic column ought to be an integer."""
    fractions = np.abs(point.x - np.rint(point.x))
    basic = [
        (position, j)
        for position, j in enumerate(search.relaxation.basic_variables())
        if j >= 0 and point.integer[j] and fractions[j] > 1e-4
    ]
    basic.sort(key=lambda entry: -fractions[entry[1]])
    for position, _ in basic[:_TABLEAU]:
        if _late(search):
            return
        weights = search.system.from_duals(search.relaxation.basis_row(position))[1:]
        weights[np.abs(weights) < 1e-9 * np.abs(weights).max(initial=0.0)] = 0.0
        multipliers = {int(i): float(weights[i]) for i in np.flatnonzero(weights)}
        for sign in (1.0, -1.0):
            found = _rounding(point, {i: sign * y for i, y in multipliers.items()}, [1.0])
            if found is not None:
                yield found


def _from_variable_bounds(point: _Point) -> Iterator[Rounding]:
    """Smaller coefficients: y <= 500 x with y <= 20 gives y <= 20 x, by rounding from the bound of y."""
    for i, row in enumerate(point.rows):
        if row.variable_bound:
            found = _rounding(point, {i: 1.0}, None, positive=True)
            if found is not None:
                yield found


def _from_sums(search: Search, point: _Point) -> Iterator[Rounding]:
    """Sums of a few rows in which continuous columns cancel, each rounded over several divisors."""
    count = len(search.system.plain.rows)
    sizes = np.array([1.0 + np.abs(row.factors).max(initial=0) for row in point.rows[:count]])
    starts = np.argsort(point.slacks[:count] / sizes, kind="stable").tolist()
    for start in starts[: max(100, _SUMS // len(point.x))]:
        if _late(search):
            return
        multipliers = {start: 1.0}
        for _ in range(_STEPS):
            signed = ({i: sign * y for i, y in multipliers.items()} for sign in (1.0, -1.0))
            found = [_rounding(point, _with_variable_bounds(point, part), None) for part in signed]
            best = max((cut for cut in found if cut is not None), key=lambda cut: cut.efficacy, default=None)
            if best is not None:
                yield best
            if best is not None or not _cancel(point, multipliers):
                break


def _sum(point: _Point, multipliers: Mapping[int, float]) -> Floats:
    point.sums += 1
    total = np.zeros(len(point.x))
    for i, y in multipliers.items():
        row = point.rows[i]
        total[row.columns] += y * row.factors
    return total


def _entries(total: Floats) -> NDArray[np.int64]:
    return np.flatnonzero(np.abs(total) > 1e-9)


def _cancel(point: _Point, multipliers: dict[int, float]) -> bool:
    """Add a multiple of a tight row so that a continuous column far from its bounds goes; whether there is one."""
    total = _sum(point, multipliers)
    far = np.flatnonzero((np.abs(total) > 1e-9) & ~point.integer & (point.near > 1e-6))
    for j in far[np.argsort(-point.near[far], kind="stable")].tolist():
        rows = [i for i in point.at.get(j, ()) if i not in multipliers and point.slacks[i] < 1e-6]
        if rows:
            best = min(rows, key=lambda i: (not point.rows[i].equation, len(point.rows[i].columns)))
            row = point.rows[best]
            multipliers[best] = -float(total[j] / row.factors[row.columns == j].sum())
            return True
    return False


def _with_variable_bounds(point: _Point, multipliers: dict[int, float]) -> dict[int, float]:
    """Replace continuous columns by the variable bounds that are nearer than their own."""
    total = _sum(point, multipliers)
    found = dict(multipliers)
    for j in np.flatnonzero((np.abs(total) > 1e-9) & (point.nearest >= 0)).tolist():
        row = int(point.nearest[j])
        if row not in multipliers:
            found[row] = found.get(row, 0.0) - float(total[j] / point.own[j])
    return found


def _rounding(
    point: _Point, multipliers: dict[int, float], divisors: list[float] | None, positive: bool = False
) -> Rounding | None:
    """The best rounding of a sum of rows over some divisors, if it cuts the point off.

    Columns count from their nearest bounds; continuous ones, on demand, from those that make coefficients positive.
    """
    total = _sum(point, multipliers)
    columns = _entries(total)
    if not 0 < len(columns) <= _LARGEST_SUM:
        return None
    factors, integer = total[columns], point.integer[columns]
    x, lower, upper = point.x[columns], point.lower[columns], point.upper[columns]
    high = upper - x < x - lower
    if positive:
        high = np.where(integer, high, factors < 0)
    bound = np.where(high, upper, lower)
    if not np.isfinite(bound).all():
        return None
    distance = np.abs(x - bound)
    offset = sum(y * point.rows[i].side for i, y in multipliers.items()) - float(factors @ bound)
    below = {i: -y for i, y in multipliers.items() if y < 0 and not point.rows[i].equation}
    slack = sum(y * float(point.slacks[i]) for i, y in below.items())
    directed = np.where(high, -factors, factors)
    inside = _Sum(directed, integer, distance, offset, slack, 1e-6 if positive else 0.01)
    best = _over_sizes(inside) if divisors is None else _best(inside, divisors)
    if best is None:
        return None
    efficacy, divisor, vector, coefficients = best
    normal = _sum(point, below) / divisor
    normal[columns] += np.where(high, -coefficients, coefficients)
    length, own = float(np.linalg.norm(normal)), float(np.linalg.norm(coefficients))
    if not length > 1e-9:
        return None
    rounded = {int(j): int(p) for j, p in zip(columns, np.where(high, -vector, vector), strict=True) if p}
    scaled = {i: y / divisor for i, y in multipliers.items()}
    return Rounding(efficacy * own / length, scaled, rounded, columns[high].tolist(), normal / length)


class _Sum(NamedTuple):
    """A sum of rows, in distances from the bounds."""

    factors: Floats
    integer: NDArray[np.bool_]
    distance: Floats
    side: float
    slack: float
    least: float  # distance of the side from integers, once it is divided


_Best = tuple[float, float, Floats, Floats]  # efficacy, divisor, integer vector, coefficients


def _over_sizes(rows: _Sum) -> _Best | None:
    """The best rounding over the sizes of coefficients, then over parts of the best size."""
    sizes = np.abs(rows.factors[rows.integer & (rows.distance > 1e-6)])
    largest_sizes = np.unique(np.round(sizes, 9))[-8:].tolist()
    best = _best(rows, [*largest_sizes, 1.0] if largest_sizes else [])
    return best and _best(rows, [best[1] * scale for scale in (0.5, 0.25, 0.125)], best)


def _best(rows: _Sum, divisors: Sequence[float], best: _Best | None = None) -> _Best | None:
    for divisor in divisors:
        found = _over(rows, divisor)
        if found is not None and found[0] > (_EFFICACY if best is None else best[0]):
            best = found
    return best


def _over(rows: _Sum, divisor: float) -> _Best | None:
    """The rounding of a sum over one divisor."""
    factors, side = rows.factors / divisor, rows.side / divisor
    share = side - floor(side)
    if not rows.least < share < 1 - rows.least:
        return None
    near, down = np.rint(factors), np.floor(factors)
    vector = np.where(np.abs(factors - near) < 1e-9, near, down + (factors - down > share + 1e-9))
    vector = np.where(rows.integer, vector, 0.0)
    coefficients = share * vector + np.maximum(factors - vector, 0.0)
    violation = share * ceil(side) - float(coefficients @ rows.distance) - rows.slack / divisor
    norm = float(np.sqrt(coefficients @ coefficients))
    return (violation / norm, divisor, vector, coefficients) if norm > 1e-9 else None


# What floats suggest, derived exactly


def derive(
    search: Search, multipliers: Mapping[int, float], vector: Mapping[int, int], upper: Sequence[int]
) -> Cut | None:
    """The cut with exact multipliers of rows; None where they give none."""
    fractions = {i: short_fraction(y, _DENOMINATOR) for i, y in multipliers.items() if y}
    over = common_multiple(fraction.denominator for fraction in fractions.values())
    if over > _MOST_OVER:
        over = int(_COARSE * 2.0 ** ceil(max(0.0, -log2(min(abs(y) for y in multipliers.values() if y)))))
        fractions = {i: Fraction(round(y * over), over) for i, y in multipliers.items()}
    used = {i: int(fraction * over) for i, fraction in sorted(fractions.items()) if fraction}
    return _Derivation(search, used, {j: p for j, p in sorted(vector.items()) if p}, over, set(upper)).cut()


@dataclass(frozen=True, slots=True)
class Cut:
    """A row, and why it holds: where it does not, a vector is at most a level, or it is more; rows exclude either.

    The multipliers are those of the row's contrary, of the vector's bound on each side, and of earlier rows.
    """

    row: Constraint
    integral: bool
    over: Exact
    vector: Mapping[int, int]
    level: int
    shares: tuple[Exact, Exact]
    sides: tuple[Mapping[int, Exact], Mapping[int, Exact]]

    @property
    def used(self) -> list[int]:
        """Numbers of earlier rows."""
        return [i for side in self.sides for i in side]

    def renumbered(self, numbers: Mapping[int, int]) -> Cut:
        """The same with other numbers for some rows."""
        below, above = ({numbers.get(i, i): y for i, y in side.items()} for side in self.sides)
        return replace(self, sides=(below, above))

    def step(self, rows: int) -> Step:
        """The steps, behind so many rows."""
        side = self.row.side
        lines = [_row_step(side - 1 if self.integral else side, side, self.row.terms)]
        lines.append(_row_step(self.level, self.level + 1, self.vector))
        for share, used in zip(self.shares, self.sides, strict=True):
            lines.append(_leaf_step(used, {rows: self.over, rows + 1: share}))
        return "\n".join(lines)


def _row_step(low: Exact, high: Exact, terms: Mapping[int, Exact]) -> Step:
    return " ".join([f"row {low} {high}", *(f"{j} {a}" for j, a in terms.items())])


def _leaf_step(used: Mapping[int, Exact], last: Mapping[int, Exact]) -> Step:
    """A leaf with rows of the search, which count from 1 in a proof, and rows of the proof."""
    return leaf([*((i + 1, y) for i, y in used.items()), *last.items()])


class _Derivation:
    """Mixed-integer rounding: multiples of rows and bounds (upper ones in ``high``) give over (p x - q).

    Let N be the part with negative multipliers, without that sign, P the other; both are >= 0 at every point, and
    P - N = over (p x - q). With f = q - floor(q), the row N + over f (p x) >= over f ceil(q) holds where p x is as
    large; and elsewhere, for it is P + over (1 - f) (floor(q) - p x) >= 0. It is divided, and coefficients are rounded.
    """

    def __init__(
        self, search: Search, multipliers: Mapping[int, int], vector: Mapping[int, int], over: int, high: set[int]
    ) -> None:
        self.bounds, self.vector, self.over, self.high = search.bounds, vector, over, high
        self.integers = search.program.integers
        self.sides: tuple[dict[int, int], dict[int, int]] = {}, {}
        self.negative: dict[int, Exact] = {}
        self.total: dict[int, int] = {}
        self.low_side: Exact = 0
        self.side: Exact = 0
        for i, y in multipliers.items():
            row = search.system.rows[i]
            below = y < 0 and row.sense != 0
            self.sides[below][i] = -y if below else y
            self._add(row, y)

    def _add(self, row: Constraint, y: int) -> None:
        total, negative = self.total, self.negative
        for j, factor in row.terms.items():
            total[j] = total.get(j, 0) + y * int(factor)
        self.side += y * row.side
        if y < 0 and row.sense:
            for j, factor in row.terms.items():
                negative[j] = negative.get(j, 0) - y * int(factor)
            self.low_side -= y * row.side

    def _bound(self, j: int) -> Exact | None:
        return self.bounds.upper[j] if j in self.high else self.bounds.lower[j]

    def row(self) -> tuple[dict[int, Exact], Exact] | None:
        """The row before it is scaled: N + D f p x >= the side of N + D f ceil(q)."""
        terms, side, low_side = dict(self.negative), self.side, self.low_side
        for j in {**self.total, **self.vector}:
            excess = self.total.get(j, 0) - self.over * self.vector.get(j, 0)
            if excess:
                bound = self._bound(j)
                if bound is None:
                    return None
                side -= excess * bound
                if (excess > 0) != (j in self.high):
                    terms[j] = terms.get(j, 0) + excess
                    low_side += excess * bound
        self.level, share = divmod(side, self.over)
        self.shares = self.over - share, share
        for j, factor in self.vector.items():
            terms[j] = terms.get(j, 0) + share * factor
        return (terms, low_side + share * ceil(Fraction(side) / self.over)) if share else None

    def cut(self) -> Cut | None:
        """The cut with short integer coefficients."""
        found = self.row()
        if found is None:
            return None
        scale = Fraction(self._unit())
        row = self._integral(*found, scale)
        if row is None or not row.terms:
            return None
        common = gcd(*map(int, row.terms.values()), 0 if self.integers.issuperset(row.terms) else int(row.side))
        shorter = Fraction(1, max(common, 1))
        if largest(row) > _LONGEST * max(common, 1):
            shorter = Fraction(_LONGEST, largest(row)).limit_denominator(10**15)
        row = row if shorter == 1 else self._integral(*found, scale * shorter)
        if row is None or not row.terms:
            return None
        top, bottom = (scale * shorter).as_integer_ratio()
        below, above = ({i: y * top for i, y in side.items()} for side in self.sides)
        shares = whole(self.shares[0] * top), whole(self.shares[1] * top)
        integral = self.integers.issuperset(row.terms)
        return Cut(row, integral, bottom, self.vector, self.level, shares, (below, above))

    def _unit(self) -> int:
        """A factor that clears the denominators of the bounds, if it is small."""
        bounds = [bound for j in self.total for bound in (self.bounds.lower[j], self.bounds.upper[j])]
        unit = common_multiple(bound.denominator for bound in bounds if bound is not None)
        return unit if unit <= _LARGEST_UNIT else 1

    def _integral(self, terms: Mapping[int, Exact], side: Exact, scale: Fraction) -> Constraint | None:
        """The row times a factor, with coefficients rounded by the same bounds."""
        top, bottom = scale.numerator, scale.denominator
        found: dict[int, Exact] = {}
        total: Exact = side * top
        for j, factor in terms.items():
            scaled = factor * top
            nearby = scaled // bottom if j in self.high else -(-scaled // bottom)
            if nearby * bottom != scaled:
                bound = self._bound(j)
                if bound is None:
                    return None
                total += (nearby * bottom - scaled) * bound
            if nearby:
                found[j] = nearby
        up = self.integers.issuperset(found)
        return Constraint(found, 1, -(-total // bottom) if up else total // bottom)


def _violated(row: Constraint, point: _Point) -> bool:
    """Whether the point still violates the exact row."""
    found, size = _float_row(row, point.integer), max(1, largest(row))
    length = float(np.linalg.norm(found.factors / size))
    return (row.side / size - float(found.factors @ point.x[found.columns]) / size) / length >= _EFFICACY / 2


def _purge(search: Search, relaxed: Relaxed, first: float) -> None:
    """Drop cuts that are not tight, unless tight ones rest on them; all of them if they gained nothing."""
    if not search.cuts:
        return
    base, cuts = len(search.system.plain.rows), search.cuts
    point = _point_of(search, relaxed, [])
    gained = relaxed.value > first + 1e-7 * max(1.0, abs(first))
    tight = {
        base + k
        for k in range(len(cuts))
        if gained
        and abs(relaxed.dual[base + k]) > 1e-9
        and point.slacks[base + k] < _SLACK * largest(search.system.rows[base + k])
    }
    waiting = list(tight)
    while waiting:
        for i in cuts[waiting.pop() - base].used:
            if i >= base and i not in tight:
                tight.add(i)
                waiting.append(i)
    numbers = {old: base + new for new, old in enumerate(sorted(tight))}
    search.relaxation.remove_rows([base + k for k in range(len(cuts)) if base + k not in tight])
    search.system.truncate(sorted(tight))
    search.cuts = [cuts[old - base].renumbered(numbers) for old in sorted(tight)]
