"""Totals over all thresholds for files larger than memory: every point needs one order statistic and one sum."""

from __future__ import annotations

import heapq
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np

from optcheck.errors import InvalidInput
from optcheck.exact.inputs import instance_of, whole_number
from optcheck.exact.numbers import Exact, whole
from optcheck.exact.rounding import exact_sum
from optcheck.noise.bulk.plan import counts
from optcheck.noise.bulk.reading import batches, check_alike
from optcheck.noise.bulk.running import aside, each_for, file_paths, named_failures
from optcheck.noise.bulk.spilled import Spilled, spill
from optcheck.noise.tables import rows_of
from optcheck.tpmdp.chunks import level_by_digits, rule_of_sizes
from optcheck.tpmdp.curve import CurvePoint, thresholds
from optcheck.tpmdp.rule import Rule

__all__ = ["BulkCurve", "curve_files"]


@dataclass(frozen=True, slots=True)
class BulkCurve:
    """How many parties there are, how many are active, the least totals, and the strictest parties with their cost."""

    n: int
    viewers: int
    points: list[CurvePoint]
    expensive: list[tuple[str, Exact]]


@dataclass(frozen=True, slots=True)
class _Top:
    """The sum of a rule's rank - 1 largest requirements, the one that follows, and the next one after that."""

    before: Exact
    level: Exact
    after: Exact


def curve_files(
    paths: Sequence[str | Path],
    threshold: int = 1,
    dropouts: int = 0,
    *,
    encoding: str | None = None,
    most: int = 5,
) -> BulkCurve:
    """What :func:`optcheck.tpmdp.curve` and ``savings`` say, in memory that does not grow with the files' length.

    The totals are exact for the requirements as doubles. Nine bytes for each party lie aside meanwhile, where temporary
    files go.
    """
    inputs, _ = file_paths(paths, None)
    listed = whole_number(most, "most", least=1)
    if encoding is not None:
        instance_of(encoding, str, "encoding")
    check_alike(inputs, encoding)
    with named_failures(), ExitStack() as made:
        asides = [made.enter_context(aside(Path(tempfile.gettempdir()))) for _ in inputs]
        files = [spill(path, place, 1, encoding) for path, place in zip(inputs, asides, strict=True)]
        n, viewers = sum(file.n for file in files), sum(file.viewers for file in files)
        if not n:
            raise InvalidInput(f"{inputs[0]}: there must be at least one party, got none")
        known: dict[tuple[bool, int], _Top] = {}
        rules = {k: rule_of_sizes(n, viewers, k, 0)[0] for k in thresholds(n)}
        points = [CurvePoint(k, _total(rule, _top(files, rule, known))) for k, rule in rules.items()]
        rule = rule_of_sizes(n, viewers, threshold, dropouts)[0]
        saved = _saved(files, rule, _top(files, rule, known), listed)
        return BulkCurve(n, viewers, points, [(_name(files, *place, encoding), cost) for place, cost in saved])


def _total(rule: Rule, top: _Top) -> Exact:
    return rule.total(top.before, top.level) if rule.rank else 0


def _top(files: list[Spilled], rule: Rule, known: dict[tuple[bool, int], _Top]) -> _Top:
    """The order statistics that a rule needs; rules with the same leaders and rank share them."""
    key = rule.all_lead, rule.rank
    if key not in known:
        known[key] = _found(files, rule) if rule.rank else _Top(0, 0, 0)
    return known[key]


def _found(files: list[Spilled], rule: Rule) -> _Top:
    here = each_for(None)
    level = level_by_digits(rule.rank, lambda found, shift: counts(here, files, rule, found, shift))
    above: Exact = 0
    larger = reached = 0
    below = 0.0
    for file in files:
        for required, active in file.chunks():
            mine = required if rule.all_lead else required[~active]
            above += exact_sum(mine[mine > level]) if (mine > level).any() else 0
            larger, reached = larger + int((mine > level).sum()), reached + int((mine >= level).sum())
            below = max(below, float(np.max(mine[mine < level], initial=0.0)))
    after = level if reached > rule.rank else below
    return _Top(
        whole(above + (rule.rank - 1 - larger) * Fraction(level)), whole(Fraction(level)), whole(Fraction(after))
    )


def _saved(files: list[Spilled], rule: Rule, top: _Top, most: int) -> list[tuple[tuple[int, int], Exact]]:
    """What the total falls by if one of the strictest parties asks for nothing: the others move up by one place."""
    saved = []
    for need, is_active, place in _strictest(files, most):
        counts_here = rule.rank and (rule.all_lead or not is_active) and need >= top.level
        without = rule.total(top.before + top.level - Fraction(need), top.after) if counts_here else 0
        saved.append((place, whole(_total(rule, top) - without) if counts_here else 0))
    return sorted(saved, key=lambda pair: -pair[1])


def _strictest(files: list[Spilled], most: int) -> list[tuple[float, bool, tuple[int, int]]]:
    """The largest requirements, who has them, and where: the file and the row in it."""
    best: list[tuple[float, bool, tuple[int, int]]] = []
    for number, file in enumerate(files):
        start = 0
        for required, active in file.chunks():
            order = np.argsort(-required, kind="stable")[:most].tolist()
            best += [(float(required[j]), bool(active[j]), (number, start + j)) for j in order]
            best = heapq.nsmallest(most, best, key=lambda entry: (-entry[0], entry[2]))
            start += len(required)
    return best


def _name(files: list[Spilled], number: int, row: int, encoding: str | None) -> str:
    start = 0
    for batch in batches(files[number].path, encoding):
        if row < start + batch.rows:
            return rows_of([batch.lines()[row - start]])[0].text("name") or f"party {row + 1}"
        start += batch.rows
    raise InvalidInput(f"{files[number].path} has changed while it was read")
