"""One large table in DuckDB, which groups, joins, sorts and writes what memory does not hold.

What a party needs is decided by the cells of its row that count: its *question*. Most parties of a large table ask what
others ask too, so the distinct questions are read by the rules for small files, and what is computed from them is
joined to the rows. In SQL no number is computed but counts.
"""

from __future__ import annotations

import glob
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import InvalidInput, require
from optcheck.exact.numbers import escape_formula, to_text, unescape_formula
from optcheck.noise import tables
from optcheck.noise.plan import check_name
from optcheck.noise.tables import Line, Row

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection as Database

_MEMORY = "1GB"  # of one database; what is beyond goes to temporary files
_BATCH = 1 << 14  # rows that are in Python's memory at a time
_MOST_WARNINGS = 10  # of one file
Cell = Any  # of a database, whatever its type
Columns = dict[str, list[Cell] | NDArray[Cell]]  # texts as lists, others as arrays


@dataclass(frozen=True, slots=True)
class Spool:
    """A table as it was read: Parquet with row, number, name, cells, budget and active of every party."""

    source: Path
    parties: Path
    columns: tuple[str, ...]
    warnings: tuple[str, ...]

    @property
    def meanings(self) -> frozenset[str | None]:
        """What the columns mean."""
        return frozenset(tables.meaning_of(name, f"{self.source},") for name in self.columns)

    def location(self, row: int) -> str:
        """A row of the source, for messages."""
        return f"{self.source}, {'row' if is_parquet(self.source) else 'line'} {row}"


def is_parquet(path: Path) -> bool:
    """Whether a file's name says that it is a Parquet file."""
    return path.suffix.lower() in (".parquet", ".pq")


def literal(path: Path) -> str:
    """A path as a text in SQL."""
    return "'" + str(path).replace("'", "''") + "'"


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


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


def batches(connection: Database, query: str) -> Iterator[list[tuple[Cell, ...]]]:
    """The rows of a query, some thousands at a time."""
    cursor = connection.cursor().execute(query)  # of its own: others may be executed meanwhile
    while rows := cursor.fetchmany(_BATCH):
        yield rows


def insert(connection: Database, table: str, columns: Columns) -> None:
    """Append rows to a table with these columns."""
    lists = {name: np.array(values, np.object_) for name, values in columns.items() if isinstance(values, list)}
    connection.register("batch", {**columns, **lists})
    connection.execute(f"INSERT INTO {table} SELECT * FROM batch")
    connection.unregister("batch")


def _parquet_columns(connection: Database, source: Path) -> list[str]:
    import duckdb

    try:
        return [name for name, *_ in connection.execute(f"DESCRIBE FROM {_parquet(source)}").fetchall()]
    except duckdb.Error as error:
        reason = str(error).partition("\n")[0]
        raise InvalidInput(f"{source} is not a Parquet file that can be read: {reason}") from error


def _parquet(source: Path) -> str:
    return f"read_parquet({literal(Path(glob.escape(str(source))))}, hive_partitioning = false)"


def load(source: Path, folder: Path, encoding: str | None, planned: bool) -> Spool:
    """Read a file into a spool in the folder; ``planned`` is for noise in integers, which needs budgets."""
    directory = Path(tempfile.mkdtemp(dir=folder))
    with database(directory) as connection:
        columns, point_is_decimal = (_load_parquet if is_parquet(source) else _load_csv)(connection, source, encoding)
        meanings = _meanings(columns, source)
        spool = Spool(source, directory / "parties.parquet", tuple(columns), tuple(_unread(columns, source) * planned))
        keys = [name for name in columns if meanings[name] not in (None, "name")]
        connection.execute(
            f"CREATE TABLE question AS SELECT row_number() OVER (ORDER BY min(row)) AS id, min(row) AS row, "
            f"{_struct(columns, keys)} AS asked FROM source GROUP BY asked"
        )
        warnings = _read_questions(connection, spool, planned, point_is_decimal)
        name = next((f"c{j}::VARCHAR" for j, column in enumerate(columns) if meanings[column] == "name"), "NULL")
        connection.execute(
            f"COPY (SELECT source.row, row_number() OVER (ORDER BY source.row) AS number, {name} AS name, "
            f"{_struct(columns, columns)} AS cells, budget, active FROM source "
            f"JOIN question ON {_struct(columns, keys)} = asked JOIN answer USING (id)) "
            f"TO {literal(spool.parties)} (FORMAT parquet)"
        )
    return Spool(source, spool.parties, spool.columns, (*spool.warnings, *warnings)[:_MOST_WARNINGS])


def _load_parquet(connection: Database, source: Path, _: str | None) -> tuple[list[str], bool]:
    columns = _parquet_columns(connection, source)
    cells = "".join(f", {_identifier(name)} AS c{j}" for j, name in enumerate(columns))
    connection.execute(f"CREATE TABLE source AS SELECT file_row_number + 1 AS row{cells} FROM {_parquet(source)}")
    return columns, False


def _load_csv(connection: Database, source: Path, encoding: str | None) -> tuple[list[str], bool]:
    with tables.open_csv(source, encoding) as table:
        names = [f"c{j}" for j in range(len(table.columns))]
        connection.execute(f"CREATE TABLE source (row BIGINT{''.join(f', {name} VARCHAR' for name in names)})")
        while rows := list(islice(table.rows, _BATCH)):
            cells = map(list, zip(*(cells for _, cells in rows), strict=True))
            numbers = np.array([number for number, _ in rows])
            insert(connection, "source", {"row": numbers, **dict(zip(names, cells, strict=True))})
        return table.columns, table.point_is_decimal


def _meanings(columns: list[str], source: Path) -> dict[str, str | None]:
    """What the columns mean; a table without budgets is refused, and names that a database does not tell apart."""
    if columns:
        tables.rows_of([Line(f"{source}, header", dict.fromkeys(columns, ""))])
    folded: dict[str, str] = {}
    for name in columns:
        if (other := folded.setdefault(name.casefold(), name)) != name:
            raise InvalidInput(f"{source}, column {name!r}: must differ by more than case from {other!r}")
    return {name: tables.meaning_of(name, f"{source},") for name in columns}


def _unread(columns: list[str], source: Path) -> list[str]:
    location, asked = f"{source},", ("name", "epsilon", "delta", "sensitivity", "active")
    again = (name for name in columns if tables.is_written_again(name, location))
    names = [name for name in again if tables.meaning_of(name, location) not in asked]
    return [f"{source}: columns left out of the noise: {', '.join(names)}"] if names else []


def _struct(columns: Sequence[str], chosen: Sequence[str]) -> str:
    fields = [f"{_identifier(name)} := c{j}" for j, name in enumerate(columns) if name in chosen]
    return f"struct_pack({', '.join(fields or ['nothing := NULL'])})"


def _read_questions(connection: Database, spool: Spool, planned: bool, point_is_decimal: bool) -> list[str]:
    """Fill the table ``answer`` with the budget of each question and whether who asks it is active; give warnings."""
    connection.execute("CREATE TABLE answer (id BIGINT, budget VARCHAR, active BOOLEAN)")
    asked = (row for rows in batches(connection, "SELECT row, asked FROM question ORDER BY id") for row in rows)
    lines = (
        Line(spool.location(row), {name: tables.cell_text(c) for name, c in cells.items()}) for row, cells in asked
    )
    settled, ids = tables.settle_decimals(lines, point_is_decimal), count(1)
    warnings: list[str] = []
    while batch := list(islice(settled, _BATCH)):
        rows = tables.rows_of(batch)
        columns: Columns = {
            "id": np.array([next(ids) for _ in rows]),
            "budget": [_budget(row, planned) for row in rows],
            "active": np.array([tables.is_active(row) for row in rows]),
        }
        insert(connection, "answer", columns)
        more = (warning for row in rows if (warning := tables.delta_warning(row)))
        warnings += islice(more, max(0, _MOST_WARNINGS - len(warnings)))
    return warnings


def _budget(row: Row, planned: bool) -> str:
    """Epsilon, delta and sensitivity exactly; or, unless noise is planned, a variance as a double."""
    if row.text("variance") and not planned:
        return to_text(Fraction(tables.variance_of(row)))
    tables.refuse_variance(row)
    return " ".join(map(to_text, tables.budget_of(row)))


def write(spool: Spool, answers: Path, target: Path, to_parquet: bool, planned: bool) -> None:
    """Write the rows, in the order of the source, with the answers for their budgets: to Parquet or CSV.

    Beside them stand the cells that came in; or, of planned noise, the name and whether the party is active.
    """
    refused: list[InvalidInput] = []

    def party_name(name: str, number: int, row: int) -> str:
        text = unescape_formula(name.strip()) or f"party {number}"
        try:
            check_name(text, f"{spool.location(row)}, column 'name'")
        except InvalidInput as error:
            refused.append(error)
        return escape_formula(text)

    cells = (f"cells.{_identifier(n)}" for n in spool.columns if tables.is_written_again(n, f"{spool.source},"))
    named = [
        "party_name(coalesce(name, ''), number, row) AS name",
        "CASE WHEN active THEN 'yes' ELSE 'no' END AS active",
    ]
    columns = named if planned else [cell if to_parquet else _escaped_column(cell) for cell in cells]
    kind = "FORMAT parquet" if to_parquet else "FORMAT csv, HEADER true, COMPRESSION none"
    with database(spool.parties.parent) as connection:
        connection.create_function("party_name", party_name, ["VARCHAR", "BIGINT", "BIGINT"], "VARCHAR")
        connection.create_function("escape_formula", escape_formula, ["VARCHAR"], "VARCHAR")
        connection.execute(
            f"COPY (SELECT {', '.join([*columns, 'answer.* EXCLUDE (budget, active)'])} "
            f"FROM read_parquet({literal(spool.parties)}) JOIN read_parquet({literal(answers)}) AS answer "
            f"USING (budget, active) ORDER BY row) TO {literal(target)} ({kind})"
        )
    if refused:
        raise refused[0]


def _escaped_column(cell: str) -> str:
    """In CSV no text may look like a formula; other values are written as they are."""
    label = _identifier(escape_formula(cell.removeprefix("cells.")[1:-1].replace('""', '"')))
    return f"if(typeof({cell}) = 'VARCHAR', escape_formula({cell}::VARCHAR), {cell}::VARCHAR) AS {label}"
