"""From a basis to an exact outcome: rays prove infeasibility or nothing, a basis that is not optimal is refused."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings

from optcheck import Model
from optcheck.lp import backends
from optcheck.lp.limits import Run
from optcheck.lp.program import Basis, Infeasible, LinearProgram, Nonbasic, Solution, Status
from optcheck.lp.recovery import Problem, infeasible_by_ray, optimum_of_basis
from optcheck.lp.simplex import exact_outcome
from tests.strategies.programs import linear_programs


@given(linear_programs(least=1))
@settings(max_examples=150, deadline=None)
def test_rays_prove_infeasibility_or_nothing(program: LinearProgram) -> None:
    if program.crossed_bounds() is not None:
        return
    floats = program.to_floats()
    solution = backends.solve_simplex(floats)
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


def test_a_basis_that_is_not_optimal_is_refused() -> None:
    model = Model("minimise")
    bread, milk = model.variable("bread", cost="1/2"), model.variable("milk", cost="2/3")
    model.row("energy", {bread: 3, milk: 2}, ">=", 7)
    model.row("protein", {bread: 1, milk: 3}, ">=", 5)
    program = model.build()
    problem = Problem(program, program.to_floats(), Run(60, 4))
    corner = Basis((0,), (0,), {1: Nonbasic.LOWER})  # bread alone: protein is violated
    assert optimum_of_basis(problem, corner) is None
    costly = Basis((0,), (1,), {1: Nonbasic.LOWER})  # feasible, but milk has a negative reduced cost
    assert optimum_of_basis(problem, costly) is None
    assert optimum_of_basis(problem, Basis((), (), {0: Nonbasic.LOWER, 1: Nonbasic.LOWER})) is None
    assert optimum_of_basis(problem, Basis((0,), (), {1: Nonbasic.LOWER})) is None
