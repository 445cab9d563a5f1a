"""Programs with too many rows to list: rows are added when a point violates them, until none does.

The loop runs in doubles and ends in exact arithmetic: the optimum of the rows so far is proved, and the oracle is asked
once more at that exact point. Only its "nothing violated" there makes the optimum one of the full program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import NotCertified
from optcheck.exact.numbers import Exact
from optcheck.lp.answer import Answer
from optcheck.lp.backends import HighsSession
from optcheck.lp.limits import Run
from optcheck.lp.program import (
    RELATION_CODES,
    Infeasible,
    LinearProgram,
    Optimal,
    Relation,
    Solution,
    Status,
)
from optcheck.lp.solve import DEFAULT_MEMORY, certified, explain_exhaustion, outcome_of

Point = Sequence[Exact] | NDArray[np.float64]

_LEAST_VIOLATION = 1e-9  # smaller violations are left to the exact rounds
_MOST_ROUNDS = 100_000
DEFAULT_LIMIT = 600.0  # seconds


@dataclass(frozen=True, slots=True)
class Cut:
    """A row of the full program, as the oracle returns it."""

    label: str
    columns: Sequence[int]
    values: Sequence[Exact]
    relation: Relation
    rhs: Exact

    def violation(self, point: Point | Sequence[float]) -> Exact | float:
        """By how much the point breaks the row; zero or less when it does not."""
        excess = sum(a * point[j] for j, a in zip(self.columns, self.values, strict=True)) - self.rhs
        return abs(excess) if self.relation == "=" else -excess * RELATION_CODES[self.relation]


Oracle = Callable[[Point], Sequence[Cut]]


def solve_with_separation(
    program: LinearProgram,
    oracle: Oracle,
    progress: Callable[[int, float], None] | None = None,
    limit: float = DEFAULT_LIMIT,
    memory: float = DEFAULT_MEMORY,
) -> Answer:
    """Solve a program whose rows come from an oracle, and prove the optimum of the full program.

    ``program`` holds the rows to start with; with them the optimum must be finite. ``oracle(point)`` returns rows
    that the point violates: it is asked at float points on the way and at the exact optimum in the end, where its
    answer must be exact. ``progress(rows, value)`` is called each round. Ends within ``limit`` seconds and the time of
    one call of the oracle, or raises NotCertified.
    """
    run = Run(limit, memory)
    with explain_exhaustion(program, run):
        return _separate(program, oracle, progress or (lambda rows, value: None), run)


def _separate(program: LinearProgram, oracle: Oracle, progress: Callable[[int, float], None], run: Run) -> Answer:
    session = HighsSession(program.to_floats())
    cuts: dict[str, Cut] = {}
    for _ in range(_MOST_ROUNDS):
        run.check()
        solution = session.run(limit=run.remaining)
        progress(program.rows.count + len(cuts), solution.value)
        fresh = _new_cuts(oracle(solution.primal), solution, cuts)
        if not fresh:
            rows = [
                (c.label, zip(c.columns, c.values, strict=True), RELATION_CODES[c.relation], c.rhs)
                for c in cuts.values()
            ]
            extended = program.extended(rows, certifier=program.certifier)
            outcome, route = _optimum(extended, solution, run)
            fresh = [] if isinstance(outcome, Infeasible) else _violated(oracle, outcome.primal)
            if not fresh:
                return certified(extended, outcome, solution, route, run)
        cuts.update({cut.label: cut for cut in fresh})
        _add_rows(session, fresh)
    raise NotCertified(f"separation did not end within {_MOST_ROUNDS} rounds")


def _new_cuts(cuts: Sequence[Cut], solution: Solution, known: dict[str, Cut]) -> list[Cut]:
    if solution.status is not Status.OPTIMAL:
        return []
    return [
        cut
        for cut in cuts
        if cut.label not in known and cut.violation(solution.primal) > _LEAST_VIOLATION * (1 + abs(float(cut.rhs)))
    ]


def _violated(oracle: Oracle, point: Sequence[Exact]) -> list[Cut]:
    return [cut for cut in oracle(point) if cut.violation(point) > 0]


def _optimum(program: LinearProgram, solution: Solution, run: Run) -> tuple[Optimal | Infeasible, str]:
    outcome, route = outcome_of(program, program.to_floats(), solution, run)
    if not isinstance(outcome, Optimal | Infeasible):
        raise NotCertified("the rows so far leave the objective unbounded: start with rows that bound it")
    return outcome, route


def _add_rows(session: HighsSession, cuts: Sequence[Cut]) -> None:
    sides = np.array([float(cut.rhs) for cut in cuts])
    codes = np.array([RELATION_CODES[cut.relation] for cut in cuts])
    sizes = [len(cut.columns) for cut in cuts]
    session.add_rows(
        lower=np.where(codes >= 0, sides, -np.inf),
        upper=np.where(codes <= 0, sides, np.inf),
        starts=np.cumsum([0, *sizes[:-1]], dtype=np.int32),
        columns=np.concatenate([np.asarray(cut.columns, dtype=np.int32) for cut in cuts]),
        values=np.array([float(a) for cut in cuts for a in cut.values]),
    )
