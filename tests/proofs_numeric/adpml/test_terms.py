"""Real numbers as expressions: exact where rational, decided by enclosures, certified for the checker."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import verify
from optcheck.errors import NotCertified
from proofs_numeric.adpml._terms import (
    above,
    decimal,
    differ,
    erfc,
    exp,
    gap,
    is_above,
    log,
    power,
    sqrt,
    symbolic,
    term,
    unknown,
)

RATIONALS = st.fractions(-9, 9, max_denominator=9)


@given(RATIONALS, RATIONALS)
@settings(deadline=None)
def test_rationals_stay_exact(a: Fraction, b: Fraction) -> None:
    assert (term(a) + b).value == a + b
    assert (a - term(b)).value == a - b
    assert (2 * term(a) * b).value == 2 * a * b
    assert (-term(a)).value == -a
    assert is_above(term(a), b) == (a > b)
    assert gap(a, term(b)) == abs(a - b)


def test_digits_are_right() -> None:
    assert decimal(exp(1)) == "2.71828182846"
    assert decimal(log(2) / sqrt(2), 6) == "0.490129"
    assert decimal(erfc(1), 6) == "0.157299"
    assert decimal(1 / term(3)) == "1/3"


@given(st.fractions(Fraction(1, 9), 9, max_denominator=9))
@settings(deadline=None, max_examples=30)
def test_decisions_and_certificates_agree(x: Fraction) -> None:
    left, right = exp(x), 1 + x + x * x / 2
    assert is_above(left, right)
    assert verify(above(left, right, "a note")).fact("left - right").relation == ">"
    assert verify(differ(right, left, "")).kind == "comparison"


def test_close_numbers_are_told_apart_and_equal_ones_are_not_guessed() -> None:
    close = Fraction(14142135623730950488016887242096980785697, 10**40)
    assert is_above(close, sqrt(2))
    with pytest.raises(NotCertified, match="were not told apart"):
        is_above(sqrt(2) * sqrt(2), 2)


def test_unknowns_become_symbols() -> None:
    x = unknown("x")
    assert str(symbolic(sqrt(x * x) + 1)) == "x + 1"


def test_powers() -> None:
    assert power(Fraction(2, 3), Fraction(3)).value == Fraction(8, 27)
    assert decimal(power(2, Fraction(1, 2)), 6) == decimal(sqrt(2), 6)
    assert decimal(power(sqrt(2), Fraction(-4)), 4) == "0.2500"
    close = power(10, Fraction(2, 3))
    assert verify(differ(close, Fraction(464, 100), "")).kind == "comparison"
    assert str(symbolic(power(unknown("x"), Fraction(2, 3)))) == "x**(2/3)"


def test_terms_read_like_formulas() -> None:
    assert repr(2 * sqrt(Fraction(1, 3)) - unknown("x")) == "((2 * sqrt(1/3)) - x)"
