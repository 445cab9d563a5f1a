"""The training loop: learns, spends what it says, adds the noise it must, and repeats itself."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from optcheck.adpml import (
    Dataset,
    LocalTraining,
    budget_schedule,
    load_digits,
    schedule,
    train,
    unsafe_paper_sensitivity,
    valid_sensitivity,
)
from optcheck.adpml.training import noise_deviation
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact
from tests.strategies.adpml import sizes


@pytest.fixture(scope="module")
def digits() -> Dataset:
    return load_digits()


def test_without_noise_it_learns(digits: Dataset) -> None:
    run = train(digits, None, rounds=12, parties=10)
    assert run.accuracies[-1] > 0.85
    assert run.spent is None


def test_with_valid_noise_it_learns_and_spends_the_schedule(digits: Dataset) -> None:
    plan = budget_schedule(1, 10, "1/100", "9/10", 18)
    run = train(digits, plan.losses, parties=10)
    assert run.accuracies[-1] > 0.75
    assert run.spent is not None
    assert run.spent[-1] == plan.total
    assert run.spent[3] == sum(plan.losses[:4])


def test_more_loss_means_less_noise(digits: Dataset) -> None:
    low, high = (train(digits, [loss] * 5, parties=30).accuracies[-1] for loss in (Fraction(1, 100), 10))
    assert high > low + 0.2


def test_runs_repeat_and_seeds_differ(digits: Dataset) -> None:
    runs = [train(digits, [1] * 2, parties=5, seed=seed) for seed in (0, 0, 1)]
    assert np.array_equal(runs[0].weights, runs[1].weights)
    assert not np.array_equal(runs[0].weights, runs[2].weights)


def test_the_noise_has_the_deviation_of_the_sensitivity(digits: Dataset) -> None:
    """One party, one round: the difference to the run without noise is the noise itself."""
    loss = Fraction(1, 2)
    clean = train(digits, None, rounds=1, parties=1).weights
    for sensitivity in (valid_sensitivity, unsafe_paper_sensitivity):
        noisy = train(digits, [loss], parties=1, sensitivity=sensitivity).weights
        expected = noise_deviation(loss, sensitivity(LocalTraining(), len(digits.labels)))
        assert np.std(noisy - clean) == pytest.approx(expected, rel=0.1)


@given(sizes(), sizes())
@settings(deadline=None)
def test_the_deviation_is_never_too_small(loss: Fraction, sensitivity: Fraction) -> None:
    deviation = noise_deviation(loss, sensitivity)
    assert Fraction(deviation) ** 2 >= sensitivity**2 / (2 * loss)
    assert deviation <= float(sensitivity) / sqrt(2 * float(loss)) * (1 + 1e-14)


def test_losses_may_be_a_schedule_or_doubles(digits: Dataset) -> None:
    plan = schedule("1/2", 2, 1, 3)
    whole, doubles = train(digits, plan, parties=5), train(digits, [0.5, 1.0, 1.5], parties=5)
    assert whole.spent == doubles.spent == (Fraction(1, 2), Fraction(3, 2), 3)
    assert np.array_equal(whole.weights, doubles.weights)


def test_uneven_shares_are_weighted(digits: Dataset) -> None:
    assert train(digits, None, rounds=2, parties=7).accuracies[-1] > 0.5


def test_some_parties_a_round_are_enough_to_learn(digits: Dataset) -> None:
    assert train(digits, None, rounds=6, parties=20, active=3).accuracies[-1] > 0.6
    everyone = train(digits, None, rounds=1, parties=4).weights
    assert np.allclose(train(digits, None, rounds=1, parties=4, active=4).weights, everyone)
    assert not np.allclose(train(digits, None, rounds=1, parties=4, active=1).weights, everyone)


def test_it_stops_at_the_target_and_reports_progress(digits: Dataset) -> None:
    seen: list[tuple[int, int]] = []
    run = train(digits, [5] * 20, parties=10, until=0.6, progress=lambda done, rounds: seen.append((done, rounds)))
    assert run.rounds_to(0.6) == len(run.accuracies) < 20
    assert seen == [(t, 20) for t in range(1, len(run.accuracies) + 1)]
    assert run.rounds_to(1.5) is None
    assert run.spent is not None
    assert len(run.spent) == len(run.accuracies)


@pytest.mark.parametrize(
    ("losses", "arguments", "message"),
    [
        (None, {}, "rounds of a run without noise must be a whole number, got None"),
        ([1, 1], {"rounds": 3}, "rounds must be the number of losses = 2, got 3"),
        ([], {}, "losses must be positive and at least one"),
        ([1, 0], {}, "losses must be positive"),
        ([float("nan")], {}, "loss must be a finite number, got nan"),
        (5, {}, "one loss each; got 5"),
        ([1], {"seed": -1}, "seed must be at least 0, got -1"),
        ([1], {"parties": 2.5}, "parties must be a whole number, got 2.5"),
        ([1], {"parties": 0}, "parties must be between 1 and the 1348 records, got 0"),
        ([1], {"parties": 4, "active": 5}, "active must be between 1 and the 4 parties, got 5"),
        ([1], {"parties": 1349}, "parties must be between 1 and the 1348 records, got 1349"),
    ],
)
def test_bad_input_is_named(
    digits: Dataset, losses: list[Exact] | None, arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(InvalidInput, match=message):
        train(digits, losses, **arguments)
