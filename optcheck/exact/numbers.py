"""Exact numbers: ints, Fractions, many of them over one denominator, and numbers of a real quadratic field Q(sqrt(D)).

The text form is "p/q". Floats are accepted as input, and mean the binary fraction that they are: nothing is rounded.
Quadratic is the type of the trusted checker.

>>> from optcheck.exact.numbers import square_root
>>> root = square_root(2)
>>> root * root == 2, root > 1, str(1 / (1 + root))
(True, True, '-1 + 1*sqrt(2)')
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from numbers import Integral, Rational, Real
from typing import Any, TypeVar, cast, overload

from optcheck.checker.quadratic import Quadratic, parse_quadratic, square_root
from optcheck.checker.reading import Exact, number_text, parse_number, whole
from optcheck.errors import CertificateRejected, InvalidInput, shown

__all__ = [
    "Exact",
    "Quadratic",
    "RatioMap",
    "Ratios",
    "as_json",
    "common_denominator",
    "common_multiple",
    "exact",
    "field_root",
    "map_distinct",
    "over_one_denominator",
    "parse",
    "parse_quadratic",
    "square_root",
    "to_json",
    "to_text",
    "whole",
]

S = TypeVar("S")
T = TypeVar("T")

_LONG = 1000  # bits
_JSON_INT = 2**53
_MOST_EXPONENT = 10_000  # 1e1000000000 would fill the memory before it could be refused
_SHOWN = 80  # characters of a bad text that a message repeats


def exact(value: object, name: str = "value") -> Exact:
    """The exact number that a value stands for; whole numbers come back as int.

    Takes ints, Fractions, finite floats and Decimals (as what they are in binary or decimal), numpy scalars, and
    texts such as "3/7" or "0.1".

    >>> exact("0.1"), exact(0.5), exact(6)
    (Fraction(1, 10), Fraction(1, 2), 6)
    """
    if isinstance(value, bool):
        raise InvalidInput(f"{name} must be a number, got {shown(value)}")
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Rational):
        return whole(Fraction(int(value.numerator), int(value.denominator)))
    if isinstance(value, Decimal) and value.is_finite():
        _check_exponent(value.adjusted(), name, value)
        return whole(Fraction(value))
    if isinstance(value, Real) and math.isfinite(value):
        return _binary_fraction(value)
    if isinstance(value, str):
        return _from_text(value, name)
    raise InvalidInput(f"{name} must be a finite number, got {shown(value)}")


def _binary_fraction(value: Any) -> Exact:
    """A double, or numpy's shorter and longer floats, as the binary fraction that it is."""
    numerator, denominator = value.as_integer_ratio()
    return whole(Fraction(int(numerator), int(denominator)))


def _from_text(text: str, name: str) -> Exact:
    _, _, exponent = text.lower().partition("e")
    try:
        _check_exponent(int(exponent or 0), name, text)
        return whole(Fraction(text))
    except (ValueError, ZeroDivisionError) as error:
        if isinstance(error, InvalidInput):
            raise
        raise InvalidInput(f"{name} must be a number such as 3, 0.25 or 3/7, got {text[:_SHOWN]!r}") from None


def _check_exponent(exponent: int, name: str, value: object) -> None:
    if abs(exponent) > _MOST_EXPONENT:
        raise InvalidInput(f"{name} must have an exponent of at most {_MOST_EXPONENT}, got {str(value)[:_SHOWN]}")


def parse(text: str) -> Exact:
    """Read a "p/q" text.

    >>> parse("3/7")
    Fraction(3, 7)
    """
    try:
        return parse_number(text)
    except CertificateRejected as error:
        raise InvalidInput(str(error)) from None


def to_text(value: Exact) -> str:
    """Write an exact number as "p" or "p/q".

    >>> to_text(Fraction(6, 4))
    '3/2'
    """
    return number_text(value)


def to_json(value: Exact) -> int | str:
    """The JSON form: a plain int where every JSON reader keeps it exact, a text otherwise.

    >>> to_json(7), to_json(Fraction(1, 3)), to_json(2**60)
    (7, '1/3', '1152921504606846976')
    """
    return value.numerator if value.denominator == 1 and abs(value.numerator) <= _JSON_INT else number_text(value)


def as_json(values: Iterable[Exact | None]) -> list[int | str | None]:
    """The JSON forms of many numbers, None where there is none. Files repeat numbers: each object is converted once.

    >>> as_json([None, 2, Fraction(1, 3)])
    [None, 2, '1/3']
    """
    if isinstance(values, Ratios):
        return [_ratio_json(numerator, values.denominator) for numerator in values.numerators]
    listed = list(values)
    if set(map(type, listed)) <= {int}:
        integers = cast("list[int]", listed)
        if max(map(abs, integers), default=0) <= _JSON_INT:
            return [*integers]
    return map_distinct(lambda value: None if value is None else to_json(value), listed)


def map_distinct(function: Callable[[S], T], values: Sequence[S]) -> list[T]:
    """The function's value for each of many objects, computed once for each distinct object.

    >>> map_distinct(whole, [Fraction(2), 3])
    [2, 3]
    """
    keys = list(map(id, values))  # while the values are referenced, no two of them have one identity
    known = {key: function(value) for key, value in dict(zip(keys, values, strict=True)).items()}
    return list(map(known.__getitem__, keys))


def common_denominator(values: Iterable[Exact]) -> int:
    """The least common denominator.

    >>> common_denominator([Fraction(1, 4), Fraction(1, 6), 2])
    12
    """
    return common_multiple(value.denominator for value in values)


def common_multiple(numbers: Iterable[int]) -> int:
    """The least common multiple of many integers, most of them equal.

    Equal ones are recognised by sorting: a file can choose long integers that all have the same hash.

    >>> common_multiple([4, 6, 4])
    12
    """
    return math.lcm(*(number for number, _ in groupby(sorted(numbers))))


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

    def ratios(self) -> Ratios:
        """The numbers without their keys."""
        return Ratios(list(self.numerators.values()), self.denominator)


def _ratio(numerator: int, denominator: int) -> Exact:
    return whole(Fraction(numerator, denominator)) if numerator else 0


def _ratio_json(numerator: int, denominator: int) -> int | str:
    """The JSON form of a ratio; python-flint reduces and writes long ones several times faster."""
    if denominator.bit_length() < _LONG:
        return to_json(_ratio(numerator, denominator))
    from flint import fmpq

    ratio = fmpq(numerator, denominator)
    return str(ratio) if ratio.q != 1 else to_json(int(ratio.p))


def over_one_denominator(values: Sequence[Exact]) -> Ratios:
    """The same numbers over their least common denominator.

    >>> over_one_denominator([Fraction(1, 2), 3]).numerators
    [1, 6]
    """
    if isinstance(values, Ratios):
        return values
    common = common_denominator(values)
    return Ratios([value.numerator * (common // value.denominator) for value in values], common)


def field_root(value: Quadratic | int | Fraction) -> Quadratic:
    """The square root of a non-negative number: of a rational in any field, of an irrational one within its field.

    Raises ValueError when the root of an irrational number leaves its field.

    >>> str(field_root(Quadratic(3, 2, 2))), str(field_root(Quadratic(8)))
    ('1 + 1*sqrt(2)', '2*sqrt(2)')
    """
    if not isinstance(value, Quadratic) or not value.factor:
        return square_root(Fraction(value.rational if isinstance(value, Quadratic) else value))
    norm = square_root(value.norm()) if value.norm() >= 0 else None
    if norm is None or norm.factor or value.sign() < 0:
        raise ValueError(f"{value} has no square root in its field")
    for square in ((value.rational + norm.rational) / 2, (value.rational - norm.rational) / 2):
        part = square_root(square) if square > 0 else None
        if part is not None and not part.factor:
            return abs(Quadratic(part.rational, value.factor / (2 * part.rational), value.root))
    raise ValueError(f"{value} has no square root in its field")
