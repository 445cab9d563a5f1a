"""Exact numbers survive every round trip, bad ones are named; Q(sqrt(D)): field laws, order, text form, roots."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx, fmpq
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from optcheck.errors import CertificateRejected, InvalidInput
from optcheck.exact.numbers import (
    Quadratic,
    common_denominator,
    common_multiple,
    exact,
    field_root,
    parse,
    parse_quadratic,
    square_root,
    to_text,
)
from tests.strategies.cordp import quadratics, rationals


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


ROOTS = st.sampled_from([2, 3, 5, 12, 49, 99])


def _ball(number: Quadratic) -> arb:
    p, q = (arb(fmpq(part.numerator, part.denominator)) for part in (number.rational, number.factor))
    return p + q * arb(number.root).sqrt()


@settings(deadline=None)
@given(st.tuples(*[quadratics(7)] * 3))
def test_field_laws(numbers: tuple[Quadratic, Quadratic, Quadratic]) -> None:
    x, y, z = numbers
    assert (x + y) * z == x * z + y * z
    assert x - y == -(y - x)
    assert (x * y) * z == x * (y * z)
    assert y == 0 or x / y * y == x


@settings(deadline=None)
@given(quadratics(5), rationals())
def test_rationals_mix_in_from_both_sides(x: Quadratic, q: Fraction) -> None:
    assert q + x == x + q
    assert q - x == -(x - q)
    assert q * x == x * q
    assert x == 0 or q / x * x == q


@settings(deadline=None)
@given(ROOTS.flatmap(quadratics), ROOTS.flatmap(quadratics))
def test_the_order_is_the_one_of_the_reals(x: Quadratic, y: Quadratic) -> None:
    with ctx.workprec(400):
        difference = _ball(x) - _ball(y)
        assert x.compared(y) == (1 if difference > 0 else -1 if difference < 0 else 0)
    assert (x < y) == (y > x)
    assert (x == y) == (x.compared(y) == 0)
    assert x != y or hash(x) == hash(y)


def test_different_spellings_of_one_field() -> None:
    assert Quadratic(1, 2, 3) == Quadratic(1, 1, 12)
    assert Quadratic(0, 1, 12) + Quadratic(0, 1, 3) == Quadratic(0, 3, 3)
    assert hash(Quadratic(1, 2, 3)) == hash(Quadratic(1, 1, 12))
    assert Quadratic(1, 5, 9) == 16
    assert {Quadratic(4), Fraction(4), 4} == {4}


def test_fields_that_differ_do_not_mix() -> None:
    with pytest.raises(ValueError, match="different fields"):
        Quadratic(0, 1, 2) + Quadratic(0, 1, 3)
    assert Quadratic(0, 1, 2) < Quadratic(0, 1, 3)
    assert Quadratic(0, 1, 2) != "sqrt(2)"


def test_nearly_equal_numbers_are_told_apart() -> None:
    root = square_root(10**40 + 1)
    assert root > 10**20
    assert root - 10**20 < Fraction(1, 10**20)


@pytest.mark.parametrize("bad", [0.5, float("nan")])
def test_floats_are_refused(bad: float) -> None:
    with pytest.raises(TypeError, match="floats are not exact"):
        Quadratic(bad)  # type: ignore[arg-type]  # the point of the test


def test_a_negative_number_under_the_root_is_refused() -> None:
    with pytest.raises(ValueError, match="must not be negative, got -2"):
        Quadratic(1, 1, -2)


@settings(deadline=None)
@given(ROOTS.flatmap(quadratics))
def test_text_reads_back(x: Quadratic) -> None:
    assert parse_quadratic(str(x)) == x


@pytest.mark.parametrize("text", ["sqrt(2)", "1 + 2*sqrt(-2)", "1+2*sqrt(3)", "0.5*sqrt(2)", 1.5, "1/0*sqrt(2)"])
def test_other_texts_are_refused(text: object) -> None:
    with pytest.raises(CertificateRejected):
        parse_quadratic(text)


@settings(deadline=None)
@given(quadratics(6))
def test_squares_have_their_root(x: Quadratic) -> None:
    assert field_root(x * x) == abs(x)


@settings(deadline=None)
@given(st.fractions(0, 100, max_denominator=50))
def test_roots_of_rationals(q: Fraction) -> None:
    assert square_root(q) * square_root(q) == q == field_root(q) * field_root(q)


@pytest.mark.parametrize("value", [Quadratic(0, 1, 2), Quadratic(1, 1, 2), Quadratic(-3, 1, 2)])
def test_other_irrationals_have_none_in_the_field(value: Quadratic) -> None:
    with pytest.raises(ValueError, match="no square root in its field"):
        field_root(value)


@settings(deadline=None)
@given(ROOTS.flatmap(quadratics))
def test_float_is_close_without_cancellation(x: Quadratic) -> None:
    assume(x != 0)
    with ctx.workprec(400):
        assert abs(float(x) / _ball(x) - 1) < 1e-15


@pytest.mark.parametrize("scale", [Fraction(10**300), Fraction(1, 10**300)])
def test_float_of_very_large_and_small_numbers(scale: Fraction) -> None:
    assert float(Quadratic(scale, scale, 2)) == pytest.approx(float(scale) * (1 + 2**0.5), rel=1e-15)
    assert float(Quadratic(-scale, scale, 2)) == pytest.approx(float(scale) * (2**0.5 - 1), rel=1e-15)
