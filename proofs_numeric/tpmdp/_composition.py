"""The worst pair of output distributions of an (epsilon, delta)-private mechanism, and exact composition of such
pairs.

Every (epsilon, delta)-private pair of distributions is an image of this one (Kairouz, Oh and Viswanath, "The
composition theorem for differential privacy", 2015), so what holds for its products holds for all mechanisms.
exp(epsilon) is kept as a rational.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from optcheck.exact.numbers import Exact

Table = dict[tuple[Fraction, Fraction], int]


@dataclass(frozen=True, slots=True, order=True)
class Budget:
    """exp(epsilon) and delta of one mechanism, for one party."""

    ratio: Fraction
    delta: Fraction


def worst_pair(budget: Budget) -> list[tuple[Fraction, Fraction]]:
    """The probabilities of the four outcomes under one input and under its neighbour."""
    rest = 1 - budget.delta
    high, low = rest * budget.ratio / (1 + budget.ratio), rest / (1 + budget.ratio)
    zero = Fraction(0)
    return [(budget.delta, zero), (high, low), (low, high), (zero, budget.delta)]


def outcomes(budgets: Sequence[Budget]) -> list[tuple[Fraction, Fraction]]:
    """The probabilities of the outcomes of all mechanisms together, under both inputs; like outcomes are merged."""
    found = {(Fraction(1), Fraction(1)): 1}  # probabilities of one outcome, and how many have the same
    for budget in budgets:
        found = _extended(found, worst_pair(budget))
    return [(count * p, count * q) for (p, q), count in found.items()]


def _extended(found: Table, pair: list[tuple[Fraction, Fraction]]) -> Table:
    longer: Table = defaultdict(int)
    for (p, q), count in found.items():
        for one, other in pair:
            longer[p * one, q * other] += count
    return longer


def true_delta(budgets: Sequence[Budget], ratio: Exact) -> Fraction:
    """The least delta of the composition at exp(epsilon) = ratio: the sum of max(0, P - ratio Q)."""
    return sum((max(Fraction(0), p - ratio * q) for p, q in outcomes(budgets)), Fraction(0))


def delta_expression(budgets: Sequence[Budget]) -> list[object]:
    """The same sum, as an expression of "ratio" for a comparison certificate; outcomes of probability 0 left out."""
    terms = [["max", 0, ["-", _text(p), ["*", "ratio", _text(q)]]] for p, q in outcomes(budgets) if p]
    total: list[object] = ["+", 0, 0]
    for term in terms:
        total = ["+", total, term]
    return total


def _text(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}" if value.denominator > 1 else str(value.numerator)
