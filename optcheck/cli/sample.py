"""``optcheck sample`` and ``budget``: one party draws its own noise from a plan, and what that has spent."""

from __future__ import annotations

import json as json_text
import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from optcheck import noise
from optcheck.checker.core import digest, read_file
from optcheck.checker.delivery import STREAM
from optcheck.checker.noise import plain as plain_number
from optcheck.cli._console import FALSE, number, number_table, out, print_json, print_note, visible, warn
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact, exact, round_up, to_text
from optcheck.noise import OnGrid, Plan
from optcheck.noise.ledger import Left, Spent, read, record
from optcheck.noise.share import at_precision, check_noisy, share_of
from optcheck.noise.tables import read_column, read_numbers

_Source = int | Path | list[str]  # a count, a file, or numbers on the command line


def sample(
    plan: Annotated[Path, typer.Argument(help="The plan that `optcheck allocate --plan` wrote.")],
    party: Annotated[str, typer.Option("--party", help="Your name in the plan.")],
    value: Annotated[
        list[str] | None, typer.Option(help="Your value; repeat it for a vector; - for standard input.")
    ] = None,
    values: Annotated[Path | None, typer.Option(help="A file with the numbers of your vector.")] = None,
    count: Annotated[int | None, typer.Option(min=0, help="How many records you have.")] = None,
    histogram: Annotated[Path | None, typer.Option(help="A CSV file of records, to be counted in --bins.")] = None,
    total: Annotated[Path | None, typer.Option("--sum", help="A CSV file of records, to be added up.")] = None,
    mean: Annotated[Path | None, typer.Option(help="A CSV file of records, for the mean of everybody's.")] = None,
    column: Annotated[str | None, typer.Option(help="The column of the records.")] = None,
    bins: Annotated[str | None, typer.Option(help="Edges of bins (0,18,65) or labels (yes,no).")] = None,
    public_count: Annotated[
        bool, typer.Option("--public-count", help="For --mean: everybody knows how many records there are.")
    ] = False,
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
    delivered: Annotated[
        Path | None, typer.Option("--noise", help="For a plan made in bulk: its file (or folder) of noise.")
    ] = None,
    ledger: Annotated[
        Path | None, typer.Option(help="Write the release down here, and refuse one more than planned.")
    ] = None,
    precision: Annotated[
        int,
        typer.Option(min=1, help="A result so many times as precise; it counts as the square of that many releases."),
    ] = 1,
    output: Annotated[Path | None, typer.Option("--out", help="Write it there, readable for you only.")] = None,
) -> None:
    """I am one of the parties of a plan. What do I put into the sum?

    The plan is checked first. Your value is clipped to the range that the noise assumes (on standard error you alone
    are told if it was), brought to the grid, and noise drawn from the operating system's randomness is added: the
    integer printed goes into the secure sum and nowhere else, for your own noise is only a part of what hides you. The
    sum times the grid is the result. Run it once for each release; never use a number twice. Nothing is kept, unless
    you give a `--ledger`: it counts your releases, and `optcheck budget` says what they have spent. What stands on the
    command line can be seen by others on the machine: `--value -` reads the value from standard input.
    With `--noise-only` the noise alone is printed, for programs that add it themselves.

    What is released may also be a count of records, a histogram, a sum or a mean of records: then the sensitivity in
    the plan is that of one record (1 for counts and histograms, `sqrt(2)` if a record may be exchanged for another),
    and a histogram needs a plan with one dimension for each bin, a mean one with two.

    With `--precision 2` everybody brings values to a grid twice as fine under the same noise: the noise of this one
    result has half the standard deviation, and it counts as four of the plan's releases.

    Where the plan gives you no noise, your share is your raw value: that is refused, unless you say with
    `--inside-secure-sum` that nobody sees it. (`optcheck allocate --least-variance` gives everybody some noise.) A plan
    of `optcheck replan` tops up a share that you have: with `--noise-only` it draws what you add to that share, and a
    value is refused.

    Examples:

    - `optcheck sample plan.json --party clinic --value 0.25 --low 0 --high 1`
    - `optcheck sample plan.json --party clinic --count 120`
    - `optcheck sample histogram.json --party clinic --histogram patients.csv --column age --bins 0,18,65,120`
    - `optcheck sample mean.json --party clinic --mean patients.csv --column stay --low 0 --high 30`
    - `optcheck sample plan.json --party clinic --count 120 --ledger ledger.jsonl`
    - `optcheck sample plan.json --party clinic --count 120 --precision 2 --ledger ledger.jsonl`
    - `optcheck sample plan.json --party clinic --noise-only --out secret.json`
    - `optcheck sample plan.json --party clinic --value 0.25 --low 0 --high 1 --plain > Player-Data/Input-P1-0`
    - `optcheck sample bulk.json --noise noise.csv --party clinic --value 0.25 --low 0 --high 1`
    """
    loaded = noise.Plan.load(plan) if delivered is None else noise.party_plan(plan, delivered, party)
    tops_up = loaded.earlier is not None
    sources: dict[str, _Source | None] = {
        "--value": value or None,
        "--values": values,
        "--count": count,
        "--histogram": histogram,
        "--sum": total,
        "--mean": mean,
    }
    given = [(name, source) for name, source in sources.items() if source is not None]
    if given and tops_up:
        raise InvalidInput(
            f"{given[0][0]} is not for {plan}, which tops up shares that were drawn before: your value is in your "
            "share already. Take --noise-only, and add what it draws to that share"
        )
    names = [*(name for name, _ in given), *["--noise-only"] * noise_only]
    if len(names) != 1:
        raise InvalidInput(f"give one of {', '.join(sources)} or --noise-only, got {' and '.join(names) or 'none'}")
    check_noisy(loaded, party, inside_secure_sum=inside)
    finer = at_precision(loaded, precision)
    limits = _Limits(column, bins, low, high, radius)
    value_on_grid = None if noise_only else _on_grid(finer, party, *given[0], limits, public_count)
    if ledger is not None:
        _write_down(ledger, loaded, party, None if delivered is None else plan, precision)
    if value_on_grid is None:
        integers, name = noise.draw(loaded, party), "secret_noise_to_add" if tops_up else "secret_noise"
    else:
        integers, name = share_of(finer, party, value_on_grid, inside_secure_sum=inside), "share"
    share = {"party": party, "grid": to_text(finer.grid), name: integers}
    _deliver(" ".join(map(str, integers)) if plain else json_text.dumps(share, ensure_ascii=False), output)


def _write_down(ledger: Path, plan: Plan, party: str, bulk: Path | None, precision: int) -> None:
    """Write the release down before it is drawn; a plan made in bulk is named by its file."""
    name = None
    if bulk is not None:
        document = read_file(bulk)
        assert isinstance(document, dict)  # it was checked
        if not (document["instance"]["threshold"] and document["instance"]["active"]):
            raise InvalidInput(
                "the plan promises no privacy (nobody who sees the result may collude): nothing can be spent"
            )
        name = digest(STREAM, document["instance"])
    draw = record(ledger, plan, party, name, precision)
    counts = "" if precision == 1 else f" (it counts as {draw.units})"
    print_note(f"release {draw.release} of {draw.releases} for {party}{counts}, written down in {ledger}")


@dataclass(frozen=True, slots=True)
class _Limits:
    """Which records count, and what is clipped, as the command line says it."""

    column: str | None
    bins: str | None
    low: str | None
    high: str | None
    radius: str | None


def _on_grid(plan: Plan, party: str, way: str, source: _Source, limits: _Limits, public_count: bool) -> OnGrid:
    """The value, or what the records come to, in steps of the grid."""
    advice = f"the value of {party} was outside the range that the noise covers, and was clipped"
    if isinstance(source, int):
        share = noise.count_share(plan, party, source)
    elif isinstance(source, list) or way == "--values":
        share = _clipped(plan, party, source if isinstance(source, list) else read_numbers(source), limits)
    elif way == "--histogram":
        share, advice = _counts(plan, party, source, limits), "some records are in no bin, and count nowhere"
    else:
        if limits.column is None or limits.low is None or limits.high is None:
            raise InvalidInput("--sum and --mean need --column, --low and --high: records beyond them are clipped")
        ends = limits.low, limits.high
        wanted = noise.Total.of_range(*ends) if way == "--sum" else noise.Mean.of_range(*ends, not public_count)
        share = wanted.share(plan, party, read_column(source, limits.column))
        advice = "some records were outside the range, and were clipped"
    if share.clipped:
        warn(advice)
    return share


def _counts(plan: Plan, party: str, file: Path, limits: _Limits) -> OnGrid:
    if limits.bins is None or limits.column is None:
        raise InvalidInput("--histogram needs --column, and --bins such as 0,18,65 or yes,no")
    edges, labels = _edges(limits.bins), limits.bins.split(",")
    histogram = noise.Histogram.of_labels(labels) if edges is None else noise.Histogram.of_edges(edges)
    share = histogram.share(plan, party, read_column(file, limits.column, numeric=edges is not None))
    planned = plan.question.sensitivities[plan.question.party(party)]
    exchanged = planned >= replace(histogram, exchange=True).sensitivity
    print_note("protected: one record more or less" + (", or exchanged for another" if exchanged else ""))
    return share


def _clipped(plan: Plan, party: str, value: list[str], limits: _Limits) -> OnGrid:
    if value == ["-"]:
        value = sys.stdin.read().split()
        if not value:  # bare noise is printed on request only
            raise InvalidInput("--value - needs a number on standard input, got nothing")
    low, high, radius = limits.low, limits.high, limits.radius
    if radius is not None and low is None and high is None:
        return noise.clip_to_ball(plan, party, value, radius)
    if radius is None and low is not None and high is not None and len(value) == 1:
        return noise.clip_to_range(plan, party, value[0], low, high)
    raise InvalidInput("a number needs --low and --high, a vector needs --radius: values beyond them are clipped")


def _edges(bins: str) -> list[Exact] | None:
    """The edges of bins, if all of the texts are numbers."""
    try:
        return [exact(text, "edge") for text in bins.split(",")]
    except InvalidInput:
        return None


def _deliver(text: str, output: Path | None) -> None:
    if output is None:
        out.out(visible(text), highlight=False)
        return
    _write_for_me_only(output, text + "\n")
    print_note(f"written to {output}")


def _write_for_me_only(path: Path, text: str) -> None:
    """A new file that nobody else can read, from its first moment on; an existing one is not replaced."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise InvalidInput(f"{path} is there already; secrets are written to new files only") from None
    try:
        with open(descriptor, "w", encoding="utf-8") as stream:
            stream.write(text)
    except OSError:
        path.unlink(missing_ok=True)  # half a secret is none
        raise


def budget(
    ledgers: Annotated[list[Path], typer.Argument(help="Ledgers that `optcheck sample --ledger` wrote.")],
    party: Annotated[str | None, typer.Option("--party", help="This party alone.")] = None,
    epsilon: Annotated[str | None, typer.Option(help="With --delta: a budget for everything; what is left?")] = None,
    delta: Annotated[str | None, typer.Option(help="The delta to compute epsilon for; else the strictest one.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """What have the releases spent so far, over all plans, and what is left?

    Releases of Gaussian noise add up exactly: all together are as revealing as a single one. Each counts as its part of
    what its plan allows, which it never exceeds. With `--epsilon` and `--delta` the exit status is 1 where a party has
    spent more.

    Examples:

    - `optcheck budget ledger.jsonl`
    - `optcheck budget january.jsonl february.jsonl --party clinic --epsilon 2 --delta 1e-6`
    """
    if epsilon is not None and delta is None:
        raise InvalidInput("--epsilon needs --delta as well: together they are a budget")
    spent = [one for one in read(ledgers) if party in (None, one.party)]
    if not spent:
        raise InvalidInput(f"no release is written down for {party!r}" if party else "the ledgers hold no release")
    rows = [_budget_row(one, number(epsilon, "epsilon"), number(delta, "delta")) for one in spent]
    if json:
        print_json(rows)
    else:
        out.print(_budget_table(rows))
    if any(row.get("left") == "overspent" for row in rows):
        raise typer.Exit(FALSE)


def _budget_row(spent: Spent, epsilon: Exact | None, delta: Exact | None) -> dict[str, str]:
    planned = {draw.plan: draw.releases for draw in spent.draws}
    drawn = {plan: sum(draw.units for draw in spent.draws if draw.plan == plan) for plan in planned}
    row = {
        "party": spent.party,
        "releases": ", ".join(f"{units} of {planned[plan]}" for plan, units in drawn.items()),
        "epsilon": round_up(spent.epsilon(delta)),
        "delta": plain_number(spent.delta if delta is None else delta),
    }
    if epsilon is None or delta is None:
        return row
    left, more = spent.left(epsilon, delta), spent.more(epsilon, delta)
    rest = "any number of releases" if more is None else f"{more} more like the last"
    return row | {"left": rest if left is Left.SOME else str(left)}


def _budget_table(rows: list[dict[str, str]]) -> Table:
    table = number_table("Spent so far", "party", *list(rows[0])[1:])
    for row in rows:
        table.add_row(*(escape(visible(text)) for text in row.values()))
    return table


COMMANDS = (sample, budget)
