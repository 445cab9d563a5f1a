"""Table I of TPMDP: the printed orders against exact counts of Eq. 6 as printed, and against measured times.

Space is the number of nonzeros of Eq. 6 as printed, a row for each party and each coalition without it, everyone
active. Time is the bound that the paper cites, (nnz + rank^2) sqrt(rank); its logarithms are left out. Entropy is taken
in bits and positive (the caption's sign is wrong). Up to ten parties rows, nonzeros and rank are those of the program
as it is built, the rank by elimination over the integers; beyond, rows are C(n, t) (n - t), each with n - t nonzeros,
and the rank is n. The solver timed is HiGHS on exactly these rows, every point in its own process. Beside it stands the
compact program of the same optimum, which is no part of the table: it shows how much of the baseline is self-made.
``table1-raw.jsonl`` holds every single time; an interrupted run goes on from it.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from flint import fmpz_mat

from benchmarks.isolation import Group, Job, Ledger, Limits, Result, run_groups
from benchmarks.paper import (
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    RED,
    SKY,
    new_figure,
    save_figure,
    save_latex,
    save_table,
)
from benchmarks.scaling import FULL, QUICK, arrays, closed_form, compact_floats, instance, line_by_line, lists
from benchmarks.timing import Fit, busy, fit
from benchmarks.utility.statements import Check, Statement, write_statements
from lp_models.tpmdp import as_printed, as_printed_size, compact_size
from optcheck import __version__
from optcheck.cli.reproduce import Reproduction
from optcheck.lp.program import LinearProgram
from optcheck.tpmdp import Instance, allocate

NARROW = 0.5  # an interval of an exponent that is wider says nothing about being linear
TOO_FEW = "too few points within the limits"
_BUILT_UP_TO = 10  # parties: larger programs are counted by formula


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the table: its threshold, and base-2 logarithms of the printed orders as functions of n."""

    name: str
    threshold: Callable[[int], int]
    space: str
    space_order: Callable[[int], float]
    time: str
    time_order: Callable[[int], float]
    counted: tuple[int, ...]
    timed: tuple[int, ...]
    colour: str


def _constant(c: int, timed: tuple[int, ...], colour: str) -> Entry:
    counted = (5, 7, 10, 20, 50, 100, 200, 500, 1000, 5000, 10_000)
    return Entry(
        f"generic solver, t = {c}",
        lambda n: c,
        f"n^{c + 2}",
        lambda n: (c + 2) * math.log2(n),
        f"n^{c + 2.5}",
        lambda n: (c + 2.5) * math.log2(n),
        counted,
        timed,
        colour,
    )


def _two_to(bits: float) -> str:
    return f"2^({bits:.4f} n)" if f"{bits:.4f}" != "1.0000" else "2^n"


def _proportional(p: float, timed: tuple[int, ...], colour: str) -> Entry:
    bits = -p * math.log2(p) - (1 - p) * math.log2(1 - p)
    return Entry(
        f"generic solver, t = {p}n",
        lambda n: round(p * n),
        f"n^1.5 {_two_to(bits)}",
        lambda n: 1.5 * math.log2(n) + bits * n,
        f"n^2 {_two_to(bits)}",
        lambda n: 2 * math.log2(n) + bits * n,
        (5, 10, 20, 50, 100, 200, 500, 1000, 2000) if p == 0.2 else (4, 6, 8, 10, 20, 50, 100, 200, 500, 1000, 2000),
        timed,
        colour,
    )


ENTRIES = (
    _constant(1, (24, 36, 48, 60, 72, 84, 96, 120), BLUE),
    _constant(2, (18, 21, 24, 30, 36, 42, 48, 54), ORANGE),
    _constant(3, (14, 16, 18, 21, 24, 28, 32), GREEN),
    _proportional(0.2, (10, 15, 20, 25), RED),
    _proportional(0.5, (8, 10, 12, 14, 16, 18), PURPLE),
)
OWN, LINES, COMPACT = "Alg. 3", "Alg. 3, line by line", "compact program, t = 0.5n"
LEDGER = "table1-raw.jsonl"
SIZES = {  # of what grows slowly
    OWN: (200_000, 500_000, 1_000_000, 2_000_000, 3_000_000, 5_000_000, 7_000_000, 10_000_000),
    LINES: (20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000),
    COMPACT: (50, 100, 200, 400, 800, 1600),
}
QUICK_OWN = (200_000, 500_000, 1_000_000, 2_000_000, 3_000_000)
_COLOURS = {OWN: BLACK, LINES: "#7F7F7F", COMPACT: SKY}


@dataclass(frozen=True, slots=True)
class Count:
    """Exact sizes of Eq. 6 as printed."""

    n: int
    t: int
    rows: int
    nonzeros: int
    rank: int

    @property
    def time_bound(self) -> float:
        """Base-2 logarithm of (nnz + rank^2) sqrt(rank)."""
        return math.log2(self.nonzeros + self.rank**2) + math.log2(self.rank) / 2


def count(n: int, t: int) -> Count:
    """Count rows, nonzeros and rank: on the built program where it is small, by formula elsewhere."""
    if n > _BUILT_UP_TO:
        rows = math.comb(n, t) * (n - t)
        return Count(n, t, rows, rows * (n - t), n)
    program = everyone(n, t)
    dense = np.zeros((program.rows.count, n), dtype=int)
    dense[np.repeat(np.arange(program.rows.count), np.diff(program.rows.starts)), program.rows.columns] = 1
    return Count(n, t, program.rows.count, len(program.rows.columns), fmpz_mat(dense.tolist()).rank())


def everyone(n: int, t: int) -> LinearProgram:
    """Eq. 6 as printed, with everyone active and random integer requirements."""
    return as_printed(Instance.of(np.random.default_rng(n).integers(1, 1000, n).tolist(), t))


def solve_as_printed(sizes: tuple[int, int]) -> float:
    """Build Eq. 6 as printed and solve it with HiGHS."""
    from optcheck.lp import backends

    return backends.solve_simplex(everyone(*sizes).to_floats()).value


def sizes(n: int, t: int, active: int) -> tuple[int, int]:
    """The input of a measurement is its size, everybody active: building the program is measured too."""
    return n, t


def run(out: Path, progress: Callable[[str], None]) -> list[Path]:
    """Count, measure, and write the table, the counts behind it, the judged sentences and a picture."""
    return _run(out, progress, FULL.limits, short=False)


def quick(out: Path, progress: Callable[[str], None]) -> list[Path]:
    """The same with tighter limits."""
    return _run(out, progress, QUICK.limits, short=True)


def _run(out: Path, progress: Callable[[str], None], limits: Limits, short: bool) -> list[Path]:
    ledger = Ledger.open(out / LEDGER, {"version": __version__, "short": short, "limits": asdict(limits)})
    if "machine" not in ledger.results:
        ledger.add("machine", Result("ok", 0.0, 0.0, message=busy() or ""))
    groups = _groups(short)
    total = sum(len(series) for group in groups for series in group.series)
    workers = os.cpu_count() or 1
    run_groups(groups, limits, workers, lambda done: progress(f"{done} of {total} measurements"), ledger)
    return [ledger.path, *_show(ledger, out)]


def redraw(folder: Path, out: Path) -> list[Path]:
    """All but the measuring, from the ledger in the folder."""
    return _show(Ledger.read(folder / LEDGER), out)


@dataclass(frozen=True, slots=True)
class Times:
    """What was measured: for each entry its sizes and how they ended."""

    series: dict[str, list[tuple[int, Result]]]

    def good(self, name: str) -> list[tuple[int, Result]]:
        """The sizes that ended well."""
        return [(n, result) for n, result in self.series.get(name, []) if result.status == "ok"]

    def seconds(self, name: str) -> list[tuple[int, float]]:
        """Their times."""
        return [(n, result.seconds) for n, result in self.good(name)]

    def traced(self, name: str) -> list[tuple[int, float]]:
        """Their traced peaks, in megabytes; of the fast Alg. 3 from a million parties on, where blocks are short."""
        return [(n, result.traced or 0.0) for n, result in self.good(name) if name != OWN or n >= 10**6]


def _times(ledger: Ledger) -> Times:
    series: dict[str, list[tuple[int, Result]]] = {}
    for key, result in ledger.results.items():
        name, found, n = key.rpartition("; n = ")
        if found:
            series.setdefault(name, []).append((int(n), result))
    return Times({name: sorted(many, key=lambda pair: pair[0]) for name, many in series.items()})


def _show(ledger: Ledger, out: Path) -> list[Path]:
    times, warning = _times(ledger), ledger.results["machine"].message
    counts = {entry.name: [count(n, entry.threshold(n)) for n in entry.counted] for entry in ENTRIES}
    lines = [line for entry in ENTRIES for line in _lines(entry, counts[entry.name], times)]
    lines += [*_own_lines(times, OWN), *_own_lines(times, LINES), *_compact_lines(times)]
    limits = ledger.run["limits"]
    notes = f"Version {ledger.run['version']}. Limits: {limits['seconds']:g} s and {limits['megabytes']} MB a point. "
    notes = f"{notes}{_self_made(times)} {warning}".strip()
    heading = "Table I of TPMDP, counted and measured here"
    return [
        save_table(out, "table1", HEADER, lines),
        save_latex(out / "table1.tex", HEADER, lines, warning),
        save_table(out, "table1-counts", ("entry", "n", "t", "rows", "nonzeros", "rank"), _count_rows(counts)),
        *write_statements(statements(counts, times), out / "table1-statements", heading, notes),
        *save_figure(_picture(counts, times), out, "table1"),
    ]


def _self_made(times: Times) -> str:
    """How much of the exponential baseline belongs to the way in which Eq. 6 is written down."""
    n = 24
    printed, short = as_printed_size(n, n // 2, n), compact_size(n, n // 2, n)
    same = [(size, result) for size, result in times.good(COMPACT) if _is_optimum(size, result)]
    return (
        f"All of the exponential baseline is self-made: of the {printed.rows:,} rows of Eq. 6 at n = {n}, t = {n // 2} "
        f"a factor n - t = {n - n // 2} repeats left sides that stand there already, and the other "
        f"{math.comb(n, n // 2):,} list coalitions, while a program of {short.rows} rows and {short.nonzeros} nonzeros "
        f"(2n + 1 and 8n + 3) has the same optimum: HiGHS reached Alg. 3's total on it at {len(same)} of "
        f"{len(times.good(COMPACT))} sizes up to n = {max((size for size, _ in times.good(COMPACT)), default=0):,}."
    )


def _is_optimum(n: int, result: Result) -> bool:
    """Whether a float value is that of the closed form, as far as floats can say."""
    total = float(allocate(*arrays(n, n // 2, n)).total)
    return abs(float(result.value) - total) <= 1e-6 * total


HEADER = (
    "entry",
    "quantity",
    "printed order",
    "counted / order, least",
    "most",
    "last",
    "counts grow as",
    "measured as",
)


def _groups(short: bool) -> list[Group]:
    def jobs(
        name: str, sizes: Sequence[int], prepare: Any, solve: Any, threshold: Any, traced: bool
    ) -> tuple[Job, ...]:
        return tuple(
            Job(prepare, solve, (n, threshold(n), n), (6, 2, 6), traced=traced, key=f"{name}; n = {n}") for n in sizes
        )

    solvers = ("optcheck.lp.solve",)
    series = [jobs(entry.name, entry.timed, sizes, solve_as_printed, entry.threshold, False) for entry in ENTRIES]
    own = QUICK_OWN if short else SIZES[OWN]
    return [
        *(Group(solvers, (one,)) for one in series),
        Group(solvers, (jobs(COMPACT, SIZES[COMPACT], instance, compact_floats, lambda n: n // 2, False),)),
        Group((), (jobs(OWN, own, arrays, closed_form, lambda n: n // 2, True),)),
        Group((), (jobs(LINES, SIZES[LINES], lists, line_by_line, lambda n: n // 2, True),)),
    ]


def _lines(entry: Entry, counts: Sequence[Count], times: Times) -> list[tuple[object, ...]]:
    space, time = _logarithms(entry, counts)
    growths = [_growth(entry, counts, space=flag) for flag in (True, False)]
    memory = _measured(entry, [(n, result.megabytes) for n, result in times.good(entry.name)])
    return [
        (entry.name, "space: nonzeros", f"O({entry.space})", *_ratios(space), growths[0], memory),
        (
            entry.name,
            "time: (nnz + rank²) √rank",
            f"Õ({entry.time})",
            *_ratios(time),
            growths[1],
            _measured(entry, times.seconds(entry.name)),
        ),
    ]


def _logarithms(entry: Entry, counts: Sequence[Count]) -> tuple[list[float], list[float]]:
    """Base-2 logarithms of counted over printed order, for space and time."""
    space = [math.log2(c.nonzeros) - entry.space_order(c.n) for c in counts]
    return space, [c.time_bound - entry.time_order(c.n) for c in counts]


def _ratios(logarithms: Sequence[float]) -> tuple[float, float, float]:
    return 2 ** min(logarithms), 2 ** max(logarithms), 2 ** logarithms[-1]


def _growth(entry: Entry, counts: Sequence[Count], space: bool) -> str:
    """Fitted to the two largest sizes: what the counts grow like in the end."""
    logarithms = [math.log2(c.nonzeros) if space else c.time_bound for c in counts]
    (a, b), (x, y) = [c.n for c in counts[-2:]], logarithms[-2:]
    if entry.name.endswith("n"):
        power = 1.5 if space else 2.0
        return f"n^{power:g} {_two_to(((y - x) - power * math.log2(b / a)) / (b - a))}"
    return f"n^{(y - x) / math.log2(b / a):.3f}"


def _measured(entry: Entry, points: Sequence[tuple[int, float]]) -> str:
    if len(points) < 2 or not entry.name.endswith("n"):
        return _power(points)
    ns, values = [n for n, _ in points], [value for _, value in points]
    return f"2^(b n), b = {fit(ns, values, exponential=True).shown()}, for n = {ns[0]}..{ns[-1]}"


def _own_lines(times: Times, name: str) -> list[tuple[object, ...]]:
    traced, blank = times.traced(name), ("",) * 4
    most = f"at most {max(_bytes_a_party(traced)):.3g} bytes a party; " if traced else ""
    return [
        (name, "space: traced peak", "O(n)", *blank, most + _power(traced)),
        (name, "time", "O(n)", *blank, _power(times.seconds(name))),
    ]


def _bytes_a_party(traced: Sequence[tuple[int, float]]) -> list[float]:
    return [megabytes * (1 << 20) / n for n, megabytes in traced]


def _compact_lines(times: Times) -> list[tuple[object, ...]]:
    blank = ("",) * 3
    return [
        (COMPACT, "space: nonzeros", "not in the table", *blank, "8n + 3", ""),
        (COMPACT, "time", "not in the table", *blank, "", _power(times.seconds(COMPACT))),
    ]


def _power(points: Sequence[tuple[int, float]]) -> str:
    fitted = _fitted(points)
    return TOO_FEW if fitted is None else f"n^p, p = {fitted.shown()}, for n = {points[0][0]:,}..{points[-1][0]:,}"


def _fitted(points: Sequence[tuple[int, float]]) -> Fit | None:
    if len(points) < 2 or min(value for _, value in points) <= 0:
        return None
    return fit([n for n, _ in points], [value for _, value in points])


def _count_rows(counts: dict[str, list[Count]]) -> list[tuple[object, ...]]:
    return [
        (name, c.n, c.t, _digits(c.rows), _digits(c.nonzeros), c.rank) for name, many in counts.items() for c in many
    ]


def _digits(value: int) -> object:
    return value if value < 10**18 else f"10^{math.log10(value):.4f}"


def statements(counts: dict[str, list[Count]], times: Times) -> list[Statement]:
    """What the table, its caption and the text around it say."""
    constant = [entry for entry in ENTRIES if not entry.name.endswith("n")]
    share = [entry for entry in ENTRIES if entry.name.endswith("n")]
    half = times.seconds(share[-1].name)
    bits = fit([n for n, _ in half], [s for _, s in half], exponential=True) if len(half) > 2 else None
    exponential = Check(
        "time as printed grows as 2^(b n) with b > 0", int(bits is not None and bits.low > 0), int(bits is not None),
        TOO_FEW if bits is None else f"b = {bits.shown()}",
    )  # fmt: skip
    return [
        Statement("Table I", "space O(n^(C+2)) at t = C", tuple(_bounded(entry, counts, 0) for entry in constant)),
        Statement("Table I", "time Õ(n^(C+2.5)) at t = C", tuple(_bounded(entry, counts, 1) for entry in constant)),
        Statement(
            "Table I", "space O(n^1.5 2^(H(p)n)) at t = pn", tuple(_bounded(entry, counts, 0) for entry in share)
        ),
        Statement("Table I", "time Õ(n^2 2^(H(p)n)) at t = pn", tuple(_bounded(entry, counts, 1) for entry in share)),
        Statement("Table I", "Alg. 3 takes O(n) space", (_linear_space(times, OWN), _linear_space(times, LINES))),
        Statement("Table I", "Alg. 3 takes O(n) time", (_linear_time(times, OWN), _linear_time(times, LINES))),
        Statement("Table I, caption", "H(p) = p log p + (1-p) log(1-p) is the entropy", (_entropy(),)),
        Statement(
            "IV-B",
            "at t = pn Alg. 3 reduces space and time of the generic solver from exponential to O(n)",
            (exponential, _linear_time(times, OWN), _linear_space(times, OWN)),
        ),
        Statement(
            "IV-B",
            "solving Eq. 6 is polynomial in n with an order that depends on t",
            (
                *(_bounded(entry, counts, 1) for entry in constant),
                *(_order_grows(low, high, times) for low, high in pairwise(constant)),
            ),
        ),
    ]


def _bounded(entry: Entry, counts: dict[str, list[Count]], which: int) -> Check:
    """Counted over printed order stays below a constant: from ten parties on it changes by less than a factor 4."""
    ratios = [
        2**value
        for c, value in zip(counts[entry.name], _logarithms(entry, counts[entry.name])[which], strict=True)
        if c.n >= 10
    ]
    held = max(ratios) <= 4 * ratios[-1]
    shown = f"{min(ratios):.3g} to {max(ratios):.3g}, {ratios[-1]:.3g} at n = {counts[entry.name][-1].n:,}"
    return Check(f"{entry.name}: counted / printed order bounded", int(held), 1, shown)


def _linear_space(times: Times, name: str) -> Check:
    """Bytes a party do not grow: the traced peak is exact, so that no interval is needed."""
    traced = _bytes_a_party(times.traced(name))
    shown = f"{min(traced):.3g} to {max(traced):.3g} bytes a party" if traced else TOO_FEW
    return Check(
        f"{name}: bytes a party no more at the largest size",
        int(bool(traced) and traced[-1] <= 1.1 * traced[0]),
        int(len(traced) > 2),
        shown,
    )


def _linear_time(times: Times, name: str) -> Check:
    """The interval of the exponent holds 1, or lies below; one that is too wide says nothing."""
    fitted = _fitted(times.seconds(name))
    decided = fitted is not None and fitted.high - fitted.low <= NARROW
    held = fitted is not None and decided and fitted.low <= 1
    left_open = "" if decided else "; left open"
    shown = _power(times.seconds(name)) + left_open
    return Check(f"{name}: the exponent's interval reaches down to 1", int(held), int(decided), shown)


def _entropy() -> Check:
    p = 0.5
    printed = p * math.log2(p) + (1 - p) * math.log2(1 - p)
    return Check("positive at p = 1/2", int(printed > 0), 1, f"it is {printed:g}: the minus sign is missing")


def _order_grows(low: Entry, high: Entry, times: Times) -> Check:
    """The exponent at the larger t is larger; left open where the intervals overlap."""
    what = f"the fitted power of n grows from t = {low.threshold(10)} to {high.threshold(10)}"
    one, other = (_fitted(times.seconds(entry.name)) for entry in (low, high))
    if one is None or other is None:
        return Check(what, 0, 0, TOO_FEW)
    rises, falls = one.high < other.low, other.high < one.low
    left_open = "" if rises or falls else "; left open"
    return Check(what, int(rises), int(rises or falls), f"{one.shown()} and {other.shown()}{left_open}")


def _picture(counts: dict[str, list[Count]], times: Times) -> Any:
    """Left: counts divided by the printed order flatten. Right: measured times, which for Alg. 3 grow like n."""
    figure, (left, right) = new_figure(2, height=5.0)
    for entry, marker in zip(ENTRIES, "osD^v", strict=True):
        look = {"marker": marker, "markersize": 4.5, "color": entry.colour, "linewidth": 1.3}
        space = _logarithms(entry, counts[entry.name])[0]
        name = entry.name.removeprefix("generic solver, ")
        left.plot(
            [c.n for c in counts[entry.name]], [2**value for value in space], label=f"{name}: {entry.space}", **look
        )
        good = times.seconds(entry.name)
        right.plot([n for n, _ in good], [s for _, s in good], label=f"HiGHS, {name}: {entry.time}", **look)
        _draw_order(right, good, entry.time_order, entry.colour)
    for (name, colour), marker, order in zip(_COLOURS.items(), "X*P", ("n", "n", ""), strict=True):
        good = times.seconds(name)
        look = {"marker": marker, "markersize": 5, "color": colour, "linewidth": 1.3, "linestyle": "--"}
        right.plot(
            [n for n, _ in good], [s for _, s in good], label=f"{name}: {order}" if order else f"HiGHS, {name}", **look
        )
        if name != COMPACT:
            _draw_order(right, good, math.log2, colour)
            traced = times.traced(name)
            left.plot([n for n, _ in traced], [b / 8 for b in _bytes_a_party(traced)], label=f"{name}: n", **look)
    left.set(xscale="log", yscale="log", xlabel="parties n", ylabel="space / printed order")
    right.set(xscale="log", yscale="log", xlabel="parties n", ylabel="time to build and solve (s)")
    left.set_title("(a) nonzeros, or doubles held, over the printed order", fontsize=10)
    right.set_title("(b) measured time; dotted: like its printed order", fontsize=10)
    for axes in (left, right):
        axes.legend(
            frameon=False, fontsize=8, labelspacing=0.25, loc="upper center", bbox_to_anchor=(0.5, -0.17), ncols=2
        )
    return figure


def _draw_order(axes: Any, points: Sequence[tuple[int, float]], order: Callable[[int], float], colour: str) -> None:
    """The printed order, times the constant with which it meets the largest size that was measured."""
    if points:
        last, seconds = points[-1]
        heights = [seconds * 2 ** (order(n) - order(last)) for n, _ in points]
        axes.plot([n for n, _ in points], heights, ":", color=colour, linewidth=1.1)


REPRODUCTIONS = (
    Reproduction(
        name="table1",
        title="TPMDP, Table I: printed orders, exact counts, measured times",
        run=run,
        redraw=redraw,
        quick=quick,
    ),
)
