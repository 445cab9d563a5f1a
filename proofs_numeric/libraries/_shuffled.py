"""Shuffled randomised response: how much the number of ones tells about one user's bit, exactly."""

from math import comb

from optcheck.claims import *


def shuffled_delta(users: int, ratio: Fraction, factor: Value) -> Value:
    """The least delta at exp(epsilon) = ``factor`` when the other users hold 0 and one user's bit is changed.

    A bit is told truly with probability R/(1 + R). The likelihood ratio of k ones is monotone in k, so the outcomes
    that count are those up to some k (or from it on), one way and the other.
    """
    flip = 1 / (1 + ratio)
    zero = [comb(users, k) * flip**k * (1 - flip) ** (users - k) for k in range(users + 1)]
    others = [comb(users - 1, k) * flip**k * (1 - flip) ** (users - 1 - k) for k in range(users)]
    one = [(1 - flip) * (others[k - 1] if k else 0) + flip * (others[k] if k < users else 0) for k in range(users + 1)]
    return largest(_excess(zero, one, factor), _excess(one, zero, factor))


def _excess(some: list[Fraction], other: list[Fraction], factor: Value) -> Value:
    likelier = [k for k in range(len(some)) if other[k] == 0 or some[k] / other[k] > factor]
    mass, less = sum((some[k] for k in likelier), Fraction(0)), sum((other[k] for k in likelier), Fraction(0))
    return mass - factor * less
