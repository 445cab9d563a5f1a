"""Check optimality, infeasibility and unboundedness of an explicit linear program. Standard library only."""

from __future__ import annotations

from fractions import Fraction

from optcheck.checker import lists, work
from optcheck.checker.core import Exact, Fact, Finding, Kind, number_text, require, shown, whole
from optcheck.checker.programs import Instance, Program, program_of
from optcheck.checker.reading import Reader, Record, choice, either, integer, needed, number, same_length
from optcheck.checker.sums import Columns, IntegerRow, Scaled, over_integers, weighted
from optcheck.checker.wording import counted

_NUMBERS = lists.numbers()


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
    same_length("primal", evidence.primal, len(program.columns))
    rows = program.in_integers()
    check_point(program, evidence.primal, rows)
    check_ray(program, evidence.ray, rows)
    text = f"the objective of the linear program{_shape(program)} is unbounded"
    return Finding(text, facts=(Fact("program", "is", "unbounded"),))


def check_ray(program: Program, ray: list[Exact], rows: list[IntegerRow] | None = None) -> None:
    """Every row and every bound holds along the ray from any feasible point, and the objective improves."""
    same_length("ray", ray, len(program.columns))
    rows = program.in_integers() if rows is None else rows
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


def _shape(program: Program) -> str:
    rows, columns = len(program.rows), len(program.columns)
    return f" with {counted(rows, 'row')} and {counted(columns, 'column')}"


_EVIDENCE: Reader[_Evidence] = either(_Optimal, _Infeasible, _Crossed, _Unbounded)
KINDS = {"linear-program": Kind(Instance, _EVIDENCE, check)}
