"""What a plan for noise promises, in words that name every budget. Standard library only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from optcheck.checker import work
from optcheck.checker.facts import shown
from optcheck.checker.numerals import Exact
from optcheck.checker.wording import above_text, below_text, counted, quoted

UNPROMISED = "nobody who sees the result may collude, so no privacy is promised to anybody"
FEW = 10  # parties whose budgets a sentence lists; of more it gives the least and the greatest
_NAMED = 5
_FIELDS = ("epsilon", "delta", "sensitivity")
Budget = tuple[Exact, Exact, Exact]  # epsilon, delta, sensitivity


class Promise(Protocol):
    """What a promise names of an instance."""

    threshold: int
    dropouts: int
    releases: int
    dimension: int


def promise(instance: Promise, who: str, viewers: int, n: int) -> str:
    """What holds against whom, in how many releases. Where all parties see the sums, others who do know no more."""
    t, d, k, m = instance.threshold, instance.dropouts, instance.releases, instance.dimension
    times = "one release" if k == 1 else f"{k} releases together"
    vectors = f" of vectors of {m} coordinates" if m > 1 else ""
    left = f", also when any {d} more {'has' if d == 1 else 'have'} left" if d else ""
    pool = f"against any {t} of the others who pool what they know{left}"
    only = f"if only the {viewers} active {'one sees' if viewers == 1 else 'ones see'} it"
    return f"{who}, in {times} of the sum{vectors}, {pool}, {'whoever sees it' if viewers == n else only}"


def each_party(names: Sequence[str], budgets: Sequence[Budget]) -> str:
    """Who gets which (epsilon, delta) at which sensitivity: all of a few parties, or the ranges of many."""
    if len(names) <= FEW:
        pairs = zip(names, budgets, strict=True)
        listed = ", ".join(f"{quoted(name)} ({plain(e)}, {plain(d)}) at {plain(s)}" for name, (e, d, s) in pairs)
        return f"each of the {counted(len(names), 'party')} gets its (epsilon, delta) at its sensitivity, {listed}"
    for column in zip(*budgets, strict=True):
        work.pay_each(column)
    low, high = (tuple(map(end, zip(*budgets, strict=True))) for end in (min, max))
    return f"each of {named(names)} gets its (epsilon, delta) at its sensitivity, {ranges(low, high)}"


def ranges(low: Sequence[Exact], high: Sequence[Exact]) -> str:
    """The least and the greatest epsilon, delta and sensitivity."""
    ends = zip(_FIELDS, low, high, strict=True)
    return ", ".join(f"{name} " + (plain(a) if a == b else f"from {plain(a)} to {plain(b)}") for name, a, b in ends)


def silent(who: str, count: int) -> str:
    """A word about those who add no noise; nothing where everybody adds some."""
    alone = "its share is its value, hidden" if count == 1 else "their shares are their values, hidden"
    return f"; {who} {'adds' if count == 1 else 'add'} no noise: {alone} inside the secure sum only" if count else ""


def named(names: Sequence[str]) -> str:
    """Some names, and how many more there are."""
    more = len(names) - _NAMED
    return ", ".join(map(quoted, names[:_NAMED])) + (f" and {more} more" if more > 0 else "")


def plain(value: Exact) -> str:
    """An exact number for people: a short decimal where it is one."""
    low, high = below_text(value), above_text(value)
    return low if low == high else shown(value)
