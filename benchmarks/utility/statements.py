"""What the text says about a figure, against what was measured: reproduced, partly, or not.

Words get a fixed meaning, the same for every statement: "similar" is within a factor 1.5, "much" or "significantly"
better is a factor 2, "better" is any difference, "constant" is within a factor 1.1. A comparison counts only if it
holds for the whole 95 % interval. A statement is reproduced when every comparison behind it holds (more than half,
for statements about most cases), not reproduced when none does, else partly; also partly where some kind of comparison
could not be made at all.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import numpy as np

from benchmarks.utility.losses import Interval, Sweep

SIMILAR, MUCH, CONSTANT = 1.5, 2.0, 1.1


@dataclass(frozen=True, slots=True)
class Check:
    """Some comparisons of one kind: how many were made, how many hold, and what was measured."""

    what: str
    held: int
    total: int
    measured: str


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement about a figure, in our words, and the comparisons that decide it."""

    place: str
    text: str
    checks: tuple[Check, ...]
    about_most: bool = False

    @property
    def verdict(self) -> str:
        """Reproduced, partly, or not; not measured where there was nothing to compare."""
        held, total = sum(check.held for check in self.checks), sum(check.total for check in self.checks)
        if not total:
            return "not measured"
        complete = all(check.total for check in self.checks)
        if (held == total and complete) or (self.about_most and 2 * held > total):
            return "reproduced"
        return "partly" if held else "not reproduced"


def pooled(first: Sequence[Statement], others: Iterable[Sequence[Statement]]) -> list[Statement]:
    """The statements of the first measurement, with the comparisons of further ones counted in.

    A verdict that another seed would not give is then "partly". The shown intervals are the first measurement's.
    """
    again: dict[tuple[str, str], list[Statement]] = {}
    for statement in (statement for others_of_one in others for statement in others_of_one):
        again.setdefault((statement.place, statement.text), []).append(statement)
    return [_with(statement, again.get((statement.place, statement.text), [])) for statement in first]


def _with(statement: Statement, again: Sequence[Statement]) -> Statement:
    checks = tuple(
        replace(
            check,
            held=check.held + sum(other.checks[index].held for other in again),
            total=check.total + sum(other.checks[index].total for other in again),
        )
        for index, check in enumerate(statement.checks)
    )
    return replace(statement, checks=checks)


def _count(what: str, intervals: Sequence[Interval], holds: Sequence[bool]) -> Check:
    if len(intervals) == 1:
        return Check(what, sum(holds), len(holds), str(intervals[0]))
    low, high = (f(intervals, key=lambda interval: interval.value) for f in (min, max))
    return Check(what, sum(holds), len(holds), f"from {low} to {high}")


def lower(sweep: Sweep, first: str, second: str, xs: Sequence[float], factor: float = 1.0) -> Check:
    """The first mechanism's loss is below the second's, by a factor, at each value."""
    intervals = [sweep.ratio(first, second, x) for x in xs]
    what = f"{first} / {second} below {1 / factor:g} ({_named(sweep, xs)})"
    return _count(what, intervals, [interval.high < 1 / factor for interval in intervals])


def similar(sweep: Sweep, first: str, second: str, xs: Sequence[float], within: float = SIMILAR) -> Check:
    """The two losses are within a factor of each other at each value."""
    intervals = [sweep.ratio(first, second, x) for x in xs]
    holds = [1 / within <= interval.low and interval.high <= within for interval in intervals]
    return _count(f"{first} / {second} within a factor {within:g} ({_named(sweep, xs)})", intervals, holds)


def constant(sweep: Sweep, mechanism: str) -> Check:
    """The loss stays within a factor of its first value over the whole sweep."""
    intervals = [sweep.growth(mechanism, x, sweep.xs[0]) for x in sweep.xs[1:]]
    holds = [1 / CONSTANT <= interval.value <= CONSTANT for interval in intervals]
    return _count(f"{mechanism} constant in {sweep.label}", intervals, holds)


def rises(sweep: Sweep, mechanism: str, start: float | None = None) -> Check:
    """The loss grows from each value to the next, and clearly from the first to the last."""
    xs = [x for x in sweep.xs if start is None or x >= start]
    steps = [sweep.growth(mechanism, b, a) for a, b in pairwise(xs)]
    whole = sweep.growth(mechanism, xs[-1], xs[0])
    holds = [*(step.value > 1 for step in steps), whole.low > 1]
    return Check(
        f"{mechanism} rises with {sweep.label}", sum(holds), len(holds), f"{whole} from {xs[0]:g} to {xs[-1]:g}"
    )


def falls(sweep: Sweep, mechanism: str) -> Check:
    """The loss at the last value is clearly below that at the first, and no step leads up by more than a tenth."""
    steps = [sweep.growth(mechanism, b, a) for a, b in pairwise(sweep.xs)]
    whole = sweep.growth(mechanism, sweep.xs[-1], sweep.xs[0])
    holds = [*(step.value < CONSTANT for step in steps), whole.high < 1]
    text = f"{whole} from {sweep.xs[0]:g} to {sweep.xs[-1]:g}"
    return Check(f"{mechanism} falls with {sweep.label}", sum(holds), len(holds), text)


def linear(sweep: Sweep, mechanism: str) -> Check:
    """The loss is a rising straight line of the parameter: a least-squares fit explains 99 % of its variance."""
    losses = np.array([sweep.expected_loss(mechanism, x) for x in sweep.xs])
    slope, offset = np.polyfit(sweep.xs, losses, 1)
    residual = losses - (slope * np.array(sweep.xs) + offset)
    explained = 1 - residual.var() / losses.var()
    return Check(
        f"{mechanism} linear in {sweep.label}", int(slope > 0 and explained >= 0.99), 1, f"R^2 = {explained:.4f}"
    )


def variance_exponent(sweep: Sweep, mechanism: str, expected: float, slack: float = 0.1) -> Check:
    """The squared loss grows like a power of the parameter."""
    losses = np.array([sweep.expected_loss(mechanism, x) for x in sweep.xs])
    exponent = 2 * float(np.polyfit(np.log(sweep.xs), np.log(losses), 1)[0])
    text = f"squared loss of {mechanism} grows like {sweep.label}^{expected:g}"
    return Check(text, int(abs(exponent - expected) <= slack), 1, f"fitted exponent {exponent:.3f}")


def _named(sweep: Sweep, xs: Sequence[float]) -> str:
    return f"{sweep.label} = {xs[0]:g}" if len(xs) == 1 else f"{sweep.label} from {xs[0]:g} to {xs[-1]:g}"


def write_statements(statements: Iterable[Statement], stem: Path, heading: str, notes: str) -> list[Path]:
    """Write the judged statements as CSV (one row per comparison) and as a readable table."""
    items = list(statements)
    table, text = stem.with_suffix(".csv"), stem.with_suffix(".md")
    with table.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["place", "statement", "verdict", "comparison", "held", "of", "measured"])
        writer.writerows(
            [item.place, item.text, item.verdict, check.what, check.held, check.total, check.measured]
            for item in items
            for check in item.checks
        )
    text.write_text("\n".join(_markdown(items, heading, notes)) + "\n", encoding="utf-8")
    return [table, text]


def _markdown(items: Sequence[Statement], heading: str, notes: str) -> list[str]:
    lines = [f"# {heading}", "", notes, "", "| place | statement | verdict | measured |", "|---|---|---|---|"]
    for item in items:
        measured = "; ".join(f"{check.what}: {check.measured} ({check.held}/{check.total})" for check in item.checks)
        lines.append(f"| {item.place} | {item.text} | **{item.verdict}** | {measured} |")
    return lines
