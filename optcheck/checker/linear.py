"""The rule for linear programs: one is optimal with a given value, infeasible, or unbounded. Standard library only.

Write s = 1 when minimising, -1 when maximising. *Optimal*: a feasible point and row multipliers y whose bound is the
point's value. Where s*y fits every relation, the rows say that c x is at least (s = -1: at most)

    sum of y_i rhs_i + sum of d_j * (lower_j if s d_j > 0 else upper_j),    d = c - sum of y_i row_i.

*Infeasible*: multipliers whose bound on the objective 0 is positive, or a column whose bounds cross. *Unbounded*: a
feasible point and a ray that keeps every row and bound and improves the objective.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

from optcheck.checker import reading, work
from optcheck.checker.core import Fact, Kind, counted, quoted, shown
from optcheck.checker.reading import Exact, Reader, Record, choice, needed, number_text, rejected, require, same_length
from optcheck.checker.work import Scaled, common_multiple, longest, over, over_one

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

    @cached_property
    def in_integers(self) -> list[tuple[list[int], Scaled]]:
        """The columns of each row, and its coefficients over a denominator of its own."""
        return [([j for j, _ in terms], over_one([factor for _, factor in terms])) for terms in self.terms]

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
        value = work.dot(program.costs, check_point(program, evidence.primal))
        _compare("objective at the primal point", value, "=", evidence.value)
        bound = multiplied_bound(program, program.costs, program.sign, evidence.dual)
        _compare("bound by the dual", bound, "=", evidence.value)
        return Fact("program", "is", "optimal"), Fact(program.goal, "=", value)
    if isinstance(evidence, Unbounded):
        check_point(program, evidence.primal)
        check_ray(program, evidence.ray)
        return (Fact("program", "is", "unbounded"),)
    if isinstance(evidence, _Crossed):
        require(evidence.column < len(program.columns), "column", f"0..{len(program.columns) - 1}", evidence.column)
        low, high = program.lower[evidence.column], program.upper[evidence.column]
        where = f"bounds of column {quoted(program.columns[evidence.column])}"
        require(low is not None and high is not None and low > high, where, "a lower bound above the upper bound")
    else:
        bound = multiplied_bound(program, [0] * len(program.columns), 1, evidence.dual)
        require(bound > 0, "Farkas bound", "> 0", bound)
    return (Fact("program", "is", "infeasible"),)


def sentence(program: Program, facts: tuple[Fact, ...]) -> str:
    """What holds of the program."""
    if facts[0].value == "optimal":
        return f"the {facts[1].quantity} of {program.words} is {shown(facts[1].value)}"
    unbounded = facts[0].value == "unbounded"
    return f"the objective of {program.words} is unbounded" if unbounded else f"no point of {program.words} is feasible"


def check_point(program: Program, point: list[Exact]) -> Scaled:
    """Every bound and every row holds at the point."""
    same_length("primal", point, len(program.columns))
    for relation, bounds in ((">=", program.lower), ("<=", program.upper)):
        for j, (value, bound) in enumerate(zip(point, bounds, strict=True)):
            if bound is not None and not holds(value, relation, bound):
                _compare(f"column {quoted(program.columns[j])}", value, relation, bound)
    return check_rows(program, point, program.rhs, "row")


def check_ray(program: Program, ray: list[Exact]) -> None:
    """Every row and bound holds along the ray from any feasible point, and the objective improves."""
    same_length("ray", ray, len(program.columns))
    scaled = check_rows(program, ray, [0] * len(program.rows), "slope of row")
    for j, step in enumerate(ray):
        if step and (program.lower[j] if step < 0 else program.upper[j]) is not None:
            raise rejected(f"ray at column {quoted(program.columns[j])}", ">= 0" if step < 0 else "<= 0", step)
    slope = program.sign * work.dot(program.costs, scaled)
    require(slope < 0, "improvement along the ray", "< 0", slope)


def check_rows(program: Program, point: list[Exact], sides: Sequence[Exact], what: str, left_out: int = -1) -> Scaled:
    """Every row, but for one that may be left out, stands in its relation to its side."""
    scaled = over_one(point)
    for i, (columns, factors) in enumerate(program.in_integers):
        top, bottom = scaled.times(factors, columns)
        side, relation = sides[i], program.relations[i]
        if side:
            work.spend_products(2, 1 + work.size(side), longest((top, bottom)))
        if i != left_out and not holds(top * side.denominator, relation, side.numerator * bottom):
            _compare(f"{what} {quoted(program.rows[i])}", Fraction(top, bottom), relation, side)
    return scaled


def multiplied_bound(program: Program, costs: Sequence[Exact], sign: int, dual: list[Exact]) -> Exact:
    """The bound on sign * costs @ x that the row multipliers and the column bounds prove."""
    same_length("dual", dual, len(program.rows))
    for i, (multiplier, relation) in enumerate(zip(dual, program.relations, strict=True)):
        if multiplier and relation != "=" and not holds(sign * multiplier.numerator, relation, 0):
            raise rejected(f"multiplier of row {quoted(program.rows[i])}", f"a sign that fits {relation}", multiplier)
    multipliers = over_one(dual)
    reduced = reduced_costs(costs, program.in_integers, multipliers)
    bounds: list[Exact] = []
    for j, rest in enumerate(reduced.numerators):
        bound = 0 if not rest else program.lower[j] if sign * rest > 0 else program.upper[j]
        if bound is None:
            left = Fraction(rest, reduced.denominator)
            raise rejected(f"reduced cost of column {quoted(program.columns[j])}", "0 or a finite bound", left)
        bounds.append(bound)
    return work.total([work.dot(program.rhs, multipliers), work.dot(bounds, reduced)])


def holds(left: Exact, relation: str, right: Exact) -> bool:
    """Whether left stands in the relation to right, decided in integers."""
    one, other = left.numerator, right.numerator
    if other and left.denominator != right.denominator:
        work.spend_products(2, 1 + work.size(left), 1 + work.size(right))
        one, other = one * right.denominator, other * left.denominator
    return one >= other if relation == ">=" else one <= other if relation == "<=" else one == other


def _compare(where: str, actual: Exact, relation: str, bound: Exact) -> None:
    if not holds(actual, relation, bound):
        raise rejected(where, f"{relation} {number_text(bound)}", actual, abs(Fraction(actual) - bound))


def reduced_costs(costs: Sequence[Exact], rows: Sequence[tuple[Sequence[int], Scaled]], dual: Scaled) -> Scaled:
    """What the rows with their multipliers leave of the costs, column by column."""
    used = [(columns, factors, y) for (columns, factors), y in zip(rows, dual.numerators, strict=True) if y]
    common = common_multiple([factors.denominator for _, factors, _ in used] + [cost.denominator for cost in costs])
    above = common * dual.denominator
    tops = over(costs, above)
    for columns, factors, y in used:
        multiplier = y * (common // factors.denominator)
        work.spend_products(len(columns), longest([multiplier]), factors.words)
        for column, factor in zip(columns, factors.numerators, strict=True):
            tops[column] -= multiplier * factor
    return Scaled(tops, above)


KINDS = {"linear-program": Kind(Program, _EVIDENCE, check, sentence)}
