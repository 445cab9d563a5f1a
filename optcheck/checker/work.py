"""What a check may cost: one budget of steps for everything between reading a document and the last sentence.

A step stands for about ten nanoseconds. Costs are estimated from the sizes of the numbers before or right after an
operation, so a check costs the same number of steps on every machine, and no clock decides what is accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction

from optcheck.errors import InvalidInput, TooCostly

STEPS_PER_SECOND = 10**8
STEPS_PER_ENTRY = 2000
DEFAULT_LIMIT = 10.0  # seconds
_OPERATION = 200  # steps of an operation on short numbers
_BATCH = 10**5  # steps that are counted before they are paid for

_left: ContextVar[list[int] | None] = ContextVar("left", default=None)  # None: nobody counts


@contextmanager
def budget(limit: float) -> Iterator[None]:
    """Bound the work done inside by so many seconds' worth of steps."""
    if isinstance(limit, bool) or not isinstance(limit, int | float) or not abs(limit) < float("inf"):
        raise InvalidInput(f"limit must be a finite number of seconds, got {limit!r}")
    token = _left.set([int(limit * STEPS_PER_SECOND)])
    try:
        yield
    finally:
        _left.reset(token)


def spend(steps: int) -> None:
    """Pay for work; raises TooCostly when the budget is used up."""
    left = _left.get()
    if left is not None:
        left[0] -= steps
        if left[0] < 0:
            raise TooCostly()


def earn(entries: int) -> None:
    """Enlarge the budget for a file with many entries: a check that is linear in its file always finishes."""
    left = _left.get()
    if left is not None:
        left[0] += entries * STEPS_PER_ENTRY


def size(value: int | Fraction) -> int:
    """How many 64-bit words a number fills."""
    return (value.numerator.bit_length() + value.denominator.bit_length()) >> 6


def pay(*values: int | Fraction, times: int = 1) -> None:
    """Pay for so many operations on numbers of this size: schoolbook multiplication and gcd are quadratic."""
    words = 0
    for value in values:
        words += (value.numerator.bit_length() + value.denominator.bit_length()) >> 6
    spend(times * (_OPERATION + words * words))


def pay_products(value: int | Fraction, *others: int | Fraction) -> None:
    """Pay for the products of a number with some others."""
    spend(_OPERATION + (1 + size(value)) * sum(1 + size(other) for other in others))


def spend_products(count: int, words: int, other: int) -> None:
    """Pay for so many products of integers of so many words: schoolbook multiplication costs the product of the two."""
    spend(count * (_OPERATION + words * other))


def total(values: Iterable[int | Fraction]) -> int | Fraction:
    """The sum; every addition is paid for by the size that the sum has reached."""
    amount: int | Fraction = 0
    steps = 0
    for value in values:
        amount += value
        words = (amount.numerator.bit_length() + amount.denominator.bit_length()) >> 6
        steps += _OPERATION + words * words
        if steps > _BATCH:
            spend(steps)
            steps = 0
    spend(steps)
    return amount.numerator if amount.denominator == 1 else amount


def dot(left: Iterable[int | Fraction], right: Iterable[int | Fraction]) -> int | Fraction:
    """The sum of the products."""
    return total(_products(left, right))


def _products(left: Iterable[int | Fraction], right: Iterable[int | Fraction]) -> Iterator[int | Fraction]:
    for a, b in zip(left, right, strict=True):
        pay(a, b)
        yield a * b
