"""Fig. 4 of TPMDP: memory and time of a generic solver against Alg. 3 as n and t grow, measured here.

The paper uses Gurobi, whose licence-free version refuses more than 2,000 rows; the generic solver drawn here is HiGHS,
all rows handed over at once. A second picture compares all contenders at t = 0.5 n: generic solvers on the rows written
out, our separated and compact programs, and Alg. 3 (corrected) with and without its proof. Times include building the
model. Every point is measured in its own process with a limit on time and memory; crosses mark points over the limit.
Memory is the peak above what is resident after imports and a tiny warm-up.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.busy import busy
from benchmarks.reproductions._figures import (
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    RED,
    SKY,
    YELLOW,
    new_figure,
    save_figure,
    save_table,
)
from benchmarks.reproductions._kept import kept_result, kept_rows, kept_warning
from benchmarks.scaling import (
    CONTENDERS,
    EXPLICIT_SIZES,
    GENERIC,
    LIMITS,
    SHIFT,
    THRESHOLDS,
    Point,
    growth,
    instance,
    measure,
    shifted_geometric_mean,
)
from benchmarks.utility.statements import Check, Statement, write_statements
from optcheck.audit.registry import Reproduction
from optcheck.tpmdp import allocate

Progress = Callable[[str], None]
HALF = "t = 0.5n"
SURE = 1.5  # a time may be off by this factor, and no verdict hangs on less
SMALLEST = 0.05  # megabytes: less is a page or two
_MARKERS = "osD^v<>ph*PX"
_COLOURS = (BLUE, ORANGE, GREEN, RED, PURPLE, SKY, YELLOW, BLACK)
_OURS = {
    "separated, proved": (SKY, "P", "--"),
    "compact, proved": (GREEN, "h", "--"),
    "closed form": (BLACK, "X", "--"),
    "closed form, proved": (BLACK, "*", ":"),
}


def run(out: Path, progress: Progress) -> list[Path]:
    """Measure, then write the numbers, the summary, the judged statements and two pictures."""
    warning = busy()
    if warning is not None:
        progress(warning)
    points = measure(CONTENDERS, THRESHOLDS, os.cpu_count() or 1, progress)
    return [save_table(out, "fig4", HEADER, map(_row, points)), *_show(points, out, warning)]


def redraw(folder: Path, out: Path) -> list[Path]:
    """All but the measuring, from ``fig4.csv`` in the folder."""
    rows = kept_rows(folder, "fig4")
    points = [
        Point(row["contender"], row["threshold"], int(row["n"]), int(row["t"]), int(row["rows"] or 0), kept_result(row))
        for row in rows
    ]
    return _show(points, out, kept_warning(folder / "fig4-statements.md"))


def _show(points: Sequence[Point], out: Path, warning: str | None) -> list[Path]:
    notes = (
        f"Limits: {LIMITS.seconds:g} s and {LIMITS.megabytes} MB a point. Times and memory are those of one machine; a "
        f"comparison within a factor {SURE:g} of its threshold is left open. {warning or ''}"
    ).strip()
    judged = _statements(points, is_busy=warning is not None)
    return [
        save_table(out, "fig4-summary", SUMMARY, _summary(points)),
        *write_statements(judged, out / "fig4-statements", "Fig. 4 of TPMDP, as measured here", notes),
        *save_figure(_layout_of_the_paper(points), out, "fig4"),
        *save_figure(_all_contenders(points), out, "fig4-contenders"),
    ]


HEADER = ("contender", "threshold", "n", "t", "rows", "status", "seconds", "megabytes", "relative error", "message")


def _row(point: Point) -> tuple[object, ...]:
    result = point.result
    measured = (result.seconds, result.megabytes) if result.status == "ok" else ("", "")
    where = (point.contender, point.threshold, point.n, point.t, point.rows or "")
    return (*where, result.status, *measured, _relative_error(point), result.message)


def _relative_error(point: Point) -> object:
    """How far a solver's value is from the exact optimum; for the closed form there is nothing to compare with."""
    if point.result.status != "ok" or point.n > max(EXPLICIT_SIZES):
        return ""
    problem = instance(point.n, point.t)
    optimum = float(allocate(problem.required, problem.threshold, problem.active).total)
    return abs(float(point.result.value) - optimum) / optimum


SUMMARY = (
    "contender",
    f"shifted geometric mean of seconds, n <= {max(EXPLICIT_SIZES)} (shift {SHIFT:g} s, failures at the limit)",
    "solved",
    "of",
    "largest n solved at t = 0.5n",
    *(f"p of n^p at {name}" for name in THRESHOLDS),
    f"b of 2^(b n) at {HALF}",
)


def _summary(points: Sequence[Point]) -> list[tuple[object, ...]]:
    lines = []
    for one in CONTENDERS:
        mine = [point for point in points if point.contender == one.name]
        common = [point for point in mine if point.n in EXPLICIT_SIZES]
        solved = [point for point in common if point.result.status == "ok"]
        largest = max((p.n for p in mine if p.threshold == HALF and p.result.status == "ok"), default="")
        explicit = one.name not in _OURS  # written out, Eq. 6 grows exponentially at t = 0.5n and nowhere else
        fits = ["" if explicit and name == HALF else _fit(mine, name) for name in THRESHOLDS]
        fits.append(_fit(mine, HALF, exponential=True) if explicit else "")
        missing = all(point.result.status == "missing" for point in mine)
        mean = "not installed" if missing else shifted_geometric_mean([point.charged for point in common])
        lines.append((one.name, mean, len(solved), len(common), largest, *fits))
    return lines


def _fit(points: Sequence[Point], threshold: str, exponential: bool = False) -> object:
    fitted = growth([point for point in points if point.threshold == threshold], exponential)
    return "" if fitted is None else fitted.shown()


def _layout_of_the_paper(points: Sequence[Point]) -> Any:
    """Memory on the left, time on the right; the generic solver at five thresholds, and the closed form."""
    figure, panels = new_figure(2, height=4.4)
    for axes, what in zip(panels, ("megabytes", "seconds"), strict=True):
        for name, colour, marker in zip(THRESHOLDS, _COLOURS, _MARKERS, strict=False):
            series = [p for p in points if p.contender == GENERIC and p.threshold == name]
            _draw(axes, series, what, f"HiGHS, {name}", (colour, marker, "-"))
        for name, look in _OURS.items():
            series = [p for p in points if p.contender == name and p.threshold == HALF]
            _draw(axes, series, what, f"{name}, {HALF}", look)
    return _finish(figure, panels, "Eq. 6 written out, by a generic solver, and by Alg. 3, the closed form")


def _all_contenders(points: Sequence[Point]) -> Any:
    figure, panels = new_figure(2, height=4.4)
    generic = [one.name for one in CONTENDERS if one.name not in _OURS]
    for axes, what in zip(panels, ("megabytes", "seconds"), strict=True):
        for place, name in enumerate([*generic, *_OURS]):
            series = [p for p in points if p.contender == name and p.threshold == HALF and p.n <= max(EXPLICIT_SIZES)]
            usual = (_COLOURS[place % 7], _MARKERS[place % len(_MARKERS)], "-" if place < 7 else "-.")
            _draw(axes, series, what, name, _OURS.get(name, usual))
        axes.set_xticks(EXPLICIT_SIZES)
    return _finish(figure, panels, f"Eq. 6 at {HALF} by all contenders", straight=True)


def _draw(axes: Any, series: Sequence[Point], what: str, label: str, look: tuple[str, str, str]) -> None:
    """A line through what was solved, and a cross where the first point over the limit was."""
    colour, marker, style = look
    if any(p.result.status == "missing" for p in series):
        label += " (not installed)"
    good = [p for p in series if p.result.status == "ok"]
    heights = [max(SMALLEST, p.result.megabytes) if what == "megabytes" else p.result.seconds for p in good]
    sizes = [p.n for p in good]
    axes.plot(sizes, heights, style, color=colour, marker=marker, markersize=5, linewidth=1.3, label=label)
    limit = {"megabytes": LIMITS.megabytes, "seconds": LIMITS.seconds}[what]
    stopped = {"megabytes": "memory", "seconds": "time"}[what]
    over = [p.n for p in series if p.result.status == stopped][:1]
    axes.plot(over, [limit] * len(over), linestyle="", marker="x", color=colour, markersize=7, markeredgewidth=2)


def _finish(figure: Any, panels: Sequence[Any], title: str, straight: bool = False) -> Any:
    memory, time = panels
    limits = f"crosses: over {LIMITS.seconds:g} s or {LIMITS.megabytes:,} MB"
    figure.suptitle(f"TPMDP, Fig. 4: {title} ({limits})", fontsize=11)
    memory.set_ylabel("peak memory above imports (MB)")
    time.set_ylabel("time to build and solve (s)")
    for axes, limit in ((memory, LIMITS.megabytes), (time, LIMITS.seconds)):
        axes.axhline(limit, color="grey", linewidth=0.8, linestyle=":")
        axes.annotate("limit", (0.01, limit), xycoords=("axes fraction", "data"), fontsize=8, va="bottom")
        axes.set_yscale("log")
        if not straight:
            axes.set_xscale("log")
        axes.set_xlabel("parties n")
    handles, labels = time.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside right center", frameon=False, fontsize=8)
    return figure


def _statements(points: Sequence[Point], is_busy: bool) -> list[Statement]:
    """What the text says about the figure, judged on the generic solver and the closed form measured here."""
    table = {(p.contender, p.threshold, p.n): p for p in points}
    sizes = [n for n in EXPLICIT_SIZES if n >= 15]
    pairs = [(table[GENERIC, name, n], table["closed form", name, n]) for name in THRESHOLDS for n in sizes]
    tiny = [table[who, name, n] for who in (GENERIC, "closed form") for name in THRESHOLDS for n in (6, 9, 12)]
    own = [[table["closed form", name, n].result.seconds for name in THRESHOLDS] for n in EXPLICIT_SIZES]
    spread = [max(row) / min(row) for row in own]
    half = [table[GENERIC, HALF, n] for n in EXPLICIT_SIZES]
    steps = [b.charged / a.charged for a, b in pairwise(half[2:]) if b.result.status == "ok"]
    return [
        Statement(
            "Fig. 4a",
            "from n = 15 on Alg. 3 needs less memory than the generic solver",
            (
                _compared(
                    "generic memory above the closed form's",
                    [(a.result.megabytes, b.result.megabytes) for a, b in pairs if a.result.status == "ok"],
                ),
            ),
        ),
        Statement(
            "Fig. 4b",
            "from n = 15 on Alg. 3 takes less time than the generic solver",
            (_compared("generic time above the closed form's", [(a.charged, b.charged) for a, b in pairs]),),
        ),
        Statement(
            "Fig. 4b",
            "for n <= 12 both take less than a millisecond",
            (
                _judged(
                    "below 1 ms",
                    [] if is_busy else [1e-3 / p.charged for p in tiny],  # no ratio: a busy machine cannot decide it
                    f"up to {max(p.charged for p in tiny) * 1e3:.2g} ms",
                ),
            ),
        ),
        Statement(
            "Fig. 4b",
            "Alg. 3's time does not depend on t",
            (
                _judged(
                    "within a factor 2 over the thresholds",
                    [2 / s for s in spread],
                    f"largest factor {max(spread):.2g}",
                ),
            ),
        ),
        Statement(
            "Fig. 4b",
            "for t = 0.5n the generic solver's time grows exponentially with n",
            (_judged("three more parties multiply the time by at least 2", [s / 2 for s in steps], _range(steps)),),
        ),
    ]


def _compared(what: str, pairs: Sequence[tuple[float, float]]) -> Check:
    ratios = [a / max(b, 1e-9) for a, b in pairs]
    return _judged(what, ratios, _range(ratios))


def _judged(what: str, ratios: Sequence[float], measured: str) -> Check:
    """Ratios that should be at least 1; those too close to it for a machine with other work are left open."""
    decided = [ratio >= 1 for ratio in ratios if not 1 / SURE < ratio < SURE]
    left_open = len(ratios) - len(decided)
    return Check(what, sum(decided), len(decided), measured + (f"; {left_open} left open" if left_open else ""))


def _range(values: Sequence[float]) -> str:
    return f"factors from {min(values):.2g} to {max(values):.2g}" if values else "nothing to compare"


REPRODUCTION = Reproduction(
    name="fig4", title="TPMDP, Fig. 4: memory and time of generic solvers against Alg. 3", run=run, redraw=redraw
)
