"""True values for linear programs and coalitions: solved by the oracle's own simplex method, rows listed one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import floor
from typing import Any

from tests.fuzz.oracle import WORDS, Impossible, Truth, need, rational, rationals, truths, whole
from tests.fuzz.simplex import Row, solved

_MOST_NODES = 2000


def _form(terms: Any, columns: int) -> dict[int, Fraction]:
    form: dict[int, Fraction] = {}
    for column, coefficient in terms:
        need(whole(column) < columns, "a column")
        form[column] = form.get(column, Fraction(0)) + rational(coefficient)
    return form


def linear_data(instance: dict[str, Any]) -> tuple[list[Fraction], list[Any], list[Any], list[Row]]:
    """Costs, bounds and rows of a linear program."""
    costs, sides, columns = rationals(instance["costs"]), rationals(instance["rhs"]), len(instance["costs"])
    lower, upper = ([None if b is None else rational(b) for b in instance[name]] for name in ("lower", "upper"))
    need(len(lower) == len(upper) == len(instance["columns"]) == columns, "lengths")
    need(len(instance["relations"]) == len(instance["terms"]) == len(instance["rows"]) == len(sides), "lengths")
    need(all(isinstance(name, str) for name in instance["columns"] + instance["rows"]), "names")
    need(all(relation in ("<=", "=", ">=") for relation in instance["relations"]), "relations")
    forms = [_form(terms, columns) for terms in instance["terms"]]
    return costs, lower, upper, list(zip(forms, instance["relations"], sides, strict=True))


@truths("linear-program")
def _linear(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    status, value, _ = solved(*linear_data(instance), instance["sense"])
    return {"program": status, {"minimise": "minimum", "maximise": "maximum"}[instance["sense"]]: value}


@truths("integer-program")
def _integer(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    """By splitting columns over exact optima of relaxations, without cuts, cutoffs or grids."""
    integers = [whole(j) for j in instance["integers"]]
    gaps = [(whole(j), rational(low), rational(high)) for j, low, high in instance["gaps"]]
    data, sense = linear_data(instance), instance["sense"]
    need(all(j < len(data[0]) for j in [*integers, *(j for j, _, _ in gaps)]), "columns")
    status, value = split_optimum(data, sense, integers, gaps)
    goal = {"minimise": "minimum", "maximise": "maximum"}[sense]
    counts = {WORDS: [len(set(integers))]}
    if status == "optimal":
        return {"program": status, goal: value, **counts}
    worse = ">=" if goal == "minimum" else "<="
    return {"program": status, goal: lambda fact: (fact.relation == worse) == (status == "infeasible"), **counts}


def split_optimum(data: Any, sense: Any, integers: list[int], gaps: list[Any]) -> Any:
    """Status and optimum of an integer program; one that is not decided soon counts as a fault, to be looked at."""
    costs, lower, upper, rows = data
    relaxed = solved(costs, lower, upper, rows, sense)
    if relaxed[0] == "unbounded":
        feasible = split_optimum(([Fraction(0)] * len(costs), lower, upper, rows), sense, integers, gaps)
        return ("unbounded" if feasible[0] == "optimal" else "infeasible"), None
    sign, best, waiting = (1 if sense == "minimise" else -1), None, [(lower, upper)]
    for _ in range(_MOST_NODES):
        if not waiting:
            return ("infeasible", None) if best is None else ("optimal", best)
        low, high = waiting.pop()
        _, value, point = solved(costs, low, high, rows, sense)
        if value is None or (best is not None and sign * value >= sign * best):
            continue
        choice = _choice(point, integers, gaps)
        if choice is None:
            best = value
            continue
        j, below, above = choice
        waiting.append(([above if k == j else b for k, b in enumerate(low)], high))
        waiting.append((low, [below if k == j else b for k, b in enumerate(high)]))
    raise Impossible(f"not decided in {_MOST_NODES} nodes")


def _choice(point: Any, integers: list[int], gaps: list[Any]) -> Any:
    for j in integers:
        if point[j].denominator != 1:
            return j, Fraction(floor(point[j])), Fraction(floor(point[j]) + 1)
    return next(((j, low, high) for j, low, high in gaps if low < point[j] < high), None)


def _family(instance: dict[str, Any], n: int) -> list[frozenset[int]]:
    family = instance["family"]
    if "coalitions" in family:
        need(set(family) == {"coalitions"}, "one family")
        need(all(whole(j) < n for one in family["coalitions"] for j in one), "parties")
        need(all(len(set(one)) == len(one) for one in family["coalitions"]), "distinct parties")
        return [frozenset(one) for one in family["coalitions"]]
    threshold, active = whole(family["threshold"]), [whole(j) for j in family["active"]]
    need(threshold < n and len(set(active)) == len(active) and all(j < n for j in active), "a threshold")
    return [frozenset(c) for c in combinations(range(n), threshold) if set(c) & set(active)]


def _cover(instance: dict[str, Any]) -> tuple[list[Fraction], list[Fraction | None], list[Row]]:
    required, costs = rationals(instance["required"], 0), rationals(instance["costs"])
    caps = [None if cap is None else rational(cap) for cap in instance["caps"]]
    n = len(required)
    need(n == len(costs) == len(caps) and all(cap is None or cap >= 0 for cap in caps), "lengths")
    rows: list[Row] = []
    for coalition in _family(instance, n):
        outside = [j for j in range(n) if j not in coalition]
        if outside:
            rows.append((dict.fromkeys(outside, Fraction(1)), ">=", max(required[j] for j in outside)))
    return costs, caps, rows


@truths("coalition-cover")
def _coalition_cover(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    costs, caps, rows = _cover(instance)
    status, value, _ = solved(costs, [Fraction(0)] * len(costs), caps, rows, "minimise")
    return {"program": status, "least cost": value}


@truths("tpmdp-allocation")
def _allocation(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    scale, ends = whole(instance["denominator"], 1), [whole(end) for end in instance["active"]]
    required = [value / scale for value in rationals(instance["required"], 0)]
    need(len(ends) % 2 == 0 and ends == sorted(ends) and max(ends, default=0) <= len(required), "runs")
    need(all(start < stop for start, stop in zip(ends[::2], ends[1::2], strict=True)), "runs")
    active = [j for start, stop in zip(ends[::2], ends[1::2], strict=True) for j in range(start, stop)]
    need(whole(instance["threshold"]) < len(required), "a threshold")
    excess = rational(evidence["total"]) - rational(evidence["bound"])  # which a sentence names: both are facts
    return {"least total": least_total(required, instance["threshold"], active), WORDS: [excess]}


def least_total(required: list[Fraction], threshold: int, active: list[int]) -> Fraction:
    """The least total of variances that cover everybody outside every coalition with an active member, each listed."""
    n = len(required)
    rows: list[Row] = []
    for gone in combinations(range(n), threshold):
        if set(gone) & set(active):
            outside = [j for j in range(n) if j not in gone]
            rows.append((dict.fromkeys(outside, Fraction(1)), ">=", max(required[j] for j in outside)))
    status, value, _ = solved([Fraction(1)] * n, [Fraction(0)] * n, [None] * n, rows, "minimise")
    need(status == "optimal" and value is not None, "variances that suffice")
    return value or Fraction(0)
