"""The rule for noise against coalitions: a threshold family by one sort, the least total by a packing. Stdlib only.

Eq. 6 of TPMDP asks that outside every coalition of t parties with an active member the variances reach the requirement
of each party outside. There are exponentially many such rows; none of them is listed. The worst coalition against a
party comes from a sort; the bound on the total is a schedule in which at every moment the parties present are the
outside of a coalition and one of them leads, so that for feasible variances x

    unit * total(x) >= integral of x(present) >= integral of required(leader).

docs/certificates/tpmdp.md says how tracks and leaders are laid out, and why an active party is always absent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import repeat
from math import lcm

from optcheck.checker import reading, work
from optcheck.checker.core import Fact, Kind, shown
from optcheck.checker.reading import Exact, Record, integer, needed, number, number_text, rejected, require, sequence

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
    tracks = reading.optional(sequence(_Track))
    leaders = reading.optional(_Leaders)


class _Variances(Record):
    denominator = needed(integer(1))
    runs = needed(sequence(number(least=0)))


class Evidence(Packing):
    """Variances with their total, and a packing that bounds it."""

    variances = needed(_Variances)
    total = needed(number(least=0))


@dataclass(frozen=True, slots=True)
class Problem:
    """Requirements over one denominator, how many parties are missing, and who is active."""

    required: list[Exact]
    denominator: int
    threshold: int
    active: bytearray


def check(instance: Instance, evidence: Evidence) -> tuple[Fact, ...]:
    """Check feasibility of the variances, the packing, and the two totals that the evidence states."""
    problem = problem_of(instance)
    total = _check_variances(problem, evidence.variances)
    bound = packing_bound(problem, evidence)
    require(evidence.total == total, "total", total, evidence.total)
    exact = (Fact("least total", "=", total),) if total == bound else ()
    return (*exact, Fact("least total", "<=", total), Fact("least total", ">=", bound))


def sentence(instance: Instance, facts: tuple[Fact, ...]) -> str:
    """The total, and how far it can be from the least one."""
    total, bound = (fact.value for fact in facts[-2:])
    assert isinstance(total, Exact)
    assert isinstance(bound, Exact)
    claim = "is the minimum" if total == bound else f"exceeds the minimum by at most {shown(total - bound)}"
    return f"every constraint of Eq. 6 holds ({sizes(instance)}) and the total {shown(total)} {claim}"


def sizes(instance: Instance) -> str:
    """How many parties there are of each sort, in a sentence."""
    n = len(instance.required)
    return f"n = {n}, t = {instance.threshold}, {sum(active_parties(instance.active, n))} active"


def check_threshold(threshold: int, n: int) -> None:
    """The threshold is between 0 and n - 1."""
    require(0 <= threshold <= n - 1, "threshold", f"0..{n - 1}", threshold)


def run_members(ends: list[int], where: str, n: int) -> Iterator[int]:
    """Party indices written as start, stop, start, stop, ... (stop excluded); no more of them than parties."""
    require(len(ends) % 2 == 0, f"length of {where!r}", "even", len(ends))
    runs = list(zip(ends[::2], ends[1::2], strict=True))
    for start, stop in runs:
        require(0 <= start < stop <= n, f"run in {where!r}", f"0 <= start < stop <= {n}", f"{start}, {stop}")
    require(sum(stop - start for start, stop in runs) <= n, f"runs in {where!r}", f"at most {n} parties", "more")
    return (party for start, stop in runs for party in range(start, stop))


def active_parties(ends: list[int], n: int) -> bytearray:
    """A mark for each active party; the runs come in order."""
    active = bytearray(n)
    for party in run_members(ends, "active", n):
        active[party] = 1
    require(all(stop <= start for stop, start in zip(ends[1::2], ends[2::2], strict=False)), "active", "runs in order")
    return active


def check_threshold_cover(
    required: Sequence[Exact], variances: Sequence[Exact], threshold: int, active: Sequence[bool | int]
) -> None:
    """Whatever coalition of ``threshold`` parties with an active member a party j faces, the rest covers j.

    The heaviest coalition against j holds the heaviest active party other than j (exchange any active member for
    it) and then the t - 1 heaviest of the others except j. So one sort answers for all coalitions: with u the
    heaviest active party and s_k the weight of the k heaviest others, the coalition against j != u weighs
    x_u + min(s_(t-1), s_t - x_j). Against u itself the second heaviest active party takes u's place.
    """
    viewers = [j for j, flag in enumerate(active) if flag]
    if threshold == 0 or not viewers:
        return
    widest = max(map(work.size, (*required, *variances)))
    work.spend(len(variances) * 40 * (1 + widest * widest))  # sorting
    total = work.total(variances)
    viewers.sort(key=lambda j: variances[j], reverse=True)
    first = viewers[0]
    others = sorted((x for j, x in enumerate(variances) if j != first), reverse=True)
    before = work.total(others[: threshold - 1])
    spared = total - variances[first] - before
    pressed = spared - others[threshold - 1]
    for j, (need, own) in enumerate(zip(required, variances, strict=True)):
        if j != first and need > spared and need > pressed + own:
            _reject(j, need, max(spared, pressed + own))
    if len(viewers) > 1:
        second = variances[viewers[1]]
        others.remove(second)
        left = total - second - work.total(others[: threshold - 1])
        if required[first] > left:
            _reject(first, required[first], left)


def _reject(party: int, need: Exact, have: Exact) -> None:
    gap = number_text(need - have)
    raise rejected(f"party {party + 1} against its worst coalition", f">= {number_text(need)}", have, gap)


def problem_of(instance: Instance) -> Problem:
    """The problem that the instance describes."""
    n = len(instance.required)
    check_threshold(instance.threshold, n)
    return Problem(instance.required, instance.denominator, instance.threshold, active_parties(instance.active, n))


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
        [need * (common // problem.denominator) for need in problem.required],
        [variance * (common // mine) for variance in variances],
        problem.threshold,
        problem.active,
    )
    return reading.whole(Fraction(work.total(variances)) / mine)


def packing_bound(problem: Problem, evidence: Packing) -> Exact:
    """The bound that a packing proves on every feasible total, and states."""
    bound = _proved_bound(problem, evidence)
    require(evidence.bound == bound, "bound", bound, evidence.bound)
    return bound


def _proved_bound(problem: Problem, evidence: Packing) -> Exact:
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
    active = sum(problem.active)
    require(most < active, "active parties present at a time", f"< {active}", most)
    led = _leader_integral(problem, leaders, horizon, place)
    return reading.whole(Fraction(led) / (unit * problem.denominator))


def _lay(problem: Problem, track: _Track, unit: int, horizon: int, place: dict[int, tuple[int, int]]) -> int:
    """Lay the parties of a track end to end; returns how many active ones can be present at a time."""
    machines, last = track.machines, track.last
    parties = list(run_members(track.runs, "runs", len(problem.required)))
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


KINDS = {"tpmdp-allocation": Kind(Instance, Evidence, check, sentence)}
