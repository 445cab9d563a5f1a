"""Doubles in, doubles out: every constraint holds for the doubles as real numbers, and next to nothing is wasted."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.errors import InvalidInput
from optcheck.tpmdp import Allocation, Instance, Subcase, allocate
from tests.optcheck.tpmdp.oracles import is_feasible

doubles = st.one_of(
    st.floats(0, 1e308, allow_nan=False),
    st.floats(0.5, 2),
    st.integers(0, 6).map(lambda k: 1 + k * 2.0**-52),
    st.integers(0, 6).map(lambda k: k * 5e-324),
)


@st.composite
def cases(draw: st.DrawFn, most: int) -> tuple[list[float], int, list[int]]:
    n = draw(st.integers(1, most))
    required = draw(st.lists(doubles, min_size=n, max_size=n))
    return required, draw(st.integers(0, n - 1)), draw(st.lists(st.integers(0, n - 1), unique=True))


def exact_total(allocation: Allocation) -> Fraction:
    return sum((Fraction(float(x)) for x in allocation.variances), start=Fraction(0))


def units_in_the_last_place(allocation: Allocation) -> Fraction:
    return sum((Fraction(math.ulp(x)) for x in allocation.variances), start=Fraction(0))


@given(cases(most=8))
@settings(deadline=None)
def test_every_listed_constraint_holds_exactly(case: tuple[list[float], int, list[int]]) -> None:
    required, threshold, active = case
    allocation = allocate(required, threshold, active)
    assert is_feasible(Instance.of(required, threshold, active), list(allocation.variances))


@given(cases(most=40))
@settings(deadline=None)
def test_total_exceeds_the_optimum_by_units_in_the_last_place(case: tuple[list[float], int, list[int]]) -> None:
    required, threshold, active = case
    allocation = allocate(required, threshold, active)
    optimum = allocate([Fraction(need) for need in required], threshold, active).total
    excess = exact_total(allocation) - Fraction(optimum)
    assert 0 <= excess <= 2 * units_in_the_last_place(allocation)


@given(cases(most=40))
@settings(deadline=None)
def test_certificate_states_the_exact_optimum_as_bound(case: tuple[list[float], int, list[int]]) -> None:
    required, threshold, active = case
    allocation = allocate(required, threshold, active)
    certificate = allocation.certify()
    assert certificate.verify().value == exact_total(allocation)
    optimum = allocate([Fraction(need) for need in required], threshold, active).total
    assert Fraction(str(certificate.evidence["bound"])) == optimum


@given(cases(most=20))
@settings(deadline=None)
def test_total_is_the_least_double_above_the_sum(case: tuple[list[float], int, list[int]]) -> None:
    allocation = allocate(*case)
    total = float(allocation.total)
    exact = exact_total(allocation)
    if math.isinf(total):
        assert exact > Fraction(math.nextafter(math.inf, 0))
    else:
        assert Fraction(math.nextafter(total, -math.inf)) < exact <= Fraction(total) or total == exact == 0


@pytest.mark.parametrize(
    ("threshold", "active", "subcase"),
    [
        (150, None, Subcase.MANY_ACTIVE),
        (199, None, Subcase.MANY_ACTIVE),
        (90, range(0, 200, 2), Subcase.SOME_ACTIVE),
        (120, [7], Subcase.ONE_ACTIVE),
        (1, [7], Subcase.ONE_ACTIVE),
        (3, range(20), Subcase.FEW_ACTIVE),
        (1, range(150), Subcase.FEW_ACTIVE),
    ],
)
def test_two_hundred_parties(threshold: int, active: Any, subcase: Subcase) -> None:
    required = np.random.default_rng(7).lognormal(0, 3, 200)
    allocation = allocate(required, threshold, active)
    assert allocation.subcase is subcase
    assert allocation.certify().verify().value == exact_total(allocation)


@pytest.mark.parametrize("threshold", [3, 66_000, 99_998])
def test_a_hundred_thousand_parties(threshold: int) -> None:
    rng = np.random.default_rng(threshold)
    allocation = allocate(rng.lognormal(0, 1, 100_000), threshold, rng.random(100_000) < 0.3)
    certificate = allocation.certify()
    total = certificate.verify().value
    gap = Fraction(total or 0) - Fraction(str(certificate.evidence["bound"]))
    assert 0 <= gap <= 2 * units_in_the_last_place(allocation)


def test_kinds_of_input() -> None:
    assert isinstance(allocate([1, 2.0, 3], 1).variances, np.ndarray)
    assert isinstance(allocate(np.array([1, 2, 3]), 1).variances, tuple)
    assert isinstance(allocate(np.array([1, 2, 3], dtype=np.float32), 1).variances, np.ndarray)
    assert allocate((Fraction(1, 3), 1), 1).variances == (Fraction(1, 3), 1)
    by_index = allocate([1.0, 2.0, 3.0], 1, [2, 0])
    by_mask = allocate([1.0, 2.0, 3.0], 1, np.array([True, False, True]))
    assert list(by_index.variances) == list(by_mask.variances)
    assert by_index.active.tolist() == [True, False, True]


@pytest.mark.parametrize(
    ("required", "active", "message"),
    [
        ([1.0, -2.0], None, r"required\[1\] must be finite and not negative, got -2.0"),
        ([1.0, math.nan], None, r"required\[1\] must be finite and not negative, got nan"),
        ([math.inf, 1.0], None, r"required\[0\] must be finite and not negative, got inf"),
        ([1.0, Fraction(1, 3)], None, r"required\[1\] = 1/3 is not a double"),
        ([1.0, 2**2000], None, r"is not a double"),
        ([1, -2], None, r"required\[1\] must not be negative, got -2"),
        ([[1.0], [2.0]], None, r"required\[0\] must be a finite number"),
        (np.ones((2, 2)), None, r"required must be one-dimensional, got 2"),
        (np.ones(2, dtype=np.longdouble), None, r"required must be doubles or exact numbers"),
        ([], None, r"at least one party"),
        ([1.0, 2.0], [2], r"an active party must be between 0 and n-1 = 1, got 2"),
        ([1.0, 2.0], [0.5], r"an active party must be an integer, got 0.5"),
        ([1.0, 2.0], 1, "there must be a list, an active party each; got 1"),
        ([1.0, 2.0], "01", "there must be a list, an active party each; got '01'"),
        ([1.0, 2.0], np.array([True]), r"an active mask must have one entry for each of 2 parties"),
    ],
)
def test_bad_input_names_value_and_rule(required: Any, active: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        allocate(required, 1, active)
