"""Closed forms for XOR and AND, and exact expansions for small epsilon."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import Exact, whole
from optcheck.randomized_response.problem import check_observer, privacy_levels
from optcheck.randomized_response.protocol import keep_probability
from optcheck.randomized_response.series import Series, divide_series, exponential_series, multiply_series

MOST_PARTIES = 2000  # the time grows with the cube

__all__ = ["and_average_accuracy", "and_worst_accuracy", "keep_expansion", "xor_accuracy", "xor_expansion"]


def xor_accuracy(lambdas: Sequence[object], observer: int | None = None) -> Exact:
    """Optimal accuracy of the XOR of all bits, average and worst case alike: (1 + prod (l_i - 1)/(l_i + 1)) / 2.

    A party knows its own bit, so its own factor drops out.

    >>> xor_accuracy([2, 3])
    Fraction(7, 12)
    """
    levels = privacy_levels(lambdas)
    check_observer(observer, len(levels))
    bias = Fraction(1)
    for party, value in enumerate(levels):
        if party != observer:
            bias *= 2 * keep_probability(value) - 1
    return whole((1 + bias) / 2)


def and_worst_accuracy(value: object) -> Exact:
    """Optimal worst-case accuracy of the AND of two bits with one lambda.

    >>> and_worst_accuracy(2)
    Fraction(16, 27)
    """
    keep = keep_probability(value)
    level = keep / (1 - keep)
    return whole(level * (level * level + level + 2) / (1 + level) ** 3)


def and_average_accuracy(k: int, value: object) -> Exact:
    """Optimal average accuracy of the AND of k bits with one lambda.

    Only the input 1...1 has value 1; after a response with j ones it is worth deciding 1 when its chance
    lambda^j / (1 + lambda)^k exceeds one half.

    >>> and_average_accuracy(2, 3)
    Fraction(25, 32)
    """
    count, keep = whole_number(k, "k", least=1, most=MOST_PARTIES), keep_probability(value)
    gain = sum(comb(count, j) * max(Fraction(0), 2 * keep**j * (1 - keep) ** (count - j) - 1) for j in range(count + 1))
    return whole(1 + (gain - 1) / 2**count)


def keep_expansion(order: int) -> Series:
    """Coefficients of e^eps / (1 + e^eps) in powers of eps.

    >>> keep_expansion(3)
    (Fraction(1, 2), Fraction(1, 4), Fraction(0, 1), Fraction(-1, 48))
    """
    exponential = exponential_series(order)
    return divide_series(exponential, (exponential[0] + 1, *exponential[1:]))


def xor_expansion(k: int, order: int) -> Series:
    """Coefficients in powers of eps of the optimal accuracy of k-party XOR.

    >>> xor_expansion(2, 4)
    (Fraction(1, 2), Fraction(0, 1), Fraction(1, 8), Fraction(0, 1), Fraction(-1, 48))
    """
    count, keep = whole_number(k, "k", least=1, most=MOST_PARTIES), keep_expansion(order)
    bias = (2 * keep[0] - 1, *(2 * c for c in keep[1:]))
    power: Series = (Fraction(1), *(Fraction(0),) * order)
    for _ in range(count):
        power = multiply_series(power, bias)
    return ((1 + power[0]) / 2, *(c / 2 for c in power[1:]))
