"""Noise against coalitions as TPMDP and its claims spell it out. Standard library only.

*coalition-cover*: any costs, caps and family of coalitions. Minimise the cost of variances 0 <= x <= cap such that
outside every coalition of the family the variances reach the requirement of each party outside. Weights on pairs of a
coalition A and a party j outside it bound the cost: with load_i the weight of the pairs whose coalition leaves i
outside, every feasible x has

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

*tpmdp-point*: whether a point is feasible or optimal for the instance of a ``tpmdp-allocation``
(:mod:`optcheck.checker.coalitions`); the evidence may hold an optimum, proved by a packing or by pairs as above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from optcheck.checker import coalitions, reading, work
from optcheck.checker.coalitions import Evidence, Instance, Problem, check_threshold, check_threshold_cover, problem_of
from optcheck.checker.core import Fact, Kind, counted, shown
from optcheck.checker.reading import Exact, Record, needed, number, number_text, require, same_length, sequence

_WEIGHTS, _PARTIES = sequence(number(least=0)), sequence(reading.integer(0))


class Threshold(Record):
    """All coalitions of so many parties with an active one."""

    threshold = needed(reading.integer(0))
    active = needed(_PARTIES)


class Listed(Record):
    """Coalitions one by one."""

    coalitions = needed(sequence(_PARTIES))


_FAMILY: reading.Reader[Threshold | Listed] = reading.either(Threshold, Listed)


class CoverInstance(Record):
    """Requirements, costs, caps and coalitions."""

    required = needed(sequence(number(least=0), least=1))
    costs = needed(sequence(number()))
    caps = needed(sequence(reading.nullable(number(least=0))))
    family = needed(_FAMILY)


class _Pair(Record):
    coalition = needed(_PARTIES)
    party = needed(reading.integer(0))
    weight = needed(number(least=0))


class ByPairs(Record):
    """A bound by weights on pairs of a coalition and a party outside it."""

    dual = needed(sequence(_Pair))


class ByLoads(Record):
    """A bound by weights and loads of the parties."""

    weights = loads = needed(_WEIGHTS)


class _Optimal(Record):
    status = needed(reading.choice("optimal"))
    value = needed(number())
    primal = needed(_WEIGHTS)


class _Infeasible(Record):
    status = needed(reading.choice("infeasible"))


class OptimalByPairs(ByPairs, _Optimal):
    """A point, and a bound by pairs."""


class OptimalByLoads(ByLoads, _Optimal):
    """A point, and a bound by loads."""


class InfeasibleByPairs(ByPairs, _Infeasible):
    """No point, by a bound by pairs."""


class InfeasibleByLoads(ByLoads, _Infeasible):
    """No point, by a bound by loads."""


Optimal = OptimalByPairs | OptimalByLoads
Infeasible = InfeasibleByPairs | InfeasibleByLoads


@dataclass(frozen=True, slots=True)
class CoverProblem:
    """What an instance asks for, with the rules of its coalitions."""

    required: list[Exact]
    costs: list[Exact]
    caps: list[Exact | None]
    threshold: int | None  # of a threshold family
    active: frozenset[int]
    holds: Callable[[frozenset[int]], bool]
    check_point: Callable[[Sequence[Exact]], None]


def cover_of(instance: CoverInstance) -> CoverProblem:
    """The problem that the instance describes."""
    n = len(instance.required)
    same_length("costs", instance.costs, n)
    same_length("caps", instance.caps, n)
    family = instance.family
    if isinstance(family, Listed):
        return _listed(instance, family)
    check_threshold(family.threshold, n)
    viewers = frozenset(distinct(family.active, n))
    return _threshold(instance.required, instance.costs, instance.caps, family.threshold, viewers)


def _threshold(
    required: list[Exact], costs: list[Exact], caps: list[Exact | None], threshold: int, viewers: frozenset[int]
) -> CoverProblem:
    active = [j in viewers for j in range(len(required))]

    def holds(coalition: frozenset[int]) -> bool:
        return len(coalition) == threshold and not coalition.isdisjoint(viewers)

    def check_point(point: Sequence[Exact]) -> None:
        check_threshold_cover(required, point, threshold, active)

    return CoverProblem(required, costs, caps, threshold, viewers, holds, check_point)


def _listed(instance: CoverInstance, family: Listed) -> CoverProblem:
    required = instance.required
    n = len(required)
    coalitions = {_key(one): frozenset(one) for one in (distinct(one, n) for one in family.coalitions)}

    def check_point(point: Sequence[Exact]) -> None:
        for coalition in coalitions.values():
            outside = [j for j in range(n) if j not in coalition]
            have, need = work.total(point[j] for j in outside), max((required[j] for j in outside), default=0)
            require(have >= need, f"outside {sorted(coalition)}", f">= {number_text(need)}", have)

    return CoverProblem(
        required, instance.costs, instance.caps, None, frozenset(), lambda one: _key(one) in coalitions, check_point
    )


def _key(parties: Iterable[int]) -> str:
    """A text for a coalition: a file can choose sets of small numbers that have one hash, but not texts."""
    return " ".join(map(str, sorted(parties)))


def distinct(parties: list[int], n: int) -> list[int]:
    """The parties, after checking that each is one of n and none comes twice."""
    for party in parties:
        require(party < n, "a party", f"0..{n - 1}", party)
    require(len(set(parties)) == len(parties), "parties of a coalition", "distinct", shown(tuple(parties)))
    return parties


def check_cover(instance: CoverInstance, evidence: Optimal | Infeasible) -> tuple[Fact, ...]:
    """Check the evidence for the problem that the instance describes."""
    problem = cover_of(instance)
    if isinstance(evidence, InfeasibleByPairs | InfeasibleByLoads):
        bound = _bound(problem, [0] * len(problem.costs), evidence)
        require(bound > 0, "Farkas bound", "> 0", bound)
        return (Fact("program", "is", "infeasible"),)
    return check_optimal(problem, evidence)


def cover_sentence(instance: CoverInstance, facts: tuple[Fact, ...]) -> str:
    """The least cost, or that there is none."""
    where = f"{counted(len(instance.required), 'party')} against {_family_words(instance.family)}"
    if facts[0].value == "infeasible":
        return f"no variances within the caps protect {where}"
    return f"the {facts[1].quantity} of protecting {where} is {shown(facts[1].value)}"


def check_optimal(problem: CoverProblem, evidence: Optimal) -> tuple[Fact, ...]:
    """The point is feasible and the bound is its cost."""
    same_length("primal", evidence.primal, len(problem.required))
    value = _check_point(problem, evidence.primal)
    require(value == evidence.value, "cost of the primal point", evidence.value, value)
    bound = _bound(problem, problem.costs, evidence)
    require(value == bound, "bound by the dual", value, bound)
    return Fact("program", "is", "optimal"), Fact("least cost", "=", value)


def _family_words(family: Threshold | Listed) -> str:
    if isinstance(family, Listed):
        return counted(len(family.coalitions), "coalition")
    return f"coalitions of {family.threshold} with one of {len(family.active)} active parties"


def _check_point(problem: CoverProblem, point: list[Exact]) -> Exact:
    for j, (x, cap) in enumerate(zip(point, problem.caps, strict=True)):
        require(cap is None or x <= cap, f"variance of party {j + 1}", f"<= {cap}", x)
    problem.check_point(point)
    return work.dot(problem.costs, point)


def _bound(problem: CoverProblem, costs: Sequence[Exact], evidence: ByPairs | ByLoads) -> Exact:
    """The bound on the cost that the evidence proves."""
    if isinstance(evidence, ByLoads):
        loads, bound = _weights_and_loads(problem, evidence)
    else:
        loads, bound = _listed_loads(problem, evidence)
    for i, (load, cost, cap) in enumerate(zip(loads, costs, problem.caps, strict=True)):
        if load > cost:
            if cap is None:
                raise reading.rejected(f"load of party {i + 1}", f"<= {number_text(cost)}", load)
            bound -= (load - cost) * cap
            work.pay(bound, load)
    return reading.whole(bound)


def _listed_loads(problem: CoverProblem, evidence: ByPairs) -> tuple[list[Exact], Exact]:
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


def _weights_and_loads(problem: CoverProblem, evidence: ByLoads) -> tuple[list[Exact], Exact]:
    """Loads and weighted requirements, with the conditions under which coalitions for them exist."""
    n = len(problem.required)
    weights, loads = evidence.weights, evidence.loads
    same_length("weights", weights, n)
    same_length("loads", loads, n)
    require(problem.threshold is not None, "family", "a threshold, where loads are given", "a list")
    total = work.total(weights)
    for i, (weight, load) in enumerate(zip(weights, loads, strict=True)):
        fits = weight <= load <= total
        require(fits, f"load of party {i + 1}", f"{number_text(weight)}..{number_text(total)}", load)
    outside = (n - (problem.threshold or 0)) * total
    loaded = work.total(loads)
    require(loaded == outside, "sum of loads", outside, loaded)
    seen, most = work.total(loads[i] for i in problem.active), (len(problem.active) - 1) * total
    require(seen <= most, "loads of active parties", f"<= {number_text(most)}", seen)
    return loads, work.dot(weights, problem.required)


_EVIDENCE: reading.Reader[Optimal | Infeasible] = reading.either(
    OptimalByPairs, OptimalByLoads, InfeasibleByPairs, InfeasibleByLoads
)


FEASIBLE = {True: Fact("feasibility", "is", "feasible"), False: Fact("feasibility", "is", "infeasible")}
OPTIMAL = {True: Fact("optimality", "is", "optimal"), False: Fact("optimality", "is", "not optimal")}


class _Located(Instance):
    point = needed(sequence(number()))


class _Optimum(Record):
    optimum = reading.optional(Evidence)
    program = reading.optional(OptimalByPairs)


def check_point(instance: _Located, evidence: _Optimum) -> tuple[Fact, ...]:
    """Feasible or not by how much; with an optimum in the evidence also how far the total is from the least one."""
    problem = problem_of(instance)
    same_length("point", instance.point, len(problem.required))
    least = _least(instance, problem, evidence)
    missing = max([-value for value in instance.point] + list(_missing(problem, instance)))
    if missing > 0:
        return FEASIBLE[False], OPTIMAL[False], Fact("gap", "=", reading.whole(missing))
    if least is None:
        return (FEASIBLE[True],)
    excess = reading.whole(work.total(instance.point) - least)
    return FEASIBLE[True], OPTIMAL[excess == 0], Fact("gap", "=", excess)


def point_sentence(instance: _Located, facts: tuple[Fact, ...]) -> str:
    """Whether the point satisfies Eq. 6, and how far it is from that, or from the least total."""
    where = f"the variances {shown(tuple(instance.point))} ({coalitions.sizes(instance)})"
    if facts[0] == FEASIBLE[False]:
        return f"{where} miss Eq. 6 by {shown(facts[2].value)}"
    if len(facts) == 1:
        return f"{where} satisfy Eq. 6"
    more = "" if facts[1] == OPTIMAL[True] else f"{shown(facts[2].value)} more than "
    return f"{where} satisfy Eq. 6 with {more}the least total"


def _least(instance: _Located, problem: Problem, evidence: _Optimum) -> Exact | None:
    """The least total, where the evidence proves one."""
    if evidence.program is not None:
        _, fact = check_optimal(_eq6(problem), evidence.program)
    elif evidence.optimum is not None:
        fact, *_ = coalitions.check(instance, evidence.optimum)
        require(fact.relation == "=", "the optimum in the evidence", "a total that its packing proves", fact.relation)
    else:
        return None
    assert isinstance(fact.value, Exact)
    return fact.value


def _eq6(problem: Problem) -> CoverProblem:
    """Unit costs and no caps."""
    n, viewers = len(problem.required), frozenset(i for i, flag in enumerate(problem.active) if flag)
    for need in problem.required:
        work.pay(problem.denominator, need)
    required: list[Exact] = [Fraction(need) / problem.denominator for need in problem.required]
    return _threshold(required, [1] * n, [None] * n, problem.threshold, viewers)


def _missing(problem: Problem, instance: _Located) -> Iterator[Exact]:
    """For each party that some coalition leaves outside: its requirement less what the heaviest one leaves."""
    point, t = instance.point, problem.threshold
    total = work.total(point)
    for j, need in enumerate(problem.required):
        seen = [i for i, flag in enumerate(problem.active) if flag and i != j]
        if t and seen:
            work.pay(total, times=10 * len(point))
            first = max(seen, key=lambda i: point[i])
            rest = sorted((x for i, x in enumerate(point) if i not in (j, first)), reverse=True)
            left = total - point[first] - work.total(rest[: t - 1])
            yield Fraction(need) / problem.denominator - left


KINDS = {
    "coalition-cover": Kind(CoverInstance, _EVIDENCE, check_cover, cover_sentence),
    "tpmdp-point": Kind(_Located, _Optimum, check_point, point_sentence),
}
