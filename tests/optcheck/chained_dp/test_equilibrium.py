"""The two solutions of the noise game against enumeration, and what users pay."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import optcheck
from benchmarks.chained_enumeration import backward_induction, grid_equilibria
from optcheck.chained_dp import M, equilibrium, nash_multiples, profile_costs, subgame_perfect_multiples
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
