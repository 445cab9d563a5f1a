"""Noise against coalitions in general: unequal costs, caps, parties without noise, any family of coalitions.

Minimise the cost of variances x with 0 <= x <= cap such that outside every coalition of the family the variances
reach the requirement of each party outside. Eq. 6 is the case of unit costs, no caps and the coalitions of exactly t
parties with an active member. ``lp_models.coalition_separation`` solves it without listing rows, and
``lp_models.coalition_compact`` turns threshold coalitions into a program of linear size.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass

from optcheck.errors import InvalidInput
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, exact, to_text
from optcheck.lp.program import Infeasible, LinearProgram, Optimal, Outcome
from optcheck.tpmdp.instance import Instance, active_parties, some_parties, valid_threshold

__all__ = [
    "Coalition",
    "CoverProblem",
    "ListedCoalitions",
    "ThresholdCoalitions",
    "cover_certificate",
    "cover_instance",
    "outcome_evidence",
]

Coalition = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ThresholdCoalitions:
    """Every set of exactly ``threshold`` parties with a member among ``active``."""

    threshold: int
    active: tuple[int, ...]

    def document(self) -> dict[str, object]:
        """The family as JSON values."""
        return {"threshold": self.threshold, "active": list(self.active)}


@dataclass(frozen=True, slots=True)
class ListedCoalitions:
    """A family that is written out."""

    coalitions: tuple[Coalition, ...]

    def document(self) -> dict[str, object]:
        """The family as JSON values."""
        return {"coalitions": [list(coalition) for coalition in self.coalitions]}


@dataclass(frozen=True, slots=True)
class CoverProblem:
    """Requirements, coalitions, costs and caps of the parties; a cap of None is none, a cap of 0 forbids noise."""

    required: tuple[Exact, ...]
    family: ThresholdCoalitions | ListedCoalitions
    costs: tuple[Exact, ...]
    caps: tuple[Exact | None, ...]

    @classmethod
    def of(
        cls,
        required: Sequence[object],
        threshold: int,
        active: Iterable[int] | None = None,
        costs: Sequence[object] | None = None,
        caps: Sequence[object] | None = None,
    ) -> CoverProblem:
        """The problem with coalitions of exactly ``threshold`` parties, one of them active."""
        n = _length(required, "required")
        family = ThresholdCoalitions(valid_threshold(threshold, n), active_parties(active, n))
        return cls._checked(required, family, costs, caps)

    @classmethod
    def listed(
        cls,
        required: Sequence[object],
        coalitions: Iterable[Iterable[int]],
        costs: Sequence[object] | None = None,
        caps: Sequence[object] | None = None,
    ) -> CoverProblem:
        """The problem with the coalitions that are given."""
        n = _length(required, "required")
        if not n:
            raise InvalidInput("there must be at least one party, got none")
        if not isinstance(coalitions, Iterable):
            raise InvalidInput(f"coalitions must be a list of lists of parties, got {coalitions!r}")
        listed = {some_parties(members, n, "a member of a coalition") for members in coalitions}
        family = ListedCoalitions(tuple(sorted(listed)))
        return cls._checked(required, family, costs, caps)

    @classmethod
    def from_instance(cls, instance: Instance) -> CoverProblem:
        """Eq. 6 as a case of the general problem."""
        return cls.of(instance.required, instance.threshold, instance.active)

    @classmethod
    def _checked(
        cls,
        required: Sequence[object],
        family: ThresholdCoalitions | ListedCoalitions,
        costs: Sequence[object] | None,
        caps: Sequence[object] | None,
    ) -> CoverProblem:
        n = len(required)
        bounds: Sequence[object] = [None] * n if caps is None else caps
        charges: Sequence[object] = [1] * n if costs is None else costs
        for name, values in (("costs", charges), ("caps", bounds)):
            if _length(values, name) != n:
                raise InvalidInput(f"{name} must have one entry for each of {n} parties, got {len(values)}")
        limits = tuple(None if cap is None else _not_negative(cap, f"caps[{j}]") for j, cap in enumerate(bounds))
        prices = tuple(_not_negative(cost, f"costs[{j}]") for j, cost in enumerate(charges))
        needs = tuple(_not_negative(need, f"required[{j}]") for j, need in enumerate(required))
        return cls(needs, family, prices, limits)

    @property
    def n(self) -> int:
        """How many parties there are."""
        return len(self.required)


def cover_certificate(problem: CoverProblem, program: LinearProgram, outcome: Outcome) -> Certificate:
    """The outcome with the coalitions that carry the dual; the checker finds the rest by sorting."""
    evidence, dual = outcome_evidence(problem, outcome)
    evidence["dual"] = [_weighted(problem, program, row, weight) for row, weight in dual.items() if weight]
    return Certificate("coalition-cover", cover_instance(problem), evidence)


def outcome_evidence(problem: CoverProblem, outcome: Outcome) -> tuple[dict[str, object], Mapping[int, Exact]]:
    """Status, value and variances as JSON values, and the row multipliers that are still to be written."""
    match outcome:
        case Optimal(value, primal, dual):
            point = [to_text(x) for x in primal[: problem.n]]
            return {"status": "optimal", "value": to_text(value), "primal": point}, dual
        case Infeasible(dual):
            return {"status": "infeasible"}, dual
        case _:
            raise InvalidInput("a cover with costs that are not negative is never unbounded")


def cover_instance(problem: CoverProblem) -> dict[str, object]:
    """The problem as JSON values."""
    return {
        "required": [to_text(need) for need in problem.required],
        "costs": [to_text(cost) for cost in problem.costs],
        "caps": [None if cap is None else to_text(cap) for cap in problem.caps],
        "family": problem.family.document(),
    }


def _weighted(problem: CoverProblem, program: LinearProgram, row: int, weight: Exact) -> dict[str, object]:
    outside = [column for column, _ in program.rows.row(row)]
    leader = max(outside, key=lambda j: problem.required[j])
    members = sorted(set(range(problem.n)) - set(outside))
    return {"coalition": members, "party": leader, "weight": to_text(weight)}


def _length(values: object, name: str) -> int:
    if not isinstance(values, Sized) or isinstance(values, str):
        raise InvalidInput(f"{name} must be a list of numbers, got {values!r}")
    return len(values)


def _not_negative(value: object, name: str) -> Exact:
    number = exact(value, name)
    if number < 0:
        raise InvalidInput(f"{name} must not be negative, got {value}")
    return number
