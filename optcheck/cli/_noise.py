"""An allocation for people and for files: one set of columns, every number rounded upwards.

``optcheck allocate`` for tables larger than memory: Parquet, large CSV files, and folders of both.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from rich.markup import escape
from rich.table import Table

from optcheck import noise, tpmdp
from optcheck.checker.noise import COLUMNS as DELIVERED
from optcheck.checker.noise import number_in
from optcheck.cli._console import out, unprotected, warn
from optcheck.errors import CertificateRejected, InvalidInput, MissingExtra
from optcheck.exact.numbers import Exact, to_text
from optcheck.exact.text import escape_formula, sigma_up
from optcheck.exact.text import round_up as up
from optcheck.noise.bulk.reading import is_parquet
from optcheck.noise.tables import Parties, few

if TYPE_CHECKING:
    import distributed

__all__ = [
    "Bulk",
    "Result",
    "allocate_in_bulk",
    "as_csv",
    "as_json",
    "baselines",
    "bulk_inputs",
    "is_bulk",
    "party_table",
    "total_table",
]


Cell = str | float | Exact
_LARGE = 10**300  # a ratio of doubles can be beyond the doubles
_MANY = 17  # digits that tell doubles apart


@dataclass(frozen=True, slots=True)
class Result:
    """What was asked, the allocation in real numbers, and the plan for integers where one is wanted."""

    parties: Parties
    allocation: tpmdp.Allocation
    plan: noise.Plan | None = None

    @property
    def variances(self) -> Sequence[float] | Sequence[Exact]:
        """The noise to add, in the data's units."""
        if self.plan is not None:
            return [self.plan.noise_variance(j) for j in range(self.allocation.n)]
        return _listed(self.allocation.variances)

    @property
    def records(self) -> list[dict[str, Cell]]:
        """One record for each party, with what came in beside what is computed."""
        active = self.allocation.active.tolist()
        required = _listed(self.allocation.required)
        return [
            {
                "name": name,
                "active": "yes" if active[j] else "no",
                **self.parties.kept[j],
                **self._budget(j),
                "required_variance": required[j],
                "noise_variance": variance,
                **self._steps(j),
            }
            for j, (name, variance) in enumerate(zip(self.parties.names, self.variances, strict=True))
        ]

    @property
    def left_out(self) -> list[str]:
        """Columns that came with the parties and are not in a file of noise: the plan says nothing about them."""
        if self.plan is None:
            return []
        return list(dict.fromkeys(name for cells in self.parties.kept for name in cells if name not in DELIVERED))

    def _budget(self, j: int) -> dict[str, Cell]:
        """With a plan: the cells of a budget in a form that the checker reads."""
        if self.plan is None:
            return {}
        planned = zip(("epsilon", "delta", "sensitivity"), self.plan.question.budgets[j], strict=True)
        cells = self.parties.kept[j]
        return {name: _readable(cells[name], value) for name, value in planned if name in cells}

    def _steps(self, j: int) -> dict[str, Cell]:
        if self.plan is None:
            return {}
        return {"grid": to_text(self.plan.grid), "grid_variance": self.plan.variances[j]}


def finite(total: float | Exact) -> float | Exact:
    """A total that a double can hold, or one that is exact."""
    if total == math.inf:
        raise InvalidInput("the totals must not exceed the largest double, 1.8e308; give requirements as whole numbers")
    return total


def _listed(values: NDArray[np.float64] | Sequence[Exact]) -> list[float] | list[Exact]:
    return values.tolist() if isinstance(values, np.ndarray) else list(values)


def party_table(result: Result, rows: int) -> Table:
    """The first rows for the screen."""
    allocation = result.allocation
    gone = f", any {allocation.dropouts} more gone" if allocation.dropouts else ""
    table = Table(title=f"Noise for {allocation.n} parties, up to {allocation.threshold} colluding{gone}")
    for name, justify in (
        ("party", "left"),
        ("active", "left"),
        ("required variance", "right"),
        ("noise variance", "right"),
        ("noise σ", "right"),
    ):
        # Folded, not cut: 118… could be 118 or 1182.
        table.add_column(name, justify=justify, overflow="fold")  # type: ignore[arg-type]  # rich's Literal is not inferred from tuples
    for record in result.records[:rows]:
        required, variance = _number(record, "required_variance"), _number(record, "noise_variance")
        table.add_row(
            escape(str(record["name"])), str(record["active"]), _short(required), _short(variance), sigma_up(variance)
        )
    if allocation.n > rows:
        table.caption = f"{allocation.n - rows} more: see --out or --rows"
    return table


def baselines(allocation: tpmdp.Allocation) -> dict[str, float | Exact]:
    """The total beside those of other ways to share noise among the same parties."""
    required, active, t = allocation.required, allocation.active, allocation.threshold
    missing = t + allocation.dropouts if t else 0
    totals: dict[str, float | Exact] = {"optimal": allocation.total}
    if allocation.dropouts:
        totals["optimal if nobody leaves"] = tpmdp.allocate(required, t, active).total
    totals |= {
        "no threshold (all others may collude)": tpmdp.non_threshold(required, active).total,
        "TMDP (everybody gets the strictest requirement)": tpmdp.tmdp(required, missing, active).total,
        "MIN (a trusted centre adds the strictest requirement once)": tpmdp.minimum(required),
    }
    return {name: finite(total) for name, total in totals.items()}


def total_table(result: Result) -> Table:
    """Totals against the optimum."""
    allocation = result.allocation
    table = Table(title=f"Total variance (subcase {allocation.subcase.value})")
    table.add_column("mechanism", overflow="fold")
    table.add_column("total", justify="right", overflow="fold")
    table.add_column("times optimum", justify="right", overflow="fold")
    totals: dict[str, float | Exact] = dict(baselines(allocation))
    if result.plan is not None:
        totals["this plan (integers on a grid)"] = result.plan.total
    for name, total in totals.items():
        table.add_row(name, _short(total), _times(total, allocation.total))
    return table


def _times(total: float | Exact, least: float | Exact) -> str:
    """How many times the least total; nothing where that is 0."""
    if not least:
        return ""
    ratio = Fraction(total) / Fraction(least)
    return f"{float(ratio):.6g}" if ratio < _LARGE else up(ratio)


def as_csv(result: Result) -> str:
    """The records as CSV; texts that a spreadsheet would take for formulas are defused.

    With a plan only columns that the checker holds against it: ``optcheck verify --noise`` refuses others.
    """
    records = [_written(record) for record in result.records]
    columns = list(dict.fromkeys(name for record in records for name in record if name not in result.left_out))
    numbers = {"required_variance", "noise_variance", "noise_sigma", "grid", "grid_variance"}
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([escape_formula(name) for name in columns])
    for record in records:
        cells = ((name, str(record.get(name, ""))) for name in columns)
        writer.writerow([cell if name in numbers else escape_formula(cell) for name, cell in cells])
    return stream.getvalue()


def as_json(result: Result) -> str:
    """The records and the totals as JSON."""
    allocation = result.allocation
    summary: dict[str, object] = {
        "threshold": allocation.threshold,
        "dropouts": allocation.dropouts,
        "subcase": allocation.subcase.value,
        "totals": {name: _plain(total) for name, total in baselines(allocation).items()},
    }
    if result.plan is not None:
        summary |= {"grid": to_text(result.plan.grid), "plan_total": _plain(result.plan.total)}
    records = [_written(record) for record in result.records]
    return json.dumps({**summary, "parties": records}, indent=1, ensure_ascii=False) + "\n"


def _written(record: dict[str, Cell]) -> dict[str, float | str]:
    """The record with numbers as they are written, and the standard deviation beside the variance."""
    variance = _number(record, "noise_variance")
    written = {name: _plain(value) for name, value in record.items()}
    if "grid" in record:  # whole steps squared are exact beside it; this one is for people
        written["noise_variance"] = up(variance, _MANY)
    position = list(written).index("noise_variance") + 1
    items = list(written.items())
    return dict([*items[:position], ("noise_sigma", sigma_up(variance, _MANY)), *items[position:]])


def _number(record: dict[str, Cell], name: str) -> float | Exact:
    value = record[name]
    assert not isinstance(value, str)  # it is computed
    return value


def _plain(value: Cell) -> float | str:
    """Doubles in their shortest exact form, exact numbers as "p/q"."""
    return value if isinstance(value, float | str) else to_text(value)


def _readable(cell: str, value: Exact) -> str:
    """The cell as somebody wrote it, unless that has a decimal comma or the like."""
    try:
        return cell if number_in(cell, "cell") == value else to_text(value)
    except CertificateRejected:
        return to_text(value)


def _short(value: float | Exact) -> str:
    exact_text = "" if isinstance(value, float) else to_text(value)
    return exact_text if exact_text and len(exact_text) <= 12 else up(value)


_BULK_LARGE = 64 << 20  # bytes of a CSV file; read at once it would take some twenty times as much memory
_CONNECT_SECONDS = 15


@dataclass(frozen=True, slots=True)
class Bulk:
    """What was asked on the command line."""

    source: Path
    output: Path | None
    threshold: int
    dropouts: int
    releases: int
    dimension: int
    encoding: str | None
    dask: str | None
    plan: Path | None


def is_bulk(source: Path, certified: bool) -> bool:
    """Whether a file is planned in chunks; a ``certified`` optimum needs all parties at once where that is possible."""
    if source.is_dir() or is_parquet(source):
        return True
    large = source.suffix.lower() == ".csv" and source.is_file() and source.stat().st_size > _BULK_LARGE
    return large and not certified


def allocate_in_bulk(asked: Bulk, as_json: bool) -> None:
    """Plan, write, and print what was found."""
    inputs = bulk_inputs(asked.source)
    if asked.plan is not None:
        _plan_in_bulk(asked, inputs, as_json)
        return
    with _client(asked.dask) as client:
        outputs = None if asked.output is None else _outputs(asked.output, inputs, asked.source.is_dir())
        found = noise.allocate_files(
            inputs,
            asked.threshold,
            outputs,
            asked.dropouts,
            releases=asked.releases,
            encoding=asked.encoding,
            client=client,
        )
    if as_json:
        out.out(json.dumps(_record(found), indent=1), highlight=False)
    else:
        out.print(_sentences(found), soft_wrap=True, markup=False)
    for message in [*few(found.warnings), *unprotected(found.threshold, bool(found.viewers))]:
        warn(message)


def _plan_in_bulk(asked: Bulk, inputs: list[Path], as_json: bool) -> None:
    if asked.plan is None or asked.output is None:
        raise InvalidInput("a plan made in chunks has its parties beside it: give --out noise.csv as well as --plan")
    with _client(asked.dask) as client:
        outputs = _outputs(asked.output, inputs, asked.source.is_dir())
        if asked.source.is_dir():
            outputs = [path.with_suffix(".csv") for path in outputs]
        found = noise.plan_files(
            inputs,
            asked.threshold,
            outputs,
            asked.plan,
            asked.dropouts,
            releases=asked.releases,
            dimension=asked.dimension,
            encoding=asked.encoding,
            client=client,
        )
    if as_json:
        out.out(json.dumps(_plan_record(found), indent=1, ensure_ascii=False), highlight=False)
    else:
        price = (
            f"{up(100 * found.price, 3)} % more than noise on the reals would have, by our own sums, without a proof"
        )
        out.print(f"Proved: {found.statement}.\nThe total is {price}.", soft_wrap=True, markup=False)
    for message in [*few(found.warnings), *unprotected(found.threshold, bool(found.viewers))]:
        warn(message)


def _plan_record(found: noise.BulkPlan) -> dict[str, object]:
    return {
        "parties": found.n,
        "active": found.viewers,
        "threshold": found.threshold,
        "dropouts": found.dropouts,
        "grid": to_text(found.grid),
        "plan_total": to_text(found.total),
        "price": found.price,
        "proved": found.statement,
    }


def bulk_inputs(source: Path) -> list[Path]:
    """The file itself, or the tables of a folder in the order of their names."""
    if not source.is_dir():
        return [source]
    found = sorted(path for path in source.iterdir() if is_parquet(path) or path.suffix.lower() == ".csv")
    if not found:
        raise InvalidInput(f"the folder {source} must hold .parquet or .csv files, got none")
    return found


def _outputs(output: Path, inputs: list[Path], folder: bool) -> list[Path]:
    """The output itself, or for a folder the same names in another folder, which is made if it is not there."""
    if not folder:
        return [output]
    try:
        output.mkdir(exist_ok=True)
    except OSError as error:
        raise InvalidInput(
            f"--out {output} must be a folder where {inputs[0].parent} is one: {error.strerror}"
        ) from error
    return [output / path.name for path in inputs]


@contextmanager
def _client(address: str | None) -> Iterator[distributed.Client | None]:
    if address is None:
        yield None
        return
    try:
        import distributed
    except ImportError as error:
        raise MissingExtra("--dask needs dask.distributed: pip install 'optcheck[dask]'") from error
    try:
        client = distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InvalidInput(f"no dask scheduler answers at {address!r}: {error}") from error
    with client:
        yield client


def _record(found: noise.BulkAllocation) -> dict[str, object]:
    return {
        "parties": found.n,
        "active": found.viewers,
        "threshold": found.threshold,
        "dropouts": found.dropouts,
        "subcase": found.subcase.value,
        "total": to_text(found.total),
    }


def _sentences(found: noise.BulkAllocation) -> str:
    gone = f", any {found.dropouts} more gone" if found.dropouts else ""
    return (
        f"Noise for {found.n} parties ({found.viewers} active), up to {found.threshold} colluding{gone}: "
        f"total variance {up(found.total)} (subcase {found.subcase.value}).\n"
        "Planned in chunks: names were not compared. For a proof: --plan and --out."
    )
