"""The signature program of Kairouz et al., solved and certified, against randomised response in closed form."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmarks.signature_box import box_accuracy
from benchmarks.signature_grids import grid_box, solve_grid
from lp_models.kairouz import Signature, column_steps, signature_program
from optcheck import solve
from optcheck.randomized_response import Problem
from optcheck.randomized_response.optimum import solve_problem
from tests.strategies.randomized_response import problems


@st.composite
def problems_with_signatures(draw: st.DrawFn) -> tuple[Problem, list[Signature]]:
    """A problem and some signatures of its box, which need not lie on a grid."""
    problem = draw(problems(most=2))
    shares = st.lists(st.fractions(0, 1, max_denominator=7), min_size=problem.k, max_size=problem.k)
    return problem, [_inside(problem, drawn) for drawn in draw(st.lists(shares, max_size=4))]


def _inside(problem: Problem, shares: list[Fraction]) -> Signature:
    ends = [(1 / Fraction(level), Fraction(level)) for level in problem.lambdas]
    return tuple(low + share * (high - low) for (low, high), share in zip(ends, shares, strict=True))


@settings(max_examples=50, deadline=None)
@given(problems_with_signatures())
def test_the_program_has_the_optimum_of_randomised_response(drawn: tuple[Problem, list[Signature]]) -> None:
    problem, signatures = drawn
    answer = solve(signature_program(problem, signatures))
    assert answer.certificate.verify().value == answer.value == solve_problem(problem).value


@settings(max_examples=25, deadline=None)
@given(problems(most=3), st.integers(3, 9), st.booleans())
def test_a_grid_has_the_closed_form_of_its_outermost_points(problem: Problem, points: int, corners: bool) -> None:
    box = grid_box(problem, points, corners=corners)
    assume(all(low <= 1 <= high for low, high in box))
    value = solve_grid(problem, points, corners=corners).value
    assert value == box_accuracy(problem, box) <= solve_problem(problem).value
    assert not corners or value == solve_problem(problem).value


@settings(max_examples=30, deadline=None)
@given(problems(most=2), st.sampled_from([1, 2, None]))
def test_every_round_of_column_generation_brackets_the_optimum(problem: Problem, entering: int | None) -> None:
    best = solve_problem(problem).value
    for step in column_steps(problem, entering=entering):
        reached, bound = step.certify()
        assert reached.verify().value == step.lower <= best <= step.upper == sum(step.dual)
        assert bound.verify().fact("optimal accuracy", "<=").value == step.upper
    assert step.lower == best == step.upper
