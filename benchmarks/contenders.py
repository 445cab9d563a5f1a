"""Roads to the optimum of Eq. 6 of TPMDP, one row per coalition: float solvers, and exact ones.

Every contender takes an instance, builds its model in the way that its users would, solves it, and returns the value.
Solvers are imported by the contender that needs them: OR-Tools and highspy carry different copies of HiGHS and cannot
live in one process.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from lp_models.tpmdp import deduplicated
from optcheck.lp.program import FloatProgram, LinearProgram
from optcheck.tpmdp.instance import Instance

__all__ = ["EXACT", "FLOAT", "example", "missing"]


def example(n: int, seed: int = 1) -> Instance:
    """A hard instance of its size: rational requirements, a little more than half of the parties active."""
    random = np.random.default_rng(seed)
    tops, bottoms = random.integers(1, 1000, n).tolist(), random.integers(1, 10, n).tolist()
    required = [Fraction(top, bottom) for top, bottom in zip(tops, bottoms, strict=True)]
    return Instance.of(required, threshold=n // 2, active=range(n // 2 + 1))


def _floats(instance: Instance) -> FloatProgram:
    return deduplicated(instance).to_floats()


def bulk_highs(instance: Instance) -> float:
    """All rows in one call, presolve off: what optcheck does."""
    from optcheck.lp import highs

    return highs.solve_simplex(_floats(instance)).value


def bulk_highs_presolve(instance: Instance) -> float:
    """The same with HiGHS's default presolve."""
    from optcheck.lp import highs

    return highs.solve_simplex(_floats(instance), {"presolve": "choose"}).value


def interior_point(instance: Instance) -> float:
    """HiGHS's interior-point method with crossover."""
    from optcheck.lp import highs

    return highs.solve_interior_point(_floats(instance)).value


def pulp_highs(instance: Instance) -> float:
    """PuLP with HiGHS."""
    from optcheck.lp import backends as modelling

    return modelling.solve_pulp(_floats(instance), "HiGHS").value


def pulp_cbc(instance: Instance) -> float:
    """PuLP with CBC."""
    from optcheck.lp import backends as modelling

    return modelling.solve_pulp(_floats(instance), "CBC").value


def cvxpy_matrix(instance: Instance) -> float:
    """cvxpy with one matrix constraint."""
    from optcheck.lp import backends as modelling

    return modelling.solve_cvxpy(_floats(instance)).value


def cvxpy_rows(instance: Instance) -> float:
    """cvxpy with one constraint a row, as a newcomer would write it."""
    import cvxpy

    program = _floats(instance)
    x = cvxpy.Variable(len(program.costs), nonneg=True)
    rows = program.columns.reshape(len(program.row_lower), -1)
    constraints = [cvxpy.sum(x[row]) >= side for row, side in zip(rows, program.row_lower, strict=True)]
    return float(cvxpy.Problem(cvxpy.Minimize(cvxpy.sum(x)), constraints).solve(solver=cvxpy.HIGHS))


def glop(instance: Instance) -> float:
    """OR-Tools' GLOP through its matrix interface."""
    from ortools.linear_solver.python import model_builder_helper
    from scipy.sparse import csr_matrix

    program = _floats(instance)
    helper = model_builder_helper.ModelBuilderHelper()
    matrix = csr_matrix(
        (program.values, program.columns, program.starts), shape=(len(program.row_lower), len(program.costs))
    )
    upper = np.full(len(program.costs), np.inf)
    helper.fill_model_from_sparse_data(
        program.lower, upper, program.costs, program.row_lower, program.row_upper, matrix
    )
    solver = model_builder_helper.ModelSolverHelper("glop")
    solver.solve(helper)
    return float(solver.objective_value())


def gurobi(instance: Instance) -> float:
    """Gurobi, which without a licence refuses more than 2,000 rows."""
    import gurobipy
    from scipy.sparse import csr_matrix

    program = _floats(instance)
    with gurobipy.Env(params={"OutputFlag": 0}) as environment, gurobipy.Model(env=environment) as model:
        x = model.addMVar(len(program.costs), obj=program.costs)
        shape = (len(program.row_lower), len(program.costs))
        model.addConstr(
            csr_matrix((program.values, program.columns, program.starts), shape=shape) @ x >= program.row_lower
        )
        model.optimize()
        return float(model.ObjVal)


def optcheck_exact(instance: Instance) -> Fraction:
    """Build, solve with HiGHS, recover in rationals, check."""
    from optcheck import solve

    return Fraction(solve(deduplicated(instance)).value or 0)


def z3_exact(instance: Instance) -> Fraction:
    """z3's optimiser over the rationals."""
    import z3

    program = deduplicated(instance)
    x = z3.RealVector("x", len(program.costs))
    optimiser = z3.Optimize()
    optimiser.add(*(variable >= 0 for variable in x))
    for i in range(program.rows.count):
        optimiser.add(
            z3.Sum(*(x[j] for j, _ in program.rows.row(i))) >= z3.Q(*Fraction(program.rhs[i]).as_integer_ratio())
        )
    goal = optimiser.minimize(z3.Sum(*x))
    optimiser.check()
    return Fraction(str(optimiser.lower(goal)))


def cdd_exact(instance: Instance) -> Fraction:
    """cddlib's exact simplex method through pycddlib."""
    import cdd.gmp

    program = deduplicated(instance)
    width = len(program.costs)
    rows = [[-Fraction(program.rhs[i]), *_dense(program, i, width)] for i in range(program.rows.count)]
    rows += [[Fraction(0), *(Fraction(int(j == k)) for k in range(width))] for j in range(width)]
    matrix = cdd.gmp.matrix_from_array(
        rows, rep_type=cdd.RepType.INEQUALITY, obj_type=cdd.LPObjType.MIN, obj_func=[0] + [1] * width
    )
    linear = cdd.gmp.linprog_from_matrix(matrix)
    cdd.gmp.linprog_solve(linear)
    return Fraction(linear.obj_value)


def _dense(program: LinearProgram, row: int, width: int) -> list[Fraction]:
    dense = [Fraction(0)] * width
    for column, value in program.rows.row(row):
        dense[column] = Fraction(value)
    return dense


def qsopt_exact(instance: Instance) -> Fraction:
    """QSopt_ex's program esolver, on a file in LP format with rational numbers."""
    program = deduplicated(instance)
    with tempfile.TemporaryDirectory() as folder:
        model, answer = Path(folder, "program.lp"), Path(folder, "program.sol")
        model.write_text(_lp_text(program))
        subprocess.run(["esolver", "-O", str(answer), str(model)], check=True, capture_output=True, cwd=folder)
        text = next(line for line in answer.read_text().splitlines() if "Value" in line)
    return Fraction(text.split("=")[1].strip())


def _lp_text(program: LinearProgram) -> str:
    total = " + ".join(f"x{j}" for j in range(len(program.costs)))
    rows = (
        f" c{i}: {' + '.join(f'x{j}' for j, _ in program.rows.row(i))} >= {Fraction(program.rhs[i])}"
        for i in range(program.rows.count)
    )
    return "\n".join(["Minimize", f" obj: {total}", "Subject To", *rows, "End", ""])


Contender = Callable[[Instance], Any]
FLOAT: dict[str, Contender] = {
    "HiGHS, bulk": bulk_highs,
    "HiGHS, bulk, presolve": bulk_highs_presolve,
    "HiGHS, interior point": interior_point,
    "PuLP, HiGHS": pulp_highs,
    "PuLP, CBC": pulp_cbc,
    "cvxpy, matrix": cvxpy_matrix,
    "cvxpy, rows": cvxpy_rows,
    "OR-Tools GLOP": glop,
    "Gurobi, no licence": gurobi,
}
EXACT: dict[str, Contender] = {
    "optcheck": optcheck_exact,
    "z3": z3_exact,
    "pycddlib": cdd_exact,
    "QSopt_ex": qsopt_exact,
}
_MODULES = {"OR-Tools GLOP": "ortools", "Gurobi, no licence": "gurobipy", "z3": "z3", "pycddlib": "cdd"}
_MODULES |= {"PuLP, HiGHS": "pulp", "PuLP, CBC": "pulp", "cvxpy, matrix": "cvxpy", "cvxpy, rows": "cvxpy"}


def missing(name: str) -> str | None:
    """Why a contender cannot run here, or None."""
    if name == "QSopt_ex" and shutil.which("esolver") is None:
        return "the program esolver is not installed (Debian package qsopt-ex)"
    if name == "OR-Tools GLOP" and "highspy" in sys.modules:
        return "OR-Tools cannot be loaded into a process that holds highspy: run it in one of its own"
    module = _MODULES.get(name)
    if module is not None and find_spec(module) is None:
        return f"the package {module} is not installed"
    return None
