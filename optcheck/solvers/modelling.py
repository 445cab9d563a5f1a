"""The same programs through PuLP and cvxpy: other roads to a hint, for comparison and as a cross-check."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import SolverFailed
from optcheck.exact.program import FloatProgram
from optcheck.extras import missing_extra
from optcheck.solvers.solution import Solution, Status

try:
    import cvxpy
    import pulp
    from scipy.sparse import csr_matrix
except ModuleNotFoundError as error:
    raise missing_extra("solving with PuLP or cvxpy", error) from error

__all__ = ["pulp_problem", "solve_cvxpy", "solve_pulp"]

# PuLP 3 is pinned: its warnings about the interface of PuLP 4 concern nobody who uses optcheck.
pulp.set_v4_migration_warnings(False)

_PULP_STATUS = {
    pulp.LpStatusOptimal: Status.OPTIMAL,
    pulp.LpStatusInfeasible: Status.INFEASIBLE,
    pulp.LpStatusUnbounded: Status.UNBOUNDED,
    pulp.LpStatusNotSolved: Status.LIMIT,
}
_CVXPY_STATUS = {
    cvxpy.OPTIMAL: Status.OPTIMAL,
    cvxpy.OPTIMAL_INACCURATE: Status.OPTIMAL,
    cvxpy.INFEASIBLE: Status.INFEASIBLE,
    cvxpy.INFEASIBLE_INACCURATE: Status.INFEASIBLE,
    cvxpy.UNBOUNDED: Status.UNBOUNDED,
    cvxpy.UNBOUNDED_INACCURATE: Status.UNBOUNDED,
    cvxpy.settings.INFEASIBLE_OR_UNBOUNDED: Status.INFEASIBLE_OR_UNBOUNDED,
    cvxpy.USER_LIMIT: Status.LIMIT,
}


def solve_pulp(program: FloatProgram, solver: str = "CBC", limit: float | None = None) -> Solution:
    """Solve with PuLP's CBC or HiGHS. They do not always obey the limit."""
    problem, variables = pulp_problem(program)
    engine = (pulp.PULP_CBC_CMD if solver == "CBC" else pulp.HiGHS)(msg=False, timeLimit=limit)
    try:
        problem.solve(engine)
    except pulp.PulpSolverError as error:
        raise SolverFailed(f"PuLP with {solver}: {error}") from error
    primal = np.array([variable.value() or 0.0 for variable in variables], dtype=np.float64)
    dual = np.array([row.pi or 0.0 for row in problem.constraints.values()], dtype=np.float64)
    status = _PULP_STATUS.get(problem.status, Status.FAILED)
    return Solution(f"pulp-{solver.lower()}", status, float(program.costs @ primal), primal, dual)


def pulp_problem(program: FloatProgram) -> tuple[pulp.LpProblem, list[pulp.LpVariable]]:
    """The PuLP form: one object a row."""
    problem = pulp.LpProblem("program", pulp.LpMaximize if program.maximise else pulp.LpMinimize)
    variables = [
        pulp.LpVariable(f"x{j}", _finite(low), _finite(high))
        for j, (low, high) in enumerate(zip(program.lower, program.upper, strict=True))
    ]
    problem += pulp.LpAffineExpression(zip(variables, program.costs.tolist(), strict=True))
    for i, (low, high) in enumerate(zip(program.row_lower, program.row_upper, strict=True)):
        part = slice(int(program.starts[i]), int(program.starts[i + 1]))
        terms = zip(program.columns[part].tolist(), program.values[part].tolist(), strict=True)
        row = pulp.LpAffineExpression([(variables[j], a) for j, a in terms])
        problem += (row == low) if low == high else (row >= low) if np.isfinite(low) else (row <= high)
    return problem, variables


def _finite(bound: float) -> float | None:
    return float(bound) if np.isfinite(bound) else None


def solve_cvxpy(program: FloatProgram, solver: str = "HIGHS", limit: float | None = None) -> Solution:
    """Solve with cvxpy, all rows of a kind in one matrix constraint. They do not always obey the limit."""
    variables = cvxpy.Variable(len(program.costs))
    matrix = csr_matrix(
        (program.values, program.columns, program.starts), shape=(len(program.row_lower), len(program.costs))
    )
    parts = _row_constraints(matrix, variables, program)
    bounds = _bound_constraints(variables, program)
    cost = program.costs @ variables
    goal = cvxpy.Maximize(cost) if program.maximise else cvxpy.Minimize(cost)
    problem = cvxpy.Problem(goal, [constraint for _, constraint, _ in parts] + bounds)
    try:
        problem.solve(solver=solver, **({} if limit is None else {"time_limit": limit}))
    except (cvxpy.SolverError, ValueError) as error:  # ValueError: a model without variables
        raise SolverFailed(f"cvxpy with {solver}: {error}") from error
    status = _CVXPY_STATUS.get(problem.status, Status.FAILED)
    solved = variables.value is not None
    primal = np.asarray(variables.value) if solved else np.zeros(len(program.costs))
    dual = _row_duals(parts, len(program.row_lower), -1.0 if program.maximise else 1.0)
    return Solution(f"cvxpy-{solver.lower()}", status, float(program.costs @ primal), primal, dual)


_RowPart = tuple[NDArray[np.int64], cvxpy.Constraint, float]


def _row_constraints(matrix: csr_matrix, variables: cvxpy.Variable, program: FloatProgram) -> list[_RowPart]:
    equal = program.row_lower == program.row_upper
    parts = []
    for chosen, sign in (
        (equal, 0.0),
        (np.isfinite(program.row_lower) & ~equal, 1.0),
        (np.isfinite(program.row_upper) & ~equal, -1.0),
    ):
        rows = np.flatnonzero(chosen)
        if len(rows):
            left = matrix[rows] @ variables
            side = (program.row_upper if sign < 0 else program.row_lower)[rows]
            constraint = left == side if sign == 0 else left >= side if sign > 0 else left <= side
            parts.append((rows, constraint, sign))
    return parts


def _bound_constraints(variables: cvxpy.Variable, program: FloatProgram) -> list[cvxpy.Constraint]:
    low, high = np.flatnonzero(np.isfinite(program.lower)), np.flatnonzero(np.isfinite(program.upper))
    constraints = [variables[low] >= program.lower[low]] if len(low) else []
    return constraints + ([variables[high] <= program.upper[high]] if len(high) else [])


def _row_duals(parts: list[_RowPart], count: int, sign: float) -> NDArray[np.float64]:
    dual = np.zeros(count)
    for rows, constraint, direction in parts:
        if constraint.dual_value is not None:
            dual[rows] = sign * (direction or -1.0) * np.asarray(constraint.dual_value)
    return dual
