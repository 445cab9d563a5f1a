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

import typer
from rich.markup import escape
from rich.table import Table

from optcheck import noise, tpmdp
from optcheck.checker.noise import WRAP, WRAP_BITS, Instance, named, plain, protection, silent
from optcheck.cli._console import number, number_table, out, print_json, print_text, warn
from optcheck.errors import InvalidInput, require
from optcheck.exact.files import Certificate, check_outputs, write_atomically
from optcheck.exact.numbers import Exact, escape_formula, exact, round_up, sigma_up, to_text
from optcheck.exact.rounding import at_least
from optcheck.noise.bulk import is_parquet, require_workers
from optcheck.noise.plan import BUDGET, percent_of
from optcheck.noise.tables import Parties, abridge, read_parties
from optcheck.tpmdp.instance import Doubles, Exacts

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


# --- The command ---


_CHECK_SECONDS = 3600.0  # for a plan of one's own
_DIGITS = 17  # that tell doubles apart
_COMPUTED = frozenset(["required_variance", "noise_variance", "noise_sigma"])


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
    for_plans = {"--least-variance": least_variance, "--grid": grid, "--modulus": modulus}
    only = next((name for name, value in for_plans.items() if value is not None), None)
    if only is not None and plan is None:
        raise InvalidInput(f"{only} is for integer noise: give --plan as well")
    if is_bulk(file, certified=certificate is not None):
        in_memory = "--certificate" if certificate is not None else only
        if in_memory is not None:
            raise InvalidInput(f"{in_memory} needs all parties in memory: take --plan alone, or a CSV file, not {file}")
        parameters = (threshold, dropouts, releases, dimension)
        _show_bulk(_allocate_bulk(file, output, plan, dask, encoding, parameters), json)
        return
    if dask is not None:
        raise InvalidInput(f"--dask is for a folder of CSV or Parquet files, got {file}")
    if output is not None and output.suffix.lower() not in (".csv", ".json"):
        rule = "Parquet is written for Parquet files and folders"
        raise InvalidInput(f"--out must end in .csv or .json, got {output}: {rule}")
    check_outputs([file], {"--out": output, "--certificate": certificate, "--plan": plan})
    expected_sum = number(expected, "--expected-sum")
    parties = read_parties(file, encoding)
    if plan is None:
        required = parties.required(releases)
        result = _Result(parties, tpmdp.allocate(required, threshold, parties.active, dropouts))
    else:
        question = parties.question(threshold, dropouts, releases=releases, dimension=dimension)
        result = _planned(parties, question, grid, number(least_variance, "--least-variance") or 0, modulus)
    proofs = _proofs(result, certificate, plan)
    # What is shown comes first: a total beyond the doubles is refused before anything is written.
    shown = _as_json(result) if json else _total_table(result)
    # Files first: a reader who closes the pipe after a few lines (head, less) loses words, not results.
    _write(result, output, proofs)
    if isinstance(shown, str):
        out.out(shown, end="", highlight=False)
    else:
        print_text(_headline(result, expected_sum))
        out.print(_party_table(result, rows), shown, sep="")
        print_text("\n".join(f"Proved: {sentence}." for _, _, sentence in proofs))
    for message in [*parties.warnings, *unprotected(threshold, bool(parties.active))]:
        warn(message)


def _write(result: _Result, output: Path | None, proofs: Sequence[tuple[Path | None, Certificate, str]]) -> None:
    if output is not None:
        write_atomically(output, _as_json(result) if output.suffix.lower() == ".json" else _as_csv(result))
    for path, proof, _ in proofs:
        if path is not None:
            proof.save(path)


def _planned(
    parties: Parties, question: noise.Question, grid: str | None, least_variance: Exact, modulus: int | None
) -> _Result:
    try:
        plan = noise.make(question, grid, least_variance=least_variance, modulus=modulus)
    except InvalidInput:
        parties.required()  # which names the line of a budget that the calibration refuses
        raise
    assert plan.on_the_reals is not None  # it was made here
    return _Result(parties, plan.on_the_reals, plan)


def _proofs(result: _Result, certificate: Path | None, plan: Path | None) -> list[tuple[Path | None, Certificate, str]]:
    """Where proofs go, and what the checker finds proved; beside a plan the optimum on the reals only if asked for."""
    proofs = []
    if result.plan is None or certificate is not None:
        optimum = result.allocation.certify()
        gap = Fraction(optimum.verify(_CHECK_SECONDS).value or 0) - Fraction(exact(optimum.evidence["bound"], "bound"))
        near = f"at most {round_up(gap, 3)} above the least possible one" if gap else "the least possible one"
        kept = "every party keeps the noise it needs against everybody planned for"
        proofs.append((certificate, optimum, f"{kept}, and the total variance is {near}"))
    if result.plan is not None:
        proof = result.plan.certify()
        proofs.append((plan, proof, _plan_statement(proof, result, result.plan)))
    return proofs


def _plan_statement(proof: Certificate, result: _Result, plan: noise.Plan) -> str:
    """What the checker says of a plan, shorter: the budgets that differ stand in the rows of the table."""
    question, verified = plan.question, proof.verify(_CHECK_SECONDS)
    if not question.threshold or not question.active:
        return verified.statement
    rows = ", ".join(result.columns)
    same = ", ".join(f"{name} {texts[0]}" for name, texts in result.budgets.items() if name not in result.columns)
    quiet = [name for name, variance in zip(question.names, plan.variances, strict=True) if not variance]
    words = f"every party keeps the {rows} of its row{f' ({same})' if same else ''}, "
    words += protection(Instance(proof.instance, "instance"), len(question.active), question.n)
    words += silent(named(quiet), len(quiet))
    if any(fact.quantity == WRAP for fact in verified.facts):
        words += f"; modulo {plan.modulus} a sum of values clipped to their sensitivities wraps around with "
        words += f"probability at most 2^-{WRAP_BITS}"
    return f"{words}; the total variance is at most {round_up(100 * plan.price, 2)} % above the least possible one"


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
    def required(self) -> Sequence[float | Exact]:
        """The variance that each party needs to be hidden in."""
        return _listed(self.allocation.required)

    @property
    def variances(self) -> Sequence[float | Exact]:
        """The variance of the noise that each party adds."""
        if self.plan is None:
            return _listed(self.allocation.variances)
        return list(map(self.plan.noise_variance, range(self.allocation.n)))

    @property
    def budgets(self) -> dict[str, list[str]]:
        """Epsilon, delta and sensitivity of every party for people, where the parties have them."""
        columns = zip(*self.parties.budgets, strict=True) if self.parties.budgets else ()
        return {name: [plain(value) for value in values] for name, values in zip(BUDGET, columns, strict=False)}

    @property
    def columns(self) -> dict[str, list[str]]:
        """The columns of a budget that the table shows: epsilon, and what differs from party to party."""
        return {name: texts for name, texts in self.budgets.items() if name == "epsilon" or len(set(texts)) > 1}

    @property
    def sees(self) -> list[str]:
        """Whether each party sees the result."""
        return ["yes" if flag else "no" for flag in self.allocation.active.tolist()]

    @property
    def records(self) -> list[dict[str, float | str]]:
        """One record for each party, with what came in beside what is computed."""
        if self.plan is not None:
            planned = self.plan.to_records()
            return [{**cells, **record} for cells, record in zip(self.parties.cells, planned, strict=True)]
        rows = zip(self.parties.names, self.sees, self.parties.cells, self.required, self.variances, strict=True)
        return [
            {
                "name": name,
                "active": sees,
                **cells,
                "required_variance": _written(required),
                "noise_variance": _written(variance),
                "noise_sigma": sigma_up(variance, _DIGITS),
            }
            for name, sees, cells, required, variance in rows
        ]


def _listed(values: Doubles | Exacts) -> Sequence[float | Exact]:
    return values if isinstance(values, tuple) else values.tolist()


def _written(value: float | Exact) -> float | str:
    """Doubles in their shortest exact form, exact numbers as "p/q"."""
    return value if isinstance(value, float) else to_text(value)


def _headline(result: _Result, expected: Exact | None) -> str:
    """What the noise does to the result: the number that people ask for first."""
    total, which, coordinates = result.total, "the result", ""
    if result.plan is not None:
        question = result.plan.question
        which = which if question.releases == 1 else f"each of {question.releases} results"
        coordinates = " in each coordinate" if question.dimension > 1 else ""
    against = ""
    if expected is not None:
        against = f": {percent_of(total, expected)} % of the expected sum of {to_text(expected)}"
    variance = f"variance {round_up(total)}{coordinates}"
    return f"The noise in {which} has a standard deviation of {sigma_up(total)} ({variance}){against}."


def _party_table(result: _Result, rows: int) -> Table:
    """The first rows for the screen."""
    allocation, columns = result.allocation, result.columns
    gone = f" and {allocation.dropouts} more leaving" if allocation.dropouts else ""
    title = f"Noise for {allocation.n} parties, safe with up to {allocation.threshold} colluding{gone}"
    table = number_table(title, "party", *columns, "sees the result", "needs σ", "adds σ", "of the total")
    for j, (name, sees, required, variance) in enumerate(
        zip(result.parties.names[:rows], result.sees, result.required, result.variances, strict=False)
    ):
        part = float(100 * Fraction(variance) / Fraction(result.total)) if result.total else 0.0
        budget = (texts[j] for texts in columns.values())
        table.add_row(escape(name), *budget, sees, sigma_up(required), sigma_up(variance), f"{part:.1f} %")
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
    table = number_table("Total noise compared with other ways", "way", "σ of the result", "times this variance")
    if result.plan is not None:
        table.add_row("this plan, in whole steps of a grid", sigma_up(result.plan.total), "1")
    for name, total in _baselines(result.allocation).items():
        ratio = round_up(Fraction(total) / Fraction(result.total)) if result.total else ""
        table.add_row(_OTHER_WAYS[name], sigma_up(total), ratio)
    return table


def _baselines(allocation: tpmdp.Allocation) -> dict[str, float | Exact]:
    """The total beside those of other ways to share noise among the same parties."""
    required, active, t = allocation.required, allocation.active, allocation.threshold
    missing = t + allocation.dropouts if t else 0
    fewer = tpmdp.allocate(required, t, active).total if allocation.dropouts else None
    totals = (
        allocation.total,
        fewer,
        tpmdp.non_threshold(required, active).total,
        tpmdp.tmdp(required, missing, active).total,
        tpmdp.minimum(required),
    )
    return {name: finite(total) for name, total in zip(_OTHER_WAYS, totals, strict=True) if total is not None}


def _as_csv(result: _Result) -> str:
    """The records as CSV; texts that a spreadsheet would take for formulas are escaped.

    With a plan only columns that the checker holds against it: ``optcheck verify --noise`` refuses others.
    """
    if result.plan is not None:
        return result.plan.to_csv()
    records, stream = result.records, io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(map(escape_formula, records[0]))
    for record in records:
        writer.writerow(str(cell) if name in _COMPUTED else escape_formula(str(cell)) for name, cell in record.items())
    return stream.getvalue()


def _as_json(result: _Result) -> str:
    """The records and the totals as JSON."""
    allocation, plan = result.allocation, result.plan
    totals = _baselines(allocation)
    if plan is not None:
        totals = {name: at_least(Fraction(total)) for name, total in totals.items()}
    summary: dict[str, object] = {
        "threshold": allocation.threshold,
        "dropouts": allocation.dropouts,
        "subcase": allocation.subcase.value,
        "totals": {name: _written(total) for name, total in totals.items()},
    }
    if plan is not None:
        summary |= {"grid": to_text(plan.grid), "plan_total": to_text(plan.total)}
    return json_text.dumps({**summary, "parties": result.records}, indent=1, ensure_ascii=False) + "\n"


def _allocate_bulk(
    source: Path,
    output: Path | None,
    plan: Path | None,
    dask: str | None,
    encoding: str | None,
    parameters: tuple[int, int, int, int],
) -> noise.BulkAllocation | noise.BulkPlan:
    """Write the noise of tables larger than memory, and the plan where one is wanted."""
    if plan is not None and output is None:
        raise InvalidInput("a plan made in bulk has its parties beside it: give --out noise.csv as well as --plan")
    inputs, (t, d, k, m) = bulk_inputs(source), parameters
    with dask_client(dask) as client:
        files = _bulk_outputs(source, output, inputs)
        if plan is None:
            return noise.allocate_files(inputs, t, files, d, releases=k, encoding=encoding, client=client)
        tables = [path.with_suffix(".csv") if source.is_dir() else path for path in files or ()]
        return noise.plan_files(inputs, t, tables, plan, d, releases=k, dimension=m, encoding=encoding, client=client)


def _bulk_outputs(source: Path, output: Path | None, inputs: list[Path]) -> list[Path] | None:
    """The output itself, or for a folder the same names in another folder, which is made if it is not there."""
    if output is None or not source.is_dir():
        return None if output is None else [output]
    try:
        output.mkdir(exist_ok=True)
    except OSError as error:
        raise InvalidInput(f"--out {output} must be a folder where {source} is one: {error.strerror}") from error
    return [output / path.name for path in inputs]


def _show_bulk(answer: noise.BulkAllocation | noise.BulkPlan, json: bool) -> None:
    sizes = {"parties": answer.n, "active": answer.viewers}
    sizes |= {"threshold": answer.threshold, "dropouts": answer.dropouts}
    if json:
        print_json({**sizes, **_bulk_facts(answer)})
    else:
        print_text(_bulk_words(answer))
    for message in [*abridge(answer.warnings), *unprotected(answer.threshold, bool(answer.viewers))]:
        warn(message)


def _bulk_facts(answer: noise.BulkAllocation | noise.BulkPlan) -> dict[str, object]:
    if isinstance(answer, noise.BulkAllocation):
        return {"subcase": answer.subcase.value, "total": to_text(answer.total)}
    planned = {"grid": to_text(answer.grid), "plan_total": to_text(answer.total), "price": answer.price}
    return {**planned, "proved": answer.statement}


def _bulk_words(answer: noise.BulkAllocation | noise.BulkPlan) -> str:
    if isinstance(answer, noise.BulkPlan):
        price = f"{round_up(100 * answer.price, 3)} % more than noise on the reals would have"
        return f"Proved: {answer.statement}.\nThe total is {price}, by our own sums, without a proof."
    gone = f" and {answer.dropouts} more leaving" if answer.dropouts else ""
    return (
        f"The noise in the result has a standard deviation of {sigma_up(answer.total)} (variance "
        f"{round_up(answer.total)}): {answer.n} parties, of whom {answer.viewers} see the result, safe with up to "
        f"{answer.threshold} colluding{gone}.\n"
        "Planned in bulk: names were not compared. For a proof: --plan and --out."
    )


COMMANDS = (allocate,)
