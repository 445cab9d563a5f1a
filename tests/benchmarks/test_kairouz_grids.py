"""Grids in bulk against the explicit program, and the convergence of the discretisation."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.kairouz_grids import grid_axes, solve_grid
from lp_models.kairouz import program_on_columns
from optcheck.errors import InvalidInput
from optcheck.lp.solve import solve
from optcheck.randomized_response import make_problem, optimal_accuracy

XOR = make_problem([0, 1, 1, 0], [2, 3])[0]


@settings(deadline=None, max_examples=15)
@given(
    table=st.lists(st.integers(0, 1), min_size=4, max_size=4),
    points=st.integers(3, 5),
    corners=st.booleans(),
    lambdas=st.tuples(*[st.sampled_from([Fraction(3, 2), Fraction(2), Fraction(3)])] * 2),
)
def test_a_grid_in_bulk_has_the_optimum_of_the_explicit_program(
    table: list[int], points: int, corners: bool, lambdas: tuple[Fraction, ...]
) -> None:
    problem, _ = make_problem(table, lambdas)
    signatures = list(product(*grid_axes(problem, points, corners=corners)))
    columns = [((d,), s) for d in range(problem.decisions) for s in signatures]
    assert solve_grid(problem, points, corners=corners).value == solve(program_on_columns(problem, columns)).value


def test_without_the_corners_the_optimum_grows_to_the_closed_form() -> None:
    best = optimal_accuracy([0, 1, 1, 0], [2, 3])
    values = [Fraction(solve_grid(XOR, points, corners=False).value) for points in (4, 8, 16, 32)]
    assert values == sorted(values)
    gaps = [best - value for value in values]
    assert all(Fraction(3, 2) < one / other < 3 for one, other in pairwise(gaps))  # halved with the mesh
    assert solve_grid(XOR, 5, corners=True).value == best


def test_only_the_average_of_a_central_observer() -> None:
    with pytest.raises(InvalidInput, match="central observer"):
        solve_grid(make_problem([0, 1, 1, 0], [2, 2], "worst")[0], 4, corners=True)
    with pytest.raises(InvalidInput, match="points of each party"):
        solve_grid(XOR, 1, corners=True)
