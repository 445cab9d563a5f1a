"""Views of a server as small exact tables: two distributions of one observation, and the least delta between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, product

__all__ = [
    "Views",
    "joint",
    "least_delta",
    "small_views",
    "views_order",
]


Row = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Views:
    """For each value of the rest its probability and what is seen there under two inputs; ``ratio`` is e^eps."""

    rest: Row
    one: tuple[Row, ...]
    other: tuple[Row, ...]
    ratio: Fraction


def least_delta(one: Row, other: Row, ratio: Fraction) -> Fraction:
    """The supremum over all sets of P(A) - ratio Q(A), by enumeration.

    >>> least_delta((Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(1, 2)), Fraction(1))
    Fraction(1, 2)
    """
    outcomes = range(len(one))
    sets = chain.from_iterable(combinations(outcomes, size) for size in range(len(one) + 1))
    return max(sum((one[i] - ratio * other[i] for i in chosen), Fraction(0)) for chosen in sets)


def joint(rest: Row, rows: tuple[Row, ...]) -> Row:
    """The distribution of the rest together with what is seen."""
    return tuple(weight * entry for weight, row in zip(rest, rows, strict=True) for entry in row)


def small_views() -> Iterator[Views]:
    """Tables with one or two values of the rest, what is seen having two values, and three privacy budgets.

    >>> sum(1 for _ in small_views())
    750
    """
    rows = [(q, 1 - q) for q in map(Fraction, ("1/2", "1", "1/4", "2/3", "0"))]
    for ratio in (Fraction(3, 2), Fraction(1), Fraction(3)):
        for one, other in product(rows, repeat=2):
            yield Views((Fraction(1),), (one,), (other,), ratio)
            for again, another in product(rows[:3], repeat=2):
                yield Views((Fraction(1, 2), Fraction(1, 2)), (one, again), (other, another), ratio)


def views_order(at: Views) -> tuple[int, int, list[tuple[int, Fraction]]]:
    """Few values of the rest, then simple numbers."""
    numbers = [at.ratio, *chain.from_iterable((*at.one, *at.other))]
    return (len(at.rest), max(q.denominator for q in numbers), [(q.denominator, q) for q in numbers])
