"""The rule for linear programs: one is optimal with a given value, infeasible, or unbounded. Standard library only.

Write s = 1 when minimising, -1 when maximising. *Optimal*: a feasible point and row multipliers y whose bound is the
point's value. Where s*y fits every relation, the rows say that c x is at least (s = -1: at most)

    sum of y_i rhs_i + sum of d_j * (lower_j if s d_j > 0 else upper_j),    d = c - sum of y_i row_i.

*Infeasible*: multipliers whose bound on the objective 0 is positive, or a column whose bounds cross. *Unbounded*: a
feasible point and a ray that keeps every row and bound and improves the objective.

Numbers of large programs are long and their coefficients short. So sums of products are made in integers over one
denominator: a product costs as much as the long number has words; reducing fractions would cost the square of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import lcm
from operator import mul
from typing import NamedTuple, cast

from optcheck.checker import reading, work
from optcheck.checker.core import Fact, Kind, counted, quoted, shown
from optcheck.checker.reading import Exact, Reader, Record, choice, needed, number_text, require, same_length, whole

_NAMES, _NUMBERS = reading.sequence(reading.text(1000)), reading.NUMBERS


class Program(Record):
    """A linear program, column by column and row by row."""

    noun = "linear program"
    sense = needed(choice("minimise", "maximise"))
    columns = needed(_NAMES)
    costs = needed(_NUMBERS)
    lower = upper = needed(reading.sequence(reading.nullable(reading.parse_number)))
    rows = needed(_NAMES)
    relations = needed(reading.sequence(choice("<=", "=", ">=")))
    rhs = needed(_NUMBERS)
    terms = needed(reading.sequence(reading.pairs))

    def __init__(self, value: object, where: str) -> None:
        super().__init__(value, where)
        n, m = len(self.columns), len(self.rows)
        for name, length in {"costs": n, "lower": n, "upper": n, "relations": m, "rhs": m, "terms": m}.items():
            same_length(name, getattr(self, name), length)
        last = max((max(next(zip(*terms, strict=True))) for terms in self.terms if terms), default=-1)
        require(last < n, "column index", f"0..{n - 1}", last)
        self.sign, self.goal = (1, "minimum") if self.sense == "minimise" else (-1, "maximum")

    def column(self, index: int) -> str:
        """The name of a column as a message shows it."""
        return quoted(self.columns[index])

    def row(self, index: int) -> str:
        """The name of a row as a message shows it."""
        return quoted(self.rows[index])

    @cached_property
    def in_integers(self) -> list[Row]:
        """The rows, each over the denominator of its own coefficients."""
        return [row_of(terms) for terms in self.terms]

    @property
    def words(self) -> str:
        """Which program it is, in a sentence."""
        return f"the {self.noun} with {counted(len(self.rows), 'row')} and {counted(len(self.columns), 'column')}"


class _Optimal(Record):
    status = needed(choice("optimal"))
    value = needed(reading.number())
    primal = dual = needed(_NUMBERS)


class _Infeasible(Record):
    status = needed(choice("infeasible"))
    dual = needed(_NUMBERS)


class _Crossed(Record):
    status = needed(choice("infeasible"))
    column = needed(reading.integer(0))


class Unbounded(Record):
    """A feasible point, and a ray."""

    status = needed(choice("unbounded"))
    primal = ray = needed(_NUMBERS)


_Evidence = _Optimal | _Infeasible | _Crossed | Unbounded
_EVIDENCE: Reader[_Evidence] = reading.either(_Optimal, _Infeasible, _Crossed, Unbounded)


def check(program: Program, evidence: _Evidence) -> tuple[Fact, ...]:
    """Check the evidence for the program."""
    if isinstance(evidence, _Optimal):
        value = objective(program, check_point(program, evidence.primal))
        _compare("objective at the primal point", value, "=", evidence.value)
        bound = multiplied_bound(program, program.costs, program.sign, evidence.dual)
        _compare("bound by the dual", bound, "=", evidence.value)
        return Fact("program", "is", "optimal"), Fact(program.goal, "=", value)
    if isinstance(evidence, Unbounded):
        check_point(program, evidence.primal)
        check_ray(program, evidence.ray)
        return (Fact("program", "is", "unbounded"),)
    if isinstance(evidence, _Crossed):
        check_crossed(program, evidence.column, program.lower, program.upper)
    else:
        bound = multiplied_bound(program, [0] * len(program.columns), 1, evidence.dual)
        require(bound > 0, "Farkas bound", "> 0", number_text(bound))
    return (Fact("program", "is", "infeasible"),)


def sentence(program: Program, facts: tuple[Fact, ...]) -> str:
    """What holds of the program."""
    if facts[0].value == "optimal":
        return f"the {facts[1].quantity} of {program.words} is {shown(facts[1].value)}"
    unbounded = facts[0].value == "unbounded"
    return f"the objective of {program.words} is unbounded" if unbounded else f"no point of {program.words} is feasible"


def check_crossed(program: Program, column: int, lower: list[Exact | None], upper: list[Exact | None]) -> None:
    """No value of a column lies between these bounds."""
    require(column < len(lower), "column", f"0..{len(lower) - 1}", column)
    low, high = lower[column], upper[column]
    crossed = low is not None and high is not None and low > high
    require(crossed, f"bounds of column {program.column(column)}", "a lower bound above the upper bound")


def check_point(program: Program, point: list[Exact]) -> Scaled:
    """Every bound and every row holds at the point."""
    same_length("primal", point, len(program.columns))
    for relation, bounds in ((">=", program.lower), ("<=", program.upper)):
        for j, (value, bound) in enumerate(zip(point, bounds, strict=True)):
            if bound is not None and not holds(value, relation, bound):
                _compare(f"column {program.column(j)}", value, relation, bound)
    return check_rows(program, point, program.rhs, "row")


def check_ray(program: Program, ray: list[Exact]) -> None:
    """Every row and bound holds along the ray from any feasible point, and the objective improves."""
    same_length("ray", ray, len(program.columns))
    scaled = check_rows(program, ray, [0] * len(program.rows), "slope of row")
    for j, step in enumerate(ray):
        if step and (program.lower[j] if step < 0 else program.upper[j]) is not None:
            require(False, f"ray at column {program.column(j)}", ">= 0" if step < 0 else "<= 0", number_text(step))
    slope = program.sign * objective(program, scaled)
    require(slope < 0, "improvement along the ray", "< 0", number_text(slope))


def check_rows(
    program: Program, point: list[Exact], sides: Sequence[Exact], what: str, left_out: int | None = None
) -> Scaled:
    """Every row, but for one that may be left out, stands in its relation to its side."""
    scaled = over_one(point)
    for i, row in enumerate(program.in_integers):
        top, bottom = scaled.along(row)
        side, relation = sides[i], program.relations[i]
        if side:
            work.pay_products(side, top, bottom)
        if i != left_out and not holds(top * side.denominator, relation, side.numerator * bottom):
            _compare(f"{what} {program.row(i)}", Fraction(top, bottom), relation, side)
    return scaled


def objective(program: Program, point: Scaled) -> Exact:
    """The objective at a point."""
    top, bottom = point.along(row_of(list(enumerate(program.costs))))
    work.pay(top, bottom)
    return whole(Fraction(top, bottom))


def multiplied_bound(program: Program, costs: Sequence[Exact], sign: int, dual: list[Exact]) -> Exact:
    """The bound on sign * costs @ x that the row multipliers and the column bounds prove."""
    same_length("dual", dual, len(program.rows))
    for i, (multiplier, relation) in enumerate(zip(dual, program.relations, strict=True)):
        if multiplier and relation != "=" and not holds(sign * multiplier.numerator, relation, 0):
            where = f"multiplier of row {program.row(i)}"
            require(False, where, f"a sign that fits {relation}", number_text(multiplier))
    multipliers = over_one(dual)
    reduced = reduced_costs(costs, program.in_integers, multipliers)
    bounds: list[tuple[int, Exact]] = []
    for j, rest in enumerate(reduced.numerators):
        if rest:
            bound = program.lower[j] if sign * rest > 0 else program.upper[j]
            if bound is None:
                left = number_text(Fraction(rest, reduced.denominator))
                require(False, f"reduced cost of column {program.column(j)}", "0 or a finite bound", left)
            elif bound:
                bounds.append((j, bound))
    sides = [(i, side) for i, side in enumerate(program.rhs) if side]
    by_rows, by_bounds = multipliers.along(row_of(sides)), reduced.along(row_of(bounds))
    work.pay(*by_rows, *by_bounds)
    return whole(Fraction(*by_rows) + Fraction(*by_bounds))


def holds(left: Exact, relation: str, right: Exact) -> bool:
    """Whether left stands in the relation to right, decided in integers."""
    one, other = left.numerator, right.numerator
    if other and left.denominator != right.denominator:
        work.pay_products(left, right)
        one, other = one * right.denominator, other * left.denominator
    return one >= other if relation == ">=" else one <= other if relation == "<=" else one == other


def _compare(where: str, actual: Exact, relation: str, bound: Exact) -> None:
    if not holds(actual, relation, bound):
        gap = number_text(abs(Fraction(actual) - bound))
        require(False, where, f"{relation} {number_text(bound)}", number_text(actual), gap)


class Scaled:
    """Numbers as integers over one common denominator, and the words of the longest of these."""

    __slots__ = ("denominator", "numerators", "words")

    def __init__(self, numerators: Sequence[int], denominator: int = 1) -> None:
        self.numerators, self.denominator, self.words = numerators, denominator, longest(numerators)

    def along(self, row: Row) -> tuple[int, int]:
        """The sum of coefficient times number over a row: an integer, over the second integer."""
        work.spend_products(len(row.columns), self.words, row.factors.words)
        top = sum(map(mul, row.factors.numerators, map(self.numerators.__getitem__, row.columns)))
        return top, row.factors.denominator * self.denominator


class Row(NamedTuple):
    """Coefficients and the column of each."""

    columns: Sequence[int]
    factors: Scaled


def row_of(terms: Sequence[tuple[int, Exact]]) -> Row:
    """A row over the least denominator of its coefficients."""
    columns, coefficients = zip(*terms, strict=True) if terms else ((), ())
    return Row(columns, over_one(coefficients))


def over_one(values: Sequence[Exact]) -> Scaled:
    """Numbers over their least common denominator."""
    if set(map(type, values)) <= {int}:  # most rows of most programs: nothing stands below them
        return Scaled(cast("Sequence[int]", values))
    common = _common(value.denominator for value in values)
    _pay_scaling([value.numerator for value in values], common)
    return Scaled([value.numerator * (common // value.denominator) for value in values], common)


def reduced_costs(costs: Sequence[Exact], rows: Sequence[Row], dual: Scaled) -> Scaled:
    """What the rows with their multipliers leave of the costs, column by column."""
    used = [(row, y) for row, y in zip(rows, dual.numerators, strict=True) if y]
    common = _common([row.factors.denominator for row, _ in used] + [cost.denominator for cost in costs])
    above = common * dual.denominator
    _pay_scaling([cost.numerator for cost in costs], above)
    tops = [cost.numerator * (above // cost.denominator) if cost else 0 for cost in costs]
    for (columns, factors), y in used:
        multiplier = y * (common // factors.denominator)
        work.spend_products(len(columns), longest([multiplier]), factors.words)
        for column, factor in zip(columns, factors.numerators, strict=True):
            tops[column] -= multiplier * factor
    return Scaled(tops, above)


def longest(values: Iterable[int]) -> int:
    """Words of the longest of the numbers, at least 1."""
    return 1 + (max(map(int.bit_length, values), default=0) >> 6)


def _common(bottoms: Iterable[int]) -> int:
    """The least common denominator. Equal ones are found by sorting: a file can choose integers of one hash."""
    common = 1
    for bottom, _ in groupby(sorted(bottoms)):
        if bottom != 1:
            common = lcm(common, bottom)
            work.pay(common)
    return common


def _pay_scaling(tops: Sequence[int], denominator: int) -> None:
    """Pay for integers times what denominators leave of a common one, by division, and for keeping the products."""
    words, other = longest([denominator]), longest(tops)
    work.spend_products(len(tops), words, other + words // 2)
    work.hold(len(tops), words + other)


KINDS = {"linear-program": Kind(Program, _EVIDENCE, check, sentence)}
