"""Losses, budgets and noise, and how far one record can move a model."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.adpml import (
    LocalTraining,
    Schedule,
    budget_schedule,
    gradient_sensitivity,
    loss_for_budget,
    noise_variances,
    privacy_spent,
    schedule_within_budget,
    unsafe_paper_sensitivity,
    valid_sensitivity,
)
from optcheck.adpml.schedules import GRADIENT_BOUND, Conversion
from optcheck.adpml.training import local_model
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
    with pytest.raises(InvalidInput, match="conversion must be 'zcdp' or 'gaussian', got 'exact'"):
        loss_for_budget(1, "1/2", "exact")  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(InvalidInput, match="sensitivity must be positive, got 0"):
        noise_variances([1], 0)
    with pytest.raises(InvalidInput, match="delta must be"):
        privacy_spent([1], 2)


ROUNDING = 1e-12  # the models are computed in doubles; the bounds are exact


def _rows(
    generator: np.random.Generator, count: int, features: int
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    rows = generator.normal(size=(count, features))
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float64)


@given(
    st.integers(0, 10**6),
    st.integers(1, 12),
    st.builds(LocalTraining, st.sampled_from([1, 20]), st.integers(1, 12), st.sampled_from([1, 2, 4])),
)
@settings(max_examples=150, deadline=None)
def test_replacing_a_record_moves_the_model_no_further(seed: int, records: int, training: LocalTraining) -> None:
    generator = np.random.default_rng(seed)
    classes, features = 3, 2
    start = generator.normal(size=(classes, features))
    rows, labels = _rows(generator, records, features), generator.integers(0, classes, records)
    models = []
    for label in (0, 1):  # opposite rows with different labels pull apart as far as one record can
        rows, labels = rows.copy(), labels.copy()
        rows[0], labels[0] = (1 - 2 * label) * np.array([1.0, 0.0]), label
        models.append(local_model(start, rows, labels, training))
    distance = float(np.linalg.norm(models[0] - models[1]))
    assert distance <= float(valid_sensitivity(training, records)) + ROUNDING


def test_the_bound_for_one_step_is_nearly_attained() -> None:
    """Two almost equal rows that the start puts into opposite classes, both with the wrong label."""
    training = LocalTraining(clip=10**6, steps=1, step_size=4)
    start = np.array([[0.0, -4000.0], [0.0, 4000.0]])
    rows = [np.array([[np.sqrt(1 - 0.01**2), tilt]]) for tilt in (0.01, -0.01)]
    models = [local_model(start, row, np.array([label]), training) for label, row in enumerate(rows)]
    distance = float(np.linalg.norm(models[0] - models[1]))
    assert distance == pytest.approx(float(gradient_sensitivity(training, 1)), rel=1e-3)


def test_the_papers_sensitivity_is_exceeded_by_means_of_two_records() -> None:
    training = LocalTraining(clip=1)
    first, second = (np.mean([0.0, y]) / max(1.0, abs(float(np.mean([0.0, y])))) for y in (2.0, -2.0))
    assert abs(first - second) == 2 > unsafe_paper_sensitivity(training, 2) == 1
    assert abs(first - second) <= 2 * training.clip


def test_the_gradient_bound_is_above_the_root_of_two() -> None:
    assert GRADIENT_BOUND**2 > 2
    assert GRADIENT_BOUND**2 < 2 + 10**-15


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"clip": 0}, "clip must be positive, got 0"),
        ({"steps": 0}, "steps must be at least 1, got 0"),
        ({"step_size": 5}, r"step_size must be in \(0, 4\], got 5"),
    ],
)
def test_bad_training_is_named(arguments: dict[str, int], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        LocalTraining(**arguments)


def test_no_records_is_named() -> None:
    with pytest.raises(InvalidInput, match="records must be at least 1, got 0"):
        valid_sensitivity(LocalTraining(), 0)
