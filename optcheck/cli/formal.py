"""``optcheck formal``: a statement as a proposition of Coq, and the theorem that proves it."""

from __future__ import annotations

from typing import Annotated

import typer

from optcheck.audit import registry
from optcheck.cli._console import out, print_text, two_columns
from optcheck.cli.audit import Package, use
from optcheck.errors import InvalidInput
from optcheck.formal import machine_checked
from proofs_formal.proposition import Untranslatable, definition_text


def formal(
    claim_id: Annotated[str, typer.Argument(metavar="CLAIM", help="For example adpml/eq-12.", show_default=False)],
    claims: Package = None,
    printed: Annotated[bool, typer.Option("--printed", help="The printed form, also where it was corrected.")] = False,
) -> None:
    """Write a statement as a proposition of Coq: its domain as hypotheses, its form and truth as terms.

    Examples:

    - `optcheck formal adpml/eq-12`
    - `optcheck formal adpml/eq-12 --printed`
    """
    use(claims)
    claim = registry.find(claim_id)
    marked = "printed" if printed or claim.corrected is None else "corrected"
    try:
        print_text(definition_text(claim, getattr(claim, marked)))
    except Untranslatable as reason:
        raise InvalidInput(f"{claim_id} is not written in Coq: {reason}") from None
    theorem = machine_checked(claim_id) if registry.is_built_in() else None
    if theorem is not None and theorem.forms[claim_id] == marked:
        out.print(two_columns([("proved by", str(theorem))]))


COMMANDS = (formal,)
