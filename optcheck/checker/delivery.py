"""Noise as it was delivered, and the question of a party, held against a plan. Standard library only.

A file of noise is CSV with a header, one row for each party; a folder stands for its CSV files. Every column is held
against the plan, and one about which the plan says nothing is refused. A plan of kind noise-plan has every party's
variance and is checked by itself (:mod:`optcheck.checker.noise`): other noise, be it more, needs another plan. A plan
of kind noise-stream holds no parties: they stand in the files, and one pass over these checks everything. Columns,
steps and the reason why no sorting is needed are in docs/certificates/noise.md. A plan proves what it says of budgets
that somebody wrote into it; only the party knows whether they are its own, so a party may ask.
"""

from __future__ import annotations

import csv
import hashlib
import re
from argparse import Namespace
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO, TypeVar

from optcheck.checker import core, reading, work
from optcheck.checker import noise as plans
from optcheck.checker.coalitions import active_parties
from optcheck.checker.core import DEFAULT_LIMIT, FORMAT, MOST_BYTES, MOST_NOTE, Fact, Verified, quoted
from optcheck.checker.errors import InvalidInput
from optcheck.checker.gaussian import twice_delta
from optcheck.checker.intervals import above_text
from optcheck.checker.noise import GRID, START_BITS, TOTAL, UNPROMISED, Budget, Instance, noise_words, plain, ranges
from optcheck.checker.pipes import opened
from optcheck.checker.reading import Exact, Record, integer, needed, number, number_text, rejected, require, text

PLAN, STREAM = "noise-plan", "noise-stream"
QUESTION = ("name", "active", "epsilon", "delta", "sensitivity")
SILENT_ROWS = "rows without noise"
Document = Mapping[str, object]
K = TypeVar("K")
V = TypeVar("V")
Budgets = Mapping[str, list[Budget]]  # by name, of those who ask
MOST_RECORD = 1 << 16  # characters of a row
SHOWN = {"noise_variance": 1, "noise_sigma": 2}  # columns for people, and the power that makes a variance of them
ROUNDING = Fraction(1, 10**6)  # by which part a number for people may lie above the exact one; no proof uses it
_NOTHING = re.compile(r"/0+$")
_DIGITS = re.compile(r"[0-9]{1,4000}")
_NUMBER = re.compile(r"[0-9]{1,400}(\.[0-9]{1,400})?([eE][+-]?[0-9]{1,3})?|[0-9]{1,4000}/[0-9]{1,4000}")


class Row(dict[str, str]):
    """The cells of a party's row, by column."""

    def where(self, column: str) -> str:
        """The name of a cell in a message."""
        return f"{column} of {quoted(self['name'])}"

    def check(self, column: str, fits: bool, rule: str) -> None:
        """Reject the row unless a cell fits."""
        if not fits:
            raise rejected(self.where(column), rule, quoted(self[column]))

    def whole(self, column: str) -> int:
        """A whole number."""
        text = self[column].strip()
        self.check(column, _DIGITS.fullmatch(text) is not None, "a whole number")
        return int(text)

    def number(self, column: str) -> Fraction:
        """A decimal or a fraction, at least 0."""
        return number_in(self[column].strip(), self.where(column))

    def budget(self) -> Budget:
        """Epsilon, delta and sensitivity."""
        epsilon, delta, sensitivity = map(self.number, QUESTION[2:])
        self.check("delta", 0 < delta < 1, "strictly between 0 and 1")
        return epsilon, delta, sensitivity


def _lines(stream: TextIO, where: str, taken: list[int]) -> Iterator[str]:
    """The lines of a text, with a limit on what one record may hold: quoted cells may run over many lines."""
    while line := stream.readline(MOST_RECORD):
        taken[0] += len(line)
        require(taken[0] <= MOST_RECORD, where, f"rows of at most {MOST_RECORD} characters", "a longer one")
        yield line


def read_rows(path: str | Path, *needed: str, known: Collection[str] = ()) -> Iterator[Row]:
    """The rows of a CSV file in UTF-8 with a header, each cell under its column's name; these columns are needed.

    Where columns are ``known``, others are refused: nobody would compare them.
    """
    where = quoted(str(path))
    try:
        with opened(path) as content, TextIOWrapper(content, encoding="utf-8-sig", newline="") as stream:
            taken = [0]
            reader = csv.reader(_lines(stream, where, taken), strict=True)
            header = next(reader, [])
            _check_header(header, needed, known or header, where)
            for cells in reader:
                taken[0] = 0
                if cells:
                    require(len(cells) == len(header), where, "as many cells in a row as columns")
                    yield Row(zip(header, cells, strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise rejected(where, "a CSV file in UTF-8", quoted(str(error))) from error


def _check_header(header: list[str], needed: tuple[str, ...], known: Collection[str], where: str) -> None:
    require(len(set(header)) == len(header), where, "every column once", header)
    words = ", ".join(needed[:-1]) + f" and {needed[-1]}"
    require(set(needed) <= set(header), where, f"columns {words}", sorted(header))
    odd = [name for name in header if name not in known]
    require(not odd, where, f"no columns but {', '.join(known)}", f"column {quoted(odd[0])}" if odd else "")


def number_in(text: str, where: str) -> Fraction:
    """The decimal or fraction that a text is, at least 0."""
    if _NUMBER.fullmatch(text) is None or _NOTHING.search(text) is not None:
        raise rejected(where, "a decimal number or a fraction", quoted(text))
    return Fraction(text)


def _check_shown(row: Row, steps: int, grid: Exact) -> None:
    """The grid is the plan's; numbers for people are the variance and the deviation, rounded up and not far."""
    if "grid" in row:
        row.check("grid", row.number("grid") == grid, number_text(grid))
    variance = steps * Fraction(grid) ** 2
    for column, power in SHOWN.items():
        if column in row:
            value = row.number(column)
            near = (value * (1 - ROUNDING)) ** power <= variance <= value**power
            rule = "" if near else f"rounded up, by a millionth at most, from the variance {above_text(variance)}"
            row.check(column, near, rule)


def question_bytes(cells: Sequence[str]) -> bytes:
    """A row's question as bytes: every cell with its length, so that no two rows read the same."""
    coded = [cell.encode("utf-8") for cell in cells]
    return b"".join(b"%d:%s" % (len(cell), cell) for cell in coded) + b"\n"


STREAM_COLUMNS = (*QUESTION, *SHOWN, "grid", "grid_variance")  # of a file of noise; each is held against the plan
_CELLS = 6  # entries for which a row of a stream counts, as six lists in a plan of the other kind
_REMEMBERED = 1 << 12  # budgets


class StreamInstance(plans.Promise):
    """Digests of the parts, how many parties, and what the parties agreed on."""

    files = needed(reading.sequence(text(64), least=1))
    parties = needed(integer(1))
    active = needed(integer(0))


class StreamEvidence(Record):
    """The grid, what is smoothed, and the three numbers that make sorting unnecessary."""

    grid = smoothing = needed(number(above=0))
    least_share = needed(integer(1))
    level = relief = rest = needed(integer(0))


class _Plan(Record):
    format = needed(integer(FORMAT, FORMAT))
    kind = needed(reading.choice(STREAM))
    instance = needed(StreamInstance)
    evidence = needed(StreamEvidence)
    note = reading.optional(text(MOST_NOTE))


@dataclass(slots=True)
class _Pass:
    """What is known while rows go by: the plan, its margin, the budgets of those who ask, sums, how many add nothing,
    the least and the greatest budget, and what was proved of cells that come again.
    """

    plan: _Plan
    guarded: bool
    margin: Fraction
    budgets: Budgets
    parties: int = 0
    active: int = 0
    total: int = 0
    lifted: int = 0
    silent: int = 0
    low: tuple[Exact, ...] = ()
    high: tuple[Exact, ...] = ()
    proved: dict[tuple[str, ...], Exact] = field(default_factory=dict)
    shown: dict[tuple[str | None, ...], None] = field(default_factory=dict)


def check_stream(document: Document, files: Sequence[str | Path], limit: float) -> Verified:
    """What a plan proves together with its files of noise, in their order; raises CertificateRejected."""
    with work.budget(limit):
        return _streamed(document, files, {})


def _streamed(document: Document, files: Sequence[str | Path], budgets: Budgets) -> Verified:
    """The one pass over the files; it notes the budgets of those who ask, for a second one might read other files."""
    with core.rejecting(f"malformed {STREAM} certificate"):
        plan = _Plan(document, "certificate")
        instance, evidence = plan.instance, plan.evidence
        present = instance.threshold + instance.dropouts
        rule = f"at most n - 1 = {instance.parties - 1} together"
        require(present <= instance.parties - 1, "threshold and dropouts", rule, present)
        require(len(files) == len(instance.files), "number of CSV files with noise", len(instance.files), len(files))
        zeta = plans.zeta_of(instance.parties, evidence.least_share, evidence.smoothing, instance)
        state = _Pass(plan, bool(instance.threshold and instance.active), zeta, budgets)
        for path, wanted in zip(files, instance.files, strict=True):
            _check_file(state, path, wanted)
        return _conclude(state, document)


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
    require(0 < len(name) <= plans.MOST_NAME, "a name", f"1 to {plans.MOST_NAME} characters", len(name))
    sees, share = row["active"] == "yes", row.whole("grid_variance")
    row.check("active", sees or row["active"] == "no", "yes or no")
    row.check("grid_variance", not 0 < share < evidence.least_share, f"0 or at least {evidence.least_share}")
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
    if name in state.budgets:
        state.budgets[name].append(row.budget())
    cells = (row["grid_variance"], row.get("grid"), *map(row.get, SHOWN))
    if cells not in state.shown:  # the same cells again need no second look
        _check_shown(row, share, evidence.grid)
        _remember(state.shown, cells, None)


def _budget(state: _Pass, row: Row) -> Budget:
    """What a row asks, for the ranges that the sentence names."""
    asked = row.budget()
    state.low = tuple(map(min, state.low or asked, asked))
    state.high = tuple(map(max, state.high or asked, asked))
    return asked


def _remember(table: dict[K, V], cells: K, value: V) -> None:
    if len(table) >= _REMEMBERED:
        table.clear()
    table[cells] = value


def _check_budget(state: _Pass, row: Row, variance: Exact) -> None:
    """What remains around a party keeps its budget; a variance above one that does needs no second look."""
    cells = tuple(row[name] for name in QUESTION[2:])
    known = state.proved.get(cells)
    if known is None or variance < known:
        asked, plan = _budget(state, row), state.plan
        if asked[2]:  # a sensitivity of 0 has nothing to hide
            where = f"noise around {quoted(row['name'])}"
            plans.check_budget(where, asked, variance, state.margin, plan.evidence.grid, plan.instance)
        _remember(state.proved, cells, variance)


def _conclude(state: _Pass, document: Document) -> Verified:
    instance, evidence = state.plan.instance, state.plan.evidence
    require(state.parties == instance.parties, "rows", instance.parties, state.parties)
    require(state.active == instance.active, "active parties", instance.active, state.active)
    if state.guarded:
        missing = instance.threshold + instance.dropouts
        rest = state.total - missing * evidence.level + evidence.relief - state.lifted
        require(evidence.rest <= rest, "rest", f"at most {rest}", evidence.rest)
    total = state.total * Fraction(evidence.grid) ** 2
    facts = (Fact(TOTAL, "=", total), Fact(GRID, "=", evidence.grid), Fact(SILENT_ROWS, "=", state.silent))
    words = _sentence(instance, ranges(state.low, state.high), facts)
    return core.concluded(STREAM, document["instance"], state.plan.note, words, facts)


def _sentence(instance: StreamInstance, asked: str, facts: tuple[Fact, ...]) -> str:
    total, grid, without = (fact.value for fact in facts)
    noise = noise_words(total, grid)
    who = f"each of the {instance.parties} rows gets the (epsilon, delta) that stands in it at its sensitivity, {asked}"
    if instance.threshold and instance.active:
        kept = plans.protection(instance, instance.active, instance.parties)
        words = f"{who}, {kept}: {noise}{plans.silent(str(without), int(str(without)))}"
    else:
        words = f"{noise}; {UNPROMISED}"
    return f"{words}; whether two rows have one name was not checked"


COLUMNS = (*STREAM_COLUMNS, "required_variance")
_ROW = len(COLUMNS)  # entries for which a row counts


def check_delivery(
    plan: str | Path, noise: str | Path, limit: float = DEFAULT_LIMIT, most_bytes: int = MOST_BYTES
) -> Verified:
    """What the plan proves about the variances in the file; raises CertificateRejected."""
    return check_asked(plan, (), noise, limit, most_bytes)


def _delivered(document: Document, noise: str | Path, budgets: Budgets) -> Verified:
    if document["kind"] == STREAM:
        return _streamed(document, files_of(noise), budgets)
    parts = core.read_document(document)
    instance = Instance(parts.instance, "instance")
    delivered = _by_name(read_rows(noise, "name", "grid_variance", known=COLUMNS), instance.names)
    proved = core.verified(document)
    _compare(instance, plans.Evidence(parts.evidence, "evidence"), delivered)
    return proved


def files_of(noise: str | Path) -> list[Path]:
    """The file itself, or the CSV files of a folder in the order of their names."""
    path = Path(noise)
    return sorted(file for file in path.iterdir() if file.suffix.lower() == ".csv") if path.is_dir() else [path]


def _compare(instance: Instance, evidence: plans.Evidence, delivered: dict[str, Row]) -> None:
    """Hold every cell against the plan."""
    grid, active = evidence.grid, active_parties(instance.active, len(instance.names))
    known: set[tuple[str, ...]] = set()  # as texts: a file can make the hashes of numbers equal
    for name, variance, sees, budget in zip(instance.names, evidence.variances, active, instance.budgets, strict=True):
        row = delivered[name]
        work.earn(_ROW)
        work.pay(grid, variance, *budget)
        row.check("grid_variance", row.whole("grid_variance") == variance, f"the plan's {number_text(variance)}")
        wanted = "yes" if sees else "no"
        row.check("active", row.get("active", wanted) == wanted, wanted)
        for column, planned in zip(QUESTION[2:], budget, strict=True):
            if column in row:
                row.check(column, row.number(column) == planned, f"the plan's {number_text(planned)}")
        _check_shown(row, variance, grid)
        if "required_variance" in row and (case := (row["required_variance"], *map(number_text, budget))) not in known:
            _check_required(row, budget, instance.releases)
            known.add(case)


def _check_required(row: Row, budget: Budget, releases: int) -> None:
    """A little more than the number for people keeps the budget in noise on the reals, and a little less does not."""
    epsilon, delta, sensitivity = budget
    found = row.number("required_variance")
    fits = found == sensitivity == 0
    if sensitivity and found:
        ends = (found * (1 + part) / (releases * Fraction(sensitivity) ** 2) for part in (ROUNDING, -ROUNDING))
        more, less = (twice_delta(epsilon, delta, end, START_BITS) for end in ends)
        fits = more.high <= 2 * delta < less.low
    row.check("required_variance", fits, "what its budget needs, to a millionth")


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
    for name in names:
        require(name in found, f"party {quoted(name)}", "a row in the file of noise", "none")
    return found


@dataclass(frozen=True, slots=True)
class Asked:
    """A party's name and budget; None for a sensitivity about which it does not ask."""

    name: str
    epsilon: Exact
    delta: Exact
    sensitivity: Exact | None = None

    @classmethod
    def of(cls, name: str, epsilon: str, delta: str, sensitivity: str | None) -> Asked:
        """The same from texts."""
        own = None if sensitivity is None else number_in(sensitivity.strip(), "sensitivity")
        return cls(name, number_in(epsilon.strip(), "epsilon"), number_in(delta.strip(), "delta"), own)


def asked_check(given: Namespace) -> Callable[[str], Verified]:
    """What the options of the command line ask of one plan; raises InvalidInput where they do not fit together."""
    if len(given.files) != 1:
        raise InvalidInput("--noise and --party need exactly one plan")
    budget = (given.party, given.epsilon, given.delta)
    if budget == (None, None, None) and given.sensitivity is None:
        return lambda path: check_delivery(path, given.noise, given.limit, given.most_bytes)
    if None in budget:
        raise InvalidInput("a party that asks needs --party, --epsilon and --delta")
    asked = Asked.of(*budget, given.sensitivity)
    return lambda path: check_asked(path, [asked], given.noise, given.limit, given.most_bytes)


def check_asked(
    plan: str | Path,
    asked: Sequence[Asked],
    noise: str | Path | None = None,
    limit: float = DEFAULT_LIMIT,
    most_bytes: int = MOST_BYTES,
) -> Verified:
    """What the plan proves, if it promises each of the parties no less than it asks for; or CertificateRejected."""
    with work.budget(limit):
        return _answered(core.read_file(plan, most_bytes, limit), asked, noise)


def check_asked_document(document: object, asked: Sequence[Asked], limit: float = DEFAULT_LIMIT) -> Verified:
    """The same of a plan that was read already."""
    with work.budget(limit):
        return _answered(document, asked, None)


def _answered(document: object, asked: Sequence[Asked], noise: str | Path | None) -> Verified:
    kind = document.get("kind") if isinstance(document, dict) else None
    require(kind in (PLAN, STREAM), "a plan", f"a {PLAN} or {STREAM}", quoted(str(kind)))
    assert isinstance(document, dict)
    budgets: Budgets = {name: [] for one in asked for name in _spellings(one)}
    proved = core.verified(document) if noise is None else _delivered(document, noise, budgets)
    if not asked:
        return proved
    promised = bool(document["instance"]["threshold"] and document["instance"]["active"])
    for name, budget in _planned(document) if proved.kind == PLAN else ():
        if name in budgets:
            budgets[name].append(budget)
    kept = []
    for one in asked:
        planned = [budget for name in _spellings(one) for budget in budgets[name]]
        require(len(planned) == 1, f"party {quoted(one.name)}", "a party of the plan", len(planned))
        _check_promise(one, planned[0])
        require(promised, f"privacy planned for {quoted(one.name)}", "some, as asked", UNPROMISED)
        epsilon, delta, sensitivity = map(plain, planned[0])
        kept.append(f"{quoted(one.name)} gets epsilon {epsilon}, delta {delta} at sensitivity {sensitivity}")
    words = kept[0] if len(kept) == 1 else f"each of {core.counted(len(kept), 'party')} that asks gets its budget"
    return replace(proved, statement=f"{words}, no less than it asks for; {proved.statement}")


def _spellings(asked: Asked) -> tuple[str, str]:
    """The name, and with the guard against spreadsheets that read names as formulas."""
    return asked.name, f"'{asked.name}"


def _check_promise(asked: Asked, planned: Budget) -> None:
    epsilon, delta, sensitivity = planned
    where = f"planned for {quoted(asked.name)}"
    require(epsilon <= asked.epsilon, f"epsilon {where}", f"at most {plain(asked.epsilon)} as asked", plain(epsilon))
    require(delta <= asked.delta, f"delta {where}", f"at most {plain(asked.delta)} as asked", plain(delta))
    if asked.sensitivity is not None:
        rule = f"at least {plain(asked.sensitivity)} as asked"
        require(sensitivity >= asked.sensitivity, f"sensitivity {where}", rule, plain(sensitivity))


def _planned(document: Mapping[str, object]) -> Iterator[tuple[str, Budget]]:
    instance = Instance(core.read_document(document).instance, "instance")
    return zip(instance.names, instance.budgets, strict=True)
