"""Families of generated linear programs: time against nonzeros, stage by stage, and the exponent of its growth.

    python -m benchmarks.lp_families [FAMILY ...] [--sizes N,N,...] [--limit SECONDS]

Each program is written as MPS, read back, solved and checked; HiGHS alone gets the same file. Times are seconds of
this process's CPU, so that other work on the machine matters less. Random data are seeded by the size: the same
program on every machine.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import cos, pi
from pathlib import Path
from time import process_time

import highspy
import numpy as np
from numpy.typing import NDArray

from benchmarks.timing import fit
from optcheck.errors import NotCertified
from optcheck.exact.numbers import Exact
from optcheck.lp.limits import stage_listener
from optcheck.lp.mps import to_mps
from optcheck.lp.program import LinearProgram, Sense, SparseRows, object_array
from optcheck.lp.read import read
from optcheck.lp.solve import solve

__all__ = ["FAMILIES", "Family", "Measurement", "main", "measure"]

Indices = NDArray[np.int64]


def _numbers(count: int, prefix: str) -> tuple[str, ...]:
    return tuple(f"{prefix}{k}" for k in range(count))


@dataclass(slots=True)
class _Draft:
    """A program from triples: rows, columns, values, in any order."""

    sense: Sense
    costs: Sequence[Exact]
    relations: Sequence[int]
    rhs: Sequence[Exact]
    rows: Indices
    columns: Indices
    values: Sequence[Exact]
    upper: Sequence[Exact | None] | None = None
    lower: Sequence[Exact | None] | None = None

    def build(self) -> LinearProgram:
        """The program."""
        count, order = len(self.costs), np.argsort(self.rows, kind="stable")
        starts = np.searchsorted(self.rows[order], np.arange(len(self.rhs) + 1))
        return LinearProgram(
            sense=self.sense,
            costs=tuple(self.costs),
            rows=SparseRows(
                starts.astype(np.int64),
                self.columns[order].astype(np.int32),
                object_array([self.values[k] for k in order.tolist()]),
            ),
            relations=np.array(self.relations, dtype=np.int8),
            rhs=object_array(list(self.rhs)),
            lower=tuple(self.lower or (0,) * count),
            upper=tuple(self.upper or (None,) * count),
            column_labels=_numbers(count, "x"),
            row_labels=_numbers(len(self.rhs), "r"),
        )


def chain(size: int) -> LinearProgram:
    """x_0 >= 1 and x_(i+1) >= 2 x_i, minimise the last: tiny integers, an optimum of a third as many digits as rows."""
    pairs = np.arange(size - 1)
    rows = np.concatenate([[0], pairs + 1, pairs + 1])
    columns = np.concatenate([[0], pairs + 1, pairs])
    values = [1] + [1] * (size - 1) + [-2] * (size - 1)
    costs = [0] * (size - 1) + [1]
    return _Draft("minimise", costs, [1] * size, [1] + [0] * (size - 1), rows, columns, values).build()


def growth(size: int) -> LinearProgram:
    """Capital that grows by 1/20 a year, of which some is consumed each year, as much as possible in all."""
    rate, years = _ratio(21, 20), np.arange(size)
    rows = np.concatenate([years, years, years[1:]])
    columns = np.concatenate([years, years + size, years[1:] - 1])
    values = [1] * (2 * size) + [-rate] * (size - 1)
    return _Draft(
        "maximise", [0] * size + [1] * size, [0] * size, [1] + [0] * (size - 1), rows, columns, values
    ).build()


def chebyshev(size: int, degree: int = 30) -> LinearProgram:
    """The polynomial of a degree nearest to |x| at Chebyshev's points, in powers of x: two rows a point."""
    points = [_short(cos(pi * (k + 0.5) / size)) for k in range(size)]
    rows, columns, values, sides = [], [], [], []
    for i, x in enumerate(points):
        for row, sign in ((2 * i, 1), (2 * i + 1, -1)):
            power: Exact = 1
            for j in range(degree + 1):
                rows.append(row)
                columns.append(j)
                values.append(sign * power)
                power *= x
            rows.append(row)
            columns.append(degree + 1)
            values.append(1)
            sides.append(sign * max(x, -x))
    costs = [0] * (degree + 1) + [1]
    lower: Sequence[Exact | None] = [None] * (degree + 1) + [0]
    table = (np.array(rows), np.array(columns))
    return _Draft("minimise", costs, [1] * len(sides), sides, *table, values, lower=lower).build()


def transport(size: int) -> LinearProgram:
    """As many plants as markets: supplies, demands, random costs."""
    random = np.random.default_rng(size)
    demands = random.integers(10, 50, size).tolist()
    supply = 2 + sum(demands) // size + 1
    plants, markets = np.divmod(np.arange(size * size), size)
    rows = np.concatenate([plants, size + markets])
    columns = np.tile(np.arange(size * size), 2)
    costs = random.integers(1, 100, size * size).tolist()
    relations, sides = [-1] * size + [1] * size, [supply] * size + demands
    return _Draft("minimise", costs, relations, sides, rows, columns, [1] * (2 * size * size)).build()


def storage(size: int) -> LinearProgram:
    """A battery over hours: buy, sell, keep; prices with two decimals, nine tenths of what is bought arrive."""
    random = np.random.default_rng(size)
    hours = np.arange(size)
    price = [_ratio(int(p), 100) for p in random.integers(100, 9900, size)]
    rows = np.concatenate([hours, hours, hours, hours[1:]])
    columns = np.concatenate([hours, hours + size, hours + 2 * size, hours[1:] - 1])  # level, buy, sell, level before
    values = [1] * size + [_ratio(-9, 10)] * size + [1] * size + [-1] * (size - 1)
    costs = [0] * size + [-p for p in price] + price
    upper: Sequence[Exact | None] = [100] * size + [25] * (2 * size)
    return _Draft("maximise", costs, [0] * size, [0] * size, rows, columns, values, upper).build()


def commitment(units: int, hours: int = 24) -> LinearProgram:
    """Unit commitment, relaxed: output between limits while on, starts, demand, reserve, ramps."""
    random = np.random.default_rng(units * hours)
    largest = random.integers(50, 300, units).tolist()
    least = [p // 3 for p in largest]
    cells: list[tuple[int, int, Exact]] = []
    relations: list[int] = []
    sides: list[Exact] = []

    def add(terms: Mapping[int, Exact], relation: int, side: Exact) -> None:
        cells.extend((len(sides), column, value) for column, value in terms.items())
        relations.append(relation)
        sides.append(side)

    def at(kind: int, unit: int, hour: int) -> int:
        return (kind * units + unit) * hours + hour

    for hour in range(hours):
        demand = _ratio(int(sum(largest) * (50 + 25 * cos(2 * pi * hour / 24))), 100)
        add({at(0, u, hour): 1 for u in range(units)}, 1, demand)
        add({at(1, u, hour): largest[u] for u in range(units)}, 1, demand * _ratio(11, 10))
        for u in range(units):
            add({at(0, u, hour): 1, at(1, u, hour): -largest[u]}, -1, 0)
            add({at(0, u, hour): 1, at(1, u, hour): -least[u]}, 1, 0)
            if hour:
                add({at(1, u, hour): 1, at(1, u, hour - 1): -1, at(2, u, hour): -1}, -1, 0)
                add({at(0, u, hour): 1, at(0, u, hour - 1): -1}, -1, largest[u] // 2)
                add({at(0, u, hour - 1): 1, at(0, u, hour): -1}, -1, largest[u] // 2)
    price = [_ratio(int(p), 100) for p in random.integers(1000, 6000, units)]
    fixed, start = random.integers(100, 900, units).tolist(), random.integers(500, 5000, units).tolist()
    costs = [c for part in (price, fixed, start) for c in part for _ in range(hours)]
    upper: Sequence[Exact | None] = [None] * (units * hours) + [1] * (2 * units * hours)
    rows, columns, values = zip(*cells, strict=True)
    return _Draft("minimise", costs, relations, sides, np.array(rows), np.array(columns), values, upper).build()


def _ratio(top: int, bottom: int) -> Exact:
    """A ratio, an int where it is one."""
    ratio = Fraction(top, bottom)
    return ratio.numerator if ratio.denominator == 1 else ratio


def _short(value: float) -> Exact:
    """Six decimals."""
    return _ratio(round(value * 10**6), 10**6)


@dataclass(frozen=True, slots=True)
class Family:
    """A generator and the sizes at which it is measured, smallest first."""

    build: Callable[[int], LinearProgram]
    sizes: tuple[int, ...]


FAMILIES: Mapping[str, Family] = {
    "chain": Family(chain, (125, 250, 500, 1000)),
    "chebyshev": Family(chebyshev, (125, 250, 500, 1000)),
    "commitment": Family(commitment, (10, 30, 100, 300)),
    "commitment-week": Family(lambda units: commitment(units, 168), (10, 30, 100, 300)),
    "growth": Family(growth, (250, 500, 1000, 2000)),
    "storage": Family(storage, (1000, 3000, 10000, 30000)),
    "transport": Family(transport, (50, 100, 200, 400)),
}
STAGES = ("reading", "HiGHS", "exact", "check")


@dataclass(frozen=True, slots=True)
class Measurement:
    """CPU seconds of each stage of one program, and of HiGHS alone with its own reader."""

    nonzeros: int
    seconds: Mapping[str, float]
    alone: float
    route: str

    @property
    def total(self) -> float:
        """Everything, from the file to the accepted proof."""
        return sum(self.seconds.values())


def measure(program: LinearProgram, limit: float) -> Measurement:
    """Write, read, solve and check a program; NotCertified where it is not proved within the limit."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.mps"
        to_mps(program, path)
        start = process_time()
        loaded = read(path)
        reading = process_time() - start
        alone = _alone(path)
    marks: list[tuple[str, float]] = []
    with stage_listener(lambda name: marks.append((name, process_time()))):
        answer = solve(loaded, limit=limit)
    parts = {"reading": reading, "HiGHS": 0.0, "exact": 0.0, "check": 0.0}
    for (name, begin), (_, end) in pairwise([*marks, ("", process_time())]):
        kind = "check" if name == "check" else "HiGHS" if "highs" in name else "exact"
        parts[kind] += end - begin
    return Measurement(len(program.rows.values), parts, alone, answer.route)


def _alone(path: Path) -> float:
    """HiGHS's own reader and its answer, with its defaults."""
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("threads", 1)
    start = process_time()
    highs.readModel(str(path))
    highs.run()
    return process_time() - start


def lines_of(name: str, family: Family, sizes: Sequence[int], limit: float) -> list[str]:
    """A line for each size, and the exponents of the growth with the nonzeros."""
    lines, done = [], list[Measurement]()
    for size in sizes:
        try:
            one = measure(family.build(size), limit)
        except NotCertified as error:
            lines.append(f"{name:<16}{size:>7}  not certified: {str(error)[:60]}")
            continue
        done.append(one)
        stages = "".join(f"{one.seconds[stage]:>9.2f}" for stage in STAGES)
        ratio = one.total / max(one.alone, 1e-3)
        lines.append(f"{name:<16}{size:>7}{one.nonzeros:>10}{stages}{one.total:>9.2f}{one.alone:>9.2f}{ratio:>7.1f}")
    if len(done) > 1:
        nonzeros = [one.nonzeros for one in done]
        kinds = {stage: [max(one.seconds[stage], 1e-4) for one in done] for stage in STAGES}
        exponents = "".join(f"{fit(nonzeros, seconds).exponent:>9.2f}" for seconds in kinds.values())
        total = fit(nonzeros, [one.total for one in done]).exponent
        lines.append(f"{name:<16}{'exponent':>17}{exponents}{total:>9.2f}")
    return lines


def main(words: Sequence[str] | None = None) -> int:
    """Measure families and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lp_families", description=__doc__)
    parser.add_argument("families", nargs="*", metavar="FAMILY", help=", ".join(FAMILIES))
    parser.add_argument("--sizes", help="other sizes, such as 10,20,40")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds for one program")
    chosen = parser.parse_args(words)
    unknown = [name for name in chosen.families if name not in FAMILIES]
    if unknown:
        parser.error(f"there is no family {unknown[0]!r}: {', '.join(FAMILIES)}")
    heads = "".join(f"{stage:>9}" for stage in (*STAGES, "total", "alone"))
    print(f"{'family':<16}{'size':>7}{'nonzeros':>10}{heads}{'ratio':>7}")
    for name in chosen.families or FAMILIES:
        family = FAMILIES[name]
        sizes = [int(size) for size in chosen.sizes.split(",")] if chosen.sizes else family.sizes
        print("\n".join(lines_of(name, family, sizes, chosen.limit)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
