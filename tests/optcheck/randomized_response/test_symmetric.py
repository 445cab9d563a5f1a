"""Hamming weights against full tables, and closed forms at sizes that no table reaches."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.errors import InvalidInput, ModelTooLarge
from optcheck.exact.numbers import Exact
from optcheck.randomized_response import (
    Problem,
    and_average_accuracy,
    and_worst_accuracy,
    make_problem,
    symmetric_accuracy,
    xor_accuracy,
)
from optcheck.randomized_response.optimum import minimax, saddle_value, solve_problem, weight_transitions
from optcheck.randomized_response.problem import Criterion
from tests.strategies.randomized_response import CRITERIA, lambdas


@settings(deadline=None, max_examples=50)
@given(st.integers(1, 3), lambdas, st.sampled_from(CRITERIA), st.booleans(), st.data())
def test_weights_equal_tables(k: int, value: Exact, criterion: Criterion, party: bool, data: st.DataObject) -> None:
    values = data.draw(st.lists(st.integers(0, 2), min_size=k + 1, max_size=k + 1))
    table = [values[x.bit_count()] for x in range(1 << k)]
    problem, _ = make_problem(table, [value] * k, criterion, 0 if party else None)
    assert symmetric_accuracy(values, value, criterion, party) == solve_problem(problem).value


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 8), lambdas)
def test_transitions_are_the_double_binomial_sum(k: int, value: Exact) -> None:
    p, q = value.numerator, value.denominator
    for i, row in enumerate(weight_transitions(k, value)):
        for j, entry in enumerate(row):
            kept = range(max(0, i + j - k), min(i, j) + 1)
            ways = [comb(i, a) * comb(k - i, j - a) * p ** (a + k - i - j + a) * q ** (i + j - 2 * a) for a in kept]
            assert entry == sum(ways)


def test_two_hundred_parties_exactly() -> None:
    k, level = 200, Fraction(3, 2)
    assert symmetric_accuracy([j & 1 for j in range(k + 1)], level) == xor_accuracy([level] * k)
    assert symmetric_accuracy([int(j == k) for j in range(k + 1)], level) == and_average_accuracy(k, level)
    majority = symmetric_accuracy([int(j > k // 2) for j in range(k + 1)], level)
    assert Fraction(1, 2) < majority < xor_accuracy([level])


@settings(deadline=None, max_examples=20)
@given(lambdas)
def test_closed_form_of_and(value: Exact) -> None:
    problem = Problem((value, value), (0, 0, 0, 1), ((1, 0), (0, 1)), "worst")
    assert and_worst_accuracy(value) == solve_problem(problem).value


@settings(deadline=None, max_examples=30)
@given(st.lists(lambdas, min_size=1, max_size=3), st.sampled_from(CRITERIA), st.booleans())
def test_closed_form_of_xor(levels: list[Exact], criterion: Criterion, party: bool) -> None:
    observer = 0 if party else None
    problem, _ = make_problem(lambda x: sum(x) % 2, levels, criterion, observer)
    assert xor_accuracy(levels, observer) == solve_problem(problem).value


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 6), st.fractions(1, 9, max_denominator=5), st.data())
def test_saddle_points_equal_the_program(k: int, value: Fraction, data: st.DataObject) -> None:
    values = data.draw(st.lists(st.integers(0, 1), min_size=k + 1, max_size=k + 1))
    rows, total = weight_transitions(k, value), (value.numerator + value.denominator) ** k
    found = saddle_value(rows, values, total)
    payoffs = [[int(name == truth) for truth in values] for name in dict.fromkeys(values)]
    solved = minimax([[Fraction(entry, total) for entry in row] for row in rows], payoffs).value
    changes = sum(left != right for left, right in pairwise(values))
    assert found == solved or (found is None and changes > 1)


def test_worst_cases_of_two_hundred_parties() -> None:
    k, value = 200, Fraction(3, 2)
    parity = [j % 2 for j in range(k + 1)]
    assert symmetric_accuracy(parity, value, "worst") == xor_accuracy([value] * k)
    some, every = ([int(j >= least) for j in range(k + 1)] for least in (1, k))
    assert symmetric_accuracy(some, value, "worst") == symmetric_accuracy(every, value, "worst")  # De Morgan
    with pytest.raises(ModelTooLarge, match="k <= 60, got 200"):
        symmetric_accuracy(range(k + 1), value, "worst")


@pytest.mark.parametrize(
    "call",
    [
        lambda: symmetric_accuracy([0], 2),
        lambda: symmetric_accuracy([0, 1], Fraction(1, 2)),
        lambda: symmetric_accuracy([0, 1], 2, "typical"),  # type: ignore[arg-type]  # the wrong word is the point
        lambda: symmetric_accuracy([[0], [1]], 2),  # type: ignore[list-item]  # lists are not hashable
        lambda: symmetric_accuracy(None, 2),  # type: ignore[arg-type]  # no values at all
        lambda: xor_accuracy([2], observer=1),
        lambda: xor_accuracy(2),  # type: ignore[arg-type]  # one number is no sequence
        lambda: xor_accuracy([]),
        lambda: and_average_accuracy(1.5, 2),  # type: ignore[arg-type]  # not whole
        lambda: and_worst_accuracy(0),
        lambda: and_average_accuracy(0, 2),
    ],
)
def test_bad_input(call: object) -> None:
    with pytest.raises(InvalidInput):
        call()  # type: ignore[operator]  # each entry is a function
