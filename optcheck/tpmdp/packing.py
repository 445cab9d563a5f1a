"""The dual of Eq. 6 without coalitions: a wrap-around schedule (McNaughton's rule) whose value is the optimum.

Every carrier of base noise is present for one unit of time; machines run side by side over a horizon; at each moment
the parties present are the outside of a coalition, and one of them leads. ``optcheck.checker.tpmdp`` says why such a
schedule bounds every feasible total. Here it is laid out so that the strictest parties lead all the time:

- Subcases 1 to 3: one line holds the carriers, active parties first, the leaders side by side where the active
  stretch ends, and is wound round the horizon. Leaders are next to each other, so they lead one after the other.
- Subcase 4: inactive parties on unit machines, active parties on a - 1 machines, so that one of them is always
  absent; the horizon is at most two units, the strictest party leads the first and the next one the rest.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from optcheck.tpmdp.instance import Subcase
from optcheck.tpmdp.rule import Rule

__all__ = ["Keys", "Leaders", "Packing", "Track", "pack"]

Indices = NDArray[np.int64]
Keys = NDArray[np.float64] | NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """Parties laid end to end, a unit each and the last one for ``last``, wound over some machines."""

    machines: int
    order: Indices
    last: int


@dataclass(frozen=True, slots=True, eq=False)
class Leaders:
    """Who leads, one after the other from ``start`` on; ``durations`` is written as length, count, length, count."""

    start: int
    parties: Indices
    durations: list[int]


@dataclass(frozen=True, slots=True, eq=False)
class Packing:
    """A schedule over a horizon; a unit is the time that a party may be present in all."""

    unit: int
    horizon: int
    tracks: list[Track]
    leaders: Leaders
    full: Indices
    level: int


def pack(keys: Keys, active: NDArray[np.bool_], rule: Rule) -> Packing:
    """The schedule for requirements that are ordered like ``keys``; needs a rule that asks for noise."""
    full, last = _strictest(keys, active, rule)
    rest = rule.carriers - (rule.rank - 1) * rule.unit
    build = _two_tracks if rule.subcase is Subcase.FEW_ACTIVE else _one_track
    tracks, leaders = build(active, rule, full, last, rest)
    return Packing(rule.unit, rule.carriers, tracks, leaders, full, last)


def _strictest(keys: Keys, active: NDArray[np.bool_], rule: Rule) -> tuple[Indices, int]:
    """The rank - 1 strictest leaders in any order, and the one that follows."""
    eligible = np.arange(len(keys)) if rule.all_lead else np.flatnonzero(~active)
    mine = keys[eligible]
    level = np.partition(mine, len(mine) - rule.rank)[len(mine) - rule.rank]
    above = eligible[mine > level]
    ties = eligible[mine == level][: rule.rank - len(above)]
    return np.concatenate([above, ties[:-1]]), int(ties[-1])


def _one_track(
    active: NDArray[np.bool_], rule: Rule, full: Indices, last: int, rest: int
) -> tuple[list[Track], Leaders]:
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
    track = Track(rule.unit, np.concatenate([before, line, after]), rule.unit)
    return [track], _leaders(start, line, durations)


def _two_tracks(
    active: NDArray[np.bool_], rule: Rule, full: Indices, last: int, rest: int
) -> tuple[list[Track], Leaders]:
    first = int(full[0])
    inactive, seers = np.flatnonzero(~active), np.flatnonzero(active)
    machines = len(seers) - 1
    tracks = [
        Track(rule.unit, _led_by(inactive, first, last), rule.unit),
        Track(machines, _led_by(seers, first, last), machines * rest),
    ]
    return tracks, _leaders(0, np.array([first, last]), [rule.unit, 1, rest, 1])


def _led_by(members: Indices, first: int, second: int) -> Indices:
    """The members, with the first leader at place 0 and the second at place 1 where they are among them."""
    others = members[(members != first) & (members != second)]
    chosen = members[members == first], members[members == second]
    filler = others[: 1 - len(chosen[0])]
    return np.concatenate([chosen[0], filler, chosen[1], others[len(filler) :]])


def _leaders(start: int, parties: Indices, durations: list[int]) -> Leaders:
    """Drop the leader without time and the empty runs."""
    runs = [(length, count) for length, count in zip(durations[::2], durations[1::2], strict=True) if count]
    if runs[0][0] == 0:
        parties, runs = parties[1:], runs[1:]
    elif runs[-1][0] == 0:
        parties, runs = parties[:-1], runs[:-1]
    return Leaders(start, parties, [number for run in runs for number in run])
