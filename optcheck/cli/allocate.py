"""``optcheck allocate``: the least noise that protects every party, with its proof."""

from __future__ import annotations

import csv
import io
import json
import math
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.markup import escape
from rich.table import Table

from optcheck import tpmdp
from optcheck.cli._cells import harmless
from optcheck.cli._console import out
from optcheck.cli._parties import Parties, read_parties
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact, to_text
from optcheck.exact.writing import check_outputs, write_atomically
from optcheck.tpmdp.rounding import at_least

_WRITTEN = ("name", "active", "required", "variance")


def allocate(
    file: Annotated[
        Path, typer.Argument(help="CSV or JSON: name, active, and epsilon, delta, sensitivity or variance.")
    ],
    threshold: Annotated[int, typer.Option("--threshold", "-t", help="How many parties may collude.")],
    certificate: Annotated[Path | None, typer.Option(help="Write the proof of optimality here.")] = None,
    output: Annotated[Path | None, typer.Option("--out", help="Write the allocation here: .csv or .json.")] = None,
    rows: Annotated[int, typer.Option(min=0, help="How many parties the table shows.")] = 40,
) -> None:
    """Share the noise among parties so that no coalition of up to T breaks anyone's requirement.

    Requirements are given as a variance, or as (epsilon, delta, sensitivity) from which the variance of the analytic
    Gaussian mechanism is computed. Parties with `active` set to `no` do not see the output.

    Examples: `optcheck allocate parties.csv --threshold 3`,
    `optcheck allocate parties.csv --threshold 3 --out noise.csv --certificate proof.json`
    """
    if output is not None and output.suffix.lower() not in (".csv", ".json"):
        raise InvalidInput(f"--out must end in .csv or .json, got {output}")
    check_outputs([file], {"--out": output, "--certificate": certificate})
    parties = read_parties(file)
    allocation = tpmdp.allocate(parties.required, threshold, parties.active)
    proof = allocation.certify()
    total = proof.verify().value
    gap = Fraction(total or 0) - Fraction(proof.evidence["bound"])
    out.print(_party_table(parties, allocation, rows))
    out.print(_comparison(allocation))
    out.print(f"Proved: every constraint of Eq. 6 holds, and the total is {_closeness(gap)}.", soft_wrap=True)
    if output is not None:
        write_atomically(output, _as_text(output, parties, allocation))
    if certificate is not None:
        proof.save(certificate)


def _party_table(parties: Parties, allocation: tpmdp.Allocation, rows: int) -> Table:
    n = allocation.n
    table = Table(title=f"Noise for {n} parties, up to {allocation.threshold} colluding")
    for name, justify in (
        ("party", "left"),
        ("active", "left"),
        ("required", "right"),
        ("variance", "right"),
        ("σ", "right"),
    ):
        # Folded, not cut: 118… could be 118 or 1182.
        table.add_column(name, justify=justify, overflow="fold")  # type: ignore[arg-type]  # rich's Literal is not inferred from tuples
    for record in _records(parties, allocation)[:rows]:
        spread = math.sqrt(record["variance"])
        table.add_row(
            escape(record["name"]), record["active"], *map(_short, (record["required"], record["variance"], spread))
        )
    if n > rows:
        table.caption = f"{n - rows} more: see --out or --rows"
    return table


def _comparison(allocation: tpmdp.Allocation) -> Table:
    table = Table(title=f"Total variance (subcase {allocation.subcase.value})")
    table.add_column("mechanism")
    table.add_column("total", justify="right")
    table.add_column("times optimum", justify="right")
    for name, total in _totals(allocation).items():
        table.add_row(name, _short(total), _short(total / allocation.total) if allocation.total else "")
    return table


def _closeness(gap: Fraction) -> str:
    return f"at most {at_least(gap):.3g} above the least possible one" if gap else "the least possible one"


def _totals(allocation: tpmdp.Allocation) -> dict[str, Any]:
    required, active = allocation.required, allocation.active
    return {
        "optimal for this threshold": allocation.total,
        "no threshold (all others may collude)": tpmdp.non_threshold(required, active).total,
        "TMDP (the strictest requirement for all)": tpmdp.tmdp(required, allocation.threshold, active).total,
        "MIN (a trusted centre)": tpmdp.minimum(required),
    }


def _records(parties: Parties, allocation: tpmdp.Allocation) -> list[dict[str, Any]]:
    columns = (
        parties.names,
        ["yes" if flag else "no" for flag in allocation.active.tolist()],
        _listed(allocation.required),
        _listed(allocation.variances),
    )
    return [dict(zip(_WRITTEN, values, strict=True)) for values in zip(*columns, strict=True)]


def _listed(values: Any) -> list[float] | list[Exact]:
    return values.tolist() if isinstance(values, np.ndarray) else list(values)


def _as_text(path: Path, parties: Parties, allocation: tpmdp.Allocation) -> str:
    records = [{name: _written(value) for name, value in record.items()} for record in _records(parties, allocation)]
    if path.suffix.lower() == ".json":
        totals = {name: _written(total) for name, total in _totals(allocation).items()}
        summary = {"threshold": allocation.threshold, "subcase": allocation.subcase.value, "totals": totals}
        return json.dumps({**summary, "parties": records}, indent=1, ensure_ascii=False) + "\n"
    stream = io.StringIO()
    writer = csv.DictWriter(stream, _WRITTEN, lineterminator="\n")
    writer.writeheader()
    writer.writerows({**record, "name": harmless(record["name"])} for record in records)
    return stream.getvalue()


def _written(value: Any) -> Any:
    """Doubles in their shortest exact form, exact numbers as "p/q"."""
    return value if isinstance(value, float | str) else to_text(value)


def _short(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else to_text(value)


COMMANDS = (allocate,)
