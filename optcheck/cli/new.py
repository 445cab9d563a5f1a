"""``optcheck new``: start a claim of your own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from optcheck.claims.template import TEMPLATE
from optcheck.cli._console import print_text
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
        raise InvalidInput(
            "a claim is called PAPER/ID (mypaper/eq-7) in small letters and digits, a letter first; "
            f"ID may have -, PAPER takes _ instead; got {claim!r}"
        )
    if not package.name.isidentifier():
        raise InvalidInput(f"claims are named by their package (my_package), got {package.name!r}")
    paper, _, name = claim.partition("/")
    folder = package / paper
    target = folder / f"{name.replace('-', '_')}.py"
    if target.exists():
        raise InvalidInput(f"{target} is already there")
    folder.mkdir(parents=True, exist_ok=True)
    for package_folder, words in ((package, "Claims about printed statements."), (folder, f"The paper {paper}.")):
        if not (package_folder / "__init__.py").exists():
            write_atomically(package_folder / "__init__.py", f'"""{words}"""\n')
    write_atomically(target, TEMPLATE.format(id=claim))
    print_text(f"{target}: change it, then{_audit(package)}")


def _audit(package: Path) -> str:
    """How the claims are audited: from here where their path is a name in Python, else from the folder above them."""
    if all(part.isidentifier() for part in package.parts):
        return f": optcheck audit --claims {'.'.join(package.parts)}"
    return f", in {package.parent}: optcheck audit --claims {package.name}"


COMMANDS = (new,)
