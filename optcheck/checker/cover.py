"""Check noise against coalitions: any costs, caps and family of coalitions. Standard library only.

Minimise the cost of variances 0 <= x <= cap such that outside every coalition of the family the variances reach the
requirement of each party outside. Weights on pairs of a coalition A and a party j outside it bound the cost: with
load_i the weight of the pairs whose coalition leaves i outside, every feasible x has

    cost(x) >= sum of weight * required_j - sum over i of max(0, load_i - cost_i) * cap_i,

where a party without a cap needs load_i <= cost_i. With all costs at zero the same bound, when positive, shows that
no x is feasible. Feasibility of the point is decided by one sort where the family is given by a threshold.

For a threshold family the coalitions need not be listed: weights y_j and loads w_i with total weight Y, where

    y_i <= w_i <= Y,  sum of w = (n - t) Y,  sum of w over the active parties <= (number of active parties - 1) Y,

always come from coalitions. Let the coalitions against j take f_ji of party i: f_jj = 0, f_ji <= y_j, in all t y_j and
of this at most (t - 1) y_j of inactive parties, and let party i be taken z_i = Y - w_i in all. By Gale's theorem such f
exist if for every set I of parties z(I) <= sum over j of y_j min(t, A_j + min(t - 1, N_j)), with A_j active and N_j
inactive parties in I other than j. If I has fewer than t inactive parties the right side is the sum over I of Y - y_i
when I has at most t parties, and t Y otherwise. Else it is (t - 1) Y, t Y - y_u or t Y, as I has no, one (u) or more
active parties. All are at least z(I) by the conditions. And f_j / y_j is a mixture of coalitions: the sets of t parties
without j, at most t - 1 of them inactive, are the bases of a matroid.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from optcheck.checker._coalitions import check_threshold_cover, read_threshold
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

KIND = "coalition-cover"


@dataclass(frozen=True, slots=True)
class _Problem:
    required: list[Exact]
    costs: list[Exact]
    caps: list[Exact | None]
    threshold: int | None  # of a threshold family
    active: frozenset[int]
    holds: Callable[[frozenset[int]], bool]
    check_point: Callable[[Sequence[Exact]], None]


def check(instance: Document, evidence: Document) -> Finding:
    """Check the evidence for the problem that the instance describes."""
    problem = _read(instance)
    status = field(evidence, "status", str)
    if status == "infeasible":
        bound = _bound(problem, [0] * len(problem.costs), evidence)
        require(bound > 0, "Farkas bound", "> 0", number_text(bound))
        return Finding("no variances within the caps protect every party", facts=(Fact("program", "is", "infeasible"),))
    require(status == "optimal", "status", "optimal or infeasible", status)
    point = numbers(evidence, "primal", len(problem.required))
    value = _check_point(problem, point)
    stated = parse_number(evidence.get("value"), "value")
    require(value == stated, "cost of the primal point", number_text(stated), number_text(value))
    bound = _bound(problem, problem.costs, evidence)
    require(bound == stated, "bound by the dual", number_text(stated), number_text(bound))
    return Finding(
        f"the least cost of protecting every party is {number_text(value)}", value, (Fact("least cost", "=", value),)
    )


def _read(instance: Document) -> _Problem:
    required = numbers(instance, "required")
    n = len(required)
    caps = field(instance, "caps", list)
    require(len(caps) == n, "length of 'caps'", n, len(caps))
    limits = [None if cap is None else parse_number(cap, f"caps[{i}]") for i, cap in enumerate(caps)]
    family = field(instance, "family", dict)
    rules = (_listed if "coalitions" in family else _threshold)(family, required)
    return _Problem(required, numbers(instance, "costs", n), limits, *rules)


def _threshold(family: Document, required: list[Exact]) -> tuple[Any, ...]:
    n = len(required)
    threshold = read_threshold(family, n)
    seers = frozenset(_parties(field(family, "active", list), n))
    active = [j in seers for j in range(n)]

    def holds(coalition: frozenset[int]) -> bool:
        return len(coalition) == threshold and not coalition.isdisjoint(seers)

    return threshold, seers, holds, lambda point: check_threshold_cover(required, point, threshold, active)


def _listed(family: Document, required: list[Exact]) -> tuple[Any, ...]:
    n = len(required)
    coalitions = frozenset(frozenset(_parties(one, n)) for one in field(family, "coalitions", list))

    def check_point(point: Sequence[Exact]) -> None:
        for coalition in coalitions:
            outside = [j for j in range(n) if j not in coalition]
            have, need = sum(point[j] for j in outside), max((required[j] for j in outside), default=0)
            require(have >= need, f"outside {sorted(coalition)}", f">= {number_text(need)}", number_text(have))

    return None, frozenset(), coalitions.__contains__, check_point


def _parties(items: Any, n: int) -> list[int]:
    for item in items:
        require(type(item) is int and 0 <= item < n, "a party", f"0..{n - 1}", item)
    require(len(set(items)) == len(items), "parties of a coalition", "distinct", items)
    return list(items)


def _check_point(problem: _Problem, point: list[Exact]) -> Exact:
    for j, (x, cap) in enumerate(zip(point, problem.caps, strict=True)):
        require(x >= 0, f"variance of party {j}", ">= 0", number_text(x))
        require(cap is None or x <= cap, f"variance of party {j}", f"<= {cap}", number_text(x))
    problem.check_point(point)
    return whole(sum((cost * x for cost, x in zip(problem.costs, point, strict=True)), start=0))


def _bound(problem: _Problem, costs: Sequence[Exact], evidence: Document) -> Exact:
    """The bound on the cost that the evidence proves."""
    loads, bound = (_weights_and_loads if "loads" in evidence else _listed_loads)(problem, evidence)
    for i, (load, cost, cap) in enumerate(zip(loads, costs, problem.caps, strict=True)):
        if load > cost:
            if cap is None:
                require(False, f"load of party {i}", f"<= {number_text(cost)}", number_text(load))
            else:
                bound -= (load - cost) * cap
    return whole(bound)


def _listed_loads(problem: _Problem, evidence: Document) -> tuple[list[Exact], Exact]:
    """Loads and weighted requirements of the listed coalitions."""
    n = len(problem.required)
    loads: list[Exact] = [0] * n
    bound: Exact = 0
    for pair in field(evidence, "dual", list):
        coalition = frozenset(_parties(field(pair, "coalition", list), n))
        party, weight = field(pair, "party", int), parse_number(field(pair, "weight", (int, str)), "weight")
        require(problem.holds(coalition), "coalition", "one of the family", sorted(coalition))
        require(0 <= party < n and party not in coalition, "party", "outside its coalition", party)
        require(weight >= 0, "weight", ">= 0", number_text(weight))
        bound += weight * problem.required[party]
        for i in range(n):
            if i not in coalition:
                loads[i] += weight
    return loads, bound


def _weights_and_loads(problem: _Problem, evidence: Document) -> tuple[list[Exact], Exact]:
    """Loads and weighted requirements, with the conditions under which coalitions for them exist."""
    n = len(problem.required)
    weights, loads = numbers(evidence, "weights", n), numbers(evidence, "loads", n)
    require(problem.threshold is not None, "family", "a threshold, where loads are given", "a list")
    total = sum(weights)
    for i, (weight, load) in enumerate(zip(weights, loads, strict=True)):
        require(
            0 <= weight <= load <= total, f"load of party {i}", f"{number_text(weight)}..{number_text(total)}", load
        )
    outside = (n - (problem.threshold or 0)) * total
    require(sum(loads) == outside, "sum of loads", number_text(outside), number_text(sum(loads)))
    seen, most = sum(loads[i] for i in problem.active), (len(problem.active) - 1) * total
    require(seen <= most, "loads of active parties", f"<= {number_text(most)}", number_text(seen))
    return loads, sum((y * r for y, r in zip(weights, problem.required, strict=True)), start=0)


CHECKS = {KIND: check}
