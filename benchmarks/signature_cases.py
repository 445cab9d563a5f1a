"""The discretised signature program against closed forms, for many functions, readers, criteria and levels.

Everything here is exact. A grid of middles of cells has no corners: its optimum (the program solved, certified) must be
the closed form at its outermost points, and the gap to the optimum over the whole box must fall like the mesh. With the
corners there is no gap. Column generation starts from a coarse grid without corners and ends at the optimum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np

from benchmarks.signature_box import box_accuracy, box_slope
from benchmarks.signature_grids import grid_axes, grid_box, solve_grid
from lp_models.kairouz import Step, column_steps
from optcheck.exact.numbers import Exact
from optcheck.randomized_response import Problem, make_problem
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Criterion

__all__ = ["COARSE", "EQUAL", "FUNCTIONS", "UNEQUAL", "Case", "Mesh", "cases", "generated", "solved"]

EQUAL, UNEQUAL = (6, 6, 6, 6, 6), (8, 6, 5, 7, 9)  # levels at which no function is best guessed
COARSE = 6  # cells for each party
READERS: dict[str, int | None] = {"central observer": None, "first party": 0}


def _random(bits: Sequence[int]) -> int:
    """One function of each number of bits, drawn once for all."""
    index = sum(bit << place for place, bit in enumerate(bits))
    return int(np.random.default_rng(len(bits) + 26).integers(0, 2, 1 << len(bits))[index])


FUNCTIONS: dict[str, Callable[[Sequence[int]], int]] = {
    "XOR": lambda bits: sum(bits) % 2,
    "AND": lambda bits: int(all(bits)),
    "majority": lambda bits: int(2 * sum(bits) > len(bits)),
    "random": _random,
}


@dataclass(frozen=True, slots=True)
class Case:
    """A problem by its names."""

    function: str
    levels: tuple[int, ...]
    criterion: Criterion
    reader: str

    @property
    def k(self) -> int:
        """How many parties there are."""
        return len(self.levels)

    @property
    def problem(self) -> Problem:
        """The problem itself."""
        return make_problem(FUNCTIONS[self.function], self.levels, self.criterion, READERS[self.reader])[0]

    def __str__(self) -> str:
        same = len(set(self.levels)) == 1
        levels = f"λ = {self.levels[0]}" if same else f"λ = {', '.join(map(str, self.levels))}"
        return f"{self.function} of {self.k} bits, {levels}, {self.criterion}, {self.reader}"


@dataclass(frozen=True, slots=True)
class Mesh:
    """One grid of a case: its exact optimum, the closed form at its outermost points, and the optimum over the box.

    ``slope`` is the limit of gap over mesh (cells of width 1/points of each interval); known for the average.
    """

    case: Case
    points: int
    corners: bool
    signatures: int
    value: Exact
    closed_form: Exact
    optimum: Exact
    slope: Exact | None

    @property
    def gap(self) -> Fraction:
        """What the grid loses."""
        return Fraction(self.optimum) - Fraction(self.value)


def cases(parties: Sequence[int]) -> Iterator[Case]:
    """Every function, criterion and reader, with equal and unequal levels; a majority needs three bits."""
    for k, (function, levels) in product(parties, product(FUNCTIONS, (EQUAL, UNEQUAL))):
        if function != "majority" or k > 2:
            for criterion, reader in product(_CRITERIA, READERS):
                yield Case(function, levels[:k], criterion, reader)


_CRITERIA: tuple[Criterion, ...] = ("average", "worst")


def solved(case: Case, points: int, corners: bool) -> Mesh:
    """Solve the program on one grid and its closed forms."""
    problem = case.problem
    found = solve_grid(problem, points, corners=corners)
    closed_form = box_accuracy(problem, grid_box(problem, points, corners=corners))
    optimum = solve_problem(problem).value
    return Mesh(case, points, corners, found.size, found.value, closed_form, optimum, _slope(problem, case.criterion))


def _slope(problem: Problem, criterion: Criterion) -> Exact | None:
    """The limit of gap / mesh: both ends of each interval move inwards by half a cell."""
    if criterion != "average":
        return None
    box = [(1 / Fraction(level), Fraction(level)) for level in problem.lambdas]
    return -box_slope(problem, box, [((high - low) / 2, (low - high) / 2) for low, high in box])


def generated(case: Case) -> list[Step]:
    """Column generation from the coarse grid, one column a round; every bound is certified and checked."""
    problem = case.problem
    steps = list(column_steps(problem, list(product(*grid_axes(problem, COARSE, corners=False))), entering=1))
    for step in steps:
        for certificate in step.certify():
            certificate.verify()
    return steps
