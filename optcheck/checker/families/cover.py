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

from collections.abc import Sequence

from optcheck.checker import work
from optcheck.checker.core import Exact, Fact, Finding, Kind, number_text, require, shown, whole
from optcheck.checker.families._cover_problem import (
    ByLoads,
    ByPairs,
    Infeasible,
    InfeasibleByLoads,
    InfeasibleByPairs,
    Instance,
    Listed,
    Optimal,
    OptimalByLoads,
    OptimalByPairs,
    Problem,
    Threshold,
    distinct,
    problem_of,
)
from optcheck.checker.reading import Reader, either, same_length
from optcheck.checker.wording import counted


def check(instance: Instance, evidence: Optimal | Infeasible) -> Finding:
    """Check the evidence for the problem that the instance describes."""
    problem = problem_of(instance)
    where = f"{counted(len(problem.required), 'party')} against {_family_words(instance.family)}"
    if isinstance(evidence, InfeasibleByPairs | InfeasibleByLoads):
        bound = _bound(problem, [0] * len(problem.costs), evidence)
        require(bound > 0, "Farkas bound", "> 0", number_text(bound))
        return Finding(f"no variances within the caps protect {where}", facts=(Fact("program", "is", "infeasible"),))
    value, facts = check_optimal(problem, evidence)
    return Finding(f"the least cost of protecting {where} is {shown(value)}", value, facts)


def check_optimal(problem: Problem, evidence: Optimal) -> tuple[Exact, tuple[Fact, ...]]:
    """The point is feasible and the bound is its cost."""
    same_length("primal", evidence.primal, len(problem.required))
    value = _check_point(problem, evidence.primal)
    require(value == evidence.value, "cost of the primal point", number_text(evidence.value), number_text(value))
    bound = _bound(problem, problem.costs, evidence)
    require(value == bound, "bound by the dual", number_text(value), number_text(bound))
    return value, (Fact("program", "is", "optimal"), Fact("least cost", "=", value))


def _family_words(family: Threshold | Listed) -> str:
    if isinstance(family, Listed):
        return counted(len(family.coalitions), "coalition")
    return f"coalitions of {family.threshold} with one of {len(family.active)} active parties"


def _check_point(problem: Problem, point: list[Exact]) -> Exact:
    for j, (x, cap) in enumerate(zip(point, problem.caps, strict=True)):
        require(cap is None or x <= cap, f"variance of party {j + 1}", f"<= {cap}", number_text(x))
    problem.check_point(point)
    return work.dot(problem.costs, point)


def _bound(problem: Problem, costs: Sequence[Exact], evidence: ByPairs | ByLoads) -> Exact:
    """The bound on the cost that the evidence proves."""
    if isinstance(evidence, ByLoads):
        loads, bound = _weights_and_loads(problem, evidence)
    else:
        loads, bound = _listed_loads(problem, evidence)
    for i, (load, cost, cap) in enumerate(zip(loads, costs, problem.caps, strict=True)):
        if load > cost:
            if cap is None:
                require(False, f"load of party {i + 1}", f"<= {number_text(cost)}", number_text(load))
            else:
                bound -= (load - cost) * cap
                work.pay(bound, load)
    return whole(bound)


def _listed_loads(problem: Problem, evidence: ByPairs) -> tuple[list[Exact], Exact]:
    """Loads and weighted requirements of the listed coalitions."""
    n = len(problem.required)
    loads: list[Exact] = [0] * n
    bound: Exact = 0
    for pair in evidence.dual:
        coalition, party, weight = frozenset(distinct(pair.coalition, n)), pair.party, pair.weight
        require(problem.holds(coalition), "coalition", "one of the family", sorted(coalition))
        require(party < n and party not in coalition, "party", "outside its coalition", party)
        bound += weight * problem.required[party]
        work.pay(bound, weight, times=2)
        for i in range(n):
            if i not in coalition:
                loads[i] += weight
                work.pay(loads[i])
    return loads, bound


def _weights_and_loads(problem: Problem, evidence: ByLoads) -> tuple[list[Exact], Exact]:
    """Loads and weighted requirements, with the conditions under which coalitions for them exist."""
    n = len(problem.required)
    weights, loads = evidence.weights, evidence.loads
    same_length("weights", weights, n)
    same_length("loads", loads, n)
    require(problem.threshold is not None, "family", "a threshold, where loads are given", "a list")
    total = work.total(weights)
    for i, (weight, load) in enumerate(zip(weights, loads, strict=True)):
        fits = weight <= load <= total
        require(fits, f"load of party {i + 1}", f"{number_text(weight)}..{number_text(total)}", number_text(load))
    outside = (n - (problem.threshold or 0)) * total
    loaded = work.total(loads)
    require(loaded == outside, "sum of loads", number_text(outside), number_text(loaded))
    seen, most = work.total(loads[i] for i in problem.active), (len(problem.active) - 1) * total
    require(seen <= most, "loads of active parties", f"<= {number_text(most)}", number_text(seen))
    return loads, work.dot(weights, problem.required)


_EVIDENCE: Reader[Optimal | Infeasible] = either(OptimalByPairs, OptimalByLoads, InfeasibleByPairs, InfeasibleByLoads)
KINDS = {"coalition-cover": Kind(Instance, _EVIDENCE, check)}
