"""``optcheck allocate``: the least noise that protects every party, with its proof, down to integers."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from optcheck import noise, tpmdp
from optcheck.cli._console import number, out, unprotected, warn
from optcheck.cli._noise import Bulk, Result, allocate_in_bulk, as_csv, as_json, is_bulk, party_table, total_table
from optcheck.errors import InvalidInput
from optcheck.exact.certificate import Certificate
from optcheck.exact.files import check_outputs, write_atomically
from optcheck.exact.numbers import Exact, exact, whole
from optcheck.exact.rounding import at_least
from optcheck.exact.text import round_up as up
from optcheck.noise.tables import Parties, read_parties

_PATIENCE = 3600.0  # seconds' worth of checking for a plan of one's own


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
    releases: Annotated[int, typer.Option(min=1, help="How many results share every party's budget.")] = 1,
    dimension: Annotated[int, typer.Option(min=1, help="Coordinates of a value; the sensitivity is Euclidean.")] = 1,
    least_variance: Annotated[
        str | None,
        typer.Option("--least-variance", help="With --plan: everybody adds noise of at least this variance."),
    ] = None,
    plan: Annotated[Path | None, typer.Option(help="Plan integer noise and write plan and proof here.")] = None,
    certificate: Annotated[Path | None, typer.Option(help="Write the proof of optimality here.")] = None,
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

    - `optcheck allocate parties.csv --threshold 3 --dropouts 1`
    - `optcheck allocate parties.csv -t 3 --plan plan.json --out noise.csv`
    - `optcheck allocate - -t 1 --json < parties.csv`
    - `optcheck allocate folder -t 3 --plan plan.json --out noise --dask tcp://host:8786`
    """
    floor = _floor(least_variance, plan)
    if is_bulk(file, certified=certificate is not None):
        if certificate is not None or floor:
            wrong = "--least-variance" if certificate is None else "--certificate"
            raise InvalidInput(f"{wrong} needs all parties in memory: take --plan alone, or a CSV file, not {file}")
        allocate_in_bulk(Bulk(file, output, threshold, dropouts, releases, dimension, encoding, dask, plan), json)
        return
    if dask is not None:
        raise InvalidInput(f"--dask is for a folder of CSV or Parquet files, got {file}")
    if output is not None and output.suffix.lower() not in (".csv", ".json"):
        raise InvalidInput(f"--out must end in .csv or .json, got {output}")
    check_outputs([file], {"--out": output, "--certificate": certificate, "--plan": plan})
    parties = read_parties(file, encoding)
    allocation = tpmdp.allocate(_times(parties.required, releases), threshold, parties.active, dropouts)
    wanted = _plan(parties, allocation, releases, dimension, floor) if plan is not None else None
    result = Result(parties, allocation, wanted)
    proofs = [(certificate, allocation.certify()), *([(plan, wanted.certify())] if wanted else [])]
    sentences = [f"Proved: {_proved(proof)}." for _, proof in proofs]
    if json:
        out.out(as_json(result), end="", highlight=False)
    else:
        totals = total_table(result)  # which may be beyond the doubles: said before anything is printed
        out.print(party_table(result, rows), totals, sep="")
        out.print("\n".join(sentences), soft_wrap=True, markup=False)
    for message in [*_unread(result, output), *unprotected(allocation.threshold, bool(allocation.active.any()))]:
        warn(message)
    if output is not None:
        write_atomically(output, as_json(result) if output.suffix.lower() == ".json" else as_csv(result))
    for path, proof in proofs:
        if path is not None:
            proof.save(path)


def _floor(least_variance: str | None, plan: Path | None) -> Exact:
    """The variance that everybody is to add at least."""
    floor = number(least_variance, "--least-variance") or 0
    if floor < 0:
        raise InvalidInput(f"--least-variance must not be negative, got {least_variance}")
    if floor and plan is None:
        raise InvalidInput("--least-variance is for integer noise: give --plan as well")
    return floor


def _unread(result: Result, output: Path | None) -> list[str]:
    """The warnings about the parties; columns that are kept elsewhere are left out of a file of planned noise."""
    warnings, columns = result.parties.warnings, result.left_out
    if not columns or output is None or output.suffix.lower() != ".csv":
        return warnings
    rest = [message for message in warnings if "columns kept but not read" not in message]
    return [f"{output}: columns left out, because the plan says nothing about them: {', '.join(columns)}", *rest]


def _times(required: list[Exact] | list[float], releases: int) -> list[Exact] | list[float]:
    """So many releases with that many times the variance reveal as much as one: exact numbers stay exact."""
    if any(isinstance(need, float) for need in required):
        return [at_least(releases * Fraction(need)) for need in required]
    return [whole(releases * Fraction(need)) for need in required]


def _plan(
    parties: Parties, allocation: tpmdp.Allocation, releases: int, dimension: int, least_variance: Exact
) -> noise.Plan:
    if parties.budgets is None:
        raise InvalidInput("--plan needs epsilon and delta of every party: a variance alone does not say what it keeps")
    epsilons, deltas, sensitivities = zip(*parties.budgets, strict=True)
    question = noise.Question.of(
        epsilons,
        deltas,
        sensitivities,
        threshold=allocation.threshold,
        dropouts=allocation.dropouts,
        active=parties.active,
        releases=releases,
        dimension=dimension,
        names=parties.names,
    )
    return noise.make(question, least_variance=least_variance)


def _proved(proof: Certificate) -> str:
    """Have the checker look at a proof; what it says in one sentence."""
    proved = proof.verify(_PATIENCE)
    if proof.kind == "noise-plan":
        return proved.statement
    gap = Fraction(proved.value or 0) - Fraction(exact(proof.evidence["bound"], "bound"))
    near = f"at most {up(gap, 3)} above the least possible one" if gap else "the least possible one"
    kept = "every party keeps the noise it needs against every coalition planned for (TPMDP, Eq. 6)"
    return f"{kept}, and the total is {near}"


COMMANDS = (allocate,)
