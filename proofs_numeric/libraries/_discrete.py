"""Discrete Gaussian noise: its exact delta at distance 1, enclosed, since it is a quotient of infinite sums."""

from math import isqrt

from optcheck.checker.intervals import Interval
from optcheck.claims import *
from optcheck.claims.expressions import interval

TERMS = 12  # standard deviations that are summed up; the rest is below exp(-72)


def last_term(variance: Fraction) -> int:
    """The index of the last term that is summed up."""
    return TERMS * (isqrt(int(variance)) + 1)


def weight(variance: Fraction, at: Fraction | int) -> Value:
    """exp(-x^2/(2 sigma^2))."""
    return exp(-(Fraction(at) ** 2) / (2 * variance))


def rest(variance: Fraction, last: int) -> Value:
    """More than all weights beyond the last index, on one side: a geometric sum."""
    return weight(variance, last + 1) / (1 - exp(-Fraction(2 * last + 3) / (2 * variance)))


def normaliser(variance: Fraction) -> tuple[Value, Value]:
    """The sum of all weights lies between these."""
    last = last_term(variance)
    summed = 1 + 2 * sum(weight(variance, k) for k in range(1, last + 1))
    return summed, summed + 2 * rest(variance, last)


def between_ends(low: Value, high: Value) -> Interval:
    """An enclosure with rational ends."""
    return Interval(interval(low).low, interval(high).high)


def discrete_delta(variance: Fraction, epsilon: Fraction) -> Interval:
    """The least delta of noise on integers when the value moves by 1.

    Outcomes -i with i + 1/2 > epsilon sigma^2 lose more than epsilon; each adds its chance less exp(epsilon) times that
    after the move.
    """
    edge = epsilon * variance - Fraction(1, 2)
    first = edge.numerator // edge.denominator + 1
    last = last_term(variance) + abs(first)
    excess = sum(weight(variance, i) - exp(epsilon) * weight(variance, i + 1) for i in range(first, last + 1))
    low, high = normaliser(variance)
    return between_ends(excess / high, (excess + rest(variance, last)) / low)
