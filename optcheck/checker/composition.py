"""The exact privacy of mechanisms used one after the other. Standard library only.

Every (epsilon, delta)-private pair of distributions is an image of one with four outcomes: one input only has an
outcome of probability delta, the other only another one, and of the rest 1 - delta the shares exp(epsilon) : 1 and
1 : exp(epsilon) go to two more (Kairouz, Oh and Viswanath, "The composition theorem for differential privacy", 2015).
So what the products of these pairs keep, all mechanisms keep, and these do no better.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import prod

from optcheck.checker import work
from optcheck.checker.core import Exact, Fact, Finding, Kind, shown, whole
from optcheck.checker.facts import counted
from optcheck.checker.reading import Nothing, Record, needed, number, sequence

Outcome = tuple[int, int, int]  # its chances under both inputs, over one denominator, and how many are like it
_DEAR = 6  # operations for an outcome: two products, a text, and its place in memory


class _Mechanism(Record):
    ratio = needed(number(least=1))
    delta = needed(number(least=0, most=1))


class _Use(Record):
    mechanisms = needed(sequence(_Mechanism, least=1))
    ratio = needed(number(least=0))
    delta = needed(number())


def check(instance: _Use, evidence: Nothing) -> Finding:
    """The least delta of all mechanisms together at a budget, and whether a given delta suffices."""
    outcomes: Iterable[Outcome] = [(1, 1, 1)]
    for mechanism in instance.mechanisms:
        outcomes = _extended(outcomes, _chances(mechanism))
    top, bottom = instance.ratio.as_integer_ratio()
    lost = work.total(count * max(0, p * bottom - top * q) for p, q, count in outcomes)
    least = whole(Fraction(lost, bottom * prod(map(_denominator, instance.mechanisms))))
    kept = least <= instance.delta
    gap: Exact = 0 if kept else whole(Fraction(least) - instance.delta)
    facts = (Fact("least delta", "=", least), Fact("budget", "is", "kept" if kept else "broken"), Fact("gap", "=", gap))
    ratios, deltas = (tuple(getattr(one, name) for one in instance.mechanisms) for name in ("ratio", "delta"))
    text = (
        f"{counted(len(ratios), 'mechanism')} with exp(epsilon) {shown(ratios)} and delta {shown(deltas)} together "
        f"have the least delta {shown(least)} at exp(epsilon) {shown(instance.ratio)}"
    )
    return Finding(text, least, facts)


def _denominator(mechanism: _Mechanism) -> int:
    top, bottom = mechanism.ratio.as_integer_ratio()
    return mechanism.delta.denominator * (top + bottom)


def _chances(mechanism: _Mechanism) -> list[tuple[int, int]]:
    """The four outcomes, those that never happen left out: their chances under both inputs, over the denominator."""
    (top, bottom), (lost, every) = mechanism.ratio.as_integer_ratio(), mechanism.delta.as_integer_ratio()
    alone, kept = lost * (top + bottom), every - lost
    pairs = [(alone, 0), (kept * top, kept * bottom), (kept * bottom, kept * top), (0, alone)]
    return [pair for pair in pairs if any(pair)]


def _extended(outcomes: Iterable[Outcome], chances: list[tuple[int, int]]) -> Iterable[Outcome]:
    """The outcomes with one mechanism more; like ones are counted together, and those that never happen left out.

    They are looked up by texts: a file can choose integers whose hashes are all the same.
    """
    longer: dict[str, Outcome] = {}
    for p, q, count in outcomes:
        for one, other in chances:
            work.pay(p, q, one, times=_DEAR)
            new = p * one, q * other
            key = f"{new[0]:x} {new[1]:x}"
            longer[key] = (*new, count + (longer[key][2] if key in longer else 0))
    longer.pop("0 0", None)
    return longer.values()


KINDS = {"composition": Kind(_Use, Nothing, check)}
