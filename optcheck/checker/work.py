"""What a check may cost: one budget of steps for everything between the first byte of a file and the last sentence.

A step stands for about ten nanoseconds. Costs are estimated from the sizes of the numbers before or right after an
operation, so a check costs the same number of steps on every machine, and no clock decides what is accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction

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


def pay_products(value: Exact, *others: Exact) -> None:
    """Pay for the products of a number with some others."""
    spend(_OPERATION + sum(on_long(1 + size(value), 1 + size(other)) for other in others))


def total(values: Iterable[Exact]) -> Exact:
    """The sum; every addition is paid for by the size that the sum has reached."""
    amount: Exact = 0
    for value in values:
        amount += value
        pay(amount)
    return amount.numerator if amount.denominator == 1 else amount


def dot(left: Iterable[Exact], right: Iterable[Exact]) -> Exact:
    """The sum of the products."""

    def product(a: Exact, b: Exact) -> Exact:
        pay(a, b)
        return a * b

    return total(product(a, b) for a, b in zip(left, right, strict=True))
