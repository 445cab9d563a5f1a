"""``optcheck verify``: recheck certificates."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from optcheck.cli._console import out
from optcheck.errors import InvalidInput
from optcheck.exact.certificate import verify as verify_certificate


def verify(
    files: Annotated[list[Path], typer.Argument(help="Certificate files.", show_default=False)],
) -> None:
    """Recheck certificates with the solver-free checker, in exact arithmetic.

    Prints what each one proves. Exit status 2 names the place where the first bad one fails.

    Examples: `optcheck verify proof.json`, `optcheck verify certificates/*.json`
    """
    for file in files:
        if not file.exists():
            raise InvalidInput(f"there is no file {file}")
        proved = verify_certificate(file)
        out.print(f"{file}: {proved.statement}", markup=False, soft_wrap=True)


COMMANDS = (verify,)
