"""BAS and SAR as protocols: what travels down the row, what comes out, and who learns what."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.chained_simulation import (
    broadcast_and_shuffle,
    expected_errors,
    exposed_slices,
    shuffled_orders,
    simulated_errors,
    slice_and_recombine,
)
from optcheck.chained_dp import M
from optcheck.errors import InvalidInput

BIDS = np.array([0.2, 0.9, 0.5, 0.4])
DATA = np.arange(20, dtype=float).reshape(4, 5)


def test_only_the_first_user_adds_noise() -> None:
    run = broadcast_and_shuffle(DATA, BIDS, seed=3)
    steps = np.diff(run.messages, axis=0)
    assert steps == pytest.approx(DATA[run.order[1:]])
    assert run.messages[0] != pytest.approx(DATA[run.order[0]])
    assert run.estimate == pytest.approx(run.messages[-1] / 4)


def test_runs_are_repeatable() -> None:
    first, second = (slice_and_recombine(DATA, BIDS, 3, seed=8) for _ in range(2))
    assert first.estimate.tolist() == second.estimate.tolist()
    assert first.orders.tolist() == second.orders.tolist()


def test_orders_are_uniform_among_those_that_keep_the_largest_bidder_back() -> None:
    orders = shuffled_orders(np.array([1.0, 3.0, 2.0]), 30_000, np.random.default_rng(2))
    found, counts = np.unique(orders, axis=0, return_counts=True)
    assert found.tolist() == [[0, 1, 2], [0, 2, 1], [2, 0, 1], [2, 1, 0]]
    assert counts == pytest.approx([7500] * 4, rel=0.05)


@pytest.mark.parametrize("bids", [[1.0], [2.0, 2.0, 2.0]])
def test_equal_bids_would_be_shuffled_for_ever(bids: list[float]) -> None:
    with pytest.raises(InvalidInput, match="two different bids"):
        broadcast_and_shuffle(np.zeros((len(bids), 1)), bids, seed=0)


def test_tied_largest_bidders_are_both_kept_back() -> None:
    orders = shuffled_orders(np.array([1.0, 3.0, 3.0]), 200, np.random.default_rng(2))
    assert set(orders[:, 0].tolist()) == {0}


@pytest.mark.parametrize(("slices", "lengths"), [(1, [5]), (2, [3, 2]), (4, [2, 2, 1]), (5, [1] * 5)])
def test_slices_cover_every_coordinate_once(slices: int, lengths: list[int]) -> None:
    run = slice_and_recombine(DATA, BIDS, slices, seed=1)
    assert [cut.stop - cut.start for cut in run.slices] == lengths
    assert run.estimate.shape == (5,)
    assert run.orders.shape == (len(lengths), 4)


def test_estimates_have_the_right_mean_and_variance() -> None:
    estimates = np.array([slice_and_recombine(DATA, BIDS, 5, seed=seed).estimate for seed in range(2000)])
    variance = M * BIDS.max() / 16
    assert np.abs(estimates.mean(axis=0) - DATA.mean(axis=0)).max() < 5 * (variance / 2000) ** 0.5
    assert estimates.var(axis=0).mean() == pytest.approx(variance, rel=0.06)


def test_neighbours_learn_a_slice_by_subtraction() -> None:
    run = broadcast_and_shuffle(DATA, BIDS, seed=5)
    assert run.messages[2] - run.messages[1] == pytest.approx(DATA[run.order[2]])


def test_exposed_slices_follow_the_definitions() -> None:
    run = slice_and_recombine(np.zeros((5, 90)), np.arange(5.0), 90, seed=9)
    weak, strong = (exposed_slices(run, 2, [0, 4], kind) for kind in ("weak", "strong"))
    for order, near, between in zip(run.orders.tolist(), weak, strong, strict=True):
        place, sides = order.index(2), sorted((order.index(0), order.index(4)))
        assert near == (sides == [place - 1, place + 1])
        assert between == (sides[0] < place < sides[1])
    assert 0 < weak.sum() < strong.sum() < 90


def test_expected_errors_match_simulation() -> None:
    expected = expected_errors(BIDS, 30)
    seen = simulated_errors(BIDS, 30, 4000, seed=4)
    for way, error in expected.items():
        assert seen[way].mean() == pytest.approx(error, rel=0.03)
    assert expected["central"] < expected["chained"] < expected["local"]


@pytest.mark.parametrize("slices", [0, 6])
def test_slices_must_fit(slices: int) -> None:
    with pytest.raises(InvalidInput, match=f"between 1 and d = 5, got {slices}"):
        slice_and_recombine(DATA, BIDS, slices, seed=0)


def test_dimensions_and_repetitions_are_positive() -> None:
    for call in (lambda: expected_errors(BIDS, 0), lambda: simulated_errors(BIDS, 3, 0, seed=1)):
        with pytest.raises(InvalidInput, match="must be at least 1, got 0"):
            call()


def test_bad_vectors_and_victims_are_refused() -> None:
    with pytest.raises(InvalidInput, match="one vector per user, 4; got shape"):
        broadcast_and_shuffle(np.zeros((3, 2)), BIDS, seed=0)
    run = slice_and_recombine(DATA, BIDS, 5, seed=0)
    with pytest.raises(InvalidInput, match="coordinates must be finite, got nan"):
        broadcast_and_shuffle(np.full((4, 2), np.nan), BIDS, seed=0)
    with pytest.raises(InvalidInput, match="a user must be between 0 and 3, got 4"):
        exposed_slices(run, 1, [4])
    with pytest.raises(InvalidInput, match="the victim must not be an attacker"):
        exposed_slices(run, 1, [1, 2])
