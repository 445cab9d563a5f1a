"""Check intervals of costs and right sides within which an optimum of a linear program persists. Stdlib only.

The point and the multipliers are optimal when signs fit and slackness is complementary. Within an interval they move
along a straight line, so what holds at its ends holds between them; at an infinite end the direction itself must fit.
"""

from __future__ import annotations

from collections.abc import Iterable

from optcheck.checker import work
from optcheck.checker.core import Exact, Fact, Finding, Kind, number_text, require, shown
from optcheck.checker.linear import along, check_point, holds
from optcheck.checker.programs import Instance, Program, program_of
from optcheck.checker.reading import Record, integer, needed, nullable, number, row, same_length, sequence
from optcheck.checker.wording import counted

KIND = "linear-program-ranging"
_NUMBERS = sequence(number())
_RANGES = sequence(row(integer(0), nullable(number()), nullable(number()), sequence(row(integer(0), number()))))
Values = list[Exact] | dict[int, Exact]  # by index


class _Evidence(Record):
    primal = dual = needed(_NUMBERS)
    cost_ranges = side_ranges = needed(_RANGES)


def check(instance: Instance, evidence: _Evidence) -> Finding:
    """The pair is optimal, and every interval keeps it so."""
    program = program_of(instance)
    for what, names in (("columns", program.columns), ("rows", program.rows)):
        require(len(set(names)) == len(names), f"names of {what}", "distinct, for the intervals name them")
    pair = _Pair(program, evidence.primal, evidence.dual)
    facts = [Fact("program", "is", "optimal"), Fact(pair.goal, "=", pair.value)]
    for kind, ranges, checked in (
        ("cost", evidence.cost_ranges, pair.check_cost),
        ("right side", evidence.side_ranges, pair.check_side),
    ):
        require(len({entry[0] for entry in ranges}) == len(ranges), f"ranges of a {kind}", "one each")
        facts += [fact for entry in ranges for fact in checked(*entry)]
    costs, sides = len(evidence.cost_ranges), len(evidence.side_ranges)
    kept = (
        f"the point stays optimal within {counted(costs, 'interval')} of costs, the multipliers within {sides} of "
        "right sides"
    )
    return Finding(f"the {pair.goal} is {shown(pair.value)}; {kept}", pair.value, tuple(facts))


class _Pair:
    """A point and multipliers that prove each other optimal."""

    def __init__(self, program: Program, point: list[Exact], dual: list[Exact]) -> None:
        self.program, self.point, self.dual = program, point, dual
        same_length("primal", point, len(program.columns))
        same_length("dual", dual, len(program.rows))
        check_point(program, point)
        self.activities = [along(terms, point) for terms in program.terms]
        self.reduced = list(program.costs)
        for i, y in enumerate(dual):
            self._subtract(self.reduced, i, y)
        self._require_optimal(range(len(dual)), dual, range(len(point)), self.reduced)
        self.value = work.dot(program.costs, point)
        self.goal = "minimum" if program.sign == 1 else "maximum"
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
            if dual[i]:
                relation, place = program.relations[i], f"multiplier of row {program.row(i)}"
                fits = relation == "=" or holds(program.sign * dual[i], relation, 0)
                require(fits, place, f"a sign that fits {relation}", number_text(dual[i]))
                require(
                    self.activities[i] == program.sides[i], place, "0, for the row is not tight", number_text(dual[i])
                )
        for j in columns:
            if reduced[j]:
                bound = program.lower[j] if program.sign * reduced[j] > 0 else program.upper[j]
                place = f"reduced cost of column {program.column(j)}"
                require(self.point[j] == bound, place, "0, or the bound on its side", number_text(reduced[j]))

    def check_cost(
        self, column: int, low: Exact | None, high: Exact | None, direction: list[tuple[int, Exact]]
    ) -> list[Fact]:
        """The multipliers move by ``direction`` a unit of cost: they and the point stay optimal up to both ends."""
        program, name = self.program, "cost of column"
        require(column < len(program.columns), name, f"an index below {len(program.columns)}", column)
        steps = _steps(direction, len(program.rows), "row")
        slopes: dict[int, Exact] = dict.fromkeys({j for i in steps for j, _ in program.terms[i]} | {column}, 0)
        slopes[column] += 1
        for i, w in steps.items():
            self._subtract(slopes, i, w)
        for end, sign in ((low, -1), (high, 1)):
            if end is None:  # the direction itself is optimal for the unit cost
                self._require_optimal(steps, _times(steps, sign), slopes, _times(slopes, sign))
            else:
                shift = _shift(end, program.costs[column], sign, f"{name} {program.column(column)}")
                dual = {i: self.dual[i] + shift * w for i, w in steps.items()}
                reduced = {j: self.reduced[j] + shift * slope for j, slope in slopes.items()}
                self._require_optimal(steps, dual, slopes, reduced)
        return _ends(f"cost of column {program.column(column)} at which the point is optimal", low, high)

    def check_side(
        self, index: int, low: Exact | None, high: Exact | None, direction: list[tuple[int, Exact]]
    ) -> list[Fact]:
        """The point moves by ``direction`` a unit of right side, feasible and complementary up to both ends."""
        program, name = self.program, "right side of row"
        require(index < len(program.rows), name, f"an index below {len(program.rows)}", index)
        steps = _steps(direction, len(program.columns), "column")
        slopes = self._row_slopes(index, steps)
        for end, sign in ((low, -1), (high, 1)):
            shift = None if end is None else _shift(end, program.sides[index], sign, f"{name} {program.row(index)}")
            for j, step in steps.items():
                self._require_bounds(j, step, shift, sign)
            for i, slope in slopes.items():
                slack = 0 if shift is None else self.activities[i] - program.sides[i]
                moved = slack + slope * (sign if shift is None else shift)
                work.pay(moved, slope)
                require(
                    holds(moved, program.relations[i], 0),
                    f"row {program.row(i)} at an end",
                    f"{program.relations[i]} 0",
                    number_text(moved),
                )
        return _ends(f"right side of row {program.row(index)} at which the multipliers are optimal", low, high)

    def _row_slopes(self, index: int, steps: dict[int, Exact]) -> dict[int, Exact]:
        """How fast activity less right side changes; not at all in rows that carry a multiplier."""
        slopes: dict[int, Exact] = {}
        for i in {index}.union(*(self.users[j] for j in steps)):
            moves = work.dot((a for _, a in self.program.terms[i]), (steps.get(j, 0) for j, _ in self.program.terms[i]))
            slopes[i] = moves - (i == index)
            require(
                not self.dual[i] or not slopes[i],
                f"row {self.program.row(i)}",
                "tight, for it has a multiplier",
                number_text(slopes[i]),
            )
        for j in steps:
            require(not self.reduced[j], f"column {self.program.column(j)}", "fixed, for it has a reduced cost")
        return slopes

    def _require_bounds(self, j: int, step: Exact, shift: Exact | None, sign: int) -> None:
        low, high, place = self.program.lower[j], self.program.upper[j], f"column {self.program.column(j)} at an end"
        if shift is None:
            require(low is None or sign * step >= 0, place, "not to fall for ever", number_text(step))
            require(high is None or sign * step <= 0, place, "not to grow for ever", number_text(step))
        else:
            moved = self.point[j] + shift * step
            work.pay(moved, step)
            require(
                (low is None or moved >= low) and (high is None or moved <= high),
                place,
                "within its bounds",
                number_text(moved),
            )


def _times(values: dict[int, Exact], sign: int) -> dict[int, Exact]:
    return {k: sign * value for k, value in values.items()}


def _steps(direction: list[tuple[int, Exact]], count: int, what: str) -> dict[int, Exact]:
    steps = dict(direction)
    require(len(steps) == len(direction), f"{what}s of a direction", "distinct ones")
    for k in steps:
        require(k < count, f"{what} of a direction", f"0..{count - 1}", k)
    return steps


def _shift(end: Exact, value: Exact, sign: int, place: str) -> Exact:
    """From the datum to an end of its interval, which must lie on the right side of it."""
    shift = end - value
    work.pay(end, value)
    require(sign * shift >= 0, place, "within its interval", number_text(end))
    return shift


def _ends(what: str, low: Exact | None, high: Exact | None) -> list[Fact]:
    """An interval is proved, not that it is the longest: its ends bound the extreme values."""
    least = Fact(f"least {what}", "is", "-infinity") if low is None else Fact(f"least {what}", "<=", low)
    return [least, Fact(f"greatest {what}", "is", "infinity") if high is None else Fact(f"greatest {what}", ">=", high)]


KINDS = {KIND: Kind(Instance, _Evidence, check)}
