"""ADPML: totals in closed form against walking, best schedules against a cone solver, accounting, and training."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from lp_models.adpml import schedule_program
from optcheck.adpml import (
    ScheduleProblem,
    budget_schedule,
    load_digits,
    optimal_schedule,
    privacy_spent,
    schedule,
    shrinking_amplitudes,
    total_loss,
    train,
)


@pytest.mark.benchmark(group="total loss of 10^5 rounds")
@pytest.mark.parametrize("route", ["closed form", "walk"])
def test_bench_total(benchmark: Any, small: bool, route: str) -> None:
    rounds = 100 if small else 10**5
    plan = schedule("1/20", 2000, "9/10", rounds)
    benchmark.extra_info["baseline"] = route == "closed form"
    found = benchmark(
        (lambda: total_loss("1/20", 2000, "9/10", rounds)) if route == "closed form" else (lambda: sum(plan))
    )
    assert found == plan.total


@pytest.mark.benchmark(group="best schedule of 200 rounds with floor and cap")
@pytest.mark.parametrize("route", ["closed form, exact", "closed form, exact and proved", "cvxpy with Clarabel"])
def test_bench_best_schedule(benchmark: Any, small: bool, route: str) -> None:
    rounds = 10 if small else 200
    problem = ScheduleProblem(shrinking_amplitudes("9/10", rounds), rounds, lower=Fraction(1, 2), upper=Fraction(4))
    exact = _solved(problem)
    routes = {
        "closed form, exact": lambda: float(_solved(problem).cost),
        "closed form, exact and proved": lambda: float(_solved(problem).certify().verify().value),
        "cvxpy with Clarabel": lambda: schedule_program(problem).solve().cost,
    }
    cost = benchmark.pedantic(routes[route], rounds=1 if small else 5)
    benchmark.extra_info["baseline"] = route == "closed form, exact"
    benchmark.extra_info["note"] = f"relative error {abs(cost / float(exact.cost) - 1):.1e}"
    assert cost == pytest.approx(float(exact.cost), rel=1e-4)


def _solved(problem: ScheduleProblem) -> Any:
    return optimal_schedule(problem.amplitudes, problem.total, lower=problem.lower, upper=problem.upper)


@pytest.mark.benchmark(group="(epsilon, delta) of a schedule, both conversions, proved")
def test_bench_accounting(benchmark: Any) -> None:
    plan = budget_schedule(1, 10, "1/100", "9/10", 18)
    spent = benchmark(privacy_spent, plan.losses, Fraction(1, 100))
    benchmark.extra_info["note"] = f"Prop. 1: {spent.epsilon:.3f}, Gaussian: {spent.gaussian_epsilon:.3f}"
    assert spent.gaussian_epsilon < spent.epsilon


@pytest.mark.benchmark(group="training on digits, 30 parties")
@pytest.mark.parametrize("noise", ["no noise", "scheduled noise"])
def test_bench_training(benchmark: Any, small: bool, noise: str) -> None:
    data, rounds = load_digits(), 1 if small else 18
    losses = budget_schedule(1, 10, "1/100", "9/10", rounds).losses if noise == "scheduled noise" else None
    run = benchmark.pedantic(lambda: train(data, losses, rounds=rounds), rounds=1 if small else 3)
    benchmark.extra_info["baseline"] = noise == "no noise"
    benchmark.extra_info["note"] = f"accuracy {run.accuracies[-1]:.3f} after {rounds} rounds"
    assert np.isfinite(run.weights).all()
