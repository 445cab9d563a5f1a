"""``pytest --optcheck`` in a process of its own: what it sees, what it fails, what it lists."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """
import highspy, pulp
from scipy.optimize import LinearConstraint, linprog, milp

def test_scipy():
    assert linprog([1, 2], A_ub=[[-3, -1]], b_ub=[-2]).status == 0
    constraints = LinearConstraint([[3, 1]], -1, 7)
    assert milp([-1, -2], integrality=1, constraints=constraints, bounds=([0, 0], [5, 2])).status == 0
    assert milp([1, 2], bounds=([1, 0], [5, 2])).status == 0

def _problem(gap):
    problem = pulp.LpProblem("thin")
    x, y = pulp.LpVariable("x", 0), pulp.LpVariable("y", 0)
    problem += x
    problem += x + y <= 1, "most"
    problem += x + y >= 1 + gap, "least"
    problem.solve(pulp.HiGHS(msg=False, primal_feasibility_tolerance=1e-4))
    return problem

def test_pulp():
    assert _problem(0).status == 1

def test_wrong():
    assert _problem(1e-5).status == 1

def test_highs():
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    x = highs.addVariable(0, 4)
    highs.addConstr(x >= 1)
    highs.minimize(x)
    assert highs.getObjectiveValue() == 1

def test_without_a_solve():
    pass
"""
QUADRATIC = """
import highspy, numpy as np

def test_quadratic():
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.addVariable(0, 4)
    highs.passHessian(1, 1, 1, np.array([0]), np.array([0]), np.array([1.0]))
    highs.run()
"""


def _run(folder: Path, source: str, *options: str) -> tuple[int, str]:
    (folder / "test_solves.py").write_text(source, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "optcheck.pytest_plugin", "-p", "no:cacheprovider", *options],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_wrong_answers_fail_their_tests(tmp_path: Path) -> None:
    code, said = _run(tmp_path, TESTS, "--optcheck")
    assert code == 1, said
    assert "6 solves:" in said
    assert "1 wrong" in said
    assert "FAILED test_solves.py::test_wrong" in said
    assert "worst at row most (<= 1)" in said
    assert "1 failed, 4 passed" in said


@pytest.mark.parametrize("workers", [(), ("-n", "1")], ids=["alone", "xdist"])
def test_wrong_answers_may_be_listed_only(tmp_path: Path, workers: tuple[str, ...]) -> None:
    code, said = _run(tmp_path, TESTS, "--optcheck", "--optcheck-report=list", *workers)
    assert code == 0, said
    assert "wrong: test_solves.py::test_wrong: PuLP" in said
    assert "6 solves:" in said


def test_what_cannot_be_judged_is_listed(tmp_path: Path) -> None:
    code, said = _run(tmp_path, QUADRATIC, "--optcheck")
    assert code == 0, said
    assert "unsupported: test_solves.py::test_quadratic: highspy: highs must hold a linear program" in said


def test_without_the_option_nothing_happens(tmp_path: Path) -> None:
    code, said = _run(tmp_path, TESTS)
    assert code == 0, said
    assert "optcheck" not in said.partition("warnings summary")[0]
