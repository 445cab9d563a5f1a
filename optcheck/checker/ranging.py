"""The rule for ranges: intervals of costs and right sides within which an optimum persists. Standard library only.

A point and multipliers are optimal when signs fit and slackness is complementary. Within an interval they move along a
straight line, so what holds at its ends holds between them; at an infinite end the direction itself must fit.

A range of a cost touches every term of the rows in its direction, a range of a right side every row of the columns in
its direction: the work is the product of ranges and row lengths at worst, and every part of it is paid for.
"""

from __future__ import annotations

from collections.abc import Iterable

from optcheck.checker import reading, work
from optcheck.checker.core import Fact, Kind, counted, shown
from optcheck.checker.linear import Program, check_point, holds
from optcheck.checker.reading import NUMBERS, Exact, Record, integer, needed, number, number_text, require, row
from optcheck.checker.subsystem import sparse

_RANGES = reading.sequence(row(integer(0), reading.nullable(number()), reading.nullable(number()), reading.pairs))
_COST, _SIDE = "cost of column", "right side of row"

Values = list[Exact] | dict[int, Exact]  # by index
Direction = list[tuple[int, Exact]]


class _Evidence(Record):
    primal = dual = needed(NUMBERS)
    cost_ranges = side_ranges = needed(_RANGES)


def check(program: Program, evidence: _Evidence) -> tuple[Fact, ...]:
    """The pair is optimal, and every interval keeps it so."""
    for what, names in (("columns", program.columns), ("rows", program.rows)):
        require(len(set(names)) == len(names), f"names of {what}", "distinct, for the intervals name them")
    pair = _Pair(program, evidence.primal, evidence.dual)
    facts = [Fact("program", "is", "optimal"), Fact(program.goal, "=", work.dot(program.costs, pair.point))]
    for what, names, ranges, checked in (
        (_COST, program.columns, evidence.cost_ranges, pair.check_cost),
        (_SIDE, program.rows, evidence.side_ranges, pair.check_side),
    ):
        for index, *_ in ranges:
            require(index < len(names), what, f"an index below {len(names)}", index)
        require(len({index for index, *_ in ranges}) == len(ranges), f"ranges of a {what}", "one each")
        for entry in ranges:
            facts += checked(*entry)
    return tuple(facts)


def sentence(program: Program, facts: tuple[Fact, ...]) -> str:
    """The optimum, and how many intervals there are."""
    costs, sides = (sum(fact.quantity.startswith(f"least {what}") for fact in facts) for what in (_COST, _SIDE))
    intervals = f"{counted(costs, 'interval')} of costs, the multipliers within {sides} of right sides"
    return f"the {facts[1].quantity} is {shown(facts[1].value)}; the point stays optimal within {intervals}"


class _Pair:
    """A point and multipliers that prove each other optimal."""

    def __init__(self, program: Program, point: list[Exact], dual: list[Exact]) -> None:
        self.program, self.point, self.dual = program, point, dual
        reading.same_length("dual", dual, len(program.rows))
        check_point(program, point)
        self.activities = [
            work.dot([coefficient for _, coefficient in terms], [point[column] for column, _ in terms])
            for terms in program.terms
        ]
        self.reduced = list(program.costs)
        for i, y in enumerate(dual):
            self._subtract(self.reduced, i, y)
        self._require_optimal(range(len(dual)), dual, range(len(point)), self.reduced)
        self.users: list[set[int]] = [set() for _ in point]
        for i, terms in enumerate(program.terms):
            for column, _ in terms:
                self.users[column].add(i)

    def _subtract(self, reduced: Values, i: int, y: Exact) -> None:
        if y:
            for column, coefficient in self.program.terms[i]:
                reduced[column] -= y * coefficient
                work.pay(reduced[column], y)

    def _require_optimal(self, rows: Iterable[int], dual: Values, columns: Iterable[int], reduced: Values) -> None:
        """Signs fit, and only tight rows and columns at their bounds carry anything."""
        program = self.program
        for i in rows:
            work.pay(self.activities[i], program.rhs[i])
            if dual[i]:
                relation, where = program.relations[i], f"multiplier of row {program.row(i)}"
                fits = relation == "=" or holds(program.sign * dual[i], relation, 0)
                require(fits, where, f"a sign that fits {relation}", number_text(dual[i]))
                tight = self.activities[i] == program.rhs[i]
                require(tight, where, "0, for the row is not tight", number_text(dual[i]))
        for j in columns:
            work.pay(self.point[j])
            if reduced[j]:
                bound = program.lower[j] if program.sign * reduced[j] > 0 else program.upper[j]
                where = f"reduced cost of column {program.column(j)}"
                require(self.point[j] == bound, where, "0, or the bound on its side", number_text(reduced[j]))

    def check_cost(self, column: int, low: Exact | None, high: Exact | None, direction: Direction) -> list[Fact]:
        """The multipliers move by ``direction`` a unit of cost: they and the point stay optimal up to both ends."""
        program, name = self.program, f"{_COST} {self.program.column(column)}"
        steps = sparse(direction, len(program.rows), "row of a direction")
        work.spend(sum(600 * (1 + len(program.terms[i])) for i in steps))
        slopes: dict[int, Exact] = dict.fromkeys({j for i in steps for j, _ in program.terms[i]} | {column}, 0)
        slopes[column] += 1
        for i, w in steps.items():
            self._subtract(slopes, i, w)
        for end, sign in ((low, -1), (high, 1)):
            if end is None:  # the direction itself is optimal for the unit cost
                self._require_optimal(steps, _moved({}, sign, steps), slopes, _moved({}, sign, slopes))
            else:
                shift = _shift(end, program.costs[column], sign, name)
                dual, reduced = _moved(self.dual, shift, steps), _moved(self.reduced, shift, slopes)
                self._require_optimal(steps, dual, slopes, reduced)
        return _ends(f"{name} at which the point is optimal", low, high)

    def check_side(self, index: int, low: Exact | None, high: Exact | None, direction: Direction) -> list[Fact]:
        """The point moves by ``direction`` a unit of right side, feasible and complementary up to both ends."""
        program, name = self.program, f"{_SIDE} {self.program.row(index)}"
        steps = sparse(direction, len(program.columns), "column of a direction")
        slopes = self._row_slopes(index, steps)
        for end, sign in ((low, -1), (high, 1)):
            shift = None if end is None else _shift(end, program.rhs[index], sign, name)
            for j, step in steps.items():
                self._require_bounds(j, step, shift, sign)
            for i, slope in slopes.items():
                slack = 0 if shift is None else self.activities[i] - program.rhs[i]
                moved = slack + slope * (sign if shift is None else shift)
                work.pay(moved, slope, self.activities[i])
                if not holds(moved, program.relations[i], 0):
                    rule = f"{program.relations[i]} 0"
                    require(False, f"row {program.row(i)} at an end", rule, number_text(moved))
        return _ends(f"{name} at which the multipliers are optimal", low, high)

    def _row_slopes(self, index: int, steps: dict[int, Exact]) -> dict[int, Exact]:
        """How fast activity less right side changes; not at all in rows that carry a multiplier."""
        slopes: dict[int, Exact] = {}
        work.spend(sum(600 * (1 + len(self.users[j])) for j in steps))
        for i in {index}.union(*(self.users[j] for j in steps)):
            terms = self.program.terms[i]
            moves = work.dot([a for _, a in terms], [steps.get(j, 0) for j, _ in terms])
            slopes[i] = moves - (i == index)
            if self.dual[i] and slopes[i]:
                where = f"row {self.program.row(i)}"
                require(False, where, "tight, for it has a multiplier", number_text(slopes[i]))
        for j in steps:
            require(not self.reduced[j], f"column {self.program.column(j)}", "fixed, for it has a reduced cost")
        return slopes

    def _require_bounds(self, j: int, step: Exact, shift: Exact | None, sign: int) -> None:
        low, high, where = self.program.lower[j], self.program.upper[j], f"column {self.program.column(j)} at an end"
        if shift is None:
            require(low is None or sign * step >= 0, where, "not to fall for ever", number_text(step))
            require(high is None or sign * step <= 0, where, "not to grow for ever", number_text(step))
            return
        moved = self.point[j] + shift * step
        work.pay(moved, step)
        inside = (low is None or moved >= low) and (high is None or moved <= high)
        require(inside, where, "within its bounds", number_text(moved))


def _moved(start: Values, shift: Exact, slopes: dict[int, Exact]) -> dict[int, Exact]:
    """Where the values with these slopes are after a shift; without a start, the shift itself."""
    for slope in slopes.values():
        work.pay(slope, shift, times=2)
    return {k: (start[k] if start else 0) + shift * slope for k, slope in slopes.items()}


def _shift(end: Exact, value: Exact, sign: int, where: str) -> Exact:
    """From the datum to an end of its interval, which must lie on the right side of it."""
    shift = end - value
    work.pay(end, value)
    require(sign * shift >= 0, where, "within its interval", number_text(end))
    return shift


def _ends(what: str, low: Exact | None, high: Exact | None) -> list[Fact]:
    """An interval is proved, not that it is the longest: its ends bound the extreme values."""
    least = Fact(f"least {what}", "is", "-infinity") if low is None else Fact(f"least {what}", "<=", low)
    return [least, Fact(f"greatest {what}", "is", "infinity") if high is None else Fact(f"greatest {what}", ">=", high)]


KINDS = {"linear-program-ranging": Kind(Program, _Evidence, check, sentence)}
