"""A plan for integers from files larger than memory, with a proof that is checked in one pass over the files of noise.

Each file is read three times: to look at the budgets and choose a grid, to put whole requirements aside, and to write
the noise. The closed form needs one order statistic, found by counting digits as in :mod:`optcheck.noise.bulk.plan`.
Every carrier's whole share is then the ``level`` of the proof, with ``relief`` where active parties carry nothing, and
the ``unit`` carriers outside a coalition are its ``rest`` (:mod:`optcheck.tpmdp.rule` has the argument).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from optcheck.checker.noise import STREAM, check_stream
from optcheck.errors import InvalidInput, shown
from optcheck.exact.certificate import Certificate
from optcheck.exact.files import check_outputs, in_place_of
from optcheck.exact.inputs import instance_of, whole_number
from optcheck.exact.numbers import Exact, to_text
from optcheck.exact.rounding import at_least
from optcheck.noise.bulk.plan import counts
from optcheck.noise.bulk.reading import check_alike
from optcheck.noise.bulk.running import Each, aside, each_for, file_paths, folders, named_failures, same
from optcheck.noise.bulk.spilled import Spilled
from optcheck.noise.bulk.steps import Handed, OnGrid, Surveyed, hand_out_steps, put_steps_aside, survey, whole_share
from optcheck.noise.bulk.writing import summed
from optcheck.noise.plan import LEAST_SHARE, SMOOTHING, choose_grid
from optcheck.tpmdp.chunks import level_by_digits, rule_of_sizes
from optcheck.tpmdp.rule import Rule

if TYPE_CHECKING:
    from distributed import Client  # which carries no type information

__all__ = ["BulkPlan", "plan_files"]

_SECONDS = 1e9  # one's own plan may be large; strangers' files are checked by `optcheck verify`


@dataclass(frozen=True, slots=True)
class BulkPlan:
    """What was planned for all files together, and what the checker says about it; the noise is in the outputs."""

    n: int
    viewers: int
    threshold: int
    dropouts: int
    grid: Fraction
    total: Fraction
    on_the_reals: Exact
    statement: str
    warnings: tuple[str, ...] = ()

    @property
    def price(self) -> float:
        """By which part the total exceeds that of the allocation on the reals; computed and rounded up, not proved."""
        return at_least(self.total / Fraction(self.on_the_reals) - 1) if self.on_the_reals else 0.0


def plan_files(
    paths: Sequence[str | Path],
    threshold: int,
    outputs: Sequence[str | Path],
    plan: str | Path,
    dropouts: int = 0,
    *,
    releases: int = 1,
    dimension: int = 1,
    encoding: str | None = None,
    client: Client | None = None,
) -> BulkPlan:
    """Plan integer noise for the parties of CSV or Parquet files, in memory that does not grow with their length.

    Each of ``outputs`` (CSV, one for each file) gets a row for each party: what it asks, and its whole variance in
    ``grid_variance``; columns of other meaning are left out, for the plan says nothing about them. ``plan`` gets the
    proof. Files and proof appear together, after the checker has accepted them; ``optcheck verify plan.json --noise
    noise.csv`` repeats that. The columns, and ``client``, are those of :func:`optcheck.noise.allocate_files`.
    """
    inputs, targets = _checked_paths(paths, outputs, plan)
    if encoding is not None:
        instance_of(encoding, str, "encoding")
    check_alike(inputs, encoding)
    k = whole_number(releases, "releases", least=1, most=10**9)
    m = whole_number(dimension, "dimension", least=1, most=10**9)
    each = each_for(client)
    with named_failures(), ExitStack() as made:
        asides = [made.enter_context(aside(folder)) for folder in folders(inputs, targets)]
        seen = each(survey, inputs, asides, same(k, inputs), same(encoding, inputs))
        n, viewers = sum(one.spilled.n for one in seen), sum(one.spilled.viewers for one in seen)
        if not n:
            raise InvalidInput(f"{inputs[0]}: there must be at least one party, got none")
        rule, t, d = rule_of_sizes(n, viewers, threshold, dropouts)
        reals = [one.spilled for one in seen]
        level = _level(each, reals, rule)
        continuous = sum(each(summed, reals, same(rule, reals), same(level, reals)), start=0)
        on = OnGrid(_grid(seen, Fraction(level) / rule.unit, m), n, k, m)
        files = each(put_steps_aside, inputs, asides, same(on, inputs), same(encoding, inputs))
        level = _level(each, files, rule)
        parts = [made.enter_context(in_place_of(path)) for path in targets]
        shared = (same(item, files) for item in (rule, level, on.grid))
        handed = each(hand_out_steps, files, *shared, parts, same(encoding, files))
        instance = {"parties": n, "active": viewers, "threshold": t, "dropouts": d, "releases": k, "dimension": m}
        proof = _proof(instance, handed, rule, level, on.grid)
        proved = check_stream(proof.document(), parts, _SECONDS)
        proof.save(plan)
    total = sum(one.total for one in handed) * on.grid**2
    warnings = tuple(words for one in reals for words in one.warnings)
    return BulkPlan(n, viewers, t, d, on.grid, total, continuous, proved.statement, warnings)


def _checked_paths(
    paths: Sequence[str | Path], outputs: Sequence[str | Path], plan: str | Path
) -> tuple[list[Path], list[Path]]:
    inputs, targets = file_paths(paths, [] if outputs is None else outputs)
    if not isinstance(plan, str | Path) or Path(plan).suffix.lower() != ".json" or "\0" in str(plan):
        raise InvalidInput(f"the plan must be a file that ends in .json, got {shown(plan)}")
    if targets is None or any(path.suffix.lower() != ".csv" for path in targets):
        raise InvalidInput(f"noise planned in chunks with a proof must be .csv, which the checker reads, got {outputs}")
    check_outputs([*inputs, *targets], {"--plan": Path(plan)})
    return inputs, targets


def _level(each: Each, files: list[Spilled], rule: Rule) -> float:
    return level_by_digits(rule.rank, lambda found, shift: counts(each, files, rule, found, shift))


def _grid(seen: list[Surveyed], share: Fraction, dimension: int) -> Fraction:
    """As for plans in memory: fine against the least sensitivity, the least requirement and the usual share."""
    sensitivities = [one.sensitivity for one in seen if one.sensitivity]
    needs = [one.need for one in seen if one.need]
    if not sensitivities or not needs:
        return Fraction(1)
    return choose_grid(sensitivities, min([*needs, *([share] if share else [])]), dimension)


def _proof(instance: dict[str, int], handed: list[Handed], rule: Rule, level: float, grid: Fraction) -> Certificate:
    base = whole_share(at_least(Fraction(level) / rule.unit)) if rule.rank else 0
    evidence = {
        "grid": to_text(grid),
        "smoothing": SMOOTHING,
        "least_share": LEAST_SHARE,
        "level": base,
        "relief": 0 if rule.all_carry else base,
        "rest": rule.unit * base,
    }
    return Certificate(STREAM, {"files": [one.digest for one in handed], **instance}, evidence)
