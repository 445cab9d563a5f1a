"""Noise against coalitions in general: unequal costs, caps, parties without noise, any family of coalitions.

Minimise the cost of variances x with 0 <= x <= cap such that outside every coalition of the family the variances
reach the requirement of each party outside. Eq. 6 is the case of unit costs, no caps and the coalitions of exactly t
parties with an active member. No row is listed: the coalition that hurts a party most comes from a sort.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import InvalidInput
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, exact, to_text, whole
from optcheck.exact.program import Infeasible, LinearProgram, Optimal, Outcome, SparseRows, object_array
from optcheck.solvers import Answer, Cut, solve_with_separation
from optcheck.tpmdp.instance import Instance, active_parties, valid_threshold

__all__ = ["CoverProblem", "ListedCoalitions", "ThresholdCoalitions", "cover_certificate", "solve_cover"]

_CUTS_A_ROUND = 1  # more rows a round make fewer rounds but slower ones (measured at n = 200)
Coalition = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ThresholdCoalitions:
    """Every set of exactly ``threshold`` parties with a member among ``active``."""

    threshold: int
    active: tuple[int, ...]

    def worst(self, problem: CoverProblem, weights: Sequence[Any]) -> Iterator[Coalition]:
        """The heaviest coalitions against the parties that lack most; among equally heavy ones the cheap collude.

        The heaviest coalition against a party holds the heaviest active party and the heaviest others; against a
        party among these, the next one takes its place.
        """
        order = sorted(range(len(weights)), key=lambda j: (-weights[j], problem.costs[j]))
        seers = [j for j in order if j in set(self.active)]
        if not self.threshold or not seers:
            return
        others = [j for j in order if j != seers[0]]
        core, spare = [seers[0], *others[: self.threshold - 1]], others[self.threshold - 1]
        yield tuple(sorted(core))
        if len(core) > 1:
            pressed = max(core[1:], key=lambda j: problem.required[j] - weights[j])
            yield tuple(sorted({*core, spare} - {pressed}))
        if len(seers) > 1:
            rest = [j for j in others if j != seers[1]]
            yield tuple(sorted([seers[1], *rest[: self.threshold - 1]]))

    def document(self) -> dict[str, Any]:
        """The family as JSON values."""
        return {"threshold": self.threshold, "active": list(self.active)}


@dataclass(frozen=True, slots=True)
class ListedCoalitions:
    """A family that is written out."""

    coalitions: tuple[Coalition, ...]

    def worst(self, problem: CoverProblem, weights: Sequence[Any]) -> Iterator[Coalition]:
        """All of them: a list is its own oracle."""
        yield from self.coalitions

    def document(self) -> dict[str, Any]:
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
        n = len(required)
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
        n = len(required)
        family = ListedCoalitions(tuple(sorted({active_parties(members, n) for members in coalitions})))
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
        limits = tuple(None if cap is None else _not_negative(cap, f"caps[{j}]") for j, cap in enumerate(bounds))
        prices = tuple(_not_negative(cost, f"costs[{j}]") for j, cost in enumerate(costs or [1] * n))
        for name, values in (("costs", prices), ("caps", limits)):
            if len(values) != n:
                raise InvalidInput(f"{name} must have one entry for each of {n} parties, got {len(values)}")
        needs = tuple(_not_negative(need, f"required[{j}]") for j, need in enumerate(required))
        return cls(needs, family, prices, limits)

    @property
    def n(self) -> int:
        """How many parties there are."""
        return len(self.required)

    def cut(self, coalition: Coalition) -> Cut | None:
        """The row of a coalition: what is outside reaches the largest requirement outside; None if nobody is."""
        members = set(coalition)
        outside = [j for j in range(self.n) if j not in members]
        if not outside:
            return None
        label = "coalition[{" + ",".join(map(str, coalition)) + "}]"
        return Cut(label, outside, [1] * len(outside), ">=", max(self.required[j] for j in outside))

    def worst_cuts(self, point: Sequence[Exact] | NDArray[np.float64]) -> list[Cut]:
        """The rows that a point violates most; exact at an exact point."""
        weights: Sequence[Any] = point.tolist() if isinstance(point, np.ndarray) else point
        rows = [self.cut(coalition) for coalition in dict.fromkeys(self.family.worst(self, weights))]
        violations = [(row.violation(weights), row) for row in rows if row is not None]
        found = sorted((pair for pair in violations if pair[0] > 0), key=lambda pair: -pair[0])
        return [row for _, row in found[:_CUTS_A_ROUND]]

    def program(self) -> LinearProgram:
        """The program without any row: the oracle ``worst_cuts`` supplies them."""
        return LinearProgram(
            sense="minimise",
            costs=self.costs,
            rows=SparseRows(np.zeros(1, np.int64), np.empty(0, np.int32), np.empty(0, np.int64)),
            relations=np.empty(0, np.int8),
            rhs=object_array([]),
            lower=(0,) * self.n,
            upper=self.caps,
            column_labels=tuple(f"x[{j}]" for j in range(self.n)),
            row_labels=(),
            certifier=partial(cover_certificate, self),
        )


def solve_cover(problem: CoverProblem) -> Answer:
    """Solve by separation and prove the answer with a certificate of kind ``coalition-cover``.

    >>> solve_cover(CoverProblem.of([3, 1, 2], threshold=1, costs=[5, 1, 1])).value
    6
    """
    scale = 1 << max(0, int(max(problem.required)).bit_length())  # absolute tolerances suit numbers near one
    scaled = replace(
        problem,
        required=tuple(Fraction(need, scale) for need in problem.required),
        caps=tuple(None if cap is None else Fraction(cap, scale) for cap in problem.caps),
    )
    answer = solve_with_separation(scaled.program(), scaled.worst_cuts)
    outcome = _rescaled(answer.outcome, scale)
    certificate = cover_certificate(problem, answer.program, outcome)
    certificate.verify()
    return replace(answer, outcome=outcome, certificate=certificate)


def _rescaled(outcome: Outcome, scale: int) -> Outcome:
    if isinstance(outcome, Optimal):
        point = tuple(whole(Fraction(x * scale)) for x in outcome.primal)
        return Optimal(whole(Fraction(outcome.value * scale)), point, outcome.dual)
    return outcome


def cover_certificate(problem: CoverProblem, program: LinearProgram, outcome: Outcome) -> Certificate:
    """The outcome with the coalitions that carry the dual; the checker finds the rest by sorting."""
    instance = {
        "required": [to_text(need) for need in problem.required],
        "costs": [to_text(cost) for cost in problem.costs],
        "caps": [None if cap is None else to_text(cap) for cap in problem.caps],
        "family": problem.family.document(),
    }
    match outcome:
        case Optimal(value, primal, dual):
            evidence: dict[str, Any] = {
                "status": "optimal",
                "value": to_text(value),
                "primal": [to_text(x) for x in primal],
            }
        case Infeasible(dual):
            evidence = {"status": "infeasible"}
        case _:
            raise InvalidInput("a cover with costs that are not negative is never unbounded")
    evidence["dual"] = [_weighted(problem, program, row, weight) for row, weight in dual.items() if weight]
    return Certificate("coalition-cover", instance, evidence)


def _weighted(problem: CoverProblem, program: LinearProgram, row: int, weight: Exact) -> dict[str, Any]:
    outside = [column for column, _ in program.rows.row(row)]
    leader = max(outside, key=lambda j: problem.required[j])
    members = sorted(set(range(problem.n)) - set(outside))
    return {"coalition": members, "party": leader, "weight": to_text(weight)}


def _not_negative(value: object, name: str) -> Exact:
    number = exact(value, name)
    if number < 0:
        raise InvalidInput(f"{name} must not be negative, got {value}")
    return number
