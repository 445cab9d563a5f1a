"""Check a noise allocation for Eq. 6 of TPMDP against a packing. Standard library only.

The instance gives every party's required variance, the threshold t and the active parties. Eq. 6 asks that outside
every coalition of t parties with an active member the variances reach the requirement of each party outside.

The bound is a schedule. Time runs round a circle of length ``horizon``. A track of k machines lays its parties end to
end along a line of length k * horizon, each for ``unit`` (the last one for ``last``), and the line is wound k times
round the circle. As nobody lasts longer than the horizon, k distinct parties of the track are present at every moment;
all tracks together make a set of n - t. An unbroken stretch of active parties of length L is met by at most
ceil(L / horizon) of the windings at a moment, so when these counts add up to less than the number of active parties,
one of them is always absent: the set present is the outside of a coalition of Eq. 6. At each moment one party that is
present leads. No party is present longer than ``unit``, so for feasible variances x

    unit * total(x) >= integral of x(present) >= integral of required(leader),

which bounds every feasible total from below. Requirements and variances are integers over one denominator each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import repeat
from math import lcm

from optcheck.checker import work
from optcheck.checker.core import Exact, Fact, Finding, Kind, number_text, require, shown, whole
from optcheck.checker.families._coalitions import active_parties, check_threshold, check_threshold_cover, run_members
from optcheck.checker.reading import Record, integer, needed, number, optional, sequence

_RUNS = sequence(integer(0))


class Instance(Record):
    """Requirements as numerators over one denominator, the threshold, and the active parties as runs."""

    denominator = needed(integer(1))
    required = needed(sequence(number(least=0), least=1))
    threshold = needed(integer(0))
    active = needed(_RUNS)


class _Track(Record):
    machines = needed(integer(1))
    runs = needed(_RUNS)
    last = needed(integer(0))


class _Leaders(Record):
    start = needed(integer())
    parties = needed(sequence(integer(0)))
    durations = needed(sequence(number(above=0)))


class Packing(Record):
    """A schedule, and the bound that it proves."""

    bound = needed(number(least=0))
    unit = needed(integer(1))
    horizon = needed(integer(0))
    tracks = optional(sequence(_Track))
    leaders = optional(_Leaders)


class _Variances(Record):
    denominator = needed(integer(1))
    runs = needed(sequence(number(least=0)))


class _Allocation(Record):
    variances = needed(_Variances)
    total = needed(number(least=0))


class Evidence(Packing, _Allocation):
    """Variances with their total, and a packing that bounds it."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Requirements over one denominator, how many parties are missing, and who is active."""

    required: list[Exact]
    denominator: int
    threshold: int
    active: bytearray
    active_count: int


def check(instance: Instance, evidence: Evidence) -> Finding:
    """Check feasibility of the variances, the packing, and the two totals that the evidence states."""
    problem = problem_of(instance)
    total = _check_variances(problem, evidence.variances)
    bound = packing_bound(problem, evidence)
    require(evidence.total == total, "total", number_text(total), number_text(evidence.total))
    require(evidence.bound == bound, "bound", number_text(bound), number_text(evidence.bound))
    require(bound <= total, "bound", "at most the total", number_text(bound))
    facts = [Fact("least total", "<=", total), Fact("least total", ">=", bound)]
    if total == bound:
        facts.insert(0, Fact("least total", "=", total))
    where = f"n = {len(problem.required)}, t = {problem.threshold}, {problem.active_count} active"
    claim = "is the minimum" if total == bound else f"exceeds the minimum by at most {shown(total - bound)}"
    text = f"every constraint of Eq. 6 holds ({where}) and the total {shown(total)} {claim}"
    return Finding(text, total, tuple(facts))


def problem_of(instance: Instance) -> Problem:
    """The problem that the instance describes."""
    n = len(instance.required)
    check_threshold(instance.threshold, n)
    active = active_parties(instance.active, n)
    return Problem(instance.required, instance.denominator, instance.threshold, active, sum(active))


def _repeated(items: list[Exact], where: str, length: int) -> Iterator[Exact]:
    """Values written as value, count, value, count, ..., of the given length when written out."""
    counts = items[1::2]
    require(len(items) % 2 == 0, f"length of {where!r}", "even", len(items))
    require(all(type(count) is int and count >= 1 for count in counts), f"counts in {where!r}", ">= 1")
    require(sum(counts) == length, f"length of {where!r}", length, sum(counts))
    return (value for value, count in zip(items[::2], counts, strict=True) for value in repeat(value, int(count)))


def _check_variances(problem: Problem, written: _Variances) -> Exact:
    variances = list(_repeated(written.runs, "variances", len(problem.required)))
    mine, common = written.denominator, lcm(written.denominator, problem.denominator)
    work.pay(common, times=len(variances))
    check_threshold_cover(
        _scaled(problem.required, common // problem.denominator),
        _scaled(variances, common // mine),
        problem.threshold,
        problem.active,
    )
    return whole(Fraction(work.total(variances)) / mine)


def _scaled(values: list[Exact], factor: int) -> list[Exact]:
    return values if factor == 1 else [value * factor for value in values]


def packing_bound(problem: Problem, evidence: Packing) -> Exact:
    """The bound that a packing proves on every feasible total."""
    unit, horizon, tracks, leaders = evidence.unit, evidence.horizon, evidence.tracks, evidence.leaders
    require((tracks is None) == (leaders is None), "tracks and leaders", "both or none", "one of them")
    require((tracks is None) == (horizon == 0), "tracks and leaders", "there if and only if the horizon is not 0")
    if tracks is None or leaders is None:
        return 0
    require(1 <= unit <= horizon, "unit", f"1..{horizon}", unit)
    place: dict[int, tuple[int, int]] = {}
    machines = meets = 0
    for track in tracks:
        machines += track.machines
        meets += _lay(problem, track, unit, horizon, place)
    outside = len(problem.required) - problem.threshold
    require(machines == outside, "parties present at a time", outside, machines)
    most = min(meets, machines)
    require(most < problem.active_count, "active parties present at a time", f"< {problem.active_count}", most)
    led = _leader_integral(problem, leaders, horizon, place)
    return whole(Fraction(led) / (unit * problem.denominator))


def _lay(problem: Problem, track: _Track, unit: int, horizon: int, place: dict[int, tuple[int, int]]) -> int:
    """Lay the parties of a track end to end; returns how many active ones can be present at a time."""
    machines, last = track.machines, track.last
    parties = list(run_members(track.runs, "runs", len(problem.required)))
    require(len(parties) > 0, "parties of a track", "at least one", 0)
    work.pay(unit, horizon, times=len(parties))
    require(last <= unit, "length of a track's last party", f"0..{unit}", last)
    length = unit * (len(parties) - 1) + last
    require(length == machines * horizon, "length of a track", machines * horizon, length)
    known = len(place)
    place.update(zip(parties, ((start, unit) for start in range(0, unit * len(parties), unit)), strict=True))
    require(len(place) == known + len(parties), "parties on the tracks", "each at most once")
    place[parties[-1]] = (length - last, last)
    stretches = bytes(problem.active[party] for party in parties).split(b"\0")
    lengths = [unit * len(stretch) for stretch in stretches]
    if stretches[-1]:
        lengths[-1] -= unit - last
    return sum(-(-stretch // horizon) for stretch in lengths)


def _leader_integral(problem: Problem, leaders: _Leaders, horizon: int, place: dict[int, tuple[int, int]]) -> Exact:
    """Integral of the leader's requirement over one round; every leader must be present while it leads."""
    start, parties, led = leaders.start, leaders.parties, Fraction(0)
    now: Exact = start
    for party, duration in zip(parties, _repeated(leaders.durations, "durations", len(parties)), strict=True):
        require(party in place, "a leader", "a party on a track", party)
        begin, length = place[party]
        late = (now - begin) % horizon
        require(0 < duration <= length - late, f"time that party {party + 1} leads", f"1..{length - late}", duration)
        led += duration * problem.required[party]
        now += duration
        work.pay(led, now)
    require(now - start == horizon, "time with a leader", horizon, now - start)
    return led


KINDS = {"tpmdp-allocation": Kind(Instance, Evidence, check)}
