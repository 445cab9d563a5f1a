"""Check optimality, infeasibility and unboundedness of an explicit linear program. Standard library only."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from optcheck.checker.core import (
    Document,
    Exact,
    Fact,
    Finding,
    field,
    number_text,
    numbers,
    parse_number,
    require,
    whole,
)

KIND = "linear-program"
RELATIONS = ("<=", "=", ">=")


@dataclass(frozen=True, slots=True)
class _Program:
    sign: int  # 1 minimises, -1 maximises
    columns: list[str]
    rows: list[str]
    costs: list[Exact]
    lower: list[Exact | None]
    upper: list[Exact | None]
    relations: list[str]
    sides: list[Exact]
    terms: list[list[tuple[int, Exact]]]


def check(instance: Document, evidence: Document) -> Finding:
    """Check the evidence for the program that the instance spells out."""
    program = _read(instance)
    status = field(evidence, "status", str)
    require(status in _STATUS, "status", "one of " + ", ".join(_STATUS), status)
    return _STATUS[status](program, evidence)


def _read(instance: Document) -> _Program:
    sense = field(instance, "sense", str)
    require(sense in ("minimise", "maximise"), "sense", "minimise or maximise", sense)
    columns, rows = field(instance, "columns", list), field(instance, "rows", list)
    relations = field(instance, "relations", list)
    require(len(relations) == len(rows), "length of 'relations'", len(rows), len(relations))
    require(all(isinstance(name, str) for name in columns + rows), "columns and rows", "names that are texts")
    for label, relation in zip(rows, relations, strict=True):
        require(relation in RELATIONS, f"relation of row {label}", "one of <= = >=", relation)
    return _Program(
        sign=1 if sense == "minimise" else -1,
        columns=columns,
        rows=rows,
        costs=numbers(instance, "costs", len(columns)),
        lower=_bounds(instance, "lower", len(columns)),
        upper=_bounds(instance, "upper", len(columns)),
        relations=relations,
        sides=numbers(instance, "rhs", len(rows)),
        terms=_terms(instance, len(rows), len(columns)),
    )


def _bounds(instance: Document, name: str, length: int) -> list[Exact | None]:
    values = field(instance, name, list)
    require(len(values) == length, f"length of {name!r}", length, len(values))
    return [None if value is None else parse_number(value, f"{name}[{j}]") for j, value in enumerate(values)]


def _terms(instance: Document, rows: int, columns: int) -> list[list[tuple[int, Exact]]]:
    terms = field(instance, "terms", list)
    require(len(terms) == rows, "length of 'terms'", rows, len(terms))
    for column in (column for row in terms for column, _ in row):
        require(type(column) is int and 0 <= column < columns, "column index", f"0..{columns - 1}", column)
    return [[(column, parse_number(value)) for column, value in row] for row in terms]


def _check_point(program: _Program, point: list[Exact]) -> None:
    """Every bound and every row holds at the point, in integers over one common denominator."""
    scale = lcm(*(value.denominator for value in point))
    scaled = [int(value * scale) for value in point]
    for j, value in enumerate(point):
        _compare(f"column {program.columns[j]}", value, ">=", program.lower[j])
        _compare(f"column {program.columns[j]}", value, "<=", program.upper[j])
    for i, row in enumerate(program.terms):
        activity = sum(coefficient * scaled[column] for column, coefficient in row)
        if not _holds(activity, program.relations[i], program.sides[i] * scale):
            _compare(f"row {program.rows[i]}", Fraction(activity) / scale, program.relations[i], program.sides[i])


def _holds(left: Exact, relation: str, right: Exact) -> bool:
    return left >= right if relation == ">=" else left <= right if relation == "<=" else left == right


def _compare(where: str, actual: Exact, relation: str, bound: Exact | None) -> None:
    if bound is not None and not _holds(actual, relation, bound):
        gap = number_text(abs(Fraction(actual) - bound))
        require(False, where, f"{relation} {number_text(bound)}", number_text(actual), gap)


def _bound_from_rows(program: _Program, costs: list[Exact], sign: int, dual: list[Exact]) -> Exact:
    """The bound on sign * costs @ x that the row multipliers and the column bounds prove."""
    reduced = list(costs)
    bound: Exact = 0
    for i, multiplier in enumerate(dual):
        if multiplier:
            relation, place = program.relations[i], f"multiplier of row {program.rows[i]}"
            fits = relation == "=" or _holds(sign * multiplier, relation, 0)
            require(fits, place, f"a sign that fits {relation}", number_text(multiplier))
            bound += multiplier * program.sides[i]
            for column, coefficient in program.terms[i]:
                reduced[column] -= multiplier * coefficient
    for j, rest in enumerate(reduced):
        if rest:
            side = program.lower[j] if sign * rest > 0 else program.upper[j]
            if side is None:
                require(False, f"reduced cost of column {program.columns[j]}", "0 or a finite bound", number_text(rest))
            else:
                bound += rest * side
    return whole(bound)


def _check_optimal(program: _Program, evidence: Document) -> Finding:
    point = numbers(evidence, "primal", len(program.columns))
    dual = numbers(evidence, "dual", len(program.rows))
    stated = parse_number(evidence.get("value"), "value")
    _check_point(program, point)
    value = _dot(program.costs, point)
    _compare("objective at the primal point", value, "=", stated)
    _compare("bound by the dual", _bound_from_rows(program, program.costs, program.sign, dual), "=", stated)
    goal = "minimum" if program.sign == 1 else "maximum"
    return Finding(f"the {goal} is {number_text(value)}", value, (Fact(goal, "=", value),))


def _check_infeasible(program: _Program, evidence: Document) -> Finding:
    require(("dual" in evidence) != ("column" in evidence), "evidence", "either 'dual' or 'column'")
    if "column" in evidence:
        _check_crossed_bounds(program, field(evidence, "column", int))
    else:
        ray = numbers(evidence, "dual", len(program.rows))
        bound = _bound_from_rows(program, [0] * len(program.columns), 1, ray)
        require(bound > 0, "Farkas bound", "> 0", number_text(bound))
    return Finding("no point is feasible", facts=(Fact("program", "is", "infeasible"),))


def _check_crossed_bounds(program: _Program, column: int) -> None:
    """The column's lower bound is above its upper bound."""
    require(0 <= column < len(program.columns), "column", f"0..{len(program.columns) - 1}", column)
    low, high = program.lower[column], program.upper[column]
    crossed = low is not None and high is not None and low > high
    require(crossed, f"bounds of column {program.columns[column]}", "a lower bound above the upper bound")


def _check_unbounded(program: _Program, evidence: Document) -> Finding:
    point = numbers(evidence, "primal", len(program.columns))
    ray = numbers(evidence, "ray", len(program.columns))
    _check_point(program, point)
    for i, row in enumerate(program.terms):
        slope = sum(coefficient * ray[column] for column, coefficient in row)
        _compare(f"slope of row {program.rows[i]}", slope, program.relations[i], 0)
    for j, step in enumerate(ray):
        require(step >= 0 or program.lower[j] is None, f"ray at column {program.columns[j]}", ">= 0", number_text(step))
        require(step <= 0 or program.upper[j] is None, f"ray at column {program.columns[j]}", "<= 0", number_text(step))
    slope = program.sign * _dot(program.costs, ray)
    require(slope < 0, "improvement along the ray", "< 0", number_text(slope))
    return Finding("the objective is unbounded", facts=(Fact("program", "is", "unbounded"),))


def _dot(left: list[Exact], right: list[Exact]) -> Exact:
    return whole(sum((a * b for a, b in zip(left, right, strict=True)), start=0))


_STATUS = {"optimal": _check_optimal, "infeasible": _check_infeasible, "unbounded": _check_unbounded}
CHECKS = {KIND: check}
