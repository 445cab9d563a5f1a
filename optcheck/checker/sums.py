"""Sums of products in integers over one denominator: no fraction is reduced on the way. Standard library only.

Certificates of large programs hold long numbers and short coefficients. A product of the two costs as much as the long
one has words; reducing it to lowest terms would cost the square of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

from optcheck.checker import work
from optcheck.checker.numerals import Exact


class Scaled:
    """Numbers as integers over one common denominator."""

    __slots__ = ("denominator", "numerators", "words")

    def __init__(self, values: Sequence[Exact]) -> None:
        self.denominator = 1
        for bottom in {value.denominator for value in values}:
            self.denominator = lcm(self.denominator, bottom)
            work.pay(self.denominator)
        factors = {bottom: self.denominator // bottom for bottom in {value.denominator for value in values}}
        work.pay(self.denominator, times=len(factors))
        self.numerators = [value.numerator * factors[value.denominator] for value in values]
        self.words = longest(self.numerators)
        work.spend_products(len(values), self.words, longest(factors.values()))

    def along(self, terms: Sequence[tuple[int, Exact]]) -> tuple[int, int]:
        """The sum of coefficient times number over the terms: an integer, over the second integer."""
        bottom = lcm(*{coefficient.denominator for _, coefficient in terms})
        factors = [coefficient.numerator * (bottom // coefficient.denominator) for _, coefficient in terms]
        work.spend_products(len(terms), self.words, longest(factors))
        numerators = self.numerators
        top = sum(a * numerators[column] for a, (column, _) in zip(factors, terms, strict=True))
        return top, bottom * self.denominator


class Columns:
    """A sum of rows with multipliers, column by column, each over a denominator of its own coefficients alone."""

    def __init__(self, costs: Sequence[Exact], rows: Sequence[Sequence[tuple[int, Exact]]], dual: Scaled) -> None:
        """What the rows so multiplied leave of the costs."""
        self.denominator = dual.denominator
        self.bottoms = [cost.denominator for cost in costs]
        used = [(terms, y) for terms, y in zip(rows, dual.numerators, strict=True) if y]
        for terms, _ in used:
            for column, coefficient in terms:
                if coefficient.denominator != 1:
                    self.bottoms[column] = lcm(self.bottoms[column], coefficient.denominator)
                    work.pay(self.bottoms[column])
        self.tops = [
            cost.numerator * (bottom // cost.denominator) * dual.denominator
            for cost, bottom in zip(costs, self.bottoms, strict=True)
        ]
        work.spend_products(len(costs), longest([dual.denominator]), longest(self.bottoms))
        for terms, y in used:
            self._subtract(terms, y)

    def _subtract(self, terms: Sequence[tuple[int, Exact]], multiplier: int) -> None:
        tops, bottoms = self.tops, self.bottoms
        factors = [a.numerator * (bottoms[column] // a.denominator) for column, a in terms]
        work.spend_products(len(terms), longest([multiplier]), longest(factors))
        for factor, (column, _) in zip(factors, terms, strict=True):
            tops[column] -= multiplier * factor


def longest(values: Iterable[int]) -> int:
    """Words of the longest of the numbers, at least 1."""
    return 1 + (max((value.bit_length() for value in values), default=0) >> 6)


def weighted(parts: Iterable[tuple[int, int, Exact]], denominator: int) -> Fraction:
    """The sum of (top / bottom) times value, all over one large denominator: reduced once, at the end."""
    sums: dict[int, int] = {}
    for top, bottom, value in parts:
        work.pay_products(value, top, bottom)
        below = bottom * value.denominator
        sums[below] = sums.get(below, 0) + top * value.numerator
    common = 1
    for below in sums:
        common = lcm(common, below)
        work.pay(common)
    whole = 0
    for below, top in sums.items():
        work.pay_products(top, common)
        whole += top * (common // below)
    work.pay(common, denominator)
    return Fraction(whole, common * denominator)
