"""Grids in bulk against the explicit program and against the closed form of their outermost points."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmarks.signature_box import box_accuracy, box_slope, xor_box_accuracy
from benchmarks.signature_grids import grid_axes, grid_box, grid_program, solve_grid
from lp_models.kairouz import decision_options, program_on_columns
from optcheck.errors import InvalidInput
from optcheck.lp.backends import solve_floats
from optcheck.lp.solve import solve
from optcheck.randomized_response import Problem, make_problem, optimal_accuracy
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import CRITERIA, Criterion
from tests.strategies.randomized_response import problems

XOR = make_problem([0, 1, 1, 0], [2, 3])[0]


@settings(deadline=None, max_examples=25)
@given(problems(most=2), st.integers(3, 4), st.booleans())
def test_a_grid_has_the_optimum_of_the_explicit_program_and_of_its_outermost_points(
    problem: Problem, points: int, corners: bool
) -> None:
    box = grid_box(problem, points, corners=corners)
    assume(all(low <= 1 <= high for low, high in box))  # else no protocol has its signatures on the grid
    found = solve_grid(problem, points, corners=corners)
    assert found.value == box_accuracy(problem, box)
    signatures = list(product(*grid_axes(problem, points, corners=corners)))
    columns = [(d, s) for d in decision_options(problem) for s in signatures]
    assert found.value == solve(program_on_columns(problem, columns)).value


@settings(deadline=None, max_examples=20)
@given(problems(most=3))
def test_with_the_corners_the_optimum_of_the_box_is_the_optimum(problem: Problem) -> None:
    box = [(1 / Fraction(level), level) for level in problem.lambdas]
    assert box_accuracy(problem, box) == solve_problem(problem).value == solve_grid(problem, 3, corners=True).value


ends = st.tuples(st.fractions(Fraction(1, 9), 1, max_denominator=9), st.fractions(1, 9, max_denominator=4))


@settings(deadline=None, max_examples=60)
@given(st.lists(ends, min_size=1, max_size=3), st.sampled_from(CRITERIA))
def test_xor_has_a_closed_form_in_every_box(box: list[tuple[Fraction, Fraction]], criterion: Criterion) -> None:
    problem, _ = make_problem(lambda x: sum(x) % 2, [9] * len(box), criterion)
    assert box_accuracy(problem, box) == xor_box_accuracy(box, criterion)


@settings(deadline=None, max_examples=40)
@given(problems(most=3, criterion="average"), st.integers(3, 9))
def test_the_slope_is_the_limit_of_the_differences(problem: Problem, points: int) -> None:
    """Along the box of ever finer grids; the difference from a linear function is quadratic in the mesh."""
    box = [(1 / Fraction(level), Fraction(level)) for level in problem.lambdas]
    assume(all(1 < level <= 20 for level in problem.lambdas))
    moves = [((high - low) / 2, (low - high) / 2) for low, high in box]

    def error(mesh: Fraction) -> Fraction:
        near = [(low + mesh * a, high + mesh * b) for (low, high), (a, b) in zip(box, moves, strict=True)]
        return box_accuracy(problem, near) - box_accuracy(problem, box) - mesh * box_slope(problem, box, moves)

    mesh = Fraction(1, 10**6 * points)
    assert abs(error(mesh)) <= mesh * Fraction(1, 1000)


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("observer", [None, 1])
def test_the_whole_program_in_doubles_has_this_optimum(criterion: Criterion, observer: int | None) -> None:
    problem, _ = make_problem([0, 0, 1, 1, 0, 1, 1, 1], [4, 3, 2], criterion, observer)
    value = solve_floats(grid_program(problem, 5, corners=False)).value
    assert value == pytest.approx(float(solve_grid(problem, 5, corners=False).value), rel=1e-7)


def test_without_the_corners_the_optimum_grows_to_the_closed_form() -> None:
    best = optimal_accuracy([0, 1, 1, 0], [2, 3])
    values = [Fraction(solve_grid(XOR, points, corners=False).value) for points in (4, 8, 16, 32)]
    assert values == sorted(values)
    gaps = [best - value for value in values]
    assert all(Fraction(3, 2) < one / other < 3 for one, other in pairwise(gaps))  # halved with the mesh
    assert solve_grid(XOR, 5, corners=True).value == best


def test_a_grid_needs_two_points() -> None:
    with pytest.raises(InvalidInput, match="points of each party"):
        solve_grid(XOR, 1, corners=True)


@pytest.mark.parametrize(
    ("box", "message"),
    [
        ([(1, 2)], "an interval for each of 2 parties, got 1"),
        ([(1, 2), (1, 9)], "between 1/lambda and lambda = 3, got 1 to 9"),
        ([(Fraction(3, 2), 2), (1, 1)], "must hold 1"),
    ],
)
def test_a_box_that_is_none_is_refused(box: list[tuple[Fraction | int, Fraction | int]], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        box_accuracy(XOR, box)
    with pytest.raises(InvalidInput, match="must hold 1 and lie above 0, got 0 to 2"):
        xor_box_accuracy([(0, 2)])
    worst, _ = make_problem([0, 1], [2], "worst")
    with pytest.raises(InvalidInput, match="the slope is known for the average"):
        box_slope(worst, [(1, 2)], [(0, 0)])
