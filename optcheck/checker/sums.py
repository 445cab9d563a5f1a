"""Sums of products in integers over one denominator: no fraction is reduced on the way. Standard library only.

Certificates of large programs hold long numbers and short coefficients. A product of the two costs as much as the long
one has words; reducing it to lowest terms would cost the square of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import lcm
from operator import mul

from optcheck.checker import work
from optcheck.checker.numerals import Exact


@dataclass(frozen=True, slots=True)
class IntegerRow:
    """A row's coefficients, factors[k] / bottom in columns[k], and the words of the longest factor."""

    bottom: int
    columns: tuple[int, ...]
    factors: Sequence[int]
    words: int = 1


def over_integers(terms: Sequence[tuple[int, Exact]]) -> IntegerRow:
    """A row over the least denominator of its coefficients."""
    if not terms:
        return IntegerRow(1, (), ())
    columns, coefficients = zip(*terms, strict=True)
    tops, bottoms = zip(*[coefficient.as_integer_ratio() for coefficient in coefficients], strict=True)
    bottom = _common(bottoms)
    factors: Sequence[int] = tops
    if bottom != 1:
        _pay_scaling(tops, bottom)
        factors = [top * (bottom // below) for top, below in zip(tops, bottoms, strict=True)]
    return IntegerRow(bottom, columns, factors, longest(factors))


def _common(bottoms: Iterable[int]) -> int:
    """The least common denominator. Equal ones are found by sorting: a file can choose integers of one hash."""
    common = 1
    for bottom, _ in groupby(sorted(bottoms)):
        if bottom != 1:
            common = lcm(common, bottom)
            work.pay(common)
    return common


def _by_value(numbers: Sequence[int]) -> Iterator[tuple[int, Iterator[int]]]:
    """The distinct numbers, each with the places where it stands; by sorting as well."""
    return groupby(sorted(range(len(numbers)), key=numbers.__getitem__), key=numbers.__getitem__)


def _pay_scaling(tops: Sequence[int], denominator: int) -> None:
    """Pay for integers times what a denominator leaves of a common one, and for keeping the products."""
    words, other = longest([denominator]), longest(tops)
    work.spend_products(len(tops), words, other)
    work.hold(len(tops), words + other)


class Scaled:
    """Numbers as integers over one common denominator."""

    __slots__ = ("denominator", "numerators", "words")

    def __init__(self, values: Sequence[Exact]) -> None:
        self.numerators, bottoms = [value.numerator for value in values], [value.denominator for value in values]
        self.denominator = _common(bottoms)
        if self.denominator != 1:
            _pay_scaling(self.numerators, self.denominator)
            for bottom, places in _by_value(bottoms):
                work.pay(self.denominator)
                factor = self.denominator // bottom
                for place in places:
                    self.numerators[place] *= factor
        self.words = longest(self.numerators)

    def along(self, row: IntegerRow) -> tuple[int, int]:
        """The sum of coefficient times number over a row: an integer, over the second integer."""
        work.spend_products(len(row.columns), self.words, row.words)
        top = sum(map(mul, row.factors, map(self.numerators.__getitem__, row.columns)))
        return top, row.bottom * self.denominator


class Columns:
    """What a sum of rows with multipliers leaves of the costs, column by column: tops / (bottom * denominator)."""

    def __init__(self, costs: Sequence[Exact], rows: Sequence[IntegerRow], dual: Scaled) -> None:
        used = [(row, y) for row, y in zip(rows, dual.numerators, strict=True) if y]
        self.denominator = dual.denominator
        self.bottom = bottom = _common([row.bottom for row, _ in used] + [cost.denominator for cost in costs])
        above = bottom * dual.denominator
        _pay_scaling([cost.numerator for cost in costs], above)
        self.tops = [cost.numerator * (above // cost.denominator) if cost else 0 for cost in costs]
        for row, y in used:
            self._subtract(row, y * (bottom // row.bottom))

    def _subtract(self, row: IntegerRow, multiplier: int) -> None:
        tops = self.tops
        work.spend_products(len(row.columns), longest([multiplier]), row.words)
        for column, factor in zip(row.columns, row.factors, strict=True):
            tops[column] -= multiplier * factor


def longest(values: Iterable[int]) -> int:
    """Words of the longest of the numbers, at least 1."""
    return 1 + (max(map(int.bit_length, values), default=0) >> 6)


def weighted(parts: Iterable[tuple[int, int, Exact]], denominator: int) -> Fraction:
    """The sum of (top / bottom) times value, all over one large denominator: reduced once, at the end."""
    tops, bottoms = list[int](), list[int]()
    for top, bottom, value in parts:
        work.pay_products(value, top, bottom)
        tops.append(top * value.numerator)
        bottoms.append(bottom * value.denominator)
    common, whole = _common(bottoms), 0
    for below, places in _by_value(bottoms):
        top = sum(tops[place] for place in places)
        work.pay_products(top, common)
        whole += top * (common // below)
    work.pay(common, denominator)
    return Fraction(whole, common * denominator)
