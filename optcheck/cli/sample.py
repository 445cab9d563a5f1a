"""``optcheck sample``: one party draws its own noise from a plan."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from optcheck.cli._console import err, out, visible, warn
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import to_text

if TYPE_CHECKING:
    from optcheck.noise import OnGrid, Plan


def sample(
    plan: Annotated[Path, typer.Argument(help="The plan that `optcheck allocate --plan` wrote.")],
    party: Annotated[str, typer.Option("--party", help="Your name in the plan.")],
    value: Annotated[
        list[str] | None, typer.Option(help="Your value; repeat it for a vector; - for standard input.")
    ] = None,
    low: Annotated[str | None, typer.Option(help="The least value that counts; less is clipped.")] = None,
    high: Annotated[str | None, typer.Option(help="The largest value that counts.")] = None,
    radius: Annotated[str | None, typer.Option(help="For vectors: the greatest length that counts.")] = None,
    noise_only: Annotated[
        bool, typer.Option("--noise-only", help="Print the bare noise, which must stay secret.")
    ] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Only the integers, as MP-SPDZ reads them.")] = False,
    inside: Annotated[
        bool,
        typer.Option(
            "--inside-secure-sum",
            help="For a party to which the plan gives no noise: print its raw value as its share all the same.",
        ),
    ] = False,
    handed_out: Annotated[
        Path | None, typer.Option("--noise", help="For a plan made in chunks: its file (or folder) of noise.")
    ] = None,
    output: Annotated[Path | None, typer.Option("--out", help="Write it there, readable for you only.")] = None,
) -> None:
    """I am one of the parties of a plan. What do I put into the sum?

    The plan is checked first. Your value is clipped to the range that the noise assumes (on standard error you alone
    are told if it was), brought to the grid, and noise drawn from the operating system's randomness is added: the
    integer printed goes into the secure sum and nowhere else, for your own noise is only a part of what hides you. The
    sum times the grid is the result. Run it once for each release; never use a number twice. Nothing is kept. What
    stands on the command line can be seen by others on the machine: `--value -` reads the value from standard input.
    With `--noise-only` the noise alone is printed, for programs that add it themselves.

    Where the plan gives you no noise, your share is your raw value: that is refused, unless you say with
    `--inside-secure-sum` that nobody sees it. (`optcheck allocate --least-variance` gives everybody some noise.) A plan
    of `optcheck replan` tops up a share that you have: with `--noise-only` it draws what you add to that share, and a
    value is refused.

    Examples:

    - `optcheck sample plan.json --party clinic --value 0.25 --low 0 --high 1`
    - `optcheck sample plan.json --party clinic --noise-only --out secret.json`
    - `optcheck sample plan.json --party clinic --value 0.25 --low 0 --high 1 --plain > Player-Data/Input-P1-0`
    - `optcheck sample plan.json --noise noise.csv --party clinic --value 0.25 --low 0 --high 1`
    """
    from optcheck import noise  # flint is not needed to print the help
    from optcheck.noise.share import check_noisy, share_of

    loaded = noise.Plan.load(plan) if handed_out is None else noise.party_plan(plan, handed_out, party)
    tops_up = loaded.earlier is not None
    if value and tops_up:
        raise InvalidInput(
            f"--value is not for {plan}, which tops up shares that were drawn before: your value is in your share "
            "already. Take --noise-only, and add what it draws to that share"
        )
    if noise_only == bool(value):
        raise InvalidInput("give --value (with --low and --high, or --radius), or --noise-only")
    if value == ["-"]:
        value = sys.stdin.read().split()
        if not value:  # bare noise is printed on request only
            raise InvalidInput("--value - found nothing on standard input")
    check_noisy(loaded, party, inside_secure_sum=inside)
    if value:
        mine = _on_grid(loaded, party, value, low, high, radius)
        integers, name = share_of(loaded, party, mine, inside_secure_sum=inside), "share"
    else:
        integers, name = noise.draw(loaded, party), "secret_noise_to_add" if tops_up else "secret_noise"
    found = {"party": party, "grid": to_text(loaded.grid), name: integers}
    _hand_over(" ".join(map(str, integers)) if plain else json.dumps(found, ensure_ascii=False), output)


def _on_grid(plan: Plan, party: str, value: list[str], low: str | None, high: str | None, radius: str | None) -> OnGrid:
    from optcheck import noise

    if radius is not None and low is None and high is None:
        mine = noise.clip_to_ball(plan, party, value, radius)
    elif radius is None and low is not None and high is not None and len(value) == 1:
        mine = noise.clip_to_range(plan, party, value[0], low, high)
    else:
        raise InvalidInput("a number needs --low and --high, a vector needs --radius: values beyond them are clipped")
    if mine.clipped:
        warn(f"the value of {party} was outside the range that the noise covers, and was clipped")
    return mine


def _hand_over(text: str, output: Path | None) -> None:
    if output is None:
        out.out(visible(text), highlight=False)
        return
    _write_for_me_only(output, text + "\n")
    err.print(visible(f"written to {output}"), markup=False, soft_wrap=True)


def _write_for_me_only(path: Path, text: str) -> None:
    """A new file that nobody else can read, from its first moment on; an existing one is not replaced."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise InvalidInput(f"{path} is there already; secrets are written to new files only") from None
    with open(descriptor, "w", encoding="utf-8") as stream:
        stream.write(text)


COMMANDS = (sample,)
