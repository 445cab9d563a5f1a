"""The exact privacy of mechanisms used one after the other. Standard library only.

Every (epsilon, delta)-private pair of distributions is an image of one with four outcomes: one input only has an
outcome of probability delta, the other only another one, and of the rest 1 - delta the shares exp(epsilon) : 1 and
1 : exp(epsilon) go to two more (Kairouz, Oh and Viswanath, "The composition theorem for differential privacy", 2015).
So what the products of these pairs keep, all mechanisms keep, and these do no better.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from optcheck.checker import work
from optcheck.checker.core import Exact, Fact, Finding, Kind, shown, whole
from optcheck.checker.reading import Nothing, Record, needed, number, sequence
from optcheck.checker.wording import counted

Outcomes = Mapping[tuple[Fraction, Fraction], int]


class _Mechanism(Record):
    ratio = needed(number(least=1))
    delta = needed(number(least=0, most=1))


class _Use(Record):
    mechanisms = needed(sequence(_Mechanism, least=1))
    ratio = needed(number(least=0))
    delta = needed(number())


def check(instance: _Use, evidence: Nothing) -> Finding:
    """The least delta of all mechanisms together at a budget, and whether a given delta suffices."""
    outcomes: Outcomes = {(Fraction(1), Fraction(1)): 1}
    for mechanism in instance.mechanisms:
        outcomes = _extended(outcomes, Fraction(mechanism.ratio), Fraction(mechanism.delta))
    lost = work.total(count * max(Fraction(0), p - instance.ratio * q) for (p, q), count in outcomes.items())
    least = whole(Fraction(lost))
    kept = least <= instance.delta
    gap: Exact = 0 if kept else whole(Fraction(least) - instance.delta)
    facts = (Fact("least delta", "=", least), Fact("budget", "is", "kept" if kept else "broken"), Fact("gap", "=", gap))
    ratios, deltas = (tuple(getattr(one, name) for one in instance.mechanisms) for name in ("ratio", "delta"))
    text = (
        f"{counted(len(ratios), 'mechanism')} with exp(epsilon) {shown(ratios)} and delta {shown(deltas)} together "
        f"have the least delta {shown(least)} at exp(epsilon) {shown(instance.ratio)}"
    )
    return Finding(text, least, facts)


def _extended(outcomes: Outcomes, ratio: Fraction, delta: Fraction) -> Outcomes:
    """The probabilities of outcomes under both inputs with one mechanism more; like ones are counted together."""
    low = (1 - delta) / (1 + ratio)
    pair = ((delta, Fraction(0)), (low * ratio, low), (low, low * ratio), (Fraction(0), delta))
    longer: dict[tuple[Fraction, Fraction], int] = defaultdict(int)
    for (p, q), count in outcomes.items():
        for one, other in pair:
            longer[p * one, q * other] += count
            work.pay(p, q, one, times=16)  # two products and two hashes, which are dear
    return longer


KINDS = {"composition": Kind(_Use, Nothing, check)}
