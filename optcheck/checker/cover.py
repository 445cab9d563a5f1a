"""Check noise against coalitions: any costs, caps and family of coalitions. Standard library only.

Minimise the cost of variances 0 <= x <= cap such that outside every coalition of the family the variances reach the
requirement of each party outside. Weights on pairs of a coalition A and a party j outside it bound the cost: with
load_i the weight of the pairs whose coalition leaves i outside, every feasible x has

    cost(x) >= sum of weight * required_j - sum over i of max(0, load_i - cost_i) * cap_i,

where a party without a cap needs load_i <= cost_i. With all costs at zero the same bound, when positive, shows that
no x is feasible. Feasibility of the point is decided by one sort where the family is given by a threshold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from optcheck.checker._coalitions import check_threshold_cover, read_threshold
from optcheck.checker.core import Document, Exact, Verified, field, number_text, numbers, parse_number, require, whole

KIND = "coalition-cover"


@dataclass(frozen=True, slots=True)
class _Problem:
    required: list[Exact]
    costs: list[Exact]
    caps: list[Exact | None]
    holds: Callable[[frozenset[int]], bool]
    check_point: Callable[[Sequence[Exact]], None]


def check(instance: Document, evidence: Document) -> Verified:
    """Check the evidence for the problem that the instance describes."""
    problem = _read(instance)
    status = field(evidence, "status", str)
    if status == "infeasible":
        bound = _bound(problem, [0] * len(problem.costs), evidence)
        require(bound > 0, "Farkas bound", "> 0", number_text(bound))
        return Verified(KIND, "no variances within the caps protect every party")
    require(status == "optimal", "status", "optimal or infeasible", status)
    point = numbers(evidence, "primal", len(problem.required))
    value = _check_point(problem, point)
    stated = parse_number(evidence.get("value"), "value")
    require(value == stated, "cost of the primal point", number_text(stated), number_text(value))
    bound = _bound(problem, problem.costs, evidence)
    require(bound == stated, "bound by the dual", number_text(stated), number_text(bound))
    return Verified(KIND, f"the least cost of protecting every party is {number_text(value)}", value)


def _read(instance: Document) -> _Problem:
    required = numbers(instance, "required")
    n = len(required)
    caps = field(instance, "caps", list)
    require(len(caps) == n, "length of 'caps'", n, len(caps))
    limits = [None if cap is None else parse_number(cap, f"caps[{i}]") for i, cap in enumerate(caps)]
    family = field(instance, "family", dict)
    holds, check_point = (_listed if "coalitions" in family else _threshold)(family, required)
    return _Problem(required, numbers(instance, "costs", n), limits, holds, check_point)


def _threshold(family: Document, required: list[Exact]) -> tuple[Any, Any]:
    n = len(required)
    threshold = read_threshold(family, n)
    seers = frozenset(_parties(field(family, "active", list), n))
    active = [j in seers for j in range(n)]

    def holds(coalition: frozenset[int]) -> bool:
        return len(coalition) == threshold and not coalition.isdisjoint(seers)

    return holds, lambda point: check_threshold_cover(required, point, threshold, active)


def _listed(family: Document, required: list[Exact]) -> tuple[Any, Any]:
    n = len(required)
    coalitions = frozenset(frozenset(_parties(one, n)) for one in field(family, "coalitions", list))

    def check_point(point: Sequence[Exact]) -> None:
        for coalition in coalitions:
            outside = [j for j in range(n) if j not in coalition]
            have, need = sum(point[j] for j in outside), max((required[j] for j in outside), default=0)
            require(have >= need, f"outside {sorted(coalition)}", f">= {number_text(need)}", number_text(have))

    return coalitions.__contains__, check_point


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
    """The bound on the cost that the weighted coalitions prove."""
    n = len(costs)
    load: list[Exact] = [0] * n
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
                load[i] += weight
    for i, (total, cost, cap) in enumerate(zip(load, costs, problem.caps, strict=True)):
        if total > cost:
            if cap is None:
                require(False, f"load of party {i}", f"<= {number_text(cost)}", number_text(total))
            else:
                bound -= (total - cost) * cap
    return whole(bound)


CHECKS = {KIND: check}
