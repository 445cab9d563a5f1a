"""Sums over one denominator never look an integer up by its hash: a file can choose long ones of one hash."""

from __future__ import annotations

from fractions import Fraction

from optcheck.checker.linear import Row, Scaled, reduced_costs, weighted


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
    scaled = Scaled(NUMBERS)
    assert [Fraction(top, scaled.denominator) for top in scaled.numerators] == NUMBERS
    assert scaled.denominator == 12


def test_sums_along_a_row_and_down_the_columns() -> None:
    row = Row(list(enumerate(NUMBERS)))
    assert Fraction(*Scaled(NUMBERS).along(row)) == sum(x * x for x in map(Fraction, NUMBERS))
    common, tops = reduced_costs(NUMBERS, [row], Scaled([_Ratio(1, 3)]))
    assert [Fraction(top, common * 3) for top in tops] == [x * 2 / 3 for x in NUMBERS]


def test_weighted_sums() -> None:
    parts = [(_WithoutHash(2), _WithoutHash(3), NUMBERS[0]), (1, 3, NUMBERS[1]), (1, 3, NUMBERS[2])]
    assert weighted(parts, 5) == (Fraction(2, 12) + Fraction(5, 18) + Fraction(1, 12)) / 5
