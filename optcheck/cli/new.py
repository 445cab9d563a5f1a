"""``optcheck new``: start a claim of your own."""

from __future__ import annotations

import os
import re
import shlex
import sys
from enum import StrEnum
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from optcheck.cli._console import out, print_text
from optcheck.errors import InvalidInput
from optcheck.exact.files import write_atomically

# Claims to start from, one for each kind of statement: each runs as it stands, and shows every part in order.
_TEMPLATES = resources.files("optcheck.cli").joinpath("templates")
_ID = re.compile(r"[a-z][a-z0-9_]*/[a-z][a-z0-9-]*")


class Kind(StrEnum):
    """What a statement gives."""

    VALUE = "value"
    BOUND = "bound"
    OPTIMUM = "optimum"
    EQUILIBRIUM = "equilibrium"
    PROPERTY = "property"


KINDS = {
    Kind.VALUE: "a number that is defined otherwise: a count, a probability, a sensitivity",
    Kind.BOUND: "something that a number never exceeds, or never falls below",
    Kind.OPTIMUM: "the optimum of a linear program",
    Kind.EQUILIBRIUM: "a play from which nobody gains by departing",
    Kind.PROPERTY: "a condition under which something is so",
}


def template(kind: str, claim_id: str) -> str:
    """The text of a claim file of this kind, for a claim of this name."""
    return _TEMPLATES.joinpath(f"{kind}.py.txt").read_text(encoding="utf-8").replace("PAPER/ID", claim_id)


def new(
    claim: Annotated[
        str | None, typer.Argument(metavar="PAPER/ID", help="For example mypaper/eq-7.", show_default="asked for")
    ] = None,
    kind: Annotated[
        Kind | None, typer.Option(help="What the statement gives.", show_default="asked for, or value")
    ] = None,
    package: Annotated[Path, typer.Option(help="The folder that holds the papers' folders.")] = Path("claims"),
) -> None:
    """Write a claim file that runs, in the place where the audit finds it.

    In a terminal it asks for what is not said: the claim's name, and what kind of statement it is.

    Examples:

    - `optcheck new mypaper/eq-7 --kind bound`
    - `optcheck audit --claims claims`
    """
    name = claim if claim is not None else _asked_name()
    _check_name(name)
    target = package / f"{name.replace('-', '_')}.py"
    if target.exists():
        raise InvalidInput(f"{target} is already there")
    chosen = kind if kind is not None else _asked_kind()
    target.parent.mkdir(parents=True, exist_ok=True)
    _write_packages(package, name.partition("/")[0])
    write_atomically(target, template(chosen, name))
    print_text(f"{target}: a {chosen}; change it, then: optcheck audit --claims {shlex.quote(str(package))}")


def _check_name(name: str) -> None:
    if not _ID.fullmatch(name):
        raise InvalidInput(
            "a claim is called PAPER/ID (mypaper/eq-7) in small letters and digits, a letter first; "
            f"ID may have -, PAPER takes _ instead; got {name!r}"
        )


def _asked_name() -> str:
    if not _is_terminal():
        raise InvalidInput("say how the claim is called: optcheck new PAPER/ID, for example mypaper/eq-7")
    return str(typer.prompt("The claim's name, PAPER/ID (mypaper/eq-7)"))


def _asked_kind() -> Kind:
    """What the user answers; a value where there is nobody to ask."""
    if not _is_terminal():
        return Kind.VALUE
    for kind, words in KINDS.items():
        out.print(f"  {kind:<12} {words}", highlight=False)
    while True:
        answer = str(typer.prompt("What does the statement give", default=Kind.VALUE.value)).strip().lower()
        if answer in list(Kind):
            return Kind(answer)
        out.print(f"one of {', '.join(Kind)}, please")


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _write_packages(package: Path, paper: str) -> None:
    """Folders that Python imports; the first line of a paper's is its title."""
    words = {package: "Claims about printed statements.", package / paper: f"The paper {paper}."}
    for folder, text in words.items():
        if not os.path.lexists(folder / "__init__.py"):
            write_atomically(folder / "__init__.py", f'"""{text}"""\n')


COMMANDS = (new,)
