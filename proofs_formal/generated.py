"""Statements that nobody types: the propositions of marked claims, written by the machine into ``statements/``.

A theorem that is marked with one claim and says nothing but the name of that claim's statement, as in
``(* Claim: adpml/eq-12 corrected *)`` and ``Theorem eq_12 : adpml_eq_12.``, proves the proposition that
:mod:`proofs_formal.proposition` makes of the claim's declared domain, form and truth. ``make formal UPDATE=1`` writes
the files, ``make formal`` and ``make test`` compare them.
"""

from __future__ import annotations

from optcheck.audit import registry
from optcheck.errors import InvalidInput
from proofs_formal import sources
from proofs_formal.proposition import Untranslatable, definition_text, identifier

__all__ = ["definition_of", "differences", "generated_name", "texts", "write"]

_HEAD = """(* Written by make formal UPDATE=1 from the claims of proofs_numeric/{paper}: not to be edited. *)
From Optcheck.statements Require Import Language.
"""


def texts() -> dict[str, str]:
    """Every generated file and what must stand in it."""
    wanted: dict[str, dict[str, str]] = {}
    for theorem in sources.all_theorems():
        if theorem.generated is not None:
            paper = theorem.generated.partition("/")[0]
            wanted.setdefault(paper, {})[theorem.generated] = theorem.claims[theorem.generated]
    return {_file(paper): _text(paper, claims) for paper, claims in sorted(wanted.items())}


def _file(paper: str) -> str:
    return f"{sources.STATEMENTS}/{paper.capitalize()}.v"


def generated_name(claim: str) -> str:
    """The claim's statement as Coq names it from outside."""
    return f"{claim.partition('/')[0].capitalize()}.{identifier(claim)}"


def _text(paper: str, claims: dict[str, str]) -> str:
    parts = [_HEAD.format(paper=paper)]
    for claim, marked in sorted(claims.items()):
        try:
            parts.append(f"(* {claim}, {marked} *)\n" + definition_of(claim, marked))
        except Untranslatable as reason:
            raise InvalidInput(f"a theorem speaks of the generated statement of {claim}: {reason}") from None
    return "\n".join(parts)


def definition_of(claim: str, marked: str) -> str:
    """The definition of a claim's statement, about its printed or corrected form."""
    statement = registry.find(claim)
    return definition_text(statement, getattr(statement, marked))


def differences() -> list[str]:
    """Files in the folder that are not what the claims give."""
    wanted = texts()
    present = {file: sources.text(file) for file in sources.files() if file.startswith(f"{sources.STATEMENTS}/")}
    present.pop(f"{sources.STATEMENTS}/Language.v", None)
    return sorted(file for file in wanted.keys() | present.keys() if wanted.get(file) != present.get(file))


def write() -> None:
    """Write the files, and remove those that no mark asks for any longer."""
    wanted = texts()
    for file in differences():
        path = sources.ROOT / file
        if file in wanted:
            path.write_text(wanted[file], encoding="utf-8")
        else:
            path.unlink()
