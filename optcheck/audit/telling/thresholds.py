"""Noise with a threshold (TPMDP): which coalition sees too little noise, and what the least total is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb

from optcheck.audit.telling.arithmetic import added, group, number, row
from optcheck.audit.verdict import Record

MOST_COALITIONS = 5000


def point(instance: Record, evidence: Record) -> str:
    """Whether given variances are enough, shown at the worst coalition."""
    variances = [Fraction(value) for value in instance["point"]]
    required = [Fraction(value) / instance["denominator"] for value in instance["required"]]
    if min(variances) < 0:
        place = variances.index(min(variances))
        return f"Party {place + 1} would add noise of variance {number(variances[place])}, which is negative."
    worst = _worst(variances, required, instance["threshold"], _members(instance["active"]))
    if worst is not None:
        return _missed(*worst, variances, required)
    told = f"Every coalition of {instance['threshold']} with an active party leaves enough; "
    optimum = evidence.get("optimum")
    if optimum is None:
        return told + f"the variances {row(variances)} satisfy Eq. 6."
    least = Fraction(optimum["total"])
    if sum(variances) == least:
        return told + f"the total {added(variances)} is the least."
    return told + f"but the total is {added(variances)}, and {number(least)} is enough."


def _missed(coalition: Sequence[int], party: int, variances: Sequence[Fraction], required: Sequence[Fraction]) -> str:
    left = [value for place, value in enumerate(variances) if place not in coalition]
    return f"Outside {group(coalition)} remain {added(left)}, but party {party + 1} needs {number(required[party])}."


def _worst(
    variances: Sequence[Fraction], required: Sequence[Fraction], threshold: int, active: set[int]
) -> tuple[Sequence[int], int] | None:
    """The coalition and the party outside it that lacks most; none where nobody does, or there are too many."""
    parties = range(len(variances))
    if comb(len(variances), threshold) > MOST_COALITIONS:
        return None
    lacks = [
        (required[party] - sum(variances[i] for i in parties if i not in coalition), coalition, party)
        for coalition in combinations(parties, threshold)
        if active & set(coalition)
        for party in parties
        if party not in coalition
    ]
    most = max(lacks, key=lambda lack: lack[0], default=None)
    return None if most is None or most[0] <= 0 else most[1:]


def _members(intervals: Sequence[int]) -> set[int]:
    """Parties, which a certificate lists as pairs of a first one and the one after the last."""
    return {place for start, stop in list(pairwise(intervals))[::2] for place in range(start, stop)}


def allocation(instance: Record, evidence: Record) -> str:
    """The least total, added up."""
    found = evidence["variances"]
    variances = [Fraction(value, found["denominator"]) for value in _repeated(found["runs"])]
    sizes = f"n = {len(variances)}, t = {instance['threshold']}"
    return f"For {sizes} the variances {row(variances)} are optimal; their total is {added(variances)}."


def _repeated(runs: Sequence[int]) -> Iterator[int]:
    for value, times in list(pairwise(runs))[::2]:
        yield from [value] * times


TELLERS = {"tpmdp-point": point, "tpmdp-allocation": allocation}
