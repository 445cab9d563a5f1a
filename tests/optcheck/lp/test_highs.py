"""HiGHS: tall programs by way of their dual, presolve first, and the factors of its basis."""

from __future__ import annotations

from fractions import Fraction
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import Model
from optcheck.errors import SolverFailed
from optcheck.lp import backends
from optcheck.lp.program import LinearProgram, Optimal, Relation, Status, all_scales
from optcheck.lp.simplex import exact_outcome
from optcheck.lp.solve import solve
from tests.strategies.programs import linear_programs, rationals


@st.composite
def _tall(draw: st.DrawFn) -> LinearProgram:
    """Two columns and more than forty rows, most of them >=, with costs of any sign."""
    model = Model("minimise")
    names = [model.variable(name, cost=draw(rationals(2).map(lambda cost: cost + 1))) for name in "xy"]
    other: list[Relation] = ["<=", "="]
    odd = draw(st.dictionaries(st.integers(0, 42), st.sampled_from(other), max_size=2))
    values = draw(st.lists(st.tuples(*[st.integers(0, 5)] * 3), min_size=43, max_size=43))
    for i, (a, b, side) in enumerate(values):
        model.row(f"r{i}", {names[0]: a, names[1]: b}, odd.get(i, ">="), Fraction(side, 3))
    return model.build()


@given(_tall())
@settings(max_examples=12, deadline=None)
def test_tall_programs_have_the_proved_outcome(program: LinearProgram) -> None:
    answer, outcome = solve(program), exact_outcome(program)
    assert type(answer.outcome) is type(outcome)
    assert answer.value == (outcome.value if isinstance(outcome, Optimal) else None)


def test_the_dual_gives_point_multipliers_and_basis() -> None:
    model = Model("minimise")
    x, y = model.variable("x", cost=1), model.variable("y", cost=2)
    for k in range(50):
        model.row(f"r{k}", {x: 1, y: 1 + k}, ">=", 1 + k)
    floats = model.build().to_floats()
    direct, dual = backends.solve_simplex(floats, {}), backends.solve_simplex(floats)
    assert dual.status is direct.status is Status.OPTIMAL
    assert dual.value == direct.value == 2.0
    assert dual.primal.tolist() == [0.0, 1.0]
    assert dual.basis is not None
    assert (dual.basis.basic_columns, len(dual.basis.tight_rows)) == ((1,), 1)


def test_an_unknown_option_is_named() -> None:
    floats = Model("minimise").build().to_floats()
    with pytest.raises(SolverFailed, match="no option nonsense = 1"):
        backends.solve_simplex(floats, {"nonsense": 1})


@given(linear_programs())
@settings(max_examples=60, deadline=None)
def test_asking_presolve_first_changes_no_outcome(program: LinearProgram) -> None:
    with patch.object(backends, "_LARGE", 0):
        answer, outcome = solve(program), exact_outcome(program)
    assert type(answer.outcome) is type(outcome)
    assert answer.value == (outcome.value if isinstance(outcome, Optimal) else None)


def test_a_contradiction_that_presolve_finds_is_proved_without_the_costs() -> None:
    model = Model("minimise")
    x, y = model.variable("x", cost=5), model.variable("y", cost=-3, upper=2)
    model.row("low", {x: 1, y: 1}, ">=", 4)
    model.row("high", {x: 1}, "<=", 1)
    floats = model.build().to_floats()
    with patch.object(backends, "_LARGE", 0), patch.object(backends, "_run", wraps=backends._run) as runs:
        assert backends.solve_simplex(floats).status is Status.INFEASIBLE
    assert [call.args[0].costs.tolist() for call in runs.call_args_list] == [[0.0, 0.0]]


@given(linear_programs(least=1))
@settings(max_examples=80, deadline=None)
def test_the_factors_of_highs_solve_with_the_basis(program: LinearProgram) -> None:
    if program.crossed_bounds() is not None:
        return
    floats = program.to_floats()
    scales = all_scales(floats)
    for solution in (backends.solve_simplex(floats, {}), scales.undo(backends.solve_simplex(scales.apply(floats), {}))):
        basis = solution.basis
        if basis is None or basis.factors is None:
            continue
        full = np.zeros((program.rows.count, len(program.costs)))
        for i in range(program.rows.count):
            for j, a in program.rows.row(i):
                full[i, j] += float(a)
        matrix = full[np.ix_(basis.tight_rows, basis.basic_columns)]
        wanted = np.arange(1.0, len(matrix) + 1)
        assert np.allclose(basis.factors.solve(matrix @ wanted), wanted, rtol=1e-6)
        assert np.allclose(basis.factors.solve_transposed(wanted @ matrix), wanted, rtol=1e-6)


def test_a_matrix_without_entries_has_no_factors() -> None:
    model = Model("minimise")
    model.variable("x", cost=1)
    model.row("empty", {}, "<=", 1)
    program = model.build()
    basis = backends.solve_simplex(program.to_floats(), {}).basis
    assert basis is not None
    assert basis.factors is None
    assert solve(program).value == 0


def test_an_answer_does_not_keep_the_solver() -> None:
    model = Model("minimise")
    x = model.variable("x", cost=1)
    model.row("floor", {x: 3}, ">=", 1)
    hint = solve(model.build()).solution
    assert hint is not None
    assert hint.basis is not None
    assert hint.basis.factors is None
