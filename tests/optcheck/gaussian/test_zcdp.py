"""zCDP conversions: safe directions, round trips, and the loss of the general conversion against the tight one."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.errors import InvalidInput
from optcheck.gaussian import (
    delta_of,
    delta_of_rho,
    epsilon_of_rho,
    epsilon_of_variance,
    gaussian_delta_of_rho,
    gaussian_epsilon_of_rho,
    gaussian_rho_for,
    required_variance,
    rho_for,
    rho_of_variance,
    variance_of_rho,
)
from tests.strategies.gaussian import deltas, epsilons, sensitivities, true_delta, two_below

rhos = st.floats(-8, 3).map(lambda exponent: 10.0**exponent)


@given(rhos, sensitivities())
@settings(max_examples=60, deadline=None)
def test_variance_and_rho_are_rounded_to_the_safe_side(rho: float, sensitivity: float) -> None:
    variance = variance_of_rho(rho, sensitivity)
    assert two_below(variance) < Fraction(sensitivity) ** 2 / (2 * Fraction(rho)) <= variance
    back = rho_of_variance(variance, sensitivity)
    assert two_below(back) < Fraction(sensitivity) ** 2 / (2 * Fraction(variance)) <= back


@given(rhos, deltas())
@settings(max_examples=100, deadline=None)
def test_the_general_conversion_is_its_formula_rounded_up(rho: float, delta: float) -> None:
    with ctx.workprec(600):
        exact = arb(rho) + 2 * (arb(rho) * (1 / arb(delta)).log()).sqrt()
    epsilon = epsilon_of_rho(rho, delta)
    assert two_below(epsilon) < exact <= epsilon
    assert epsilon_of_rho(rho, delta, exact=True).overlaps(exact)


@given(rhos, deltas())
@settings(max_examples=100, deadline=None)
def test_the_general_conversion_never_claims_more_than_the_tight_one(rho: float, delta: float) -> None:
    assert gaussian_epsilon_of_rho(rho, delta) <= epsilon_of_rho(rho, delta)


@given(rhos, epsilons())
@settings(max_examples=100, deadline=None)
def test_delta_of_rho_is_safe_for_the_gaussian_mechanism(rho: float, epsilon: float) -> None:
    exact = true_delta(1 / (2 * Fraction(rho)), epsilon)
    tight = gaussian_delta_of_rho(rho, epsilon)
    assert exact <= tight <= delta_of_rho(rho, epsilon)
    assert two_below(tight) == 0 or exact > two_below(tight)


@given(epsilons(), deltas())
@settings(max_examples=100, deadline=None)
def test_rho_for_is_the_largest_that_stays_within_the_budget(epsilon: float, delta: float) -> None:
    rho = rho_for(epsilon, delta)
    exact = rho_for(epsilon, delta, exact=True)
    assert rho <= exact
    with ctx.workprec(600):
        spent = arb(rho) + 2 * (arb(rho) * -arb(delta).log()).sqrt()
        overspent = arb(rho) * (1 + arb(2) ** -50) + 2 * (arb(rho) * (1 + arb(2) ** -50) * -arb(delta).log()).sqrt()
    assert spent <= epsilon < overspent


@given(epsilons(), deltas())
@settings(max_examples=100, deadline=None)
def test_the_tight_rho_is_that_of_the_calibrated_variance(epsilon: float, delta: float) -> None:
    rho = gaussian_rho_for(epsilon, delta)
    assert true_delta(1 / (2 * Fraction(rho)), epsilon) <= delta
    assert true_delta(1 / (2 * Fraction(rho) * (1 + Fraction(1, 2**51))), epsilon) > delta
    product = gaussian_rho_for(epsilon, delta, exact=True) * 2 * required_variance(epsilon, delta, exact=True)
    assert product.contains(1)
    assert rho >= rho_for(epsilon, delta)


def test_rho_agrees_with_sigma() -> None:
    assert gaussian_delta_of_rho(0.5, 1.0) == delta_of(1.0, 1.0)
    assert gaussian_epsilon_of_rho(0.125, 1e-5) == epsilon_of_variance(4.0, 1e-5)


def test_corners() -> None:
    assert delta_of_rho(0.5, 0.25) == 1.0
    assert rho_for(0.0, 1e-5) == 0.0
    assert epsilon_of_rho(np.array([0.1, 0.2]), 1e-5).shape == (2,)
    assert variance_of_rho(0.25, 0.0) == 0.0


def test_a_fraction_moves_to_the_safe_side_of_its_use() -> None:
    third = Fraction(1, 3)
    assert Fraction(variance_of_rho(third)) >= 1 / (2 * third)
    assert epsilon_of_rho(third, 0.5) >= epsilon_of_rho(float(third), 0.5)


@pytest.mark.parametrize("convert", [variance_of_rho, lambda rho: epsilon_of_rho(rho, 0.5)])
def test_rho_must_be_positive(convert: object) -> None:
    assert callable(convert)
    with pytest.raises(InvalidInput, match=r"rho must be greater than 0 and finite, got 0.0"):
        convert(0.0)
