"""Programs handed over by scipy's arguments, PuLP, cvxpy and highspy: their own solvers are the oracle."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import cvxpy
import highspy
import numpy as np
import pulp
import pytest
from hypothesis import given
from scipy.optimize import linprog
from scipy.sparse import coo_array

import optcheck
from optcheck.errors import InvalidInput
from optcheck.lp.backends import pulp_problem
from optcheck.lp.program import LinearProgram
from tests.strategies.programs import linear_programs

DATA = Path(__file__).parent / "data"
F = Fraction


def test_scipy_agrees() -> None:
    c, a_ub, b_ub, a_eq, b_eq = [-1.0, 4.0], [[-3.0, 1.0]], [6.0], [[1.0, 2.0]], [4.0]
    bounds = [(None, None), (-3, np.inf)]
    answer = optcheck.solve(optcheck.from_scipy(c, a_ub, b_ub, a_eq, b_eq, bounds))
    assert answer.value is not None
    assert float(answer.value) == pytest.approx(linprog(c, a_ub, b_ub, a_eq, b_eq, bounds).fun)


def test_scipy_forms_of_the_same_program() -> None:
    dense = optcheck.from_scipy([1, 2], A_ub=[[1, 0], [F(1, 3), 2]], b_ub=[1, 2], bounds=(0, 5))
    sparse = optcheck.from_scipy(np.array([1, 2]), coo_array([[1.0, 0.0], [0.5, 2.0]]), [1, 2], bounds=[(0, 5)] * 2)
    assert dense.rows.values.tolist() == [1, F(1, 3), 2]
    assert sparse.rows.values.tolist() == [1, F(1, 2), 2]
    assert optcheck.from_scipy([0.1]).costs == (F(0.1),)
    assert optcheck.from_scipy([1, 1], bounds=None).lower == (0, 0)
    columns = optcheck.from_scipy(np.array([[1], [2]]), [[1, 0], [F(1, 3), 2]], [[1], [2]], bounds=(0, 5))
    assert columns.instance() == dense.instance()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"c": [1], "A_ub": [[1, 2]], "b_ub": [1]}, "A_ub must have 1 columns"),
        ({"c": [1], "A_ub": coo_array([[1.0, 2.0]]), "b_ub": [1]}, "A_ub must have 1 rows.* and 1 columns"),
        ({"c": [1], "A_eq": [[1]], "b_eq": [1, 2]}, "A_eq must have 2 rows"),
        ({"c": [1], "bounds": [(0, 1), (0, 1)]}, "bounds must be one pair or 1 pairs"),
        ({"c": [1], "bounds": (np.inf, None)}, "lower bound of x0 must be a finite number"),
        ({"c": [np.nan]}, "cost must be a finite number"),
        ({"c": [1], "A_ub": [[1]]}, "right side b_ub must be"),
    ],
)
def test_bad_arguments_are_named(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        optcheck.from_scipy(**arguments)


@given(linear_programs(least=1))
def test_pulp_hands_over_what_it_was_given(program: LinearProgram) -> None:
    floats = program.to_floats()
    found = optcheck.from_pulp(pulp_problem(floats)[0]).to_floats()
    order = [int(name[1:]) for name in optcheck.from_pulp(pulp_problem(floats)[0]).column_labels]
    assert found.costs.tolist() == floats.costs[order].tolist()
    assert found.lower.tolist() == floats.lower[order].tolist()
    assert found.upper.tolist() == floats.upper[order].tolist()
    assert found.row_lower.tolist() == floats.row_lower.tolist()
    assert found.row_upper.tolist() == floats.row_upper.tolist()


def test_pulp_with_a_constant_fractions_and_integers() -> None:
    problem = pulp.LpProblem("m", pulp.LpMaximize)
    x, y = pulp.LpVariable("x", 0, 4), pulp.LpVariable("y", cat="Integer", upBound=3)
    problem += 3 * x + 2 * y + 7
    problem += x + 2 * y + 3 <= 9, "row"
    assert optcheck.from_pulp(problem).integers == {1}
    assert optcheck.solve(optcheck.from_pulp(problem)).value == 3 * 4 + 2 * 1 + 7
    answer = optcheck.solve(optcheck.from_pulp(problem, relax=True))
    assert answer.value == 3 * 4 + 2 * 1 + 7
    problem.sos1 = {"s": {x: 1}}
    with pytest.raises(InvalidInput, match="special ordered sets"):
        optcheck.from_pulp(problem, relax=True)


def test_cvxpy_agrees() -> None:
    x, y = cvxpy.Variable(2, name="x", nonneg=True), cvxpy.Variable(name="y", bounds=[-4, 9])
    matrix = cvxpy.Variable((2, 2), name="m", symmetric=True)
    rows = [x <= [1, 2], x[0] + y >= 0.5, cvxpy.abs(y) <= 3, matrix <= 1, y == 2 * x[0]]
    problem = cvxpy.Problem(cvxpy.Maximize(0.1 * x[0] + x[1] - y + 3 + cvxpy.sum(matrix)), rows)
    program = optcheck.from_cvxpy(problem)
    answer = optcheck.solve(program)
    problem.solve(solver=cvxpy.CLARABEL)
    assert answer.value is not None
    assert float(answer.value) == pytest.approx(problem.value, abs=1e-5)
    assert float(answer.point["x[1]"]) == pytest.approx(x.value[1], abs=1e-5)
    assert program.sense == "maximise"


def test_cvxpy_minimises_and_relaxes_booleans() -> None:
    b, y = cvxpy.Variable(name="b", boolean=True), cvxpy.Variable(name="y")
    problem = cvxpy.Problem(cvxpy.Minimize(y - b + 2), [y >= 2 * b - 1])
    assert len(optcheck.from_cvxpy(problem).integers) == 1
    assert optcheck.solve(optcheck.from_cvxpy(problem)).value == 1
    answer = optcheck.solve(optcheck.from_cvxpy(problem, relax=True))
    assert (answer.value, answer.point["b"]) == (1, 0)
    with pytest.raises(InvalidInput, match="must be a linear program"):
        optcheck.from_cvxpy(cvxpy.Problem(cvxpy.Minimize(cvxpy.square(y))))


@pytest.mark.parametrize("name", ["spaces.mps", "unnamed_sets.mps", "integers.mps", "plain.lp"])
def test_highspy_hands_over_the_file_it_read(name: str) -> None:
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.readModel(str(DATA / name))
    ours, theirs = optcheck.read(DATA / name, binary=True, relax=True), optcheck.from_highspy(highs, relax=True)
    assert optcheck.solve(theirs).status == optcheck.solve(ours).status
    assert optcheck.solve(theirs).value == optcheck.solve(ours).value
    assert set(theirs.column_labels) == set(ours.column_labels)


def test_highspy_ranges_free_rows_and_integers() -> None:
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.addVars(2, np.array([0.0, -np.inf]), np.array([np.inf, 4.0]))
    for low, high in ((1.0, 2.0), (-np.inf, np.inf), (3.0, 3.0)):
        highs.addRow(low, high, 2, np.array([0, 1]), np.array([1.0, 0.5]))
    program = optcheck.from_highspy(highs)
    assert (program.lower, program.upper) == ((0, None), (None, 4))
    assert program.relations.tolist() == [1, -1, 0]
    highs.passColName(0, "y")
    assert tuple(optcheck.from_highspy(highs).column_labels) == ("x0", "x1"), "one name is missing"
    highs.changeColIntegrality(0, highspy.HighsVarType.kInteger)
    assert optcheck.from_highspy(highs).integers == {0}
    highs.changeColIntegrality(0, highspy.HighsVarType.kSemiContinuous)
    highs.changeColBounds(0, 2.0, 5.0)
    assert optcheck.from_highspy(highs).gaps == ((0, 0, 2),)
    assert optcheck.from_highspy(highs, relax=True).continuous


def test_scipy_integrality() -> None:
    program = optcheck.from_scipy([1, 1, 1], bounds=[(0, 9), (2, 9), (2, 9)], integrality=[1, 2, 3])
    assert (program.integers, program.gaps) == (frozenset({0, 2}), ((1, 0, 2), (2, 0, 2)))
    assert optcheck.from_scipy([1, 1], integrality=1).integers == {0, 1}
    with pytest.raises(InvalidInput, match="integrality must be 0, 1, 2 or 3, once or 2 times"):
        optcheck.from_scipy([1, 1], integrality=[1, 4])


def test_highspy_with_a_quadratic_objective_is_refused() -> None:
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.addVar(-10.0, 10.0)
    place, twice = np.array([0], dtype=np.int32), np.array([2.0])
    highs.passHessian(1, 1, highspy.HessianFormat.kTriangular, place, place, twice)
    with pytest.raises(InvalidInput, match="quadratic objective"):
        optcheck.from_highspy(highs)


def test_things_of_another_kind_are_refused() -> None:
    with pytest.raises(InvalidInput, match=r"problem must be a pulp\.LpProblem, got int"):
        optcheck.from_pulp(5)
    with pytest.raises(InvalidInput, match=r"highs must be a highspy\.Highs, got str"):
        optcheck.from_highspy("model.mps")
    for problem in (None, cvxpy.Problem(cvxpy.Minimize(5))):
        with pytest.raises(InvalidInput, match=r"must be a cvxpy\.Problem with variables"):
            optcheck.from_cvxpy(problem)
