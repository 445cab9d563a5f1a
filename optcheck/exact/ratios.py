"""Many fractions over one common denominator: computed with as integers, reduced only when one is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import overload

from optcheck.exact.numbers import Exact, common_denominator, whole

__all__ = ["RatioMap", "Ratios", "over_one_denominator"]


class Ratios(Sequence[Exact]):
    """The numbers numerators[j] / denominator.

    >>> Ratios([1, 2, 4], 4)[1]
    Fraction(1, 2)
    """

    __slots__ = ("denominator", "numerators")

    def __init__(self, numerators: Sequence[int], denominator: int) -> None:
        self.numerators = numerators
        self.denominator = denominator

    def __len__(self) -> int:
        return len(self.numerators)

    @overload
    def __getitem__(self, index: int) -> Exact: ...
    @overload
    def __getitem__(self, index: slice) -> Ratios: ...
    def __getitem__(self, index: int | slice) -> Exact | Ratios:
        if isinstance(index, slice):
            return Ratios(self.numerators[index], self.denominator)
        return _ratio(self.numerators[index], self.denominator)

    def __iter__(self) -> Iterator[Exact]:
        return (_ratio(numerator, self.denominator) for numerator in self.numerators)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


class RatioMap(Mapping[int, Exact]):
    """The numbers numerators[i] / denominator by key.

    >>> dict(RatioMap({3: 6, 5: 1}, 4))
    {3: Fraction(3, 2), 5: Fraction(1, 4)}
    """

    __slots__ = ("denominator", "numerators")

    def __init__(self, numerators: Mapping[int, int], denominator: int) -> None:
        self.numerators = numerators
        self.denominator = denominator

    def __len__(self) -> int:
        return len(self.numerators)

    def __iter__(self) -> Iterator[int]:
        return iter(self.numerators)

    def __getitem__(self, key: int) -> Exact:
        return _ratio(self.numerators[key], self.denominator)

    def __repr__(self) -> str:
        return repr(dict(self))


def _ratio(numerator: int, denominator: int) -> Exact:
    return whole(Fraction(numerator, denominator)) if numerator else 0


def over_one_denominator(values: Sequence[Exact]) -> Ratios:
    """The same numbers over their least common denominator.

    >>> over_one_denominator([Fraction(1, 2), 3]).numerators
    [1, 6]
    """
    if isinstance(values, Ratios):
        return values
    common = common_denominator(values)
    return Ratios([value.numerator * (common // value.denominator) for value in values], common)
