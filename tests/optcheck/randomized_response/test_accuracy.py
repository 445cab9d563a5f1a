"""The front door: exact values, worst cases, parties, floats, bad input."""

from __future__ import annotations

import json
import math
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optcheck
from lp_models.kairouz import worst_rule_program
from optcheck.errors import InvalidInput, ModelTooLarge
from optcheck.exact.numbers import Exact
from optcheck.lp.solve import solve
from optcheck.randomized_response import Problem, make_problem, optimal_accuracy, optimal_decision, transcript_matrix
from optcheck.randomized_response.optimum import solve_problem
from tests.strategies.randomized_response import lambdas, problems


@settings(deadline=None, max_examples=60)
@given(problems())
def test_every_optimum_has_a_proof_that_the_checker_accepts(problem: Problem) -> None:
    best = solve_problem(problem)
    document = json.loads(json.dumps(best.certify().document()))
    assert optcheck.verify(document).value == best.value


@settings(deadline=None, max_examples=40)
@given(problems(most=2, criterion="worst"))
def test_worst_case_equals_the_program_over_decision_rules(problem: Problem) -> None:
    matrix = transcript_matrix(problem.lambdas)
    values = [solve(worst_rule_program(problem, matrix, view)).value for view in problem.views]
    assert solve_problem(problem).value == min(value for value in values if value is not None)


@settings(deadline=None, max_examples=40)
@given(problems(most=2), st.integers(0, 1), lambdas)
def test_less_privacy_never_hurts(problem: Problem, party: int, value: Exact) -> None:
    weaker = list(problem.lambdas)
    weaker[party % problem.k] = max(value, weaker[party % problem.k])
    looser = Problem(tuple(weaker), problem.table, problem.weights, problem.criterion, problem.observer)
    assert solve_problem(looser).value >= solve_problem(problem).value


@settings(deadline=None, max_examples=30)
@given(problems(most=2, central=True))
def test_knowing_a_bit_never_hurts_and_worst_is_at_most_average(problem: Problem) -> None:
    party = Problem(problem.lambdas, problem.table, problem.weights, problem.criterion, 0)
    assert solve_problem(party).value >= solve_problem(problem).value
    average = Problem(problem.lambdas, problem.table, problem.weights, "average")
    worst = Problem(problem.lambdas, problem.table, problem.weights, "worst")
    assert solve_problem(worst).value <= solve_problem(average).value


def test_documented_values() -> None:
    assert optimal_accuracy([0, 1, 1, 0], [2, 2]) == Fraction(5, 9)
    assert optimal_accuracy(lambda x: x[0] & x[1], [2, 2], criterion="worst") == Fraction(16, 27)
    assert optimal_accuracy(lambda x: x[0], ["3/2"], observer=0) == 1
    assert optimal_accuracy([0, 1], [1], "worst") == Fraction(1, 2)


def test_weights_and_decisions_of_the_callers_own() -> None:
    distance = optimal_accuracy(sum, [3, 3], weight=lambda truth, guess: -abs(truth - guess), decisions=[0, 1, 2])
    assert distance == Fraction(-7, 16)  # after 00 or 11 the expected distance is 1/2, after 01 or 10 it is 3/8
    names = make_problem(["low", 3, "low", 3], [2, 2])[1]
    assert names == ("low", 3)


@pytest.mark.parametrize("criterion", ["average", "worst"])
def test_floats_give_floats_that_are_not_too_large(criterion: Any) -> None:
    value = optimal_accuracy([0, 0, 0, 1], [2.7, 1.3], criterion)
    assert isinstance(value, float)
    assert Fraction(value) <= optimal_accuracy([0, 0, 0, 1], [Fraction(2.7), Fraction(1.3)], criterion)


def test_constant_functions_cost_nothing_at_any_privacy() -> None:
    assert optimal_accuracy([7, 7], [10**30]) == 1
    assert optimal_accuracy([0, 1], [10**30], weight=lambda truth, guess: 3) == 3


def test_numbers_that_are_no_doubles_are_never_rounded_up() -> None:
    third = Fraction(1, 3)
    value = optimal_accuracy([0, 1, 1, 0], [1 + third, 2.0])
    assert isinstance(value, float)
    assert Fraction(value) <= Fraction(11, 21) < Fraction(math.nextafter(value, 1))
    low = optimal_accuracy([0, 1], [2.0], weight=lambda truth, guess: -third * abs(truth - guess))
    assert Fraction(low) <= Fraction(-1, 9) < Fraction(math.nextafter(low, 1))
    assert (
        optimal_accuracy([0, 1], [2.0], weight=lambda truth, guess: 10**400 * abs(truth - guess)) == sys.float_info.max
    )
    assert optimal_accuracy([0, 1], [2.0], weight=lambda truth, guess: -(10**400)) == -math.inf


def test_symmetric_functions_of_many_parties_have_a_worst_case() -> None:
    k = 12
    majority = [int(x.bit_count() > k // 2) for x in range(1 << k)]
    assert Fraction(1, 2) < optimal_accuracy(majority, [2] * k, "worst") < 1
    uneven = [0] * (1 << k)
    uneven[5] = 1
    with pytest.raises(ModelTooLarge, match="k <= 10, got 12"):
        optimal_accuracy(uneven, [2] * k, "worst")


def test_certificates_survive_the_file(tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    best = optimal_decision([0, 0, 0, 1], [2, 3], "worst", observer=1)
    best.certify().save(path)
    assert optcheck.verify(path).value == best.value


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0, 1, 1], [2, 2]), "has 4 values, got 3"),
        (([0, 1], [Fraction(1, 2)]), "at least 1, got 1/2"),
        (([0, 1], [2], "best"), "criterion must be"),
        (([0, 1], [2], "average", 1), "between 0 and 0, got 1"),
        (([], []), "at least one party"),
        (([0, 1], [float("inf")]), "finite number"),
        (([0, 1], 2), "there must be a list, one .* each; got 2"),
        ((5, [2]), "f must be a callable"),
        (([[0], [1]], [2]), "hashable"),
        (([0, 1], [2], "average", 0.5), "between 0 and 0, got 0.5"),
        (([0, 1], [2], "average", "a"), "between 0 and 0, got 'a'"),
        ((lambda x: 0, [2] * 40), "k <= 24, got 40"),
    ],
)
def test_bad_input_is_named(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        optimal_accuracy(*arguments)
