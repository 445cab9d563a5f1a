"""Noise for tables larger than memory, in one file or in many, on this machine or on a dask cluster.

What a party needs is decided by the cells of its row that count. Most parties of a large table ask what others ask too:
DuckDB, which groups, joins, sorts and writes what memory does not hold, finds the distinct questions of every file, and
these are read by the rules for small files. The distinct budgets of all files then go through one database: each is
calibrated once, in directed rounding; the closed form needs the number of parties, of active ones, and one order
statistic of their requirements (:mod:`optcheck.tpmdp.allocation` has the argument); totals are exact. At last every
file's noise is written. Files are read and written by tasks of their own. In SQL no number is computed but counts.
"""

from __future__ import annotations

import glob
import hashlib
import math
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from optcheck.checker.delivery import QUESTION, SHOWN, STREAM, check_stream, question_bytes, read_rows
from optcheck.errors import InvalidInput, OptcheckError, require, shown
from optcheck.exact.files import Certificate, check_outputs, replacement
from optcheck.exact.inputs import instance_of, items, whole_number
from optcheck.exact.numbers import (
    Exact,
    escape_formula,
    root_up,
    round_up,
    sigma_up,
    to_text,
    unescape_formula,
    whole,
)
from optcheck.exact.rounding import at_least, exact_sum
from optcheck.noise import tables
from optcheck.noise.plan import (
    LEAST_SHARE,
    SMOOTHING,
    Budget,
    check_name,
    choose_grid,
    needs_on_the_reals,
    required_steps,
    whole_share,
)
from optcheck.noise.tables import COMPUTED, OTHER, Meanings, Row, Table, variances_of
from optcheck.tpmdp.allocation import CurvePoint, Rule, rule_for, shares_at_level, thresholds
from optcheck.tpmdp.instance import Doubles, Subcase, missing_parties, valid_dropouts, valid_threshold

if TYPE_CHECKING:
    from distributed import Client  # which carries no type information
    from duckdb import DuckDBPyConnection as Database


_CHECK_SECONDS = 1e9  # one's own plan may be large; strangers' files are checked by `optcheck verify`
_WORKER_SECONDS = 10  # in which a cluster without workers may get one
_DIGITS = 17  # that tell doubles apart
_MEMORY = "1GB"  # of one database; what is beyond goes to temporary files
_BATCH = 1 << 14  # rows that are in Python's memory at a time
_SENSITIVITY = "split_part(budget, ' ', 3)"
Cell = Any  # of a database, whatever its type
Columns = dict[str, list[Cell] | NDArray[Cell]]  # texts as lists, others as arrays
Needs = Callable[[list[str]], list[float]]
Answer = Callable[[list[str], Doubles, Doubles], tuple[Columns, list[int] | Doubles]]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class BulkAllocation:
    """What holds for all files together; the noise itself is in the outputs."""

    n: int
    viewers: int
    threshold: int
    dropouts: int
    rule: Rule
    level: float
    total: Exact
    warnings: tuple[str, ...] = ()

    @property
    def subcase(self) -> Subcase:
        """The case of the closed form."""
        return self.rule.subcase


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


@dataclass(frozen=True, slots=True)
class BulkCurve:
    """How many parties there are, how many are active, the least totals, and the strictest parties with their cost."""

    n: int
    viewers: int
    points: list[CurvePoint]
    expensive: list[tuple[str, Exact]]


def allocate_files(
    paths: Sequence[str | Path],
    threshold: int,
    outputs: Sequence[str | Path] | None = None,
    dropouts: int = 0,
    *,
    releases: int = 1,
    encoding: str | None = None,
    client: Client | None = None,
) -> BulkAllocation:
    """Allocate noise for the parties of Parquet or CSV files, in memory that does not grow with their length.

    The columns are those of ``optcheck allocate``, which docs/tpmdp.md lists. Each of ``outputs``, one for each file,
    gets the other columns and ``required_variance``, ``noise_variance`` and ``noise_sigma``; all appear at the end, or
    none. The variances are the doubles that :func:`optcheck.tpmdp.allocate` gives for all parties at once. Meanwhile
    copies of the tables lie beside the outputs (without outputs: where temporary files go). Names are not compared with
    each other.

    ``client`` is a ``distributed.Client`` whose workers see the same paths; each file is then a task.
    """
    inputs, targets = _checked_paths(paths, outputs, encoding)
    k = whole_number(releases, "releases", least=1)
    with _loaded(inputs, targets, encoding, client, planned=False) as census:
        rule, t, d = census.rule(threshold, dropouts)
        census.calibrate(lambda texts: [at_least(k * Fraction(need)) for need in _needs(texts)])
        level = census.level(rule)
        total = census.share_out(rule, level, _allocated)
        if targets:
            census.write(targets, planned=False)
    return BulkAllocation(census.n, census.viewers, t, d, rule, level, total, census.warnings)


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
    inputs, targets = _checked_paths(paths, [] if outputs is None else outputs, encoding)
    _check_plan_paths(inputs, targets, plan)
    k = whole_number(releases, "releases", least=1, most=10**9)
    m = whole_number(dimension, "dimension", least=1, most=10**9)
    with _loaded(inputs, targets, encoding, client, planned=True) as census:
        rule, t, d = census.rule(threshold, dropouts)
        n, viewers = census.n, census.viewers
        census.calibrate(lambda texts: list(map(at_least, needs_on_the_reals(_budgets(texts), k))))
        level = census.level(rule)
        on_the_reals = census.share_out(rule, level, _allocated)
        grid = census.grid(Fraction(level) / rule.unit, m)
        census.calibrate(lambda texts: _needs_on_the_grid(texts, grid, n, k, m))
        level = census.level(rule)
        total = census.share_out(rule, level, lambda budgets, _, shares: _planned(budgets, shares, grid))
        parts = census.write(targets, planned=True)
        instance = {"parties": n, "active": viewers, "threshold": t, "dropouts": d, "releases": k, "dimension": m}
        digests = census.run_all(_digest, [(part,) for part in parts])
        proof = Certificate(STREAM, {"files": digests, **instance}, _evidence(rule, level, grid))
        statement = check_stream(proof.document(), parts, _CHECK_SECONDS).statement
        proof.save(plan)
    return BulkPlan(n, viewers, t, d, grid, Fraction(total) * grid**2, on_the_reals, statement, census.warnings)


def curve_files(
    paths: Sequence[str | Path],
    threshold: int = 1,
    dropouts: int = 0,
    *,
    encoding: str | None = None,
    most: int = 5,
) -> BulkCurve:
    """What :func:`optcheck.tpmdp.allocation` and ``savings`` say, in memory that does not grow with the files' length.

    The totals are exact for the requirements as doubles.
    """
    inputs, _ = _checked_paths(paths, None, encoding)
    listed = whole_number(most, "most", least=1)
    with _loaded(inputs, [], encoding, None, planned=False) as census:
        census.calibrate(_needs)
        chosen = census.rule(threshold, dropouts)[0]
        rules = {k: rule_for(census.n, k, census.viewers) for k in thresholds(census.n)}
        ranks = {rank for rule in (*rules.values(), chosen) for rank in (rule.rank, rule.rank + 1)}
        tops = {all_lead: census.tops(all_lead, ranks) for all_lead in (True, False)}
        points = [CurvePoint(k, _total(rule, tops[rule.all_lead])) for k, rule in rules.items()]
        saved = [
            (name, _saved(need, active, chosen, tops[chosen.all_lead]))
            for name, active, need in census.strictest(min(listed, census.n))
        ]
        return BulkCurve(census.n, census.viewers, points, sorted(saved, key=lambda pair: -pair[1]))


def require_workers(client: Client) -> None:
    """Refuse a dask cluster that gets no worker within some seconds."""
    try:
        client.wait_for_workers(1, timeout=_WORKER_SECONDS)
    except TimeoutError:
        raise InvalidInput(f"the dask scheduler has no workers; start one with `dask worker` ({client!r})") from None


@dataclass(frozen=True, slots=True)
class _Runner:
    """Calls a function with each tuple of arguments, on this machine or on the workers of a ``distributed.Client``."""

    client: Client | None

    def __post_init__(self) -> None:
        if self.client is not None:
            if not all(callable(getattr(self.client, name, None)) for name in ("submit", "gather", "cancel")):
                raise InvalidInput(f"client must be a distributed.Client, got {shown(self.client)}")
            require_workers(self.client)

    def __call__(self, task: Callable[..., T], jobs: list[tuple[object, ...]]) -> list[T]:
        """What the function gave for each."""
        if self.client is None:
            return [task(*job) for job in jobs]
        from distributed import wait

        futures = [self.client.submit(task, *job, pure=False) for job in jobs]
        try:
            while not all(future.done() for future in futures):
                with suppress(TimeoutError), self.client.as_current():
                    wait(futures, timeout=_WORKER_SECONDS)
                require_workers(self.client)
            return list(self.client.gather(futures))
        except OptcheckError:
            raise
        except Exception as error:  # a worker may fail in any way
            raise InvalidInput(f"the dask cluster failed: {type(error).__name__}: {error}") from error
        finally:
            self.client.cancel(futures)  # after a failure nobody may go on writing


# --- The database ---


@contextmanager
def database(folder: Path) -> Iterator[Database]:
    """A database of bounded memory, with its temporary files in the folder; its failures are ours."""
    require("planning tables larger than memory", "duckdb")
    import duckdb

    settings: dict[str, str | bool] = {"memory_limit": _MEMORY, "autoinstall_known_extensions": False}
    try:
        with duckdb.connect(config={**settings, "temp_directory": str(folder)}) as connection:
            yield connection
    except duckdb.Error as error:
        raise InvalidInput(f"the database of the plan failed: {str(error).partition(chr(10))[0]}") from error


def _rows(connection: Database, query: str) -> Iterator[tuple[Cell, ...]]:
    """The rows of a query, of which some thousands are in Python's memory."""
    cursor = connection.cursor().execute(query)  # of its own: others may be executed meanwhile
    while rows := cursor.fetchmany(_BATCH):
        yield from rows


def _batches(rows: Iterator[T]) -> Iterator[list[T]]:
    while batch := list(islice(rows, _BATCH)):
        yield batch


def _insert(connection: Database, table: str, columns: Columns) -> None:
    """Append rows to a table with these columns."""
    lists = {name: np.array(values, np.object_) for name, values in columns.items() if isinstance(values, list)}
    connection.register("batch", {**columns, **lists})
    connection.execute(f"INSERT INTO {table} SELECT * FROM batch")
    connection.unregister("batch")


def is_parquet(path: Path) -> bool:
    """Whether a file's name says that it is a Parquet file."""
    return path.suffix.lower() in (".parquet", ".pq")


def literal(path: Path) -> str:
    """A path as a text in SQL."""
    return "'" + str(path).replace("'", "''") + "'"


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


# --- A file: read into a spool, and written with the answers ---


@dataclass(frozen=True, slots=True)
class _Spool:
    """A table as it was read: Parquet with row, number, name, budget, active, and the cells c0, c1, ... of a party."""

    table: Table  # without its rows
    parties: Path
    meanings: Meanings
    warnings: tuple[str, ...]


def _load(source: Path, folder: Path, encoding: str | None, planned: bool) -> _Spool:
    """Read a file into a spool in the folder; ``planned`` is for noise in integers, which needs budgets."""
    directory = Path(tempfile.mkdtemp(dir=folder))
    with database(directory) as connection:
        table = (_load_parquet if is_parquet(source) else _load_csv)(connection, source, encoding)
        meanings = tables.meanings_of(table.name, table.columns)
        _check_cases(table)
        others = [name for name, meaning in meanings.items() if meaning == OTHER]
        questions = _answer_questions(connection, table, meanings, planned)  # which abridge reads to the end
        warnings = (*tables.unread(table.name, others), *tables.abridge(questions))
        name = next((f"c{j}::VARCHAR" for j, meaning in enumerate(meanings.values()) if meaning == "name"), "NULL")
        parties = directory / "parties.parquet"
        connection.execute(
            f"COPY (SELECT asked.* EXCLUDE (question), {name} AS name, budget, active FROM asked "
            f"JOIN answer USING (question)) TO {literal(parties)} (FORMAT parquet)"
        )
    return _Spool(replace(table, rows=iter(())), parties, meanings, warnings)


def _load_parquet(connection: Database, source: Path, _: str | None) -> Table:
    import duckdb

    file = f"read_parquet({literal(Path(glob.escape(str(source))))}, hive_partitioning = false)"
    try:
        columns = [name for name, *_ in connection.execute(f"DESCRIBE FROM {file}").fetchall()]
    except duckdb.Error as error:
        reason = str(error).partition("\n")[0]
        raise InvalidInput(f"{source} is not a Parquet file that can be read: {reason}") from error
    cells = "".join(f", {_identifier(name)} AS c{j}" for j, name in enumerate(columns))
    row = "file_row_number + 1"
    connection.execute(f"CREATE TABLE source AS SELECT {row} AS row, {row} AS number{cells} FROM {file}")
    return Table(str(source), columns, iter(()), unit="row")


def _load_csv(connection: Database, source: Path, encoding: str | None) -> Table:
    with tables.open_csv(source, encoding) as table:
        names = [f"c{j}" for j in range(len(table.columns))]
        connection.execute(f"CREATE TABLE source (row BIGINT, number BIGINT{''.join(f', {n} VARCHAR' for n in names)})")
        for batch in _batches((line, number, *cells) for number, (line, cells) in enumerate(table.rows, start=1)):
            lines, numbers, *cells = map(list, zip(*batch, strict=True))
            numbered = {"row": np.array(lines), "number": np.array(numbers)}
            _insert(connection, "source", {**numbered, **dict(zip(names, cells, strict=True))})
        return table


def _check_cases(table: Table) -> None:
    """Refuse names that a database does not tell apart."""
    folded: dict[str, str] = {}
    for name in table.columns:
        if (other := folded.setdefault(name.casefold(), name)) != name:
            raise InvalidInput(f"{table.name}, column {name!r}: must differ by more than case from {other!r}")


def _answer_questions(connection: Database, table: Table, meanings: Meanings, planned: bool) -> Iterator[str]:
    """Fill the table ``answer`` with the budget of each question and whether who asks it is active; warnings come out.

    A question has the number of the first row that asks it.
    """
    asked = {
        name: f"c{j}" for j, (name, meaning) in enumerate(meanings.items()) if meaning not in (OTHER, COMPUTED, "name")
    }
    keys = ", ".join(asked.values()) or "NULL"
    connection.execute(f"CREATE TABLE asked AS SELECT *, min(row) OVER (PARTITION BY {keys}) AS question FROM source")
    connection.execute("CREATE TABLE answer (question BIGINT, budget VARCHAR, active BOOLEAN)")
    first = _rows(connection, f"SELECT row, {keys} FROM asked WHERE row = question ORDER BY row")
    questions = ((row, list(map(tables.cell_text, cells))) for row, *cells in first)
    for rows in _batches(tables.rows_of(replace(table, columns=list(asked), rows=questions))):
        columns: Columns = {
            "question": np.array([row.number for row in rows]),
            "budget": [_budget(row, planned) for row in rows],
            "active": np.array([tables.is_active(row) for row in rows]),
        }
        _insert(connection, "answer", columns)
        yield from chain.from_iterable(map(tables.budget_warnings, rows))


def _budget(row: Row, planned: bool) -> str:
    """Epsilon, delta and sensitivity exactly; or, unless noise is planned, a variance as a double."""
    if row.text("variance") and not planned:
        return to_text(Fraction(tables.variance_of(row)))
    return " ".join(map(to_text, tables.budget_of(row)))


def _write(spool: _Spool, answers: Path, target: Path, to_parquet: bool, planned: bool) -> None:
    """Write the rows, in the order of the source, with the answers for their budgets: to Parquet or CSV.

    Beside them stand the cells that came in; or, of planned noise, the name and whether the party is active.
    """
    refused: list[InvalidInput] = []
    name_column = spool.table.column("name")

    def party_name(name: str, number: int, row: int) -> str:
        text = unescape_formula(name.strip()) or f"party {number}"
        try:
            check_name(text, f"{spool.table.location(row)}, column {name_column!r}")
        except InvalidInput as error:
            refused.append(error)
        return escape_formula(text)

    columns = [
        f"c{j} AS {_identifier(name)}" if to_parquet else _escaped_column(f"c{j}", name)
        for j, (name, meaning) in enumerate(spool.meanings.items())
        if meaning not in (COMPUTED, "variance")
    ]
    named = ["party_name(coalesce(name, ''), number, row) AS name", "if(active, 'yes', 'no') AS active"]
    kind = "FORMAT parquet" if to_parquet else "FORMAT csv, HEADER true, COMPRESSION none"
    with database(spool.parties.parent) as connection:
        connection.create_function("party_name", party_name, ["VARCHAR", "BIGINT", "BIGINT"], "VARCHAR")
        connection.create_function("escape_formula", escape_formula, ["VARCHAR"], "VARCHAR")
        connection.execute(
            f"COPY (SELECT {', '.join([*(named if planned else columns), 'answer.* EXCLUDE (budget, active)'])} "
            f"FROM read_parquet({literal(spool.parties)}) AS party JOIN read_parquet({literal(answers)}) AS answer "
            f"USING (budget, active) ORDER BY party.row) TO {literal(target)} ({kind})"
        )
    if refused:
        raise refused[0]


def _escaped_column(cell: str, name: str) -> str:
    """In CSV no text may look like a formula; other values are written as they are."""
    text = f"if(typeof({cell}) = 'VARCHAR', escape_formula({cell}::VARCHAR), {cell}::VARCHAR)"
    return f"{text} AS {_identifier(escape_formula(name))}"


# --- All files together ---


@contextmanager
def _loaded(
    inputs: list[Path], targets: list[Path], encoding: str | None, client: Client | None, planned: bool
) -> Iterator[_Census]:
    """All files read, in a folder that is removed at the end: beside the first output, or where temporary files go."""
    run_all = _Runner(client)
    parent = targets[0].resolve().parent if targets else None
    try:
        with ExitStack() as temporary:
            folder = Path(temporary.enter_context(tempfile.TemporaryDirectory(dir=parent, prefix=".optcheck-")))
            spools = run_all(_load, [(path, folder, encoding, planned) for path in inputs])
            yield _Census(temporary.enter_context(database(folder)), spools, run_all, folder, temporary)
    except OSError as error:
        name = error.filename or "a file"
        raise InvalidInput(f"{name} cannot be read or written: {error.strerror or error}") from error


class _Census:
    """The questions of all files: how many parties ask each, what it requires, and what is answered."""

    def __init__(
        self, connection: Database, spools: list[_Spool], run_all: _Runner, folder: Path, temporary: ExitStack
    ) -> None:
        self.connection, self.spools, self.run_all, self.folder = connection, spools, run_all, folder
        self.temporary = temporary
        _check_sensitivities({spool.table.name: set(spool.meanings.values()) for spool in spools})
        columns = "row, number, name, budget, active"
        files = (f"SELECT {j} AS file, {columns} FROM read_parquet({literal(s.parties)})" for j, s in enumerate(spools))
        connection.execute(f"CREATE VIEW party AS {' UNION ALL '.join(files)}")
        connection.execute(
            "CREATE TABLE question AS SELECT budget, active, count(*) AS parties FROM party GROUP BY ALL"
        )
        self.n = int(self._scalar("SELECT sum(parties) FROM question") or 0)
        self.viewers = int(self._scalar("SELECT sum(parties) FROM question WHERE active") or 0)
        self.warnings = tuple(warning for spool in spools for warning in spool.warnings)
        if not self.n:
            raise InvalidInput(f"{spools[0].table.name}: there must be at least one party, got none")

    def rule(self, threshold: int, dropouts: int) -> tuple[Rule, int, int]:
        """The closed form's parameters, and the threshold and dropouts as checked."""
        t = valid_threshold(threshold, self.n)
        d = valid_dropouts(dropouts, t, self.n)
        return rule_for(self.n, missing_parties(t, d), self.viewers), t, d

    def calibrate(self, needs: Needs) -> None:
        """Fill the table ``need``: for each distinct budget what it requires."""
        self.connection.execute("CREATE OR REPLACE TABLE need (budget VARCHAR, required DOUBLE)")
        for rows in _batches(_rows(self.connection, "SELECT DISTINCT budget FROM question")):
            texts = [text for (text,) in rows]
            try:
                required = np.array(needs(texts))
            except InvalidInput:
                for text in texts:
                    self._require(text, needs)
                raise
            if np.isinf(required).any():
                self._require(texts[int(np.argmax(required))], needs)
            _insert(self.connection, "need", {"budget": texts, "required": required})

    def _require(self, text: str, needs: Needs) -> None:
        """Name the row of a budget that is refused, or whose requirement no double holds."""
        query = "SELECT file, row FROM party WHERE budget = ? ORDER BY file, row LIMIT 1"
        file, row = self.connection.execute(query, [text]).fetchone() or (0, 0)
        try:
            if math.isinf(needs([text])[0]):
                raise InvalidInput("the variance required exceeds the largest double, 1.8e308")
        except InvalidInput as error:
            raise InvalidInput(f"{self.spools[file].table.location(row)}: {error}") from error

    def level(self, rule: Rule) -> float:
        """The requirement of the rule's rank among the possible leaders, the largest being rank 1; 0 for rank 0."""
        reached = "sum(sum(parties)) OVER (ORDER BY required DESC) AS reached"
        ranked = f"SELECT required, {reached} {_leaders(rule.all_lead)} GROUP BY required"
        query = f"SELECT max(required) FROM ({ranked}) WHERE reached >= {rule.rank}"
        return float(self._scalar(query)) if rule.rank else 0.0

    def _scalar(self, query: str) -> Cell:
        row = self.connection.execute(query).fetchone()
        return row[0] if row else None

    def grid(self, share: Fraction, dimension: int) -> Fraction:
        """As for plans in memory: fine against the least sensitivity, the least requirement and the usual share."""
        texts = _rows(self.connection, f"SELECT DISTINCT {_SENSITIVITY} FROM question")
        sensitivity = min((size for (text,) in texts if (size := Fraction(text))), default=None)
        need = self._scalar("SELECT min(required) FROM need WHERE required > 0")
        if sensitivity is None or need is None:
            return Fraction(1)
        return choose_grid([sensitivity], min(Fraction(need), share or Fraction(need)), dimension)

    def share_out(self, rule: Rule, level: float, answer: Answer) -> Exact:
        """Fill the table ``answer``: what a file of noise says to each budget, active or not. The exact total."""
        total: Exact = 0
        self.connection.execute("DROP TABLE IF EXISTS answer")
        query = f"SELECT budget, active, required, parties {_leaders(True)}"
        for rows in _batches(_rows(self.connection, query)):
            texts, active, required, parties = (list(column) for column in zip(*rows, strict=True))
            needs, flags = np.array(required), np.array(active)
            columns, shares = answer(texts, needs, shares_at_level(needs, flags, rule, level))
            kinds = (f"{name} {'VARCHAR' if isinstance(c, list) else 'DOUBLE'}" for name, c in columns.items())
            table = f"answer (budget VARCHAR, active BOOLEAN, {', '.join(kinds)})"
            self.connection.execute(f"CREATE TABLE IF NOT EXISTS {table}")
            _insert(self.connection, "answer", {"budget": texts, "active": flags, **columns})
            total += _weighted_sum(shares, np.array(parties))
        return total

    def write(self, targets: list[Path], planned: bool) -> list[Path]:
        """Write the noise of every file; the parts take their names when all is done."""
        answers = self.folder / "answers.parquet"
        self.connection.execute(f"COPY answer TO {literal(answers)} (FORMAT parquet)")
        parts = [self.temporary.enter_context(replacement(path)) for path in targets]
        jobs = zip(self.spools, parts, map(is_parquet, targets), strict=True)
        self.run_all(_write, [(spool, answers, part, to_parquet, planned) for spool, part, to_parquet in jobs])
        return parts

    def tops(self, all_lead: bool, ranks: set[int]) -> dict[int, tuple[Exact, Exact]]:
        """For each rank the sum of the requirements before it, and its own: 0 beyond the last one."""
        wanted, above, reached = sorted(ranks, reverse=True), Fraction(0), 0
        tops: dict[int, tuple[Exact, Exact]] = {}
        query = f"SELECT required, sum(parties) {_leaders(all_lead)} GROUP BY required ORDER BY required DESC"
        for need, parties in _rows(self.connection, query):
            value = Fraction(need)
            while wanted and wanted[-1] <= reached + parties:
                rank = wanted.pop()
                tops[rank] = whole(above + (rank - 1 - reached) * value), whole(value)
            above, reached = above + int(parties) * value, reached + int(parties)
        return {**dict.fromkeys(wanted, (whole(above), 0)), **tops}

    def strictest(self, most: int) -> list[tuple[str, bool, float]]:
        """Name, activity and requirement of the parties that require most, in the order of the files where equal."""
        name = "coalesce(nullif(trim(name), ''), 'party ' || number)"
        source = "FROM party JOIN need USING (budget) ORDER BY required DESC, file, row"
        return self.connection.execute(f"SELECT {name}, active, required {source} LIMIT {most}").fetchall()


def _leaders(all_lead: bool) -> str:
    return f"FROM question JOIN need USING (budget) WHERE {'true' if all_lead else 'NOT active'}"


def _budgets(texts: list[str]) -> list[Budget]:
    return [(Fraction(e), Fraction(d), Fraction(s)) for e, d, s in map(str.split, texts)]


def _needs(texts: list[str]) -> list[float]:
    """What one release requires, as in small files: a variance as given, or calibrated from the budget."""
    computed = iter(variances_of(_budgets([text for text in texts if " " in text])))
    return [next(computed) if " " in text else float(Fraction(text)) for text in texts]


def _needs_on_the_grid(texts: list[str], grid: Fraction, n: int, releases: int, dimension: int) -> list[float]:
    """Whole requirements in steps squared, as doubles that are not below them."""
    steps = required_steps(_budgets(texts), grid, n, releases, dimension)
    return [at_least(Fraction(need + SMOOTHING)) if need else 0.0 for need in steps]


def _weighted_sum(shares: list[int] | Doubles, parties: NDArray[np.int64]) -> Exact:
    if isinstance(shares, list):
        weights: list[int] = parties.tolist()
        return sum(share * weight for share, weight in zip(shares, weights, strict=True))
    distinct: list[int] = np.unique(parties).tolist()
    return sum((weight * exact_sum(shares[parties == weight]) for weight in distinct), start=0)


def _allocated(_: list[str], required: Doubles, shares: Doubles) -> tuple[Columns, Doubles]:
    sigmas = np.array([at_least(root_up(Fraction(share))) for share in shares.tolist()])
    return {"required_variance": required, "noise_variance": shares, "noise_sigma": sigmas}, shares


def _planned(budgets: list[str], shares: Doubles, grid: Fraction) -> tuple[Columns, list[int]]:
    """The columns of planned noise, in the order in which the checker names them."""
    steps = [whole_share(Fraction(share)) for share in shares.tolist()]
    variances = [share * grid**2 for share in steps]
    asked = map(list, zip(*(budget.split() for budget in budgets), strict=True))
    people = [[round_up(v, _DIGITS) for v in variances], [sigma_up(v, _DIGITS) for v in variances]]
    names = (*QUESTION[2:], *SHOWN, "grid", "grid_variance")
    return dict(zip(names, [*asked, *people, [to_text(grid)] * len(steps), list(map(str, steps))], strict=True)), steps


def _digest(part: Path) -> str:
    """The digest of what the parties of a file of noise ask."""
    digest = hashlib.sha256()
    for row in read_rows(part, *QUESTION):
        digest.update(question_bytes([row[column] for column in QUESTION]))
    return digest.hexdigest()


def _evidence(rule: Rule, level: float, grid: Fraction) -> dict[str, object]:
    """A carrier's whole share is the ``level``, with ``relief`` where active parties carry nothing.

    The ``unit`` carriers outside a coalition are its ``rest``.
    """
    base = whole_share(Fraction(at_least(Fraction(level) / rule.unit))) if rule.rank else 0
    relief = 0 if rule.all_carry else base
    proof = {"smoothing": SMOOTHING, "least_share": LEAST_SHARE, "level": base, "relief": relief}
    return {"grid": to_text(grid), **proof, "rest": rule.unit * base}


def _total(rule: Rule, tops: dict[int, tuple[Exact, Exact]]) -> Exact:
    return rule.total(*tops[rule.rank]) if rule.rank else 0


def _saved(need: float, active: bool, rule: Rule, tops: dict[int, tuple[Exact, Exact]]) -> Exact:
    """What the total falls by if a party asks for nothing: then the others move up by one rank."""
    above, level = tops[rule.rank]
    if not rule.rank or need < level or (active and not rule.all_lead):
        return 0
    return whole(_total(rule, tops) - rule.total(above + level - Fraction(need), tops[rule.rank + 1][1]))


# --- Arguments ---


def _checked_paths(
    paths: Sequence[str | Path], outputs: Sequence[str | Path] | None, encoding: str | None
) -> tuple[list[Path], list[Path]]:
    """The files to read and those to write, checked before any work is done."""
    inputs, targets = _paths(paths, "paths"), [] if outputs is None else _paths(outputs, "outputs")
    if not inputs:
        raise InvalidInput("paths must name at least one file, got none")
    for path in inputs:
        if not path.is_file():
            raise InvalidInput(f"there is no file {path}")
    if outputs is not None and len(targets) != len(inputs):
        raise InvalidInput(f"outputs must name one file for each of {len(inputs)} inputs, got {len(targets)}")
    for path in targets:
        if not is_parquet(path) and path.suffix.lower() != ".csv":
            raise InvalidInput(f"an output must end in .parquet or .csv, got {path}")
    check_outputs(inputs, {f"output {j}": path for j, path in enumerate(targets, start=1)})
    if encoding is not None:
        instance_of(encoding, str, "encoding")
    return inputs, targets


def _paths(values: Sequence[str | Path], name: str) -> list[Path]:
    listed = items(values, "a file")
    if not all(isinstance(path, str | Path) and str(path).isprintable() for path in listed):
        raise InvalidInput(f"{name} must be files with names of printable characters, got {shown(values)}")
    return [Path(path) for path in listed]


def _check_sensitivities(meanings: Mapping[str, set[str]]) -> None:
    """Refuse files of which some have a column of sensitivities and others leave it out: there it would count as 1."""
    having = [name for name, columns in meanings.items() if "sensitivity" in columns]
    for name, columns in meanings.items():
        if having and "epsilon" in columns and "sensitivity" not in columns:
            rule = "all files must have it, or none"
            raise InvalidInput(f"{name}: there is no column 'sensitivity', which {having[0]} has; {rule}")


def _check_plan_paths(inputs: list[Path], targets: list[Path], plan: str | Path) -> None:
    if not isinstance(plan, str | Path) or Path(plan).suffix.lower() != ".json" or "\0" in str(plan):
        raise InvalidInput(f"the plan must be a file that ends in .json, got {shown(plan)}")
    if any(path.suffix.lower() != ".csv" for path in targets):
        raise InvalidInput(
            f"noise with a proof must be .csv, which the checker reads, got {shown(list(map(str, targets)))}"
        )
    check_outputs([*inputs, *targets], {"--plan": Path(plan)})
