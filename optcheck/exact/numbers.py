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
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from itertools import groupby
from numbers import Integral, Rational, Real
from typing import Any, TypeVar, cast, overload

from optcheck.checker.quadratic import Quadratic as Quadratic
from optcheck.checker.quadratic import parse_quadratic as parse_quadratic
from optcheck.checker.quadratic import square_root as square_root
from optcheck.checker.reading import Exact as Exact
from optcheck.checker.reading import number_text, parse_number
from optcheck.checker.reading import whole as whole
from optcheck.errors import CertificateRejected, InvalidInput, shown

S = TypeVar("S")
T = TypeVar("T")

_LONG = 1000  # bits
_JSON_INT = 2**53
_MOST_EXPONENT = 10_000  # 1e1000000000 would fill the memory before it could be refused


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
        raise InvalidInput(f"{name} must be a number such as 3, 0.25 or 3/7, got {shown(text)}") from None


def _check_exponent(exponent: int, name: str, value: object) -> None:
    if abs(exponent) > _MOST_EXPONENT:
        raise InvalidInput(f"{name} must have an exponent of at most {_MOST_EXPONENT}, got {shown(value)}")


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


# --- Numbers and tables as text: decimals rounded in a stated direction, and cells that spreadsheets do not run ---


DIGITS = 15  # of a value that is shown by two decimals
_SCREEN_DIGITS = 6
_LONGEST = 40  # characters of a fraction that is still shown in full
_PLAIN = range(-6, DIGITS + 1)  # exponents for which no power of ten is shown


def round_down(value: Exact | float, digits: int = _SCREEN_DIGITS) -> str:
    """The largest decimal of so many digits that is not above the value.

    >>> round_down(Fraction(2, 3), 3), round_down(Fraction(-2, 3), 3), round_down(float("inf"))
    ('0.666', '-0.667', 'inf')
    """
    return _rounded(value, digits, ROUND_FLOOR)


def round_up(value: Exact | float, digits: int = _SCREEN_DIGITS) -> str:
    """The least decimal of so many digits that is not below the value.

    >>> round_up(Fraction(2, 3), 3), round_up(7), round_up(1234567)
    ('0.667', '7', '1234570')
    """
    return _rounded(value, digits, ROUND_CEILING)


def _rounded(value: Exact | float, digits: int, rounding: str) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    ratio = Fraction(value)
    context = Context(prec=digits, rounding=rounding, Emax=MAX_EMAX, Emin=MIN_EMIN)
    quotient = context.divide(Decimal(ratio.numerator), Decimal(ratio.denominator)).normalize(context)
    return f"{quotient:f}" if quotient.adjusted() in _PLAIN else f"{quotient:e}"


def between(value: Exact, digits: int = DIGITS) -> str:
    """A decimal that is the value, or two that it lies between.

    >>> between(Fraction(1, 4)), between(Fraction(1, 3), 4)
    ('0.25', '0.3333 .. 0.3334')
    """
    low, high = round_down(value, digits), round_up(value, digits)
    return low if low == high else f"{low} .. {high}"


def brief(value: Exact) -> str:
    """The number itself where it is short, otherwise a decimal near it, marked as such.

    >>> brief(Fraction(3, 7)), brief(Fraction(10**60 + 1, 3 * 10**59))
    ('3/7', '~3.33333333333333')
    """
    if value.numerator.bit_length() + value.denominator.bit_length() < 4 * _LONGEST:
        text = to_text(value)
        if len(text) <= _LONGEST:
            return text
    return "~" + round_down(value, DIGITS)


def both_forms(value: Exact) -> str:
    """A number exactly and in decimals, once where these are the same.

    >>> both_forms(Fraction(1, 3)), both_forms(Fraction(1, 4))
    ('1/3 (0.333333333333333 .. 0.333333333333334)', '1/4 (0.25)')
    """
    text, decimals = brief(whole(value)), between(value)
    return decimals if text.startswith("~") or text == decimals else f"{text} ({decimals})"


def root_up(value: Fraction) -> Fraction:
    """A fraction that is not below the root, and above it by about 2^-64 of it at most; exact roots stay exact."""
    top, bottom = math.isqrt(value.numerator), math.isqrt(value.denominator)
    if top * top == value.numerator and bottom * bottom == value.denominator:
        return Fraction(top, bottom)
    shift = 64 + max(0, value.denominator.bit_length() - value.numerator.bit_length())
    scaled = -(-(value.numerator << 2 * shift) // value.denominator)
    return Fraction(math.isqrt(scaled - 1) + 1 if scaled else 0, 1 << shift)


def sigma_up(variance: Exact | float, digits: int = _SCREEN_DIGITS) -> str:
    """The standard deviation of a variance, rounded up.

    >>> sigma_up(2), sigma_up(Fraction(1, 4))
    ('1.41422', '0.5')
    """
    if isinstance(variance, float) and not math.isfinite(variance):
        return str(variance)
    return round_up(root_up(Fraction(variance)), digits)


def text_table(lines: Sequence[Sequence[str]]) -> str:
    """Lines of cells as a text, the first column aligned left, the others right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    aligned = [
        [
            cell.rjust(width) if k else cell.ljust(width)
            for k, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        for line in lines
    ]
    return "\n".join("  ".join(line).rstrip() for line in aligned)


_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def escape_formula(text: str) -> str:
    """A text for a cell that no spreadsheet takes for a formula: one that would start like it gets an apostrophe.

    Only for columns of texts; numbers stay as they are, with their signs.

    >>> escape_formula("=1+1"), escape_formula("Ann")
    ("'=1+1", 'Ann')
    """
    return f"'{text}" if text.lstrip().startswith(_FORMULA_STARTS) or text.startswith(_FORMULA_STARTS) else text


def unescape_formula(text: str) -> str:
    """The text of a cell without the apostrophe that :func:`escape_formula` put before it.

    >>> unescape_formula("'=1+1"), unescape_formula("'n")
    ('=1+1', "'n")
    """
    return text[1:] if text.startswith("'") and escape_formula(text[1:]) == text else text
