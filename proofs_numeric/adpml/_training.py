"""Local training in its smallest form: a record is a number y, and the model w minimises the sum of (y - w)^2.

So the model is the mean of the records; it is then clipped to [-C, C] (Algorithm 1, lines 5 and 6).
"""

from optcheck.claims import *

__all__ = ["Neighbours", "clipped", "moved", "weighted"]


class Neighbours(Instance):
    """The clipping threshold, and two data sets of a party that differ in one record."""

    clip: Fraction = rational(above=0, symbol="C")
    common: tuple[Fraction, ...] = row(rational(), symbol="common records")
    one: Fraction = rational(symbol="last record")
    other: Fraction = rational(symbol="replaced by")


def clipped(model: Value, clip: Value) -> Value:
    """Line 6: dividing a number by max(1, size/C) leaves it, or the end of [-C, C] on its side."""
    return largest(-clip, smallest(clip, model))


def weighted(total: Value, records: Value, clip: Value) -> Value:
    """So many times the clipped mean of records with this sum: a sum, clipped to as many times [-C, C]."""
    return clipped(total, clip * records)


def moved(sets: Neighbours) -> Value:
    """How far replacing the record moves the clipped model."""
    records, rest = len(sets.common) + 1, sum(sets.common)
    first, second = (weighted(rest + last, records, sets.clip) for last in (sets.one, sets.other))
    return abs(first - second) / records
