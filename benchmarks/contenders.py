"""Roads to the optimum of Eq. 6 of TPMDP: float solvers as their users would call them, and exact ones.

Every contender takes an instance, builds its model, solves it, and returns the value. ``printed=True`` builds a row for
every coalition and every party outside it, as Eq. 6 says; without it there is one row for each coalition. Modelling
layers get loops over coalitions, as their tutorials would have it; solvers that take arrays get arrays. Solvers are
imported by the contender that needs them: OR-Tools and highspy carry different copies of HiGHS and cannot live in one
process.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from lp_models.tpmdp import as_printed, deduplicated
from optcheck.lp.program import FloatProgram, LinearProgram
from optcheck.tpmdp.instance import Instance

__all__ = ["EXACT", "FLOAT", "example", "missing"]


def example(n: int, seed: int = 1) -> Instance:
    """A hard instance of its size: rational requirements, a little more than half of the parties active."""
    random = np.random.default_rng(seed)
    tops, bottoms = random.integers(1, 1000, n).tolist(), random.integers(1, 10, n).tolist()
    required = [Fraction(top, bottom) for top, bottom in zip(tops, bottoms, strict=True)]
    return Instance.of(required, threshold=n // 2, active=range(n // 2 + 1))


def _floats(instance: Instance, printed: bool) -> FloatProgram:
    return (as_printed if printed else deduplicated)(instance).to_floats()


def _matrix(program: FloatProgram) -> Any:
    from scipy.sparse import csr_matrix

    shape = (len(program.row_lower), len(program.costs))
    return csr_matrix((program.values, program.columns, program.starts), shape=shape)


def _rows(instance: Instance, printed: bool) -> Iterator[tuple[list[int], list[float]]]:
    """The parties outside a coalition and the right sides of its rows, by the loop that a user writes."""
    active = set(instance.active)
    required = [float(need) for need in instance.required]
    for coalition in combinations(range(instance.n), instance.threshold):
        if active.isdisjoint(coalition):
            continue
        outside = [j for j in range(instance.n) if j not in coalition]
        sides = [required[j] for j in outside]
        yield outside, sides if printed else [max(sides)]


def bulk_highs(instance: Instance, printed: bool = False) -> float:
    """All rows in one call, presolve off: what optcheck does."""
    from optcheck.lp import backends

    return backends.solve_simplex(_floats(instance, printed)).value


def bulk_highs_presolve(instance: Instance, printed: bool = False) -> float:
    """The same with HiGHS's default presolve."""
    from optcheck.lp import backends

    return backends.solve_simplex(_floats(instance, printed), {"presolve": "choose"}).value


def interior_point(instance: Instance, printed: bool = False) -> float:
    """HiGHS's interior-point method with crossover."""
    from optcheck.lp import backends

    return backends.solve_interior_point(_floats(instance, printed)).value


def scipy_linprog(instance: Instance, printed: bool = False) -> float:
    """scipy's linprog with a sparse matrix."""
    from scipy.optimize import linprog

    program = _floats(instance, printed)
    answer = linprog(program.costs, A_ub=-_matrix(program), b_ub=-program.row_lower, method="highs")
    return float(answer.fun)


def pulp_highs(instance: Instance, printed: bool = False) -> float:
    """PuLP with HiGHS."""
    return _pulp(instance, printed, "HiGHS")


def pulp_cbc(instance: Instance, printed: bool = False) -> float:
    """PuLP with CBC."""
    return _pulp(instance, printed, "PULP_CBC_CMD")


def _pulp(instance: Instance, printed: bool, solver: str) -> float:
    import pulp

    pulp.set_v4_migration_warnings(False)  # PuLP 3 is pinned
    problem = pulp.LpProblem("eq6", pulp.LpMinimize)
    x = [pulp.LpVariable(f"x{j}", 0) for j in range(instance.n)]
    problem += pulp.lpSum(x)
    for outside, sides in _rows(instance, printed):
        for side in sides:
            problem += pulp.lpSum(x[j] for j in outside) >= side
    problem.solve(getattr(pulp, solver)(msg=False))
    return float(pulp.value(problem.objective))


def cvxpy_matrix(instance: Instance, printed: bool = False) -> float:
    """cvxpy with one matrix constraint."""
    import cvxpy

    program = _floats(instance, printed)
    x = cvxpy.Variable(len(program.costs), nonneg=True)
    goal = cvxpy.Minimize(cvxpy.sum(x))
    return float(cvxpy.Problem(goal, [_matrix(program) @ x >= program.row_lower]).solve(solver=cvxpy.HIGHS))


def cvxpy_rows(instance: Instance, printed: bool = False) -> float:
    """cvxpy with one constraint a row, as a newcomer would write it."""
    import cvxpy

    x = cvxpy.Variable(instance.n, nonneg=True)
    rows = _rows(instance, printed)
    constraints = [cvxpy.sum(x[outside]) >= side for outside, sides in rows for side in sides]
    return float(cvxpy.Problem(cvxpy.Minimize(cvxpy.sum(x)), constraints).solve(solver=cvxpy.HIGHS))


def glop(instance: Instance, printed: bool = False) -> float:
    """OR-Tools' GLOP through its matrix interface."""
    from benchmarks.glop import solve

    required = [float(need) for need in instance.required]
    return solve(required, instance.threshold, set(instance.active), printed)


def gurobi(instance: Instance, printed: bool = False) -> float:
    """Gurobi, which without a licence refuses more than 2,000 rows."""
    import gurobipy

    program = _floats(instance, printed)
    with gurobipy.Env(params={"OutputFlag": 0}) as environment, gurobipy.Model(env=environment) as model:
        x = model.addMVar(len(program.costs), obj=program.costs)
        model.addConstr(_matrix(program) @ x >= program.row_lower)
        model.optimize()
        return float(model.ObjVal)


def optcheck_exact(instance: Instance, printed: bool = False) -> Fraction:
    """Build, solve with HiGHS, recover in rationals, check."""
    from optcheck import solve

    return Fraction(solve((as_printed if printed else deduplicated)(instance)).value or 0)


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


class Contender(Protocol):
    """A float solver's road from the instance to the value."""

    def __call__(self, instance: Instance, printed: bool = False) -> float: ...


FLOAT: dict[str, Contender] = {
    "HiGHS, bulk": bulk_highs,
    "HiGHS, bulk, presolve": bulk_highs_presolve,
    "HiGHS, interior point": interior_point,
    "scipy": scipy_linprog,
    "PuLP, HiGHS": pulp_highs,
    "PuLP, CBC": pulp_cbc,
    "cvxpy, matrix": cvxpy_matrix,
    "cvxpy, rows": cvxpy_rows,
    "OR-Tools GLOP": glop,
    "Gurobi, no licence": gurobi,
}
EXACT: dict[str, Callable[[Instance], Fraction]] = {
    "optcheck": optcheck_exact,
    "z3": z3_exact,
    "pycddlib": cdd_exact,
    "QSopt_ex": qsopt_exact,
}
_MODULES = {"OR-Tools GLOP": "ortools", "Gurobi, no licence": "gurobipy", "z3": "z3", "pycddlib": "cdd"}
_MODULES |= {
    "scipy": "scipy",
    "PuLP, HiGHS": "pulp",
    "PuLP, CBC": "pulp",
    "cvxpy, matrix": "cvxpy",
    "cvxpy, rows": "cvxpy",
}


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
