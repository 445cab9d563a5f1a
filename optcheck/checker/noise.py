"""What a plan for noise promises, in words that name every budget. Standard library only.

Check a plan for integer noise from budgets to whole variances. Standard library only.

n parties add up their values in so many releases; some see the sums. Each party rounds its value to multiples of
``grid`` and adds a draw from the discrete Gaussian of its own variance, in steps of the grid squared. The claim:
whatever up to t parties with one who sees the sums learn together, and whichever up to d others leave with their noise,
all releases together are (epsilon_j, delta_j)-private for every party j that is neither. The steps:

- *rounding*: party j moves the sum by at most ceil(D_j/grid) steps, for vectors ceil(D_j/grid) + ceil(sqrt(dimension));
- *draws*: with ``earlier`` a party's noise is the sum of two draws, one of that variance and one of the rest;
- *integers*: a sum of shares with total variance T is, up to a factor e^zeta in every probability, made from a Gaussian
of
  variance T - smoothing (:mod:`optcheck.checker.gaussian`); zeta counts once for each release and coordinate;
- *calibration*: k releases of a Gaussian with variance v are one with variance v/k; ``required`` is such that this
  Gaussian keeps the budget that zeta leaves of (epsilon_j, delta_j);
- *coalitions*: whose noise is missing are t + d parties with an active one, and any such set splits into colluders and
  leavers; outside every such set the variances reach required_j + smoothing.

With ``least``, also how near the total is to the least one: variances that do not suffice for the budgets, and a
packing that bounds the total of every Gaussian noise on the reals, integers or not, that leaves more than these
everywhere.

Rows of a CSV file, one after the other, in bounded memory. Standard library only.

Check integer noise for more parties than fit into memory: one pass over the delivered files. Standard library only.

A plan of kind ``noise-stream`` holds no parties. They stand in CSV files, one row for each: ``name``, ``active`` (yes
or no), ``epsilon``, ``delta``, ``sensitivity``, and ``grid_variance``, the whole variance of the party's noise in steps
of the grid squared. The plan names the files' rows by a digest of all these columns but the last, and gives three whole
numbers that make sorting unnecessary: ``level`` L, ``relief`` R and ``rest``.

The claim, the rounding, the integers and the calibration are those of :mod:`optcheck.checker.noise`. For
the coalitions let x_i be the variances, a_i = 1 for active parties and 0 for others, and T = threshold + dropouts. A
set W of T parties with an active one among them, not holding party j, has

    sum over W of x_i  <=  T L - R + sum over W of (x_i - L + R a_i)  <=  T L - R + sum over i != j of lift_i,

lift_i = max(0, x_i - L + R a_i), because R >= 0 and W has an active member. So outside W there remains at least
rest + lift_j, if rest <= sum x - T L + R - sum of all lifts. What remains is held against j's budget row by row; the
sums are compared with ``rest`` at the end. Sets of fewer than T parties leave more.

Not checked: whether two rows have the same name (that would need all names), and how near the total is to the least.

Check that files of variances, as they were handed to the parties, are what a plan proves. Standard library only.

The file is CSV with a header. ``name`` and ``grid_variance`` (whole steps of the plan's grid squared) are needed. The
delivered variances are put in the place of the plan's own, and the whole plan is checked again with them. Every other
column that is there is held against the plan: who is active, epsilon, delta, sensitivity and the grid are those of the
plan; ``noise_variance`` and ``noise_sigma``, in the data's units, are for people and rounded up;
``required_variance`` is what the budget needs in noise on the reals. A column about which the plan says nothing is
refused. A plan that was made in chunks (:mod:`optcheck.checker.noise`) has its parties in the file too; a folder
stands for its files.

Check that a plan promises a party the budget that this party asks for. Standard library only.

A plan proves what it says of budgets that somebody wrote into it: only the party knows whether they are its own.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from io import TextIOWrapper
from math import ceil, isqrt
from pathlib import Path
from typing import Protocol, TextIO

from optcheck.checker import work
from optcheck.checker.core import (
    DEFAULT_LIMIT,
    FORMAT,
    MOST_NOTE,
    Document,
    Exact,
    Fact,
    Finding,
    Kind,
    Verified,
    check_document,
    digest,
    number_text,
    opened,
    read_document,
    read_file,
    rejecting,
    require,
    shown,
)
from optcheck.checker.definitions.tpmdp import Packing, Problem, active_parties, check_threshold_cover, packing_bound
from optcheck.checker.facts import above_text, below_text, counted, decimal_text, quoted
from optcheck.checker.gaussian import closeness, private_budget, twice_delta
from optcheck.checker.numbers import parse_number
from optcheck.checker.reading import (
    Record,
    choice,
    integer,
    needed,
    number,
    optional,
    same_length,
    sequence,
    text,
)

UNPROMISED = "nobody who sees the result may collude, so no privacy is promised to anybody"
FEW = 10  # parties whose budgets a sentence lists; of more it gives the least and the greatest
_NAMED = 5
_FIELDS = ("epsilon", "delta", "sensitivity")
Budget = tuple[Exact, Exact, Exact]  # epsilon, delta, sensitivity


class Promise(Protocol):
    """What a promise names of an instance."""

    threshold: int
    dropouts: int
    releases: int
    dimension: int


def promise(instance: Promise, who: str, viewers: int, n: int) -> str:
    """What holds against whom, in how many releases. Where all parties see the sums, others who do know no more."""
    t, d, k, m = instance.threshold, instance.dropouts, instance.releases, instance.dimension
    times = "one release" if k == 1 else f"{k} releases together"
    vectors = f" of vectors of {m} coordinates" if m > 1 else ""
    left = f", also when any {d} more {'has' if d == 1 else 'have'} left" if d else ""
    pool = f"against any {t} of the others who pool what they know{left}"
    only = f"if only the {viewers} active {'one sees' if viewers == 1 else 'ones see'} it"
    return f"{who}, in {times} of the sum{vectors}, {pool}, {'whoever sees it' if viewers == n else only}"


def each_party(names: Sequence[str], budgets: Sequence[Budget]) -> str:
    """Who gets which (epsilon, delta) at which sensitivity: all of a few parties, or the ranges of many."""
    if len(names) <= FEW:
        pairs = zip(names, budgets, strict=True)
        listed = ", ".join(f"{quoted(name)} ({plain(e)}, {plain(d)}) at {plain(s)}" for name, (e, d, s) in pairs)
        return f"each of the {counted(len(names), 'party')} gets its (epsilon, delta) at its sensitivity, {listed}"
    for column in zip(*budgets, strict=True):
        work.pay_each(column)
    low, high = (tuple(map(end, zip(*budgets, strict=True))) for end in (min, max))
    return f"each of {named(names)} gets its (epsilon, delta) at its sensitivity, {ranges(low, high)}"


def ranges(low: Sequence[Exact], high: Sequence[Exact]) -> str:
    """The least and the greatest epsilon, delta and sensitivity."""
    ends = zip(_FIELDS, low, high, strict=True)
    return ", ".join(f"{name} " + (plain(a) if a == b else f"from {plain(a)} to {plain(b)}") for name, a, b in ends)


def silent(who: str, count: int) -> str:
    """A word about those who add no noise; nothing where everybody adds some."""
    alone = "its share is its value, hidden" if count == 1 else "their shares are their values, hidden"
    return f"; {who} {'adds' if count == 1 else 'add'} no noise: {alone} inside the secure sum only" if count else ""


def named(names: Sequence[str]) -> str:
    """Some names, and how many more there are."""
    more = len(names) - _NAMED
    return ", ".join(map(quoted, names[:_NAMED])) + (f" and {more} more" if more > 0 else "")


def plain(value: Exact) -> str:
    """An exact number for people: a short decimal where it is one."""
    low, high = below_text(value), above_text(value)
    return low if low == high else shown(value)


MOST_NAME = 1000
START_BITS = 64  # enough where a variance is not at the very edge


class Instance(Record):
    """Who takes part with which budget, who sees the sums, and how often."""

    names = needed(sequence(text(MOST_NAME), least=1))
    epsilon = needed(sequence(number(least=0)))
    delta = needed(sequence(number(above=0)))
    sensitivity = needed(sequence(number(least=0)))
    active = needed(sequence(integer(0)))
    threshold = dropouts = needed(integer(0))
    releases = dimension = needed(integer(1))


class _Insufficient(Record):
    insufficient = needed(sequence(number(least=0)))


class _Least(Packing, _Insufficient): ...


class Evidence(Record):
    """The grid, what is needed around each party, what it adds, and how small the least total can be."""

    grid = smoothing = needed(number(above=0))
    required = variances = needed(sequence(integer(0)))
    earlier = optional(sequence(integer(0)))
    least = optional(_Least)


def check(instance: Instance, evidence: Evidence) -> Finding:
    """Check every step for every party, and say what holds for whom."""
    n = len(instance.names)
    _check_shape(instance, evidence, n)
    active = active_parties(instance.active, n)
    missing = instance.threshold + instance.dropouts if instance.threshold and any(active) else 0
    if missing:
        _check_budgets(instance, evidence, active)
        work.pay(evidence.smoothing, times=n)
        needs = [need + evidence.smoothing if need else 0 for need in evidence.required]
        check_threshold_cover(needs, evidence.variances, missing, active)
    total = work.total(evidence.variances) * Fraction(evidence.grid) ** 2
    facts = [Fact("total variance", "=", total)]
    words = _statement(instance, evidence, sum(active), total, bool(missing))
    if evidence.least is not None:
        bound = _check_least(instance, evidence.least, missing, active)
        require(bound <= total, "bound", "at most the total", number_text(bound))
        facts.append(Fact("least total variance", ">=", bound))
        words += f"; no Gaussian noise that does the same has a total below {below_text(bound)}"
    return Finding(words, total, tuple(facts))


def _check_shape(instance: Instance, evidence: Evidence, n: int) -> None:
    for name in ("epsilon", "delta", "sensitivity"):
        same_length(name, getattr(instance, name), n)
    for name in ("required", "variances", *(["earlier"] if evidence.earlier is not None else [])):
        same_length(name, getattr(evidence, name), n)
    pairs = zip(evidence.earlier or (), evidence.variances, strict=False)
    require(all(before <= whole for before, whole in pairs), "earlier", "at most the variance")
    require(len(set(instance.names)) == n, "names", "all different")
    require(all(0 < delta < 1 for delta in instance.delta), "delta", "strictly between 0 and 1")
    present = instance.threshold + instance.dropouts
    require(present <= n - 1, "threshold and dropouts", f"at most n - 1 = {n - 1} together", present)


def _check_budgets(instance: Instance, evidence: Evidence, active: bytearray) -> None:
    """The required variance of everybody who can be harmed keeps its budget; equal budgets are looked at once.

    Nobody else sees the sums if a party is the only active one, and a sensitivity of 0 has nothing to hide.
    """
    parties = zip(instance.epsilon, instance.delta, instance.sensitivity, evidence.required, active, strict=True)
    viewers = sum(active)
    cases = dict.fromkeys((e, d, s, need) for e, d, s, need, sees in parties if s and viewers > sees)
    zeta = _closeness(instance, evidence) if cases else 0
    for epsilon, delta, sensitivity, required in cases:
        move = steps_moved(sensitivity, evidence.grid, instance.dimension)
        where = f"budget epsilon {decimal_text(epsilon)}, delta {decimal_text(delta)}"
        budget = private_budget(epsilon, delta, zeta)
        require(budget is not None, where, f"room for a factor e^(2 {decimal_text(zeta)})")
        assert budget is not None
        require(required > 0, where, "a required variance above 0", number_text(required))
        twice = twice_delta(*budget, Fraction(required, instance.releases * move * move), bits=START_BITS)
        require(twice.high <= 2 * budget[1], where, "a variance that keeps it", number_text(required))


def _closeness(instance: Instance, evidence: Evidence) -> Fraction:
    """A bound on zeta for any of the shares that are not zero, all releases and coordinates together."""
    earlier = evidence.earlier or [0] * len(evidence.variances)
    draws = zip(evidence.variances, earlier, strict=True)
    shares = [share for whole, before in draws for share in (before, whole - before) if share]
    require(bool(shares), "variances", "some noise", "none")
    zeta = closeness(len(shares), min(shares), evidence.smoothing)
    require(zeta is not None, "variances", "large enough for sums of integers to be nearly Gaussian")
    assert zeta is not None
    return zeta * int(instance.releases * instance.dimension)


def steps_moved(sensitivity: Exact, grid: Exact, dimension: int) -> int:
    """By how many steps of the grid a party's value can move, at most."""
    work.pay(sensitivity, grid)
    corner = isqrt(dimension - 1) + 1 if dimension > 1 else 0
    return ceil(Fraction(sensitivity) / grid) + corner


def _check_least(instance: Instance, least: _Least, missing: int, active: bytearray) -> Exact:
    """The bound of the packing for variances that are too small for their budgets, noise on the reals."""
    same_length("insufficient", least.insufficient, len(instance.names))
    parties = zip(instance.epsilon, instance.delta, instance.sensitivity, least.insufficient, strict=True)
    for epsilon, delta, sensitivity, short in dict.fromkeys(parties):
        if short:
            require(sensitivity > 0, "insufficient", "0 where the sensitivity is", number_text(short))
            twice = twice_delta(
                epsilon, delta, Fraction(short) / (instance.releases * Fraction(sensitivity) ** 2), START_BITS
            )
            require(twice.low > 2 * delta, "insufficient", "too little for its budget", number_text(short))
    bound = packing_bound(Problem(least.insufficient, 1, missing, active, sum(active)), least)
    require(least.bound == bound, "bound", number_text(bound), number_text(least.bound))
    return bound


def _statement(instance: Instance, evidence: Evidence, viewers: int, total: Exact, guarded: bool) -> str:
    names = instance.names
    noise = f"discrete Gaussian noise of total variance {above_text(total)} on multiples of {shown(evidence.grid)}"
    if evidence.earlier is not None:
        before = work.total(evidence.earlier) * Fraction(evidence.grid) ** 2
        noise += f", of which {above_text(before)} was drawn before and the rest is added to it"
    if not guarded:
        return f"{noise} for {named(names)}; {UNPROMISED}"
    budgets = list(zip(instance.epsilon, instance.delta, instance.sensitivity, strict=True))
    without = [name for name, variance in zip(names, evidence.variances, strict=True) if not variance]
    kept = promise(instance, each_party(names, budgets), viewers, len(names))
    return f"{kept}: {noise}{silent(named(without), len(without))}"


KINDS = {"noise-plan": Kind(Instance, Evidence, check)}


Row = dict[str, str]
MOST_RECORD = 1 << 20  # characters of a row
SHOWN = {"noise_variance": 1, "noise_sigma": 2}  # columns for people, and the power that makes a variance of them
ROUNDING = Fraction(1, 10**6)  # by which part a number for people may lie above the exact one; no proof uses it
_NOTHING = re.compile(r"/0+$")
_DIGITS = re.compile(r"[0-9]{1,4000}")
_NUMBER = re.compile(r"[0-9]{1,400}(\.[0-9]{1,400})?([eE][+-]?[0-9]{1,3})?|[0-9]{1,4000}/[0-9]{1,4000}")


class _Lines:
    """The lines of a text, with a limit on what one record may hold: quoted cells may run over many lines."""

    def __init__(self, stream: TextIO, where: str) -> None:
        self.stream = stream
        self.where = where
        self.taken = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self.stream.readline(MOST_RECORD)
        self.taken += len(line)
        require(self.taken <= MOST_RECORD, self.where, f"rows of at most {MOST_RECORD} characters", "a longer one")
        if not line:
            raise StopIteration
        return line


def read_rows(path: str | Path, *needed: str, known: Collection[str] = ()) -> Iterator[Row]:
    """The rows of a CSV file in UTF-8 with a header, each cell under its column's name; these columns are needed.

    Where columns are ``known``, others are refused: nobody would compare them.
    """
    where = quoted(str(path))
    try:
        with opened(path) as content, TextIOWrapper(content, encoding="utf-8-sig", newline="") as stream:
            lines = _Lines(stream, where)
            reader = csv.reader(lines, strict=True)
            header = next(reader, [])
            _check_header(header, needed, known or header, where)
            for cells in reader:
                lines.taken = 0
                if cells:
                    require(len(cells) == len(header), where, "as many cells in a row as columns")
                    yield dict(zip(header, cells, strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        require(False, where, "a CSV file in UTF-8", quoted(str(error)))


def _check_header(header: list[str], needed: tuple[str, ...], known: Collection[str], where: str) -> None:
    require(len(set(header)) == len(header), where, "every column once", header)
    words = ", ".join(needed[:-1]) + f" and {needed[-1]}"
    require(set(needed) <= set(header), where, f"columns {words}", sorted(header))
    odd = [name for name in header if name not in known]
    require(not odd, where, f"no columns but {', '.join(known)}", f"column {quoted(odd[0])}" if odd else "")


def whole_cell(row: Row, column: str, name: str) -> int:
    """A whole number in the row of the party with this name."""
    text = row[column].strip()
    if _DIGITS.fullmatch(text) is None:
        require(False, f"{column} of {quoted(name)}", "a whole number", quoted(text))
    return int(text)


def number_cell(row: Row, column: str, name: str) -> Fraction:
    """A decimal or a fraction, at least 0."""
    return number_in(row[column].strip(), f"{column} of {quoted(name)}")


def number_in(text: str, where: str) -> Fraction:
    """The decimal or fraction that a text is, at least 0."""
    if _NUMBER.fullmatch(text) is None or _NOTHING.search(text) is not None:
        require(False, where, "a decimal number or a fraction", quoted(text))
    return Fraction(text)


def budget_cells(row: Row) -> tuple[Fraction, Fraction, Fraction]:
    """Epsilon, delta and sensitivity of a party."""
    name = row["name"]
    epsilon, delta, sensitivity = (number_cell(row, column, name) for column in ("epsilon", "delta", "sensitivity"))
    require(0 < delta < 1, f"delta of {quoted(name)}", "strictly between 0 and 1", number_text(delta))
    return epsilon, delta, sensitivity


def check_shown(row: Row, name: str, variance: Fraction) -> None:
    """Numbers for people are the variance and the standard deviation that they stand for, rounded up and not far."""
    for column, power in SHOWN.items():
        if column in row:
            value = number_cell(row, column, name)
            if not (value * (1 - ROUNDING)) ** power <= variance <= value**power:
                rule = f"rounded up, by a millionth at most, from the variance {above_text(variance)}"
                require(False, f"{column} of {quoted(name)}", rule, quoted(row[column]))


def check_grid(row: Row, name: str, grid: Exact) -> None:
    """The grid in a row is that of the plan."""
    if "grid" in row:
        found = number_cell(row, "grid", name)
        require(found == grid, f"grid of {quoted(name)}", number_text(grid), quoted(row["grid"]))


def question_bytes(cells: Sequence[str]) -> bytes:
    """A row's question as bytes: every cell with its length, so that no two rows read the same."""
    coded = [cell.encode("utf-8") for cell in cells]
    return b"".join(b"%d:%s" % (len(cell), cell) for cell in coded) + b"\n"


STREAM = "noise-stream"
QUESTION = ("name", "active", "epsilon", "delta", "sensitivity")
STREAM_COLUMNS = (*QUESTION, *SHOWN, "grid", "grid_variance")  # of a file of noise; each is held against the plan
_CELLS = 6  # of a row that are paid for, as six lists in a plan of the other kind
_REMEMBERED = 1 << 12  # budgets


class StreamInstance(Record):
    """Digests of the parts, how many parties, and what the parties agreed on."""

    files = needed(sequence(text(64), least=1))
    parties = needed(integer(1))
    active = threshold = dropouts = needed(integer(0))
    releases = dimension = needed(integer(1))


class StreamEvidence(Record):
    """The grid, what is smoothed, and the three numbers that make sorting unnecessary."""

    grid = smoothing = needed(number(above=0))
    least_share = needed(integer(1))
    level = relief = rest = needed(integer(0))


class _Plan(Record):
    format = needed(integer(FORMAT, FORMAT))
    kind = needed(choice(STREAM))
    instance = needed(StreamInstance)
    evidence = needed(StreamEvidence)
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
    with work.budget(limit), rejecting(STREAM):
        plan = _Plan(document, "certificate")
        instance, evidence = plan.instance, plan.evidence
        present = instance.threshold + instance.dropouts
        rule = f"at most n - 1 = {instance.parties - 1} together"
        require(present <= instance.parties - 1, "threshold and dropouts", rule, present)
        require(len(files) == len(instance.files), "number of CSV files with noise", len(instance.files), len(files))
        state = _Pass(plan, bool(instance.threshold and instance.active), _stream_closeness(instance, evidence))
        for path, wanted in zip(files, instance.files, strict=True):
            _check_file(state, path, wanted)
        return _conclude(state, document)


def _stream_closeness(instance: StreamInstance, evidence: StreamEvidence) -> Fraction:
    zeta = closeness(instance.parties, evidence.least_share, evidence.smoothing)
    require(zeta is not None, "least_share", "large enough for sums of integers to be nearly Gaussian")
    assert zeta is not None
    return zeta * int(instance.releases * instance.dimension)


def _check_file(state: _Pass, path: str | Path, wanted: str) -> None:
    found = hashlib.sha256()
    for row in read_rows(path, *QUESTION, "grid_variance", known=STREAM_COLUMNS):
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
    return Verified(STREAM, words + note, digest(STREAM, document["instance"]), facts, total)


PLAN = "noise-plan"
COLUMNS = (*STREAM_COLUMNS, "required_variance")
_DELIVERY_CELLS = len(COLUMNS)  # of a row that are paid for


def check_delivery(plan: str | Path, noise: str | Path, limit: float = DEFAULT_LIMIT) -> Verified:
    """What the plan proves about the variances in the file; raises CertificateRejected."""
    return check_delivered(read_file(plan), noise, limit)


def check_delivered(document: object, noise: str | Path, limit: float) -> Verified:
    """The same for a plan that was read."""
    fields = document if isinstance(document, dict) else {}
    kind = fields.get("kind")
    if kind == STREAM:
        return check_stream(fields, files_of(noise), limit)
    require(kind == PLAN, "a plan", f"a {PLAN} or {STREAM}", quoted(str(kind)))
    parts = read_document(document)
    instance = Instance(parts.instance, "instance")
    delivered = _by_name(read_rows(noise, "name", "grid_variance", known=COLUMNS), instance.names)
    steps = [whole_cell(delivered[name], "grid_variance", name) for name in instance.names]
    given = {**fields, "evidence": {**parts.evidence, "variances": steps}}
    proved = check_document(given, limit)
    with work.budget(limit):
        _compare(instance, Fraction(parse_number(parts.evidence["grid"])), steps, delivered)
    return proved


def files_of(noise: str | Path) -> list[Path]:
    """The file itself, or the CSV files of a folder in the order of their names."""
    path = Path(noise)
    return sorted(file for file in path.iterdir() if file.suffix.lower() == ".csv") if path.is_dir() else [path]


def _compare(instance: Instance, grid: Fraction, steps: list[int], delivered: dict[str, Row]) -> None:
    """Hold every cell but the variances, which are proved, against the plan."""
    active = active_parties(instance.active, len(instance.names))
    budgets = zip(instance.epsilon, instance.delta, instance.sensitivity, strict=True)
    known: set[tuple[str, ...]] = set()  # as texts: a file can make the hashes of numbers equal
    for name, variance, sees, budget in zip(instance.names, steps, active, budgets, strict=True):
        row = delivered[name]
        work.earn(_DELIVERY_CELLS)
        work.pay(grid, variance, *budget)
        wanted = "yes" if sees else "no"
        require(row.get("active", wanted) == wanted, f"active of {quoted(name)}", wanted, quoted(row.get("active", "")))
        _compare_budget(row, name, budget)
        check_grid(row, name, grid)
        check_shown(row, name, variance * grid**2)
        if "required_variance" in row and (case := (row["required_variance"], *map(number_text, budget))) not in known:
            _check_required(row, name, budget, instance.releases)
            known.add(case)


def _compare_budget(row: Row, name: str, budget: Budget) -> None:
    for column, planned in zip(("epsilon", "delta", "sensitivity"), budget, strict=True):
        if column in row:
            same = number_cell(row, column, name) == planned
            where = f"{column} of {quoted(name)}"
            require(same, where, f"the plan's {number_text(planned)}", quoted(row[column]))


def _check_required(row: Row, name: str, budget: Budget, releases: int) -> None:
    """A little more than the number for people keeps the budget in noise on the reals, and a little less does not."""
    epsilon, delta, sensitivity = budget
    found = number_cell(row, "required_variance", name)
    where, rule = f"required_variance of {quoted(name)}", "what its budget needs, to a millionth"
    if not sensitivity or not found:
        require(found == sensitivity == 0, where, rule, quoted(row["required_variance"]))
        return
    ends = [found * (1 + part) / (releases * Fraction(sensitivity) ** 2) for part in (ROUNDING, -ROUNDING)]
    more, less = (twice_delta(epsilon, delta, end, START_BITS) for end in ends)
    require(more.high <= 2 * delta < less.low, where, rule, quoted(row["required_variance"]))


def _by_name(rows: Iterable[Row], names: list[str]) -> dict[str, Row]:
    """The rows by party; every party of the plan once, and nobody else."""
    found: dict[str, Row] = {}
    known = set(names)
    for row in rows:
        name = row["name"]
        if name not in known and name.startswith("'"):  # a guard against spreadsheets that read names as formulas
            name = name[1:]
        require(name in known, f"party {quoted(name)}", "a party of the plan")
        require(name not in found, f"party {quoted(name)}", "one row", "two")
        found[name] = row
    missing = [name for name in names if name not in found]
    require(not missing, f"party {quoted(missing[0]) if missing else ''}", "a row in the file of noise", "none")
    return found


@dataclass(frozen=True, slots=True)
class Asked:
    """A party's name and budget; None for a sensitivity about which it does not ask."""

    name: str
    epsilon: Exact
    delta: Exact
    sensitivity: Exact | None = None


def check_asked(
    plan: str | Path, asked: Asked, noise: str | Path | None = None, limit: float = DEFAULT_LIMIT
) -> Verified:
    """What the plan proves, if it promises the party no less than it asks for; raises CertificateRejected."""
    document = read_file(plan)
    proved = check_document(document, limit) if noise is None else check_delivered(document, noise, limit)
    assert isinstance(document, dict)  # it was checked
    require(proved.kind in (PLAN, STREAM), "kind", f"a plan ({PLAN} or {STREAM}) where a party asks", proved.kind)
    planned = _streamed(noise, asked.name) if noise and proved.kind == STREAM else _planned(document, asked.name)
    _asking_compare(asked, planned)
    given = document["instance"]
    promised = bool(given["threshold"] and given["active"])
    require(promised, f"privacy planned for {quoted(asked.name)}", "some, as asked", UNPROMISED)
    epsilon, delta, sensitivity = map(plain, planned)
    words = f"{quoted(asked.name)} gets epsilon {epsilon}, delta {delta} at sensitivity {sensitivity}"
    return replace(proved, statement=f"{words}, no less than it asks for; {proved.statement}")


def _asking_compare(asked: Asked, planned: Budget) -> None:
    epsilon, delta, sensitivity = planned
    where = f"planned for {quoted(asked.name)}"
    require(epsilon <= asked.epsilon, f"epsilon {where}", f"at most {plain(asked.epsilon)} as asked", plain(epsilon))
    require(delta <= asked.delta, f"delta {where}", f"at most {plain(asked.delta)} as asked", plain(delta))
    if asked.sensitivity is not None:
        rule = f"at least {plain(asked.sensitivity)} as asked"
        require(sensitivity >= asked.sensitivity, f"sensitivity {where}", rule, plain(sensitivity))


def _planned(document: Mapping[str, object], name: str) -> Budget:
    instance = Instance(read_document(document).instance, "instance")
    require(name in instance.names, f"party {quoted(name)}", "a party of the plan")
    party = instance.names.index(name)
    return instance.epsilon[party], instance.delta[party], instance.sensitivity[party]


def _streamed(noise: str | Path, name: str) -> Budget:
    """The budget in the only row with this name, maybe behind a guard against spreadsheets that read formulas."""
    cells = (name, f"'{name}")
    rows = [row for file in files_of(noise) for row in read_rows(file, "name", "epsilon") if row["name"] in cells]
    require(len(rows) == 1, f"rows of {quoted(name)}", 1, len(rows))
    return budget_cells(rows[0])
