"""How far a cost or a right side may move while the optimal basis stays optimal: exact intervals with a proof.

Within a cost's interval the point stays optimal; within a right side's interval the multipliers do, so the optimum
moves along a straight line whose slope is the row's multiplier. One certificate proves all intervals. The basis comes
from the exact optimum: which numbers are zero decides what may be basic, a prime only decides independence. A wrong
guess gives a singular system or a certificate that the checker rejects, never a wrong range.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from optcheck.checker.core import DEFAULT_LIMIT
from optcheck.errors import InvalidInput, NotCertified
from optcheck.exact.files import Certificate
from optcheck.exact.numbers import Exact, to_json, whole
from optcheck.lp.answer import Answer
from optcheck.lp.limits import Run
from optcheck.lp.linear_algebra import Inverse, independent_columns, transposed
from optcheck.lp.program import LinearProgram, Optimal

KIND = "linear-program-ranging"


@dataclass(frozen=True, slots=True)
class Range:
    """An interval around a datum; None is infinite. ``direction`` is how the proof moves with the datum."""

    index: int
    low: Exact | None
    high: Exact | None
    direction: Mapping[int, Exact]

    def document(self) -> list[object]:
        """JSON values."""
        ends = [None if end is None else to_json(end) for end in (self.low, self.high)]
        return [self.index, *ends, [[k, to_json(step)] for k, step in sorted(self.direction.items())]]


@dataclass(frozen=True, slots=True)
class Ranges:
    """Intervals of costs (by column) and of right sides (by row), at an optimum."""

    program: LinearProgram
    outcome: Optimal
    costs: tuple[Range, ...]
    sides: tuple[Range, ...]

    def certificate(self) -> Certificate:
        """The proof of all intervals."""
        count = self.program.rows.count
        evidence = {
            "primal": [to_json(x) for x in self.outcome.primal],
            "dual": [to_json(self.outcome.dual.get(i, 0)) for i in range(count)],
            "cost_ranges": [part.document() for part in self.costs],
            "side_ranges": [part.document() for part in self.sides],
        }
        return Certificate(KIND, self.program.instance(), evidence)

    def cost_of(self, name: str) -> tuple[Exact | None, Exact | None]:
        """The interval of a column's cost, by name."""
        return _ends(self.costs, self.program.column_labels, name)

    def side_of(self, name: str) -> tuple[Exact | None, Exact | None]:
        """The interval of a row's right side, by name."""
        return _ends(self.sides, self.program.row_labels, name)


def _ends(parts: Sequence[Range], labels: Sequence[str], name: str) -> tuple[Exact | None, Exact | None]:
    index = list(labels).index(name)
    return next((part.low, part.high) for part in parts if part.index == index)


def ranges(answer: Answer, limit: float = 60.0) -> Ranges:
    """The intervals of all costs and right sides for an optimal basis; the checker has accepted them."""
    if not answer.program.continuous:
        raise InvalidInput("ranges are those of a linear program, and this one has integer columns or gaps")
    if not isinstance(answer.outcome, Optimal):
        raise InvalidInput(f"only an optimum has ranges; this program is {answer.status}")
    run = Run(limit)
    ranging = _Ranging(answer.program, answer.outcome, _optimal_basis(answer.program, answer.outcome), run)
    result = Ranges(answer.program, answer.outcome, tuple(ranging.costs()), tuple(ranging.sides()))
    result.certificate().verify(max(limit, DEFAULT_LIMIT))
    return result


@dataclass(frozen=True, slots=True)
class _Basis:
    """Basic columns and tight rows, equally many, with what is known at the optimum."""

    columns: tuple[int, ...]
    rows: tuple[int, ...]
    reduced: Sequence[Exact]
    activities: Sequence[Exact]


def _optimal_basis(program: LinearProgram, outcome: Optimal) -> _Basis:
    """A basis whose point and multipliers are those of the outcome, which must be a vertex."""
    reduced, activities = program.reduced_costs(outcome), program.activities(outcome.primal)
    inner = [j for j in range(len(program.costs)) if _is_inner(program, j, outcome.primal[j])]
    used = [i for i in range(program.rows.count) if outcome.dual.get(i)]
    tight = [i for i in range(program.rows.count) if activities[i] == program.rhs[i]]
    candidates = _merged(inner, (j for j, d in enumerate(reduced) if not d))
    by_column = transposed([program.rows.summed(i) for i in tight], candidates)
    order = {i: k for k, i in enumerate(tight)}
    chosen = [tight[k] for k in independent_columns(by_column, [order[i] for i in _merged(used, tight)])]
    columns = independent_columns([program.rows.summed(i) for i in chosen], candidates)
    if not (set(used) <= set(chosen) and set(inner) <= set(columns) and len(columns) == len(chosen)):
        raise NotCertified("the exact optimum is no vertex: it has no basis whose ranges could be given")
    return _Basis(tuple(columns), tuple(chosen), reduced, activities)


def _is_inner(program: LinearProgram, j: int, x: Exact) -> bool:
    """Whether the column must be basic: it rests on no bound, and not at 0 without having bounds."""
    low, high = program.lower[j], program.upper[j]
    return x not in (low, high) and bool(x or low is not None or high is not None)


def _merged(first: Iterable[int], others: Iterable[int]) -> list[int]:
    return list(dict.fromkeys([*first, *others]))


@dataclass(slots=True)
class _Interval:
    """Steps t around 0 that all conditions seen so far allow; None is infinite."""

    low: Exact | None = None
    high: Exact | None = None

    def restrict(self, slack: Exact, slope: Exact) -> None:
        """Exclude the steps at which slack + t * slope is negative; the slack itself is not."""
        if slope > 0:
            least = -Fraction(slack) / slope
            self.low = least if self.low is None else max(self.low, least)
        elif slope < 0:
            most = Fraction(slack) / -slope
            self.high = most if self.high is None else min(self.high, most)

    def around(self, value: Exact) -> tuple[Exact | None, Exact | None]:
        """The interval of the datum itself."""
        low = None if self.low is None else whole(value + self.low)
        return low, None if self.high is None else whole(value + self.high)


class _Ranging:
    """All intervals of one basis."""

    def __init__(self, program: LinearProgram, outcome: Optimal, basis: _Basis, run: Run) -> None:
        self._program, self._outcome, self._basis, self._run = program, outcome, basis, run
        self._entries = [program.rows.summed(i) for i in range(program.rows.count)]
        index = {j: k for k, j in enumerate(basis.columns)}
        system = [{index[j]: a for j, a in self._entries[i].items() if j in index} for i in basis.rows]
        self._inverse = Inverse(system, run.check)

    def costs(self) -> Iterator[Range]:
        """A basic column's cost moves the multipliers, any other's only its own reduced cost."""
        index = {j: k for k, j in enumerate(self._basis.columns)}
        for j, cost in enumerate(self._program.costs):
            self._run.check()
            step = _nonzero(self._basis.rows, self._inverse.row(index[j])) if j in index else {}
            yield Range(j, *self._cost_interval(j, step).around(cost), step)

    def _cost_interval(self, column: int, step: Mapping[int, Exact]) -> _Interval:
        program, interval = self._program, _Interval()
        slopes: dict[int, Exact] = {column: 1}
        for i, w in step.items():
            y, relation = self._outcome.dual.get(i, 0), int(program.relations[i])
            interval.restrict(program.sign * relation * y, program.sign * relation * w)
            for j, a in self._entries[i].items():
                slopes[j] = slopes.get(j, 0) - w * a
        for j, slope in slopes.items():
            self._restrict_sign(interval, j, slope)
        return interval

    def _restrict_sign(self, interval: _Interval, j: int, slope: Exact) -> None:
        """A reduced cost may grow where the column is at its lower bound, and fall where at its upper bound."""
        x, d, sign = self._outcome.primal[j], self._basis.reduced[j], self._program.sign
        if x != self._program.upper[j]:
            interval.restrict(sign * d, sign * slope)
        if x != self._program.lower[j]:
            interval.restrict(-sign * d, -sign * slope)

    def sides(self) -> Iterator[Range]:
        """A tight row's side moves the basic columns; that of any other row may move as far as the row's activity."""
        index = {i: k for k, i in enumerate(self._basis.rows)}
        users: dict[int, list[int]] = {}
        for i, entries in enumerate(self._entries):
            for j in entries:
                users.setdefault(j, []).append(i)
        for i, side in enumerate(self._program.rhs.tolist()):
            self._run.check()
            step = _nonzero(self._basis.columns, self._inverse.column(index[i])) if i in index else {}
            affected = {i, *(k for j in step for k in users[j])}
            yield Range(i, *self._side_interval(i, step, affected).around(side), step)

    def _side_interval(self, row: int, step: Mapping[int, Exact], affected: Iterable[int]) -> _Interval:
        program, interval = self._program, _Interval()
        for j, slope in step.items():
            x, low, high = self._outcome.primal[j], program.lower[j], program.upper[j]
            if low is not None:
                interval.restrict(x - low, slope)
            if high is not None:
                interval.restrict(high - x, -slope)
        for k in affected:
            slope = sum((a * step.get(j, 0) for j, a in self._entries[k].items()), start=0) - (1 if k == row else 0)
            slack, relation = self._basis.activities[k] - program.rhs[k], int(program.relations[k])
            for sign in (1, -1):
                if relation * sign >= 0:
                    interval.restrict(sign * slack, sign * slope)
        return interval


def _nonzero(keys: Sequence[int], values: Sequence[Exact]) -> dict[int, Exact]:
    return {key: value for key, value in zip(keys, values, strict=True) if value}
