"""Check integer noise for more parties than fit into memory: one pass over the delivered files. Standard library only.

A plan of kind ``noise-stream`` holds no parties. They stand in CSV files, one row for each: ``name``, ``active`` (yes
or no), ``epsilon``, ``delta``, ``sensitivity``, and ``grid_variance``, the whole variance of the party's noise in steps
of the grid squared. The plan names the files' rows by a digest of all these columns but the last, and gives three whole
numbers that make sorting unnecessary: ``level`` L, ``relief`` R and ``rest``.

The claim, the rounding, the integers and the calibration are those of :mod:`optcheck.checker.families.noise_plan`. For
the coalitions let x_i be the variances, a_i = 1 for active parties and 0 for others, and T = threshold + dropouts. A
set W of T parties with an active one among them, not holding party j, has

    sum over W of x_i  <=  T L - R + sum over W of (x_i - L + R a_i)  <=  T L - R + sum over i != j of lift_i,

lift_i = max(0, x_i - L + R a_i), because R >= 0 and W has an active member. So outside W there remains at least
rest + lift_j, if rest <= sum x - T L + R - sum of all lifts. What remains is held against j's budget row by row; the
sums are compared with ``rest`` at the end. Sets of fewer than T parties leave more.

Not checked: whether two rows have the same name (that would need all names), and how near the total is to the least.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from optcheck.checker import work
from optcheck.checker.core import FORMAT, MOST_NOTE, Document, Fact, Verified, digest, number_text, rejecting, shown
from optcheck.checker.families.gaussian import twice_delta
from optcheck.checker.families.noise_plan import MOST_NAME, START_BITS, steps_moved
from optcheck.checker.lattice import closeness, private_budget
from optcheck.checker.numerals import Exact
from optcheck.checker.promises import UNPROMISED, Budget, promise, ranges, silent
from optcheck.checker.reading import Record, choice, integer, needed, number, optional, require, sequence, text
from optcheck.checker.rows import (
    SHOWN,
    Row,
    budget_cells,
    check_grid,
    check_shown,
    question_bytes,
    read_rows,
    whole_cell,
)
from optcheck.checker.wording import above_text, decimal_text, quoted

KIND = "noise-stream"
QUESTION = ("name", "active", "epsilon", "delta", "sensitivity")
COLUMNS = (*QUESTION, *SHOWN, "grid", "grid_variance")  # of a file of noise; each is held against the plan
_CELLS = 6  # of a row that are paid for, as six lists in a plan of the other kind
_REMEMBERED = 1 << 12  # budgets


class Instance(Record):
    """Digests of the parts, how many parties, and what the parties agreed on."""

    files = needed(sequence(text(64), least=1))
    parties = needed(integer(1))
    active = threshold = dropouts = needed(integer(0))
    releases = dimension = needed(integer(1))


class Evidence(Record):
    """The grid, what is smoothed, and the three numbers that make sorting unnecessary."""

    grid = smoothing = needed(number(above=0))
    least_share = needed(integer(1))
    level = relief = rest = needed(integer(0))


class _Plan(Record):
    format = needed(integer(FORMAT, FORMAT))
    kind = needed(choice(KIND))
    instance = needed(Instance)
    evidence = needed(Evidence)
    note = optional(text(MOST_NOTE))


@dataclass(slots=True)
class _Pass:
    """What is known while rows go by: the plan, its margin, sums, how many add nothing, the least and the greatest
    budget, and what was proved of cells that come again.
    """

    plan: _Plan
    guarded: bool
    margin: Fraction
    parties: int = 0
    active: int = 0
    total: int = 0
    lifted: int = 0
    silent: int = 0
    low: Budget | None = None
    high: Budget | None = None
    proved: dict[tuple[str, ...], Exact] = field(default_factory=dict)
    shown: set[tuple[str | None, ...]] = field(default_factory=set)


def check_stream(document: Document, files: Sequence[str | Path], limit: float) -> Verified:
    """What a plan proves together with its files of noise, in their order; raises CertificateRejected."""
    with work.budget(limit), rejecting(KIND):
        plan = _Plan(document, "certificate")
        instance, evidence = plan.instance, plan.evidence
        present = instance.threshold + instance.dropouts
        rule = f"at most n - 1 = {instance.parties - 1} together"
        require(present <= instance.parties - 1, "threshold and dropouts", rule, present)
        require(len(files) == len(instance.files), "number of CSV files with noise", len(instance.files), len(files))
        state = _Pass(plan, bool(instance.threshold and instance.active), _closeness(instance, evidence))
        for path, wanted in zip(files, instance.files, strict=True):
            _check_file(state, path, wanted)
        return _conclude(state, document)


def _closeness(instance: Instance, evidence: Evidence) -> Fraction:
    zeta = closeness(instance.parties, evidence.least_share, evidence.smoothing)
    require(zeta is not None, "least_share", "large enough for sums of integers to be nearly Gaussian")
    assert zeta is not None
    return zeta * int(instance.releases * instance.dimension)


def _check_file(state: _Pass, path: str | Path, wanted: str) -> None:
    found = hashlib.sha256()
    for row in read_rows(path, *QUESTION, "grid_variance", known=COLUMNS):
        found.update(question_bytes([row[name] for name in QUESTION]))
        work.earn(_CELLS)
        _check_row(state, row)
    got = found.hexdigest()
    require(got == wanted, f"names and budgets in {quoted(str(path))}", f"digest {wanted}", got)


def _check_row(state: _Pass, row: Row) -> None:
    instance, evidence, name = state.plan.instance, state.plan.evidence, row["name"]
    state.parties += 1
    require(state.parties <= instance.parties, "rows", instance.parties, "more")
    require(0 < len(name) <= MOST_NAME, "a name", f"1 to {MOST_NAME} characters", len(name))
    sees, share = row["active"] == "yes", whole_cell(row, "grid_variance", name)
    if (not sees and row["active"] != "no") or 0 < share < evidence.least_share:
        _reject_row(row, evidence.least_share)
    lift = max(0, share - evidence.level + (evidence.relief if sees else 0))
    state.active += sees
    state.total += share
    state.lifted += lift
    state.silent += not share
    work.pay(state.total, state.lifted, evidence.smoothing, evidence.rest, evidence.grid)
    if state.guarded and instance.active > sees:  # the only active party has nobody to fear
        _check_budget(state, row, evidence.rest + lift - evidence.smoothing)
    else:
        _budget(state, row)
    _check_shown(state, row)


def _budget(state: _Pass, row: Row) -> Budget:
    """What a row asks, for the ranges that the sentence names."""
    asked = budget_cells(row)
    state.low = asked if state.low is None else _ends(min, state.low, asked)
    state.high = asked if state.high is None else _ends(max, state.high, asked)
    return asked


def _ends(end: Callable[[Exact, Exact], Exact], one: Budget, other: Budget) -> Budget:
    return end(one[0], other[0]), end(one[1], other[1]), end(one[2], other[2])


def _reject_row(row: Row, least: int) -> None:
    who = quoted(row["name"])
    require(row["active"] in ("yes", "no"), f"active of {who}", "yes or no", quoted(row["active"]))
    require(False, f"grid_variance of {who}", f"0 or at least {least}", row["grid_variance"])


def _check_shown(state: _Pass, row: Row) -> None:
    """Numbers for people are rounded up; the same cells again need no second look."""
    cells = (row["grid_variance"], row.get("grid"), *map(row.get, SHOWN))
    if cells not in state.shown:
        variance = whole_cell(row, "grid_variance", row["name"]) * Fraction(state.plan.evidence.grid) ** 2
        check_shown(row, row["name"], variance)
        check_grid(row, row["name"], state.plan.evidence.grid)
        if len(state.shown) >= _REMEMBERED:
            state.shown.clear()
        state.shown.add(cells)


def _check_budget(state: _Pass, row: Row, variance: Exact) -> None:
    """What remains around a party keeps its budget; a variance above one that does needs no second look."""
    cells = tuple(row[name] for name in QUESTION[2:])
    known = state.proved.get(cells)
    if known is None or variance < known:
        _prove_budget(state, row, variance)
        if len(state.proved) >= _REMEMBERED:
            state.proved.clear()
        state.proved[cells] = variance


def _prove_budget(state: _Pass, row: Row, variance: Exact) -> None:
    who = quoted(row["name"])
    epsilon, delta, sensitivity = _budget(state, row)
    if sensitivity == 0:
        return
    require(variance > 0, f"noise around {who}", "some", number_text(variance))
    budget = private_budget(epsilon, delta, state.margin)
    require(budget is not None, f"budget of {who}", f"room for a factor e^(2 {decimal_text(state.margin)})")
    assert budget is not None
    move = steps_moved(sensitivity, state.plan.evidence.grid, state.plan.instance.dimension)
    spread = Fraction(variance) / (state.plan.instance.releases * move * move)
    twice = twice_delta(*budget, spread, bits=START_BITS)
    require(twice.high <= 2 * budget[1], f"noise around {who}", "enough for its budget", number_text(variance))


def _conclude(state: _Pass, document: Document) -> Verified:
    instance, evidence = state.plan.instance, state.plan.evidence
    require(state.parties == instance.parties, "rows", instance.parties, state.parties)
    require(state.active == instance.active, "active parties", instance.active, state.active)
    if state.guarded:
        missing = instance.threshold + instance.dropouts
        rest = state.total - missing * evidence.level + evidence.relief - state.lifted
        require(evidence.rest <= rest, "rest", f"at most {rest}", evidence.rest)
    total = state.total * Fraction(evidence.grid) ** 2
    noise = f"discrete Gaussian noise of total variance {above_text(total)} on multiples of {shown(evidence.grid)}"
    assert state.low is not None  # there is at least one row
    assert state.high is not None
    asked = ranges(state.low, state.high)
    who = f"each of the {instance.parties} rows gets the (epsilon, delta) that stands in it at its sensitivity, {asked}"
    kept = promise(instance, who, state.active, state.parties)
    words = f"{kept}: {noise}{silent(str(state.silent), state.silent)}" if state.guarded else f"{noise}; {UNPROMISED}"
    words += "; whether two rows have one name was not checked"
    note = f" (a note in the file: {quoted(state.plan.note)})" if state.plan.note else ""
    facts = (Fact("total variance", "=", total),)
    return Verified(KIND, words + note, digest(KIND, document["instance"]), facts, total)
