"""Views of a server as exact tables: two distributions of one observation, and the least delta between them."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations

__all__ = ["joint", "least_delta"]


Row = tuple[Fraction, ...]


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
