"""The exact simplex method from a basis that is nearly right, or not right at all; and other coordinates."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optcheck
from benchmarks.lp_families import chebyshev
from optcheck.lp.backends import solve_simplex
from optcheck.lp.program import Basis, LinearProgram, Nonbasic, Optimal, Rotation, Solution, Status
from optcheck.lp.simplex import exact_outcome
from optcheck.lp.solve import solve
from tests.strategies.programs import linear_programs


@st.composite
def _bases(draw: st.DrawFn, program: LinearProgram) -> Basis:
    """Anything that a solver may call its basis, of equal numbers or not."""
    rows, columns = range(program.rows.count), range(len(program.costs))
    tight = draw(st.lists(st.sampled_from(rows), unique=True)) if rows else []
    basic = draw(st.lists(st.sampled_from(columns), unique=True))
    rests = {j: draw(st.sampled_from(Nonbasic)) for j in columns if j not in basic}
    return Basis(tuple(basic), tuple(tight), rests)


@given(linear_programs(columns=4, rows=5, least=1), st.data())
@settings(max_examples=250, deadline=None)
def test_whatever_it_starts_from_it_ends_at_the_same_outcome(program: LinearProgram, data: st.DataObject) -> None:
    outcome, truth = exact_outcome(program, start=data.draw(_bases(program))), exact_outcome(program)
    assert type(outcome) is type(truth)
    assert not isinstance(truth, Optimal) or (isinstance(outcome, Optimal) and outcome.value == truth.value)
    program.certificate(outcome).verify()
    program.certificate(truth).verify()


def test_bounded_columns_that_are_nearly_dependent_need_few_pivots_from_the_basis_of_doubles() -> None:
    program = chebyshev(40, 20)
    program = replace(program, lower=(-(10**6),) * 21 + (0,))
    pivots: list[int] = []
    solution = solve_simplex(program.to_floats(), {}, 60)
    assert isinstance(exact_outcome(program, lambda: pivots.append(1), solution.basis), Optimal)
    assert len(pivots) < 40


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


def test_it_stops_when_it_is_told() -> None:
    def stop() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        exact_outcome(chebyshev(20, 8), stop)
