"""The least noise that protects everyone: ``allocate`` solves Eq. 6 in closed form, with a proof of linear size.

One rule, whose parameters depend on the subcase. Write m = n - t for the size of the outside of a
coalition and a for the number of active parties.

=============  =========================  ========  ===========  ==================================
subcase        carriers of base noise     unit u    carriers H   leaders are taken from
=============  =========================  ========  ===========  ==================================
1 and 3        everyone                   m         n            everyone
2 (a = 1)      the inactive parties       m         n - 1        the inactive parties
4              the inactive parties       m-a+1     n - a        everyone
=============  =========================  ========  ===========  ==================================

Let k = floor(H/u) + 1 (at most the number of possible leaders) and let ``level`` be the k-th largest requirement of
the possible leaders. Every carrier gets level/u, a carrier whose requirement r exceeds the level gets
r - (u-1) level/u instead, and in subcase 4 an active party gets max(0, r - level). The total is the sum of the k-1
largest requirements plus (H/u - k + 1) level.

Feasible: the outside of a coalition has at least u carriers (in subcase 4 it misses an active party, so m - a + 1 of
its parties are inactive; in subcase 2 it misses the only one). They reach the level, hence every requirement but
those above it, and a party above it brings what is missing.

Optimal: in every subcase there is a packing of outsides of coalitions into the parties with the same total, so no
feasible total is smaller.

The packing is the dual of Eq. 6 without coalitions: a wrap-around schedule
(McNaughton's rule) whose value is the optimum. Every carrier of base noise is present for one unit of time; machines
run side by side over a horizon; at each moment the parties present are the outside of a coalition, and one of them
leads. The checker of kind ``tpmdp-allocation`` says why such a schedule bounds every feasible total. Here it is laid
out so that the strictest parties lead all the time:

- Subcases 1 to 3: one line holds the carriers, active parties first, the leaders side by side where the active
  stretch ends, and is wound round the horizon. Leaders are next to each other, so they lead one after the other.
- Subcase 4: inactive parties on unit machines, active parties on a - 1 machines, so that one of them is always
  absent; the horizon is at most two units, the strictest party leads the first and the next one the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optcheck.errors import InvalidInput
from optcheck.exact.files import Certificate
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import Exact, common_denominator, common_multiple, to_text, whole
from optcheck.exact.rounding import at_least, difference_at_least, exact_sum
from optcheck.tpmdp.instance import (
    Doubles,
    Exacts,
    Mask,
    Subcase,
    missing_parties,
    read_active,
    read_required,
    subcase_of,
    valid_dropouts,
    valid_threshold,
)


@dataclass(frozen=True, slots=True)
class Rule:
    """The parameters of the closed form for one (n, t, number of active parties)."""

    subcase: Subcase
    unit: int
    carriers: int
    rank: int

    @property
    def all_carry(self) -> bool:
        """Whether active parties carry base noise too."""
        return self.subcase in (Subcase.MANY_ACTIVE, Subcase.SOME_ACTIVE)

    @property
    def all_lead(self) -> bool:
        """Whether the requirements of active parties count."""
        return self.subcase is not Subcase.ONE_ACTIVE

    def total(self, above: Exact, level: Exact) -> Exact:
        """The optimal total, from the sum of the rank - 1 largest requirements and the one that follows."""
        return whole(above + (Fraction(self.carriers, self.unit) - self.rank + 1) * level)


def rule_for(n: int, threshold: int, active_count: int) -> Rule:
    """The closed form's parameters.

    >>> rule_for(5, 3, 5)
    Rule(subcase=<Subcase.MANY_ACTIVE: '1'>, unit=2, carriers=5, rank=3)
    """
    subcase = subcase_of(n, threshold, active_count)
    unit, carriers, leaders = n - threshold, n, n
    match subcase:
        case Subcase.NO_NOISE:
            return Rule(subcase, 1, 0, 0)
        case Subcase.ONE_ACTIVE:
            carriers = leaders = n - 1
        case Subcase.FEW_ACTIVE:
            unit, carriers = n - threshold - active_count + 1, n - active_count
        case _:
            pass
    return Rule(subcase, unit, carriers, min(carriers // unit + 1, leaders))


Indices = NDArray[np.int64]
Keys = NDArray[np.float64] | NDArray[np.int64]
KIND = "tpmdp-allocation"
_LONGEST_DENOMINATOR = 1 << 12  # bits; beyond it numbers are written one by one as "p/q"


@dataclass(frozen=True, slots=True, eq=False)
class Allocation:
    """Noise variances for Eq. 6, in the order of the parties.

    With exact requirements ``variances`` is a tuple of exact numbers and ``total`` their sum, the optimum. With
    floats it is an array of doubles that satisfy every constraint of Eq. 6 as the real numbers they are, and
    ``total`` is the smallest double not below their exact sum (infinity beyond the largest one), which exceeds the
    optimum by at most two units in the last place of each party's variance.
    """

    required: Doubles | Exacts
    threshold: int
    active: Mask
    variances: Doubles | Exacts
    total: float | Exact
    subcase: Subcase
    dropouts: int = 0

    @property
    def n(self) -> int:
        """How many parties there are."""
        return len(self.required)

    @property
    def rule(self) -> Rule:
        """The closed form's parameters."""
        return rule_for(self.n, missing_parties(self.threshold, self.dropouts), int(self.active.sum()))

    def certify(self) -> Certificate:
        """A proof, of size linear in n, that the variances are feasible and how close the total is to the optimum.

        >>> allocate([3, 1, 2], threshold=1).certify().verify().value
        4
        """
        return certificate(self)


def allocate(
    required: ArrayLike | Sequence[object],
    threshold: int,
    active: ArrayLike | Iterable[int] | None = None,
    dropouts: int = 0,
) -> Allocation:
    """Noise variances of least total such that no coalition of up to ``threshold`` parties breaks a requirement.

    With ``dropouts`` this holds also when up to so many other parties leave and take their noise with them. Whoever
    colludes or leaves, what is missing is the noise of up to t + d parties; conversely any t + d parties with an active
    one among them are t colluders with that one among them and d who left. So, for t >= 1, the constraints are exactly
    those of Eq. 6 for the threshold t + d, and its optimum is the optimum here.

    ``required`` holds each party's required variance: ints and Fractions give an exact answer, floats give doubles
    rounded so that every constraint still holds. ``active`` names the parties that see the output, by index or as a
    boolean mask; without it everyone does. The time is linear in the number of parties (exact numbers that are too long
    for machine integers are sorted).

    >>> a = allocate([3, 1, 2], threshold=1)
    >>> a.variances, a.total
    ((2, 1, 1), 4)
    >>> allocate([3, 1, 2], threshold=1, dropouts=1).total
    6
    """
    values = read_required(required)
    n = len(values)
    t = valid_threshold(threshold, n)
    d = valid_dropouts(dropouts, t, n)
    mask = read_active(active, n)
    rule = rule_for(n, missing_parties(t, d), int(mask.sum()))
    if isinstance(values, np.ndarray):
        doubles = _allocate_doubles(values, mask, rule)
        return Allocation(values, t, mask, doubles, at_least(exact_sum(doubles)), rule.subcase, d)
    variances, total = _allocate_exact(values, mask, rule)
    return Allocation(values, t, mask, variances, total, rule.subcase, d)


def _allocate_doubles(required: Doubles, active: Mask, rule: Rule) -> Doubles:
    level = kth_largest(required if rule.all_lead else required[~active], rule.rank) if rule.rank else 0.0
    return shares_at_level(required, active, rule, level)


def shares_at_level(required: Doubles, active: Mask, rule: Rule, level: float) -> Doubles:
    """The closed form with every rounding upwards, so that each sum in Eq. 6 still reaches its right side.

    The share is rounded up, so ``unit`` carriers reach the level. A party above the level gets at least what its
    requirement still lacks after the carriers beside it, and never less than the share that others count on.
    """
    if not rule.rank:
        return np.zeros(len(required))
    share = at_least(Fraction(level) / rule.unit)
    if rule.all_carry:
        return _topped_up(required, level, share, Fraction(share) * (rule.unit - 1))
    variances = np.zeros(len(required))
    variances[~active] = _topped_up(required[~active], level, share, Fraction(share) * (rule.unit - 1))
    if rule.all_lead:
        variances[active] = _topped_up(required[active], level, 0.0, Fraction(share) * rule.unit)
    return variances


def _topped_up(required: Doubles, level: float, base: float, others: Fraction) -> Doubles:
    """The base for everyone, and for requirements above the level at least what the others leave uncovered."""
    variances = np.full(len(required), base)
    above = np.flatnonzero(required > level)
    variances[above] = np.maximum(base, difference_at_least(required[above], others))
    return variances


def kth_largest(values: Doubles, rank: int) -> float:
    """The value of the given rank, the largest being rank 1; linear time."""
    position = len(values) - rank
    return float(np.partition(values, position)[position])


def _allocate_exact(required: Exacts, active: Mask, rule: Rule) -> tuple[Exacts, Exact]:
    if not rule.rank:
        return (0,) * len(required), 0
    flags = active.tolist()
    leaders = required if rule.all_lead else [r for r, flag in zip(required, flags, strict=True) if not flag]
    level = _kth_largest_exact(leaders, rule.rank)
    above = [need for need in leaders if need > level]
    share = whole(Fraction(level) / rule.unit)

    def variance(need: Exact, is_active: bool) -> Exact:
        if rule.all_carry or not is_active:
            return share if need <= level else whole(need - (rule.unit - 1) * share)
        return max(0, need - level) if rule.all_lead else 0

    variances = tuple(map(variance, required, flags))
    return variances, rule.total(sum(above) + (rule.rank - 1 - len(above)) * level, level)


def _kth_largest_exact(values: Sequence[Exact], rank: int) -> Exact:
    """The value of the given rank: linear time where a common denominator makes machine integers of the values."""
    scale = common_denominator(values)
    if scale * max(values) < 1 << 62:
        position = len(values) - rank
        scaled = np.array([int(value * scale) for value in values], dtype=np.int64)
        return whole(Fraction(int(np.partition(scaled, position)[position]), scale))
    return sorted(values, reverse=True)[rank - 1]


def certificate(allocation: Allocation) -> Certificate:
    """The proof that an allocation is feasible and how far its total can be from the optimum."""
    denominator, required = _integers(_listed(allocation.required))
    instance = {
        "denominator": denominator,
        "required": required,
        "threshold": missing_parties(allocation.threshold, allocation.dropouts),
        "active": runs(np.flatnonzero(allocation.active)),
    }
    evidence = {"variances": _variances(allocation.variances), "total": _total(allocation), **_schedule(allocation)}
    return Certificate(KIND, instance, evidence, _note(allocation))


def _note(allocation: Allocation) -> str:
    """Which threshold stands for colluders and dropouts; the proof itself is about Eq. 6 with that threshold."""
    if not allocation.dropouts:
        return ""
    return f"t = {allocation.threshold} colluders and {allocation.dropouts} dropouts, planned as threshold t + d"


def _total(allocation: Allocation) -> str:
    variances = allocation.variances
    return to_text(exact_sum(variances) if isinstance(variances, np.ndarray) else Fraction(allocation.total))


def _schedule(allocation: Allocation) -> dict[str, object]:
    """The packing, and the bound that it proves."""
    rule, active = allocation.rule, allocation.active
    if not rule.rank:
        return {"bound": "0", "unit": 1, "horizon": 0}
    full, last = _strictest(_keys(allocation.required), active, rule)
    rest = rule.carriers - (rule.rank - 1) * rule.unit
    tracks = (_two_tracks if rule.subcase is Subcase.FEW_ACTIVE else _one_track)(active, rule, full, last, rest)
    return {"unit": rule.unit, "horizon": rule.carriers, **tracks, "bound": _bound(allocation, full, last)}


def _bound(allocation: Allocation, full: Indices, last: int) -> str:
    required = allocation.required
    above = exact_sum(required[full]) if isinstance(required, np.ndarray) else sum(required[j] for j in full.tolist())
    return to_text(allocation.rule.total(above, Fraction(required[last])))


def _keys(required: Doubles | Exacts) -> Keys:
    """Numbers that are ordered like the requirements: themselves, or their ranks among the distinct ones."""
    if isinstance(required, np.ndarray):
        return required
    ranks = {value: index for index, value in enumerate(sorted(set(required)))}
    return np.array([ranks[value] for value in required], dtype=np.int64)


def _strictest(keys: Keys, active: Mask, rule: Rule) -> tuple[Indices, int]:
    """The rank - 1 strictest leaders in any order, and the one that follows."""
    eligible = np.arange(len(keys)) if rule.all_lead else np.flatnonzero(~active)
    candidates = keys[eligible]
    level = np.partition(candidates, len(candidates) - rule.rank)[len(candidates) - rule.rank]
    above = eligible[candidates > level]
    ties = eligible[candidates == level][: rule.rank - len(above)]
    return np.concatenate([above, ties[:-1]]), int(ties[-1])


# The schedule as JSON values. Its horizon is the number of carriers, a unit the time that a party may be present.
# A track has some machines and its parties end to end, a unit each and the last one for ``last``, wound over them.
# Leaders follow each other from ``start`` on; their durations are written as length, count, length, count.


def _one_track(active: Mask, rule: Rule, full: Indices, last: int, rest: int) -> dict[str, object]:
    leads = np.zeros(len(active), dtype=np.bool_)
    leads[full] = leads[last] = True
    before = np.flatnonzero(active & ~leads) if rule.all_carry else np.empty(0, dtype=np.int64)
    after = np.flatnonzero(~active & ~leads)
    full = np.concatenate([full[active[full]], full[~active[full]]])
    if active[last]:  # active parties stay together: the partial leader comes first and leads its last moments
        line, durations = np.concatenate([[last], full]), [rest, 1, rule.unit, len(full)]
        start = (len(before) + 1) * rule.unit - rest
    else:
        line, durations = np.concatenate([full, [last]]), [rule.unit, len(full), rest, 1]
        start = len(before) * rule.unit
    track = {"machines": rule.unit, "runs": runs(np.concatenate([before, line, after])), "last": rule.unit}
    return {"tracks": [track], "leaders": _leaders(start, line, durations)}


def _two_tracks(active: Mask, rule: Rule, full: Indices, last: int, rest: int) -> dict[str, object]:
    first = int(full[0])
    inactive, viewers = np.flatnonzero(~active), np.flatnonzero(active)
    machines = len(viewers) - 1
    tracks = [
        {"machines": rule.unit, "runs": runs(_leaders_first(inactive, first, last)), "last": rule.unit},
        {"machines": machines, "runs": runs(_leaders_first(viewers, first, last)), "last": machines * rest},
    ]
    return {"tracks": tracks, "leaders": _leaders(0, np.array([first, last]), [rule.unit, 1, rest, 1])}


def _leaders_first(members: Indices, first: int, second: int) -> Indices:
    """The members, with the first leader at index 0 and the second at index 1 where they are members."""
    others = members[(members != first) & (members != second)]
    chosen = members[members == first], members[members == second]
    filler = others[: 1 - len(chosen[0])]
    return np.concatenate([chosen[0], filler, chosen[1], others[len(filler) :]])


def _leaders(start: int, parties: Indices, durations: list[int]) -> dict[str, object]:
    """Without the leader of zero duration and the empty runs."""
    runs = [(length, count) for length, count in zip(durations[::2], durations[1::2], strict=True) if count]
    if runs[0][0] == 0:
        parties, runs = parties[1:], runs[1:]
    elif runs[-1][0] == 0:
        parties, runs = parties[:-1], runs[:-1]
    return {"start": start, "parties": parties.tolist(), "durations": [number for run in runs for number in run]}


def runs(indices: Indices) -> list[int]:
    """Indices as start, stop, start, stop, ... of their runs of consecutive numbers.

    >>> runs(np.array([4, 5, 6, 1]))
    [4, 7, 1, 2]
    """
    if not len(indices):
        return []
    breaks = np.flatnonzero(np.diff(indices) != 1)
    starts = indices[np.concatenate([[0], breaks + 1])]
    stops = indices[np.concatenate([breaks, [len(indices) - 1]])] + 1
    return np.column_stack([starts, stops]).ravel().tolist()


def _variances(values: Doubles | Exacts) -> dict[str, object]:
    """The variances as value, count, value, count, ... over one denominator."""
    groups = [(value, sum(1 for _ in group)) for value, group in groupby(_listed(values))]
    denominator, numbers = _integers([value for value, _ in groups])
    runs = [item for number, (_, count) in zip(numbers, groups, strict=True) for item in (number, count)]
    return {"denominator": denominator, "runs": runs}


def _listed(values: Doubles | Exacts) -> Sequence[float | Exact]:
    return values.tolist() if isinstance(values, np.ndarray) else values


def _integers(values: Sequence[float | Exact]) -> tuple[int, list[int | str]]:
    """One denominator and the numerators over it."""
    ratios = [value.as_integer_ratio() for value in values]
    denominator = common_multiple(bottom for _, bottom in ratios)
    if denominator.bit_length() > _LONGEST_DENOMINATOR:
        return 1, [to_text(Fraction(value)) for value in values]
    return denominator, [top * (denominator // bottom) for top, bottom in ratios]


# --- Totals of Eq. 6 to compare with: the evaluation's baselines, the cost of more colluders, and of each requirement.
#
# The baselines ignore the threshold, ignore personal budgets, or trust a centre.


Required = ArrayLike | Sequence[object]
Active = ArrayLike | Iterable[int] | None
_MOST_POINTS = 200  # a curve for up to so many parties has every point


def non_threshold(required: Required, active: Active = None) -> Allocation:
    """Any number of parties may collude: the allocation for threshold n - 1.

    >>> non_threshold([3, 1, 2]).total
    6
    """
    values = _at_least_one(required)
    return allocate(values, len(values) - 1, active)


def tmdp(required: Required, threshold: int, active: Active = None) -> Allocation:
    """One budget for all, the strictest: the allocation when every party requires the largest variance.

    >>> tmdp([3, 1, 2], threshold=1).total
    Fraction(9, 2)
    """
    values = _at_least_one(required)
    if isinstance(values, np.ndarray):
        return allocate(np.full(len(values), values.max()), threshold, active)
    return allocate((max(values),) * len(values), threshold, active)


def minimum(required: Required) -> float | Exact:
    """MIN, a trusted centre that adds the noise itself: the largest required variance.

    >>> minimum([3, 1, 2])
    3
    """
    values = _at_least_one(required)
    return float(values.max()) if isinstance(values, np.ndarray) else max(values)


def _at_least_one(required: Required) -> Doubles | Exacts:
    values = read_required(required)
    if not len(values):
        raise InvalidInput("there must be at least one party, got none")
    return values


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The least total when the noise of ``missing`` parties can be missing: colluders and dropouts together."""

    missing: int
    total: float | Exact


def curve(required: Required, active: Active = None) -> list[CurvePoint]:
    """The least total for t + d = 0, 1, ... n - 1; for many parties at geometric steps.

    >>> [point.total for point in curve([3, 1, 2])]
    [0, 4, 6]
    """
    values = read_required(required)
    mask = read_active(active, len(values))
    return [CurvePoint(k, allocate(values, k, mask).total) for k in thresholds(len(values))]


def thresholds(n: int) -> list[int]:
    """The points of a curve for n parties."""
    if n <= _MOST_POINTS:
        return list(range(n))
    steps = np.unique(np.geomspace(1, n - 1, _MOST_POINTS).astype(np.int64))
    return [0, *steps.tolist()]


def savings(
    required: Required,
    threshold: int,
    active: Active = None,
    dropouts: int = 0,
    most: int = 5,
) -> list[tuple[int, Exact]]:
    """The parties whose requirement costs most, with the saving in the total if they required nothing.

    Only the strictest parties are candidates: a party that is not above the others costs nothing alone.

    >>> savings([9, 1, 2], threshold=1)[0]
    (0, Fraction(15, 2))
    """
    values = read_required(required)
    mask = read_active(active, len(values))

    def total(needs: Doubles | Exacts) -> Fraction:
        variances = allocate(needs, threshold, mask, dropouts).variances
        return Fraction(exact_sum(variances) if isinstance(variances, np.ndarray) else sum(variances))

    count = whole_number(most, "most", least=1)
    order = sorted(range(len(values)), key=lambda j: values[j], reverse=True)[:count]
    reductions = [(j, whole(total(values) - total(_without(values, j)))) for j in order]
    return sorted(reductions, key=lambda pair: -pair[1])


def _without(values: Doubles | Exacts, j: int) -> Doubles | Exacts:
    """The requirements with that of party j set to 0."""
    if isinstance(values, np.ndarray):
        return np.where(np.arange(len(values)) == j, 0.0, values)
    return (*values[:j], 0, *values[j + 1 :])
