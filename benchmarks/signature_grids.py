"""Eqs. 16 and 19 of Kairouz et al. on grids of very many signatures: built as arrays, solved in floats, made exact.

A grid without the corners of the box makes the discretisation visible: its optimum lies below the optimum over the box
and grows to it as the mesh falls. ``grid_program`` writes the whole program down in doubles, a column for each decision
and each signature. ``solve_grid`` finds the columns of the optimum by pricing all of them in rounds; its value and the
bound on all other columns are exact: the dual constraint is multilinear in the signature, so on a grid it is decided by
the grid's own 2^k outermost points. What that optimum is in closed form: :mod:`benchmarks.signature_box`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from lp_models.kairouz import Column, Decision, decision_options, payoff_on, program_on_columns, signature_tensor
from optcheck.errors import InvalidInput, NotCertified, require
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import Exact
from optcheck.lp.program import FloatProgram, Optimal
from optcheck.lp.solve import solve
from optcheck.randomized_response.problem import Problem

__all__ = ["GridOptimum", "grid_axes", "grid_box", "grid_program", "solve_grid"]


Floats = NDArray[np.float64]
Axis = tuple[Fraction, ...]
ENTERING_COLUMNS, MOST_ROUNDS, REDUCED_COST_TOLERANCE = 64, 200, 1e-11


@dataclass(frozen=True, slots=True)
class GridOptimum:
    """The exact optimum over the protocols whose signatures lie on a grid, and the transcripts that reach it.

    ``size`` counts the signatures of the grid.
    """

    value: Exact
    columns: tuple[Column, ...]
    size: int


def grid_axes(problem: Problem, points: int, *, corners: bool) -> tuple[Axis, ...]:
    """For each party so many values of s_i: from end to end, or the middles of so many cells (without the ends).

    >>> from optcheck.randomized_response import make_problem
    >>> grid_axes(make_problem([0, 1], [2])[0], 3, corners=False)
    ((Fraction(3, 4), Fraction(5, 4), Fraction(7, 4)),)
    """
    whole_number(points, "points of each party", least=2)
    axes = []
    for value in problem.lambdas:
        low, width = 1 / Fraction(value), Fraction(value) - 1 / Fraction(value)
        shares = [
            Fraction(step, points - 1) if corners else Fraction(2 * step + 1, 2 * points) for step in range(points)
        ]
        axes.append(tuple(dict.fromkeys(low + width * share for share in shares)))
    return tuple(axes)


def grid_box(problem: Problem, points: int, *, corners: bool) -> list[tuple[Fraction, Fraction]]:
    """The outermost points of the grid, for each party."""
    return [(axis[0], axis[-1]) for axis in grid_axes(problem, points, corners=corners)]


def grid_program(problem: Problem, points: int, *, corners: bool) -> FloatProgram:
    """The whole program on a grid in doubles: every decision with every signature, and in the worst case the value.

    >>> from optcheck.randomized_response import make_problem
    >>> program = grid_program(make_problem([0, 1, 1, 0], [2, 2], "worst")[0], 8, corners=False)
    >>> len(program.row_lower), len(program.costs)
    (8, 129)
    """
    grid = _Grid.of(problem, grid_axes(problem, points, corners=corners))
    tensors, size, average = grid.tensors, 1 << problem.k, problem.criterion == "average"
    totals = np.tile(tensors, len(grid.options))
    earned = np.concatenate([payoff[:, None] * tensors for payoff in grid.payoffs], axis=1)
    matrix = totals if average else np.block([[totals, np.zeros((size, 1))], [earned, -np.ones((size, 1))]])
    rows, columns = matrix.shape
    return FloatProgram(
        maximise=True,
        costs=earned.sum(axis=0) / size if average else np.eye(1, columns, columns - 1)[0],
        starts=np.arange(rows + 1, dtype=np.int64) * columns,
        columns=np.tile(np.arange(columns, dtype=np.int32), rows),
        values=np.ascontiguousarray(matrix).ravel(),
        row_lower=np.array([1.0] * size + [0.0] * (rows - size)),
        row_upper=np.array([1.0] * size + [np.inf] * (rows - size)),
        lower=np.array([0.0] * (columns - (not average)) + [-np.inf] * (not average)),
        upper=np.full(columns, np.inf),
    )


def solve_grid(problem: Problem, points: int, *, corners: bool) -> GridOptimum:
    """The best accuracy over a grid of signatures, exactly: average or worst case, for any reader.

    With eight cells for each party XOR at lambda = 2 loses something; with the corners it has its optimum 5/9.

    >>> from optcheck.randomized_response import make_problem
    >>> xor = make_problem([0, 1, 1, 0], [2, 2])[0]
    >>> solve_grid(xor, 8, corners=False).value < solve_grid(xor, 8, corners=True).value == Fraction(5, 9)
    True
    """
    axes = grid_axes(problem, points, corners=corners)
    options = decision_options(problem)
    outermost: list[Column] = [
        (decision, signature)
        for signature in product(*(dict.fromkeys((axis[0], axis[-1])) for axis in axes))
        for decision in options
    ]
    used = list(dict.fromkeys([*_optimal_columns(problem, axes), *outermost]))
    outcome = solve(program_on_columns(problem, used)).outcome
    if not isinstance(outcome, Optimal):
        raise NotCertified("the program on a grid around 1 has an optimum, but none was certified")
    _check_bound(problem, outermost, outcome)
    return GridOptimum(outcome.value, tuple(used), int(np.prod([len(axis) for axis in axes])))


@dataclass(frozen=True, slots=True)
class _Grid:
    """All signatures as columns of tensors, in lexicographic order, and what every decision earns on every input."""

    axes: tuple[Axis, ...]
    tensors: Floats
    options: list[Decision]
    payoffs: list[Floats]

    @classmethod
    def of(cls, problem: Problem, axes: tuple[Axis, ...]) -> _Grid:
        tensors: Floats = np.ones((1, 1))
        for axis in axes:
            tensors = np.kron(tensors, np.array([[1.0] * len(axis), [float(s) for s in axis]]))
        options = decision_options(problem)
        payoffs = [np.array([float(entry) for entry in payoff_on(problem, option)]) for option in options]
        return cls(axes, tensors, options, payoffs)

    def signature(self, index: int) -> tuple[Fraction, ...]:
        indices = np.unravel_index(index, [len(axis) for axis in self.axes])
        return tuple(axis[i] for axis, i in zip(self.axes, indices, strict=True))


def _optimal_columns(problem: Problem, axes: tuple[Axis, ...]) -> list[Column]:
    """The columns of a float optimum, by pricing all columns in every round. A column is a row of (option, index).

    They are a hint: where HiGHS refuses the numbers there are none, and the outermost columns must do.
    """
    grid = _Grid.of(problem, axes)
    near = _around_one(axes)
    working = np.array([(option, index) for option in range(len(grid.options)) for index in near])
    used = working[:0]
    for _ in range(MOST_ROUNDS):
        answer = _float_optimum(problem, grid, working)
        if answer is None:
            break
        masses, mu, nu = answer
        lead = np.stack([(nu * payoff - mu) @ grid.tensors for payoff in grid.payoffs])
        flat = np.argpartition(lead, -min(ENTERING_COLUMNS, lead.size), axis=None)[-ENTERING_COLUMNS:]
        entering = np.column_stack(np.unravel_index(flat, lead.shape))
        entering = entering[lead.ravel()[flat] > REDUCED_COST_TOLERANCE]
        used = working[masses > 0]
        if not len(entering):
            break
        working = np.unique(np.concatenate([working, entering]), axis=0)
    return [(grid.options[option], grid.signature(index)) for option, index in used.tolist()]


def _around_one(axes: tuple[Axis, ...]) -> list[int]:
    """The grid points next to 1 on both sides: a program on these alone has a solution."""
    sides = []
    for axis in axes:
        above = next((i for i, s in enumerate(axis) if s >= 1), None)
        if above is None or (above == 0 and axis[0] > 1):
            raise InvalidInput("the grid must have points on both sides of 1")
        sides.append((max(above - 1, 0), above))
    sizes = [len(axis) for axis in axes]
    return sorted({int(np.ravel_multi_index(point, sizes)) for point in product(*sides)})


def _float_optimum(problem: Problem, grid: _Grid, working: NDArray[np.int64]) -> tuple[Floats, Floats, Floats] | None:
    """Masses, mu and nu of the program on some columns; None where HiGHS has no answer."""
    require("this linear program in doubles", "scipy")
    from scipy.optimize import linprog

    size = 1 << problem.k
    tensors = grid.tensors[:, working[:, 1]]
    earned = np.stack(grid.payoffs)[working[:, 0]].T * tensors
    if problem.criterion == "average":
        answer = linprog(-earned.sum(axis=0) / size, A_eq=tensors, b_eq=np.ones(size), method="highs")
        nu = np.full(size, 1 / size)
    else:
        costs = np.append(np.zeros(len(working)), -1.0)
        below = np.hstack([-earned, np.ones((size, 1))])
        bounds = [(0, None)] * len(working) + [(None, None)]
        totals = np.hstack([tensors, np.zeros((size, 1))])
        answer = linprog(
            costs, A_ub=below, b_ub=np.zeros(size), A_eq=totals, b_eq=np.ones(size), bounds=bounds, method="highs"
        )
        nu = np.zeros(size) if answer.status else -answer.ineqlin.marginals
    if answer.status != 0:
        return None
    return answer.x[: len(working)], -answer.eqlin.marginals, nu


def _check_bound(problem: Problem, outermost: list[Column], outcome: Optimal) -> None:
    """No column of the grid has a reduced cost that is positive: decided at its outermost points."""
    size = 1 << problem.k
    prior: list[Exact] = [Fraction(1, size)] * size
    if problem.criterion == "worst":
        prior = [-outcome.dual.get(size + x, 0) for x in range(size)]
    for decision, signature in outermost:
        tensor, row = signature_tensor(signature), payoff_on(problem, decision)
        bound = sum(t * outcome.dual.get(x, 0) for x, t in enumerate(tensor))
        if bound < sum(t * w * p for t, w, p in zip(tensor, row, prior, strict=True)):
            raise NotCertified(f"the dual is violated at the outermost signature {signature}")
