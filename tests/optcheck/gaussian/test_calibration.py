"""Calibration against independent enclosures: the least variance, and the way back to delta and epsilon."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmarks.calibrators import GRID
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


def assert_least_safe(variance: float, epsilon: float, delta: float, sensitivity: float) -> None:
    assert true_delta(variance, epsilon, sensitivity) <= delta
    assert true_delta(two_below(variance), epsilon, sensitivity) > delta


@pytest.mark.parametrize(("epsilon", "delta"), GRID)
def test_the_guarantee_holds_in_every_cell_of_the_grid(epsilon: float, delta: float) -> None:
    assert_least_safe(required_variance(epsilon, delta), epsilon, delta, 1.0)


@given(epsilons(), deltas(), sensitivities())
@example(1e-12, 1e-300, 1e9)
@example(1e-12, 0.999, 1e-9)
@example(1e4, 1e-300, 1e-9)
@example(1e4, 0.999, 1e9)
@settings(max_examples=400, deadline=None)
def test_the_guarantee_holds_over_the_whole_range(epsilon: float, delta: float, sensitivity: float) -> None:
    assert_least_safe(required_variance(epsilon, delta, sensitivity), epsilon, delta, sensitivity)


@given(deltas().filter(lambda delta: delta > 1e-140))
@settings(max_examples=50, deadline=None)
def test_epsilon_zero_needs_a_finite_variance(delta: float) -> None:
    assert_least_safe(required_variance(0.0, delta), 0.0, delta, 1.0)


@pytest.mark.parametrize(
    ("epsilon", "delta"),
    [
        (1e9, 1e-9),
        (1e9, 0.999),
        (5e-324, 0.5),
        (1e-200, 1e-20),
        (1.0, 5e-324),
        (1.0, math.nextafter(1.0, 0.0)),
        (100.0, 1 - 1e-12),
        (0.0, math.nextafter(1.0, 0.0)),
    ],
)
def test_the_guarantee_holds_beyond_the_promised_range(epsilon: float, delta: float) -> None:
    assert_least_safe(required_variance(epsilon, delta), epsilon, delta, 1.0)


def test_the_guarantee_holds_for_subnormal_results() -> None:
    assert_least_safe(required_variance(1.0, 1e-5, 1e-161), 1.0, 1e-5, 1e-161)


@given(epsilons(), deltas())
@settings(max_examples=60, deadline=None)
def test_more_privacy_never_needs_less_noise(epsilon: float, delta: float) -> None:
    variance = required_variance(epsilon, delta)
    assert required_variance(epsilon / 2, delta) >= variance
    assert required_variance(epsilon, delta / 2) >= variance
    assert required_variance(epsilon, delta, 1.5) >= variance


@given(epsilons(), deltas())
@settings(max_examples=60, deadline=None)
def test_a_power_of_two_in_the_sensitivity_scales_exactly(epsilon: float, delta: float) -> None:
    assert required_variance(epsilon, delta, 8.0) == 64 * required_variance(epsilon, delta)


@given(epsilons(), deltas(), sensitivities())
@settings(max_examples=60, deadline=None)
def test_the_enclosure_is_narrow_and_next_to_the_double(epsilon: float, delta: float, sensitivity: float) -> None:
    enclosure = required_variance(epsilon, delta, sensitivity, exact=True)
    assert enclosure.rel_accuracy_bits() > 64
    variance = required_variance(epsilon, delta, sensitivity)
    assert enclosure <= variance
    assert enclosure > two_below(variance)


def test_the_enclosure_holds_for_exact_fractions() -> None:
    epsilon, delta, sensitivity = Fraction(1, 3), Fraction(1, 10**6), Fraction(2, 7)
    enclosure = required_variance(epsilon, delta, sensitivity, exact=True)
    target = arb(1) / 10**6
    assert true_delta(as_fraction(enclosure.lower()), epsilon, sensitivity) > target
    assert true_delta(as_fraction(enclosure.upper()), epsilon, sensitivity) < target


def as_fraction(end: Any) -> Fraction:
    """The exact value of an end of a ball."""
    exact = end.fmpq()
    return Fraction(int(exact.p), int(exact.q))


def test_scalars_give_floats_and_arrays_keep_their_shape() -> None:
    assert type(required_variance(1.0, 1e-5)) is float
    assert type(required_variance(1, Fraction(1, 10**5))) is float
    table = required_variance(np.array([[0.5], [1.0]]), np.array([1e-3, 1e-6, 1e-9]), 2)
    assert table.shape == (2, 3)
    assert table.dtype == np.float64
    assert table[1, 2] == required_variance(1.0, 1e-9, 2.0)
    assert required_variance([], 0.5).shape == (0,)


def test_enclosures_of_arrays_come_in_an_object_array() -> None:
    enclosures = required_variance([0.5, 1.0], 1e-5, exact=True)
    assert enclosures.shape == (2,)
    assert enclosures[1] <= required_variance(1.0, 1e-5)


def test_repeated_rows_agree_with_single_calls() -> None:
    epsilon = np.array([1.0, 0.1, 1.0, 0.1, 2.0])
    assert required_variance(epsilon, 1e-5).tolist() == [required_variance(e, 1e-5) for e in epsilon.tolist()]


@pytest.mark.parametrize("kind", [Fraction, Decimal])
def test_numbers_between_doubles_move_to_the_safe_side(kind: type) -> None:
    below = math.nextafter(0.1, 0)
    tenth = kind(1) / kind(10)
    assert Fraction(below) < Fraction(tenth) < Fraction(0.1)
    assert required_variance(tenth, 1e-5) == required_variance(below, 1e-5)
    assert required_variance(1.0, tenth) == required_variance(1.0, below)
    assert required_variance(1.0, 1e-5, tenth) == required_variance(1.0, 1e-5, 0.1)


def test_whole_numbers_and_narrow_floats_are_read_exactly() -> None:
    assert required_variance(2, 1e-5, np.int64(3)) == required_variance(2.0, 1e-5, 3.0)
    assert required_variance(np.float32(0.5), 1e-5) == required_variance(0.5, 1e-5)
    assert required_variance(np.longdouble(0.5), 1e-5) == required_variance(0.5, 1e-5)
    assert required_variance(2**53 // 2**27, 1e-5, 2**60 + 1) == required_variance(2.0**26, 1e-5, 2.0**60 + 256)


def test_a_query_that_no_one_influences_needs_no_noise() -> None:
    assert required_variance(1.0, 1e-5, 0.0) == 0.0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1.0, 1e-5), "epsilon must be at least 0 and at most 1e\\+09, got -1.0"),
        ((math.nan, 1e-5), "epsilon must be .* got nan"),
        ((math.inf, 1e-5), "epsilon must be .* got inf"),
        ((1e10, 1e-5), "epsilon must be .* got 10000000000.0"),
        ((1.0, 0.0), "delta must be greater than 0 and less than 1, got 0.0"),
        ((1.0, 1.0), "delta must be .* got 1.0"),
        ((1.0, [0.5, 1.5]), "delta must be .* got 1.5"),
        ((1.0, Fraction(1, 10**400)), "delta must be .* got 0.0 after rounding"),
        ((1.0, 1e-5, -2), "sensitivity must be at least 0 and finite, got -2"),
        ((1.0, 1e-5, math.inf), "sensitivity must be .* got inf"),
        ((True, 1e-5), "epsilon must be a number, got True"),
        (("1", 1e-5), "epsilon must be a number, got '1'"),
        ((None, 1e-5), "epsilon must be a finite number, got None"),
        (([1.0, 2.0], [0.1, 0.2, 0.3]), r"broadcast to one shape, got epsilon \(2,\), delta \(3,\)"),
        ((0.0, 1e-300), "variance for epsilon 0.0, delta 1e-300, .* must not exceed the largest double"),
    ],
)
def test_invalid_input_is_named(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        required_variance(*arguments)


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
