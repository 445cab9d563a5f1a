"""The signature programs with coefficients handed over, and what optimal rules decide after a response."""

from __future__ import annotations

import pytest

from lp_models.kairouz import signature_tensor
from optcheck.exact.numbers import Exact
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._problems import and_problem, small_problems, xor_problem
from proofs_numeric.kairouz._rules import best_decisions, common_chance
from proofs_numeric.kairouz._signatures import (
    average_dual_optimum,
    average_optimum,
    points,
    worst_dual_optimum,
    worst_optimum,
)


def entries(problem: Problem) -> list[list[list[Exact]]]:
    """W_x(y) S(x) for every signature, decision and input."""
    tensors = [signature_tensor(signature) for signature in points(problem)]
    return [[[s * w for s, w in zip(t, row, strict=True)] for row in problem.payoffs] for t in tensors]


def sums(problem: Problem) -> list[list[Exact]]:
    """<W(y), S> for every signature and decision."""
    return [[sum(row) for row in options] for options in entries(problem)]


@pytest.mark.parametrize("problem", list(small_problems("average", "observer"))[::7], ids=repr)
def test_with_the_right_coefficients_primal_and_dual_have_the_best_average(problem: Problem) -> None:
    assert average_optimum(problem, sums(problem)) == average_dual_optimum(problem, sums(problem))
    assert average_optimum(problem, sums(problem)) == solve_problem(problem).value


@pytest.mark.parametrize("problem", list(small_problems("worst", "observer"))[::7], ids=repr)
def test_with_the_right_coefficients_primal_and_dual_have_the_best_worst_case(problem: Problem) -> None:
    assert worst_optimum(problem, entries(problem)) == worst_dual_optimum(problem, entries(problem))
    assert worst_optimum(problem, entries(problem)) == solve_problem(problem).value


def test_without_a_coefficient_for_every_signature_there_is_no_program() -> None:
    problem = xor_problem(1, 2)
    with pytest.raises(ValueError, match="shorter"):
        average_optimum(problem, sums(problem)[1:])


def test_a_decision_is_best_after_both_responses_for_and_but_never_for_xor() -> None:
    assert [best_decisions(xor_problem(2, 2), response) for response in range(4)] == [{0}, {1}, {1}, {0}]
    xor, conjunction = xor_problem(2, 2, "worst"), and_problem(2)
    assert common_chance(xor, (0, 1), 0) == 0
    assert common_chance(conjunction, (0, 1), 0) > 0
