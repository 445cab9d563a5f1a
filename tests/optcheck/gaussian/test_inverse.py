"""delta and epsilon from the noise: rounded up, by at most one unit in the last place too much."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb
from hypothesis import example, given, settings
from hypothesis import strategies as st

from optcheck.errors import InvalidInput
from optcheck.gaussian import (
    classical_variance,
    delta_of,
    delta_of_variance,
    epsilon_of,
    epsilon_of_variance,
    required_variance,
)
from tests.strategies.gaussian import deltas, epsilons, sensitivities, true_delta, two_below

sigmas = st.floats(-2, 6).map(lambda exponent: 10.0**exponent)


@given(sigmas, epsilons(), sensitivities())
@example(1.0, 1.0, 1.0)
@example(1e6, 1e-12, 1e-9)
@example(1e3, 1e4, 1.0)
@settings(max_examples=150, deadline=None)
def test_delta_is_rounded_up_to_the_next_double(sigma: float, epsilon: float, sensitivity: float) -> None:
    delta = delta_of(sigma, epsilon, sensitivity)
    exact = true_delta(Fraction(sigma) ** 2, epsilon, sensitivity)
    assert exact <= delta or delta == 1  # no enclosure shows that delta stays below 1 by 1e-1000
    assert two_below(delta) == 0 or exact > two_below(delta)


@given(epsilons(), deltas(), sensitivities())
@settings(max_examples=100, deadline=None)
def test_the_calibrated_variance_keeps_both_budgets(epsilon: float, delta: float, sensitivity: float) -> None:
    variance = required_variance(epsilon, delta, sensitivity)
    assert delta_of_variance(variance, epsilon, sensitivity) <= delta
    assert epsilon_of_variance(variance, delta, sensitivity) <= epsilon


@given(sigmas, deltas(), st.floats(-2, 2).map(lambda exponent: 10.0**exponent))
@example(1.0, 1e-300, 1.0)
@example(0.01, 0.999, 100.0)
@example(1e6, 0.5, 0.01)
@settings(max_examples=150, deadline=None)
def test_epsilon_is_the_least_safe_double(sigma: float, delta: float, sensitivity: float) -> None:
    epsilon = epsilon_of(sigma, delta, sensitivity)
    variance = Fraction(sigma) ** 2
    assert true_delta(variance, epsilon, sensitivity) <= delta
    assert epsilon == 0 or true_delta(variance, two_below(epsilon), sensitivity) > delta


@pytest.mark.parametrize("steps", [1, 1000, 10**12])
def test_an_epsilon_close_to_zero_keeps_its_relative_precision(steps: int) -> None:
    """Just below delta(sigma, 0) the least epsilon is tiny, and float solvers see only noise."""
    delta = delta_of(1.0, 0.0) - steps * math.ulp(0.25)
    epsilon = epsilon_of(1.0, delta)
    assert 0 < epsilon < 1e-3
    assert true_delta(1.0, epsilon) <= delta < true_delta(1.0, two_below(epsilon))


def test_noise_that_needs_no_budget_gives_epsilon_zero() -> None:
    assert epsilon_of(1.0, delta_of(1.0, 0.0)) == 0.0
    assert epsilon_of(3.0, 1e-5, 0.0) == 0.0


def test_no_noise_hides_nothing() -> None:
    assert delta_of(0.0, 1.0) == 1.0
    assert delta_of(0.0, 1.0, 0.0) == 0.0


def test_a_delta_below_the_smallest_double_is_rounded_up_to_it() -> None:
    assert delta_of(1e3, 1e4) == 5e-324


def test_enclosures_hold_the_value() -> None:
    delta = delta_of(2.0, 1.0, exact=True)
    assert delta.overlaps(true_delta(4.0, 1.0))
    assert delta.rel_accuracy_bits() > 64
    epsilon = epsilon_of(2.0, 1e-5, exact=True)
    assert epsilon <= epsilon_of(2.0, 1e-5)
    assert epsilon > two_below(epsilon_of(2.0, 1e-5))
    assert epsilon_of_variance(4, 1e-5, exact=True).overlaps(epsilon)


def test_arrays_broadcast() -> None:
    table = epsilon_of(np.array([[1.0], [2.0]]), np.array([1e-3, 1e-6]))
    assert table.shape == (2, 2)
    assert table[1, 0] == epsilon_of(2.0, 1e-3)
    assert delta_of([1.0, 2.0], 1.0).tolist() == [delta_of(1.0, 1.0), delta_of(2.0, 1.0)]


def test_invalid_noise_is_named() -> None:
    with pytest.raises(InvalidInput, match=r"sigma must be at least 0 and finite, got -1.0"):
        delta_of(-1.0, 1.0)
    with pytest.raises(InvalidInput, match=r"sigma must be greater than 0 and finite, got 0.0"):
        epsilon_of(0.0, 1e-5)
    with pytest.raises(InvalidInput, match=r"epsilon is at most 1e\+09, got sensitivity/\(2 sigma\) = 5e\+49"):
        epsilon_of(1e-50, 1e-5)


@given(st.floats(1e-9, 0.999), deltas(), sensitivities())
@settings(max_examples=100, deadline=None)
def test_the_classical_formula_is_rounded_up_and_safe(epsilon: float, delta: float, sensitivity: float) -> None:
    variance = classical_variance(epsilon, delta, sensitivity)
    exact = classical_variance(epsilon, delta, sensitivity, exact=True)
    direct = 2 * (arb(1.25) / arb(delta)).log() * arb(sensitivity) ** 2 / arb(epsilon) ** 2
    assert exact.overlaps(direct)
    assert two_below(variance) < exact <= variance
    assert variance >= required_variance(epsilon, delta, sensitivity)


@pytest.mark.parametrize("epsilon", [0.0, 1.0, 20.0])
def test_the_classical_formula_is_refused_outside_its_domain(epsilon: float) -> None:
    with pytest.raises(InvalidInput, match="epsilon must be greater than 0 and less than 1"):
        classical_variance(epsilon, 1e-5)
