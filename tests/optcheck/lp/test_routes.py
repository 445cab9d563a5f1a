"""Single routes: scales that can be undone, and proofs of infeasibility from a basis."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import Model, solve
from optcheck.lp import highs
from optcheck.lp import solve as routes
from optcheck.lp.limits import Run
from optcheck.lp.program import Infeasible, LinearProgram, Optimal
from optcheck.lp.recovery import Problem, infeasible_by_ray
from optcheck.lp.simplex import exact_outcome
from optcheck.lp.solution import Basis, Nonbasic, Solution, Status, all_scales, badly_scaled, matrix_scales
from optcheck.lp.solve import outcome_of
from tests.strategies.programs import linear_programs


def _stretched(program: LinearProgram, exponents: list[int]) -> LinearProgram:
    """The same program in other units: rows and columns times powers of ten."""
    model = Model(program.sense)
    count = len(program.costs)
    units = [Fraction(10) ** e for e in exponents]
    unit = [units[k % len(units)] for k in range(count + program.rows.count)]
    for j, (name, cost) in enumerate(zip(program.column_labels, program.costs, strict=True)):
        bounds = [None if b is None else b / unit[j] for b in (program.lower[j], program.upper[j])]
        model.variable(name, cost * unit[j], *bounds)
    for i, label in enumerate(program.row_labels):
        factor = unit[count + i]
        terms = {program.column_labels[j]: a * unit[j] * factor for j, a in program.rows.row(i)}
        relation = {-1: "<=", 0: "=", 1: ">="}[int(program.relations[i])]
        model.row(label, terms, relation, program.rhs[i] * factor)  # type: ignore[arg-type]  # one of the three
    return model.build()


@given(linear_programs(), st.lists(st.integers(-9, 9), min_size=3, max_size=7))
@settings(max_examples=60, deadline=None)
def test_units_do_not_change_the_outcome(program: LinearProgram, exponents: list[int]) -> None:
    wanted, found = exact_outcome(program), solve(_stretched(program, exponents)).outcome
    assert type(found) is type(wanted)
    if isinstance(wanted, Optimal) and isinstance(found, Optimal):
        assert found.value == wanted.value


@given(linear_programs(least=1), st.lists(st.integers(-9, 9), min_size=3, max_size=7))
@settings(max_examples=60, deadline=None)
def test_scales_are_powers_of_two_and_undone_without_loss(program: LinearProgram, exponents: list[int]) -> None:
    floats = _stretched(program, exponents).to_floats()
    for scales in (all_scales(floats), matrix_scales(floats)):
        for values in (scales.rows, scales.columns, np.array([scales.objective])):
            assert (np.frexp(values)[0] == 0.5).all()
        point, dual = np.arange(1.0, 1 + len(floats.costs)), np.arange(1.0, 1 + len(floats.row_lower))
        scaled = Solution("some", Status.OPTIMAL, 1.0, point / scales.columns, dual / scales.rows * scales.objective)
        back = scales.undo(scaled)
        assert (back.primal == point).all()
        assert (back.dual == dual).all()
        applied = scales.apply(floats)
        assert np.array_equal(applied.lower * scales.columns, floats.lower)


def test_programs_in_ordinary_units_are_left_alone() -> None:
    model = Model()
    x = model.variable("x", cost=3)
    model.row("row", {x: 7}, ">=", 100)
    floats = model.build().to_floats()
    assert not badly_scaled(floats)
    assert (matrix_scales(floats).rows == 1).all()
    model.row("other", {x: 10**9}, ">=", 1)
    assert badly_scaled(model.build().to_floats())


@given(linear_programs(least=1))
@settings(max_examples=150, deadline=None)
def test_rays_prove_infeasibility_or_nothing(program: LinearProgram) -> None:
    if program.crossed_bounds() is not None:
        return
    floats = program.to_floats()
    solution = highs.solve_simplex(floats)
    found = infeasible_by_ray(Problem(program, floats, Run(60, 4)), solution)
    if found is not None:
        program.certificate(found).verify()
        assert isinstance(exact_outcome(program), Infeasible)


def test_a_ray_that_is_none_proves_nothing() -> None:
    model = Model()
    x = model.variable("x", upper=1)
    model.row("low", {x: 1}, ">=", 2)
    program = model.build()
    problem = Problem(program, program.to_floats(), Run(60, 4))
    basis = Basis((0,), (0,), {})
    hint = Solution("some", Status.INFEASIBLE, 0.0, np.zeros(1), np.zeros(1), basis)
    assert infeasible_by_ray(problem, hint) is None
    for ray in ([np.nan], [1.0, 1.0]):
        wrong = Solution("some", Status.INFEASIBLE, 0.0, np.zeros(1), np.zeros(1), basis, np.array(ray))
        assert infeasible_by_ray(problem, wrong) is None
    right = Solution("some", Status.INFEASIBLE, 0.0, np.zeros(1), np.zeros(1), basis, np.array([1.0]))
    assert infeasible_by_ray(problem, right) == Infeasible({0: 1})


@given(linear_programs(least=1))
@settings(max_examples=60, deadline=None)
def test_another_ray_proves_infeasibility_or_nothing(program: LinearProgram) -> None:
    if program.crossed_bounds() is not None:
        return
    found = routes._by_another_ray(Problem(program, program.to_floats(), Run(60, 4)))
    if found is not None:
        program.certificate(found[0]).verify()
        assert isinstance(exact_outcome(program), Infeasible)


def test_another_ray_is_taken_where_the_first_proves_nothing() -> None:
    model = Model()
    x, y = model.variable("x", cost=1), model.variable("y", cost=1)
    model.row("low", {x: 1, y: 2}, ">=", 4)
    model.row("high", {x: 1, y: 1}, "<=", 1)
    program = model.build()
    problem = Problem(program, program.to_floats(), Run(60, 4))
    basis = Basis((), (), dict.fromkeys((0, 1), Nonbasic.LOWER))
    wrong = Solution("highs", Status.INFEASIBLE, 0.0, np.zeros(2), np.zeros(2), basis, np.array([1.0, 1.0]))
    outcome, route = outcome_of(program, problem.floats, wrong, problem.run)
    program.certificate(outcome).verify()
    assert route.endswith("without costs")
