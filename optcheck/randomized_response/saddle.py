"""Worst cases that need no program: a rule and a prior against which it is best, with the rule's accuracies equal.

Any rule reaches at least its least accuracy, and no rule exceeds what the best one reaches against a prior. Where both
numbers agree they are the optimum. Two candidates are tried, and each is accepted only when the two numbers agree
exactly: the best rule against equally likely inputs (XOR), and for functions that change their value once (AND, OR,
majority) a threshold on the number of ones, tuned to err alike on the two sides of the change.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb

__all__ = ["saddle_value"]

Rows = Sequence[Sequence[int]]
Rule = Sequence[Fraction]


def saddle_value(rows: Rows, values: Sequence[Hashable], total: int) -> Fraction | None:
    """The worst-case accuracy, or None when neither candidate is optimal.

    ``rows[i][j]`` over ``total`` is the chance of a response with j ones to an input with i ones.

    >>> saddle_value([[4, 4, 1], [2, 5, 2], [1, 4, 4]], [0, 0, 1], 9)
    Fraction(16, 27)
    """
    found = _against_uniform(rows, values, total)
    return _at_the_change(rows, values, total) if found is None else found


def _against_uniform(rows: Rows, values: Sequence[Hashable], total: int) -> Fraction | None:
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


def _at_the_change(rows: Rows, values: Sequence[Hashable], total: int) -> Fraction | None:
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
