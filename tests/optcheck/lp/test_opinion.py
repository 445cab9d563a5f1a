"""Second opinions on problems of other packages, each tested with the package itself; absent ones skip by name."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import cvxpy
import highspy
import numpy as np
import pulp
import pytest
from hypothesis import given, settings
from scipy.optimize import Bounds, LinearConstraint, OptimizeResult, linprog
from scipy.optimize import milp as scipy_milp

import optcheck
from optcheck.errors import InvalidInput, MissingExtra
from optcheck.lp.adapters import as_solved, claim_of, in_decimals
from optcheck.lp.opinion import Opinion
from optcheck.lp.program import LinearProgram, Model
from tests.strategies.programs import linear_programs

F = Fraction
SCRIPTS = Path(__file__).parent / "packages"
pytestmark = pytest.mark.filterwarnings("ignore:.*PuLP 4:DeprecationWarning")  # what it will call otherwise


def _pulp_problem() -> pulp.LpProblem:
    problem = pulp.LpProblem("mix", pulp.LpMaximize)
    x, y = pulp.LpVariable("x", 0, 4), pulp.LpVariable("y", 0, 4, cat="Integer")
    problem += 3 * x + y + 1
    problem += x + 2 * y <= 7, "cap"
    return problem


def _solved_pulp() -> pulp.LpProblem:
    problem = _pulp_problem()
    problem.solve(pulp.HiGHS(msg=False))
    return problem


def _highs_of(program: LinearProgram) -> highspy.Highs:
    floats = program.to_floats()
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    kind, sense = int(highspy.MatrixFormat.kRowwise), -1 if floats.maximise else 1
    counts = len(floats.costs), len(floats.row_lower), len(floats.values)
    sides = floats.costs, floats.lower, floats.upper, floats.row_lower, floats.row_upper
    matrix = floats.starts[:-1].astype(np.int32), floats.columns, floats.values
    highs.passModel(*counts, kind, sense, 0.0, *sides, *matrix, np.zeros(len(floats.costs), dtype=np.int32))
    highs.run()
    return highs


def test_a_right_answer_is_called_right_with_proof() -> None:
    opinion = optcheck.second_opinion(_solved_pulp())
    assert (opinion.verdict, opinion.wrong) == ("right", False)
    assert opinion.sentence.startswith("PuLP ")
    assert opinion.certificate is not None
    assert "is 14" in opinion.certificate.verify().statement
    assert "cap" in opinion.solved.program.row_labels


@pytest.mark.parametrize(
    ("values", "verdict", "named"),
    [
        ({"x": 4.0, "y": 1.75}, "infeasible", "row cap (<= 7), broken by 0.5"),
        ({"x": 3.0, "y": 1.0}, "not optimal", "not optimal by 3"),
        ({"x": 3.0, "y": 1.5}, "infeasible", "integer y"),
    ],
)
def test_a_wrong_answer_is_named_by_the_users_names(values: dict[str, float], verdict: str, named: str) -> None:
    problem = _solved_pulp()
    for variable in problem.variables():
        variable.varValue = values[variable.name]
    opinion = optcheck.second_opinion(problem)
    assert (opinion.verdict, opinion.wrong) == (verdict, True)
    assert named in opinion.explain()
    assert "wrong" not in opinion.solved.status


def test_a_wrong_status_is_refuted_with_a_point() -> None:
    problem = _solved_pulp()
    problem.assignStatus(pulp.LpStatusInfeasible)
    opinion = optcheck.second_opinion(problem)
    assert (opinion.verdict, opinion.wrong) == ("wrong status", True)
    assert "x = 4, y = 1 is feasible" in opinion.explain()


def test_an_unsolved_problem_has_no_answer_but_a_truth() -> None:
    opinion = optcheck.second_opinion(_pulp_problem())
    assert (opinion.verdict, opinion.wrong) == ("no answer", False)
    assert "the program has the optimum 14" in opinion.sentence


def test_a_point_that_is_called_feasible_may_be_far_from_the_optimum() -> None:
    problem = _solved_pulp()
    problem.assignStatus(pulp.LpStatusOptimal, pulp.LpSolutionIntegerFeasible)
    for variable in problem.variables():
        variable.varValue = 0.0
    opinion = optcheck.second_opinion(problem)
    assert (opinion.verdict, opinion.wrong, opinion.distance) == ("not optimal", False, 13)


def test_decimals_are_read_as_they_are_written() -> None:
    problem = pulp.LpProblem("tenths", pulp.LpMinimize)
    x = pulp.LpVariable("x", 0)
    problem += x
    problem += x >= 0.1
    problem += 3 * x <= 0.3
    problem.solve(pulp.HiGHS(msg=False))
    doubles = optcheck.second_opinion(problem)
    assert doubles.answer is not None
    assert doubles.answer.status == "infeasible"  # 3 times the double 0.1 is above the double 0.3
    decimals = optcheck.second_opinion(problem, decimal=True)
    assert (decimals.verdict, decimals.answer and decimals.answer.value) == ("right", F(1, 10))
    assert "0.1 is 1/10" in decimals.explain()


def test_infeasibility_is_explained_in_a_sentence() -> None:
    problem = pulp.LpProblem("supply", pulp.LpMinimize)
    x = [pulp.LpVariable(f"ship_{i}", 0) for i in (1, 2)]
    problem += x[0] + x[1]
    problem += x[0] + x[1] >= 40, "demand_3"
    problem += x[0] <= 20, "supply_1"
    problem += x[1] <= 15, "supply_2"
    problem.solve(pulp.HiGHS(msg=False))
    said = optcheck.second_opinion(problem).explain()
    assert (
        "demand_3 needs ship_1 + ship_2 to be at least 40, but supply_1 and supply_2 together leave at most 35" in said
    )


def test_notebooks_get_a_table_without_markup_from_names() -> None:
    x = cvxpy.Variable(name="<script>")
    problem = cvxpy.Problem(cvxpy.Minimize(x), [x >= 1])
    problem.solve(solver=cvxpy.HIGHS)
    x.value = np.float64(0)
    page = optcheck.second_opinion(problem)._repr_html_()
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize(
    ("status", "has_values", "claim"),
    [
        ("Optimal", True, "optimal"),
        ("optimal_inaccurate", True, "none"),
        ("infeasible_inaccurate", False, "none"),
        ("provenInfeasible", False, "infeasible"),
        ("infeasibleOrUnbounded", False, "infeasible or unbounded"),
        ("inforunbd", False, "infeasible or unbounded"),
        ("timelimit", True, "feasible"),
        ("timelimit", False, "none"),
        ("unbounded", False, "unbounded"),
        ("Not Solved", False, "none"),
    ],
)
def test_words_of_packages(status: str, has_values: bool, claim: str) -> None:
    assert claim_of(status, has_values) == claim


def test_cvxpy_with_columns_of_its_own() -> None:
    x, y = cvxpy.Variable(3, name="x"), cvxpy.Variable(name="y")
    bounds = [x <= 2, x >= 0, y >= 0]
    problem = cvxpy.Problem(cvxpy.Minimize(2 * cvxpy.sum(x) + 3 * y + cvxpy.max(x)), [cvxpy.sum(x) + y >= 3.5, *bounds])
    problem.solve(solver=cvxpy.HIGHS)
    opinion = optcheck.second_opinion(problem)
    assert opinion.verdict in ("right", "right within")
    assert opinion.answer is not None
    assert opinion.answer.value == F(49, 6)
    x.value = np.array([0.0, 1.0, 2.0])
    opinion = optcheck.second_opinion(problem)
    assert (opinion.verdict, opinion.violations[0].amount) == ("infeasible", F(1, 2))
    assert opinion.violations[0].name.startswith("constraints[0]: ")
    x.value = np.array([0.5, 1.0, 2.0])  # feasible: cvxpy's own column for the maximum is 2
    assert optcheck.second_opinion(problem).distance == 9 - F(49, 6)


def test_cvxpy_columns_that_break_rows_a_little_are_still_judged_by_what_they_cost() -> None:
    x = cvxpy.Variable(name="x")
    problem = cvxpy.Problem(cvxpy.Minimize(cvxpy.abs(x - 3)), [cvxpy.abs(x) <= 2])
    problem.solve(solver=cvxpy.HIGHS)
    x.value = np.float64(2 + 1e-9)
    opinion = optcheck.second_opinion(problem)
    assert opinion.verdict == "right within"
    assert 0 < opinion.violations[0].amount < F(1, 10**8)


def test_scipy_needs_its_arguments() -> None:
    arguments: dict[str, Any] = {"c": [1, 2], "A_ub": [[-3, -1]], "b_ub": [-2]}
    result = linprog(**arguments)
    assert optcheck.second_opinion(result, **arguments).verdict in ("right", "right within")
    assert optcheck.second_opinion(result, [1, 2], [[-3, -1]], [-2]).bound is not None
    with pytest.raises(InvalidInput, match="pass the arguments of linprog or milp"):
        optcheck.second_opinion(result)
    with pytest.raises(InvalidInput, match="those of linprog or milp"):
        optcheck.second_opinion(result, [1, 2], rows=3)
    lying = OptimizeResult(x=np.array([0.0, 0.0]), fun=0.0, status=0, message="")
    assert optcheck.second_opinion(lying, **arguments).violations[0].name == "ub0"


@pytest.mark.parametrize(
    "constraints",
    [
        LinearConstraint([[3, 1], [1, 1]], -1, [7, 4]),
        ([[3, 1], [1, 1]], -1, [7, 4]),
        [LinearConstraint([3, 1], -1, 7), LinearConstraint([1, 1], -1, 4)],
    ],
)
def test_scipy_milp_in_its_forms(constraints: object) -> None:
    arguments: dict[str, Any] = {"c": [-1, -2], "integrality": [1, 0], "bounds": Bounds(0, [5, 2])}
    arguments["constraints"] = constraints
    result = scipy_milp(**arguments)
    opinion = optcheck.second_opinion(result, **arguments)
    assert (opinion.verdict, opinion.answer and opinion.answer.value) == ("right", -5)
    assert optcheck.milp(**arguments).fun_exact == -5


@given(linear_programs(columns=3, rows=4, least=1))
@settings(max_examples=60, deadline=None)
def test_the_truth_is_the_solvers_whatever_the_package_says(program: LinearProgram) -> None:
    """highspy's own answer is judged; the truth does not depend on it."""
    opinion = optcheck.second_opinion(_highs_of(program))
    truth = optcheck.solve(opinion.solved.program)
    assert opinion.answer is not None
    assert (opinion.answer.status, opinion.answer.value) == (truth.status, truth.value)
    if opinion.bound is not None and truth.value is not None:
        assert program.sign * opinion.bound <= program.sign * truth.value


@given(linear_programs(columns=3, rows=3, least=1))
@settings(max_examples=40, deadline=None)
def test_decimals_of_doubles_are_near_them(program: LinearProgram) -> None:
    doubles = optcheck.from_highspy(_highs_of(program))
    read = in_decimals(doubles)
    pairs = zip([*doubles.costs, *doubles.rhs.tolist()], [*read.costs, *read.rhs.tolist()], strict=True)
    assert all(float(a) == float(b) for a, b in pairs)


def test_what_is_not_a_problem_is_named() -> None:
    with pytest.raises(InvalidInput, match=r"PuLP, cvxpy, scipy.*got builtins.int"):
        optcheck.second_opinion(3)
    with pytest.raises(InvalidInput, match="tolerance must not be negative"):
        optcheck.second_opinion(_solved_pulp(), tolerance=-1)
    with pytest.raises(InvalidInput, match="at most one result"):
        optcheck.second_opinion(_solved_pulp(), 1, 2)


# optcheck in the place of a solver


def test_pulp_solves_with_optcheck() -> None:
    problem, solver = _pulp_problem(), optcheck.pulp_solver()
    assert pulp.LpStatus[problem.solve(solver)] == "Optimal"
    assert [v.varValue for v in problem.variables()] == [4.0, 1.0]
    assert solver.answer.certificate.verify().statement
    assert optcheck.second_opinion(problem).verdict == "right"
    problem += pulp.lpSum(problem.variables()) >= 99
    assert pulp.LpStatus[problem.solve(solver)] == "Infeasible"
    relaxed = _pulp_problem()
    relaxed.solve(optcheck.pulp_solver(mip=False))
    assert relaxed.variables()[1].varValue == 1.5
    assert relaxed.constraints["cap"].pi == 0.5


def test_cvxpy_solves_with_optcheck() -> None:
    x = cvxpy.Variable(2, name="x")
    constraints = [cvxpy.sum(x) >= 1, x >= 0]
    problem, solver = cvxpy.Problem(cvxpy.Minimize(x[0] + 3 * x[1] + 2), constraints), optcheck.cvxpy_solver()
    assert problem.solve(solver=solver) == 3
    assert solver.answer.value == 1  # cvxpy adds the constant itself
    assert constraints[0].dual_value == 1
    chosen = cvxpy.Variable(boolean=True)
    assert cvxpy.Problem(cvxpy.Maximize(chosen), [chosen <= 0.5]).solve(solver=solver) == 0
    unbounded = cvxpy.Problem(cvxpy.Minimize(x[0]), [x[1] >= 0])
    unbounded.solve(solver=solver)
    assert unbounded.status == "unbounded"


@given(linear_programs(columns=3, rows=3, least=1))
@settings(max_examples=40, deadline=None)
def test_linprog_has_scipys_fields(program: LinearProgram) -> None:
    """Against scipy on programs in its form; marginals are compared by the bound that they prove."""
    rows = [program.rows.summed(i) for i in range(program.rows.count)]
    table = [[float(row.get(j, 0)) for j in range(len(program.costs))] for row in rows]
    arguments: dict[str, Any] = {
        "c": [float(cost) for cost in program.costs],
        "A_ub": table,
        "b_ub": [float(side) for side in program.rhs],
        "bounds": [(None if low is None else float(low), 9) for low in program.lower],
    }
    ours, theirs = optcheck.linprog(**arguments), linprog(**arguments)
    assert ours.status == theirs.status or theirs.status == 4
    assert {*theirs} - {"mip_node_count", "mip_dual_bound", "mip_gap", "crossover_nit"} <= {*ours} or not ours.success
    if ours.success and theirs.success:
        assert ours.fun == pytest.approx(theirs.fun, abs=1e-7)
        shadow = float(np.dot(ours.ineqlin.marginals, arguments["b_ub"]))
        low = [0 if end is None else end for end, _ in arguments["bounds"]]
        rest = float(np.dot(ours.lower.marginals, low) + np.dot(ours.upper.marginals, [9] * len(low)))
        assert shadow + rest == pytest.approx(float(ours.fun_exact), abs=1e-9)


def test_linprog_refuses_a_callback() -> None:
    with pytest.raises(InvalidInput, match="callback"):
        optcheck.linprog([1], callback=print)


# Packages that the locked environment does not have: `make packages` installs them and runs these

_SCRIPTS = {
    "gurobi": "gurobipy",
    "with_linopy": "linopy",
    "ortools_mathopt": "ortools",
    "ortools_model_builder": "ortools",
    "ortools_pywraplp": "ortools",
    "with_pyomo": "pyomo",
    "with_pyscipopt": "pyscipopt",
}


@pytest.mark.parametrize("script", _SCRIPTS)
def test_package(script: str) -> None:
    """Each script solves a problem with its package, asks for an opinion, and prints what it was told.

    In a process of its own: OR-Tools and highspy cannot be loaded into one.
    """
    if find_spec(_SCRIPTS[script]) is None:
        pytest.skip(f"{_SCRIPTS[script]} is not installed: make packages")
    done = subprocess.run(
        [sys.executable, str(SCRIPTS / f"{script}.py")], capture_output=True, text=True, timeout=200, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    lines = [line for line in done.stdout.splitlines() if line.startswith("=> ")]
    assert lines == [
        "=> right",
        "=> infeasible True",
        "=> right because",
    ]


def test_opinions_are_loaded_without_highspy() -> None:
    """Beside OR-Tools highspy cannot be loaded: what reads its problems and shows answers does without."""
    code = "import sys; sys.modules['highspy'] = None; import optcheck.lp.opinion, optcheck.lp.adapters"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=200, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("optcheck.lp.drop_in.find_spec", lambda _: None)
    with pytest.raises(MissingExtra, match="pip install pyomo"):
        optcheck.pyomo_solver()


def test_opinions_are_plain_values() -> None:
    opinion = optcheck.second_opinion(_solved_pulp())
    assert isinstance(opinion, Opinion)
    assert str(opinion) == opinion.sentence
    model = Model("minimise")
    model.variable("x", cost=1)
    assert as_solved(_highs_of(model.build())).claim == "optimal"
