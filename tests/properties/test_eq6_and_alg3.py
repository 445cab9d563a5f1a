"""Eq. 6 of TPMDP, solved as a program and certified, against Alg. 3 in closed form."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from hypothesis import given, settings

from benchmarks.algorithm3 import variance_of
from lp_models.tpmdp import CoverProblem, as_printed, compact, deduplicated, solve_separated
from optcheck import solve
from optcheck.tpmdp import Instance, allocate
from tests.strategies.coalitions import instances


@settings(max_examples=80, deadline=None)
@given(instances(most=6))
def test_the_printed_program_has_the_optimum_of_the_closed_form(instance: Instance) -> None:
    answer = solve(as_printed(instance))
    assert answer.certificate.verify().value == answer.value
    assert answer.value == allocate(instance.required, instance.threshold, instance.active).total


@settings(max_examples=80, deadline=None)
@given(instances(most=6, least=2))
def test_the_printed_lines_are_an_optimal_point_of_the_printed_program(instance: Instance) -> None:
    active = [j in instance.active for j in range(instance.n)]
    required = [Fraction(need) for need in instance.required]
    point = [variance_of(required, instance.threshold, active, j) for j in range(instance.n)]
    assert min(point) >= 0
    for coalition in combinations(range(instance.n), instance.threshold):
        if any(active[j] for j in coalition):
            outside = [j for j in range(instance.n) if j not in coalition]
            assert sum(point[j] for j in outside) >= max(required[j] for j in outside)
    assert sum(point) == solve(as_printed(instance)).value


@settings(max_examples=25, deadline=None)
@given(instances(most=10, least=7))
def test_beyond_the_grid_rows_may_be_deduplicated_or_added_on_demand(instance: Instance) -> None:
    total = allocate(instance.required, instance.threshold, instance.active).total
    assert solve(deduplicated(instance)).value == solve_separated(instance).value == total


@settings(max_examples=40, deadline=None)
@given(instances(most=40, least=11))
def test_far_beyond_the_grid_the_compact_program_agrees(instance: Instance) -> None:
    total = allocate(instance.required, instance.threshold, instance.active).total
    assert solve(compact(CoverProblem.from_instance(instance))).value == total
