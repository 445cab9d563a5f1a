"""Solve noise against coalitions without listing rows: the coalition that hurts a party most comes from a sort."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
from numpy.typing import NDArray

from lp_models.coalition_cover import Coalition, CoverProblem, ListedCoalitions, cover_certificate
from optcheck.exact.numbers import Exact, whole
from optcheck.lp.program import LinearProgram, Optimal, Outcome, SparseRows, object_array
from optcheck.lp.separation import Cut, solve_with_separation
from optcheck.lp.solve import Answer
from optcheck.tpmdp.instance import Instance

__all__ = ["solve_cover", "solve_separated", "worst_cut"]

Weights = Sequence[Exact] | Sequence[float]


def solve_separated(instance: Instance) -> Answer:
    """Solve Eq. 6 with rows added only where a point violates them, and prove the optimum.

    >>> solve_separated(Instance.of([3, 1, 2], threshold=1)).value
    4
    """
    return solve_cover(CoverProblem.from_instance(instance))


def solve_cover(problem: CoverProblem) -> Answer:
    """Solve by separation and prove the answer with a certificate of kind ``coalition-cover``.

    >>> solve_cover(CoverProblem.of([3, 1, 2], threshold=1, costs=[5, 1, 1])).value
    6
    """
    scale = _near(max(problem.required))  # a solver's absolute tolerances suit numbers near one
    scaled = replace(
        problem,
        required=tuple(need / scale for need in problem.required),
        caps=tuple(None if cap is None else cap / scale for cap in problem.caps),
    )
    answer = solve_with_separation(_without_rows(scaled), lambda point: worst_cut(scaled, point))
    outcome = _rescaled(answer.outcome, scale)
    certificate = cover_certificate(problem, answer.program, outcome)
    certificate.verify()
    return replace(answer, outcome=outcome, certificate=certificate)


def _near(value: Exact) -> Fraction:
    """A power of two within a factor of two of the value."""
    return Fraction(2) ** (value.numerator.bit_length() - value.denominator.bit_length())


def _rescaled(outcome: Outcome, scale: Fraction) -> Outcome:
    if isinstance(outcome, Optimal):
        point = tuple(whole(x * scale) for x in outcome.primal)
        return Optimal(whole(outcome.value * scale), point, outcome.dual)
    return outcome


def worst_cut(problem: CoverProblem, point: Sequence[Exact] | NDArray[np.float64]) -> list[Cut]:
    """The row that a point violates most, if any; exact at an exact point.

    One row a round: more make fewer rounds but slower ones (measured at n = 200).
    """
    weights: Weights = point.tolist() if isinstance(point, np.ndarray) else point
    rows = [_row(problem, coalition) for coalition in dict.fromkeys(_suspects(problem, weights))]
    violations = [(row.violation(weights), row) for row in rows if row is not None]
    most, worst = max(violations, key=lambda pair: pair[0], default=(0, None))
    return [] if worst is None or most <= 0 else [worst]


def _suspects(problem: CoverProblem, weights: Weights) -> Iterator[Coalition]:
    """Coalitions one of which is violated if any is; among equally heavy parties the cheap ones collude.

    The heaviest coalition against a party holds the heaviest active party and the heaviest others. Against one of
    these the next heaviest takes its place; the one that lacks most decides for all of them. Against the heaviest
    active party the second heaviest takes its place.
    """
    if isinstance(problem.family, ListedCoalitions):
        yield from problem.family.coalitions
        return
    threshold, active = problem.family.threshold, set(problem.family.active)
    order = sorted(range(len(weights)), key=lambda j: (-weights[j], problem.costs[j]))
    seers = [j for j in order if j in active]
    if not threshold or not seers:
        return
    others = [j for j in order if j != seers[0]]
    core, spare = [seers[0], *others[: threshold - 1]], others[threshold - 1]
    yield tuple(sorted(core))
    if len(core) > 1:
        pressed = max(core[1:], key=lambda j: problem.required[j] - weights[j])
        yield tuple(sorted({*core, spare} - {pressed}))
    if len(seers) > 1:
        rest = [j for j in others if j != seers[1]]
        yield tuple(sorted([seers[1], *rest[: threshold - 1]]))


def _row(problem: CoverProblem, coalition: Coalition) -> Cut | None:
    """What is outside reaches the largest requirement outside; None if nobody is outside."""
    members = set(coalition)
    outside = [j for j in range(problem.n) if j not in members]
    if not outside:
        return None
    label = "coalition[{" + ",".join(map(str, coalition)) + "}]"
    return Cut(label, outside, [1] * len(outside), ">=", max(problem.required[j] for j in outside))


def _without_rows(problem: CoverProblem) -> LinearProgram:
    return LinearProgram(
        sense="minimise",
        costs=problem.costs,
        rows=SparseRows(np.zeros(1, np.int64), np.empty(0, np.int32), np.empty(0, np.int64)),
        relations=np.empty(0, np.int8),
        rhs=object_array([]),
        lower=(0,) * problem.n,
        upper=problem.caps,
        column_labels=tuple(f"x[{j}]" for j in range(problem.n)),
        row_labels=(),
        certifier=partial(cover_certificate, problem),
    )
