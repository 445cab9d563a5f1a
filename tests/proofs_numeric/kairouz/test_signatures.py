"""Signature programs with given coefficients, best decisions, and the transcripts that optimal protocols use."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lp_models.kairouz import signature_tensor
from optcheck import verify
from optcheck.exact.numbers import Exact
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._optimal_face import (
    edge_middles,
    is_used,
    merged_certificate,
    uniqueness_certificate,
    use_certificate,
)
from proofs_numeric.kairouz._problems import RIGHT_OR_WRONG, and_problem, small_problems, xor_problem
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


XOR = xor_problem(2, 2)


AND = Problem((2, 2), (0, 0, 0, 1), RIGHT_OR_WRONG)


HALF, ONE, TWO = Fraction(1, 2), Fraction(1), Fraction(2)


@pytest.mark.parametrize(("problem", "used"), [(XOR, False), (AND, True)], ids=["XOR", "AND"])
def test_a_signature_off_the_corners_is_used_for_and_but_not_for_xor(problem: Problem, used: bool) -> None:
    assert is_used(problem, (ONE, HALF)) is used
    verified = verify(use_certificate(problem, (ONE, HALF)))
    assert [fact.value for fact in verified.facts if fact.quantity == "usable"] == [used]


def test_the_middles_of_edges_have_one_entry_inside() -> None:
    assert sorted(edge_middles(XOR)) == [(HALF, ONE), (ONE, HALF), (ONE, TWO), (TWO, ONE)]


@pytest.mark.parametrize(
    ("problem", "kind"), [(XOR, "unique-optimum"), (AND, "signature-protocol")], ids=["XOR", "AND"]
)
def test_uniqueness_is_certified_either_way(problem: Problem, kind: str) -> None:
    certificate = uniqueness_certificate(problem)
    assert certificate.kind == kind
    verify(certificate)


def test_responses_with_one_best_decision_are_merged() -> None:
    assert len(merged_certificate(AND, (0b00, 0b01, 0)).document()["evidence"]["columns"]) == 3
    verify(merged_certificate(AND, (0b00, 0b01, 0)))
    assert len(merged_certificate(XOR, None).document()["evidence"]["columns"]) == 4
