"""How time and memory grow with n: generic solvers on Eq. 6 written out, the separated program, and the closed form.

Every contender gets the same instances: integer requirements, a little more than half of the parties active. The
explicit program has one row per coalition, which is a factor n - t smaller than Eq. 6 as printed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np

from benchmarks import contenders
from benchmarks.growth import Fit, fit
from benchmarks.isolation import Group, Job, Limits, Result, run_groups
from lp_models.tpmdp import coalition_count
from optcheck.tpmdp import Instance, allocate

__all__ = [
    "CONTENDERS",
    "EXPLICIT_SIZES",
    "GENERIC",
    "LIMITS",
    "THRESHOLDS",
    "Point",
    "growth",
    "measure",
    "shifted_geometric_mean",
]

THRESHOLDS: dict[str, Callable[[int], int]] = {
    "t = 1": lambda n: 1,
    "t = 2": lambda n: 2,
    "t = 3": lambda n: 3,
    "t = 0.2n": lambda n: max(1, n // 5),
    "t = 0.5n": lambda n: n // 2,
}
EXPLICIT_SIZES = (6, 9, 12, 15, 18, 21, 24)
LARGER_SIZES = (48, 96, 192)
LARGEST_SIZES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
LIMITS = Limits(seconds=8.0, megabytes=2048)
SHIFT = 0.01  # seconds added before taking logarithms, so that microseconds do not decide a mean
_STANDS_OUT = 3  # times the fastest point: below, a time is mostly overhead
_WARM_UP = (6, 2)


@dataclass(frozen=True, slots=True)
class Contender:
    """A way to solve Eq. 6: what its host imports, the sizes it is tried at, and how it is called."""

    name: str
    modules: tuple[str, ...]
    sizes: tuple[int, ...]
    prepare: Callable[[int, int], Any]
    run: Callable[[Any], Any]
    starts_programs: bool = False


@dataclass(frozen=True, slots=True)
class Point:
    """One measurement: who, at which threshold and size, how it ended, and what it took."""

    contender: str
    threshold: str
    n: int
    t: int
    rows: int
    result: Result

    @property
    def charged(self) -> float:
        """The seconds taken, or the limit for what did not end well."""
        return self.result.seconds if self.result.status == "ok" else LIMITS.seconds


def instance(n: int, t: int) -> Instance:
    """Integer requirements and a little more than half of the parties active."""
    return Instance.of(np.random.default_rng(n).integers(1, 1000, n).tolist(), t, range(n // 2 + 1))


def arrays(n: int, t: int) -> tuple[Any, int, Any]:
    """The same instance as arrays of doubles."""
    required = np.random.default_rng(n).integers(1, 1000, n).astype(np.float64)
    return required, t, np.arange(n) < n // 2 + 1


def closed_form(data: tuple[Any, int, Any]) -> float:
    """Alg. 3, corrected."""
    return float(allocate(*data).total)


def closed_form_proved(data: tuple[Any, int, Any]) -> float:
    """Alg. 3, corrected, with its certificate made and checked."""
    return float(allocate(*data).certify().verify().value or 0)


def separated(problem: Instance) -> float:
    """Rows found by sorting; the optimum is proved in exact arithmetic."""
    from lp_models.tpmdp import solve_separated

    return float(solve_separated(problem).value or 0)


def compact_program(problem: Instance) -> float:
    """The program of linear size; the optimum is proved in exact arithmetic."""
    from lp_models.tpmdp import CoverProblem, compact
    from optcheck import solve

    return float(solve(compact(CoverProblem.from_instance(problem))).value or 0)


_SOLVERS = ("optcheck.lp.solve",)
_MODULES = {
    "OR-Tools GLOP": ("ortools.linear_solver.python.model_builder_helper",),
    "Gurobi, no licence": ("gurobipy",),
}
GENERIC = "HiGHS, bulk"
CONTENDERS: tuple[Contender, ...] = (
    *(
        Contender(
            name,
            _MODULES.get(name, _SOLVERS),
            EXPLICIT_SIZES + LARGER_SIZES if name == GENERIC else EXPLICIT_SIZES,
            instance,
            run,
            starts_programs=name == "PuLP, CBC",
        )
        for name, run in contenders.FLOAT.items()
    ),
    Contender("separated, proved", _SOLVERS, EXPLICIT_SIZES + LARGER_SIZES, instance, separated),
    Contender("compact, proved", _SOLVERS, EXPLICIT_SIZES + LARGER_SIZES + (500, 1_000), instance, compact_program),
    Contender("closed form", (), EXPLICIT_SIZES + LARGER_SIZES + LARGEST_SIZES, arrays, closed_form),
    Contender(
        "closed form, proved", (), EXPLICIT_SIZES + LARGER_SIZES + LARGEST_SIZES[:-1], arrays, closed_form_proved
    ),
)


def measure(
    chosen: Sequence[Contender], thresholds: Iterable[str], workers: int, progress: Callable[[str], None]
) -> list[Point]:
    """Every contender at every threshold and size, each measurement in its own process."""
    names = list(thresholds)
    here = [one for one in chosen if not _absent(one)]
    groups = [
        Group(one.modules, tuple(tuple(_job(one, n, THRESHOLDS[name](n)) for n in one.sizes) for name in names))
        for one in here
    ]
    total = sum(len(one.sizes) * len(names) for one in here)
    results = run_groups(groups, LIMITS, workers, lambda done: progress(f"{done} of {total} measurements"))
    measured = dict(zip([one.name for one in here], results, strict=True))
    return [
        Point(one.name, name, n, THRESHOLDS[name](n), rows(n, THRESHOLDS[name](n)), result)
        for one in chosen
        for name, series in zip(names, measured.get(one.name) or _not_installed(one, len(names)), strict=True)
        for n, result in zip(one.sizes, series, strict=True)
    ]


def _absent(one: Contender) -> list[str]:
    return [name for module in one.modules if find_spec(name := module.partition(".")[0]) is None]


def _not_installed(one: Contender, times: int) -> list[list[Result]]:
    message = f"not installed: {', '.join(_absent(one))}"
    return [[Result("missing", LIMITS.seconds, 0.0, message=message) for _ in one.sizes]] * times


def _job(one: Contender, n: int, t: int) -> Job:
    return Job(one.prepare, one.run, (n, t), _WARM_UP, one.starts_programs)


def rows(n: int, t: int) -> int:
    """Rows of the explicit program; beyond a thousand parties nobody would count them."""
    return coalition_count(Instance.of([0] * n, t, range(n // 2 + 1))) if n <= max(LARGER_SIZES) else 0


def shifted_geometric_mean(seconds: Sequence[float], shift: float = SHIFT) -> float:
    """exp(mean(log(x + shift))) - shift: no point dominates, neither the slow ones nor the fast ones.

    >>> round(shifted_geometric_mean([0.0, 0.03], shift=0.01), 6)
    0.01
    """
    return math.exp(sum(math.log(x + shift) for x in seconds) / len(seconds)) - shift


def growth(points: Sequence[Point], exponential: bool) -> Fit | None:
    """Exponent p of n^p, or bits b of 2^(b n), fitted to the sizes from which on the time stands out from its floor.

    None where fewer than three sizes do: a fit would be noise.
    """
    timed = [(point.n, point.result.seconds) for point in points if point.result.status == "ok"]
    floor = min((seconds for _, seconds in timed), default=0.0)
    last = max((place for place, (_, seconds) in enumerate(timed) if seconds < _STANDS_OUT * floor), default=-1)
    if len(timed) - last < 4:
        return None
    sizes, times = [n for n, _ in timed[last + 1 :]], [seconds for _, seconds in timed[last + 1 :]]
    return fit(sizes, times, exponential)
