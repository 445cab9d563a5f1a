"""``optcheck new``: start a claim of your own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from optcheck.claims.template import TEMPLATE
from optcheck.cli._console import out
from optcheck.errors import InvalidInput
from optcheck.exact.certificate import write_atomically

_ID = re.compile(r"[a-z][a-z0-9_]*/[a-z][a-z0-9-]*")


def new(
    claim: Annotated[str, typer.Argument(metavar="PAPER/ID", help="For example mypaper/eq-7.", show_default=False)],
    package: Annotated[Path, typer.Option(help="The package that holds the papers' folders.")] = Path("claims"),
) -> None:
    """Write a claim file that runs, in the place where the audit finds it.

    Examples:

    - `optcheck new mypaper/eq-7`
    - `optcheck audit --claims claims`
    """
    if not _ID.fullmatch(claim):
        raise InvalidInput(f"a claim is called PAPER/ID in small letters, digits and - (mypaper/eq-7), got {claim!r}")
    paper, _, name = claim.partition("/")
    folder = package / paper
    target = folder / f"{name.replace('-', '_')}.py"
    if target.exists():
        raise InvalidInput(f"{target} is already there")
    folder.mkdir(parents=True, exist_ok=True)
    for place, words in ((package, "Claims about printed statements."), (folder, f"The paper {paper}.")):
        if not (place / "__init__.py").exists():
            write_atomically(place / "__init__.py", f'"""{words}"""\n')
    write_atomically(target, TEMPLATE.format(id=claim))
    out.print(f"{target}: change it, then: optcheck audit --claims {package.name}", markup=False, soft_wrap=True)


COMMANDS = (new,)
