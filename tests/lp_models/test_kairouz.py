"""The explicit signature programs, their duals, column generation and optimal faces against the library's optimum."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings

from lp_models.kairouz import average_rule_program, signature_dual, signature_grid, signature_program, solve_by_columns
from optcheck.errors import InvalidInput
from optcheck.lp.solve import solve
from optcheck.randomized_response import Problem, make_problem, transcript_matrix
from optcheck.randomized_response.optimum import solve_problem
from proofs_numeric.kairouz._mechanisms import (
    post_processing,
    post_processing_certificate,
    response_mechanism,
    three_letter_mechanism,
)
from proofs_numeric.kairouz._optimal_face import largest_mass, middle_signatures
from tests.strategies.randomized_response import problems


@settings(deadline=None, max_examples=30)
@given(problems(most=2))
def test_grid_program_dual_and_column_generation_have_one_optimum(problem: Problem) -> None:
    value = solve_problem(problem).value
    grid = signature_grid(problem.lambdas, 3)
    answer = solve(signature_program(problem, grid))
    assert answer.value == value
    assert answer.certificate.kind == "signature-protocol"
    assert solve(signature_dual(problem, grid)).value == value
    generated = solve_by_columns(problem)
    assert generated.value == value
    assert generated.certificate.verify().value == value


@settings(deadline=None, max_examples=25)
@given(problems(most=2, criterion="average"))
def test_the_rule_program_reaches_the_average_optimum(problem: Problem) -> None:
    matrix = transcript_matrix(problem.lambdas)
    totals = [solve(average_rule_program(problem, matrix, view)).value or 0 for view in problem.views]
    assert Fraction(sum(totals)) / (1 << problem.k) == solve_problem(problem).value


@pytest.mark.parametrize("criterion", ["average", "worst"])
def test_xor_is_unique_and_and_is_not(criterion: str) -> None:
    for table, unique in (([0, 1, 1, 0], True), ([0, 0, 0, 1], False)):
        problem, _ = make_problem(table, [3, 2], "average" if criterion == "average" else "worst")
        found = largest_mass(problem, middle_signatures(problem), lambda _, s: 1 in s)
        assert (found.mass == 0) == unique
        if not unique:
            assert "other than randomised" in str(found.certify().verify().fact("optimum").value)


def test_labels_and_sizes_of_the_grid_program() -> None:
    problem, _ = make_problem([0, 0, 0, 1], [2, 2], "worst")
    program = signature_program(problem, signature_grid([2, 2], 5))
    assert len(program.costs) == 2 * 25 + 1
    assert "theta[1;1/2,2]" in program.column_labels
    assert program.row_labels[0] == "total[0]"
    assert program.row_labels[-1] == "accuracy[3]"
    with pytest.raises(InvalidInput, match="must be at least 2, got 1"):
        signature_grid([2], 1)
    for outside in ((9, 1), (0, 1), (1,)):
        with pytest.raises(InvalidInput, match="between 1/lambda and lambda"):
            signature_program(problem, [outside])


def test_the_three_letter_mechanism_is_simulated_as_the_paper_says() -> None:
    response, letters = response_mechanism(2), three_letter_mechanism(2)
    kernel = post_processing(response, letters)
    assert kernel == ((1, 0, 0), (0, Fraction(2, 3), Fraction(1, 3)))
    assert post_processing_certificate(response, letters, kernel).verify().kind == "post-processing"
