"""The schedule's closed form and its inversions, against walking through the rounds."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.adpml import Schedule, largest_rate, most_rounds, scaled_to_total, schedule, total_loss
from optcheck.errors import InvalidInput
from tests.strategies.adpml import schedules, sizes, walked_total


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
