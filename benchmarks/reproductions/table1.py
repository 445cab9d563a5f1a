"""Table I of TPMDP: the printed orders against exact counts of Eq. 6 written out, and against measured times.

Space is the number of nonzeros of Eq. 6 as printed, a row for each party and each coalition without it, everyone
active. Time is the bound that the paper cites, (nnz + rank^2) sqrt(rank); its logarithms are left out. Entropy is taken
in bits and positive (the caption's sign is wrong). Up to ten parties rows, nonzeros and rank are those of the program
as it is built, the rank by elimination over the integers; beyond, rows are C(n, t) (n - t), each with n - t nonzeros,
and the rank is n. The solver timed is HiGHS on exactly these rows, every point in its own process.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from flint import fmpz_mat

from benchmarks.busy import busy
from benchmarks.growth import fit
from benchmarks.isolation import Group, Job, Result, run_groups
from benchmarks.reproductions._figures import (
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    RED,
    add_legend,
    new_figure,
    save_figure,
    save_table,
)
from benchmarks.reproductions._kept import kept_result, kept_rows, kept_warning
from benchmarks.reproductions._latex import save_latex
from benchmarks.scaling import LIMITS, arrays, closed_form
from lp_models.tpmdp import as_printed
from optcheck.audit.registry import Reproduction
from optcheck.lp.program import LinearProgram
from optcheck.tpmdp import Instance

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
    _constant(1, (24, 48, 72, 96), BLUE),
    _constant(2, (18, 24, 36, 48), ORANGE),
    _constant(3, (14, 18, 24, 32), GREEN),
    _proportional(0.2, (10, 15, 20, 25), RED),
    _proportional(0.5, (10, 12, 14, 16), PURPLE),
)
OWN = "Alg. 3 (corrected)"
CLOSED_FORM_SIZES = (10_000, 100_000, 1_000_000, 10_000_000)


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
    from optcheck.lp import highs

    return highs.solve_simplex(everyone(*sizes).to_floats()).value


def sizes(n: int, t: int) -> tuple[int, int]:
    """The input of a measurement is its size: building the program is measured too."""
    return n, t


def run(out: Path, progress: Callable[[str], None]) -> list[Path]:
    """Count, measure, and write the table, the counts behind it, the times and a picture."""
    warning = busy()
    if warning is not None:
        progress(warning)
    *generic, own = _measure(progress)
    times = dict(zip([entry.name for entry in ENTRIES], generic, strict=True))
    header = ("entry", "n", "status", "seconds", "megabytes", "message")
    return [save_table(out, "table1-times", header, _time_rows(times, own)), *_show(times, own, out, warning)]


def redraw(folder: Path, out: Path) -> list[Path]:
    """All but the measuring, with the times of ``table1-times.csv`` in the folder."""
    times: dict[str, list[Result]] = {}
    for row in kept_rows(folder, "table1-times"):
        times.setdefault(row["entry"], []).append(kept_result(row))
    own = times.pop(OWN)
    return _show(times, own, out, kept_warning(folder / "table1.tex"))


def _show(times: dict[str, list[Result]], own: list[Result], out: Path, warning: str | None) -> list[Path]:
    counts = {entry.name: [count(n, entry.threshold(n)) for n in entry.counted] for entry in ENTRIES}
    lines = [line for entry in ENTRIES for line in _lines(entry, counts[entry.name], times[entry.name])]
    lines += _own_lines(own)
    return [
        save_table(out, "table1", HEADER, lines),
        save_latex(out / "table1.tex", HEADER, lines, warning or ""),
        save_table(out, "table1-counts", ("entry", "n", "t", "rows", "nonzeros", "rank"), _count_rows(counts)),
        *save_figure(_picture(counts, times), out, "table1"),
    ]


HEADER = (
    "entry",
    "quantity",
    "printed order",
    "counted / order, least",
    "most",
    "last",
    "counts grow as",
    "times grow as",
)


def _measure(progress: Callable[[str], None]) -> list[list[Result]]:
    series = [
        tuple(Job(sizes, solve_as_printed, (n, entry.threshold(n)), (5, 2)) for n in entry.timed) for entry in ENTRIES
    ]
    own = tuple(Job(arrays, closed_form, (n, n // 2), (6, 2)) for n in CLOSED_FORM_SIZES)
    groups = [Group(("optcheck.lp.solve",), (one,)) for one in series] + [Group((), (own,))]
    results = run_groups(groups, LIMITS, os.cpu_count() or 1, lambda done: progress(f"{done} measurements"))
    return [one for group in results for one in group]


def _lines(entry: Entry, counts: Sequence[Count], times: Sequence[Result]) -> list[tuple[object, ...]]:
    space = [math.log2(c.nonzeros) - entry.space_order(c.n) for c in counts]
    time = [c.time_bound - entry.time_order(c.n) for c in counts]
    return [
        (entry.name, "space: nonzeros", f"O({entry.space})", *_ratios(space), _growth(entry, counts, space=True), ""),
        (
            entry.name,
            "time: (nnz + rank²) √rank",
            f"Õ({entry.time})",
            *_ratios(time),
            _growth(entry, counts, space=False),
            _timed_growth(entry, times),
        ),
    ]


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


def _timed_growth(entry: Entry, times: Sequence[Result]) -> str:
    good = [(n, r.seconds) for n, r in zip(entry.timed, times, strict=True) if r.status == "ok"]
    if len(good) < 2 or not entry.name.endswith("n"):
        return _power(good)
    ns, seconds = [n for n, _ in good], [s for _, s in good]
    return f"2^(b n), b = {fit(ns, seconds, exponential=True).shown()}, for n = {ns[0]}..{ns[-1]}"


def _own_lines(own: Sequence[Result]) -> list[tuple[object, ...]]:
    good = [(n, r) for n, r in zip(CLOSED_FORM_SIZES, own, strict=True) if r.status == "ok"]
    memory = _power([(n, r.megabytes) for n, r in good[1:]])  # at the first size it is a page or two
    time = _power([(n, r.seconds) for n, r in good])
    blank = ("",) * 4
    return [
        (OWN, "space: peak memory", "O(n)", *blank, memory),
        (OWN, "time", "O(n)", *blank, time),
    ]


def _power(points: Sequence[tuple[int, float]]) -> str:
    ns, values = [n for n, _ in points], [value for _, value in points]
    if len(ns) < 2 or min(values) <= 0:
        return TOO_FEW
    return f"n^p, p = {fit(ns, values).shown()}, for n = {ns[0]:,}..{ns[-1]:,}"


def _count_rows(counts: dict[str, list[Count]]) -> list[tuple[object, ...]]:
    return [
        (name, c.n, c.t, _digits(c.rows), _digits(c.nonzeros), c.rank) for name, many in counts.items() for c in many
    ]


def _digits(value: int) -> object:
    return value if value < 10**18 else f"10^{math.log10(value):.4f}"


def _time_rows(times: dict[str, list[Result]], own: Sequence[Result]) -> list[tuple[object, ...]]:
    series = [(entry.name, entry.timed, times[entry.name]) for entry in ENTRIES]
    series.append((OWN, CLOSED_FORM_SIZES, list(own)))
    return [
        (name, n, r.status, r.seconds if r.status == "ok" else "", r.megabytes if r.status == "ok" else "", r.message)
        for name, ns, results in series
        for n, r in zip(ns, results, strict=True)
    ]


def _picture(counts: dict[str, list[Count]], times: dict[str, list[Result]]) -> Any:
    """Left: counts divided by the printed order flatten. Right: measured times against the printed order."""
    figure, (left, right) = new_figure(2, height=4.2)
    for entry in ENTRIES:
        many = counts[entry.name]
        ratio = [2 ** (math.log2(c.nonzeros) - entry.space_order(c.n)) for c in many]
        left.plot(
            [c.n for c in many], ratio, "o-", markersize=4, color=entry.colour, label=f"{entry.name}: {entry.space}"
        )
        good = [(n, r.seconds) for n, r in zip(entry.timed, times[entry.name], strict=True) if r.status == "ok"]
        orders = [2 ** entry.time_order(n) for n, _ in good]
        right.plot(
            orders, [s for _, s in good], "o-", markersize=4, color=entry.colour, label=f"{entry.name}: {entry.time}"
        )
    left.set(xscale="log", yscale="log", xlabel="parties n", ylabel="nonzeros of Eq. 6 / printed order of space")
    right.set(xscale="log", yscale="log", xlabel="printed order of time", ylabel="measured time to build and solve (s)")
    left.set_title("Counted space over its printed order: flat where the order is right", fontsize=10)
    right.set_title("Measured time against the printed order", fontsize=10)
    figure.suptitle(
        "TPMDP, Table I: the printed orders (after each colon) against Eq. 6 as built and solved here", fontsize=11
    )
    low, high = right.get_xlim()
    base = 1e-9 * low
    right.plot([low, high], [base, base * high / low], ":", color=BLACK, linewidth=1, label="proportional")
    for axes in (left, right):
        add_legend(axes)
    return figure


REPRODUCTION = Reproduction(
    name="table1", title="TPMDP, Table I: printed orders, exact counts, measured times", run=run, redraw=redraw
)
