"""Tables of views: the least delta between two distributions."""

from __future__ import annotations

from fractions import Fraction

from proofs_numeric._views import least_delta


def test_the_least_delta_is_the_positive_part() -> None:
    one, other = (Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 4), Fraction(3, 4))
    assert least_delta(one, other, Fraction(3, 2)) == Fraction(1, 8)
