"""Composition: sums that are never too small, and the advanced bound against its formula."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optcheck.errors import InvalidInput
from optcheck.tpmdp import compose_advanced, compose_basic


def test_basic_composition_adds_up_party_by_party() -> None:
    half = Fraction(1, 2)
    assert compose_basic([[(1, half), (2, 0)], [(3, 0), (4, half)]]) == [(4, half), (6, half)]


@given(st.lists(st.tuples(st.floats(0, 10), st.floats(0, 1)), min_size=1, max_size=6))
def test_basic_composition_of_floats_is_never_below_the_sum(budgets: list[tuple[float, float]]) -> None:
    [(epsilon, delta)] = compose_basic([[budget] for budget in budgets])
    for total, parts in ((epsilon, [b[0] for b in budgets]), (delta, [b[1] for b in budgets])):
        exact = sum(map(Fraction, parts))
        assert Fraction(math.nextafter(total, -math.inf)) < exact <= Fraction(total) or total == exact


@given(st.floats(0, 3), st.integers(1, 1000), st.floats(1e-12, 1))
def test_advanced_composition_is_not_below_the_formula(epsilon: float, runs: int, slack: float) -> None:
    [(composed, delta)] = compose_advanced([(epsilon, 0)], runs, [slack])
    assert delta == slack
    with localcontext(prec=60):
        e, d = Decimal(epsilon), Decimal(slack)
        formula = Fraction((-2 * runs * d.ln()).sqrt() * e + runs * e * (e.exp() - 1))
    assert formula * (1 - Fraction(1, 10**40)) <= Fraction(composed)
    assert Fraction(math.nextafter(composed, -math.inf)) <= formula


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([(1, 0)], 0, [1]), "runs must be at least 1, got 0"),
        (([(1, 0)], 1.5, [1]), "runs must be a whole number, got 1.5"),
        (([(1, 0)], True, [1]), "runs must be a whole number, got True"),
        (([(1,)], 1, [1]), r"a budget must be a pair of epsilon and delta, got \(1,\)"),
        ((["ab"], 1, [1]), "a budget must be a pair of epsilon and delta, got 'ab'"),
        (([(1, -1)], 1, [1]), "delta must not be negative, got -1"),
        (([(1, 0)], 1, []), "slack must have one entry for each of 1 parties, got 0"),
        (([(-1, 0)], 1, [1]), "epsilon must not be negative, got -1"),
        (([(1, 0)], 1, [0]), "slack must be above 0 and at most 1, got 0"),
    ],
)
def test_bad_composition_names_value_and_rule(arguments: tuple[Any, Any, list[int]], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        compose_advanced(*arguments)


def test_advanced_composition_of_very_many_runs() -> None:
    [(_, delta)] = compose_advanced([(0, Fraction(1, 10**10))], 10**9, [Fraction(1, 2)])
    assert delta == Fraction(3, 5)


def test_basic_composition_needs_one_set_of_parties() -> None:
    with pytest.raises(InvalidInput, match="at least one mechanism"):
        compose_basic([])
    with pytest.raises(InvalidInput, match="one set of parties"):
        compose_basic([[(1, 0)], []])
    with pytest.raises(InvalidInput, match="epsilon must not be negative, got -1"):
        compose_basic([[(-1, 0)]])
