"""What an integer plan in chunks does with one file: look at its budgets, put whole requirements aside, hand out noise.

Each function is a task for a worker: it gets paths and a few numbers, and gives back a few numbers.
"""

from __future__ import annotations

import csv
import hashlib
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

import numpy as np

from optcheck.checker.noise import QUESTION, question_bytes
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact, to_text
from optcheck.exact.rounding import at_least
from optcheck.exact.text import above, root_up
from optcheck.noise.bulk.budgets import Party, parties
from optcheck.noise.bulk.spilled import Spilled, note, put_aside
from optcheck.noise.plan import LEAST_SHARE, SMOOTHING, Budget, calibrated, required_steps
from optcheck.tpmdp.allocation import shares_at_level
from optcheck.tpmdp.instance import Doubles, Mask
from optcheck.tpmdp.rule import Rule

__all__ = ["Handed", "OnGrid", "Surveyed", "hand_out_steps", "put_steps_aside", "survey", "whole_share"]

_COMPUTED = ("noise_variance", "noise_sigma", "grid", "grid_variance")
_DIGITS = 17


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A file's requirements on the reals, put aside, and the least sensitivity and requirement that are not 0."""

    spilled: Spilled
    sensitivity: Exact | None
    need: Exact | None


@dataclass(frozen=True, slots=True)
class OnGrid:
    """What turns a budget into whole steps: the grid, how many parties and releases there are, and the dimension."""

    grid: Fraction
    n: int
    releases: int
    dimension: int


@dataclass(frozen=True, slots=True)
class Handed:
    """The total of a file's noise in steps squared, and the digest of what its parties ask."""

    total: int
    digest: str


def survey(path: Path, aside: Path, releases: int, encoding: str | None) -> Surveyed:
    """Read a file once, and put its requirements on the reals aside."""
    least: list[Exact | None] = [None, None]

    def needs(budgets: list[Budget]) -> list[float]:
        found = _on_the_reals(budgets, releases)
        for place, values in enumerate(([s for _, _, s in budgets], map(Fraction, found))):
            least[place] = min((value for value in [*values, least[place]] if value), default=None)
        return found

    return Surveyed(_put_aside(path, aside, encoding, needs), *least)


def put_steps_aside(path: Path, aside: Path, on: OnGrid, encoding: str | None) -> Spilled:
    """Read a file again, and put whole requirements aside, as doubles that are not below them."""

    def needs(budgets: list[Budget]) -> list[float]:
        steps = required_steps(budgets, on.grid, on.n, on.releases, on.dimension)
        return [at_least(Fraction(need + SMOOTHING)) if need else 0.0 for need in steps]

    return _put_aside(path, aside, encoding, needs)


def _on_the_reals(budgets: list[Budget], releases: int) -> list[float]:
    unit = calibrated([(e, d, 1) for e, d, _ in budgets])
    return [at_least(releases * unit[e, d, 1] * s * s) for e, d, s in budgets]


def _put_aside(path: Path, aside: Path, encoding: str | None, needs: Callable[[list[Budget]], list[float]]) -> Spilled:
    warnings: list[str] = []

    def columns() -> Iterator[tuple[Doubles, Mask]]:
        for some in parties(path, encoding):
            if some and some[0].others and not warnings:
                note(warnings, [f"{path}: columns left out of the noise: {', '.join(some[0].others)}"])
            note(warnings, (party.warning for party in some))
            distinct = {id(party.budget): party.budget for party in some}
            found = dict(zip(distinct, needs(list(distinct.values())), strict=True))
            required = np.array([found[id(party.budget)] for party in some])
            if np.isinf(required).any():
                raise InvalidInput(f"{path}: a required variance exceeds the largest double, 1.8e308")
            yield required, np.array([party.active for party in some], dtype=np.bool_)

    return put_aside(path, aside, columns(), warnings)


def whole_share(share: float) -> int:
    """A share rounded up to whole steps squared; none between 0 and the least that sums of integers need."""
    return max(LEAST_SHARE, math.ceil(share)) if share else 0


def hand_out_steps(
    spilled: Spilled, rule: Rule, level: float, grid: Fraction, target: Path, encoding: str | None
) -> Handed:
    """Write one file of noise: what every party asks, and its whole variance."""
    total, question = 0, hashlib.sha256()
    shown = lru_cache(maxsize=1 << 12)(_shown)
    with target.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow([*QUESTION, *_COMPUTED])
        for party, share in _with_shares(spilled, rule, level, encoding):
            cells = party.question
            writer.writerow([*cells, *shown(share, grid), share])
            question.update(question_bytes(cells))
            total += share
    return Handed(total, question.hexdigest())


def _with_shares(spilled: Spilled, rule: Rule, level: float, encoding: str | None) -> Iterable[tuple[Party, int]]:
    for some, required, active in spilled.beside(parties(spilled.path, encoding), len):
        shares = shares_at_level(required, active, rule, level).tolist()
        yield from zip(some, map(whole_share, shares), strict=True)


def _shown(share: int, grid: Fraction) -> tuple[str, str, str]:
    variance = share * grid**2
    return above(variance, _DIGITS), above(root_up(variance), _DIGITS), to_text(grid)
