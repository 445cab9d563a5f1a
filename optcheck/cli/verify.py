"""``optcheck verify``: recheck certificates."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from optcheck.cli._console import err, out, visible
from optcheck.errors import CertificateRejected, InvalidInput
from optcheck.exact.certificate import verify as verify_certificate

PROVED, REJECTED, UNREADABLE = 0, 1, 2


def verify(
    files: Annotated[list[Path], typer.Argument(help="Certificate files.", show_default=False)],
) -> None:
    """Recheck certificates with the solver-free checker, in exact arithmetic.

    Prints for each file what it proves, or the place where it fails, and goes on. Exit status 1: a certificate was
    rejected. 2: a file could not be read. `python -m optcheck.checker` does the same with the standard library alone.

    Examples: `optcheck verify proof.json`, `optcheck verify certificates/*.json`
    """
    status = max(_judge(file) for file in files)
    if status:
        raise typer.Exit(status)


def _judge(file: Path) -> int:
    try:
        proved = verify_certificate(file)
    except CertificateRejected as error:
        return _complain(file, f"REJECTED: {error}", REJECTED)
    except InvalidInput as error:
        return _complain(file, f"cannot be read: {error}", UNREADABLE)
    except OSError as error:
        return _complain(file, f"cannot be read: {error.strerror or error}", UNREADABLE)
    out.print(visible(f"{file}: proved: {proved.statement}"), markup=False, soft_wrap=True)
    return PROVED


def _complain(file: Path, message: str, status: int) -> int:
    err.print(visible(f"{file}: {message}"), style="bold red", markup=False, soft_wrap=True)
    return status


COMMANDS = (verify,)
