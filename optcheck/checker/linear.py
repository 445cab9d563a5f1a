"""Sums of products in integers over one denominator: no fraction is reduced on the way. Standard library only.

Certificates of large programs hold long numbers and short coefficients. A product of the two costs as much as the long
one has words; reducing it to lowest terms would cost the square of that.

Linear programs as certificates spell them out. Standard library only.

Check optimality, infeasibility and unboundedness of an explicit linear program. Standard library only.

Check an irreducible infeasible subsystem: rows and bounds that exclude each other, each needed. Stdlib only.

Check intervals of costs and right sides within which an optimum of a linear program persists. Stdlib only.

The point and the multipliers are optimal when signs fit and slackness is complementary. Within an interval they move
along a straight line, so what holds at its ends holds between them; at an infinite end the direction itself must fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import lcm
from operator import mul

from optcheck.checker import reading, work
from optcheck.checker.core import Exact, Fact, Finding, Kind, number_text, require, shown, whole
from optcheck.checker.facts import counted, quoted
from optcheck.checker.reading import (
    Reader,
    Record,
    choice,
    either,
    integer,
    needed,
    nullable,
    number,
    same_length,
    sequence,
)


@dataclass(frozen=True, slots=True)
class IntegerRow:
    """A row's coefficients, factors[k] / bottom in columns[k], and the words of the longest factor."""

    bottom: int
    columns: tuple[int, ...]
    factors: Sequence[int]
    words: int = 1


def over_integers(terms: Sequence[tuple[int, Exact]]) -> IntegerRow:
    """A row over the least denominator of its coefficients."""
    if not terms:
        return IntegerRow(1, (), ())
    columns, coefficients = zip(*terms, strict=True)
    tops, bottoms = zip(*[coefficient.as_integer_ratio() for coefficient in coefficients], strict=True)
    bottom = _common(bottoms)
    factors: Sequence[int] = tops
    if bottom != 1:
        _pay_scaling(tops, bottom)
        factors = [top * (bottom // below) for top, below in zip(tops, bottoms, strict=True)]
    return IntegerRow(bottom, columns, factors, longest(factors))


def _common(bottoms: Iterable[int]) -> int:
    """The least common denominator. Equal ones are found by sorting: a file can choose integers of one hash."""
    common = 1
    for bottom, _ in groupby(sorted(bottoms)):
        if bottom != 1:
            common = lcm(common, bottom)
            work.pay(common)
    return common


def _by_value(numbers: Sequence[int]) -> Iterator[tuple[int, Iterator[int]]]:
    """The distinct numbers, each with the places where it stands; by sorting as well."""
    return groupby(sorted(range(len(numbers)), key=numbers.__getitem__), key=numbers.__getitem__)


def _pay_scaling(tops: Sequence[int], denominator: int) -> None:
    """Pay for integers times what a denominator leaves of a common one, and for keeping the products."""
    words, other = longest([denominator]), longest(tops)
    work.spend_products(len(tops), words, other)
    work.hold(len(tops), words + other)


class Scaled:
    """Numbers as integers over one common denominator."""

    __slots__ = ("denominator", "numerators", "words")

    def __init__(self, values: Sequence[Exact]) -> None:
        self.numerators, bottoms = [value.numerator for value in values], [value.denominator for value in values]
        self.denominator = _common(bottoms)
        if self.denominator != 1:
            _pay_scaling(self.numerators, self.denominator)
            for bottom, places in _by_value(bottoms):
                work.pay(self.denominator)
                factor = self.denominator // bottom
                for place in places:
                    self.numerators[place] *= factor
        self.words = longest(self.numerators)

    def along(self, row: IntegerRow) -> tuple[int, int]:
        """The sum of coefficient times number over a row: an integer, over the second integer."""
        work.spend_products(len(row.columns), self.words, row.words)
        top = sum(map(mul, row.factors, map(self.numerators.__getitem__, row.columns)))
        return top, row.bottom * self.denominator


class Columns:
    """What a sum of rows with multipliers leaves of the costs, column by column: tops / (bottom * denominator)."""

    def __init__(self, costs: Sequence[Exact], rows: Sequence[IntegerRow], dual: Scaled) -> None:
        used = [(row, y) for row, y in zip(rows, dual.numerators, strict=True) if y]
        self.denominator = dual.denominator
        self.bottom = bottom = _common([row.bottom for row, _ in used] + [cost.denominator for cost in costs])
        above = bottom * dual.denominator
        _pay_scaling([cost.numerator for cost in costs], above)
        self.tops = [cost.numerator * (above // cost.denominator) if cost else 0 for cost in costs]
        for row, y in used:
            self._subtract(row, y * (bottom // row.bottom))

    def _subtract(self, row: IntegerRow, multiplier: int) -> None:
        tops = self.tops
        work.spend_products(len(row.columns), longest([multiplier]), row.words)
        for column, factor in zip(row.columns, row.factors, strict=True):
            tops[column] -= multiplier * factor


def longest(values: Iterable[int]) -> int:
    """Words of the longest of the numbers, at least 1."""
    return 1 + (max(map(int.bit_length, values), default=0) >> 6)


def weighted(parts: Iterable[tuple[int, int, Exact]], denominator: int) -> Fraction:
    """The sum of (top / bottom) times value, all over one large denominator: reduced once, at the end."""
    tops, bottoms = list[int](), list[int]()
    for top, bottom, value in parts:
        work.pay_products(value, top, bottom)
        tops.append(top * value.numerator)
        bottoms.append(bottom * value.denominator)
    common, whole = _common(bottoms), 0
    for below, places in _by_value(bottoms):
        top = sum(tops[place] for place in places)
        work.pay_products(top, common)
        whole += top * (common // below)
    work.pay(common, denominator)
    return Fraction(whole, common * denominator)


_NAMES = sequence(reading.text(1000))


class Instance(Record):
    """A linear program, column by column and row by row."""

    sense = needed(choice("minimise", "maximise"))
    columns = needed(_NAMES)
    costs = needed(reading.numbers())
    lower = upper = needed(reading.bounds())
    rows = needed(_NAMES)
    relations = needed(sequence(choice("<=", "=", ">=")))
    rhs = needed(reading.numbers())
    terms = needed(reading.terms())


@dataclass(frozen=True, slots=True)
class Program:
    """A linear program as an instance spells it out."""

    sign: int  # 1 minimises, -1 maximises
    columns: list[str]
    rows: list[str]
    costs: list[Exact]
    lower: list[Exact | None]
    upper: list[Exact | None]
    relations: list[str]
    sides: list[Exact]
    terms: list[list[tuple[int, Exact]]]

    def column(self, index: int) -> str:
        """The name of a column as a message shows it."""
        return quoted(self.columns[index])

    def row(self, index: int) -> str:
        """The name of a row as a message shows it."""
        return quoted(self.rows[index])

    def in_integers(self) -> list[IntegerRow]:
        """The rows, each over the denominator of its own coefficients."""
        return [over_integers(terms) for terms in self.terms]


def program_of(instance: Instance) -> Program:
    """The program of an instance whose lists have the lengths that belong together."""
    columns, rows = len(instance.columns), len(instance.rows)
    for name in ("costs", "lower", "upper"):
        same_length(name, getattr(instance, name), columns)
    for name in ("relations", "rhs", "terms"):
        same_length(name, getattr(instance, name), rows)
    last = max((column for terms in instance.terms for column, _ in terms), default=-1)
    require(last < columns, "column index", f"0..{columns - 1}", last)
    return Program(
        sign=1 if instance.sense == "minimise" else -1,
        columns=instance.columns,
        rows=instance.rows,
        costs=instance.costs,
        lower=instance.lower,
        upper=instance.upper,
        relations=instance.relations,
        sides=instance.rhs,
        terms=instance.terms,
    )


_NUMBERS = reading.numbers()


class _Optimal(Record):
    status = needed(choice("optimal"))
    value = needed(number())
    primal = dual = needed(_NUMBERS)


class _Infeasible(Record):
    status = needed(choice("infeasible"))
    dual = needed(_NUMBERS)


class _Crossed(Record):
    status = needed(choice("infeasible"))
    column = needed(integer(0))


class _Unbounded(Record):
    status = needed(choice("unbounded"))
    primal = ray = needed(_NUMBERS)


_Evidence = _Optimal | _Infeasible | _Crossed | _Unbounded


def check(instance: Instance, evidence: _Evidence) -> Finding:
    """Check the evidence for the program that the instance spells out."""
    program = program_of(instance)
    if isinstance(evidence, _Optimal):
        return _check_optimal(program, evidence)
    if isinstance(evidence, _Unbounded):
        return _check_unbounded(program, evidence)
    return _check_infeasible(program, evidence)


def check_point(program: Program, point: list[Exact], rows: list[IntegerRow] | None = None) -> Scaled:
    """Every bound and every row holds at the point, in integers over one common denominator."""
    scaled = Scaled(point)
    _check_bounds(program, point, program.lower, ">=")
    _check_bounds(program, point, program.upper, "<=")
    for i, row in enumerate(program.in_integers() if rows is None else rows):
        top, bottom = scaled.along(row)
        side, relation = program.sides[i], program.relations[i]
        if side:
            work.pay_products(side, top, bottom)
        if not holds(top * side.denominator, relation, side.numerator * bottom):
            _compare(f"row {program.row(i)}", Fraction(top, bottom), relation, side)
    return scaled


def _check_bounds(program: Program, point: list[Exact], bounds: list[Exact | None], relation: str) -> None:
    for j, (value, bound) in enumerate(zip(point, bounds, strict=True)):
        if bound == 0:
            if not holds(value.numerator, relation, 0):
                _compare(f"column {program.column(j)}", value, relation, bound)
        elif bound is not None:
            work.pay_products(value, bound)
            left, right = value.numerator * bound.denominator, bound.numerator * value.denominator
            if not holds(left, relation, right):
                _compare(f"column {program.column(j)}", value, relation, bound)


def along(terms: list[tuple[int, Exact]], values: list[Exact]) -> Exact:
    """The sum of coefficient times value over the terms of a row."""
    return work.dot((coefficient for _, coefficient in terms), (values[column] for column, _ in terms))


def holds(left: Exact, relation: str, right: Exact) -> bool:
    """Whether left stands in the relation to right."""
    return left >= right if relation == ">=" else left <= right if relation == "<=" else left == right


def _compare(where: str, actual: Exact, relation: str, bound: Exact | None) -> None:
    if bound is not None and not holds(actual, relation, bound):
        gap = number_text(abs(Fraction(actual) - bound))
        require(False, where, f"{relation} {number_text(bound)}", number_text(actual), gap)


def _bound_from_rows(
    program: Program, costs: list[Exact], sign: int, dual: list[Exact], rows: list[IntegerRow]
) -> Exact:
    """The bound on sign * costs @ x that the row multipliers and the column bounds prove."""
    for i, multiplier in enumerate(dual):
        relation = program.relations[i]
        if multiplier and relation != "=" and not holds(sign * multiplier.numerator, relation, 0):
            place = f"multiplier of row {program.row(i)}"
            require(False, place, f"a sign that fits {relation}", number_text(multiplier))
    scaled = Scaled(dual)
    reduced = Columns(costs, rows, scaled)
    pairs = [(y, 1, side) for y, side in zip(scaled.numerators, program.sides, strict=True) if y]
    for j, rest in enumerate(reduced.tops):
        if rest:
            bound = program.lower[j] if sign * rest > 0 else program.upper[j]
            if bound is None:
                left = number_text(Fraction(rest, reduced.bottom * reduced.denominator))
                require(False, f"reduced cost of column {program.column(j)}", "0 or a finite bound", left)
            elif bound:
                pairs.append((rest, reduced.bottom, bound))
    return whole(weighted(pairs, scaled.denominator))


def _check_optimal(program: Program, evidence: _Optimal) -> Finding:
    point, dual, stated = evidence.primal, evidence.dual, evidence.value
    same_length("primal", point, len(program.columns))
    same_length("dual", dual, len(program.rows))
    rows = program.in_integers()
    value = _objective(program, check_point(program, point, rows))
    _compare("objective at the primal point", value, "=", stated)
    _compare("bound by the dual", _bound_from_rows(program, program.costs, program.sign, dual, rows), "=", stated)
    goal = "minimum" if program.sign == 1 else "maximum"
    facts = (Fact("program", "is", "optimal"), Fact(goal, "=", value))
    return Finding(f"the {goal} of the linear program{_shape(program)} is {shown(value)}", value, facts)


def _objective(program: Program, point: Scaled) -> Exact:
    top, bottom = point.along(over_integers(list(enumerate(program.costs))))
    work.pay(top, bottom)
    return whole(Fraction(top, bottom))


def _check_infeasible(program: Program, evidence: _Infeasible | _Crossed) -> Finding:
    if isinstance(evidence, _Crossed):
        _check_crossed_bounds(program, evidence.column)
    else:
        same_length("dual", evidence.dual, len(program.rows))
        costs: list[Exact] = [0] * len(program.columns)
        bound = _bound_from_rows(program, costs, 1, evidence.dual, program.in_integers())
        require(bound > 0, "Farkas bound", "> 0", number_text(bound))
    facts = (Fact("program", "is", "infeasible"),)
    return Finding(f"no point of the linear program{_shape(program)} is feasible", facts=facts)


def _check_crossed_bounds(program: Program, column: int) -> None:
    """The column's lower bound is above its upper bound."""
    require(column < len(program.columns), "column", f"0..{len(program.columns) - 1}", column)
    low, high = program.lower[column], program.upper[column]
    crossed = low is not None and high is not None and low > high
    require(crossed, f"bounds of column {program.column(column)}", "a lower bound above the upper bound")


def _check_unbounded(program: Program, evidence: _Unbounded) -> Finding:
    point, ray = evidence.primal, evidence.ray
    same_length("primal", point, len(program.columns))
    same_length("ray", ray, len(program.columns))
    rows = program.in_integers()
    check_point(program, point, rows)
    scaled = Scaled(ray)
    for i, row in enumerate(rows):
        top, bottom = scaled.along(row)
        if not holds(top, program.relations[i], 0):
            _compare(f"slope of row {program.row(i)}", Fraction(top, bottom), program.relations[i], 0)
    for j, step in enumerate(ray):
        require(step >= 0 or program.lower[j] is None, f"ray at column {program.column(j)}", ">= 0", number_text(step))
        require(step <= 0 or program.upper[j] is None, f"ray at column {program.column(j)}", "<= 0", number_text(step))
    slope = program.sign * _objective(program, scaled)
    require(slope < 0, "improvement along the ray", "< 0", number_text(slope))
    text = f"the objective of the linear program{_shape(program)} is unbounded"
    return Finding(text, facts=(Fact("program", "is", "unbounded"),))


def _shape(program: Program) -> str:
    rows, columns = len(program.rows), len(program.columns)
    return f" with {counted(rows, 'row')} and {counted(columns, 'column')}"


_EVIDENCE: Reader[_Evidence] = either(_Optimal, _Infeasible, _Crossed, _Unbounded)
_PROGRAM_KINDS = {"linear-program": Kind(Instance, _EVIDENCE, check)}


SUBSYSTEM = "irreducible-infeasible-subsystem"


class _linear_subsystem_Evidence(Record):
    members = needed(sequence(reading.row(choice("row", "lower", "upper"), integer(0), number()), least=1))
    points = needed(sequence(sequence(reading.row(integer(0), number()))))


@dataclass(frozen=True, slots=True)
class _Member:
    name: str
    terms: list[tuple[int, Exact]]
    relation: str
    side: Exact
    multiplier: Exact


def check_subsystem(instance: Instance, evidence: _linear_subsystem_Evidence) -> Finding:
    """The multipliers turn the members into 0 >= something positive; each point satisfies all members but one."""
    program = program_of(instance)
    require(len({tuple(m[:2]) for m in evidence.members}) == len(evidence.members), "members", "distinct ones")
    members = [_member(program, *member) for member in evidence.members]
    same_length("points", evidence.points, len(members))
    _check_contradiction(members)
    for k, entries in enumerate(evidence.points):
        _check_point(members, k, _point(program, entries))
    rows = sum(what == "row" for what, _, _ in evidence.members)
    bounds = len(members) - rows
    text = (
        f"{counted(rows, 'row')} and {counted(bounds, 'bound')} of the linear program exclude each other, and each of "
        "them is needed for that"
    )
    facts = (
        Fact("program", "is", "infeasible"),
        Fact("rows of an irreducible infeasible subsystem", "=", rows),
        Fact("bounds of an irreducible infeasible subsystem", "=", bounds),
    )
    return Finding(text, facts=facts)


def _member(program: Program, what: str, index: int, multiplier: Exact) -> _Member:
    count = len(program.rows if what == "row" else program.columns)
    require(index < count, f"index of a member ({what})", f"0..{count - 1}", index)
    if what == "row":
        name, terms = f"row {program.row(index)}", program.terms[index]
        return _Member(name, terms, program.relations[index], program.sides[index], multiplier)
    side = program.lower[index] if what == "lower" else program.upper[index]
    name = f"{what} bound of column {program.column(index)}"
    if side is None:
        require(False, name, "a finite bound", "none")
    assert side is not None
    return _Member(name, [(index, 1)], ">=" if what == "lower" else "<=", side, multiplier)


def _check_contradiction(members: list[_Member]) -> None:
    """The combination has no variables left on its left side and something positive on its right."""
    left: dict[int, Exact] = {}
    side: Exact = 0
    for member in members:
        fits = member.relation == "=" or holds(member.multiplier, member.relation, 0)
        require(
            fits, f"multiplier of {member.name}", f"a sign that fits {member.relation}", number_text(member.multiplier)
        )
        side += member.multiplier * member.side
        work.pay(side, member.multiplier, times=2)
        for column, coefficient in member.terms:
            left[column] = left.get(column, 0) + member.multiplier * coefficient
            work.pay(left[column], member.multiplier)
    for column, rest in left.items():
        require(rest == 0, f"combined coefficient of column {column}", "0", number_text(rest))
    require(side > 0, "combined right side", "> 0", number_text(side))


def _point(program: Program, entries: list[tuple[int, Exact]]) -> dict[int, Exact]:
    point = dict(entries)
    require(len(point) == len(entries), "columns of a point", "distinct ones")
    for column in point:
        require(column < len(program.columns), "column of a point", f"0..{len(program.columns) - 1}", column)
    return point


def _check_point(members: list[_Member], left_out: int, point: dict[int, Exact]) -> None:
    for k, member in enumerate(members):
        if k != left_out:
            values = (point.get(column, 0) for column, _ in member.terms)
            activity = work.dot((coefficient for _, coefficient in member.terms), values)
            where = f"{member.name} at point {left_out}"
            require(
                holds(activity, member.relation, member.side),
                where,
                f"{member.relation} {number_text(member.side)}",
                number_text(activity),
            )


_SUBSYSTEM_KINDS = {SUBSYSTEM: Kind(Instance, _linear_subsystem_Evidence, check_subsystem)}


RANGING = "linear-program-ranging"
_LINEAR_RANGING_NUMBERS = sequence(number())
_MULTIPLES = sequence(reading.row(integer(0), number()))
_RANGES = sequence(reading.row(integer(0), nullable(number()), nullable(number()), _MULTIPLES))
Values = list[Exact] | dict[int, Exact]  # by index


class _linear_ranging_Evidence(Record):
    primal = dual = needed(_LINEAR_RANGING_NUMBERS)
    cost_ranges = side_ranges = needed(_RANGES)


def check_ranging(instance: Instance, evidence: _linear_ranging_Evidence) -> Finding:
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


_RANGING_KINDS = {RANGING: Kind(Instance, _linear_ranging_Evidence, check_ranging)}


KINDS = _PROGRAM_KINDS | _SUBSYSTEM_KINDS | _RANGING_KINDS
