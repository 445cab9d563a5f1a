"""Who may collude: coalitions of exactly t parties with an active member. Standard library only.

Noise against coalitions as certificates spell it out: the problem, and the two forms of a bound. Stdlib only.

Check noise against coalitions: any costs, caps and family of coalitions. Standard library only.

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

Check a statement about one optimum of noise against coalitions. Standard library only.

The point is feasible and optimal as in a certificate of kind ``coalition-cover``. In addition it meets given linear
rows (the conventions under which a statement speaks of optima), and a linear expression has the proved value there.

Check a noise allocation for Eq. 6 of TPMDP against a packing. Standard library only.

The instance gives every party's required variance, the threshold t and the active parties. Eq. 6 asks that outside
every coalition of t parties with an active member the variances reach the requirement of each party outside.

The bound is a schedule. Time runs round a circle of length ``horizon``. A track of k machines lays its parties end to
end along a line of length k * horizon, each for ``unit`` (the last one for ``last``), and the line is wound k times
round the circle. As nobody lasts longer than the horizon, k distinct parties of the track are present at every moment;
all tracks together make a set of n - t. An unbroken stretch of active parties of length L is met by at most
ceil(L / horizon) of the windings at a moment, so when these counts add up to less than the number of active parties,
one of them is always absent: the set present is the outside of a coalition of Eq. 6. At each moment one party that is
present leads. No party is present longer than ``unit``, so for feasible variances x

    unit * total(x) >= integral of x(present) >= integral of required(leader),

which bounds every feasible total from below. Requirements and variances are integers over one denominator each.

Whether given variances are feasible or optimal for Eq. 6 of TPMDP. Standard library only.

The instance is that of ``tpmdp-allocation`` with a point. Every party's heaviest coalition is found by sorting: the
heaviest active party other than j, and the t - 1 heaviest of the rest. The evidence may hold an optimum with its
packing; the point's total is then compared with the least one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import repeat
from math import lcm

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
    optional,
    row,
    same_length,
    sequence,
)


def check_threshold(threshold: int, n: int) -> None:
    """The threshold is between 0 and n - 1."""
    require(0 <= threshold <= n - 1, "threshold", f"0..{n - 1}", threshold)


def run_members(ends: list[int], where: str, n: int) -> Iterator[int]:
    """Party indices written as start, stop, start, stop, ... (stop excluded); no more of them than parties."""
    require(len(ends) % 2 == 0, f"length of {where!r}", "even", len(ends))
    runs = list(zip(ends[::2], ends[1::2], strict=True))
    for start, stop in runs:
        require(0 <= start < stop <= n, f"run in {where!r}", f"0 <= start < stop <= {n}", f"{start}, {stop}")
    require(sum(stop - start for start, stop in runs) <= n, f"runs in {where!r}", f"at most {n} parties", "more")
    return (party for start, stop in runs for party in range(start, stop))


def active_parties(ends: list[int], n: int) -> bytearray:
    """A mark for each active party; the runs come in order."""
    active = bytearray(n)
    for party in run_members(ends, "active", n):
        active[party] = 1
    require(all(stop <= start for stop, start in zip(ends[1::2], ends[2::2], strict=False)), "active", "runs in order")
    return active


def check_threshold_cover(
    required: Sequence[Exact], variances: Sequence[Exact], threshold: int, active: Sequence[bool | int]
) -> None:
    """Whatever coalition of ``threshold`` parties with an active member a party j faces, the rest covers j.

    The heaviest coalition against j holds the heaviest active party other than j (exchange any active member for
    it) and then the t - 1 heaviest of the others except j. So one sort answers for all coalitions: with u the
    heaviest active party and s_k the weight of the k heaviest others, the coalition against j != u weighs
    x_u + min(s_(t-1), s_t - x_j). Against u itself the second heaviest active party takes u's place.
    """
    viewers = [j for j, flag in enumerate(active) if flag]
    if threshold == 0 or not viewers:
        return
    widest = max(map(work.size, (*required, *variances)))
    work.spend(len(variances) * 40 * (1 + widest * widest))  # sorting
    total = work.total(variances)
    viewers.sort(key=lambda j: variances[j], reverse=True)
    first = viewers[0]
    others = sorted((x for j, x in enumerate(variances) if j != first), reverse=True)
    before = work.total(others[: threshold - 1])
    spared = total - variances[first] - before
    pressed = spared - others[threshold - 1]
    for j, (need, own) in enumerate(zip(required, variances, strict=True)):
        if j != first and need > spared and need > pressed + own:
            _reject(j, need, max(spared, pressed + own))
    if len(viewers) > 1:
        second = variances[viewers[1]]
        others.remove(second)
        left = total - second - work.total(others[: threshold - 1])
        if required[first] > left:
            _reject(first, required[first], left)


def _reject(party: int, need: Exact, have: Exact) -> None:
    gap = number_text(need - have)
    require(False, f"party {party + 1} against its worst coalition", f">= {number_text(need)}", number_text(have), gap)


_WEIGHTS, _PARTIES = sequence(number(least=0)), sequence(integer(0))


class Threshold(Record):
    """All coalitions of so many parties with an active one."""

    threshold = needed(integer(0))
    active = needed(_PARTIES)


class Listed(Record):
    """Coalitions one by one."""

    coalitions = needed(sequence(_PARTIES))


_FAMILY: Reader[Threshold | Listed] = either(Threshold, Listed)


class CoverInstance(Record):
    """Requirements, costs, caps and coalitions."""

    required = needed(sequence(number(least=0), least=1))
    costs = needed(sequence(number()))
    caps = needed(sequence(nullable(number(least=0))))
    family = needed(_FAMILY)


class _Pair(Record):
    coalition = needed(_PARTIES)
    party = needed(integer(0))
    weight = needed(number(least=0))


class ByPairs(Record):
    """A bound by weights on pairs of a coalition and a party outside it."""

    dual = needed(sequence(_Pair))


class ByLoads(Record):
    """A bound by weights and loads of the parties."""

    weights = loads = needed(_WEIGHTS)


class _Optimal(Record):
    status = needed(choice("optimal"))
    value = needed(number())
    primal = needed(_WEIGHTS)


class _Infeasible(Record):
    status = needed(choice("infeasible"))


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
    return _listed(instance, family) if isinstance(family, Listed) else _threshold(instance, family)


def _threshold(instance: CoverInstance, family: Threshold) -> CoverProblem:
    required, threshold = instance.required, family.threshold
    n = len(required)
    check_threshold(threshold, n)
    viewers = frozenset(distinct(family.active, n))
    active = [j in viewers for j in range(n)]

    def holds(coalition: frozenset[int]) -> bool:
        return len(coalition) == threshold and not coalition.isdisjoint(viewers)

    def check_point(point: Sequence[Exact]) -> None:
        check_threshold_cover(required, point, threshold, active)

    return CoverProblem(required, instance.costs, instance.caps, threshold, viewers, holds, check_point)


def _listed(instance: CoverInstance, family: Listed) -> CoverProblem:
    required = instance.required
    n = len(required)
    coalitions = frozenset(frozenset(distinct(one, n)) for one in family.coalitions)

    def check_point(point: Sequence[Exact]) -> None:
        for coalition in coalitions:
            outside = [j for j in range(n) if j not in coalition]
            have, need = work.total(point[j] for j in outside), max((required[j] for j in outside), default=0)
            require(have >= need, f"outside {sorted(coalition)}", f">= {number_text(need)}", number_text(have))

    return CoverProblem(
        required, instance.costs, instance.caps, None, frozenset(), coalitions.__contains__, check_point
    )


def distinct(parties: list[int], n: int) -> list[int]:
    """The parties, after checking that each is one of n and none comes twice."""
    for party in parties:
        require(party < n, "a party", f"0..{n - 1}", party)
    require(len(set(parties)) == len(parties), "parties of a coalition", "distinct", shown(tuple(parties)))
    return parties


def check_cover(instance: CoverInstance, evidence: Optimal | Infeasible) -> Finding:
    """Check the evidence for the problem that the instance describes."""
    problem = cover_of(instance)
    where = f"{counted(len(problem.required), 'party')} against {_family_words(instance.family)}"
    if isinstance(evidence, InfeasibleByPairs | InfeasibleByLoads):
        bound = _bound(problem, [0] * len(problem.costs), evidence)
        require(bound > 0, "Farkas bound", "> 0", number_text(bound))
        return Finding(f"no variances within the caps protect {where}", facts=(Fact("program", "is", "infeasible"),))
    value, facts = check_optimal(problem, evidence)
    return Finding(f"the least cost of protecting {where} is {shown(value)}", value, facts)


def check_optimal(problem: CoverProblem, evidence: Optimal) -> tuple[Exact, tuple[Fact, ...]]:
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


def _check_point(problem: CoverProblem, point: list[Exact]) -> Exact:
    for j, (x, cap) in enumerate(zip(point, problem.caps, strict=True)):
        require(cap is None or x <= cap, f"variance of party {j + 1}", f"<= {cap}", number_text(x))
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
                require(False, f"load of party {i + 1}", f"<= {number_text(cost)}", number_text(load))
            else:
                bound -= (load - cost) * cap
                work.pay(bound, load)
    return whole(bound)


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
        require(fits, f"load of party {i + 1}", f"{number_text(weight)}..{number_text(total)}", number_text(load))
    outside = (n - (problem.threshold or 0)) * total
    loaded = work.total(loads)
    require(loaded == outside, "sum of loads", number_text(outside), number_text(loaded))
    seen, most = work.total(loads[i] for i in problem.active), (len(problem.active) - 1) * total
    require(seen <= most, "loads of active parties", f"<= {number_text(most)}", number_text(seen))
    return loads, work.dot(weights, problem.required)


_EVIDENCE: Reader[Optimal | Infeasible] = either(OptimalByPairs, OptimalByLoads, InfeasibleByPairs, InfeasibleByLoads)
_COVER_KINDS = {"coalition-cover": Kind(CoverInstance, _EVIDENCE, check_cover)}


_MEETS: dict[str, Callable[[Exact, Exact], bool]] = {
    "<=": lambda value, side: value <= side,
    "=": lambda value, side: value == side,
    ">=": lambda value, side: value >= side,
}
_TERMS = sequence(row(integer(0), number()))


class _Row(Record):
    label = needed(reading.text(1000))
    terms = needed(_TERMS)
    relation = needed(choice("<=", "=", ">="))
    side = needed(number())


class _Instance(CoverInstance):
    rows = needed(sequence(_Row))
    expression = needed(_TERMS)


def check_face(instance: _Instance, evidence: Optimal) -> Finding:
    """The point is an optimum, meets the rows, and gives the expression its value."""
    least, facts = check_optimal(cover_of(instance), evidence)
    for condition in instance.rows:
        _check_row(condition, evidence.primal)
    value = _at(instance.expression, evidence.primal)
    parties, rows = len(evidence.primal), len(instance.rows)
    text = (
        f"some optimum of {counted(parties, 'party')}, of cost {shown(least)}, meets {counted(rows, 'given row')} and "
        f"gives the expression the value {shown(value)}"
    )
    return Finding(text, value, (Fact("expression at an optimum", "=", value), *facts))


def _check_row(condition: _Row, point: Sequence[Exact]) -> None:
    value, side = _at(condition.terms, point), condition.side
    expected = f"{condition.relation} {number_text(side)}"
    met = _MEETS[condition.relation](value, side)
    require(met, f"row {quoted(condition.label)}", expected, number_text(value))


def _at(terms: Sequence[tuple[int, Exact]], point: Sequence[Exact]) -> Exact:
    """A linear expression, given as pairs of a party and a coefficient, at a point."""
    for party, _ in terms:
        require(party < len(point), "a party", f"0..{len(point) - 1}", party)
    return work.dot((coefficient for _, coefficient in terms), (point[party] for party, _ in terms))


_COVER_FACE_EVIDENCE: Reader[Optimal] = either(OptimalByPairs, OptimalByLoads)
_FACE_KINDS = {"coalition-cover-face": Kind(_Instance, _COVER_FACE_EVIDENCE, check_face)}


_RUNS = sequence(integer(0))


class Instance(Record):
    """Requirements as numerators over one denominator, the threshold, and the active parties as runs."""

    denominator = needed(integer(1))
    required = needed(sequence(number(least=0), least=1))
    threshold = needed(integer(0))
    active = needed(_RUNS)


class _Track(Record):
    machines = needed(integer(1))
    runs = needed(_RUNS)
    last = needed(integer(0))


class _Leaders(Record):
    start = needed(integer())
    parties = needed(sequence(integer(0)))
    durations = needed(sequence(number(above=0)))


class Packing(Record):
    """A schedule, and the bound that it proves."""

    bound = needed(number(least=0))
    unit = needed(integer(1))
    horizon = needed(integer(0))
    tracks = optional(sequence(_Track))
    leaders = optional(_Leaders)


class _Variances(Record):
    denominator = needed(integer(1))
    runs = needed(sequence(number(least=0)))


class _Allocation(Record):
    variances = needed(_Variances)
    total = needed(number(least=0))


class Evidence(Packing, _Allocation):
    """Variances with their total, and a packing that bounds it."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Requirements over one denominator, how many parties are missing, and who is active."""

    required: list[Exact]
    denominator: int
    threshold: int
    active: bytearray
    active_count: int


def check(instance: Instance, evidence: Evidence) -> Finding:
    """Check feasibility of the variances, the packing, and the two totals that the evidence states."""
    problem = problem_of(instance)
    total = _check_variances(problem, evidence.variances)
    bound = packing_bound(problem, evidence)
    require(evidence.total == total, "total", number_text(total), number_text(evidence.total))
    require(evidence.bound == bound, "bound", number_text(bound), number_text(evidence.bound))
    require(bound <= total, "bound", "at most the total", number_text(bound))
    facts = [Fact("least total", "<=", total), Fact("least total", ">=", bound)]
    if total == bound:
        facts.insert(0, Fact("least total", "=", total))
    where = f"n = {len(problem.required)}, t = {problem.threshold}, {problem.active_count} active"
    claim = "is the minimum" if total == bound else f"exceeds the minimum by at most {shown(total - bound)}"
    text = f"every constraint of Eq. 6 holds ({where}) and the total {shown(total)} {claim}"
    return Finding(text, total, tuple(facts))


def problem_of(instance: Instance) -> Problem:
    """The problem that the instance describes."""
    n = len(instance.required)
    check_threshold(instance.threshold, n)
    active = active_parties(instance.active, n)
    return Problem(instance.required, instance.denominator, instance.threshold, active, sum(active))


def _repeated(items: list[Exact], where: str, length: int) -> Iterator[Exact]:
    """Values written as value, count, value, count, ..., of the given length when written out."""
    counts = items[1::2]
    require(len(items) % 2 == 0, f"length of {where!r}", "even", len(items))
    require(all(type(count) is int and count >= 1 for count in counts), f"counts in {where!r}", ">= 1")
    require(sum(counts) == length, f"length of {where!r}", length, sum(counts))
    return (value for value, count in zip(items[::2], counts, strict=True) for value in repeat(value, int(count)))


def _check_variances(problem: Problem, written: _Variances) -> Exact:
    variances = list(_repeated(written.runs, "variances", len(problem.required)))
    mine, common = written.denominator, lcm(written.denominator, problem.denominator)
    work.pay(common, times=len(variances))
    check_threshold_cover(
        _scaled(problem.required, common // problem.denominator),
        _scaled(variances, common // mine),
        problem.threshold,
        problem.active,
    )
    return whole(Fraction(work.total(variances)) / mine)


def _scaled(values: list[Exact], factor: int) -> list[Exact]:
    return values if factor == 1 else [value * factor for value in values]


def packing_bound(problem: Problem, evidence: Packing) -> Exact:
    """The bound that a packing proves on every feasible total."""
    unit, horizon, tracks, leaders = evidence.unit, evidence.horizon, evidence.tracks, evidence.leaders
    require((tracks is None) == (leaders is None), "tracks and leaders", "both or none", "one of them")
    require((tracks is None) == (horizon == 0), "tracks and leaders", "there if and only if the horizon is not 0")
    if tracks is None or leaders is None:
        return 0
    require(1 <= unit <= horizon, "unit", f"1..{horizon}", unit)
    place: dict[int, tuple[int, int]] = {}
    machines = meets = 0
    for track in tracks:
        machines += track.machines
        meets += _lay(problem, track, unit, horizon, place)
    outside = len(problem.required) - problem.threshold
    require(machines == outside, "parties present at a time", outside, machines)
    most = min(meets, machines)
    require(most < problem.active_count, "active parties present at a time", f"< {problem.active_count}", most)
    led = _leader_integral(problem, leaders, horizon, place)
    return whole(Fraction(led) / (unit * problem.denominator))


def _lay(problem: Problem, track: _Track, unit: int, horizon: int, place: dict[int, tuple[int, int]]) -> int:
    """Lay the parties of a track end to end; returns how many active ones can be present at a time."""
    machines, last = track.machines, track.last
    parties = list(run_members(track.runs, "runs", len(problem.required)))
    require(len(parties) > 0, "parties of a track", "at least one", 0)
    work.pay(unit, horizon, times=len(parties))
    require(last <= unit, "length of a track's last party", f"0..{unit}", last)
    length = unit * (len(parties) - 1) + last
    require(length == machines * horizon, "length of a track", machines * horizon, length)
    known = len(place)
    place.update(zip(parties, ((start, unit) for start in range(0, unit * len(parties), unit)), strict=True))
    require(len(place) == known + len(parties), "parties on the tracks", "each at most once")
    place[parties[-1]] = (length - last, last)
    stretches = bytes(problem.active[party] for party in parties).split(b"\0")
    lengths = [unit * len(stretch) for stretch in stretches]
    if stretches[-1]:
        lengths[-1] -= unit - last
    return sum(-(-stretch // horizon) for stretch in lengths)


def _leader_integral(problem: Problem, leaders: _Leaders, horizon: int, place: dict[int, tuple[int, int]]) -> Exact:
    """Integral of the leader's requirement over one round; every leader must be present while it leads."""
    start, parties, led = leaders.start, leaders.parties, Fraction(0)
    now: Exact = start
    for party, duration in zip(parties, _repeated(leaders.durations, "durations", len(parties)), strict=True):
        require(party in place, "a leader", "a party on a track", party)
        begin, length = place[party]
        late = (now - begin) % horizon
        require(0 < duration <= length - late, f"time that party {party + 1} leads", f"1..{length - late}", duration)
        led += duration * problem.required[party]
        now += duration
        work.pay(led, now)
    require(now - start == horizon, "time with a leader", horizon, now - start)
    return led


_ALLOCATION_KINDS = {"tpmdp-allocation": Kind(Instance, Evidence, check)}


FEASIBLE = {True: Fact("feasibility", "is", "feasible"), False: Fact("feasibility", "is", "infeasible")}
OPTIMAL = {True: Fact("optimality", "is", "optimal"), False: Fact("optimality", "is", "not optimal")}


class _tpmdp_point_Instance(Instance):
    point = needed(sequence(number()))


class _Evidence(Record):
    optimum = optional(Evidence)


def check_point(instance: _tpmdp_point_Instance, evidence: _Evidence) -> Finding:
    """Feasible or not by how much; with an optimum in the evidence also how far the total is from the least one."""
    problem = problem_of(instance)
    same_length("point", instance.point, len(problem.required))
    least = None if evidence.optimum is None else _least(instance, evidence.optimum)
    missing = max([-value for value in instance.point] + list(_missing(problem, instance)))
    sizes = f"n = {len(problem.required)}, t = {problem.threshold}, {problem.active_count} active"
    where = f"the variances {shown(tuple(instance.point))} ({sizes})"
    if missing > 0:
        facts = (FEASIBLE[False], OPTIMAL[False], Fact("gap", "=", whole(missing)))
        return Finding(f"{where} miss Eq. 6 by {shown(missing)}", facts=facts)
    if least is None:
        return Finding(f"{where} satisfy Eq. 6", facts=(FEASIBLE[True],))
    excess = whole(work.total(instance.point) - least)
    words = f"{shown(excess)} more than the least total" if excess else "the least total"
    facts = (FEASIBLE[True], OPTIMAL[excess == 0], Fact("gap", "=", excess))
    return Finding(f"{where} satisfy Eq. 6 with {words}", facts=facts)


def _least(instance: _tpmdp_point_Instance, optimum: Evidence) -> Fraction:
    """The least total, where the evidence proves one."""
    found = check(instance, optimum)
    proved = found.facts[0].relation
    require(proved == "=", "the optimum in the evidence", "a total that its packing proves", proved)
    return Fraction(found.value or 0)


def _missing(problem: Problem, instance: _tpmdp_point_Instance) -> Iterator[Exact]:
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


_POINT_KINDS = {"tpmdp-point": Kind(_tpmdp_point_Instance, _Evidence, check_point)}


KINDS = _COVER_KINDS | _FACE_KINDS | _ALLOCATION_KINDS | _POINT_KINDS
