"""Functions of the number of ones (XOR, AND, OR, majority, counts), all parties with one lambda.

Inputs of one Hamming weight are equivalent and so are responses: k + 1 classes replace 2^k. Some worst cases need no
program: any rule reaches at least its least accuracy, and no rule exceeds what the best one reaches against a prior;
where both numbers agree they are the optimum. Two candidates are tried, and each is accepted only when the two numbers
agree exactly: the best rule against equally likely inputs (XOR), and for functions that change their value once (AND,
OR, majority) a threshold on the number of ones, tuned to err equally on the two sides of the change.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb

from optcheck.errors import InvalidInput, ModelTooLarge, shown
from optcheck.exact.inputs import flag, one_of
from optcheck.exact.numbers import Exact, exact, whole
from optcheck.randomized_response.optimum import minimax
from optcheck.randomized_response.problem import CRITERIA, Criterion, distinct

__all__ = [
    "saddle_value",
    "symmetric_accuracy",
    "weight_transitions",
]


Rows = Sequence[Sequence[int]]
Rule = Sequence[Fraction]
LARGEST_PROGRAM = 60  # beyond, chances differ by so many orders that no float basis leads to the exact optimum


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
    """By symmetry and concavity some optimal rule depends on the weight of the response only."""
    k = len(values) - 1
    rows, total = weight_transitions(k, level), (level.numerator + level.denominator) ** k
    saddle = saddle_value(rows, values, total)
    if saddle is not None:
        return saddle
    if k > LARGEST_PROGRAM:
        raise ModelTooLarge(f"the worst case of a function with several changes needs k <= {LARGEST_PROGRAM}, got {k}")
    chances = [[Fraction(entry, total) for entry in row] for row in rows]
    payoffs = [[int(name == truth) for truth in values] for name in dict.fromkeys(values)]
    return Fraction(minimax(chances, payoffs).value)


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


def saddle_value(rows: Rows, values: Sequence[Hashable], total: int) -> Fraction | None:
    """The worst-case accuracy, or None when neither candidate is optimal.

    ``rows[i][j]`` over ``total`` is the chance of a response with j ones to an input with i ones.

    >>> saddle_value([[4, 4, 1], [2, 5, 2], [1, 4, 4]], [0, 0, 1], 9)
    Fraction(16, 27)
    """
    value = _uniform_saddle(rows, values, total)
    return _threshold_saddle(rows, values, total) if value is None else value


def _uniform_saddle(rows: Rows, values: Sequence[Hashable], total: int) -> Fraction | None:
    k = len(values) - 1
    earned = [0] * (k + 1)
    for j in range(k + 1):
        totals = dict.fromkeys(values, 0)
        for i, name in enumerate(values):
            totals[name] += comb(k, i) * rows[i][j]
        best = max(totals, key=lambda name: totals[name])
        for i, name in enumerate(values):
            earned[i] += rows[i][j] if name == best else 0
    return Fraction(earned[0], total) if min(earned) == max(earned) else None


def _threshold_saddle(rows: Rows, values: Sequence[Hashable], total: int) -> Fraction | None:
    changes = [i for i, (left, right) in enumerate(pairwise(values)) if left != right]
    if len(changes) != 1:
        return None
    below, above = rows[changes[0]], rows[changes[0] + 1]
    rule = _threshold_rule(below, above, total)
    accuracies = [
        sum(p * (high if i > changes[0] else 1 - high) for p, high in zip(row, rule, strict=True))
        for i, row in enumerate(rows)
    ]
    value = min(accuracies)
    if accuracies[changes[0]] != value or accuracies[changes[0] + 1] != value:
        return None
    return Fraction(value) / total if _is_best(rule, below, above) else None


def _threshold_rule(below: Sequence[int], above: Sequence[int], total: int) -> Rule:
    """Chances of deciding for the upper value: 0, then one between, then 1, with equal errors on both rows."""
    under, beyond = 0, total
    shares: list[Fraction] = []
    for p, q in zip(below, above, strict=True):
        beyond -= q
        shares.append(Fraction(under + p - beyond, p + q))
        under += p
    at = next(j for j, share in enumerate(shares) if share >= 0)  # at the last one nothing lies beyond
    return [Fraction(0)] * at + [shares[at]] + [Fraction(1)] * (len(shares) - at - 1)


def _is_best(rule: Rule, below: Sequence[int], above: Sequence[int]) -> bool:
    """Whether the rule is best against the two rows, weighted so that both values tie at the threshold."""
    at = next(j for j, high in enumerate(rule) if high > 0)
    gains = [q * below[at] - p * above[at] for p, q in zip(below, above, strict=True)]
    return all(gain <= 0 for gain in gains[:at]) and all(gain >= 0 for gain in gains[at:])
