"""The noise game: both equilibria, the optimum and the price of anarchy, against enumeration and programs."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from flint import ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

import optcheck
from benchmarks.chained_enumeration import backward_induction, grid_equilibria
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
    profile_costs,
    subgame_perfect_multiples,
)
from optcheck.chained_dp.game import best_response, cost, exact_preferences, float_preferences, square_root
from optcheck.errors import InvalidInput
from tests.strategies.chained import Row, rows


def levels(row: Row) -> list[Fraction]:
    """0, the preferences, and levels between and above them."""
    roots = sorted({Fraction(0), *map(square_root, row)})
    more = [(a + b) / 2 for a, b in pairwise(roots)]
    return [root * root for root in (*roots, *more, roots[-1] + 1)]


@given(rows(most=3))
@settings(max_examples=60, deadline=None)
def test_the_nash_profile_is_the_only_equilibrium_on_a_grid(row: Row) -> None:
    assert grid_equilibria(row, levels(row)) == [nash_multiples(row)]


@given(rows(most=5, zeros=False))
@settings(max_examples=60, deadline=None)
def test_the_subgame_perfect_outcome_comes_from_backward_induction(row: Row) -> None:
    assert backward_induction(row, levels(row)) == subgame_perfect_multiples(row)


@given(rows(most=8))
@settings(max_examples=60, deadline=None)
def test_floats_agree_with_exact_multiples(row: Row) -> None:
    solved = equilibrium(row)
    assert solved.nash == pytest.approx([M * float(x) for x in nash_multiples(row)], rel=1e-12, abs=1e-300)
    assert solved.subgame_perfect == pytest.approx([M * float(x) for x in subgame_perfect_multiples(row)], rel=1e-12)


@given(rows(zeros=False))
@settings(max_examples=60, deadline=None)
def test_costs_follow_the_definition(row: Row) -> None:
    profile = nash_multiples(row)
    total = sum(profile, Fraction(0))
    exact = [cost(beta, total, sum(profile[: user + 1], Fraction(0))) for user, beta in enumerate(row)]
    assert None not in exact
    costs = equilibrium(row).nash_costs
    assert costs / M == pytest.approx([float(value) for value in exact if value is not None], rel=1e-12)


@given(rows(most=8))
@settings(max_examples=60, deadline=None)
def test_what_is_exact_stays_exact(row: Row) -> None:
    solved = equilibrium([str(beta) for beta in row])
    assert solved.preferences == row
    assert solved.nash_multiples == nash_multiples(row)
    assert solved.subgame_perfect_multiples == subgame_perfect_multiples(row)
    proved = optcheck.verify(solved.certify())
    assert proved.value == max(row)


def test_arrays_count_as_the_doubles_that_they_are() -> None:
    solved = equilibrium(np.array([0.1, 0.3]))
    assert solved.nash_multiples == (Fraction(0.1), Fraction(0.3) - Fraction(0.1))
    assert optcheck.verify(solved.certify()).value == Fraction(0.3)


@given(rows(zeros=False))
@settings(max_examples=60, deadline=None)
def test_total_noise_is_the_same_and_nash_never_costs_less(row: Row) -> None:
    solved = equilibrium(row)
    assert solved.nash.sum() == pytest.approx(solved.subgame_perfect.sum())
    assert (solved.nash_costs >= solved.subgame_perfect_costs * (1 - 1e-12)).all()
    assert 1 - 1e-12 <= solved.price_of_anarchy <= solved.nash_price_of_anarchy * (1 + 1e-12)


def test_the_largest_user_first_makes_both_solutions_one() -> None:
    solved = equilibrium([4, 1, 2])
    assert solved.nash.tolist() == solved.subgame_perfect.tolist()


def test_one_user_and_users_without_preference() -> None:
    assert equilibrium([4]).nash / M == pytest.approx([4])
    nobody = equilibrium([0, 0])
    assert nobody.nash.tolist() == [0, 0]
    assert nobody.subgame_perfect_costs.tolist() == [0, 0]
    assert nobody.price_of_anarchy == 1


def test_arrays_and_lists_and_texts_are_welcome() -> None:
    for preferences in (np.array([1.0, 4.0]), [1, 4], ["1", "8/2"], [Fraction(1), 4.0]):
        assert equilibrium(preferences).nash / M == pytest.approx([1, 3])


def test_a_million_users_take_linear_time_and_memory() -> None:
    preferences = np.random.default_rng(5).random(1_000_000)
    solved = equilibrium(preferences)
    assert solved.nash.sum() == pytest.approx(M * preferences.max())
    assert np.count_nonzero(solved.nash) < 60


@pytest.mark.parametrize("bad", [[], [-1], [1.0, float("nan")], ["x"], 5, None, "14", [10**400], [1e-320]])
def test_bad_preferences_are_refused(bad: Any) -> None:
    with pytest.raises(InvalidInput, match=r"preference"):
        equilibrium(bad)


@pytest.mark.parametrize("unit", [1e-300, 1e300])
def test_the_price_of_anarchy_does_not_depend_on_the_unit(unit: float) -> None:
    usual = equilibrium([1.0, 0.25]).price_of_anarchy
    top = equilibrium(np.array([1.0, 0.25]) * unit) if unit > 1 else equilibrium(np.array([4.0, 1.0]) * unit)
    assert top.price_of_anarchy == pytest.approx(usual, rel=1e-12)


def test_bad_arrays_are_refused() -> None:
    for bad in (np.zeros((2, 2)), np.array([]), np.array([1.0, -2.0]), np.array([np.inf])):
        with pytest.raises(InvalidInput, match=r"preference|user"):
            float_preferences(bad)


def test_errors_name_the_value_and_the_rule() -> None:
    with pytest.raises(InvalidInput, match="at least 0, got -1"):
        exact_preferences([1, -1])
    with pytest.raises(InvalidInput, match="squares of rationals, got 2"):
        square_root(Fraction(2))
    with pytest.raises(InvalidInput, match="one variance >= 0 per user"):
        profile_costs([1.0], [1.0, 2.0])
    with pytest.raises(InvalidInput, match="one variance >= 0 per user"):
        profile_costs([1.0], [float("nan")])
    with pytest.raises(InvalidInput, match="at least 0, got -4"):
        square_root(Fraction(-4))
    with pytest.raises(InvalidInput, match="at least 0, got 1 and -1"):
        best_response(1, -1)


def test_no_noise_costs_a_user_with_a_preference_infinitely_much() -> None:
    assert cost(Fraction(1), Fraction(1), Fraction(0)) is None
    assert profile_costs([1.0, 0.0], [0.0, 1.0]).tolist() == [float("inf"), 1.0]
    assert best_response(Fraction(1), Fraction(3)) == 0


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
