"""How time and memory grow with n: generic solvers on Eq. 6, as printed and in shorter forms, and the closed form.

Every contender gets the same requirements, random integers. Eq. 6 *as printed* has a row for every coalition and every
party outside it; *deduplicated* one for each coalition; *compact* is a program of linear size with the same optimum.
Either everybody is active, or a little more than half of the parties. Limits are on every single measurement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import contenders, glop
from benchmarks.algorithm3 import variance_of
from benchmarks.isolation import Group, Job, Ledger, Limits, Result, meter_floor, run_groups
from benchmarks.timing import Fit, busy, fit, paired_times
from lp_models.tpmdp import Size, as_printed_size, compact_size, deduplicated_size
from optcheck import __version__
from optcheck.errors import InvalidInput
from optcheck.tpmdp import Instance, allocate

__all__ = [
    "CONTENDERS",
    "FULL",
    "GENERIC",
    "GUROBI",
    "HALF",
    "LINES",
    "OWN",
    "QUICK",
    "READERS",
    "THRESHOLDS",
    "Contender",
    "Measured",
    "Pairs",
    "Point",
    "Scope",
    "growth",
    "measure",
    "recall",
]

THRESHOLDS: dict[str, Callable[[int], int]] = {
    "t = 1": lambda n: 1,
    "t = 2": lambda n: 2,
    "t = 3": lambda n: 3,
    "t = 0.2n": lambda n: max(1, n // 5),
    "t = 0.5n": lambda n: n // 2,
}
READERS: dict[str, Callable[[int], int]] = {"everybody": lambda n: n, "half": lambda n: n // 2 + 1}
HALF = "t = 0.5n"
_SIDE = ("t = 2", HALF)  # the thresholds at which contenders are compared with each other
SHIFT = 0.01  # seconds added before taking logarithms, so that microseconds do not decide a mean
FACTORS = (1.1, 1.5)  # constant, and similar
_STANDS_OUT = 3  # times the fastest point: below, a time is mostly overhead
_WARM_UP = (6, 2)


@dataclass(frozen=True, slots=True)
class Scope:
    """How far a run goes: sizes of the paper's range, beyond it, and of the closed form alone; limits."""

    printed: tuple[int, ...]
    larger: tuple[int, ...]
    largest: tuple[int, ...]
    paired: tuple[int, ...]
    pair_seconds: float
    limits: Limits


FULL = Scope(
    printed=(6, 9, 12, 15, 18, 21, 24),
    larger=(48, 96, 192),
    largest=(1_000, 10_000, 100_000, 1_000_000, 10_000_000),
    paired=(6, 9, 12, 15, 18, 21, 24, 192, 10_000, 1_000_000),
    pair_seconds=4.0,
    limits=Limits(seconds=8.0, megabytes=2048),
)
QUICK = Scope(
    printed=(6, 9, 12, 15, 18),
    larger=(48,),
    largest=(1_000, 10_000, 100_000, 1_000_000),
    paired=(6, 12, 18, 10_000),
    pair_seconds=1.0,
    limits=Limits(seconds=2.0, megabytes=1024),
)


@dataclass(frozen=True, slots=True)
class Contender:
    """A way to solve Eq. 6: on which program, what its host imports, how far it is tried, and how it is called."""

    name: str
    program: str
    modules: tuple[str, ...]
    prepare: Callable[[int, int, int], Any]
    run: Callable[[Any], Any]
    reach: int = 0  # 0: the paper's sizes, 1: larger ones too, 2: the largest too
    thresholds: tuple[str, ...] = tuple(THRESHOLDS)
    readers: tuple[str, ...] = tuple(READERS)
    starts_programs: bool = False
    traced: bool = False

    def sizes(self, scope: Scope) -> tuple[int, ...]:
        """The sizes at which it is tried."""
        return (*scope.printed, *(scope.larger if self.reach else ()), *(scope.largest if self.reach > 1 else ()))

    def size(self, n: int, t: int, active: int) -> Size | None:
        """The size of its program; None where it has none that is written out."""
        counts = {"as printed": as_printed_size, "deduplicated": deduplicated_size, "compact": compact_size}
        return counts[self.program](n, t, active) if self.program in counts else None


@dataclass(frozen=True, slots=True)
class Point:
    """One measurement: who, who is active, at which threshold and size, how it ended, and what it took."""

    contender: str
    active: str
    threshold: str
    n: int
    t: int
    rows: int
    nonzeros: int
    result: Result
    limit: float

    @property
    def charged(self) -> float:
        """The seconds taken, or the limit for what did not end well."""
        return self.result.seconds if self.result.status == "ok" else self.limit


@dataclass(frozen=True, slots=True)
class Pairs:
    """The rounds in which an algorithm ran at every threshold in turn: seconds by threshold."""

    contender: str
    active: str
    n: int
    times: dict[str, list[float]]


@dataclass(frozen=True, slots=True)
class Measured:
    """A whole run."""

    scope: Scope
    points: list[Point]
    pairs: list[Pairs]
    floor: float  # megabytes that the meter sees at least
    version: str
    warning: str  # that the machine was busy, or nothing

    def table(self) -> dict[tuple[str, str, str, int], Point]:
        """Points by contender, readers, threshold and size."""
        return {(p.contender, p.active, p.threshold, p.n): p for p in self.points}


def requirements(n: int) -> list[int]:
    """Random integers, the same for every contender."""
    return [int(need) for need in np.random.default_rng(n).integers(1, 1000, n)]


def instance(n: int, t: int, active: int) -> Instance:
    """The exact instance: the first ``active`` parties see the output."""
    return Instance.of(requirements(n), t, range(active))


def arrays(n: int, t: int, active: int) -> tuple[Any, int, Any]:
    """The same instance as arrays of doubles."""
    return np.random.default_rng(n).integers(1, 1000, n).astype(np.float64), t, np.arange(n) < active


def lists(n: int, t: int, active: int) -> tuple[list[float], int, list[bool], int]:
    """The same as lists, and the party that asks for its own variance."""
    return [float(need) for need in requirements(n)], t, [j < active for j in range(n)], 0


def closed_form(data: tuple[Any, int, Any]) -> float:
    """Alg. 3, corrected, for all parties at once."""
    return float(allocate(*data).total)


def closed_form_exact(problem: Instance) -> float:
    """The same in exact numbers."""
    return float(allocate(problem.required, problem.threshold, problem.active).total)


def closed_form_proved(data: tuple[Any, int, Any]) -> float:
    """Alg. 3, corrected, with its certificate made and checked."""
    return float(allocate(*data).certify().verify().value or 0)


def line_by_line(data: tuple[list[float], int, list[bool], int]) -> float:
    """One party's variance by the printed lines."""
    return float(variance_of(*data))


def generic(name: str, printed: bool, problem: Instance) -> float:
    """A float solver on the rows written out."""
    return contenders.FLOAT[name](problem, printed)


def printed_proved(problem: Instance) -> float:
    """Eq. 6 as printed, by HiGHS, recovered in fractions and checked."""
    return float(contenders.optcheck_exact(problem, printed=True))


def on_demand(problem: Instance) -> float:
    """Rows added by sorting where a point violates them; the optimum is proved in exact arithmetic."""
    from lp_models.tpmdp import solve_separated

    return float(solve_separated(problem).value or 0)


def compact_floats(problem: Instance) -> float:
    """HiGHS on the program of linear size."""
    from lp_models.tpmdp import CoverProblem, compact
    from optcheck.lp import backends

    return backends.solve_simplex(compact(CoverProblem.from_instance(problem)).to_floats()).value


def compact_proved(problem: Instance) -> float:
    """The program of linear size; the optimum is proved in exact arithmetic."""
    from lp_models.tpmdp import CoverProblem, compact
    from optcheck import solve

    return float(solve(compact(CoverProblem.from_instance(problem))).value or 0)


_SOLVERS = ("optcheck.lp.solve",)
GENERIC, GUROBI, OWN, LINES = "HiGHS, as printed", "Gurobi, no licence", "Alg. 3", "Alg. 3, line by line"
_MODULES = {GUROBI: ("gurobipy",)}
CONTENDERS: tuple[Contender, ...] = (
    Contender(GENERIC, "as printed", _SOLVERS, instance, partial(generic, "HiGHS, bulk", True), reach=1),
    Contender(
        "HiGHS, deduplicated", "deduplicated", _SOLVERS, instance, partial(generic, "HiGHS, bulk", False), reach=1
    ),
    Contender("HiGHS, compact", "compact", _SOLVERS, instance, compact_floats, 1, _SIDE),
    *(
        Contender(
            name,
            "as printed",
            _MODULES.get(name, _SOLVERS),
            instance,
            partial(generic, name, True),
            0,
            _SIDE,
            ("everybody",),
            starts_programs=name == "PuLP, CBC",
        )
        for name in contenders.FLOAT
        if name not in ("HiGHS, bulk", "OR-Tools GLOP")
    ),
    Contender("OR-Tools GLOP", "as printed", ("ortools",), glop.numbers, glop.solve_printed, 0, _SIDE, ("everybody",)),
    Contender("as printed, proved", "as printed", _SOLVERS, instance, printed_proved, 0, _SIDE, ("everybody",)),
    Contender("rows on demand, proved", "", _SOLVERS, instance, on_demand, 1, _SIDE, ("everybody",)),
    Contender("compact, proved", "compact", _SOLVERS, instance, compact_proved, 1, _SIDE, ("everybody",)),
    Contender(OWN, "", (), arrays, closed_form, 2, traced=True),
    Contender("Alg. 3, exact", "", (), instance, closed_form_exact, 1, _SIDE, ("everybody",), traced=True),
    Contender("Alg. 3, proved", "", (), arrays, closed_form_proved, 1, _SIDE, ("everybody",), traced=True),
    Contender(LINES, "", (), lists, line_by_line, 1, traced=True),
)
PAIRED: dict[str, tuple[Callable[[int, int, int], Any], Callable[[Any], Any], int]] = {  # and the largest size
    OWN: (arrays, closed_form, 10**6),
    LINES: (lists, line_by_line, 10**4),
}


def measure(scope: Scope, workers: int, path: Path, progress: Callable[[str], None]) -> Measured:
    """Every contender at every threshold and size, each measurement in its own process; what is known is not repeated.

    The ledger's first line names version and scope: with others the run begins anew.
    """
    ledger = Ledger.open(path, {"version": __version__, "scope": _plain(asdict(scope))})
    if "machine" not in ledger.results:
        ledger.add("machine", Result("ok", 0.0, meter_floor(), message=busy() or ""))
    groups = [_group(one, scope) for one in CONTENDERS if not _absent(one)]
    pairs = _pair_group(scope)
    total = sum(len(series) for group in [*groups, pairs] for series in group.series)
    done: list[int] = []

    def tick(_: int) -> None:
        done.append(1)
        progress(f"{len(done)} of {total} measurements")

    run_groups(groups, scope.limits, workers, tick, ledger)
    slack = Limits(scope.pair_seconds + 30, scope.limits.megabytes)
    run_groups([pairs], slack, 1, tick, ledger)
    return recall(path)


def recall(path: Path) -> Measured:
    """What a ledger holds of a run, measured nothing anew; contenders that were not installed have no results."""
    ledger = Ledger.read(path)
    scope = next((one for one in (FULL, QUICK) if _plain(asdict(one)) == ledger.run.get("scope")), None)
    if scope is None or "machine" not in ledger.results:
        raise InvalidInput(f"{path} must be the ledger of a run of fig4 with today's sizes")
    points = [point for one in CONTENDERS for point in _points(one, scope, ledger.results)]
    machine = ledger.results["machine"]
    pairs = _pairs(scope, ledger.results)
    return Measured(scope, points, pairs, machine.megabytes, str(ledger.run["version"]), machine.message)


def _plain(value: Any) -> Any:
    """As JSON gives it back."""
    if isinstance(value, dict):
        return {name: _plain(entry) for name, entry in value.items()}
    return [_plain(entry) for entry in value] if isinstance(value, tuple) else value


def _absent(one: Contender) -> list[str]:
    return [name for module in one.modules if find_spec(name := module.partition(".")[0]) is None]


def _settings(one: Contender) -> list[tuple[str, str]]:
    return [(active, threshold) for active in one.readers for threshold in one.thresholds]


def _group(one: Contender, scope: Scope) -> Group:
    return Group(one.modules, tuple(tuple(_jobs(one, scope, *setting)) for setting in _settings(one)))


def _key(one: Contender, active: str, threshold: str, n: int) -> str:
    return f"{one.name}; {active}; {threshold}; n = {n}"


def _jobs(one: Contender, scope: Scope, active: str, threshold: str) -> Iterable[Job]:
    for n in one.sizes(scope):
        numbers, warm_up = (n, THRESHOLDS[threshold](n), READERS[active](n)), (*_WARM_UP, _WARM_UP[0])
        key = _key(one, active, threshold, n)
        yield Job(one.prepare, one.run, numbers, warm_up, one.starts_programs, one.traced, key=key)


def _points(one: Contender, scope: Scope, results: Mapping[str, Result]) -> Iterable[Point]:
    gone = Result("missing", scope.limits.seconds, 0.0, message="not installed")
    for active, threshold in _settings(one):
        for n in one.sizes(scope):
            t = THRESHOLDS[threshold](n)
            size = one.size(n, t, READERS[active](n)) or Size(0, 0, 0)
            result = results.get(_key(one, active, threshold, n), gone)
            yield Point(one.name, active, threshold, n, t, size.rows, size.nonzeros, result, scope.limits.seconds)


def pair_data(name: str, active: str, n: int, limit: float) -> tuple[str, dict[str, Any], float]:
    """The inputs of one algorithm at the thresholds that differ at this size."""
    different = {THRESHOLDS[threshold](n): threshold for threshold in reversed(THRESHOLDS)}
    prepare = PAIRED[name][0]
    return name, {threshold: prepare(n, t, READERS[active](n)) for t, threshold in different.items()}, limit


def run_pairs(data: tuple[str, dict[str, Any], float]) -> dict[str, list[float]]:
    """Rounds over the thresholds, until the interval decides."""
    name, inputs, limit = data
    return paired_times(PAIRED[name][1], inputs, FACTORS, limit)


def _pair_settings(scope: Scope) -> list[tuple[str, str, int]]:
    return [(name, active, n) for name in PAIRED for active in READERS for n in scope.paired if n <= PAIRED[name][2]]


def _pair_group(scope: Scope) -> Group:
    series = tuple(
        (
            Job(
                pair_data,
                run_pairs,
                (name, active, n, scope.pair_seconds),
                (name, active, 6, 0.01),
                once=True,
                key=_pair_key(name, active, n),
            ),
        )
        for name, active, n in _pair_settings(scope)
    )
    return Group((), series)


def _pair_key(name: str, active: str, n: int) -> str:
    return f"pairs; {name}; {active}; n = {n}"


def _pairs(scope: Scope, results: Mapping[str, Result]) -> list[Pairs]:
    known = ((setting, results.get(_pair_key(*setting))) for setting in _pair_settings(scope))
    return [Pairs(*setting, result.value) for setting, result in known if result is not None and result.status == "ok"]


def growth(points: Sequence[tuple[int, float]], exponential: bool) -> Fit | None:
    """Exponent p of n^p, or bits b of 2^(b n), fitted to the sizes from which on a quantity stands out from its floor.

    None where fewer than three sizes do: a fit would be noise.
    """
    floor = min((amount for _, amount in points), default=0.0)
    last = max((place for place, (_, amount) in enumerate(points) if amount < _STANDS_OUT * floor), default=-1)
    if len(points) - last < 4:
        return None
    return fit([n for n, _ in points[last + 1 :]], [amount for _, amount in points[last + 1 :]], exponential)
