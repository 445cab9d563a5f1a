"""``optcheck solve``: the exact answer of a linear program, with its proof."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Annotated

import typer

from optcheck.cli._console import err, out, visible
from optcheck.cli._programs import (
    INFEASIBLE,
    NOT_PROVED,
    UNBOUNDED,
    Extra,
    extra_document,
    extra_of,
    extra_text,
    load_program,
    proof_of,
    size_of,
    stoppable,
    working,
)
from optcheck.errors import InvalidInput, NotCertified, TooCostly
from optcheck.exact.files import check_outputs, require_folders, write_atomically
from optcheck.exact.numbers import to_text
from optcheck.exact.text import escape_formula
from optcheck.lp.infeasibility import Subsystem
from optcheck.lp.program import LinearProgram
from optcheck.lp.solve import Answer
from optcheck.lp.solve import solve as solve_program
from optcheck.lp.vipr import to_vipr

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
    iis: Annotated[
        bool, typer.Option("--iis", help="Infeasible: show rows and bounds that exclude each other.")
    ] = False,
    ranging: Annotated[bool, typer.Option("--ranging", help="Optimal: show how far the data may move.")] = False,
    limit: Annotated[float, typer.Option(help="Seconds for solving, and again for --iis or --ranging.")] = 60.0,
    backend: Annotated[str, typer.Option(help="Whose answer is the hint.")] = "highs",
    binary: Annotated[bool, typer.Option("--binary", help="Read numbers as doubles: 0.1 is not 1/10.")] = False,
    relax: Annotated[bool, typer.Option("--relax", help="Let integer columns take any value.")] = False,
    rows: Annotated[int, typer.Option(min=0, help="How many columns and rows the table shows.")] = 20,
) -> None:
    """Solve a linear program exactly: the true optimum as a fraction, or a proof that there is none.

    Numbers in the file count as written: 0.1 is 1/10. A float solver's answer is the hint, exact arithmetic and the
    solver-free checker decide. With --iis or --ranging the proof in --certificate covers what these show as well.
    Exit status: 0 optimal, 3 infeasible, 4 unbounded, 5 something was not proved within the limit, 2 a file that
    cannot be used.

    Examples:

    - `optcheck solve model.mps`
    - `optcheck solve model.lp.gz --certificate proof.json --out answer.json`
    - `optcheck solve model.mps --iis`
    """
    if output is not None and output.suffix.lower() not in (".json", ".csv"):
        raise InvalidInput(f"--out must end in .json or .csv, got {output}")
    outputs = {"--certificate": certificate, "--vipr": vipr, "--out": output}
    check_outputs([file], outputs)
    require_folders(outputs)
    program = load_program(file, binary, relax)
    with working(f"solving {file.name}: {size_of(program)}"):
        answer, extra, failure = stoppable(lambda: _attempt(program, backend, limit, iis, ranging))
    if answer is not None:
        _show(answer, extra, as_json, rows)
        if certificate is not None:
            proof_of(answer, extra).save(certificate)
        _write(answer, extra, vipr, output)
    if failure:
        err.print(visible(f"optcheck: {failure}"), style="bold red", markup=False, soft_wrap=True)
    raise typer.Exit(STATUS[answer.status] if answer is not None and not failure else NOT_PROVED)


def _attempt(
    program: LinearProgram, backend: str, limit: float, iis: bool, ranging: bool
) -> tuple[Answer | None, Extra | None, str]:
    """The answer and what was asked for beside it, as far as it could be proved, and why the rest could not."""
    answer = None
    try:
        answer = solve_program(program, backend, limit)
        return answer, extra_of(answer, iis, ranging, limit), ""
    except (NotCertified, TooCostly) as error:
        return answer, None, str(error)


def _show(answer: Answer, extra: Extra | None, as_json: bool, rows: int) -> None:
    if as_json:
        typer.echo(_json(answer, extra))
        return
    table = answer.table(rows) if rows and not isinstance(extra, Subsystem) else ""
    parts = [str(answer), table, extra_text(extra, rows)]
    out.print(visible("\n\n".join(part for part in parts if part)), markup=False, soft_wrap=True)


def _json(answer: Answer, extra: Extra | None) -> str:
    return json.dumps({**answer.document(), **extra_document(extra)}, indent=1)


def _write(answer: Answer, extra: Extra | None, vipr: Path | None, output: Path | None) -> None:
    if vipr is not None:
        write_atomically(vipr, to_vipr(answer.program, answer.outcome))
        if answer.status == "unbounded":
            err.print("note: VIPR has no form for unbounded programs; the file proves a feasible point", soft_wrap=True)
    if output is not None:
        write_atomically(output, _as_text(answer, extra, output))


def _as_text(answer: Answer, extra: Extra | None, path: Path) -> str:
    if path.suffix.lower() == ".json":
        return _json(answer, extra) + "\n"
    reduced = answer.reduced_costs
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(("column", "value", "reduced cost"))
    writer.writerows((escape_formula(name), to_text(x), to_text(reduced[name])) for name, x in answer.point.items())
    return stream.getvalue()


COMMANDS = (solve,)
