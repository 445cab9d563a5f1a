"""``optcheck replan``: somebody has left after the noise was drawn; what the others add to it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from optcheck import noise
from optcheck.cli._console import out, print_text, two_columns, warn
from optcheck.cli.allocate import unprotected
from optcheck.exact.files import check_outputs


def replan(
    plan: Annotated[Path, typer.Argument(help="The plan by which the noise was drawn.")],
    left: Annotated[list[str], typer.Option("--left", help="Who has left; repeat it for several.")],
    output: Annotated[Path, typer.Option("--plan", help="Write the new plan and its proof here.")],
    dropouts: Annotated[int, typer.Option("--dropouts", "-d", min=0, help="How many more may leave.")] = 0,
) -> None:
    """Somebody left after we had drawn our noise, more than we planned for. What must the others add?

    Everybody keeps the noise already drawn and adds a second draw, of the least total that protects those who remain.
    The new plan has its own proof; `optcheck sample --noise-only` with it draws the part that is added to the share
    that was made by the first plan. It takes no value: that is in the share already.

    Example:

    - `optcheck replan plan.json --left clinic --left gym --plan second.json`
    """
    check_outputs([plan], {"--plan": output})
    new = noise.top_up(noise.Plan.load(plan), left, dropouts)
    proof = new.certify()
    proved = proof.verify(3600.0)
    proof.save(output)  # before any words: a reader may close the pipe (head, less)
    added = [whole - before for whole, before in zip(new.variances, new.earlier or (), strict=True)]
    shown = [
        (name, f"adds noise of {steps} steps squared") for name, steps in zip(new.question.names, added, strict=True)
    ]
    out.print(
        two_columns([pair for pair, steps in zip(shown, added, strict=True) if steps] or [("all", "add nothing")])
    )
    print_text(f"Proved: {proved.statement}.")
    for message in unprotected(new.question.threshold, bool(new.question.active)):
        warn(message)


COMMANDS = (replan,)
