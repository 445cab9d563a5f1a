"""``optcheck verify``: recheck certificates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from optcheck.checker.core import DEFAULT_LIMIT
from optcheck.checker.facts import digest
from optcheck.checker.noise import Asked, check_asked, check_delivery
from optcheck.cli._console import err, number, out, visible
from optcheck.cli._programs import readings_of
from optcheck.errors import CertificateRejected, InvalidInput, TooCostly
from optcheck.exact.certificate import verify as verify_certificate
from optcheck.formal import require_built, verify_extracted

if TYPE_CHECKING:
    from optcheck.lp.program import LinearProgram

PROVED, REJECTED, UNREADABLE = 0, 1, 2


class Checker(StrEnum):
    """Who checks."""

    PYTHON = "python"
    EXTRACTED = "extracted"


def verify(
    files: Annotated[list[Path], typer.Argument(help="Certificate files.", show_default=False)],
    checker: Annotated[
        Checker,
        typer.Option(
            "--with", help="The checker of this package, or the one extracted from Coq that make formal builds."
        ),
    ] = Checker.PYTHON,
    limit: Annotated[
        float, typer.Option("--limit", min=0, max=10**9, help="Seconds' worth of work that checking one file may cost.")
    ] = DEFAULT_LIMIT,
    noise: Annotated[
        Path | None, typer.Option("--noise", help="Variances as handed out, to be held against one plan.")
    ] = None,
    party: Annotated[
        str | None, typer.Option("--party", help="Your name in the plan: was your own budget planned?")
    ] = None,
    epsilon: Annotated[str | None, typer.Option(help="With --party: the epsilon that you ask for.")] = None,
    delta: Annotated[str | None, typer.Option(help="With --party: the delta that you ask for.")] = None,
    sensitivity: Annotated[str | None, typer.Option(help="With --party: your sensitivity; else not compared.")] = None,
    program: Annotated[
        Path | None, typer.Option("--program", help="The linear program's file, to be held against its proofs.")
    ] = None,
) -> None:
    """Recheck certificates with the solver-free checker, in exact arithmetic.

    Prints for each file what it proves, or the place where it fails, and goes on. Exit status 1: a certificate was
    rejected. 2: a file could not be read, or was too costly to check within the limit (steps are counted, not seconds:
    the answer is the same on every machine). `python -m optcheck.checker` does the same with the standard library.

    With `--noise` every column of the file that was handed out is held against the plan. A plan proves what it says of
    budgets that somebody wrote into it: with `--party`, `--epsilon` and `--delta` a party finds out whether they are
    its own; where less was planned than it asks for, the plan is rejected, with both numbers.

    Examples:

    - `optcheck verify proof.json`
    - `optcheck verify certificates/*.json`
    - `optcheck verify --with extracted proof.json`
    - `optcheck verify --limit 60 large.json`
    - `optcheck verify plan.json --noise noise.csv`
    - `optcheck verify plan.json --party clinic --epsilon 0.3 --delta 1e-6 --sensitivity 1`
    - `optcheck verify proof.json --program model.mps`
    """
    asked = _asked(party, epsilon, delta, sensitivity)
    about_plan = noise is not None or asked is not None
    if about_plan and (len(files) != 1 or checker is Checker.EXTRACTED):
        raise InvalidInput("--noise and --party need exactly one plan, and the checker of this package")
    if program is not None and (about_plan or checker is Checker.EXTRACTED):
        raise InvalidInput("--program needs the checker of this package, and neither --noise nor --party")
    check: Callable[[Path], str] = partial(_statement, limit=limit, noise=noise, asked=asked)
    if checker is Checker.EXTRACTED:
        require_built()
        check = verify_extracted
    if program is not None:
        check = partial(_about, limit=limit, program=program, readings=readings_of(program))
    status = max(_judge(file, check) for file in files)
    if status:
        raise typer.Exit(status)


def _asked(party: str | None, epsilon: str | None, delta: str | None, sensitivity: str | None) -> Asked | None:
    own, chance = number(epsilon, "epsilon"), number(delta, "delta")
    size = number(sensitivity, "sensitivity")
    if party is None and (own, chance, size) == (None, None, None):
        return None
    if party is None or own is None or chance is None:
        raise InvalidInput("a party that asks whether its budget was planned gives --party, --epsilon and --delta")
    return Asked(party, own, chance, size)


def _statement(file: Path, limit: float, noise: Path | None, asked: Asked | None) -> str:
    if asked is not None:
        return check_asked(file, asked, noise, limit).statement
    return (verify_certificate(file, limit) if noise is None else check_delivery(file, noise, limit)).statement


def _about(file: Path, limit: float, program: Path, readings: Mapping[str, LinearProgram]) -> str:
    """What is proved, about the program in a file: a proof carries its own, which could be an easier one."""
    proved = verify_certificate(file, limit)
    for reading, read in readings.items():
        if digest(proved.kind, read.instance()) == proved.digest:
            return f"{proved.statement}; it is the program in {program}{reading}"
    raise CertificateRejected(f"it proves something, but about another program than the one in {program}")


def _judge(file: Path, check: Callable[[Path], str]) -> int:
    try:
        statement = check(file)
    except TooCostly as error:
        return _complain(file, f"NOT CHECKED: {error}", UNREADABLE)
    except CertificateRejected as error:
        return _complain(file, f"REJECTED: {error}", REJECTED)
    except InvalidInput as error:
        return _complain(file, f"cannot be read: {error}", UNREADABLE)
    except OSError as error:
        other = "" if error.filename in (None, str(file)) else f" ({error.filename})"
        return _complain(file, f"cannot be read: {error.strerror or error}{other}", UNREADABLE)
    out.print(visible(f"{file}: proved: {statement}"), markup=False, soft_wrap=True)
    return PROVED


def _complain(file: Path, message: str, status: int) -> int:
    err.print(visible(f"{file}: {message}"), style="bold red", markup=False, soft_wrap=True)
    return status


COMMANDS = (verify,)
