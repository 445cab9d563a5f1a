"""Fig. 4 of TPMDP: memory and time of a generic solver against Alg. 3 as n and t grow, measured here.

The paper uses Gurobi, whose licence-free version refuses more than 2,000 rows; the generic solver drawn here is HiGHS,
all rows of Eq. 6 as printed handed over at once. Further pictures: the same optimum from shorter programs (one row for
each coalition, and a compact program without coalitions), all contenders side by side, and how much Alg. 3's time
depends on t. Times include building the model. Every point is measured in its own process with a limit on time and
memory. ``fig4-raw.jsonl`` holds every single time; an interrupted run goes on from it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.paper import (
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    RED,
    SKY,
    add_legend,
    new_figure,
    new_grid,
    save_figure,
    save_latex,
    save_table,
)
from benchmarks.reproductions._fig4_statements import SURE, statements, weight
from benchmarks.scaling import (
    CONTENDERS,
    FULL,
    GENERIC,
    HALF,
    LINES,
    OWN,
    QUICK,
    READERS,
    SHIFT,
    THRESHOLDS,
    Measured,
    Point,
    Scope,
    growth,
    instance,
    measure,
    recall,
)
from benchmarks.timing import shifted_mean, spread
from benchmarks.utility.statements import CONSTANT, MUCH, SIMILAR, write_statements
from lp_models.tpmdp import as_printed_size, compact_size, deduplicated_size
from optcheck.cli.reproduce import Reproduction
from optcheck.tpmdp import allocate

Progress = Callable[[str], None]
LEDGER = "fig4-raw.jsonl"
_MARKERS = "osD^v<>ph*PX"
_COLOURS = dict(zip(THRESHOLDS, (BLUE, ORANGE, GREEN, RED, PURPLE), strict=True))
_MARKS = dict(zip(THRESHOLDS, _MARKERS, strict=False))
_MANY_MARKERS = "osD^v<>ph*PXdH8"
_MANY_COLOURS = (
    BLUE, ORANGE, GREEN, RED, PURPLE, SKY, BLACK, "#8C564B", "#7F7F7F", "#AA0044", "#66A61E", "#4B0092", "#B8860B",
    "#005F5F", "#FF69B4", "#5D8AA8", "#A0522D", "#2F4F4F", "#800000",
)  # fmt: skip
TITLES = ("(a) memory, the paper's sizes", "(b) time, the paper's sizes", "(c) memory, larger n", "(d) time, larger n")
_SHOWN = {  # the other ways to the same optimum, at t = 0.5n
    "HiGHS, compact": (SKY, "P", "-"),
    "compact, proved": (SKY, "X", "--"),
    "rows on demand, proved": ("#8C564B", "p", "-."),
    "Alg. 3, proved": (BLACK, "*", ":"),
}


def run(out: Path, progress: Progress) -> list[Path]:
    """Measure, or go on measuring; then write the numbers, the judged sentences and the pictures."""
    return _run(FULL, out, progress)


def quick(out: Path, progress: Progress) -> list[Path]:
    """The same with fewer sizes and tighter limits, in about two minutes."""
    return _run(QUICK, out, progress)


def _run(scope: Scope, out: Path, progress: Progress) -> list[Path]:
    measured = measure(scope, os.cpu_count() or 1, out / LEDGER, progress)
    return [out / LEDGER, *show(measured, out)]


def redraw(folder: Path, out: Path) -> list[Path]:
    """All but the measuring, from the ledger in the folder."""
    return show(recall(folder / LEDGER), out)


def show(measured: Measured, out: Path) -> list[Path]:
    """Tables, judged sentences and pictures of a run."""
    limits = measured.scope.limits
    notes = (
        f"Version {measured.version}. Limits: {limits.seconds:g} s and {limits.megabytes} MB a point. Eq. 6 as "
        "printed, solved by HiGHS, stands for the paper's Gurobi. Words have a fixed meaning: significantly is a "
        f"factor {MUCH:g}, constant is within {CONSTANT:g} for memory and {SIMILAR:g} for times. Times are those of "
        f"one machine; what is within a factor {SURE:g} of its threshold is left open. Memory below "
        f"{measured.floor * 1024:.0f} kB counts as that: the meter sees no less. {measured.warning}"
    ).strip()
    sizes = _sizes()
    return [
        save_table(out, "fig4", HEADER, map(_row, measured.points)),
        save_table(out, "fig4-summary", _summary_header(measured.scope), _summary(measured)),
        save_table(out, "fig4-sizes", SIZES, sizes),
        save_latex(out / "fig4-sizes.tex", SIZES, sizes),
        save_table(out, "fig4-independence", INDEPENDENCE, _independence_rows(measured)),
        *write_statements(statements(measured), out / "fig4-statements", "Fig. 4 of TPMDP, as measured here", notes),
        *save_figure(_layout_of_the_paper(measured), out, "fig4"),
        *save_figure(_forms(measured), out, "fig4-forms"),
        *save_figure(_all_contenders(measured), out, "fig4-contenders"),
        *save_figure(_independence(measured), out, "fig4-independence"),
    ]


HEADER = (
    "contender",
    "active",
    "threshold",
    "n",
    "t",
    "rows",
    "nonzeros",
    "status",
    "seconds",
    "megabytes",
    "traced megabytes",
    "relative error",
    "message",
)


def _row(point: Point) -> tuple[object, ...]:
    result = point.result
    measured = (result.seconds, result.megabytes, result.traced or "") if result.status == "ok" else ("", "", "")
    where = (point.contender, point.active, point.threshold, point.n, point.t, point.rows or "", point.nonzeros or "")
    return (*where, result.status, *measured, _relative_error(point), result.message)


def _relative_error(point: Point) -> object:
    """How far a solver's value is from the exact optimum; one party's variance has nothing to be compared with."""
    if point.result.status != "ok" or point.n > max(FULL.printed) or point.contender == LINES:
        return ""
    problem = instance(point.n, point.t, READERS[point.active](point.n))
    optimum = float(allocate(problem.required, problem.threshold, problem.active).total)
    return abs(float(point.result.value) - optimum) / optimum


SIZES = (
    "active", "t", "n", "as printed: rows", "as printed: nonzeros", "deduplicated: rows", "deduplicated: nonzeros",
    "compact: rows", "compact: nonzeros",
)  # fmt: skip


def _sizes() -> list[tuple[object, ...]]:
    """Sizes of the three programs, by formula; they stand in lp_models.tpmdp and are tested against what is built."""
    return [
        (active, threshold, n, *_three_sizes(n, THRESHOLDS[threshold](n), READERS[active](n)))
        for active in READERS
        for threshold in THRESHOLDS
        for n in (12, 15, 18, 24)
    ]


def _three_sizes(n: int, t: int, active: int) -> tuple[int, ...]:
    sizes = (as_printed_size(n, t, active), deduplicated_size(n, t, active), compact_size(n, t, active))
    return tuple(number for size in sizes for number in (size.rows, size.nonzeros))


def _summary_header(scope: Scope) -> tuple[str, ...]:
    return (
        "contender",
        "program",
        f"shifted geometric mean of seconds, everybody active, t = 2 and 0.5n, n <= {max(scope.printed)} "
        f"(shift {SHIFT:g} s, failures at the limit)",
        "solved",
        "of",
        "largest n solved at t = 0.5n",
        *(f"p of n^p at {name}" for name in THRESHOLDS),
        f"b of 2^(b n) at {HALF}",
    )


def _summary(measured: Measured) -> list[tuple[object, ...]]:
    lines = []
    for one in CONTENDERS:
        mine = [p for p in measured.points if p.contender == one.name and p.active == "everybody"]
        common = [p for p in mine if p.n in measured.scope.printed and p.threshold in ("t = 2", HALF)]
        solved = [p for p in common if p.result.status == "ok"]
        largest = max((p.n for p in mine if p.threshold == HALF and p.result.status == "ok"), default="")
        explicit = one.program in ("as printed", "deduplicated")  # written out, it is exponential at t = 0.5n
        fits = ["" if explicit and name == HALF else _fit(mine, name) for name in THRESHOLDS]
        fits.append(_fit(mine, HALF, exponential=True) if explicit else "")
        missing = all(p.result.status == "missing" for p in mine)
        mean = "not installed" if missing else shifted_mean([p.charged for p in common], SHIFT)
        lines.append((one.name, one.program or "none", mean, len(solved), len(common), largest, *fits))
    return lines


def _fit(points: Sequence[Point], threshold: str, exponential: bool = False) -> object:
    timed = [(p.n, p.result.seconds) for p in points if p.threshold == threshold and p.result.status == "ok"]
    fitted = growth(timed, exponential)
    return "" if fitted is None else fitted.shown()


INDEPENDENCE = ("contender", "active", "n", "rounds", "slowest / fastest t", "low", "high", "within 1.1", "within 1.5")


def _independence_rows(measured: Measured) -> list[tuple[object, ...]]:
    lines: list[tuple[object, ...]] = []
    for one in measured.pairs:
        found = spread(one.times)
        decided = (
            {True: "yes", False: "no", None: "undecided"}[found.within(factor)] for factor in (CONSTANT, SIMILAR)
        )
        numbers = (found.rounds, found.ratio, found.low, found.high)
        lines.append((one.contender, one.active, one.n, *numbers, *decided))
    return lines


def _series(measured: Measured, name: str, threshold: str, active: str = "everybody", most: float = 1e9) -> list[Point]:
    mine = [p for p in measured.points if (p.contender, p.threshold, p.active) == (name, threshold, active)]
    return [p for p in mine if p.n <= most]


def _layout_of_the_paper(measured: Measured) -> Any:
    """Memory on the left, time on the right; the paper's range above, the larger one below."""
    figure, (small, large) = new_grid(2, 2, height=8.4)
    most = max(measured.scope.printed)
    for row, top in ((small, most), (large, 1e9)):
        for axes, what in zip(row, ("megabytes", "seconds"), strict=True):
            for name, colour in _COLOURS.items():
                _draw(
                    axes,
                    _series(measured, GENERIC, name, most=top),
                    what,
                    f"HiGHS, {name}",
                    (colour, _MARKS[name], "-"),
                )
                look = (colour, _MARKS[name], "--")
                _draw(axes, _series(measured, OWN, name, most=top), what, f"Alg. 3, {name}", look, hollow=True)
    for axes, what in zip(large, ("megabytes", "seconds"), strict=True):
        for name, look in _SHOWN.items():
            _draw(axes, _series(measured, name, HALF), what, f"{name}, {HALF}", look)
    _finish(measured, small, straight=True)
    _finish(measured, large)
    _mark_the_claims(small, measured.scope)
    for axes, title in zip((*small, *large), TITLES, strict=True):
        axes.set_title(title, fontsize=10)
    handles, labels = large[1].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", frameon=False, fontsize=9, ncols=4)
    return figure


def _mark_the_claims(panels: Sequence[Any], scope: Scope) -> None:
    """What the text says: less memory from n = 15 on, less than a millisecond up to n = 12."""
    memory, time = panels
    memory.axvline(15, color="grey", linewidth=0.9, linestyle=":")
    memory.annotate("“significantly smaller”\nfrom n = 15 on →", (14.8, 0.011), fontsize=8, color="dimgrey", ha="right")
    time.fill_between([min(scope.printed) - 0.7, 12], 1e-5, 1e-3, color="grey", alpha=0.15, linewidth=0)
    time.annotate("“less than 1 ms for n ≤ 12”", (5.6, 1.6e-5), fontsize=8, color="dimgrey")


def _forms(measured: Measured) -> Any:
    """The same optimum from three programs: their rows, and HiGHS's time on them."""
    figure, (left, right) = new_figure(2, height=4.2)
    forms = ((GENERIC, "as printed", PURPLE, "v"), ("HiGHS, deduplicated", "deduplicated", ORANGE, "s"))
    for name, label, colour, marker in (*forms, ("HiGHS, compact", "compact", SKY, "P")):
        for threshold, style in ((HALF, "-"), ("t = 2", "--")):
            series = _series(measured, name, threshold)
            sized = [p for p in series if p.rows <= 10**9]
            left.plot([p.n for p in sized], [p.rows for p in sized], style, color=colour, marker=marker, markersize=5)
            _draw(right, series, "seconds", f"{label}, {threshold}", (colour, marker, style))
    own = _series(measured, OWN, HALF, most=max(measured.scope.larger))
    _draw(right, own, "seconds", f"Alg. 3, {HALF}", (BLACK, "*", ":"))
    left.set(xscale="log", yscale="log", xlabel="parties n", ylabel="rows of the program")
    right.set(xscale="log", yscale="log", xlabel="parties n", ylabel="time to build and solve (s)")
    for axes in (left, right):
        _plain_ticks(axes, (6, 12, 24, 48, 96, 192))
    left.set_title("(a) three programs with one optimum", fontsize=10)
    right.set_title("(b) HiGHS on each of them", fontsize=10)
    handles, labels = right.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", frameon=False, fontsize=9, ncols=4)
    return figure


def _all_contenders(measured: Measured) -> Any:
    """Generic solvers solid, shorter programs dashed, closed forms hollow; who is not installed is named."""
    figure, panels = new_figure(2, height=5.4)
    for axes, what in zip(panels, ("megabytes", "seconds"), strict=True):
        for place, one in enumerate(CONTENDERS):
            series = _series(measured, one.name, HALF, most=max(measured.scope.printed))
            closed = one.name.startswith(OWN)
            style = ":" if closed else "-" if one.program == "as printed" else "--"
            look = (_MANY_COLOURS[place % len(_MANY_COLOURS)], _MANY_MARKERS[place % len(_MANY_MARKERS)], style)
            missing = all(p.result.status == "missing" for p in series)
            label = f"{one.name} (not installed)" if missing else one.name
            _draw(axes, series, what, label, look, hollow=closed, aside=0.25 * (place % 7 - 3))
    _finish(measured, panels, straight=True)
    for axes, title in zip(panels, ("(a) memory", "(b) time"), strict=True):
        axes.set_title(f"{title}, {HALF}, everybody active", fontsize=10)
    handles, labels = panels[1].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", frameon=False, fontsize=8, ncols=4)
    return figure


def _independence(measured: Measured) -> Any:
    """The slowest threshold over the fastest, with intervals that hold for all pairs together."""
    figure, (axes,) = new_figure(1, height=3.4)
    looks = {OWN: BLACK, LINES: RED}
    for name, colour in looks.items():
        for active, marker in (("everybody", "o"), ("half", "s")):
            found = [
                (one.n, spread(one.times)) for one in measured.pairs if (one.contender, one.active) == (name, active)
            ]
            heights = [s.ratio for _, s in found]
            errors = [[s.ratio - s.low for _, s in found], [s.high - s.ratio for _, s in found]]
            label = f"{'fast' if name == OWN else 'line by line'}, {active} active"
            shift = {OWN: 0.95, LINES: 1.05}[name]
            axes.errorbar(
                [n * shift for n, _ in found], heights, yerr=errors, fmt=f"{marker}-", color=colour, markersize=4,
                linewidth=1, capsize=2, label=label, markerfacecolor=colour if active == "everybody" else "white",
            )  # fmt: skip
    for factor in (CONSTANT, SIMILAR):
        axes.axhline(factor, color="grey", linewidth=0.8, linestyle=":")
    axes.set(xscale="log", xlabel="parties n", ylabel="slowest t / fastest t", ylim=(0.98, None))
    add_legend(axes)
    return figure


def _draw(
    axes: Any,
    series: Sequence[Point],
    what: str,
    label: str,
    look: tuple[str, str, str],
    hollow: bool = False,
    aside: float = 0.0,
) -> None:
    """A line through what was solved, and a cross where the first point over a limit would be, or beside it."""
    colour, marker, style = look
    good = [p for p in series if p.result.status == "ok"]
    heights = [weight(p) if what == "megabytes" else p.result.seconds for p in good]
    shape = {"markerfacecolor": "white" if hollow else colour, "markersize": 5 if hollow else 4.5}
    axes.plot([p.n for p in good], heights, style, color=colour, marker=marker, linewidth=1.3, label=label, **shape)
    stopped = {"megabytes": "memory", "seconds": "time"}[what]
    over = [p for p in series if p.result.status == stopped][:1]
    limits = [
        p.limit if what == "seconds" else p.result.megabytes for p in over if p.result.megabytes or what == "seconds"
    ]
    axes.plot([p.n + aside for p in over][: len(limits)], limits, "x", color=colour, markersize=6, markeredgewidth=1.8)


def _finish(measured: Measured, panels: Sequence[Any], straight: bool = False) -> None:
    limits = measured.scope.limits
    for axes, limit, text in zip(
        panels,
        (limits.megabytes, limits.seconds),
        ("peak memory above imports (MB)", "time to build and solve (s)"),
        strict=True,
    ):
        axes.axhline(limit, color="grey", linewidth=0.8, linestyle=":")
        axes.annotate("limit", (0.01, limit), xycoords=("axes fraction", "data"), fontsize=8, va="bottom")
        axes.set(xlabel="parties n", ylabel=text, yscale="log", xscale="linear" if straight else "log")
        if straight:
            axes.set_xticks(measured.scope.printed)


def _plain_ticks(axes: Any, sizes: Sequence[int]) -> None:
    axes.set_xticks(sizes, [str(n) for n in sizes])
    axes.set_xticks([], minor=True)


REPRODUCTIONS = (
    Reproduction(
        name="fig4",
        title="TPMDP, Fig. 4: memory and time of generic solvers against Alg. 3",
        run=run,
        redraw=redraw,
        quick=quick,
    ),
)
