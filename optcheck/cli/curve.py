"""``optcheck curve``: what each colluder and each dropout more costs, and who is the expensive party."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from optcheck.cli._console import number_table, out, show, visible, warn
from optcheck.cli.allocate import bulk_inputs, finite, is_bulk
from optcheck.errors import InvalidInput, require
from optcheck.exact.files import check_outputs, write_atomically
from optcheck.exact.numbers import round_down, round_up, sigma_up
from optcheck.noise.bulk import BulkCurve, curve_files
from optcheck.noise.tables import read_parties


def curve(
    file: Annotated[Path, typer.Argument(help="The parties, as for `optcheck allocate`; - for stdin.")],
    threshold: Annotated[int, typer.Option("--threshold", "-t", help="For the list of expensive parties.")] = 1,
    dropouts: Annotated[int, typer.Option("--dropouts", "-d", help="For the list of expensive parties.")] = 0,
    output: Annotated[Path | None, typer.Option("--out", help="Write the curve here, as CSV.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the curve: .png, .svg or .pdf.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    rows: Annotated[int, typer.Option(min=0, help="How many lines the table shows.")] = 40,
    encoding: Annotated[str | None, typer.Option(help="Of the file, if it is not UTF-8 or marked.")] = None,
) -> None:
    """How many colluders and dropouts can we afford, and who makes it expensive?

    The least total variance depends on colluders and dropouts only through their sum (with at least one colluder). The
    table shows it for every sum, what one more costs, and which parties' budgets cost most at the threshold given.
    Parquet files, folders, and CSV files of more than 64 MB are read in bulk, as by `optcheck allocate`.

    Examples:

    - `optcheck curve parties.csv`
    - `optcheck curve parties.csv -t 2 -d 1 --out curve.csv --plot curve.png`
    """
    check_outputs([file], {"--out": output, "--plot": plot})
    if plot is not None and plot.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise InvalidInput(f"--plot must end in .png, .svg or .pdf, got {plot}")
    warnings: list[str] = []
    if is_bulk(file, certified=False):
        curve = curve_files(bulk_inputs(file), threshold, dropouts, encoding=encoding)
    else:
        curve, warnings = _in_memory(file, threshold, dropouts, encoding)
    points = [(point.missing, Fraction(finite(point.total))) for point in curve.points]
    if json:
        totals = [{"missing": missing, "total": total} for missing, total in points]
        expensive = [{"name": name, "saved": saved} for name, saved in curve.expensive]
        show({"curve": totals, "expensive": expensive}, {}, as_json=True, warnings=warnings)
    else:
        _print(curve, points, rows, f"with {threshold} colluding and {dropouts} leaving")
        for message in warnings:
            warn(message)
    if output is not None:
        write_atomically(output, _as_csv(points))
    if plot is not None:
        _draw(points, plot, threshold + dropouts if threshold else 0)


def _in_memory(file: Path, threshold: int, dropouts: int, encoding: str | None) -> tuple[BulkCurve, list[str]]:
    from optcheck import tpmdp

    parties = read_parties(file, encoding)
    required = parties.required()
    costly = tpmdp.savings(required, threshold, parties.active, dropouts)
    expensive = [(parties.names[j], saved) for j, saved in costly]
    points = tpmdp.curve(required, parties.active)
    return BulkCurve(len(parties.names), len(parties.active), points, expensive), parties.warnings


def _steps(points: list[tuple[int, Fraction]]) -> list[Fraction | None]:
    """What one more missing party costs, after each point; an average where points are left out."""
    gaps = [(b - a) / (k - j) for (j, a), (k, b) in pairwise(points)]
    return [None, *gaps]


def _print(curve: BulkCurve, points: list[tuple[int, Fraction]], rows: int, where: str) -> None:
    title = f"Least total variance for {curve.n} parties, {curve.viewers} active"
    table = number_table(title, "colluders + dropouts", "total", "σ of the sum's noise", "cost of the last one")
    table.columns[0].justify = "right"
    for (missing, total), step in list(zip(points, _steps(points), strict=True))[:rows]:
        table.add_row(str(missing), round_up(total), sigma_up(total), "" if step is None else round_up(step))
    if len(points) > rows:
        table.caption = f"{len(points) - rows} more: see --out or --rows"
    out.print(table)
    least = points[-1][1] / 10**9  # less is what rounding to doubles leaves
    names = [f"{escape(visible(name))} ({round_down(saved)})" for name, saved in curve.expensive if saved > least]
    out.print(
        f"What the total falls by if a party asked for nothing, {where}: {', '.join(names) or 'none'}", soft_wrap=True
    )


def _as_csv(points: list[tuple[int, Fraction]]) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["missing", "total_variance", "one_more_cost"])
    for (missing, total), step in zip(points, _steps(points), strict=True):
        writer.writerow([missing, round_up(total, 17), "" if step is None else round_up(step, 17)])
    return stream.getvalue()


def _draw(points: list[tuple[int, Fraction]], path: Path, chosen: int) -> None:
    """The result's standard deviation against how many are missing, without 0, where nothing is protected."""
    require("optcheck curve --plot", "matplotlib")
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    shown = [(k, float(sigma_up(total))) for k, total in points if k]
    figure, axes = pyplot.subplots(figsize=(6, 4), layout="constrained")
    axes.plot([k for k, _ in shown], [sigma for _, sigma in shown], marker="o", markersize=3, linewidth=1)
    mark = next((point for point in shown if point[0] == chosen), None)
    if mark is not None:
        axes.plot(*mark, marker="D", markersize=9, color="tab:red", linestyle="none")
        axes.annotate(f"chosen: {chosen}, σ = {mark[1]:.4g}", mark, textcoords="offset points", xytext=(8, -14))
    axes.set_xlabel("colluders + dropouts")
    axes.set_ylabel("standard deviation of the result's noise")
    axes.set_ylim(0, 1.1 * max((sigma for _, sigma in shown), default=0) or 1)
    figure.savefig(path)
    pyplot.close(figure)


COMMANDS = (curve,)
