"""The centralised optimum against a cone solver, exact lower bounds from tangents, and the price of anarchy."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

import optcheck
from lp_models.chained import centralised_program, tangent_program
from optcheck.chained_dp import (
    M,
    anarchy_bound,
    centralised_total_cost,
    centralised_variance,
    enclosed_costs,
    enclosed_optimum,
    enclosed_price_of_anarchy,
    equilibrium,
    nash_multiples,
    price_of_anarchy_cubed,
)
from optcheck.chained_dp.game import square_root
from optcheck.errors import InvalidInput
from tests.strategies.chained import Row, rows


@pytest.mark.parametrize("preferences", [[4.0], [1.0, 4.0], [0.3, 1.2, 0.7], [0.0, 2.0, 1.0, 1.0], [5.0, 5.0]])
def test_the_closed_form_agrees_with_a_cone_solver(preferences: list[float]) -> None:
    variances = centralised_program(preferences).solve()
    assert variances.sum() * M == pytest.approx(centralised_variance(preferences), rel=1e-4)


def test_nobody_cares_means_no_noise() -> None:
    assert centralised_total_cost([0.0, 0.0]) == centralised_variance([0.0, 0.0]) == 0
    with pytest.raises(InvalidInput, match="a preference above 0, got only zeros"):
        centralised_program([0.0, 0.0])


def test_a_linear_program_proves_the_optimum_exactly_where_it_is_rational() -> None:
    """3^3 + 4^3 + 5^3 = 6^3 = 8 * 3^3: with five users who do not care the optimum is 9 m."""
    preferences = [9, 16, 25, 0, 0, 0, 0, 0]
    answer = optcheck.solve(tangent_program(preferences, [Fraction(3)]))
    assert answer.value == 3 * 8 * 9
    assert answer.certificate is not None
    assert optcheck.verify(answer.certificate).value == 216
    assert centralised_total_cost(preferences) / M == pytest.approx(216)
    assert centralised_variance(preferences) / M == pytest.approx(9)


@given(rows(most=4, zeros=False), st.lists(st.fractions(Fraction(1, 3), 5, max_denominator=4), min_size=1, max_size=3))
@settings(max_examples=25, deadline=None)
def test_tangents_bound_the_optimum_from_below(row: Row, tangents: list[Fraction]) -> None:
    answer = optcheck.solve(tangent_program(row, sorted(set(tangents))))
    assert answer.value is not None
    weight = sum(square_root(beta) ** 3 for beta in row)
    assert Fraction(answer.value) ** 3 <= 27 * len(row) * weight**2


def test_tangents_must_be_positive() -> None:
    for tangents in ([], [Fraction(0)]):
        with pytest.raises(InvalidInput, match="tangents must be positive"):
            tangent_program([1], tangents)


@given(rows(least=2, most=8, zeros=False))
@settings(max_examples=80, deadline=None)
def test_the_price_of_anarchy_stays_below_its_bounds(row: Row) -> None:
    price, spread = equilibrium(row).price_of_anarchy, float(max(row) / min(row))
    assert price <= anarchy_bound(len(row), spread) * (1 + 1e-12)
    assert price <= spread * (1 + 1e-12)
    assert price < anarchy_bound(len(row)) * (1 + 1e-12)


def test_the_bound_is_attained_by_one_large_user() -> None:
    for users in (2, 3, 10):
        preferences = [1.0] * (users - 1) + [7.0]
        assert equilibrium(preferences).price_of_anarchy == pytest.approx(anarchy_bound(users, 7.0), rel=1e-12)


def test_bounds_need_users_and_a_spread() -> None:
    for users, spread in ((0, 2.0), (3, 0.5)):
        with pytest.raises(InvalidInput, match=r"(users|spread) must be .*at least 1, got"):
            anarchy_bound(users, spread)


@given(st.lists(st.fractions(Fraction(1, 50), 50, max_denominator=50), min_size=1, max_size=6))
@settings(max_examples=40, deadline=None)
def test_enclosures_hold_for_any_rational_preferences(preferences: list[Fraction]) -> None:
    solved = equilibrium(preferences)
    price, optimum = enclosed_price_of_anarchy(preferences), enclosed_optimum(preferences)
    costs = enclosed_costs(preferences, nash_multiples(preferences))
    assert float(price) == pytest.approx(solved.price_of_anarchy, rel=1e-12)
    assert float(optimum) * M == pytest.approx(solved.optimum, rel=1e-12)
    assert [float(cost) * M for cost in costs] == pytest.approx(solved.nash_costs.tolist(), rel=1e-12)
    assert price.rel_accuracy_bits() > 100


@given(rows(zeros=False))
@settings(max_examples=40, deadline=None)
def test_the_cube_of_the_price_is_rational_for_squares(row: Row) -> None:
    cube = price_of_anarchy_cubed(row)
    with ctx.workprec(128):
        assert (enclosed_price_of_anarchy(row) ** 3 - fmpq(cube.numerator, cube.denominator)).contains(0)


def test_enclosures_of_users_who_do_not_care() -> None:
    assert [str(cost) for cost in enclosed_costs([0, 1], [0, 1])] == ["1.00000000000000", "3.00000000000000"]
    assert not enclosed_costs([1, 0], [0, 1])[0].is_finite()
    assert enclosed_optimum([0, 0]) == 0
    with pytest.raises(InvalidInput, match="one variance per user, got 1 for 2"):
        enclosed_costs([1, 2], [1])
    for price in (enclosed_price_of_anarchy, price_of_anarchy_cubed):
        with pytest.raises(InvalidInput, match="a preference above 0"):
            price([Fraction(0)])
