"""Decimals for people lie on the right side of the exact value."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from optcheck.exact.numbers import DIGITS, between, brief, round_down, round_up


@given(st.fractions(), st.integers(1, 20))
def test_rounding_is_outward_and_tight(value: Fraction, digits: int) -> None:
    low, high = Fraction(round_down(value, digits)), Fraction(round_up(value, digits))
    assert low <= value <= high
    assert high - low <= abs(value) * Fraction(10) ** (1 - digits)
    assert (low == high) == (low == value)


@given(st.integers(-400, 400), st.fractions(min_value=1, max_value=2))
def test_huge_and_tiny_numbers(exponent: int, size: Fraction) -> None:
    value = size * Fraction(10) ** exponent
    assert Fraction(round_down(value, DIGITS)) <= value <= Fraction(round_up(value, DIGITS))


def test_texts() -> None:
    assert (between(0), between(-12), between(Fraction(1, 8))) == ("0", "-12", "0.125")
    assert between(Fraction(1, 3), 3) == "0.333 .. 0.334"
    assert brief(Fraction(10**50 + 1, 10**49)) == "~10"
    assert between(10**20) == "1e+20"
