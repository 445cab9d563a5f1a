"""Noise against coalitions of a threshold family as a program of linear size: no coalition appears in it.

The heaviest coalition against party j solves a linear program over vectors a in [0, 1]^n with a_j = 0, sum t and at
least 1 on the active parties. Its dual, with one pair of multipliers (level, relief) for all parties, turns the
exponentially many rows into 2n + 1: with excess_i >= x_i - level (+ relief if i is active),

    total(x) - total(excess) - t level + relief + excess_j >= required_j        for every party j.

That one pair is enough for all parties shows in the dual of this program, which ``optcheck.checker.cover`` reads: the
weights and loads in it can always be split into coalitions.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from lp_models.coalition_cover import CoverProblem, ThresholdCoalitions, cover_instance, outcome_evidence
from optcheck.errors import InvalidInput
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text
from optcheck.lp.program import LinearProgram, Outcome, SparseRows, object_array

__all__ = ["compact"]


def compact(problem: CoverProblem) -> LinearProgram:
    """The program in x, excess, level, relief and the weight left outside; solve it with ``optcheck.solve``.

    >>> from optcheck import solve
    >>> solve(compact(CoverProblem.of([3, 1, 2], threshold=1, costs=[5, 1, 1]))).value
    6
    """
    family = problem.family
    if not isinstance(family, ThresholdCoalitions):
        raise InvalidInput("a compact program needs coalitions given by a threshold, got a list")
    n, unconstrained = problem.n, not family.threshold or not family.active
    rows = SparseRows(np.zeros(1, np.int64), np.empty(0, np.int32), np.empty(0, np.int64))
    count = 0 if unconstrained else 2 * n + 1
    relations = np.ones(count, np.int8)
    relations[2 * n :] = 0
    return LinearProgram(
        sense="minimise",
        costs=(*problem.costs, *(0,) * (n + 3)),
        rows=rows if unconstrained else _rows(n, family),
        relations=relations,
        rhs=object_array([*problem.required, *(0,) * (n + 1)][:count] if count else []),
        lower=(*(0,) * (2 * n), None, 0, None),
        upper=(*problem.caps, *(None,) * (n + 3)),
        column_labels=(*(f"x[{j}]" for j in range(n)), *(f"excess[{j}]" for j in range(n)), "level", "relief", "left"),
        row_labels=(*(f"party[{j}]" for j in range(n)), *(f"excess[{j}]" for j in range(n)), "left")[:count],
        certifier=partial(_certificate, problem),
    )


def _rows(n: int, family: ThresholdCoalitions) -> SparseRows:
    """Party rows: left + excess_j. Excess rows: excess_i - x_i + level - relief if active. Last: what left means."""
    parties, zeros, ones = np.arange(n), np.zeros(n, np.int64), np.ones(n, np.int64)
    level, relief, left = 2 * n, 2 * n + 1, 2 * n + 2
    active = np.zeros(n, np.int64)
    active[list(family.active)] = 1
    columns = [
        np.column_stack([n + parties, zeros + left]),
        np.column_stack([parties, n + parties, zeros + level, zeros + relief]),
        np.arange(2 * n + 3),
    ]
    values = [
        np.column_stack([ones, ones]),
        np.column_stack([-ones, ones, ones, -active]),
        np.concatenate([ones, -ones, [-family.threshold, 1, -1]]),
    ]
    sizes = np.concatenate([np.full(n, 2), np.full(n, 4), [2 * n + 3]])
    return SparseRows(
        starts=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        columns=np.concatenate([part.ravel() for part in columns]).astype(np.int32),
        values=np.concatenate([part.ravel() for part in values]).astype(np.int64),
    )


def _certificate(problem: CoverProblem, program: LinearProgram, outcome: Outcome) -> Certificate:
    """Weights of the parties and loads instead of coalitions: linear size."""
    evidence, dual = outcome_evidence(problem, outcome)
    n = problem.n
    weights = [dual.get(j, 0) for j in range(n)]
    total = sum(weights)
    evidence["weights"] = [to_text(weight) for weight in weights]
    evidence["loads"] = [to_text(total - dual.get(n + j, 0)) for j in range(n)]
    return Certificate("coalition-cover", cover_instance(problem), evidence)
