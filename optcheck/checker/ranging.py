"""The rule for ranges: intervals of costs and right sides within which an optimum persists. Standard library only.

A point and multipliers are optimal when signs fit and slackness is complementary. Within an interval they move along a
straight line, so what holds at its ends holds between them; at an infinite end the direction itself must fit.

A range of a cost touches every term of the rows in its direction, a range of a right side every row of the columns in
its direction: the work is the product of ranges and row lengths at worst, and every part of it is paid for.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from optcheck.checker import reading, work
from optcheck.checker.core import Fact, Kind, counted, quoted, shown
from optcheck.checker.linear import Program, holds
from optcheck.checker.reading import Exact, Record, integer, needed, nullable, number, rejected, require, same_length
from optcheck.checker.subsystem import SPARSE, sparse

_COST, _SIDE = "cost of column", "right side of row"

Values = dict[int, Exact]  # by index
Direction = list[tuple[int, Exact]]
_RANGES = reading.sequence(
    reading.row(
        tuple[int, Exact | None, Exact | None, Direction], integer(0), nullable(number()), nullable(number()), SPARSE
    )
)


class _Evidence(Record):
    primal = dual = needed(reading.NUMBERS)
    cost_ranges = side_ranges = needed(_RANGES)


def check(program: Program, evidence: _Evidence) -> tuple[Fact, ...]:
    """The pair is optimal, and every interval keeps it so."""
    for what, names in (("columns", program.columns), ("rows", program.rows)):
        require(len(set(names)) == len(names), f"names of {what}", "distinct, for the intervals name them")
    pair = _Pair(program, evidence.primal, evidence.dual)
    facts = [Fact("program", "is", "optimal"), Fact(program.goal, "=", work.dot(program.costs, evidence.primal))]
    for what, stays, names, data, slopes, ranges in (
        (_COST, "point is", program.columns, program.costs, pair.cost_slopes, evidence.cost_ranges),
        (_SIDE, "multipliers are", program.rows, program.rhs, pair.side_slopes, evidence.side_ranges),
    ):
        for index, *_ in ranges:
            require(index < len(data), what, f"an index below {len(data)}", index)
        require(len({index for index, *_ in ranges}) == len(ranges), f"ranges of a {what}", "one each")
        for index, low, high, direction in ranges:
            where = f"{what} {quoted(names[index])}"
            pair.check_range(where, data[index], low, high, slopes(index, direction))
            facts += _ends(f"{where} at which the {stays} optimal", low, high)
    return tuple(facts)


def sentence(program: Program, facts: tuple[Fact, ...]) -> str:
    """The optimum, and how many intervals there are."""
    costs, sides = (sum(fact.quantity.startswith(f"least {what}") for fact in facts) for what in (_COST, _SIDE))
    intervals = f"{counted(costs, 'interval')} of costs, the multipliers within {sides} of right sides"
    return f"the {facts[1].quantity} is {shown(facts[1].value)}; the point stays optimal within {intervals}"


class _State(NamedTuple):
    """What decides optimality: of rows their slack and multipliers, of columns the point and the reduced costs."""

    slack: Values
    dual: Values
    point: Values
    reduced: Values


class _Pair:
    """A point and multipliers that prove each other optimal."""

    def __init__(self, program: Program, point: list[Exact], dual: list[Exact]) -> None:
        self.program = program
        same_length("primal", point, len(program.columns))
        same_length("dual", dual, len(program.rows))
        slack = [
            work.dot([*(factor for _, factor in terms), -1], [*(point[j] for j, _ in terms), side])
            for terms, side in zip(program.terms, program.rhs, strict=True)
        ]
        reduced = dict(enumerate(program.costs))
        for i, y in enumerate(dual):
            self._subtract(reduced, i, y)
        self.state = _State(dict(enumerate(slack)), dict(enumerate(dual)), dict(enumerate(point)), reduced)
        self._require_optimal(range(len(dual)), range(len(point)), self.state)
        self.users: list[set[int]] = [set() for _ in point]
        for i, terms in enumerate(program.terms):
            for column, _ in terms:
                self.users[column].add(i)

    def _subtract(self, reduced: Values, i: int, y: Exact) -> None:
        if y:
            for column, coefficient in self.program.terms[i]:
                reduced[column] -= y * coefficient
                work.pay(reduced[column], y)

    def _require_optimal(
        self, rows: Iterable[int], columns: Iterable[int], state: _State, is_ray: bool = False
    ) -> None:
        """Rows, bounds and signs hold, and only tight rows and columns at their bounds carry anything.

        A ray must not run into a bound, as if all bounds that there are were 0.
        """
        program, (slack, dual, point, reduced) = self.program, state
        for i in rows:
            relation, y = program.relations[i], dual[i]
            work.pay(slack[i], y)
            if not holds(slack[i], relation, 0):
                raise rejected(f"row {quoted(program.rows[i])}", f"{relation} its right side", slack[i])
            if relation != "=" and not holds(program.sign * y, relation, 0):
                raise rejected(f"multiplier of row {quoted(program.rows[i])}", f"a sign that fits {relation}", y)
            if y and slack[i]:
                raise rejected(f"multiplier of row {quoted(program.rows[i])}", "0, for the row is not tight", y)
        for j in columns:
            x, rest = point[j], reduced[j]
            low, high = (0 if is_ray and bound is not None else bound for bound in (program.lower[j], program.upper[j]))
            work.pay(x, rest)
            if (low is not None and x < low) or (high is not None and x > high):
                raise rejected(f"column {quoted(program.columns[j])}", "within its bounds", x)
            if rest and x != (low if program.sign * rest > 0 else high):
                raise rejected(
                    f"reduced cost of column {quoted(program.columns[j])}", "0, or the bound on its side", rest
                )

    def cost_slopes(self, column: int, direction: Direction) -> _State:
        """What moves with a cost, and how far for each unit: the multipliers, and the reduced costs."""
        terms, steps = self.program.terms, sparse(direction, len(self.program.rows), "row of a direction")
        work.spend(sum(600 * (1 + len(terms[i])) for i in steps))
        slopes: Values = dict.fromkeys({j for i in steps for j, _ in terms[i]} | {column}, 0)
        slopes[column] += 1
        for i, w in steps.items():
            self._subtract(slopes, i, w)
        return _State({}, steps, {}, slopes)

    def side_slopes(self, index: int, direction: Direction) -> _State:
        """What moves with a right side: the point, and the slack of the rows that it meets."""
        steps = sparse(direction, len(self.program.columns), "column of a direction")
        work.spend(sum(600 * (1 + len(self.users[j])) for j in steps))
        slopes: Values = {}
        for i in {index}.union(*(self.users[j] for j in steps)):
            terms = self.program.terms[i]
            slopes[i] = work.dot([a for _, a in terms], [steps.get(j, 0) for j, _ in terms]) - (i == index)
        return _State(slopes, {}, steps, {})

    def check_range(self, where: str, datum: Exact, low: Exact | None, high: Exact | None, slopes: _State) -> None:
        """The pair that moves with the datum stays optimal up to both ends; endlessly if its direction itself fits."""
        rows, columns = slopes.slack or slopes.dual, slopes.reduced or slopes.point
        for end, sign in ((low, -1), (high, 1)):
            shift = sign if end is None else end - datum
            work.pay(shift, datum)
            require(sign * shift >= 0, where, "within its interval", end)
            moved = (
                _moved({} if end is None else start, shift, moves) if moves else start
                for start, moves in zip(self.state, slopes, strict=True)
            )
            self._require_optimal(rows, columns, _State(*moved), is_ray=end is None and bool(slopes.point))


def _moved(start: Values, shift: Exact, slopes: Values) -> Values:
    """Where the values with these slopes are after a shift; without a start, the shift itself."""
    for slope in slopes.values():
        work.pay(slope, shift, times=2)
    return {k: start.get(k, 0) + shift * slope for k, slope in slopes.items()}


def _ends(what: str, low: Exact | None, high: Exact | None) -> list[Fact]:
    """An interval is proved, not that it is the longest: its ends bound the extreme values."""
    least = Fact(f"least {what}", "is", "-infinity") if low is None else Fact(f"least {what}", "<=", low)
    return [least, Fact(f"greatest {what}", "is", "infinity") if high is None else Fact(f"greatest {what}", ">=", high)]


KINDS = {"linear-program-ranging": Kind(Program, _Evidence, check, sentence)}
