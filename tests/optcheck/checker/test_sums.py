"""Sums over one denominator never look an integer up by its hash: a file can choose long ones of one hash."""

from __future__ import annotations

from fractions import Fraction

from optcheck.checker.linear import reduced_costs
from optcheck.checker.work import over_one


class _WithoutHash(int):
    __hash__ = None  # type: ignore[assignment]


class _Ratio(Fraction):
    """A fraction whose numerator and denominator nothing can look up."""

    @property
    def numerator(self) -> int:
        return _WithoutHash(super().numerator)

    @property
    def denominator(self) -> int:
        return _WithoutHash(super().denominator)

    def as_integer_ratio(self) -> tuple[int, int]:
        return self.numerator, self.denominator


NUMBERS = [_Ratio(1, 4), _Ratio(5, 6), _Ratio(1, 4), _Ratio(3)]


def test_numbers_over_one_denominator() -> None:
    scaled = over_one(NUMBERS)
    assert [Fraction(top, scaled.denominator) for top in scaled.numerators] == NUMBERS
    assert scaled.denominator == 12


def test_sums_along_a_row_and_down_the_columns() -> None:
    factors, columns = over_one(NUMBERS), range(len(NUMBERS))
    assert Fraction(*factors.times(factors)) == sum(x * x for x in map(Fraction, NUMBERS))
    assert Fraction(*factors.times(over_one([2, 3]), [1, 3])) == 2 * Fraction(5, 6) + 3 * 3
    left = reduced_costs(NUMBERS, [(columns, factors)], over_one([_Ratio(1, 3)]))
    assert [Fraction(top, left.denominator) for top in left.numerators] == [x * 2 / 3 for x in NUMBERS]
