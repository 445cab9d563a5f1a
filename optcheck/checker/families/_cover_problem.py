"""Noise against coalitions as certificates spell it out: the problem, and the two forms of a bound. Stdlib only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from optcheck.checker import work
from optcheck.checker.core import Exact, number_text, require, shown
from optcheck.checker.families._coalitions import check_threshold, check_threshold_cover
from optcheck.checker.reading import (
    Reader,
    Record,
    choice,
    either,
    integer,
    needed,
    nullable,
    number,
    same_length,
    sequence,
)

_WEIGHTS, _PARTIES = sequence(number(least=0)), sequence(integer(0))


class Threshold(Record):
    """All coalitions of so many parties with an active one."""

    threshold = needed(integer(0))
    active = needed(_PARTIES)


class Listed(Record):
    """Coalitions one by one."""

    coalitions = needed(sequence(_PARTIES))


_FAMILY: Reader[Threshold | Listed] = either(Threshold, Listed)


class Instance(Record):
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
class Problem:
    """What an instance asks for, with the rules of its coalitions."""

    required: list[Exact]
    costs: list[Exact]
    caps: list[Exact | None]
    threshold: int | None  # of a threshold family
    active: frozenset[int]
    holds: Callable[[frozenset[int]], bool]
    check_point: Callable[[Sequence[Exact]], None]


def problem_of(instance: Instance) -> Problem:
    """The problem that the instance describes."""
    n = len(instance.required)
    same_length("costs", instance.costs, n)
    same_length("caps", instance.caps, n)
    family = instance.family
    return _listed(instance, family) if isinstance(family, Listed) else _threshold(instance, family)


def _threshold(instance: Instance, family: Threshold) -> Problem:
    required, threshold = instance.required, family.threshold
    n = len(required)
    check_threshold(threshold, n)
    viewers = frozenset(distinct(family.active, n))
    active = [j in viewers for j in range(n)]

    def holds(coalition: frozenset[int]) -> bool:
        return len(coalition) == threshold and not coalition.isdisjoint(viewers)

    def check_point(point: Sequence[Exact]) -> None:
        check_threshold_cover(required, point, threshold, active)

    return Problem(required, instance.costs, instance.caps, threshold, viewers, holds, check_point)


def _listed(instance: Instance, family: Listed) -> Problem:
    required = instance.required
    n = len(required)
    coalitions = frozenset(frozenset(distinct(one, n)) for one in family.coalitions)

    def check_point(point: Sequence[Exact]) -> None:
        for coalition in coalitions:
            outside = [j for j in range(n) if j not in coalition]
            have, need = work.total(point[j] for j in outside), max((required[j] for j in outside), default=0)
            require(have >= need, f"outside {sorted(coalition)}", f">= {number_text(need)}", number_text(have))

    return Problem(required, instance.costs, instance.caps, None, frozenset(), coalitions.__contains__, check_point)


def distinct(parties: list[int], n: int) -> list[int]:
    """The parties, after checking that each is one of n and none comes twice."""
    for party in parties:
        require(party < n, "a party", f"0..{n - 1}", party)
    require(len(set(parties)) == len(parties), "parties of a coalition", "distinct", shown(tuple(parties)))
    return parties
