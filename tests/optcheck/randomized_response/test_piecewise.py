"""Unknown lambda: exact roots, piecewise rational accuracies, expansions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact
from optcheck.randomized_response import accuracy_function, keep_expansion, make_problem, xor_expansion
from optcheck.randomized_response.average import average_accuracy
from optcheck.randomized_response.closed_forms import (
    LAMBDA,
    evaluate,
    polynomial,
    polynomial_text,
    roots_above_one,
    sample_points,
)
from tests.strategies.randomized_response import lambdas


@settings(deadline=None, max_examples=50)
@given(st.integers(1, 3), st.data())
def test_the_function_agrees_with_the_accuracy_at_every_rational(k: int, data: st.DataObject) -> None:
    table = data.draw(st.lists(st.integers(0, 2), min_size=1 << k, max_size=1 << k))
    value: Exact = data.draw(lambdas)
    assert accuracy_function(table, k)(value) == average_accuracy(make_problem(table, [value] * k)[0])


@settings(deadline=None, max_examples=25)
@given(st.integers(1, 3), st.data())
def test_pieces_meet_at_the_breakpoints(k: int, data: st.DataObject) -> None:
    table = data.draw(st.lists(st.integers(0, 2), min_size=1 << k, max_size=1 << k))
    curve = accuracy_function(table, k)
    for before, after in zip(curve.pieces, curve.pieces[1:], strict=False):
        assert after.start is not None
        minimal = polynomial(after.start.minimal)
        assert (after.numerator - before.numerator) % minimal == 0
        assert before.decisions != after.decisions


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(-6, 6), min_size=2, max_size=6).filter(any))
def test_roots_separate_signs(coefficients: list[int]) -> None:
    poly = polynomial(coefficients)
    roots = roots_above_one([poly])
    for root in roots:
        assert 1 < root.low <= root.high
        assert root.low == root.high or evaluate(poly, root.low) != 0
        fine = root.within(Fraction(1, 10**6))
        assert fine.high - fine.low <= Fraction(1, 10**6)
    samples = sample_points(roots)
    assert len(samples) == len(roots) + 1
    assert all(evaluate(poly, sample) != 0 for sample in samples)
    assert all(a < root.low and root.high < b for a, root, b in zip(samples, roots, samples[1:], strict=False))


def test_roots_closer_than_doubles_are_told_apart() -> None:
    """7/3 - e and 7/3 + e with e the root of 2 times 10^-20."""
    poly = (LAMBDA * 3 - 7) ** 2 * 10**40 - 18
    low, high = roots_above_one([poly])
    assert low.high < Fraction(7, 3) < high.low
    assert all((evaluate(poly, root.low) > 0) != (evaluate(poly, root.high) > 0) for root in (low, high))


def test_two_party_and_changes_at_one_plus_root_two() -> None:
    curve = accuracy_function([0, 0, 0, 1], 2)
    (point,) = curve.breakpoints
    assert point.minimal == (-1, -2, 1)
    assert abs(float(point) - (1 + 2**0.5)) < 1e-12
    assert curve.pieces[0].decisions == (0, 0, 0, 0)
    assert curve.pieces[1].decisions == (0, 0, 0, 1)
    assert list(curve.expansion(3)) == [Fraction(3, 4), 0, 0, 0]
    assert "from 1: (3λ^2 + 6λ + 3)" in str(curve)


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_expansions_agree(k: int) -> None:
    assert accuracy_function(lambda x: sum(x) % 2, k).expansion(8) == xor_expansion(k, 8)
    assert xor_expansion(k, k)[k] == Fraction(1, 2 ** (k + 1))
    assert list(keep_expansion(3)) == [Fraction(1, 2), Fraction(1, 4), 0, Fraction(-1, 48)]


def test_bad_input() -> None:
    with pytest.raises(InvalidInput, match="k must be at most 4, got 5"):
        accuracy_function(lambda x: 0, 5)
    with pytest.raises(InvalidInput, match="at least 1, got 1/2"):
        accuracy_function([0, 1], 1)(Fraction(1, 2))
    assert polynomial_text((0, -1, 0, 2)) == "2λ^3 - λ"
    assert polynomial_text((0,)) == "0"
