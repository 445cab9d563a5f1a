"""Every outcome is proved, whatever the backend; the exact simplex method is the independent oracle."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

from optcheck import Model, solve, verify
from optcheck.errors import InvalidInput
from optcheck.exact.files import Certificate
from optcheck.lp.backends import BACKENDS
from optcheck.lp.limits import Run
from optcheck.lp.program import Basis, Infeasible, LinearProgram, Nonbasic, Optimal, Solution, Status
from optcheck.lp.recovery import Problem
from optcheck.lp.simplex import exact_outcome
from optcheck.lp.solve import _by_another_ray, outcome_of
from tests.strategies.programs import linear_programs


@given(linear_programs())
@settings(max_examples=150, deadline=None)
def test_highs_route_agrees_with_the_exact_simplex_method(program: LinearProgram) -> None:
    answer, outcome = solve(program), exact_outcome(program)
    program.certificate(outcome).verify()
    assert type(answer.outcome) is type(outcome)
    if isinstance(outcome, Optimal):
        assert answer.value == outcome.value


@pytest.mark.parametrize("backend", sorted(set(BACKENDS) - {"highs"}))
def test_every_backend_leads_to_the_same_outcome(backend: str) -> None:
    @given(linear_programs(columns=3, rows=3))
    @settings(max_examples=12, deadline=None)
    def agree(program: LinearProgram) -> None:
        answer, outcome = solve(program, backend), exact_outcome(program)
        assert type(answer.outcome) is type(outcome)
        assert answer.value == (outcome.value if isinstance(outcome, Optimal) else None)

    agree()


def _diet() -> LinearProgram:
    model = Model("minimise")
    bread, milk = model.variable("bread", cost="1/2"), model.variable("milk", cost="2/3")
    model.row("energy", {bread: 3, milk: 2}, ">=", 7)
    model.row("protein", {bread: 1, milk: 3}, ">=", 5)
    return model.build()


def test_newcomer_example(tmp_path_factory: pytest.TempPathFactory) -> None:
    answer = solve(_diet())
    # Both rows tight: bread = 11/7, milk = 8/7.
    assert answer.status == "optimal"
    assert answer.point == {"bread": Fraction(11, 7), "milk": Fraction(8, 7)}
    assert answer.value == Fraction(11, 14) + Fraction(16, 21)
    path = tmp_path_factory.mktemp("proof") / "proof.json"
    answer.certificate.save(path)
    assert verify(path).value == answer.value
    assert Certificate.load(path).verify().fact("minimum").value == Fraction(65, 42)


def test_unknown_backend_is_named() -> None:
    with pytest.raises(InvalidInput, match=r"backend must be one of .*highs.*, got 'simplex'"):
        solve(_diet(), "simplex")


def test_a_model_that_is_not_built_is_named() -> None:
    with pytest.raises(InvalidInput, match=r"program must be a LinearProgram such as model\.build\(\), got Model"):
        solve(Model())  # type: ignore[arg-type]  # on purpose


def test_infeasible_has_no_point_and_no_value() -> None:
    model = Model()
    x = model.variable("x")
    model.row("low", {x: 1}, "<=", -1)
    answer = solve(model.build())
    assert (answer.status, answer.point, answer.value) == ("infeasible", {}, None)


def test_a_wrong_hint_cannot_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    def liar(program: object, limit: float, memory: int) -> Solution:
        true = BACKENDS["highs"](_diet().to_floats(), limit, memory)
        return Solution("liar", Status.INFEASIBLE, 0.0, true.primal, true.dual)

    monkeypatch.setitem(BACKENDS, "liar", liar)
    assert solve(_diet(), "liar").value == Fraction(65, 42)


def test_rows_in_any_column_order_stay_what_they_are() -> None:
    """Sparse matrix libraries sort rows in place; the exact program must not change under them."""
    model = Model("maximise")
    model.variable("t", cost=1, upper=5)
    model.variable("q", upper="1/2")
    model.row("both", {"q": 1, "t": -1}, ">=", 0)
    program = model.build()
    before = program.instance()
    for backend in BACKENDS:
        assert solve(program, backend).value == Fraction(1, 2)
    assert program.instance() == before
    with pytest.raises(ValueError, match="read-only"):
        program.rows.columns[0] = 1


def test_a_program_without_columns_needs_no_second_process() -> None:
    model = Model()
    assert (solve(model.build()).value, solve(model.build()).route) == (0, "basis of highs")
    model.row("true", {}, "<=", 1)
    assert solve(model.build()).route == "basis of highs"
    model.row("false", {}, ">=", 1)
    assert solve(model.build()).status == "infeasible"


@given(linear_programs(least=1))
@settings(max_examples=60, deadline=None)
def test_another_ray_proves_infeasibility_or_nothing(program: LinearProgram) -> None:
    if program.crossed_bounds() is not None:
        return
    found = _by_another_ray(Problem(program, program.to_floats(), Run(60, 4)))
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
