"""HiGHS's own factors: they solve with the tight rows over the basic columns, in both directions, or are not there."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings

from optcheck.lp import highs
from optcheck.lp.program import LinearProgram, Model
from optcheck.lp.solution import all_scales
from optcheck.lp.solve import solve
from tests.strategies.programs import linear_programs


@given(linear_programs(least=1))
@settings(max_examples=80, deadline=None)
def test_borrowed_factors_solve_with_the_basis(program: LinearProgram) -> None:
    if program.crossed_bounds() is not None:
        return
    floats = program.to_floats()
    scales = all_scales(floats)
    for solution in (highs.solve_simplex(floats, {}), scales.undo(highs.solve_simplex(scales.apply(floats), {}))):
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


def test_a_matrix_without_entries_has_none() -> None:
    model = Model("minimise")
    model.variable("x", cost=1)
    model.row("empty", {}, "<=", 1)
    program = model.build()
    basis = highs.solve_simplex(program.to_floats(), {}).basis
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
