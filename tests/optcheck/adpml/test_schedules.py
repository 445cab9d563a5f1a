"""The capped ramp and its inversions, and schedules of least noise."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import verify
from optcheck.adpml import (
    OptimalSchedule,
    Schedule,
    ScheduleProblem,
    largest_rate,
    most_rounds,
    noise_cost,
    optimal_schedule,
    scaled_to_total,
    schedule,
    shrinking_amplitudes,
    total_loss,
)
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact
from tests.strategies.adpml import schedule_problems, schedules, sizes, walked_total


@given(schedules())
@settings(deadline=None)
def test_the_total_is_the_sum_of_the_rounds(plan: Schedule) -> None:
    assert plan.total == walked_total(plan) == sum(plan.losses)
    assert len(plan.losses) == plan.rounds
    assert sum(loss < plan.maximum for loss in plan) == plan.ramp_rounds


@given(schedules(), sizes())
@settings(deadline=None)
def test_scaling_spends_the_total_and_keeps_the_shape(plan: Schedule, total: Fraction) -> None:
    ratio = Fraction(plan.maximum) / plan.minimum
    scaled = scaled_to_total(total, ratio, plan.rate, plan.rounds)
    assert walked_total(scaled) == total
    assert Fraction(scaled.maximum) / scaled.minimum == ratio


@given(schedules(most_rounds=30), sizes())
@settings(deadline=None)
def test_one_round_more_would_exceed_the_total(plan: Schedule, extra: Fraction) -> None:
    total = plan.minimum + extra
    longest = most_rounds(total, plan.minimum, plan.maximum, plan.rate)
    assert walked_total(longest) <= total
    assert walked_total(Schedule(plan.minimum, plan.maximum, plan.rate, longest.rounds + 1)) > total


@given(schedules(most_rounds=30), st.fractions(0, 1, max_denominator=20))
@settings(deadline=None)
def test_the_steepest_ramp_spends_all_it_can(plan: Schedule, share: Fraction) -> None:
    flat = plan.rounds * plan.minimum
    jump = plan.minimum + (plan.rounds - 1) * plan.maximum
    total = flat + share * (jump - flat)
    assert walked_total(largest_rate(total, plan.minimum, plan.maximum, plan.rounds)) == total


@given(schedules(most_rounds=30))
@settings(deadline=None)
def test_the_steepest_ramp_recovers_the_rate(plan: Schedule) -> None:
    steepest = largest_rate(plan.total, plan.minimum, plan.maximum, plan.rounds)
    assert steepest.total == plan.total
    if plan.rounds > 1 and plan.minimum < plan.maximum and steepest.rate < Fraction(plan.maximum) / plan.minimum - 1:
        assert steepest.rate == plan.rate


@pytest.mark.parametrize(
    ("plan", "losses"),
    [
        ((1, 3, 1, 1), (1,)),
        ((1, 1, 5, 3), (1, 1, 1)),
        ((1, 9, 0, 3), (1, 1, 1)),
        ((1, 3, 1, 4), (1, 2, 3, 3)),
        ((2, 5, "1/2", 4), (2, 3, 4, 5)),
        ((1, 2, 100, 2), (1, 2)),
    ],
)
def test_corners(plan: tuple[int, int, object, int], losses: tuple[int, ...]) -> None:
    assert schedule(*plan).losses == losses
    assert total_loss(*plan) == sum(losses)


def test_floats_are_the_fractions_that_they_are() -> None:
    assert total_loss(0.1, 0.3, 0.5, 3) == Fraction(0.1) * (1 + Fraction(3, 2) + 2)


def test_a_billion_rounds_need_no_walk() -> None:
    assert total_loss("1/3", 7, "1/7", 10**9) == schedule("1/3", 7, "1/7", 1000).total + 7 * (10**9 - 1000)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 1, 1, 1), "minimum must be positive, got 0"),
        ((2, 1, 1, 1), "maximum must be at least minimum = 2, got 1"),
        ((1, 1, -1, 1), "rate must be at least 0, got -1"),
        ((1, 1, 1, 0), "rounds must be at least 1, got 0"),
        ((1, 1, 1, 2.0), "rounds must be a whole number, got 2.0"),
        ((float("nan"), 1, 1, 1), "minimum must be a finite number, got nan"),
        (("x", 1, 1, 1), "minimum must be a number such as"),
    ],
)
def test_bad_input_is_named(arguments: tuple[object, object, object, int], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        schedule(*arguments)


def test_budgets_that_are_too_small_are_named() -> None:
    with pytest.raises(InvalidInput, match="total must be at least minimum = 2, got 1"):
        most_rounds(1, 2, 3, 1)
    with pytest.raises(InvalidInput, match=r"total must be at least rounds \* minimum = 6, got 5"):
        largest_rate(5, 2, 3, 3)
    with pytest.raises(InvalidInput, match="total must be positive, got 0"):
        scaled_to_total(0, 2, 1, 3)


def solve(problem: ScheduleProblem) -> OptimalSchedule:
    return optimal_schedule(
        problem.amplitudes,
        problem.total,
        sensitivity=problem.sensitivity,
        lower=problem.lower,
        upper=problem.upper,
    )


@given(schedule_problems())
@settings(max_examples=50, deadline=None)
def test_every_solution_is_certified(problem: ScheduleProblem) -> None:
    best = solve(problem)
    assert verify(best.certify()).value == best.cost


@given(schedule_problems(), st.data())
@settings(max_examples=50, deadline=None)
def test_moving_loss_between_two_rounds_never_helps(problem: ScheduleProblem, data: st.DataObject) -> None:
    best = solve(problem)
    rounds = st.integers(0, len(best.losses) - 1)
    giver, taker = data.draw(rounds), data.draw(rounds)
    ceiling = problem.total if problem.upper is None else problem.upper
    room = min(best.losses[giver] - problem.lower, ceiling - best.losses[taker])
    moved: list[Exact] = list(best.losses)
    step = room * data.draw(st.fractions(0, Fraction(9, 10), max_denominator=10))
    moved[giver] -= step
    moved[taker] += step
    assert noise_cost(moved, problem.amplitudes, problem.sensitivity) >= best.cost


@given(st.lists(sizes(), min_size=1, max_size=12), sizes(), sizes())
@settings(max_examples=50, deadline=None)
def test_without_bounds_the_cost_is_the_square_of_a_sum(
    amplitudes: list[Fraction], total: Fraction, sensitivity: Fraction
) -> None:
    best = optimal_schedule(amplitudes, total, sensitivity=sensitivity)
    assert best.cost == (sensitivity * sum(amplitudes)) ** 2 / (2 * total)
    assert sum(best.losses) == total


@given(schedules(most_rounds=12))
@settings(max_examples=50, deadline=None)
def test_a_ramp_is_best_for_amplitudes_of_its_own_shape_only(plan: Schedule) -> None:
    losses = plan.losses
    assert optimal_schedule(losses, sum(losses)).losses == losses
    even = optimal_schedule([1] * len(losses), sum(losses))
    assert len(set(even.losses)) == 1
    assert even.cost <= noise_cost(losses, [1] * len(losses))
    assert (even.cost == noise_cost(losses, [1] * len(losses))) == (len(set(losses)) == 1)


def test_the_papers_ramp_is_far_from_best_for_shrinking_noise() -> None:
    ramp = schedule("0.049", "2.81", "0.9", 18)
    amplitudes = shrinking_amplitudes("1/2", 18)
    best = optimal_schedule(amplitudes, ramp.total)
    assert best.losses[-1] > ramp.losses[-1]
    assert noise_cost(ramp.losses, amplitudes) > 2 * best.cost


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"amplitudes": [], "total": 1}, "amplitudes must be positive and at least one"),
        ({"amplitudes": [1, 0], "total": 1}, "amplitudes must be positive"),
        ({"amplitudes": [1], "total": 0}, "total and sensitivity must be positive, got 0, 1"),
        ({"amplitudes": [1, 1], "total": 1, "lower": 1}, "lower must be between 0 and total / rounds = 1/2, got 1"),
        ({"amplitudes": [1], "total": 1, "upper": 0}, "upper must be positive and at least lower = 0, got 0"),
    ],
)
def test_bad_optimisation_input_is_named(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        optimal_schedule(**arguments)  # type: ignore[arg-type]  # wrong on purpose


def test_other_bad_input_is_named() -> None:
    with pytest.raises(InvalidInput, match="factor must be in"):
        shrinking_amplitudes(0, 3)
    with pytest.raises(InvalidInput, match="losses and amplitudes must have one length, got 1, 2"):
        noise_cost([1], [1, 2])
