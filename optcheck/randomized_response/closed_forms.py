"""Closed forms for XOR and AND, and their exact expansions for small epsilon.

Power series are truncated and exact, lowest power first.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb, factorial

from optcheck.errors import InvalidInput
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import Exact, whole
from optcheck.randomized_response.problem import check_observer, privacy_levels
from optcheck.randomized_response.protocol import keep_probability

__all__ = [
    "and_average_accuracy",
    "and_worst_accuracy",
    "divide_series",
    "exponential_series",
    "keep_expansion",
    "multiply_series",
    "substitute",
    "xor_accuracy",
    "xor_expansion",
]


MOST_ORDER = 200
Series = tuple[Fraction, ...]
MOST_PARTIES = 2000  # the time grows with the cube


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


def exponential_series(order: int) -> Series:
    """exp(epsilon) up to the given power.

    >>> exponential_series(2)
    (Fraction(1, 1), Fraction(1, 1), Fraction(1, 2))
    """
    last = whole_number(order, "order", least=0, most=MOST_ORDER)
    return tuple(Fraction(1, factorial(power)) for power in range(last + 1))


def multiply_series(left: Series, right: Series) -> Series:
    """The product, as long as the shorter factor."""
    length = min(len(left), len(right))
    return tuple(sum((left[i] * right[n - i] for i in range(n + 1)), start=Fraction(0)) for n in range(length))


def divide_series(top: Series, bottom: Series) -> Series:
    """The quotient; the divisor must not vanish at 0."""
    if not bottom[0]:
        raise InvalidInput("the divisor must not vanish at 0")
    quotient: list[Fraction] = []
    for n in range(min(len(top), len(bottom))):
        known = sum((quotient[i] * bottom[n - i] for i in range(n)), start=Fraction(0))
        quotient.append((top[n] - known) / bottom[0])
    return tuple(quotient)


def substitute(coefficients: Sequence[Exact], inner: Series) -> Series:
    """A polynomial of a series, by Horner's rule."""
    result: Series = (Fraction(0),) * len(inner)
    for coefficient in reversed(coefficients):
        product = multiply_series(result, inner)
        result = (product[0] + coefficient, *product[1:])
    return result
