"""``optcheck export``: a plan in the form that other programs read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from optcheck.cli._console import out
from optcheck.exact.files import check_outputs, write_atomically


def export(
    plan: Annotated[Path, typer.Argument(help="The plan that `optcheck allocate --plan` wrote.")],
    to: Annotated[Literal["toml", "json", "mp-spdz"], typer.Option("--to", help="The form wanted.")] = "toml",
    output: Annotated[Path | None, typer.Option("--out", help="Write it here instead of printing it.")] = None,
) -> None:
    """How do I use a plan with Flower, OpenDP, libprio or MP-SPDZ?

    TOML and JSON hold, for each party, the variance in steps of the grid squared, and the standard deviation as a ratio
    of whole numbers, rounded up, as libprio's discrete Gaussian takes it. `mp-spdz` is a program that adds up the
    shares. The plan is checked first; nothing secret is in it. A plan of `optcheck replan` names what was drawn before
    and, under names of their own, what is added to that.

    Examples:

    - `optcheck export plan.json --out plan.toml`
    - `optcheck export plan.json --to mp-spdz --out noisy_sum.mpc`
    """
    from optcheck import noise  # flint is not needed to print the help
    from optcheck.noise.export import as_mp_spdz, as_public_json, as_toml

    check_outputs([plan], {"--out": output})
    write = {"toml": as_toml, "json": as_public_json, "mp-spdz": as_mp_spdz}[to]
    text = write(noise.Plan.load(plan))
    if output is None:
        out.out(text, end="", highlight=False)
    else:
        write_atomically(output, text)


COMMANDS = (export,)
