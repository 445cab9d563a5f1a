"""The promise of required_variance: every result is safe, and the double two places below is not."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb
from hypothesis import example, given, settings

from benchmarks.calibrators import GRID
from optcheck.errors import InvalidInput
from optcheck.gaussian import required_variance
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
