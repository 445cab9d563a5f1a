"""Signature programs with given coefficients, best decisions, and the transcripts that optimal protocols use."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings

from lp_models.kairouz import face_program, worst_rule_program
from optcheck.claims.domain import Effort, declared
from optcheck.lp.solve import solve
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz import eq_4_size, eq_16, eq_17, eq_19, eq_20
from proofs_numeric.kairouz._accuracy import RIGHT_OR_WRONG, xor_problem
from proofs_numeric.kairouz._levels import Observed
from proofs_numeric.kairouz._optimal_face import best_decisions, common_chance, edge_middles, largest_middle
from proofs_numeric.kairouz._signatures import (
    average_dual_optimum,
    average_optimum,
    worst_dual_optimum,
    worst_optimum,
)
from proofs_numeric.kairouz.eq_2_operations import Size

EFFORT = Effort(largest={"k": 2, "decisions": 3})
HALF, ONE, TWO = Fraction(1, 2), Fraction(1), Fraction(2)
XOR = xor_problem(2, TWO)
AND = Problem((TWO, TWO), (0, 0, 0, 1), RIGHT_OR_WRONG)


@settings(deadline=None, max_examples=20)
@given(declared(Observed).strategy(EFFORT))
def test_with_the_printed_coefficients_primal_and_dual_have_the_best_average(at: Observed) -> None:
    best = solve_problem(at.problem("average")).value
    assert average_optimum(at, eq_16.as_printed(at)) == average_dual_optimum(at, eq_17.as_printed(at)) == best


@settings(deadline=None, max_examples=20)
@given(declared(Observed).strategy(EFFORT))
def test_with_the_printed_coefficients_primal_and_dual_have_the_best_worst_case(at: Observed) -> None:
    best = solve_problem(at.problem("worst")).value
    assert worst_optimum(at, eq_19.as_printed(at)) == worst_dual_optimum(at, eq_20.as_printed(at)) == best


def test_a_decision_is_best_after_both_responses_for_and_but_never_for_xor() -> None:
    assert [best_decisions(XOR, response) for response in range(4)] == [{0}, {1}, {1}, {0}]
    xor, conjunction = xor_problem(2, TWO, "worst"), Problem((2, 2), (0, 0, 0, 1), RIGHT_OR_WRONG, "worst")
    assert common_chance(xor, [0, 1], 0) == 0
    assert common_chance(conjunction, [0, 1], 0) > 0


@pytest.mark.parametrize(("problem", "used"), [(XOR, False), (AND, True)], ids=["XOR", "AND"])
def test_a_signature_off_the_corners_is_used_for_and_but_not_for_xor(problem: Problem, used: bool) -> None:
    assert (solve(face_program(problem, [(ONE, HALF)])).value != 0) is used
    assert (solve(largest_middle(problem)).value != 0) is used


def test_the_middles_of_edges_have_one_entry_inside() -> None:
    assert sorted(edge_middles((TWO, TWO))) == [(HALF, ONE), (ONE, HALF), (ONE, TWO), (TWO, ONE)]
    assert edge_middles((ONE, TWO)) == [(ONE, ONE)]
    assert sorted(edge_middles((ONE, TWO), flat=True)) == [(ONE, HALF), (ONE, ONE), (ONE, TWO)]


@pytest.mark.parametrize(("k", "transcripts", "decisions"), [(1, 1, 1), (2, 3, 2), (3, 2, 4)])
def test_the_program_of_eq_4_has_the_listed_size(k: int, transcripts: int, decisions: int) -> None:
    problem = Problem((1,) * k, (0,) * (1 << k), (tuple(range(decisions)),), "worst", 0)
    program = worst_rule_program(problem, [[Fraction(1, transcripts)] * transcripts] * (1 << k), 0)
    size = Size(k=k, transcripts=transcripts, decisions=decisions)
    assert eq_4_size.listed(size) == (len(program.costs), len(program.rhs))
