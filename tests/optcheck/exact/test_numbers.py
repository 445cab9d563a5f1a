"""Exact numbers survive every round trip, and bad ones are named."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from optcheck.errors import InvalidInput
from optcheck.exact.numbers import common_denominator, common_multiple, exact, parse, to_text


@given(st.fractions())
def test_text_round_trip(value: Fraction) -> None:
    assert parse(to_text(value)) == value


@given(st.integers(-(10**50), 10**50), st.integers(4000, 9000))
def test_numbers_beyond_the_interpreters_digit_limit(value: int, digits: int) -> None:
    huge = value * 10**digits + 7
    assert parse(to_text(huge)) == huge
    assert parse(to_text(Fraction(huge, 3))) == Fraction(huge, 3)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_the_binary_fraction_that_it_is(value: float) -> None:
    assert exact(value) == Fraction(value)
    assert float(exact(value)) == value


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, np.longdouble])
def test_numpys_floats_are_the_binary_fractions_that_they_are(kind: type[np.floating[Any]]) -> None:
    third = kind(1) / kind(3)
    assert Fraction(exact(third)) == Fraction(*map(int, third.as_integer_ratio()))


def test_accepted_forms() -> None:
    assert [exact(v) for v in (3, "3/7", "0.1", Decimal("0.1"), np.int64(4), np.float64(0.5), Fraction(4, 2))] == [
        3,
        Fraction(3, 7),
        Fraction(1, 10),
        Fraction(1, 10),
        4,
        Fraction(1, 2),
        2,
    ]
    assert isinstance(exact(Fraction(4, 2)), int)
    assert common_denominator([]) == 1


@pytest.mark.parametrize("bad", [True, None, float("nan"), float("inf"), "1/0", "one", [1], 1j])
def test_refused_forms_are_named(bad: object) -> None:
    with pytest.raises(InvalidInput, match="budget must be a"):
        exact(bad, "budget")


@pytest.mark.parametrize(
    "bad", ["1e1000000000000", "-2.5E-1000000000000", Decimal("1e100000000"), Decimal("1e-100000000")]
)
def test_numbers_that_would_fill_the_memory_are_refused(bad: object) -> None:
    with pytest.raises(InvalidInput, match="budget must have an exponent of at most 10000"):
        exact(bad, "budget")


@pytest.mark.parametrize("bad", ["", "1/", "/2", "1/-2", "1.5", "+1", "1_0", "٣"])
def test_texts_of_other_shapes_are_refused(bad: str) -> None:
    with pytest.raises(InvalidInput):
        parse(bad)


class _WithoutHash(int):
    """An integer that nothing may look up: a file can choose long ones whose hashes are all the same."""

    __hash__ = None  # type: ignore[assignment]


def test_common_multiples_need_no_hash() -> None:
    assert common_multiple(map(_WithoutHash, [6, 4, 6])) == 12
