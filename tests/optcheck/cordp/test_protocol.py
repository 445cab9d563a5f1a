"""The pairwise-seed protocol: exact cancellation, and a covariance and an error that follow the formulas.

The statistical tests use that, for a Gaussian sample of size d, the sum of squares of any fixed combination of the
noises over its variance is chi-square with d degrees of freedom. Each test compares such sums with two-sided quantiles
of level 1e-9 in all (Bonferroni); seeds are fixed, so a test that passed once always passes.
"""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest
from scipy.stats import chi2

from optcheck.cordp import exact_noise, optimal_noise, simulate_round, unbiased_error
from optcheck.cordp.rounds import Noise, User
from optcheck.errors import InvalidInput

LEVEL = 1e-9
Floats = npt.NDArray[np.float64]


def _follows(samples: Floats, variance: float, tests: int) -> bool:
    total, size = float((samples**2).sum()) / variance, samples.size
    low, high = chi2.ppf([LEVEL / tests / 2, 1 - LEVEL / tests / 2], size)
    return bool(low <= total <= high)


def _vectors(users: int, dimension: int) -> Floats:
    drawn = np.random.default_rng(5).standard_normal((users, dimension))
    return np.asarray(drawn / np.linalg.norm(drawn, axis=1, keepdims=True))


def test_both_ends_of_a_pair_draw_the_same_term() -> None:
    noise = Noise(3, 1.0, -0.25, 50)
    first, second = User.create(0, 7), User.create(2, 7)
    one = first.pair_term(2, second.key.public_key(), noise)
    assert (one == second.pair_term(0, first.key.public_key(), noise)).all()
    assert not (one == first.pair_term(1, User.create(1, 7).key.public_key(), noise)).any()


@pytest.mark.parametrize("users", [1, 2, 9])
def test_the_pair_terms_cancel_exactly(users: int) -> None:
    done = simulate_round(_vectors(users, 300), 3.0, -2.9 / max(1, users - 1))
    assert (done.pair_terms.sum(axis=(0, 1)) == 0).all()
    total = done.reports.sum(axis=0)
    assert (total == done.vectors.sum(axis=0) + done.own.sum(axis=0)).all()
    assert (done.pair_terms == -done.pair_terms.transpose(1, 0, 2)).all()


def test_the_noise_has_the_covariance_of_eq_9() -> None:
    users, variance, covariance = 6, 2.0, -0.35
    done = simulate_round(np.zeros((users, 20000)), variance, covariance)
    pairs = list(combinations(range(users), 2))
    tests = users + 2 * len(pairs)
    assert all(_follows(noise, variance, tests) for noise in done.noises)
    for i, j in pairs:
        assert _follows(done.noises[i] + done.noises[j], 2 * (variance + covariance), tests)
        assert _follows(done.noises[i] - done.noises[j], 2 * (variance - covariance), tests)


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_the_statistical_test_can_fail(wrong: float) -> None:
    done = simulate_round(np.zeros((4, 20000)), 2.0, -0.35)
    assert not _follows(done.noises[0], 2.0 * wrong, 1)


@pytest.mark.parametrize(
    ("responders", "colluders"),
    [(range(8), ()), (range(6), ()), (range(6), (0, 1)), (range(1, 7), (1, 7)), (range(5), (0, 1, 2, 3))],
)
def test_the_error_follows_the_formula_under_dropouts_and_collusion(
    responders: range, colluders: tuple[int, ...]
) -> None:
    noise = optimal_noise(8, 5, 2, sigma2_min=1.5)
    done = simulate_round(_vectors(8, 20000), noise.variance, noise.covariance)
    honest = [user for user in responders if user not in colluders]
    error = done.estimate(responders, colluders) - done.vectors[honest].mean(axis=0)
    effective = noise.variance + noise.covariance * (len(responders) - 1)
    assert _follows(error, unbiased_error(effective, len(honest), 1), 5)


def test_the_worst_case_error_is_the_optimum() -> None:
    noise, truth = optimal_noise(8, 5, 2, sigma2_min=1.5), exact_noise(8, 5, 2, 1)
    done = simulate_round(np.zeros((8, 20000)), noise.variance, noise.covariance, seed=3)
    assert _follows(done.estimate(range(5), (0, 1)), 1.5 * float(truth.effective_variance) / 3, 1)


def test_the_biased_decoder_shrinks_by_the_weight() -> None:
    done = simulate_round(_vectors(4, 10), 2.0, -0.5)
    weight = 1 / (1 + 10 / 3 * (2.0 - 0.5 * 2))
    assert done.estimate([0, 1, 2], unbiased=False) == pytest.approx(weight * done.estimate([0, 1, 2]))


def test_a_round_can_be_repeated_and_another_seed_is_another_round() -> None:
    vectors = _vectors(3, 40)
    first, again, other = (simulate_round(vectors, 1.0, -0.3, seed=seed) for seed in (1, 1, 2))
    assert (first.reports == again.reports).all()
    assert not (first.reports == other.reports).any()


def test_vectors_move_by_less_than_the_grid() -> None:
    vectors = _vectors(3, 40)
    done = simulate_round(vectors, 1.0, -0.3)
    assert np.abs(done.vectors - vectors).max() <= 2.0**-31


@pytest.mark.parametrize(
    ("users", "variance", "covariance", "message"),
    [
        (3, 1.0, 0.1, "covariance <= 0 < variance"),
        (3, 0.0, 0.0, "covariance <= 0 < variance"),
        (3, float("inf"), -1.0, "variance must be a finite number, got inf"),
        (3, 1.0, -0.6, "must not be negative, got -0.19"),
        (0, 1.0, 0.0, "between 1 and 32768, got 0"),
    ],
)
def test_noise_that_cannot_be_made_is_refused(users: int, variance: float, covariance: float, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        simulate_round(np.zeros((users, 2)), variance, covariance)


def test_a_flat_list_of_vectors_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"one row for each user, got shape \(3,\)"):
        simulate_round(np.zeros(3), 1.0, 0.0)


@pytest.mark.parametrize("entry", [math.nan, math.inf, 1e300])
def test_vectors_must_be_finite_and_not_huge(entry: float) -> None:
    with pytest.raises(InvalidInput, match="entries of the vectors must lie between"):
        simulate_round(np.full((2, 2), entry), 1.0, -0.1)


@pytest.mark.parametrize("users", [[0, 7], [0, -1]])
def test_nobody_unknown_responds(users: list[int]) -> None:
    done = simulate_round(np.zeros((2, 2)), 1.0, -0.1)
    with pytest.raises(InvalidInput, match="must be users 0 to 1, got"):
        done.estimate(users)


def test_somebody_honest_must_respond() -> None:
    done = simulate_round(np.zeros((3, 2)), 1.0, -0.1)
    with pytest.raises(InvalidInput, match=r"no honest responder is left among \[0, 1\]"):
        done.estimate([0, 1], [0, 1])
