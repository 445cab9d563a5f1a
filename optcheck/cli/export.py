"""``optcheck export``: a plan in the form that other programs read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from optcheck import noise
from optcheck.cli._console import out
from optcheck.exact.files import check_outputs, write_atomically
from optcheck.noise import export as forms


def export(
    plan: Annotated[Path, typer.Argument(help="The plan that `optcheck allocate --plan` wrote.")],
    to: Annotated[
        Literal["toml", "json", "flower", "nvflare", "opendp", "libprio", "mp-spdz"],
        typer.Option("--to", help="The form wanted."),
    ] = "toml",
    output: Annotated[Path | None, typer.Option("--out", help="Write it here instead of printing it.")] = None,
) -> None:
    """How do I use a plan with Flower, OpenDP, libprio or MP-SPDZ?

    TOML and JSON hold, for each party, the variance in steps of the grid squared, and the standard deviation as a ratio
    of whole numbers, rounded up. `flower` is a Python module with a mod for clients, settings of SecAgg+ and a
    strategy; `nvflare` a filter for a client's configuration; `opendp` a module with OpenDP's measurement for each
    party, `libprio` a Rust module with libprio's; `mp-spdz` a program that adds up the shares. The plan is checked
    first; nothing secret is in it. A plan of `optcheck replan` is exported to TOML, JSON and MP-SPDZ only, and names
    what was drawn before and, under names of their own, what is added.

    Examples:

    - `optcheck export plan.json --out plan.toml`
    - `optcheck export plan.json --to mp-spdz --out noisy_sum.mpc`
    - `optcheck export plan.json --to flower --out noise_plan.py`
    """
    check_outputs([plan], {"--out": output})
    write = {
        "toml": forms.as_toml,
        "json": forms.as_public_json,
        "flower": forms.as_flower,
        "nvflare": forms.as_nvflare,
        "opendp": forms.as_opendp,
        "libprio": forms.as_libprio,
        "mp-spdz": forms.as_mp_spdz,
    }[to]
    text = write(noise.Plan.load(plan))
    if output is None:
        out.out(text, end="", highlight=False)
    else:
        write_atomically(output, text)


COMMANDS = (export,)
