"""Exact pivots from a basis that is nearly right, or not right at all, against the tableau in rationals."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import optcheck
from benchmarks.lp_families import chebyshev
from optcheck.lp.program import LinearProgram, Model, Optimal, Rotation, Solution, Status
from optcheck.lp.simplex import MOST_COLUMNS, exact_outcome, pivoted_optimum
from optcheck.lp.solve import solve
from tests.strategies.programs import linear_programs


@given(linear_programs(columns=4, rows=5, least=1), st.lists(st.integers(0, 4), unique=True))
@settings(max_examples=150, deadline=None)
def test_whatever_it_starts_from_it_ends_at_the_optimum_or_nowhere(program: LinearProgram, start: list[int]) -> None:
    found = pivoted_optimum(program, [i for i in start if i < program.rows.count])
    truth = exact_outcome(program)
    if found is not None:
        assert isinstance(truth, Optimal)
        assert found.value == truth.value
        program.certificate(found).verify()


@given(linear_programs(columns=3, rows=4, least=1))
@settings(max_examples=80, deadline=None)
def test_a_program_with_a_vertex_and_an_optimum_is_solved(program: LinearProgram) -> None:
    boxed = LinearProgram(
        program.sense,
        program.costs,
        program.rows,
        program.relations,
        program.rhs,
        tuple(-3 if low is None else low for low in program.lower),
        tuple(3 if high is None else high for high in program.upper),
        program.column_labels,
        program.row_labels,
    )
    truth = exact_outcome(boxed)
    found = pivoted_optimum(boxed, [])
    assert (found is not None) == isinstance(truth, Optimal)
    assert found is None or (isinstance(truth, Optimal) and found.value == truth.value)


def test_an_approximation_that_doubles_get_wrong() -> None:
    """In powers of x the rows are nearly dependent: HiGHS's basis is not the optimal one."""
    program = chebyshev(60, 16)
    answer = optcheck.solve(program, limit=120)
    assert answer.status == "optimal"
    assert answer.value is not None
    assert Fraction(1, 1000) < answer.value < Fraction(1, 10)


def test_columns_that_are_nearly_dependent_need_no_pivots_in_other_coordinates() -> None:
    answer = solve(chebyshev(125), limit=120)
    assert answer.route == "basis of highs, orthogonal columns"


@given(linear_programs(columns=4, rows=6, least=1), st.lists(st.integers(-3, 3), min_size=4, max_size=4))
@settings(max_examples=80, deadline=None)
def test_other_coordinates_state_the_same_program(program: LinearProgram, numbers: list[int]) -> None:
    count = len(program.costs)
    freed = replace(program, lower=(None,) * count, upper=(None,) * count).to_floats()
    rotation = Rotation.of(freed)
    if rotation is None or np.linalg.cond(rotation.triangle) > 1e6:
        return
    rotated, z = rotation.apply(freed), np.array(numbers[:count], dtype=np.float64)
    x = rotation.undo(Solution("", Status.OPTIMAL, 0.0, z, np.zeros(0))).primal
    activities = [sum(float(a) * x[j] for j, a in program.rows.row(i)) for i in range(program.rows.count)]
    assert np.allclose(rotated.values.reshape(-1, count) @ z, activities)
    assert np.isclose(rotated.costs @ z, freed.costs @ x)


def test_it_stops_when_it_is_told_and_leaves_wide_programs_alone() -> None:
    assert pivoted_optimum(chebyshev(20, 8), [], lambda: False) is None
    model = Model("minimise")
    for j in range(MOST_COLUMNS + 1):
        model.variable(f"x{j}", cost=1)
    assert pivoted_optimum(model.build(), []) is None
