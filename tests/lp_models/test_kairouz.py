"""The explicit signature programs, their duals, column generation and optimal faces against the library's optimum."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings

from lp_models.kairouz import (
    average_rule_program,
    corner_program,
    errors_program,
    face_program,
    hull_program,
    interior_program,
    margin_program,
    signature_dual,
    signature_grid,
    signature_program,
    signature_tensor,
    simulation_program,
    solve_by_columns,
)
from optcheck.errors import InvalidInput
from optcheck.lp.solve import solve
from optcheck.randomized_response import Problem, make_problem, transcript_matrix
from optcheck.randomized_response.optimum import solve_problem
from proofs_numeric.kairouz._mechanisms import Mechanism, least_false_alarm, response_mechanism, three_letter_mechanism
from proofs_numeric.kairouz._optimal_face import edge_middles
from tests.strategies.randomized_response import mechanisms, other_optimum, problems


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
        assert (solve(face_program(problem, edge_middles((Fraction(3), Fraction(2))))).value == 0) == unique
        if not unique:
            assert "other than randomised" in str(other_optimum(problem).verify().fact("optimum").value)


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
    answer = solve(simulation_program((response.zero, response.one), (letters.zero, letters.one)))
    kernel = [[answer.point[f"kernel[{s},{t}]"] for t in range(3)] for s in range(2)]
    assert (answer.value, kernel) == (0, [[1, 0, 0], [0, Fraction(2, 3), Fraction(1, 3)]])
    assert solve(simulation_program((response.zero, response.one), ((1, 0), (0, 1)))).value != 0


@settings(deadline=None, max_examples=20)
@given(problems(most=2))
def test_some_protocol_on_the_optimal_face_has_the_optimal_value(problem: Problem) -> None:
    assert other_optimum(problem).verify().value == solve_problem(problem).value


@settings(deadline=None, max_examples=20)
@given(problems(most=2))
def test_an_optimal_dual_has_no_negative_margin_and_a_lower_one_has(problem: Problem) -> None:
    evidence = solve_problem(problem).certify().evidence
    nu, mu = ([Fraction(entry) for entry in evidence[name]] for name in ("nu", "mu"))  # type: ignore[attr-defined]
    assert solve(margin_program(problem, nu, mu)).value == 0
    assert (solve(margin_program(problem, nu, [entry - 1 for entry in mu])).value or 0) < 0


def test_points_of_a_box_in_its_hull() -> None:
    """[1, 1] x [1, 2] is in the middle of an edge: two of the four corners, each with a weight of its own."""
    two, half = Fraction(2), Fraction(1, 2)
    tensor = signature_tensor((Fraction(1), two))
    assert solve(hull_program((two, two), tensor)).value == 0
    assert solve(interior_program((two, two), tensor)).value == 0
    corners = [(a, b) for a in (half, two) for b in (half, two)]
    assert [solve(corner_program((two, two), tensor, c)).value for c in corners] == [
        0,
        Fraction(2, 3),
        0,
        Fraction(1, 3),
    ]


@settings(deadline=None, max_examples=30)
@given(mechanisms(3))
def test_errors_on_the_lower_boundary_are_reached_and_those_below_are_not(mechanism: Mechanism) -> None:
    missed = Fraction(1, 3)
    alarm = least_false_alarm(mechanism, missed)
    rows = (mechanism.zero, mechanism.one)
    assert solve(errors_program(rows, [(missed, alarm)])).value == 0
    assert solve(errors_program(rows, [(missed, alarm - Fraction(1, 100))])).value != 0
