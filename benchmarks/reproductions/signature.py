"""The discretised signature program of Kairouz et al. (Eqs. 16 and 19) against its closed forms, sizes and times.

Eq. 16 has a column for every signature of a box and every decision. On a grid without the corners of the box the
optimum is that of the grid's outermost points, known in closed form; it grows to the optimum over the box like the
mesh. With the corners it is the optimum at every mesh. Functions, criteria, readers and levels vary. Column generation
leads from a coarse grid to the optimum, with the gap certified in every round. All values are exact. Sizes and times of
the program stand beside the closed form's, every point in its own process; ``signature-raw.jsonl`` keeps them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from itertools import accumulate
from pathlib import Path
from typing import Any

from benchmarks.isolation import Group, Job, Ledger, Limits, Result, run_groups
from benchmarks.paper import (
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    RED,
    new_figure,
    save_figure,
    save_table,
)
from benchmarks.signature_box import box_accuracy, xor_box_accuracy
from benchmarks.signature_cases import COARSE, EQUAL, FUNCTIONS, UNEQUAL, Case, Mesh, cases, generated, solved
from benchmarks.signature_grids import grid_box, grid_program, solve_grid
from benchmarks.timing import busy
from benchmarks.utility.statements import Check, Statement, write_statements
from lp_models.kairouz import Step, extremal_signatures, solve_by_columns
from optcheck import __version__
from optcheck.cli.reproduce import Reproduction
from optcheck.exact.numbers import Exact
from optcheck.randomized_response import make_problem
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Criterion

NAME, LEDGER = "signature", "signature-raw.jsonl"
LIMITS, QUICK_LIMITS = Limits(8.0, 2048), Limits(2.0, 1024)
MESHES = {2: (6, 12, 24, 48, 96), 3: (6, 12, 24), 4: (6,)}
QUICK_MESHES = {2: (6, 12, 24), 3: (6, 12)}
DRAWN = (6, 12, 24, 48)  # points of the picture
MESH_SERIES, QUICK_MESH_SERIES = (6, 9, 12, 18, 24, 36, 48, 72, 96), (6, 12, 24, 36)
PARTY_SERIES, QUICK_PARTY_SERIES = (2, 3, 4, 5, 6, 7, 8, 10, 12), (2, 3, 4, 5, 6)
_LOOKS = dict(zip(FUNCTIONS, ((BLUE, "o"), (ORANGE, "s"), (GREEN, "D"), (PURPLE, "^")), strict=True))
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Way:
    """A way to the optimum on a grid of a number of points, or over the box, from (k, points, criterion)."""

    name: str
    modules: tuple[str, ...]
    run: Callable[[tuple[int, int, Criterion]], float]
    colour: str
    marker: str


def _xor(k: int, criterion: Criterion) -> Any:
    return make_problem(FUNCTIONS["XOR"], [EQUAL[0]] * k, criterion)[0]


def whole_grid(sizes: tuple[int, int, Criterion]) -> float:
    """Every column written down, HiGHS in one call."""
    from optcheck.lp import backends

    k, points, criterion = sizes
    return backends.solve_simplex(grid_program(_xor(k, criterion), points, corners=False)).value


def priced_grid(sizes: tuple[int, int, Criterion]) -> float:
    """All columns priced in rounds, the optimum exact."""
    k, points, criterion = sizes
    return float(solve_grid(_xor(k, criterion), points, corners=False).value)


def by_columns(sizes: tuple[int, int, Criterion]) -> float:
    """Column generation over the whole box, exact and certified."""
    return float(solve_by_columns(_xor(sizes[0], sizes[2])).value)


def closed_form(sizes: tuple[int, int, Criterion]) -> float:
    """The closed form at the grid's outermost points, exact."""
    k, points, criterion = sizes
    problem = _xor(k, criterion)
    return float(box_accuracy(problem, grid_box(problem, points, corners=False)))


def randomised_response(sizes: tuple[int, int, Criterion]) -> float:
    """The optimum over the box by randomised response, exact, with its certificate checked."""
    return float(solve_problem(_xor(sizes[0], sizes[2])).certify().verify().value or 0)


_SOLVERS = ("optcheck.lp.solve", "scipy.optimize")
WAYS = (
    Way("HiGHS, whole grid", _SOLVERS, whole_grid, RED, "v"),
    Way("grid by pricing, exact", _SOLVERS, priced_grid, ORANGE, "s"),
    Way("column generation, proved", _SOLVERS, by_columns, GREEN, "D"),
    Way("closed form of the grid, exact", _SOLVERS, closed_form, BLACK, "X"),
    Way("randomised response, proved", _SOLVERS, randomised_response, BLUE, "o"),
)


def sizes_of(k: int, points: int, criterion: Criterion) -> tuple[int, int, Criterion]:
    """The input of a measurement is its size."""
    return k, points, criterion


def run(out: Path, progress: Progress) -> list[Path]:
    """Measure the times, or go on; solve all cases; write tables, judged sentences and pictures."""
    return _run(out, progress, short=False)


def quick(out: Path, progress: Progress) -> list[Path]:
    """The same with fewer meshes and parties."""
    return _run(out, progress, short=True)


def _run(out: Path, progress: Progress, short: bool) -> list[Path]:
    limits = QUICK_LIMITS if short else LIMITS
    ledger = Ledger.open(out / LEDGER, {"version": __version__, "short": short, "limits": asdict(limits)})
    if "machine" not in ledger.results:
        ledger.add("machine", Result("ok", 0.0, 0.0, message=busy() or ""))
    groups = [Group(way.modules, tuple(_series(way, short))) for way in WAYS]
    total = sum(len(series) for group in groups for series in group.series)
    workers = os.cpu_count() or 1
    run_groups(groups, limits, workers, lambda done: progress(f"{done} of {total} measurements"), ledger)
    return [ledger.path, *_show(ledger, out, progress)]


def _series(way: Way, short: bool) -> list[tuple[Job, ...]]:
    meshes, parties = (QUICK_MESH_SERIES, QUICK_PARTY_SERIES) if short else (MESH_SERIES, PARTY_SERIES)
    by_mesh = [tuple(_job(way, 3, points, criterion) for points in meshes) for criterion in _CRITERIA]
    by_party = [tuple(_job(way, k, COARSE, criterion) for k in parties) for criterion in _CRITERIA]
    return [*by_mesh, *by_party]


_CRITERIA: tuple[Criterion, ...] = ("average", "worst")


def _job(way: Way, k: int, points: int, criterion: Criterion) -> Job:
    key = f"{way.name}; {criterion}; k = {k}; points = {points}"
    return Job(sizes_of, way.run, (k, points, criterion), (2, 6, criterion), key=key)


def redraw(folder: Path, out: Path) -> list[Path]:
    """All but the measuring: times from the ledger in the folder, values solved again."""
    return _show(Ledger.read(folder / LEDGER), out, lambda message: None)


def _show(ledger: Ledger, out: Path, progress: Progress) -> list[Path]:
    short = bool(ledger.run["short"])
    meshes = _all_meshes(short, progress)
    rounds = _all_rounds(short, progress)
    limits = ledger.run["limits"]
    notes = (
        f"Version {ledger.run['version']}. Values are exact and bounds certified; times are those of one machine, with "
        f"limits of {limits['seconds']:g} s and {limits['megabytes']} MB a point. {ledger.results['machine'].message}"
    ).strip()
    heading = "The signature program of Kairouz et al., solved here"
    return [
        save_table(out, "signature", HEADER, map(_row, meshes)),
        save_table(out, "signature-columns", ROUNDS, _round_rows(rounds)),
        save_table(out, "signature-times", TIMES, _time_rows(ledger)),
        *write_statements(statements(meshes, rounds), out / "signature-statements", heading, notes),
        *save_figure(_gaps(meshes), out, "signature"),
        *save_figure(_brackets(rounds), out, "signature-columns"),
        *save_figure(_times(ledger), out, "signature-times"),
    ]


def _all_meshes(short: bool, progress: Progress) -> list[Mesh]:
    """Every case on its grids without corners, on one with corners, and what the picture shows besides."""
    chosen = QUICK_MESHES if short else MESHES
    plan = [(case, points, False) for case in cases(list(chosen)) for points in chosen[case.k]]
    plan += [(case, COARSE, True) for case in cases(list(chosen))]
    drawn = [(case, points, False) for case in _drawn_cases() for points in DRAWN]
    plan += [] if short else [one for one in drawn if one not in plan]
    meshes = []
    for done, (case, points, corners) in enumerate(plan, 1):
        meshes.append(solved(case, points, corners))
        progress(f"{done} of {len(plan)} grids solved exactly")
    return meshes


def _drawn_cases() -> list[Case]:
    return [
        Case(function, EQUAL[:3], criterion, "central observer") for criterion in _CRITERIA for function in FUNCTIONS
    ]


def _all_rounds(short: bool, progress: Progress) -> dict[Case, list[Step]]:
    k = 2 if short else 3
    chosen = [
        Case(function, UNEQUAL[:k], criterion, "central observer")
        for criterion in _CRITERIA
        for function in FUNCTIONS
        if function != "majority" or k > 2
    ]
    rounds = {}
    for done, case in enumerate(chosen, 1):
        rounds[case] = generated(case)
        progress(f"{done} of {len(chosen)} column generations certified")
    return rounds


HEADER = (
    "function", "k", "lambdas", "criterion", "reader", "points", "corners", "signatures", "optimum of the grid",
    "closed form of the grid", "equal", "optimum of the box", "gap", "gap / mesh", "limit of gap / mesh",
)  # fmt: skip


def _row(mesh: Mesh) -> tuple[object, ...]:
    case = mesh.case
    names = (case.function, case.k, " ".join(map(str, case.levels)), case.criterion, case.reader)
    equal = "yes" if mesh.value == mesh.closed_form else "no"
    values = (_short(mesh.value), _short(mesh.closed_form), equal, _short(mesh.optimum), float(mesh.gap))
    limit = "" if mesh.slope is None else float(mesh.slope)
    grid = (mesh.points, "yes" if mesh.corners else "no", mesh.signatures)
    return (*names, *grid, *values, float(mesh.gap * mesh.points), limit)


def _short(value: object) -> str:
    """An exact number, or its leading digits where it is long."""
    text = str(value)
    return text if len(text) <= 40 else f"{float(Fraction(text)):.15g}..."


ROUNDS = ("function", "lambdas", "criterion", "round", "columns", "lower bound", "upper bound", "certified gap")


def _round_rows(rounds: dict[Case, list[Step]]) -> list[tuple[object, ...]]:
    return [
        (
            case.function,
            " ".join(map(str, case.levels)),
            case.criterion,
            number,
            len(step.columns),
            _short(step.lower),
            _short(upper),
            float(Fraction(upper) - Fraction(step.lower)),
        )
        for case, steps in rounds.items()
        for number, (step, upper) in enumerate(zip(steps, _least_upper(steps), strict=True), 1)
    ]


def _least_upper(steps: Sequence[Step]) -> list[Exact]:
    """The best bound from above so far: a round's own may be worse than an earlier one's."""
    return list(accumulate((step.upper for step in steps), min))


TIMES = (
    "way",
    "criterion",
    "k",
    "points",
    "rows",
    "columns of the whole grid",
    "status",
    "seconds",
    "megabytes",
    "message",
)


def _time_rows(ledger: Ledger) -> list[tuple[object, ...]]:
    lines: list[tuple[object, ...]] = []
    for key, result in ledger.results.items():
        if key != "machine":
            name, criterion, k, points = _read(key)
            ok = result.status == "ok"
            numbers = (result.seconds, result.megabytes) if ok else ("", "")
            rows, columns = _size(k, points, criterion)
            lines.append((name, criterion, k, points, rows, columns, result.status, *numbers, result.message))
    return sorted(lines, key=lambda line: [str(line[0]), str(line[1]), line[2], line[3]])


def _read(key: str) -> tuple[str, str, int, int]:
    name, criterion, k, points = key.split("; ")
    return name, criterion, int(k.removeprefix("k = ")), int(points.removeprefix("points = "))


def _size(k: int, points: int, criterion: str) -> tuple[int, int]:
    """Rows and columns of the whole program: two decisions for each signature; in the worst case also the value."""
    worst = criterion == "worst"
    return (2 if worst else 1) << k, 2 * points**k + worst


def _gaps(meshes: Sequence[Mesh]) -> Any:
    """What a grid without corners loses: the program's optimum as marks, the closed form as lines."""
    figure, panels = new_figure(2, height=4.2)
    for axes, criterion in zip(panels, _CRITERIA, strict=True):
        for name, (colour, marker) in _LOOKS.items():
            case = Case(name, EQUAL[:3], criterion, "central observer")
            mine = sorted((m for m in meshes if m.case == case and not m.corners), key=lambda m: m.points)
            axes.plot(
                [1 / m.points for m in mine],
                [float(m.gap) for m in mine],
                marker,
                color=colour,
                ms=5,
                label=f"{name}, program",
            )
            lost = [(1 / points, float(_loss(case, points))) for points in (6, 8, 12, 16, 24, 32, 48, 64, 96)]
            axes.plot([x for x, _ in lost], [y for _, y in lost], "-", color=colour, lw=1, label=f"{name}, closed form")
        axes.set(
            xscale="log", yscale="log", xlabel="mesh (share of the interval)", ylabel="optimum − optimum of the grid"
        )
        ticks = (6, 12, 24, 48, 96)
        axes.set_xticks([1 / points for points in ticks], [f"1/{points}" for points in ticks])
        axes.set_xticks([], minor=True)
        word = {"average": "average accuracy", "worst": "worst case"}[criterion]
        axes.set_title(f"({'ab'[criterion == 'worst']}) {word}, k = 3, λ = {EQUAL[0]}, central observer", fontsize=10)
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", frameon=False, fontsize=9, ncols=4)
    return figure


def _loss(case: Case, points: int) -> Fraction:
    problem = case.problem
    closed = box_accuracy(problem, grid_box(problem, points, corners=False))
    return Fraction(solve_problem(problem).value) - Fraction(closed)


def _brackets(rounds: dict[Case, list[Step]]) -> Any:
    """The certified bracket of the optimum in every round."""
    figure, panels = new_figure(2, height=4.0)
    for axes, criterion in zip(panels, _CRITERIA, strict=True):
        levels = ""
        for case, steps in rounds.items():
            if case.criterion == criterion:
                colour, marker = _LOOKS[case.function]
                numbers = range(1, len(steps) + 1)
                lower, upper = [float(s.lower) for s in steps], [float(bound) for bound in _least_upper(steps)]
                axes.fill_between(numbers, lower, upper, color=colour, alpha=0.12, linewidth=0)
                axes.plot(
                    numbers, lower, marker=marker, ms=4, color=colour, lw=1.2, label=f"{case.function}, from below"
                )
                axes.plot(numbers, upper, "--", color=colour, lw=1, label=f"{case.function}, from above")
                levels = ", ".join(map(str, case.levels))
        word = {"average": "average accuracy", "worst": "worst case"}[criterion]
        axes.set(xlabel="round (one column each)", ylabel=word)
        axes.set_xticks(range(1, 1 + max(map(len, rounds.values())), 3))
        axes.set_title(f"({'ab'[criterion == 'worst']}) {word}, λ = {levels}, central observer", fontsize=10)
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", frameon=False, fontsize=9, ncols=4)
    return figure


def _times(ledger: Ledger) -> Any:
    """Time against the size of the whole program, and against the number of parties; XOR, average."""
    figure, (left, right) = new_figure(2, height=4.2)
    known = {_read(key): result for key, result in ledger.results.items() if key != "machine"}
    for way in WAYS:
        for criterion, style, face in (("average", "-", way.colour), ("worst", "--", "white")):
            mine = {
                (k, points): r for (name, kind, k, points), r in known.items() if (name, kind) == (way.name, criterion)
            }
            good = {place: r.seconds for place, r in mine.items() if r.status == "ok"}
            look = {"color": way.colour, "marker": way.marker, "ms": 4.5, "lw": 1.2, "markerfacecolor": face}
            meshes = sorted(points for k, points in good if k == 3)
            left.plot([2 * p**3 for p in meshes], [good[3, p] for p in meshes], style, **look)
            parties = sorted(k for k, points in good if points == COARSE)
            right.plot(parties, [good[k, COARSE] for k in parties], style, label=f"{way.name}, {criterion}", **look)
    left.set(xscale="log", yscale="log", xlabel="columns of the whole grid", ylabel="time (s)")
    right.set(yscale="log", xlabel="parties k", ylabel="time (s)")
    left.set_title(f"(a) XOR of 3 bits, λ = {EQUAL[0]}, finer meshes", fontsize=10)
    right.set_title(f"(b) XOR, λ = {EQUAL[0]}, {COARSE} points of each party", fontsize=10)
    handles, labels = right.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", frameon=False, fontsize=8, ncols=3)
    return figure


def statements(meshes: Sequence[Mesh], rounds: dict[Case, list[Step]]) -> list[Statement]:
    """What the paper says about its two programs, judged exactly."""
    inside, cornered = [m for m in meshes if not m.corners], [m for m in meshes if m.corners]
    worst = [m for m in cornered if m.case.criterion == "worst"]
    return [
        Statement(
            "after Eq. 13",
            "the optimum of the infinite programs is at the extremal signatures, as randomised response has them",
            (
                _equal("program on a grid with the corners = randomised response", cornered, lambda m: m.optimum),
                _bracket_check(rounds),
            ),
        ),
        Statement(
            "1, after Eq. 13",
            "so it is in the worst case, whose accuracy is concave",
            (_equal("the same, worst case", worst, lambda m: m.optimum),),
        ),
        Statement(
            "1, Section 2",
            "one protocol is best for all readers, functions and both criteria, with unequal levels too",
            tuple(
                _equal(
                    f"{name}: with the corners = randomised response",
                    [m for m in cornered if m.case.function == name],
                    lambda m: m.optimum,
                )
                for name in dict.fromkeys(m.case.function for m in cornered)
            ),
        ),
        Statement("Definition 3.3", "there are 2^k extremal columns", (_corner_count(),)),
        Statement(
            "after Eq. 16",
            "the program cannot be solved numerically, since its dimension is uncountable",
            (Check("column generation does not end", len(rounds) - _ended(rounds), len(rounds), _endings(rounds)),),
        ),
        Statement(
            "Remark 3.4",
            "every optimum uses extremal columns only",
            (_silent_check(),),
        ),
        Statement(
            "not in the paper",
            "without the corners a grid has the closed form of its outermost points, and loses like the mesh",
            (
                _equal("program on a grid without corners = closed form", inside, lambda m: m.closed_form),
                _equal(
                    "XOR, central observer = 1/2 + 1/2 Π (b-1)(1-a)/(b-a); "
                    "worst case 1/2 + 1/2 Π (c-1)/(c+1), c = min(b, 1/a)",
                    [m for m in inside if (m.case.function, m.case.reader) == ("XOR", "central observer")],
                    lambda m: xor_box_accuracy(grid_box(m.case.problem, m.points, corners=False), m.case.criterion),
                ),
                _first_order(inside),
            ),
        ),
    ]


def _equal(what: str, meshes: Sequence[Mesh], other: Callable[[Mesh], object]) -> Check:
    held = sum(m.value == other(m) for m in meshes)
    most = max((m.signatures for m in meshes), default=0)
    return Check(what, held, len(meshes), f"exactly equal in {held} of {len(meshes)} cases, up to {most:,} signatures")


def _bracket_check(rounds: dict[Case, list[Step]]) -> Check:
    held = sum(
        steps[-1].lower == steps[-1].upper == solve_problem(case.problem).value for case, steps in rounds.items()
    )
    return Check("column generation ends at randomised response", held, len(rounds), _endings(rounds))


def _ended(rounds: dict[Case, list[Step]]) -> int:
    return sum(steps[-1].lower == steps[-1].upper for steps in rounds.values())


def _endings(rounds: dict[Case, list[Step]]) -> str:
    most = max(map(len, rounds.values()))
    return f"it ended with gap 0, certified, in {_ended(rounds)} of {len(rounds)} cases, after {most} rounds at most"


def _corner_count() -> Check:
    counts = [len(set(extremal_signatures(levels[:k]))) for levels in (EQUAL, UNEQUAL) for k in range(1, 6)]
    held = sum(found == 1 << k for found, k in zip(counts, [*range(1, 6), *range(1, 6)], strict=True))
    return Check("counted for k = 1 to 5 (levels above 1)", held, len(counts), f"{', '.join(map(str, counts[:5]))}")


def _silent_check() -> Check:
    """AND at lambda = 2: nobody says anything, all mass is on the signature (1, 1), and nothing is lost."""
    problem, _ = make_problem(FUNCTIONS["AND"], [2, 2])
    silent, best = box_accuracy(problem, [(1, 1), (1, 1)]), solve_problem(problem).value
    text = f"AND of 2 bits, λ = 2, average: the silent protocol has {silent}, the optimum is {best}"
    return Check("no optimum off the corners for AND", int(silent != best), 1, text)


def _first_order(meshes: Sequence[Mesh]) -> Check:
    """Finer meshes bring gap / mesh nearer to its exact limit, which is not 0: the order is exactly 1."""
    held, limits, furthest = 0, [], 0.0
    for case in dict.fromkeys(m.case for m in meshes if m.slope is not None):
        mine = sorted((m for m in meshes if m.case == case), key=lambda m: m.points)
        limit = Fraction(mine[0].slope or 0)
        errors = [abs(m.gap * m.points - limit) for m in mine]
        if len(mine) > 1:
            limits.append(float(limit))
            held += limit != 0 and errors[-1] < errors[0]
            furthest = max(furthest, float(errors[-1] / limit) if limit else 1.0)
    shown = f"limits from {min(limits):.3g} to {max(limits):.3g}; on the finest grids within {furthest:.0%} of them"
    return Check("gap / mesh tends to a limit that is not 0 (average)", held, len(limits), shown)


REPRODUCTIONS = (
    Reproduction(
        name=NAME,
        title="Kairouz et al., Eqs. 16 and 19 on grids of signatures: values, bounds, sizes and times",
        run=run,
        redraw=redraw,
        quick=quick,
    ),
)
