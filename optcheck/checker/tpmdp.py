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

from optcheck.checker._coalitions import check_threshold_cover, read_runs, read_threshold
from optcheck.checker.core import (
    Document,
    Exact,
    Fact,
    Finding,
    field,
    number_text,
    numbers,
    parse_number,
    require,
    whole,
)

KIND = "tpmdp-allocation"


@dataclass(frozen=True, slots=True)
class _Problem:
    required: list[Exact]
    denominator: int
    threshold: int
    active: bytearray
    active_count: int


def check(instance: Document, evidence: Document) -> Finding:
    """Check feasibility of the variances, the packing, and the two totals that the evidence states."""
    problem = _read(instance)
    total = _check_variances(problem, field(evidence, "variances", dict))
    bound = _check_packing(problem, evidence)
    _check_stated(evidence, "total", total)
    _check_stated(evidence, "bound", bound)
    require(bound <= total, "bound", "at most the total", number_text(bound))
    where = f"n = {len(problem.required)}, t = {problem.threshold}, {problem.active_count} active"
    claim = "is the minimum" if total == bound else f"exceeds the minimum by at most {number_text(total - bound)}"
    facts = [Fact("least total", "<=", total), Fact("least total", ">=", bound)]
    if total == bound:
        facts.insert(0, Fact("least total", "=", total))
    text = f"every constraint of Eq. 6 holds ({where}) and the total {number_text(total)} {claim}"
    return Finding(text, total, tuple(facts))


def _read(instance: Document) -> _Problem:
    required = numbers(instance, "required")
    n = len(required)
    require(all(value >= 0 for value in required), "required", ">= 0 everywhere")
    active = bytearray(n)
    for party in read_runs(instance, "active", n):
        active[party] = 1
    return _Problem(required, _denominator(instance), read_threshold(instance, n), active, sum(active))


def _denominator(document: Document) -> int:
    value: int = field(document, "denominator", int)
    require(value >= 1, "denominator", ">= 1", value)
    return value


def _check_stated(evidence: Document, name: str, value: Exact) -> None:
    stated = parse_number(evidence.get(name), name)
    require(stated == value, name, number_text(value), number_text(stated))


def _repeated(document: Document, name: str, length: int) -> Iterator[Exact]:
    """Values written as value, count, value, count, ..., of the given length when written out."""
    items = field(document, name, list)
    counts = items[1::2]
    require(all(type(count) is int and count >= 1 for count in counts), f"counts in {name!r}", ">= 1")
    require(sum(counts) == length, f"length of {name!r}", length, sum(counts))
    for value, count in zip(items[::2], counts, strict=True):
        yield from repeat(parse_number(value, name), count)


def _check_variances(problem: _Problem, document: Document) -> Exact:
    variances = list(_repeated(document, "runs", len(problem.required)))
    require(all(value >= 0 for value in variances), "variances", ">= 0 everywhere")
    mine = _denominator(document)
    common = lcm(mine, problem.denominator)
    check_threshold_cover(
        _scaled(problem.required, common // problem.denominator),
        _scaled(variances, common // mine),
        problem.threshold,
        problem.active,
    )
    return whole(Fraction(sum(variances)) / mine)


def _scaled(values: list[Exact], factor: int) -> list[Exact]:
    return values if factor == 1 else [value * factor for value in values]


def _check_packing(problem: _Problem, evidence: Document) -> Exact:
    unit: int = field(evidence, "unit", int)
    horizon: int = field(evidence, "horizon", int)
    if horizon == 0:
        return 0
    require(1 <= unit <= horizon, "unit", f"1..{horizon}", unit)
    place: dict[int, tuple[int, int]] = {}
    machines = meets = 0
    for track in field(evidence, "tracks", list):
        machines += field(track, "machines", int)
        meets += _lay(problem, track, unit, horizon, place)
    outside = len(problem.required) - problem.threshold
    require(machines == outside, "parties present at a time", outside, machines)
    most = min(meets, machines)
    require(most < problem.active_count, "active parties present at a time", f"< {problem.active_count}", most)
    led = _leader_integral(problem, field(evidence, "leaders", dict), horizon, place)
    return whole(Fraction(led) / (unit * problem.denominator))


def _lay(problem: _Problem, track: Document, unit: int, horizon: int, place: dict[int, tuple[int, int]]) -> int:
    """Lay the parties of a track end to end; returns how many active ones can be present at a time."""
    machines, last = field(track, "machines", int), field(track, "last", int)
    parties = list(read_runs(track, "runs", len(problem.required)))
    require(machines >= 1 and 0 <= last <= unit, "length of a track's last party", f"0..{unit}", last)
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


def _leader_integral(problem: _Problem, leaders: Document, horizon: int, place: dict[int, tuple[int, int]]) -> Exact:
    """Integral of the leader's requirement over one round; every leader must be present while it leads."""
    start: int = field(leaders, "start", int)
    parties = field(leaders, "parties", list)
    now: Exact = start
    led: Exact = 0
    for party, duration in zip(parties, _repeated(leaders, "durations", len(parties)), strict=True):
        begin, length = place[party]
        late = (now - begin) % horizon
        require(0 < duration <= length - late, f"time that party {party} leads", f"1..{length - late}", duration)
        led += duration * problem.required[party]
        now += duration
    require(now - start == horizon, "time with a leader", horizon, now - start)
    return led


CHECKS = {KIND: check}
