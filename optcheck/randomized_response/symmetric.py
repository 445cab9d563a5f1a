"""Functions of the number of ones (XOR, AND, OR, majority, counts), all parties with one lambda.

Inputs of one Hamming weight are alike and so are responses: k + 1 classes take the place of 2^k.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import comb

from optcheck.errors import InvalidInput, ModelTooLarge, shown
from optcheck.exact.inputs import flag, one_of
from optcheck.exact.numbers import Exact, exact, whole
from optcheck.randomized_response.minimax import minimax
from optcheck.randomized_response.problem import CRITERIA, Criterion, distinct
from optcheck.randomized_response.saddle import saddle_value

__all__ = ["symmetric_accuracy", "weight_transitions"]

LARGEST_PROGRAM = 60  # beyond, chances differ by so many orders that no float basis leads to the exact optimum


def weight_transitions(k: int, value: Exact) -> list[list[int]]:
    """Chance that an input with i ones gives a response with j ones, times (p + q)^k for lambda = p/q.

    Row i holds the coefficients of (q + p z)^i (p + q z)^(k - i); each row follows from the one before by one exact
    division and one multiplication.

    >>> weight_transitions(2, 2)
    [[4, 4, 1], [2, 5, 2], [1, 4, 4]]
    """
    p, q = value.numerator, value.denominator
    rows = [[comb(k, j) * p ** (k - j) * q**j for j in range(k + 1)]]
    for _ in range(k):
        rows.append(_times(_divided(rows[-1], p, q), q, p))
    return rows


def _divided(row: list[int], low: int, high: int) -> list[int]:
    """The polynomial over (low + high z); the division is exact."""
    quotient: list[int] = []
    rest = 0
    for entry in row[:-1]:
        rest = (entry - high * rest) // low
        quotient.append(rest)
    return quotient


def _times(row: list[int], low: int, high: int) -> list[int]:
    shifted = [0, *row]
    return [low * a + high * b for a, b in zip([*row, 0], shifted, strict=True)]


def symmetric_accuracy(
    values: Sequence[Hashable], value: object, criterion: Criterion = "average", observer: bool = False
) -> Exact:
    """Optimal accuracy for the function whose value on inputs with j ones is ``values[j]``, j = 0..k.

    The accuracy is the chance of the right value. ``observer=True`` is for a party, which knows its own bit. The worst
    case has a direct form for XOR and for functions that change once (AND, OR, majority); others need k <= 60.

    >>> symmetric_accuracy([0, 1, 0], 2)
    Fraction(5, 9)
    """
    level = exact(value, "lambda")
    if level < 1:
        raise InvalidInput(f"lambda must be at least 1, got {shown(level)}")
    if isinstance(values, str) or not isinstance(values, Sequence) or len(values) < 2:
        raise InvalidInput(f"a function of k >= 1 bits has k + 1 >= 2 values by weight, got {shown(values)}")
    one_of(criterion, CRITERIA, "criterion")
    distinct(values)
    solve = _average if criterion == "average" else _worst
    if not flag(observer, "observer"):
        return whole(solve(values, level))
    halves = (solve(values[:-1], level), solve(values[1:], level))
    return whole(sum(halves, start=Fraction(0)) / 2 if criterion == "average" else min(halves))


def _average(values: Sequence[Hashable], level: Exact) -> Fraction:
    k = len(values) - 1
    rows = weight_transitions(k, level)
    best = 0
    for j in range(k + 1):
        totals: dict[Hashable, int] = {}
        for i, name in enumerate(values):
            totals[name] = totals.get(name, 0) + comb(k, i) * rows[i][j]
        best += max(totals.values())
    return Fraction(best, (2 * (level.numerator + level.denominator)) ** k)


def _worst(values: Sequence[Hashable], level: Exact) -> Fraction:
    """By symmetry and concavity some optimal rule looks at the weight of the response only."""
    k = len(values) - 1
    rows, total = weight_transitions(k, level), (level.numerator + level.denominator) ** k
    known = saddle_value(rows, values, total)
    if known is not None:
        return known
    if k > LARGEST_PROGRAM:
        raise ModelTooLarge(f"the worst case of a function with several changes needs k <= {LARGEST_PROGRAM}, got {k}")
    chances = [[Fraction(entry, total) for entry in row] for row in rows]
    payoffs = [[int(name == truth) for truth in values] for name in dict.fromkeys(values)]
    return Fraction(minimax(chances, payoffs).value)
