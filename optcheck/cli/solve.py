"""``optcheck solve``: the exact answer of a linear program, with its proof."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Annotated

import typer

from optcheck.cli._cells import harmless
from optcheck.cli._console import err, out, visible
from optcheck.cli._programs import INFEASIBLE, NOT_PROVED, UNBOUNDED, load_program, size_of, working
from optcheck.errors import InvalidInput, NotCertified
from optcheck.exact.numbers import to_text
from optcheck.exact.vipr import to_vipr
from optcheck.exact.writing import check_outputs, write_atomically
from optcheck.solvers import Answer
from optcheck.solvers import solve as solve_program

STATUS = {"optimal": 0, "infeasible": INFEASIBLE, "unbounded": UNBOUNDED}


def solve(
    file: Annotated[Path, typer.Argument(help="A linear program: .mps, .lp, or gzipped.", show_default=False)],
    certificate: Annotated[Path | None, typer.Option(help="Write the proof here.", show_default=False)] = None,
    vipr: Annotated[
        Path | None, typer.Option(help="Write the proof in VIPR's format here.", show_default=False)
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--out", help="Write the answer here: .json or .csv.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")] = False,
    limit: Annotated[float, typer.Option(help="Seconds for solving.")] = 60.0,
    backend: Annotated[str, typer.Option(help="Whose answer is the hint.")] = "highs",
    binary: Annotated[bool, typer.Option("--binary", help="Read numbers as doubles: 0.1 is not 1/10.")] = False,
    relax: Annotated[bool, typer.Option("--relax", help="Let integer columns take any value.")] = False,
    rows: Annotated[int, typer.Option(min=0, help="How many columns and rows the table shows.")] = 20,
) -> None:
    """Solve a linear program exactly: the true optimum as a fraction, or a proof that there is none.

    Numbers in the file count as written: 0.1 is 1/10. A float solver's answer is the hint, exact arithmetic and the
    solver-free checker decide. Exit status: 0 optimal, 3 infeasible, 4 unbounded, 5 nothing proved within the limit,
    2 a file that cannot be used.

    Examples: `optcheck solve model.mps`, `optcheck solve model.lp.gz --certificate proof.json --out answer.json`
    """
    if output is not None and output.suffix.lower() not in (".json", ".csv"):
        raise InvalidInput(f"--out must end in .json or .csv, got {output}")
    check_outputs([file], {"--certificate": certificate, "--vipr": vipr, "--out": output})
    program = load_program(file, binary, relax)
    try:
        with working(f"solving {file.name}: {size_of(program)}"):
            answer = solve_program(program, backend, limit)
    except NotCertified as error:
        err.print(visible(f"optcheck: {error}"), style="bold red", markup=False, soft_wrap=True)
        raise typer.Exit(NOT_PROVED) from None
    _show(answer, as_json, rows)
    _write(answer, certificate, vipr, output)
    raise typer.Exit(STATUS[answer.status])


def _show(answer: Answer, as_json: bool, rows: int) -> None:
    if as_json:
        typer.echo(json.dumps(answer.document(), indent=1))
        return
    text = f"{answer}\n\n{answer.table(rows)}" if rows else str(answer)
    out.print(visible(text), markup=False, soft_wrap=True)


def _write(answer: Answer, certificate: Path | None, vipr: Path | None, output: Path | None) -> None:
    if certificate is not None:
        answer.certificate.save(certificate)
    if vipr is not None:
        write_atomically(vipr, to_vipr(answer.program, answer.outcome))
        if answer.status == "unbounded":
            err.print("note: VIPR has no form for unbounded programs; the file proves a feasible point", soft_wrap=True)
    if output is not None:
        write_atomically(output, _as_text(answer, output))


def _as_text(answer: Answer, path: Path) -> str:
    if path.suffix.lower() == ".json":
        return json.dumps(answer.document(), indent=1) + "\n"
    reduced = answer.reduced_costs
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(("column", "value", "reduced cost"))
    writer.writerows((harmless(name), to_text(x), to_text(reduced[name])) for name, x in answer.point.items())
    return stream.getvalue()


COMMANDS = (solve,)
