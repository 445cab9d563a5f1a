"""Optimal noise in doubles: exactly private, close to the exact optimum, vectorised, limits as limits."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optcheck
from optcheck.cordp import OptimalNoise, biased_error, central_error, exact_noise, local_error, optimal_noise
from optcheck.errors import InvalidInput
from tests.strategies.cordp import Triple, triples

FLOORS = st.floats(1e-200, 1e200, allow_subnormal=False)


def _is_private(n: int, c: int, noise: OptimalNoise) -> bool:
    """The privacy condition for the very doubles, in exact arithmetic: a b >= s (v + (n-2) r), all of them positive."""
    v, r, s = (Fraction(value) for value in (noise.variance, noise.covariance, noise.sigma2_min))
    a, b, middle = v + (c - 1) * r, v + (n - 1) * r, v + (n - 2) * r
    return r <= 0 and b > 0 and (a * b >= s * middle if n > 1 else v >= s)


def _huge() -> st.SearchStrategy[Triple]:
    return triples(largest=2**31)


@settings(max_examples=300, deadline=None)
@given(st.one_of(triples(largest=30), _huge()), FLOORS, st.sampled_from([1.0001, 1.5, 40.0]))
def test_the_returned_doubles_are_private_exactly(triple: Triple, floor: float, within: float) -> None:
    noise = optimal_noise(*triple, sigma2_min=floor, within=within)
    assert math.isfinite(noise.variance)
    assert _is_private(triple[0], triple[2], noise)


@settings(max_examples=60, deadline=None)
@given(triples(largest=25), st.floats(1e-9, 1e9))
def test_close_to_the_exact_optimum(triple: Triple, floor: float) -> None:
    noise = optimal_noise(*triple, sigma2_min=floor, within=1.25)
    truth = exact_noise(*triple, Fraction(floor), within=Fraction(5, 4))
    assert noise.variance == pytest.approx(float(truth.variance), rel=1e-14)
    assert noise.covariance == pytest.approx(float(truth.covariance), rel=1e-12, abs=1e-14 * floor)
    assert noise.effective_variance == pytest.approx(float(truth.effective_variance), rel=1e-14)
    reached = Fraction(noise.variance) + (triple[1] - 1) * Fraction(noise.covariance)
    assert truth.effective_variance <= reached * (1 + Fraction(1, 10**14))
    assert reached <= truth.effective_variance * (1 + Fraction(triple[0], 10**13))


def test_the_doubles_cost_next_to_nothing_at_a_million_users() -> None:
    noise = optimal_noise(10**6, 10**6 - 1, 0, sigma2_min=1.0)
    reached = Fraction(noise.variance) + (10**6 - 2) * Fraction(noise.covariance)
    assert abs(float(reached) / noise.effective_variance - 1) < 1e-8


@settings(deadline=None)
@given(triples(largest=50), FLOORS)
def test_without_dropouts_the_limit_is_returned_as_such(triple: Triple, floor: float) -> None:
    n, _, c = triple
    noise = optimal_noise(n, n, c, sigma2_min=floor)
    assert noise.effective_variance == pytest.approx(floor / (n - c), rel=1e-14)
    if c == n - 1:
        assert (noise.attained, noise.variance, noise.covariance, noise.correlation) == (True, floor, 0.0, 0.0)
    else:
        assert (noise.attained, noise.variance, noise.covariance) == (False, math.inf, -math.inf)
        assert noise.correlation == -1 / (n - 1)
        near = noise.finite(1.5)
        assert near.effective_variance <= 1.5 * noise.effective_variance * (1 + 1e-15)
        assert math.isfinite(near.variance)
        assert near.covariance <= 0


def test_nearer_to_the_limit_needs_more_variance() -> None:
    limit = optimal_noise(20, 20, 3, sigma2_min=2.0)
    variances = [limit.finite(within).variance for within in (2.0, 1.1, 1.001, 1.0000001)]
    assert variances == sorted(variances)
    assert variances[-1] > 1e6


@settings(max_examples=30, deadline=None)
@given(st.lists(triples(largest=40), min_size=1, max_size=6), FLOORS)
def test_arrays_give_what_single_calls_give(drawn: list[Triple], floor: float) -> None:
    n, t, c = np.array(drawn).T
    together = optimal_noise(n, t, c, sigma2_min=floor)
    for index, triple in enumerate(drawn):
        alone = optimal_noise(*triple, sigma2_min=floor)
        for name in ("variance", "covariance", "correlation", "effective_variance", "attained"):
            assert getattr(together, name)[index] == getattr(alone, name)
        assert together.mse(7)[index] == alone.mse(7)


def test_arguments_broadcast() -> None:
    noise = optimal_noise(np.array([[10], [20]]), np.array([5, 6, 7]), 0, sigma2_min=1.0)
    assert noise.variance.shape == (2, 3)
    assert noise.mse(np.array(3)).shape == (2, 3)


def test_independent_noise_is_returned_unrounded() -> None:
    noise = optimal_noise(7, 4, 3, sigma2_min=0.3)
    assert (noise.variance, noise.covariance) == (0.3, 0.0)


def test_the_budget_is_calibrated_at_sensitivity_two() -> None:
    by_budget = optimal_noise(10, 8, 1, epsilon=0.7, delta=1e-5)
    assert by_budget.sigma2_min == optcheck.gaussian.required_variance(0.7, 1e-5, sensitivity=2.0)
    assert by_budget == optimal_noise(10, 8, 1, sigma2_min=by_budget.sigma2_min)


@pytest.mark.parametrize("triple", [(100, 100, 0), (100, 80, 0), (100, 80, 20), (100, 100, 20), (2, 2, 0)])
def test_between_central_and_local_privacy(triple: Triple) -> None:
    n, t, c = triple
    noise = optimal_noise(*triple, sigma2_min=3.0)
    unbiased = noise.mse(20, unbiased=True)
    assert central_error(3.0, n - c, 20) * (1 - 1e-15) <= unbiased < local_error(3.0, t - c, 20)
    assert noise.mse(20) == biased_error(noise.effective_variance, t - c, 20) < min(1, unbiased)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 3, "t": 4, "c": 0, "sigma2_min": 1.0}, "0 <= c < t <= n <= 2.31, got n = 3, t = 4, c = 0"),
        ({"n": [3, 4], "t": 2, "c": [1, 2], "sigma2_min": 1.0}, "got n = 4, t = 2, c = 2"),
        ({"n": 3.0, "t": 2, "c": 0, "sigma2_min": 1.0}, "n must be an integer"),
        ({"n": 3, "t": 2, "c": 0}, "give epsilon and delta, or sigma2_min"),
        ({"n": 3, "t": 2, "c": 0, "epsilon": 1.0}, "give epsilon and delta, or sigma2_min"),
        ({"n": 3, "t": 2, "c": 0, "epsilon": 1.0, "delta": 0.1, "sigma2_min": 1.0}, "give epsilon and delta"),
        ({"n": 3, "t": 2, "c": 0, "sigma2_min": 0.0}, "sigma2_min must be between"),
        ({"n": 3, "t": 2, "c": 0, "sigma2_min": float("nan")}, "sigma2_min must be between"),
        ({"n": 3, "t": 2, "c": 0, "sigma2_min": [Fraction(1, 2), "x"]}, "sigma2_min must be a number"),
        ({"n": 3, "t": 3, "c": 0, "sigma2_min": 1.0, "within": 1.0}, "within must be one number above 1, got 1.0"),
        ({"n": 3, "t": 3, "c": 0, "sigma2_min": 1.0, "within": "x"}, "within must be one number above 1, got 'x'"),
        ({"n": 3, "t": 2, "c": 0, "sigma2_min": "x"}, "sigma2_min must be a number"),
        ({"n": 3, "t": 2, "c": 0, "sigma2_min": True}, "sigma2_min must be a number"),
        ({"n": 3, "t": 2, "c": 0, "sigma2_min": 10**400}, "sigma2_min must be between"),
        ({"n": [3, 4], "t": [2, 2, 2], "c": 0, "sigma2_min": 1.0}, "shapes that fit together"),
        ({"n": [3, 4], "t": 2, "c": 0, "sigma2_min": [1.0] * 3}, "shapes that fit together"),
        ({"n": np.array([2**64 - 1], dtype=np.uint64), "t": 2, "c": 0, "sigma2_min": 1.0}, "n <= 2.31"),
    ],
)
def test_bad_input_is_named(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        optimal_noise(**arguments)  # type: ignore[arg-type]  # the point of the test


def test_the_dimension_must_be_positive() -> None:
    noise = optimal_noise(3, 2, 0, sigma2_min=1.0)
    for wrong in (0, math.nan, "a"):
        with pytest.raises(InvalidInput, match=r"d must be a number (that is at least 1|or an array of numbers), got"):
            noise.mse(wrong)


def test_errors_ask_for_honest_users_and_a_variance() -> None:
    with pytest.raises(InvalidInput, match="honest users must be a number that is at least 1, got 0"):
        local_error(1.0, 0, 1)
    with pytest.raises(InvalidInput, match="variance must be a number that is at least 0, got -1"):
        central_error(-1.0, 4, 1)


@settings(max_examples=60, deadline=None)
@given(triples(largest=20), FLOORS, st.sampled_from([1.0001, 3.0]))
def test_the_doubles_carry_their_own_proof(triple: Triple, floor: float, within: float) -> None:
    noise = optimal_noise(*triple, sigma2_min=floor, within=within)
    certificate = noise.certify()
    assert certificate.verify().kind == "cordp-optimum"
    factor = Fraction(str(certificate.evidence.get("within", 1)))
    if triple[0] == triple[1]:
        assert factor <= Fraction(within) * (1 + Fraction(triple[0], 2**47) / Fraction(within - 1))
    else:
        assert factor <= 1 + Fraction(triple[0], 10**13)


@pytest.mark.parametrize("floor", [Fraction(1, 3), Fraction(2, 3), 2**53 + 1, [Fraction(1, 10), 7]])
def test_exact_floors_are_never_rounded_down(floor: object) -> None:
    noise = optimal_noise(5, 4, 1, sigma2_min=floor)
    asked = floor if isinstance(floor, list) else [floor]
    for used, wanted in zip(np.ravel(noise.sigma2_min).tolist(), asked, strict=True):
        assert wanted <= Fraction(used) <= wanted * (1 + Fraction(1, 2**52))


def test_the_covariance_matrix_keeps_the_floor() -> None:
    matrix = optimal_noise(6, 4, 0, sigma2_min=2.0).covariance_matrix()
    assert 1 / np.diag(np.linalg.inv(matrix)) == pytest.approx(np.full(6, 2.0))


@pytest.mark.parametrize(("n", "t"), [(3, 3), ([3, 4], 2)])
def test_limits_and_arrays_have_no_matrix_and_no_proof(n: object, t: int) -> None:
    noise = optimal_noise(n, t, 0, sigma2_min=1.0)
    with pytest.raises(InvalidInput, match="one triple with finite variance"):
        noise.covariance_matrix()
    with pytest.raises(InvalidInput, match="one triple with finite variance"):
        noise.certify()
