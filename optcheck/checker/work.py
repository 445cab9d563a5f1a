"""What a check may cost: one budget of steps for everything between the first byte of a file and the last sentence.

Most of it are sums of many numbers, and they are made here. Numbers of large programs are long and their coefficients
short, so sums of products are made in integers over one denominator: a product costs as much as the long number has
words; reducing fractions would cost the square of that.

A step stands for about ten nanoseconds. Costs are estimated from the sizes of the numbers before or right after an
operation, so a check costs the same number of steps on every machine, and no clock decides what is accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from itertools import groupby
from math import lcm
from operator import mul
from typing import cast

from optcheck.checker.errors import InvalidInput, TooCostly

STEPS_PER_SECOND, STEPS_PER_ENTRY = 10**8, 2000
STEPS_PER_WORD, WORDS_OF_AN_ENTRY = 16, 8  # of what is made and kept; an entry of a set or a dictionary
WORDS_PER_SECOND = 3 * 10**6  # that long numbers and rows may fill: a quarter of a gigabyte for ten seconds
DEFAULT_LIMIT = 10.0  # seconds
_OPERATION = 200  # steps of an operation on short numbers

Exact = int | Fraction
_left: ContextVar[list[int] | None] = ContextVar("left", default=None)  # None: nobody counts


@contextmanager
def budget(limit: float) -> Iterator[list[int]]:
    """Bound the work inside by so many seconds' worth of steps; gives the steps and words left, in a list."""
    if type(limit) not in (int, float) or not abs(limit * STEPS_PER_SECOND) < float("inf"):
        raise InvalidInput(f"limit must be a finite number of seconds, got {limit!r}")
    left = [int(limit * STEPS_PER_SECOND), int(limit * WORDS_PER_SECOND)]
    token = _left.set(left)
    try:
        yield left
    finally:
        _left.reset(token)


def spend(steps: int, words: int = 0) -> None:
    """Pay for work, and for words that are kept; raises TooCostly when the budget of either is used up."""
    left = _left.get()
    if left is not None:
        left[0] -= steps
        left[1] -= words
        if left[0] < 0 or left[1] < 0:
            raise TooCostly()


def earn(entries: int) -> None:
    """Enlarge the budget for a file with many entries: a check that is linear in its file always finishes."""
    left = _left.get()
    if left is not None:
        left[0] += entries * STEPS_PER_ENTRY


def spend_products(count: int, words: int, other: int) -> None:
    """Pay for so many products of integers of so many words."""
    spend(count * (_OPERATION + on_long(words, other)))


def hold(count: int, words: int) -> None:
    """Pay for keeping so many numbers of so many words in memory, before they are made: a long file earns no room."""
    spend(count * words * STEPS_PER_WORD, count * words)


def on_long(words: int, other: int) -> int:
    """Steps for a product of integers of so many words, or for a gcd: as measured.

    Schoolbook arithmetic takes one step for each pair of words; between long numbers a pair is done in a quarter of it.
    """
    return min(words * other, 8 * (words + other) + (words * other >> 2))


def size(value: Exact) -> int:
    """How many 64-bit words a number fills."""
    return (value.numerator.bit_length() + value.denominator.bit_length()) >> 6


def pay(*values: Exact, times: int = 1) -> None:
    """Pay for so many operations on numbers of this size: multiplication and gcd are quadratic."""
    words = sum(map(size, values))
    spend(times * (_OPERATION + on_long(words, words)))


def whole(value: Exact) -> Exact:
    """The same number, as an int where it is one: integers are several times faster."""
    return value.numerator if value.denominator == 1 else value


class Scaled:
    """Numbers as integers over one common denominator, and the words of the longest of these."""

    __slots__ = ("denominator", "numerators", "words")

    def __init__(self, numerators: Sequence[int], denominator: int = 1) -> None:
        self.numerators, self.denominator, self.words = numerators, denominator, longest(numerators)

    def times(self, factors: Scaled, columns: Sequence[int] | None = None) -> tuple[int, int]:
        """The sum of factor times number, over these columns or all: an integer, over the second integer."""
        numbers = self.numerators if columns is None else map(self.numerators.__getitem__, columns)
        spend_products(len(factors.numerators), self.words, factors.words)
        return sum(map(mul, factors.numerators, numbers)), factors.denominator * self.denominator


def over_one(values: Sequence[Exact]) -> Scaled:
    """Numbers over their least common denominator."""
    if set(map(type, values)) <= {int}:  # most rows of most programs: nothing stands below them
        return Scaled(cast("Sequence[int]", values))
    common = common_multiple(value.denominator for value in values)
    return Scaled(over(values, common), common)


def over(values: Sequence[Exact], denominator: int) -> list[int]:
    """Numbers over a denominator that fits all of them, paid for by division; and for keeping the products."""
    words, other = longest([denominator]), longest(value.numerator for value in values)
    spend_products(len(values), words, other + words // 2)
    hold(len(values), words + other)
    return [value.numerator * (denominator // value.denominator) for value in values]


def longest(values: Iterable[int]) -> int:
    """Words of the longest of the numbers, at least 1."""
    return 1 + (max(map(int.bit_length, values), default=0) >> 6)


def common_multiple(bottoms: Iterable[int]) -> int:
    """The least common denominator. Equal ones are found by sorting: a file can choose integers of one hash."""
    common = 1
    for bottom, _ in groupby(sorted(bottoms)):
        if bottom != 1:
            common = lcm(common, bottom)
            pay(common)
    return common


def total(values: Iterable[Exact]) -> Exact:
    """The sum of some numbers."""
    numbers = list(values)
    return dot([1] * len(numbers), numbers)


def dot(left: Sequence[Exact], right: Sequence[Exact] | Scaled) -> Exact:
    """The sum of the products."""
    top, bottom = (right if isinstance(right, Scaled) else over_one(right)).times(over_one(left))
    pay(top, bottom)
    return whole(Fraction(top, bottom))
