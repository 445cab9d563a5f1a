"""All numbers of README and docs/measured.md in one run: ``python -m benchmarks.measured`` (``make measured``).

It measures one linear program by all roads, the calibrations of the Gaussian mechanism, Fig. 4, Table I and the
signature program, and then writes the page and the tables of the README from what was measured. Every single time is
kept in docs/figures (``*-raw.jsonl``); a run goes on where another of the same version stopped, unless it is
``--fresh``, and ``--page`` only draws and writes again. A peer that is not installed is named there and left out.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks import calibrators, contenders
from benchmarks.isolation import Group, Job, Ledger, Limits, Result, run_groups
from benchmarks.measured_page import write_page
from benchmarks.reproductions import fig4, signature, table1
from benchmarks.timing import busy
from optcheck import __version__
from optcheck.gaussian import required_variance

ROOT = Path(__file__).parent.parent
PARTIES = 18  # of the linear program: 48,620 rows
RECOVERED = {14: 30, 18: 7, 20: 3}  # parties, and rounds
BUDGETS = 300
LIMITS = Limits(seconds=100.0, megabytes=8000)
Progress = Callable[[str], None]


def main(arguments: list[str] | None = None) -> int:
    """Measure what is not known yet, and write the page."""
    parser = argparse.ArgumentParser(description="Measure all numbers of README and docs/measured.md.")
    parser.add_argument("--page", action="store_true", help="measure nothing, only draw and write again")
    parser.add_argument("--fresh", action="store_true", help="forget what was measured before")
    options = parser.parse_args(arguments)
    figures = ROOT / "docs" / "figures"
    if options.fresh:
        forget(figures)
    if options.page:
        for part in (fig4, table1, signature):
            part.redraw(figures, figures)
    else:
        if warning := busy():
            sys.stderr.write(f"{warning} Better measure when the machine is quiet.\n")
        for name, step in STEPS.items():
            begun = perf_counter()
            step(figures, partial(_show, name))
            sys.stderr.write(f"\r{name}: {perf_counter() - begun:.0f} s{'':<60}\n")
    write_page(ROOT)
    return 0


def forget(figures: Path) -> None:
    """Remove the ledgers, from which a run would otherwise go on."""
    for path in figures.glob("*-raw.jsonl"):
        path.unlink()


def _show(name: str, text: str) -> None:
    sys.stderr.write(f"\r{name}: {text:<60}")


def measure_programs(out: Path, progress: Progress) -> object:
    """One linear program by exact and by float solvers, and what exactness costs."""
    groups = [_program_group(f"exact; {name}", run, name == "QSopt_ex") for name, run in contenders.EXACT.items()]
    groups += [
        _program_group(f"float; {name}", run, name == "PuLP, CBC")
        for name, run in contenders.FLOAT.items()
        if name not in ("Gurobi, no licence", "OR-Tools GLOP")  # one refuses so many rows, the other is in Fig. 4
    ]
    shares = [
        Job(sized, recovery_share, (n, rounds), (6, 1), once=True, key=f"recovery; {n}")
        for n, rounds in RECOVERED.items()
    ]
    groups.append(Group(("optcheck.lp.solve",), (tuple(shares),)))
    return _measured(out / "programs-raw.jsonl", groups, progress)


def _program_group(key: str, run: Callable[..., Any], starts_programs: bool) -> Group:
    return Group(("optcheck.lp.solve",), ((Job(contenders.example, run, (PARTIES,), (6,), starts_programs, key=key),),))


def sized(n: int, rounds: int) -> tuple[int, int]:
    """The input of a measurement is its size."""
    return n, rounds


def recovery_share(data: tuple[int, int]) -> float:
    """How long recovering and checking the exact optimum takes, over the float solve; medians of rounds in turn."""
    from lp_models.tpmdp import deduplicated
    from optcheck.lp import backends
    from optcheck.lp.limits import Run
    from optcheck.lp.recovery import Problem, optimum_of_basis

    n, rounds = data
    program = deduplicated(contenders.example(n))
    floats = program.to_floats()
    solving, recovering = [], []
    for _ in range(rounds):
        begun = perf_counter()
        solution = backends.solve_simplex(floats)
        solved = perf_counter()
        if solution.basis is None:
            raise ArithmeticError("HiGHS gave no basis")
        outcome = optimum_of_basis(Problem(program, floats, Run(600, 4)), solution.basis)
        if outcome is None:
            raise ArithmeticError("the basis was not optimal")
        program.certificate(outcome).verify()
        solving.append(solved - begun)
        recovering.append(perf_counter() - solved)
    return statistics.median(recovering) / statistics.median(solving)


def measure_calibrations(out: Path, progress: Progress) -> object:
    """How long calibrations take, and in how many of 90 cells they give too little noise."""
    jobs: list[Job] = []
    for name in calibrators.CALIBRATORS:
        jobs.append(Job(named, calibrate, (name, BUDGETS), (name, 2), key=f"time; {name}"))
        jobs.append(Job(named, judge, (name, 90), (name, 1), once=True, key=f"cells; {name}"))
    return _measured(out / "calibration-raw.jsonl", [Group((), ((job,),)) for job in jobs], progress)


def named(name: str, count: int) -> tuple[str, int]:
    """A calibrator and how many budgets it gets."""
    return name, count


def calibrate(data: tuple[str, int]) -> float:
    """Variances for distinct epsilons of the usual size."""
    name, count = data
    epsilons = np.random.default_rng(1).uniform(0.1, 5.0, count)
    if name == "optcheck":
        return float(required_variance(epsilons, 1e-6).sum())
    return float(sum(calibrators.CALIBRATORS[name](epsilon, 1e-6) for epsilon in epsilons.tolist()))


def judge(data: tuple[str, int]) -> dict[str, Any]:
    """The calibrator's cells with too little noise."""
    name, cells = data
    return asdict(calibrators.accuracy(calibrators.CALIBRATORS[name], calibrators.GRID[:cells]))


def _measured(path: Path, groups: list[Group], progress: Progress) -> Path:
    """Run groups one after the other: they race each other for nothing."""
    ledger = Ledger.open(path, {"version": __version__, "limits": asdict(LIMITS)})
    if "machine" not in ledger.results:
        ledger.add("machine", Result("ok", 0.0, 0.0, message=busy() or ""))
    total = sum(len(series) for group in groups for series in group.series)
    run_groups(groups, LIMITS, 1, lambda done: progress(f"{done} of {total} measurements"), ledger)
    return path


STEPS: dict[str, Callable[[Path, Progress], object]] = {
    "one linear program": measure_programs,
    "calibrations": measure_calibrations,
    "Fig. 4": fig4.run,
    "Table I": table1.run,
    "signature program": signature.run,
}
