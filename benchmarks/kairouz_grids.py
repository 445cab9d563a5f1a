"""Eq. 16 of Kairouz et al. on grids of very many signatures: built as arrays, solved in floats, made exact.

A grid without the corners of the box makes the discretisation of Eq. 16 visible: its optimum grows to the closed form
as the mesh falls. Floats only choose the columns of the optimum; its value and the bound on all other columns are
exact: the dual constraint is multilinear in the signature, so on a grid it is decided by the grid's own 2^k outermost
points.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product

import numpy as np
from numpy.typing import NDArray

from lp_models.kairouz import Column, payoff_on, program_on_columns, signature_tensor
from optcheck.errors import InvalidInput, NotCertified
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import Exact
from optcheck.extras import require
from optcheck.lp.program import Optimal
from optcheck.lp.solve import solve
from optcheck.randomized_response.problem import Problem

__all__ = ["GridOptimum", "grid_axes", "solve_grid"]


Floats = NDArray[np.float64]
Axis = tuple[Fraction, ...]
ENTERING_COLUMNS, MOST_ROUNDS, REDUCED_COST_TOLERANCE = 64, 200, 1e-11


@dataclass(frozen=True, slots=True)
class GridOptimum:
    """The exact optimum over the protocols whose signatures lie on a grid, and the transcripts that reach it."""

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
        axes.append(tuple(low + width * share for share in shares))
    return tuple(axes)


def solve_grid(problem: Problem, points: int, *, corners: bool) -> GridOptimum:
    """The best average accuracy of a central observer over a grid of signatures, exactly.

    With two cells for each party XOR at lambda = 2 loses something; with the corners it has its optimum 5/9.

    >>> from optcheck.randomized_response import make_problem
    >>> xor = make_problem([0, 1, 1, 0], [2, 2])[0]
    >>> solve_grid(xor, 8, corners=False).value < solve_grid(xor, 8, corners=True).value == Fraction(5, 9)
    True
    """
    if problem.criterion != "average" or problem.observer is not None:
        raise InvalidInput("grids in bulk are for the average accuracy of a central observer")
    axes = grid_axes(problem, points, corners=corners)
    outermost: list[Column] = [
        ((decision,), signature)
        for signature in product(*((axis[0], axis[-1]) for axis in axes))
        for decision in range(problem.decisions)
    ]
    used = [*_optimal_columns(problem, axes), *outermost]
    outcome = solve(program_on_columns(problem, list(dict.fromkeys(used)))).outcome
    if not isinstance(outcome, Optimal):
        raise NotCertified("the program on a grid around 1 has an optimum, but none was certified")
    _check_bound(problem, outermost, outcome)
    return GridOptimum(outcome.value, tuple(dict.fromkeys(used)), points**problem.k)


def _tensors(axes: tuple[Axis, ...]) -> Floats:
    """All signature columns at once: a row for each input, a column for each signature, in lexicographic order."""
    factors = [np.array([[1.0] * len(axis), [float(s) for s in axis]]) for axis in axes]
    return reduce(np.kron, factors)


def _optimal_columns(problem: Problem, axes: tuple[Axis, ...]) -> list[Column]:
    """The columns of a float optimum, each signature with its best decision, by pricing all columns in every round."""
    tensors = _tensors(axes)
    worth = np.array([[float(entry) for entry in row] for row in problem.payoffs]) @ tensors
    best, gain = worth.argmax(axis=0), worth.max(axis=0)
    sizes = [len(axis) for axis in axes]
    working = _around_one(axes, sizes)
    for _ in range(MOST_ROUNDS):
        masses, dual = _float_optimum(tensors[:, working], gain[working])
        lead = gain - dual @ tensors
        entering = np.argpartition(lead, -min(ENTERING_COLUMNS, len(lead)))[-ENTERING_COLUMNS:]
        if lead[entering].max() <= REDUCED_COST_TOLERANCE:
            break
        working = np.union1d(working, entering[lead[entering] > REDUCED_COST_TOLERANCE])
    used = working[masses > 0]
    points = zip(*np.unravel_index(used, sizes), strict=True)
    signatures = [tuple(axis[i] for axis, i in zip(axes, point, strict=True)) for point in points]
    return [((int(best[j]),), signature) for j, signature in zip(used, signatures, strict=True)]


def _around_one(axes: tuple[Axis, ...], sizes: list[int]) -> NDArray[np.int64]:
    """The grid points next to 1 on both sides: a program on these alone has a solution."""
    sides = []
    for axis in axes:
        above = next((i for i, s in enumerate(axis) if s >= 1), None)
        if above is None or (above == 0 and axis[0] > 1):
            raise InvalidInput("the grid must have points on both sides of 1")
        sides.append((max(above - 1, 0), above))
    return np.unique([np.ravel_multi_index(point, sizes) for point in product(*sides)])


def _float_optimum(columns: Floats, gain: Floats) -> tuple[Floats, Floats]:
    """Masses and multipliers of the program on some columns."""
    require("this linear program in doubles", "scipy")
    from scipy.optimize import linprog

    answer = linprog(-gain, A_eq=columns, b_eq=np.ones(len(columns)), method="highs")
    if answer.status != 0:
        raise NotCertified(f"HiGHS gave no float optimum: {answer.message}")
    return answer.x, -answer.eqlin.marginals


def _check_bound(problem: Problem, outermost: list[Column], outcome: Optimal) -> None:
    """No column of the grid has a reduced cost that is positive: decided at its outermost points."""
    size = 1 << problem.k
    for decision, signature in outermost:
        tensor, row = signature_tensor(signature), payoff_on(problem, decision)
        bound = sum(t * outcome.dual.get(x, 0) for x, t in enumerate(tensor))
        if bound < Fraction(sum(t * w for t, w in zip(tensor, row, strict=True))) / size:
            raise NotCertified(f"the dual is violated at the outermost signature {signature}")
