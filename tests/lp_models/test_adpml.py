"""The convex program of best schedules agrees with the closed form, within the solver's accuracy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from lp_models.adpml import schedule_program
from optcheck.adpml import ScheduleProblem, optimal_schedule, schedule, shrinking_amplitudes
from tests.strategies.adpml import schedule_problems

SOLVER_ACCURACY = 1e-5


@given(schedule_problems(most_rounds=6))
@settings(max_examples=25, deadline=None)
def test_the_solver_finds_the_closed_form(problem: ScheduleProblem) -> None:
    exact = optimal_schedule(
        problem.amplitudes,
        problem.total,
        sensitivity=problem.sensitivity,
        lower=problem.lower,
        upper=problem.upper,
    )
    found = schedule_program(problem).solve()
    assert found.cost == pytest.approx(float(exact.cost), rel=SOLVER_ACCURACY)
    assert float(np.sum(found.losses)) <= float(problem.total) * (1 + SOLVER_ACCURACY)


def test_the_papers_size_with_bounds() -> None:
    ramp = schedule("0.05", "2.8", "0.9", 18)
    problem = ScheduleProblem(shrinking_amplitudes("3/4", 18), ramp.total, lower=ramp.minimum, upper=ramp.maximum)
    exact = optimal_schedule(problem.amplitudes, problem.total, lower=problem.lower, upper=problem.upper)
    found = schedule_program(problem).solve()
    assert np.allclose(found.losses, [float(loss) for loss in exact.losses], atol=1e-3)
