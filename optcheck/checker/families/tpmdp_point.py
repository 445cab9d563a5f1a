"""Whether given variances are feasible or optimal for Eq. 6 of TPMDP. Standard library only.

The instance is that of ``tpmdp-allocation`` with a point. Every party's heaviest coalition is found by sorting: the
heaviest active party other than j, and the t - 1 heaviest of the rest. The evidence may hold an optimum with its
packing; the point's total is then compared with the least one.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from optcheck.checker import work
from optcheck.checker.core import Exact, Fact, Finding, Kind, require, shown, whole
from optcheck.checker.families import tpmdp
from optcheck.checker.reading import Record, needed, number, optional, same_length, sequence

FEASIBLE = {True: Fact("feasibility", "is", "feasible"), False: Fact("feasibility", "is", "infeasible")}
OPTIMAL = {True: Fact("optimality", "is", "optimal"), False: Fact("optimality", "is", "not optimal")}


class _Instance(tpmdp.Instance):
    point = needed(sequence(number()))


class _Evidence(Record):
    optimum = optional(tpmdp.Evidence)


def check(instance: _Instance, evidence: _Evidence) -> Finding:
    """Feasible or not by how much; with an optimum in the evidence also how far the total is from the least one."""
    problem = tpmdp.problem_of(instance)
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


def _least(instance: _Instance, optimum: tpmdp.Evidence) -> Fraction:
    """The least total, where the evidence proves one."""
    found = tpmdp.check(instance, optimum)
    proved = found.facts[0].relation
    require(proved == "=", "the optimum in the evidence", "a total that its packing proves", proved)
    return Fraction(found.value or 0)


def _missing(problem: tpmdp.Problem, instance: _Instance) -> Iterator[Exact]:
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


KINDS = {"tpmdp-point": Kind(_Instance, _Evidence, check)}
