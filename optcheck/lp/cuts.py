"""At the root of a search: tighter column bounds by single rows, and cuts by mixed-integer rounding.

A bound that a row implies is a split one side of which that row closes alone. Integer columns are rounded; a continuous
column gets a bound a little weaker than implied, a short number, and only where it had none or gains much: bounds on
all columns make it possible to close leaves with rounded multipliers.

Cuts round rows of the simplex tableau and sums of a few rows. Floats choose the rows, their multipliers and what is
rounded; the checker's own rule then derives the row exactly (optcheck.checker.integer), so what is added is proved by
the step that describes it. After the last round only rows that are tight stay, with those they were derived from.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor, gcd, inf, log2
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from optcheck.checker.integer import Constraint, Cut
from optcheck.checker.integer import Node as CheckerNode
from optcheck.errors import CertificateRejected
from optcheck.exact.numbers import Exact, common_multiple, to_json
from optcheck.lp.relaxation import Relaxed, largest
from optcheck.lp.solve import Step

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
        numbered = [*enumerate(rows), *([] if cutoff is None else [(-1, cutoff)])]
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
            self.contradiction = {"rows": [index], "by": [sign]}
            return changed
        for column, factor in row.terms.items():
            factor *= sign
            own = self.upper[column] if factor > 0 else self.lower[column]
            if factor and not (infinite and own is not None):
                rest = most if own is None else most - factor * own
                if self._imply(column, factor > 0, Fraction(side - rest) / factor, {"rows": [index], "by": [sign]}):
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
            self.opening += [{"split": [column, to_json(other), to_json(value)]}, leaf]
            self.lower[column] = value
        else:
            self.opening.append({"split": [column, to_json(value), to_json(other)]})
            self.closing.append(leaf)
            self.upper[column] = value
        low, high = self.lower[column], self.upper[column]
        if low is not None and high is not None and low > high:
            self.contradiction = {"empty": column}


def _rows_of_columns(rows: Sequence[tuple[int, Constraint]]) -> dict[int, list[tuple[int, Constraint]]]:
    at: dict[int, list[tuple[int, Constraint]]] = {}
    for numbered in rows:
        for column in numbered[1].terms:
            at.setdefault(column, []).append(numbered)
    return at


def _weaker(implied: Fraction, below: bool) -> Exact:
    """A short number strictly beyond an implied bound."""
    unit = 1 if abs(implied) >= 1000 else 1000
    return _reduced(Fraction(ceil(implied * unit) - 1 if below else floor(implied * unit) + 1, unit))


def _reduced(value: Fraction) -> Exact:
    return value.numerator if value.denominator == 1 else value


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
_SHARE = 0.15  # of the limit
_STALL = 4  # rounds without progress
_PROGRESS = 2e-3  # of the distance to the cutoff, or of the bound
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
    """A cut that floats suggest: its efficacy, multipliers of rows, the vector that is rounded, columns at upper."""

    efficacy: float
    multipliers: dict[int, float]
    rounded: dict[int, int]
    upper: list[int]


@dataclass(slots=True)
class _Point:
    """The relaxation's point, bounds and rows in floats."""

    x: Floats
    lower: Floats
    upper: Floats
    integer: NDArray[np.bool_]
    rows: list[tuple[NDArray[np.int64], Floats, float, bool]]  # columns, factors, side, equation
    slacks: Floats
    at: dict[int, list[int]] = field(default_factory=dict)  # rows of a continuous column

    @property
    def near_upper(self) -> NDArray[np.bool_]:
        return self.upper - self.x < self.x - self.lower


def cut_root(search: Search) -> None:
    """Rounds of cuts, until they no longer help or take too long; those that stay are steps of the proof."""
    end = monotonic() + min(_SHARE * search.run.limit, search.run.remaining / 3)
    lower, upper = search.bounds.lower, search.bounds.upper
    node = CheckerNode(search.system.plain, search.program.integers, {}, None, search.system.rows, lower, upper)
    _add(search, [cut for cut in _by_divisors(node) if cut is not None])
    search.move_to(search.root)
    relaxed = search.relaxation.solve(search.run.remaining)
    if relaxed.status != "optimal" or not search.program.integers or relaxed.value >= search.system.threshold():
        return
    first, last, stalled = relaxed.value, relaxed.value, 0
    for _ in range(_ROUNDS):
        if monotonic() > end or search.run.stopped or not _round(search, node, relaxed, end):
            break
        relaxed = search.relaxation.solve(search.run.remaining)
        if relaxed.status != "optimal" or relaxed.value >= search.system.threshold():
            break
        room = min(search.system.threshold() - relaxed.value, abs(relaxed.value) + 1)
        stalled = 0 if relaxed.value - last > _PROGRESS * room else stalled + 1
        last = max(last, relaxed.value)
        if stalled >= _STALL:
            break
    if relaxed.status == "optimal":
        _purge(search, relaxed, first)


def _round(search: Search, node: CheckerNode, relaxed: Relaxed, end: float) -> int:
    """Find, choose, derive and add cuts; how many."""
    point = _point_of(search, relaxed)
    most = 20 + len(search.system.plain.rows) // 4
    chosen: list[tuple[Step, Constraint]] = []
    vectors: list[Floats] = []
    candidates = [*_from_variable_bounds(point), *_from_tableau(search, point, end), *_from_sums(search, point, end)]
    candidates.sort(key=lambda rounding: -rounding.efficacy)
    for rounding in candidates:
        if len(chosen) >= most or monotonic() > end:
            break
        derived = _derived(node, rounding)
        vector = None if derived is None else _violated(derived[1], point)
        if derived is not None and vector is not None and all(abs(vector @ other) < _PARALLEL for other in vectors):
            chosen.append(derived)
            vectors.append(vector)
    _add(search, chosen)
    return len(chosen)


def _add(search: Search, cuts: list[tuple[Step, Constraint]]) -> None:
    search.cuts += [step for step, _ in cuts]
    search.relaxation.add_rows([row for _, row in cuts])
    search.system.extend([row for _, row in cuts])


def _by_divisors(node: CheckerNode) -> Iterator[tuple[Step, Constraint] | None]:
    """Rows of integer columns whose coefficients have a divisor that their right side has not: no bounds are needed."""
    for i, row in enumerate(tuple(node.rows)):
        divisor = gcd(*map(int, row.terms.values()))
        if divisor > 1 and row.side % divisor and node.integers.issuperset(row.terms):
            for sign in (1, -1) if row.sense == 0 else (1,):
                rounded = {j: sign * factor // divisor for j, factor in row.terms.items()}
                yield _derived(node, Rounding(0.0, {i: sign / divisor}, rounded, []))


def _point_of(search: Search, relaxed: Relaxed) -> _Point:
    lower = np.array([-inf if low is None else float(low) for low in search.bounds.lower])
    upper = np.array([inf if high is None else float(high) for high in search.bounds.upper])
    integer = np.zeros(len(lower), dtype=bool)
    integer[list(search.program.integers)] = True
    x = np.clip(relaxed.primal, lower, upper)
    rows = [
        (
            np.array([*row.terms], dtype=np.int64),
            np.array([*row.terms.values()], dtype=np.float64),
            float(row.side),
            not row.sense,
        )
        for row in search.system.rows
    ]
    slacks = np.array(
        [0.0 if equation else max(0.0, float(factors @ x[columns]) - side) for columns, factors, side, equation in rows]
    )
    at: dict[int, list[int]] = {}
    for i, (columns, factors, _, _) in enumerate(rows):
        if i >= len(search.system.plain.rows) and len(columns) > 2:
            continue
        for j in columns[~integer[columns] & (factors != 0)].tolist():
            at.setdefault(j, []).append(i)
    return _Point(x, lower, upper, integer, rows, slacks, at)


def _from_tableau(search: Search, point: _Point, end: float) -> Iterator[Rounding]:
    """Gomory's mixed-integer cuts: rows of the tableau whose basic column ought to be an integer."""
    fractions = np.abs(point.x - np.rint(point.x))
    basic = [
        (position, j)
        for position, j in enumerate(search.relaxation.basic_variables())
        if j >= 0 and point.integer[j] and fractions[j] > 1e-4
    ]
    basic.sort(key=lambda entry: -fractions[entry[1]])
    for position, _ in basic[:100]:
        if monotonic() > end:
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
    for i, (columns, _, _, equation) in enumerate(point.rows):
        if _is_variable_bound(point, columns, equation):
            found = _rounding(point, {i: 1.0}, None, positive=True)
            if found is not None:
                yield found


def _is_variable_bound(point: _Point, columns: NDArray[np.int64], equation: bool) -> bool:
    return not equation and len(columns) == 2 and int(point.integer[columns].sum()) == 1


def _from_sums(search: Search, point: _Point, end: float) -> Iterator[Rounding]:
    """Sums of a few rows in which continuous columns cancel, each rounded over several divisors."""
    count = len(search.system.plain.rows)
    order = np.argsort(
        point.slacks[:count] / np.array([1.0 + np.abs(row[1]).max(initial=0) for row in point.rows[:count]])
    )
    for start in order.tolist():
        if monotonic() > end:
            return
        best = None
        multipliers = {start: 1.0}
        for _ in range(_STEPS):
            for sign in (1.0, -1.0):
                signed = {i: sign * y for i, y in multipliers.items()}
                found = _rounding(point, _with_variable_bounds(point, signed), None)
                if found is not None and (best is None or found.efficacy > best.efficacy):
                    best = found
            if best is not None or not _cancel(point, multipliers):
                break
        if best is not None:
            yield best


def _sum(point: _Point, multipliers: dict[int, float]) -> dict[int, float]:
    total: dict[int, float] = {}
    for i, y in multipliers.items():
        columns, factors, _, _ = point.rows[i]
        for j, a in zip(columns.tolist(), factors.tolist(), strict=True):
            total[j] = total.get(j, 0.0) + y * a
    return {j: t for j, t in total.items() if abs(t) > 1e-9}


def _cancel(point: _Point, multipliers: dict[int, float]) -> bool:
    """Add a multiple of a tight row so that a continuous column far from its bounds goes; whether there is one."""
    total = _sum(point, multipliers)
    far = [(_nearest_bound(point, j, multipliers)[0], j) for j in total if not point.integer[j]]
    for distance, j in sorted(far, reverse=True):
        if distance < 1e-6:
            return False
        rows = [i for i in point.at.get(j, ()) if i not in multipliers and point.slacks[i] < 1e-6]
        if rows:
            best = min(rows, key=lambda i: (not point.rows[i][3], len(point.rows[i][0])))
            columns, factors, _, _ = point.rows[best]
            multipliers[best] = -total[j] / float(factors[columns == j].sum())
            return True
    return False


def _with_variable_bounds(point: _Point, multipliers: dict[int, float]) -> dict[int, float]:
    """Replace continuous columns by the variable bounds that are nearer than their own."""
    found = dict(multipliers)
    for j, t in _sum(point, multipliers).items():
        if not point.integer[j]:
            _, row, own = _nearest_bound(point, j, found)
            if row is not None:
                found[row] = -t / own
    return found


def _nearest_bound(point: _Point, j: int, used: Mapping[int, float]) -> tuple[float, int | None, float]:
    """The distance of a continuous column from its nearest bound, and where that is a variable one, its row and factor.

    A variable bound is a row of the column and one integer column.
    """
    near = float(min(point.x[j] - point.lower[j], point.upper[j] - point.x[j]))
    best: tuple[float, int | None, float] = (near, None, 0.0)
    for i in point.at.get(j, ()):
        columns, factors, _, equation = point.rows[i]
        if i not in used and _is_variable_bound(point, columns, equation):
            own = float(factors[columns == j][0])
            if point.slacks[i] < abs(own) * (best[0] + 1e-9):
                best = float(point.slacks[i]) / abs(own), i, own
    return best


def _rounding(
    point: _Point, multipliers: dict[int, float], divisors: list[float] | None, positive: bool = False
) -> Rounding | None:
    """The best rounding of a sum of rows over some divisors, if it cuts the point off.

    Columns count from their nearest bounds; continuous ones, on demand, from those that make coefficients positive.
    """
    total = _sum(point, multipliers)
    if not total or len(total) > 2000:
        return None
    columns = np.array(list(total), dtype=np.int64)
    factors = np.array(list(total.values()))
    x, lower, upper, integer = point.x[columns], point.lower[columns], point.upper[columns], point.integer[columns]
    high = upper - x < x - lower
    if positive:
        high = np.where(integer, high, factors < 0)
    bound = np.where(high, upper, lower)
    if not np.isfinite(bound).all():
        return None
    distance = np.abs(x - bound)
    offset = sum(y * point.rows[i][2] for i, y in multipliers.items()) - float(factors @ bound)
    slack = sum(-y * point.slacks[i] for i, y in multipliers.items() if y < 0 and not point.rows[i][3])
    if divisors is None:
        inside = integer & (distance > 1e-6)
        sizes = np.unique(np.round(np.abs(factors[inside]), 9))
        divisors = [*sizes[-8:].tolist(), 1.0] if len(sizes) else []
    directed = np.where(high, -factors, factors)
    least = 1e-6 if positive else 0.01
    best: tuple[float, float, Floats] | None = None
    tried = list(divisors)
    for _ in range(2):
        for divisor in tried:
            found = _over(directed / divisor, integer, distance, offset / divisor, slack / divisor, least)
            if found is not None and found[0] > (_EFFICACY if best is None else best[0]):
                best = (found[0], divisor, found[1])
        if best is None or len(divisors) == 1:
            break
        tried = [best[1] * scale for scale in (0.5, 0.25, 0.125)]
    if best is None:
        return None
    efficacy, divisor, vector = best
    rounded = {int(j): int(p) for j, p, up in zip(columns, np.where(high, -vector, vector), high, strict=True) if p}
    scaled = {i: y / divisor for i, y in multipliers.items()}
    return Rounding(efficacy, scaled, rounded, columns[high].tolist())


def _over(
    factors: Floats, integer: NDArray[np.bool_], distance: Floats, side: float, slack: float, least: float
) -> tuple[float, Floats] | None:
    """Efficacy and the integer vector of one rounding, in distances from the bounds."""
    share = side - floor(side)
    if not least < share < 1 - least:
        return None
    near = np.rint(factors)
    down = np.floor(factors)
    parts = factors - down
    vector = np.where(np.abs(factors - near) < 1e-9, near, down + (parts > share + 1e-9))
    vector = np.where(integer, vector, 0.0)
    coefficients = share * vector + np.maximum(factors - vector, 0.0)
    violation = share * ceil(side) - float(coefficients @ distance) - slack
    norm = float(np.sqrt(coefficients @ coefficients))
    return (violation / norm, vector) if norm > 1e-9 else None


def _short(value: float) -> Fraction:
    """A short fraction near a multiplier, relative to its size: rows in integers may need very small ones."""
    if abs(value) >= 1:
        return Fraction(value).limit_denominator(_DENOMINATOR)
    return 1 / Fraction(1 / value).limit_denominator(_DENOMINATOR)


def _derived(node: CheckerNode, rounding: Rounding) -> tuple[Step, Constraint] | None:
    """The step with exact multipliers, and the row that the checker derives from it; None where it derives none."""
    fractions = {i: _short(y) for i, y in rounding.multipliers.items() if y}
    over = common_multiple(fraction.denominator for fraction in fractions.values())
    if over > _MOST_OVER:
        over = int(_COARSE * 2.0 ** ceil(max(0.0, -log2(min(abs(y) for y in rounding.multipliers.values() if y)))))
        fractions = {i: Fraction(round(y * over), over) for i, y in rounding.multipliers.items()}
    used = {i: int(fraction * over) for i, fraction in sorted(fractions.items()) if fraction}
    scale = Fraction(_unit(node, used))
    step: Step = {
        "cut": [[j, p] for j, p in sorted(rounding.rounded.items())],
        "over": over,
        "rows": list(used),
        "by": list(used.values()),
        "upper": sorted(rounding.upper),
        "scale": to_json(scale),
    }
    try:
        row = node.cut(Cut(step, "cut"))
        common = gcd(*map(int, row.terms.values()), 0 if node.integers.issuperset(row.terms) else int(row.side))
        shorter = Fraction(1, max(common, 1))
        if largest(row) > _LONGEST * max(common, 1):
            shorter = Fraction(_LONGEST, largest(row)).limit_denominator(10**15)
        if shorter != 1:
            step["scale"] = to_json(scale * shorter)
            row = node.cut(Cut(step, "cut"))
        return (step, row) if row.terms else None
    except CertificateRejected:
        return None


def _unit(node: CheckerNode, rows: Iterable[int]) -> int:
    """A factor that clears the denominators of the bounds that a cut may use, if it is small."""
    columns = {j for i in rows for j in node.rows[i].terms}
    bounds = [bound for j in columns for bound in (node.lower[j], node.upper[j]) if bound is not None]
    unit = common_multiple(bound.denominator for bound in bounds)
    return unit if unit <= _LARGEST_UNIT else 1


def _violated(row: Constraint, point: _Point) -> Floats | None:
    """The row's normal vector, if the point still violates the exact row."""
    vector = np.zeros(len(point.x))
    size = max(1, largest(row))
    vector[list(row.terms)] = [factor / size for factor in row.terms.values()]
    norm = float(np.linalg.norm(vector))
    if norm == 0 or (row.side / size - float(vector @ point.x)) / norm < _EFFICACY / 2:
        return None
    return vector / norm


def _purge(search: Search, relaxed: Relaxed, first: float) -> None:
    """Drop cuts that are not tight, unless tight ones rest on them; all of them if they gained nothing."""
    if not search.cuts:
        return
    base, cuts = len(search.system.plain.rows), search.cuts
    point = _point_of(search, relaxed)
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
        for i in cuts[waiting.pop() - base]["rows"]:
            if i >= base and i not in tight:
                tight.add(i)
                waiting.append(i)
    numbers = {old: base + new for new, old in enumerate(sorted(tight))}
    search.relaxation.remove_rows([base + k for k in range(len(cuts)) if base + k not in tight])
    search.system.truncate(sorted(tight))
    search.cuts = [_renumbered(cuts[old - base], numbers) for old in sorted(tight)]


def _renumbered(step: Step, numbers: dict[int, int]) -> Step:
    return {**step, "rows": [numbers.get(i, i) for i in step["rows"]]}
