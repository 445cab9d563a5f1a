"""Sums over one denominator never look an integer up by its hash: a file can choose long ones of one hash."""

from __future__ import annotations

from fractions import Fraction

from optcheck.checker.linear import over_one, reduced_costs, row_of


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
    row = row_of(list(enumerate(NUMBERS)))
    assert Fraction(*over_one(NUMBERS).along(row)) == sum(x * x for x in map(Fraction, NUMBERS))
    left = reduced_costs(NUMBERS, [row], over_one([_Ratio(1, 3)]))
    assert [Fraction(top, left.denominator) for top in left.numerators] == [x * 2 / 3 for x in NUMBERS]
