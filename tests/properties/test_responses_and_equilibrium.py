"""Best responses in Chained-DP's noise game against its equilibrium in closed form; everything exact, in units of m."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.chained_enumeration import backward_induction, grid_equilibria
from lp_models.chained import tangent_program
from optcheck import solve
from optcheck.chained_dp.game import best_response, cost, nash_multiples, square_root, subgame_perfect_multiples
from tests.strategies.chained import Row, rows, squares


@settings(max_examples=150, deadline=None)
@given(rows(most=8), squares())
def test_nobody_gains_by_leaving_the_equilibrium(preferences: Row, level: Fraction) -> None:
    profile = nash_multiples(preferences)
    seen = list(accumulate(profile))
    for user, preference in enumerate(preferences):
        before = seen[user] - profile[user]
        paid = cost(preference, seen[-1], seen[user])
        other = None if level < before else cost(preference, seen[-1] - seen[user] + level, level)
        assert paid is not None
        assert other is None or other >= paid
        assert best_response(preference, before) == profile[user]


@settings(max_examples=100, deadline=None)
@given(rows(most=8), st.lists(st.fractions(0, 9, max_denominator=6), min_size=8, max_size=8))
def test_best_responses_lead_to_the_equilibrium_from_anywhere(preferences: Row, start: list[Fraction]) -> None:
    """Users answer in turn; what is before a user is settled after as many rounds as there are users before it."""
    profile = start[: len(preferences)]
    for _ in preferences:
        for user, preference in enumerate(preferences):
            profile[user] = best_response(preference, sum(profile[:user], start=Fraction(0)))
    assert tuple(profile) == nash_multiples(preferences)


@settings(max_examples=40, deadline=None)
@given(rows(most=4, zeros=False), st.lists(squares(), max_size=3))
def test_enumeration_finds_this_equilibrium_and_this_outcome_only(preferences: Row, levels: list[Fraction]) -> None:
    every = [Fraction(0), *preferences, *levels]
    assert grid_equilibria(preferences, every) == [nash_multiples(preferences)]
    assert backward_induction(preferences, every) == subgame_perfect_multiples(preferences)


@settings(max_examples=40, deadline=None)
@given(rows(most=5, zeros=False), st.lists(squares(zeros=False), min_size=1, max_size=4, unique=True))
def test_the_certified_program_bounds_every_profile_from_below(preferences: Row, levels: list[Fraction]) -> None:
    """The linear program of the least total cost, against the total cost of both outcomes."""
    answer = solve(tangent_program(preferences, [square_root(level) for level in levels]))
    assert answer.value is not None
    assert answer.certificate.verify().value == answer.value
    for profile in (nash_multiples(preferences), subgame_perfect_multiples(preferences)):
        seen = list(accumulate(profile))
        costs = [cost(own, seen[-1], carried) for own, carried in zip(preferences, seen, strict=True)]
        assert all(paid is not None for paid in costs)
        assert answer.value <= sum((paid for paid in costs if paid is not None), start=Fraction(0))
