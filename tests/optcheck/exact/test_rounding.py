"""Directed rounding to doubles, and exact sums of doubles."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from optcheck.exact.rounding import at_least, difference_at_least, exact_sum

finite = st.floats(allow_nan=False, allow_infinity=False)


@given(st.fractions(-10, 10))
def test_at_least_is_the_smallest_double_not_below(value: Fraction) -> None:
    double = at_least(value)
    assert Fraction(math.nextafter(double, -math.inf)) < value <= Fraction(double)


def test_beyond_the_range_of_doubles() -> None:
    assert at_least(10**400) == math.inf
    assert at_least(Fraction(1, 10**400)) == 5e-324


@given(st.lists(finite, max_size=50))
def test_sums_are_exact(values: list[float]) -> None:
    assert exact_sum(np.array(values, dtype=np.float64)) == sum(map(Fraction, values))


def test_sums_of_many_chunks_are_exact() -> None:
    values = np.random.default_rng(3).lognormal(0, 40, 200_000)
    assert exact_sum(values) == sum(map(Fraction, values.tolist()))


@given(st.lists(st.floats(0, 1e300), max_size=20), st.floats(0, 1e290), st.integers(0, 2**40))
def test_differences_are_not_below_and_at_most_one_step_above(values: list[float], share: float, count: int) -> None:
    subtrahend = Fraction(share) * count
    results = difference_at_least(np.array(values), subtrahend).tolist()
    assert len(results) == len(values)
    for value, result in zip(values, results, strict=True):
        least = at_least(Fraction(value) - subtrahend)
        assert result in (least, math.nextafter(least, math.inf))


@pytest.mark.parametrize("count", [1, 2, 3, 10**6, 10**7 - 1])
def test_differences_under_cancellation(count: int) -> None:
    share = 1 / 3
    near = float(Fraction(share) * count)
    values = near + np.spacing(near) * np.arange(0, 40, 3)
    for value, result in zip(values, difference_at_least(values, Fraction(share) * count), strict=True):
        assert Fraction(float(result)) + Fraction(share) * count >= Fraction(float(value))
