"""The same programs through PuLP and cvxpy: other roads to a hint, for comparison and as a cross-check.

The float solvers by name. Each call ends, and each answer has the shape of the program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import cast

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import InvalidInput, SolverFailed
from optcheck.extras import missing_extra, require
from optcheck.lp import highs
from optcheck.lp.program import FloatProgram
from optcheck.lp.solution import Solution, Status, all_scales, badly_scaled

__all__ = [
    "BACKENDS",
    "LADDER",
    "OTHER_RAYS",
    "Backend",
    "ask",
    "crossover",
    "pulp_problem",
    "require_backend",
    "solve_cvxpy",
    "solve_floats",
    "solve_pulp",
]


try:
    import cvxpy
    import pulp
    from scipy.sparse import csr_matrix
except ModuleNotFoundError as error:
    raise missing_extra("solving with PuLP or cvxpy", error) from error


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


Backend = Callable[[FloatProgram, float, int], Solution]

_MEMORY = 4 * 2**30
_PATIENCE = 2.0  # seconds; a tiny program that keeps a solver busy for longer is one that it will not solve
_NONZEROS_A_SECOND = 1000


def _apart(job: str, *fixed: str) -> Backend:
    """A backend that runs where it can be stopped."""

    def run(program: FloatProgram, limit: float, memory: int) -> Solution:
        return _stoppable(job, (program, *fixed), program, limit, memory)

    return run


def _highs(settings: dict[str, object] | None = None, rescale: bool = True, costs: bool = True) -> Backend:
    """HiGHS's simplex method in this process: it obeys its own time limit, soak and benchmarks watch that it does."""

    def run(program: FloatProgram, limit: float, memory: int) -> Solution:
        if not costs:
            program = replace(program, costs=np.zeros(len(program.costs)))
        if not (rescale and badly_scaled(program)):
            return highs.solve_simplex(program, settings, limit)
        scales = all_scales(program)
        return scales.undo(highs.solve_simplex(scales.apply(program), settings, limit))

    return run


BACKENDS: dict[str, Backend] = {
    "highs": _highs(),
    "highs-ipm": _apart("optcheck.lp.highs:solve_interior_point"),
    "pulp-cbc": _apart("optcheck.lp.backends:solve_pulp", "CBC"),
    "pulp-highs": _apart("optcheck.lp.backends:solve_pulp", "HiGHS"),
    "cvxpy-highs": _apart("optcheck.lp.backends:solve_cvxpy", "HIGHS"),
    "cvxpy-clarabel": _apart("optcheck.lp.backends:solve_cvxpy", "CLARABEL"),
}


# What is asked when HiGHS calls a program infeasible, and its ray does not prove that.
OTHER_RAYS: dict[str, Backend] = {
    "highs, primal without costs": _highs({"simplex_strategy": 4}, costs=False),
    "highs, dual without costs": _highs({}, rescale=False, costs=False),
}

# What is tried when HiGHS's first answer leads to no proof. The first four run in this process.
LADDER: dict[str, Backend] = {
    "highs, own scaling": _highs({}, rescale=False),
    "highs, presolve": _highs({"presolve": "on"}),
    "highs, primal": _highs({"simplex_strategy": 4}),
    "highs, loose": _highs({"primal_feasibility_tolerance": 1e-7, "dual_feasibility_tolerance": 1e-7}),
    "highs, interior point": BACKENDS["highs-ipm"],
}


def patience(program: FloatProgram) -> float:
    """How long a solver that may never come back is waited for."""
    return _PATIENCE + len(program.values) / _NONZEROS_A_SECOND


def solve_floats(program: FloatProgram, backend: str = "highs", limit: float = 60.0, memory: int = _MEMORY) -> Solution:
    """Solve in doubles only: a hint. Ends within the limit in seconds, or raises SolverFailed.

    ``memory`` limits, in bytes, the process of solvers that run in one of their own.
    """
    return ask(require_backend(backend), backend, program, limit, memory)


@np.errstate(all="ignore")  # scaling may leave the range of doubles: a hint that is missing
def ask(known: Mapping[str, Backend], backend: str, program: FloatProgram, limit: float, memory: int) -> Solution:
    """An answer of the right shape from a table of backends, or SolverFailed."""
    try:
        solution = known[backend](program, limit, memory)
    except SolverFailed as error:
        raise SolverFailed(f"{backend}: {error}") from error
    except Exception as error:  # whatever a foreign solver raises is a hint that is missing
        raise SolverFailed(f"{backend}: {type(error).__name__}: {error}") from error
    return _sane(program, solution)


def require_backend(backend: str) -> Mapping[str, Backend]:
    """The table of backends, once the name is known to be in it."""
    if backend not in BACKENDS:
        raise InvalidInput(f"backend must be one of {', '.join(BACKENDS)}, got {backend!r}")
    if backend.startswith(("cvxpy", "pulp")):
        require(f"the backend {backend}", "clarabel", "cvxpy", "pulp", "scipy")
    return BACKENDS


def crossover(program: FloatProgram, solution: Solution, limit: float, memory: int) -> Solution:
    """Give a basis to an answer that came without one."""
    job = "optcheck.lp.highs:crossover"
    return _sane(program, _stoppable(job, (program, solution), program, limit, memory))


def _stoppable(job: str, arguments: tuple[object, ...], program: FloatProgram, limit: float, memory: int) -> Solution:
    from optcheck.lp.workers import call_apart  # most calls need no other process

    return cast("Solution", call_apart(job, arguments, min(limit, patience(program)), memory))  # it was pickled


def _sane(program: FloatProgram, solution: Solution) -> Solution:
    """Refuse an answer that calls itself optimal and is not even a finite point of the right size."""
    sizes = (np.shape(solution.primal), np.shape(solution.dual))
    if solution.status is not Status.OPTIMAL:
        return solution
    if sizes != ((len(program.costs),), (len(program.row_lower),)):
        raise SolverFailed(f"{solution.solver}: the answer has the wrong size: {sizes[0]} columns, {sizes[1]} rows")
    if not (np.isfinite(solution.primal).all() and np.isfinite(solution.dual).all()):
        raise SolverFailed(f"{solution.solver}: the answer is not finite")
    return solution
