from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from lp_models.tpmdp import CoverProblem, ListedCoalitions, solve_cover
from optcheck import Model, solve
from optcheck.errors import InvalidInput
from optcheck.lp.program import LinearProgram
from tests.strategies.coalitions import cover_problems


def explicit(problem: CoverProblem) -> LinearProgram:
    """The same problem with every row written out."""
    model = Model("minimise")
    bounds = zip(problem.costs, problem.caps, strict=True)
    names = [model.variable(f"x{j}", cost, 0, cap) for j, (cost, cap) in enumerate(bounds)]
    for row, members in enumerate(listed(problem)):
        outside = [j for j in range(problem.n) if j not in members]
        for party in outside:
            model.row(f"{row}-{party}", {names[j]: 1 for j in outside}, ">=", problem.required[party])
    return model.build()


def listed(problem: CoverProblem) -> list[tuple[int, ...]]:
    family = problem.family
    if isinstance(family, ListedCoalitions):
        return list(family.coalitions)
    every = combinations(range(problem.n), family.threshold)
    return [members for members in every if set(members) & set(family.active)]


@given(cover_problems())
@settings(max_examples=80, deadline=None)
def test_separation_agrees_with_the_explicit_program(problem: CoverProblem) -> None:
    ours, theirs = solve_cover(problem), solve(explicit(problem))
    assert (ours.status, ours.value) == (theirs.status, theirs.value)
    assert ours.certificate.kind == "coalition-cover"


def test_a_party_without_noise_and_unequal_costs() -> None:
    answer = solve_cover(CoverProblem.of([3, 1, 2], 1, costs=[5, 1, 1], caps=[0, None, None]))
    assert answer.value == 6
    assert answer.point == {"x[0]": 0, "x[1]": 3, "x[2]": 3}


def test_caps_that_are_too_tight_are_proved_infeasible() -> None:
    answer = solve_cover(CoverProblem.of([3, 1, 2], 1, caps=[1, 1, 1]))
    assert (answer.status, answer.value) == ("infeasible", None)
    assert answer.certificate.verify().fact("program").value == "infeasible"


def test_listed_coalitions_of_any_size() -> None:
    problem = CoverProblem.listed([3, 1, Fraction(5, 2)], [[0], [1, 2], [], [0, 1, 2]])
    assert solve_cover(problem).value == Fraction(11, 2)


def test_dozens_of_parties_with_costs_and_caps() -> None:
    n = 50
    required = [Fraction(1 + 37 * j % 101, 3) for j in range(n)]
    costs = [1 + 13 * j % 17 for j in range(n)]
    caps = [0 if j % 7 == 0 else None for j in range(n)]
    answer = solve_cover(CoverProblem.of(required, 26, range(0, n, 3), costs, caps))
    assert answer.status == "optimal"
    assert answer.certificate.verify().value == answer.value


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"costs": [1, 2]}, r"costs must have one entry for each of 3 parties, got 2"),
        ({"costs": []}, r"costs must have one entry for each of 3 parties, got 0"),
        ({"costs": 5}, r"costs must be a list of numbers, got 5"),
        ({"active": 5}, r"there must be a list, an active party each; got 5"),
        ({"caps": [1]}, r"caps must have one entry for each of 3 parties, got 1"),
        ({"costs": [1, -1, 1]}, r"costs\[1\] must not be negative, got -1"),
        ({"caps": [1, None, -2]}, r"caps\[2\] must not be negative, got -2"),
    ],
)
def test_bad_input_names_value_and_rule(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        CoverProblem.of([1, 2, 3], 1, **options)


@pytest.mark.parametrize(
    ("coalitions", "message"),
    [
        ([[0], [3]], r"a member of a coalition must be between 0 and n-1 = 2, got 3"),
        ([0], r"there must be a list, a member of a coalition each; got 0"),
        (0, r"coalitions must be a list of lists of parties, got 0"),
    ],
)
def test_bad_coalitions_are_named(coalitions: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        CoverProblem.listed([1, 2, 3], coalitions)


def test_costs_may_be_an_array() -> None:
    costs: Any = np.array([5, 1, 1])
    assert CoverProblem.of([3, 1, 2], 1, costs=costs).costs == (5, 1, 1)
