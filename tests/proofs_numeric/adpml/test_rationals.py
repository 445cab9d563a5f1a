"""Random rationals stay in their range and reach its ends."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import find, given, settings

from proofs_numeric.adpml._rationals import rationals


@given(rationals(Fraction(1, 20), Fraction(19, 20), most=20))
@settings(max_examples=60, deadline=None)
def test_they_stay_in_their_range(value: Fraction) -> None:
    assert Fraction(1, 20) <= value <= Fraction(19, 20)
    assert value.denominator <= 20


@pytest.mark.parametrize("end", [Fraction(-1, 2), Fraction(3, 2)])
def test_they_reach_the_ends(end: Fraction) -> None:
    assert find(rationals(Fraction(-1, 2), Fraction(3, 2), most=4), lambda value: value == end) == end
