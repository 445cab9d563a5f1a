"""Conversions: safe rounding, the tight one never above the general one, noise that costs what it should."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.adpml import (
    Schedule,
    budget_schedule,
    loss_for_budget,
    noise_variances,
    privacy_spent,
    schedule_within_budget,
)
from optcheck.adpml.accounting import Conversion
from optcheck.errors import InvalidInput
from tests.strategies.adpml import schedules, sizes

DELTAS = st.fractions(Fraction(1, 10**6), Fraction(9, 10), max_denominator=10**6)


def _ball(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))


@given(schedules(most_rounds=10), DELTAS)
@settings(max_examples=50, deadline=None)
def test_epsilon_is_never_understated(plan: Schedule, delta: Fraction) -> None:
    spent = privacy_spent(plan, delta)
    with ctx.workprec(200):
        rho = _ball(Fraction(spent.rho))
        by_proposition = rho + 2 * (-rho * _ball(delta).log()).sqrt()
        assert arb(spent.epsilon) >= by_proposition
    assert spent.rho == plan.total
    assert spent.gaussian_epsilon <= spent.epsilon


@given(st.fractions(Fraction(1, 10), 20, max_denominator=10), DELTAS, st.sampled_from(["zcdp", "gaussian"]))
@settings(max_examples=40, deadline=None)
def test_a_budgets_loss_stays_within_the_budget(epsilon: Fraction, delta: Fraction, conversion: Conversion) -> None:
    spent = privacy_spent([loss_for_budget(epsilon, delta, conversion)], delta)
    back = spent.epsilon if conversion == "zcdp" else spent.gaussian_epsilon
    assert Fraction(back) <= epsilon * (1 + Fraction(1, 2**50))


def test_the_tight_conversion_buys_more_loss() -> None:
    assert loss_for_budget(1, "1/100000", "gaussian") > Fraction(3, 2) * loss_for_budget(1, "1/100000")


@given(schedules(most_rounds=10), sizes())
@settings(max_examples=50, deadline=None)
def test_the_noise_costs_the_loss(plan: Schedule, sensitivity: Fraction) -> None:
    variances = noise_variances(plan, sensitivity)
    assert tuple(sensitivity**2 / (2 * Fraction(variance)) for variance in variances) == plan.losses


@pytest.mark.parametrize(("delta", "rate", "rounds"), [("1/100", "9/10", 18), ("1/100000", "6/10", 23)])
def test_the_papers_own_schedules_never_reach_their_cap(delta: str, rate: str, rounds: int) -> None:
    plan = budget_schedule(1, 10, delta, rate, rounds)
    assert plan.ramp_rounds == rounds
    assert plan.losses[-1] < plan.maximum / 3


def test_a_whole_run_fits_its_budget() -> None:
    run = schedule_within_budget(3, "1/1000", cap_ratio=20, rate="1/2", rounds=12)
    assert privacy_spent(run, "1/1000").gaussian_epsilon <= 3
    bigger = Schedule(run.minimum * Fraction(1001, 1000), run.maximum * Fraction(1001, 1000), run.rate, run.rounds)
    assert privacy_spent(bigger, "1/1000").gaussian_epsilon > 3


def test_bad_input_is_named() -> None:
    with pytest.raises(InvalidInput, match="conversion must be zcdp or gaussian, got 'exact'"):
        loss_for_budget(1, "1/2", "exact")  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(InvalidInput, match="sensitivity must be positive, got 0"):
        noise_variances([1], 0)
    with pytest.raises(InvalidInput, match="delta must be"):
        privacy_spent([1], 2)
