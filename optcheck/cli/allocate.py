"""``optcheck allocate``: the least noise that protects every party, with its proof, down to integers."""

from __future__ import annotations

import csv
import io
import json as json_text
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np
import typer
from rich.markup import escape
from rich.table import Table

from optcheck import noise, tpmdp
from optcheck.checker.delivery import COLUMNS as DELIVERED
from optcheck.checker.delivery import number_in
from optcheck.checker.noise import WRAP, WRAP_BITS, Instance, named, plain, protection, silent
from optcheck.cli._console import number, number_table, out, print_json, print_text, warn
from optcheck.errors import CertificateRejected, InvalidInput, require
from optcheck.exact.files import Certificate, Verified, check_outputs, write_atomically
from optcheck.exact.numbers import Exact, escape_formula, exact, round_up, sigma_up, to_text, whole
from optcheck.exact.rounding import at_least
from optcheck.noise.bulk import require_workers
from optcheck.noise.plan import percent_of
from optcheck.noise.spool import is_parquet
from optcheck.noise.tables import Parties, abridge, read_parties

if TYPE_CHECKING:
    import distributed


# --- What the commands about noise share: tables larger than memory, clusters, and warnings ---


_LARGE = 64 << 20  # bytes of a CSV file; read at once it would take some twenty times as much memory
_CONNECT_SECONDS = 15


def is_bulk(source: Path, certified: bool) -> bool:
    """Whether a file is planned in bulk; a ``certified`` optimum needs all parties at once where that is possible."""
    if source.is_dir() or is_parquet(source):
        return True
    large = source.suffix.lower() == ".csv" and source.is_file() and source.stat().st_size > _LARGE
    return large and not certified


def bulk_inputs(source: Path) -> list[Path]:
    """The file itself, or the tables of a folder in the order of their names."""
    if not source.is_dir():
        return [source]
    files = sorted(path for path in source.iterdir() if is_parquet(path) or path.suffix.lower() == ".csv")
    if not files:
        raise InvalidInput(f"the folder {source} must hold .parquet or .csv files, got none")
    return files


@contextmanager
def dask_client(address: str | None) -> Iterator[distributed.Client | None]:
    """A client of the dask cluster at the address, which has a worker; None where no address is given."""
    if address is None:
        yield None
        return
    require("--dask", "distributed")
    import distributed

    try:
        client = distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InvalidInput(f"no dask scheduler answers at {address!r}: {error}") from error
    with client:
        require_workers(client)
        yield client


def unprotected(threshold: int, somebody_active: bool) -> list[str]:
    """Warnings where the noise protects nobody."""
    warnings = []
    if not threshold:
        warnings.append(
            "threshold 0 guards against nobody who sees the result; take 1 if a single curious party matters"
        )
    if not somebody_active:
        warnings.append(
            "nobody is active: without somebody who sees the result there is nothing to protect, and no noise"
        )
    return warnings


def finite(total: float | Exact) -> float | Exact:
    """A total that a double can hold, or one that is exact."""
    if total == math.inf:
        raise InvalidInput("the totals must not exceed the largest double, 1.8e308; give requirements as whole numbers")
    return total


# --- ``optcheck allocate``: the least noise that protects every party, with its proof, down to integers ---


_CHECK_SECONDS = 3600.0  # for a plan of one's own
_LARGE_RATIO = 10**300  # of doubles; it can be beyond them
_DIGITS = 17  # that tell doubles apart
_ROUNDED = ("required_variance", "noise_variance")  # columns for people where whole steps are exact beside them
_NUMBERS = frozenset(["required_variance", "noise_variance", "noise_sigma", "grid", "grid_variance"])
_BUDGET = ("epsilon", "delta", "sensitivity")
Cell = str | float | Exact


def allocate(
    file: Annotated[
        Path,
        typer.Argument(
            help="CSV, Parquet or JSON: name, active, and epsilon, delta, sensitivity or variance; - for stdin; "
            "a folder of CSV or Parquet files."
        ),
    ],
    threshold: Annotated[int, typer.Option("--threshold", "-t", help="How many parties may collude.")],
    dropouts: Annotated[int, typer.Option("--dropouts", "-d", help="How many others may leave with their noise.")] = 0,
    releases: Annotated[
        int,
        typer.Option(
            min=1, help="How many results share every party's budget; one that is s times as precise counts as s * s."
        ),
    ] = 1,
    dimension: Annotated[int, typer.Option(min=1, help="Coordinates of a value; the sensitivity is Euclidean.")] = 1,
    least_variance: Annotated[
        str | None,
        typer.Option("--least-variance", help="With --plan: everybody adds noise of at least this variance."),
    ] = None,
    grid: Annotated[
        str | None, typer.Option(help="With --plan: values are rounded to multiples of this number.")
    ] = None,
    modulus: Annotated[
        int | None, typer.Option(min=2, help="With --plan: the secure sum's modulus; wrap-around is ruled out.")
    ] = None,
    plan: Annotated[Path | None, typer.Option(help="Plan integer noise and write plan and proof here.")] = None,
    certificate: Annotated[Path | None, typer.Option(help="Write the proof of optimality here.")] = None,
    expected: Annotated[
        str | None, typer.Option("--expected-sum", help="About how large the sum is: the noise is compared with it.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--out", help="Write the allocation here: .csv, .json or .parquet; a folder for one.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
    rows: Annotated[int, typer.Option(min=0, help="How many parties the table shows.")] = 40,
    encoding: Annotated[str | None, typer.Option(help="Of the file, if it is not UTF-8 or marked.")] = None,
    dask: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="For a folder: the dask cluster with this scheduler.", show_default=False),
    ] = None,
) -> None:
    """How much noise must each of us add, so that nobody's budget breaks, and the total is as small as it can be?

    Requirements are given as (epsilon, delta, sensitivity), from which the variance of the analytic Gaussian mechanism
    is computed, or as a variance. Parties with `active` set to `no` never see the result; if it is published, everybody
    is active. Safe when any T parties collude and any D others leave. With `--plan` the noise becomes integers on a
    grid, and one proof covers the whole way: check it with `optcheck verify`, and draw with `optcheck sample`. A plan
    of the least total may give some parties no noise: then only the secure sum hides their values. `--least-variance`
    gives everybody some, in the square of the data's unit.

    Parquet files, folders, and CSV files of more than 64 MB are planned in bounded memory; with `--plan` and `--out`
    the proof is checked in one pass over the noise that was written.

    Examples:

    - `optcheck allocate parties.csv --threshold 3 --dropouts 1 --expected-sum 1200`
    - `optcheck allocate parties.csv -t 3 --plan plan.json --out noise.csv`
    - `optcheck allocate parties.csv -t 3 --plan plan.json --grid 1/64 --modulus 4294967296`
    - `optcheck allocate - -t 1 --json < parties.csv`
    - `optcheck allocate folder -t 3 --plan plan.json --out noise --dask tcp://host:8786`
    """
    floor = _floor({"--least-variance": least_variance, "--grid": grid, "--modulus": modulus}, plan)
    expected_sum = number(expected, "--expected-sum")
    if is_bulk(file, certified=certificate is not None):
        in_memory = {"--certificate": certificate, "--least-variance": floor, "--grid": grid, "--modulus": modulus}
        option = next((name for name, value in in_memory.items() if value), None)
        if option is not None:
            raise InvalidInput(f"{option} needs all parties in memory: take --plan alone, or a CSV file, not {file}")
        asked = _Bulk(file, output, threshold, dropouts, releases, encoding, dask)
        _allocate_bulk(asked, json) if plan is None else _plan_bulk(asked, plan, dimension, json)
        return
    if dask is not None:
        raise InvalidInput(f"--dask is for a folder of CSV or Parquet files, got {file}")
    _check_output(output, file)
    check_outputs([file], {"--out": output, "--certificate": certificate, "--plan": plan})
    parties = read_parties(file, encoding)
    if plan is None:
        required = _times(parties.required(), releases)
        result = _Result(parties, tpmdp.allocate(required, threshold, parties.active, dropouts))
    else:
        result = _planned(parties, (threshold, dropouts, releases, dimension), floor, grid, modulus)
    proofs = _proofs(result, certificate, plan)
    sentences = [f"Proved: {_statement(proof, result)}." for _, proof in proofs]
    # What is shown comes first: a total beyond the doubles is refused before anything is written.
    shown = _as_json(result) if json else _total_table(result)
    # Files first: a reader who closes the pipe after a few lines (head, less) loses words, not results.
    if output is not None:
        write_atomically(output, _as_json(result) if output.suffix.lower() == ".json" else _as_csv(result))
    for path, proof in proofs:
        if path is not None:
            proof.save(path)
    if isinstance(shown, str):
        out.out(shown, end="", highlight=False)
    else:
        print_text(_headline(result, expected_sum))
        out.print(_party_table(result, rows), shown, sep="")
        print_text("\n".join(sentences))
    allocation = result.allocation
    for message in [*_unread(result, output), *unprotected(allocation.threshold, bool(allocation.active.any()))]:
        warn(message)


def _floor(options: dict[str, str | int | None], plan: Path | None) -> Exact:
    """The variance that everybody is to add at least; these options are for plans only."""
    name = next((name for name, value in options.items() if value is not None), None)
    if name is not None and plan is None:
        raise InvalidInput(f"{name} is for integer noise: give --plan as well")
    text = options["--least-variance"]
    floor = number(None if text is None else str(text), "--least-variance") or 0
    if floor < 0:
        raise InvalidInput(f"--least-variance must not be negative, got {text}")
    return floor


def _check_output(output: Path | None, file: Path) -> None:
    if output is not None and output.suffix.lower() in (".parquet", ".pq"):
        raise InvalidInput(
            f"--out {output}: Parquet is written for Parquet files and folders; for {file} take .csv or .json"
        )
    if output is not None and output.suffix.lower() not in (".csv", ".json"):
        raise InvalidInput(f"--out must end in .csv or .json, got {output}")


def _times(required: list[Exact] | list[float], releases: int) -> list[Exact] | list[float]:
    """So many releases with that many times the variance reveal as much as one: exact numbers stay exact."""
    if any(isinstance(need, float) for need in required):
        return [at_least(releases * Fraction(need)) for need in required]
    return [whole(releases * Fraction(need)) for need in required]


def _planned(
    parties: Parties, asked: tuple[int, int, int, int], least_variance: Exact, grid: str | None, modulus: int | None
) -> _Result:
    threshold, dropouts, releases, dimension = asked
    if parties.budgets is None:
        raise InvalidInput("--plan needs epsilon and delta of every party: a variance alone does not say what it keeps")
    epsilons, deltas, sensitivities = zip(*parties.budgets, strict=True)
    question = noise.Question.of(
        epsilons,
        deltas,
        sensitivities,
        threshold=threshold,
        dropouts=dropouts,
        active=parties.active,
        releases=releases,
        dimension=dimension,
        names=parties.names,
    )
    try:
        plan = noise.make(question, grid, least_variance=least_variance, modulus=modulus)
    except InvalidInput:
        parties.required()  # which names the line of a budget that the calibration refuses
        raise
    assert plan.on_the_reals is not None  # it was made here
    return _Result(parties, plan.on_the_reals, plan)


def _proofs(result: _Result, certificate: Path | None, plan: Path | None) -> list[tuple[Path | None, Certificate]]:
    """What is proved, and where it goes; beside a plan the optimum on the reals is proved only if asked for."""
    optimum = [(certificate, result.allocation.certify())] if result.plan is None or certificate is not None else []
    return [*optimum, *([(plan, result.plan.certify())] if result.plan is not None else [])]


def _statement(proof: Certificate, result: _Result) -> str:
    """Have the checker look at a proof; what it says, with the budgets in the rows of the table."""
    verified = proof.verify(_CHECK_SECONDS)
    if result.plan is not None and proof.kind == "noise-plan":
        return _plan_statement(proof, verified, result, result.plan)
    gap = Fraction(verified.value or 0) - Fraction(exact(proof.evidence["bound"], "bound"))
    near = f"at most {round_up(gap, 3)} above the least possible one" if gap else "the least possible one"
    return f"every party keeps the noise it needs against everybody planned for, and the total variance is {near}"


def _plan_statement(proof: Certificate, verified: Verified, result: _Result, plan: noise.Plan) -> str:
    question, facts = plan.question, {fact.quantity: fact.value for fact in verified.facts}
    if not question.threshold or not question.active:
        return verified.statement
    asked = Instance(proof.instance, "instance")
    quiet = [name for name, variance in zip(question.names, plan.variances, strict=True) if not variance]
    words = f"{_kept(result)}, {protection(asked, len(question.active), question.n)}{silent(named(quiet), len(quiet))}"
    if WRAP in facts:
        words += f"; modulo {plan.modulus} a sum of values clipped to their sensitivities wraps around with "
        words += f"probability at most 2^-{WRAP_BITS}"
    return f"{words}; the total variance is at most {round_up(100 * plan.price, 2)} % above the least possible one"


def _kept(result: _Result) -> str:
    """Which budget every party keeps: what differs is in the rows of the table, the rest is said here."""
    rows = ", ".join(result.columns)
    same = ", ".join(f"{name} {texts[0]}" for name, texts in result.budgets.items() if name not in result.columns)
    return f"every party keeps the {rows} of its row" + (f" ({same})" if same else "")


def _unread(result: _Result, output: Path | None) -> list[str]:
    """The warnings about the parties; columns that other outputs repeat are left out of a file of planned noise."""
    warnings, columns = result.parties.warnings, result.left_out
    if not columns or output is None or output.suffix.lower() != ".csv":
        return warnings
    rest = [message for message in warnings if "columns kept but not read" not in message]
    return [f"{output}: columns left out, because the plan says nothing about them: {', '.join(columns)}", *rest]


@dataclass(frozen=True, slots=True)
class _Result:
    """What was asked, the allocation in real numbers, and the plan for integers where one is wanted."""

    parties: Parties
    allocation: tpmdp.Allocation
    plan: noise.Plan | None = None

    @property
    def total(self) -> float | Exact:
        """The variance of the noise in the result."""
        return self.allocation.total if self.plan is None else self.plan.total

    @property
    def budgets(self) -> dict[str, list[str]]:
        """Epsilon, delta and sensitivity of every party for people, where the parties have them."""
        columns = zip(*self.parties.budgets, strict=True) if self.parties.budgets else ()
        return {name: [plain(value) for value in values] for name, values in zip(_BUDGET, columns, strict=False)}

    @property
    def columns(self) -> dict[str, list[str]]:
        """The columns of a budget that the table shows: epsilon, and what differs from party to party."""
        return {name: texts for name, texts in self.budgets.items() if name == "epsilon" or len(set(texts)) > 1}

    @property
    def dimension(self) -> int:
        """How many coordinates the result has."""
        return 1 if self.plan is None else self.plan.question.dimension

    @property
    def records(self) -> list[dict[str, Cell]]:
        """One record for each party, with what came in beside what is computed."""
        active, required = self.allocation.active.tolist(), _listed(self.allocation.required)
        variances: Sequence[float | Exact] = _listed(self.allocation.variances)
        if self.plan is not None:
            variances = [self.plan.noise_variance(j) for j in range(self.allocation.n)]
        return [
            {
                "name": name,
                "active": "yes" if active[j] else "no",
                **self.parties.cells[j],
                **self._budget(j),
                "required_variance": required[j],
                "noise_variance": variances[j],
                **self._steps(j),
            }
            for j, name in enumerate(self.parties.names)
        ]

    @property
    def left_out(self) -> list[str]:
        """Columns that came with the parties and are not in a file of noise: the plan says nothing about them."""
        if self.plan is None:
            return []
        return list(dict.fromkeys(name for cells in self.parties.cells for name in cells if name not in DELIVERED))

    def _budget(self, j: int) -> dict[str, Cell]:
        """With a plan: the cells of a budget in a form that the checker reads."""
        if self.plan is None:
            return {}
        planned = zip(_BUDGET, self.plan.question.budgets[j], strict=True)
        cells = self.parties.cells[j]
        return {name: _readable(cells[name], value) for name, value in planned if name in cells}

    def _steps(self, j: int) -> dict[str, Cell]:
        if self.plan is None:
            return {}
        return {"grid": to_text(self.plan.grid), "grid_variance": self.plan.variances[j]}


def _listed(values: np.ndarray[tuple[int], np.dtype[np.float64]] | Sequence[Exact]) -> list[float] | list[Exact]:
    return values.tolist() if isinstance(values, np.ndarray) else list(values)


def _readable(cell: str, value: Exact) -> str:
    """The cell as somebody wrote it, unless that has a decimal comma or the like."""
    try:
        return cell if number_in(cell, "cell") == value else to_text(value)
    except CertificateRejected:
        return to_text(value)


def _headline(result: _Result, expected: Exact | None) -> str:
    """What the noise does to the result: the number that people ask for first."""
    total = result.total
    variance = f"variance {_short(total) if result.plan is None else round_up(total)}" + (
        " in each coordinate" if result.dimension > 1 else ""
    )
    against = ""
    if expected is not None:
        against = f": {percent_of(total, expected)} % of the expected sum of {to_text(expected)}"
    releases = 1 if result.plan is None else result.plan.question.releases
    which = "the result" if releases == 1 else f"each of {releases} results"
    return f"The noise in {which} has a standard deviation of {sigma_up(total)} ({variance}){against}."


def _party_table(result: _Result, rows: int) -> Table:
    """The first rows for the screen."""
    allocation = result.allocation
    gone = f" and {allocation.dropouts} more leaving" if allocation.dropouts else ""
    title = f"Noise for {allocation.n} parties, safe with up to {allocation.threshold} colluding{gone}"
    columns = result.columns
    table = number_table(title, "party", *columns, "sees the result", "needs σ", "adds σ", "of the total")
    for j, record in enumerate(result.records[:rows]):
        required, variance = _number(record, "required_variance"), _number(record, "noise_variance")
        part = float(100 * Fraction(variance) / Fraction(result.total)) if result.total else 0.0
        table.add_row(
            escape(str(record["name"])),
            *(texts[j] for texts in columns.values()),
            str(record["active"]),
            sigma_up(required),
            sigma_up(variance),
            f"{part:.1f} %",
        )
    if allocation.n > rows:
        table.caption = f"{allocation.n - rows} more: see --out or --rows"
    return table


_OTHER_WAYS = {
    "optimal": "least possible",
    "optimal if nobody leaves": "least possible if nobody leaves (protects less)",
    "no threshold (all others may collude)": "safe even if all others collude (protects more)",
    "TMDP (everybody gets the strictest requirement)": "everybody protected like the strictest (protects more)",
    "MIN (a trusted centre adds the strictest requirement once)": (
        "noise added once by a centre that everybody trusts (protects less: not from the centre, nor from insiders)"
    ),
}


def _total_table(result: _Result) -> Table:
    """The total against that of other ways."""
    allocation = result.allocation
    table = number_table("Total noise compared with other ways", "way", "σ of the result", "times this variance")
    if result.plan is not None:
        table.add_row("this plan, in whole steps of a grid", sigma_up(result.plan.total), "1")
    for name, total in _baselines(allocation).items():
        table.add_row(_OTHER_WAYS[name], sigma_up(total), _times_least(total, result.total))
    return table


def _baselines(allocation: tpmdp.Allocation) -> dict[str, float | Exact]:
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


def _times_least(total: float | Exact, least: float | Exact) -> str:
    """How many times the least total; nothing where that is 0."""
    if not least:
        return ""
    ratio = Fraction(total) / Fraction(least)
    return f"{float(ratio):.6g}" if ratio < _LARGE_RATIO else round_up(ratio)


def _short(value: float | Exact) -> str:
    exact_text = "" if isinstance(value, float) else to_text(value)
    return exact_text if exact_text and len(exact_text) <= 12 else round_up(value)


def _as_csv(result: _Result) -> str:
    """The records as CSV; texts that a spreadsheet would take for formulas are escaped.

    With a plan only columns that the checker holds against it: ``optcheck verify --noise`` refuses others.
    """
    records = [_written(record) for record in result.records]
    columns = list(dict.fromkeys(name for record in records for name in record if name not in result.left_out))
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([escape_formula(name) for name in columns])
    for record in records:
        cells = ((name, str(record.get(name, ""))) for name in columns)
        writer.writerow([cell if name in _NUMBERS else escape_formula(cell) for name, cell in cells])
    return stream.getvalue()


def _as_json(result: _Result) -> str:
    """The records and the totals as JSON."""
    allocation = result.allocation
    totals = _baselines(allocation)
    if result.plan is not None:
        totals = {name: at_least(Fraction(total)) for name, total in totals.items()}
    summary: dict[str, object] = {
        "threshold": allocation.threshold,
        "dropouts": allocation.dropouts,
        "subcase": allocation.subcase.value,
        "totals": {name: _plain(total) for name, total in totals.items()},
    }
    if result.plan is not None:
        summary |= {"grid": to_text(result.plan.grid), "plan_total": _plain(result.plan.total)}
    records = [_written(record) for record in result.records]
    return json_text.dumps({**summary, "parties": records}, indent=1, ensure_ascii=False) + "\n"


def _written(record: dict[str, Cell]) -> dict[str, float | str]:
    """The record with numbers as they are written, and the standard deviation beside the variance."""
    written: dict[str, float | str] = {}
    for name, value in record.items():
        rounded = "grid" in record and name in _ROUNDED
        written[name] = round_up(_number(record, name), _DIGITS) if rounded else _plain(value)
        if name == "noise_variance":
            written["noise_sigma"] = sigma_up(_number(record, name), _DIGITS)
    return written


def _number(record: dict[str, Cell], name: str) -> float | Exact:
    value = record[name]
    assert not isinstance(value, str)  # it is computed
    return value


def _plain(value: Cell) -> float | str:
    """Doubles in their shortest exact form, exact numbers as "p/q"."""
    return value if isinstance(value, float | str) else to_text(value)


@dataclass(frozen=True, slots=True)
class _Bulk:
    """What is asked about tables larger than memory."""

    source: Path
    output: Path | None
    threshold: int
    dropouts: int
    releases: int
    encoding: str | None
    dask: str | None

    def outputs(self, inputs: list[Path]) -> list[Path] | None:
        """The output itself, or for a folder the same names in another folder, which is made if it is not there."""
        if self.output is None or not self.source.is_dir():
            return None if self.output is None else [self.output]
        try:
            self.output.mkdir(exist_ok=True)
        except OSError as error:
            rule = f"must be a folder where {self.source} is one"
            raise InvalidInput(f"--out {self.output} {rule}: {error.strerror}") from error
        return [self.output / path.name for path in inputs]


def _allocate_bulk(asked: _Bulk, json: bool) -> None:
    inputs = bulk_inputs(asked.source)
    with dask_client(asked.dask) as client:
        answer = noise.allocate_files(
            inputs,
            asked.threshold,
            asked.outputs(inputs),
            asked.dropouts,
            releases=asked.releases,
            encoding=asked.encoding,
            client=client,
        )
    sizes = {"parties": answer.n, "active": answer.viewers, "threshold": answer.threshold, "dropouts": answer.dropouts}
    if json:
        print_json({**sizes, "subcase": answer.subcase.value, "total": to_text(answer.total)})
    else:
        gone = f" and {answer.dropouts} more leaving" if answer.dropouts else ""
        print_text(
            f"The noise in the result has a standard deviation of {sigma_up(answer.total)} (variance "
            f"{round_up(answer.total)}): {answer.n} parties, of whom {answer.viewers} see the result, safe with up to "
            f"{answer.threshold} colluding{gone}.\n"
            "Planned in bulk: names were not compared. For a proof: --plan and --out."
        )
    for message in [*abridge(answer.warnings), *unprotected(answer.threshold, bool(answer.viewers))]:
        warn(message)


def _plan_bulk(asked: _Bulk, plan: Path, dimension: int, json: bool) -> None:
    if asked.output is None:
        raise InvalidInput("a plan made in bulk has its parties beside it: give --out noise.csv as well as --plan")
    inputs = bulk_inputs(asked.source)
    with dask_client(asked.dask) as client:
        outputs = asked.outputs(inputs) or []
        answer = noise.plan_files(
            inputs,
            asked.threshold,
            [path.with_suffix(".csv") for path in outputs] if asked.source.is_dir() else outputs,
            plan,
            asked.dropouts,
            releases=asked.releases,
            dimension=dimension,
            encoding=asked.encoding,
            client=client,
        )
    sizes = {"parties": answer.n, "active": answer.viewers, "threshold": answer.threshold, "dropouts": answer.dropouts}
    if json:
        planned = {"grid": to_text(answer.grid), "plan_total": to_text(answer.total), "price": answer.price}
        print_json({**sizes, **planned, "proved": answer.statement})
    else:
        price = f"{round_up(100 * answer.price, 3)} % more than noise on the reals would have"
        print_text(f"Proved: {answer.statement}.\nThe total is {price}, by our own sums, without a proof.")
    for message in [*abridge(answer.warnings), *unprotected(answer.threshold, bool(answer.viewers))]:
        warn(message)


COMMANDS = (allocate,)
