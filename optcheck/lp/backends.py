"""The float solvers by name: HiGHS in several ways, and the same programs through PuLP and cvxpy as a cross-check.

Every call ends within its limit, and every answer has the shape of the program.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import InvalidInput, SolverFailed
from optcheck.extras import require
from optcheck.lp import highs
from optcheck.lp.limits import call_in_worker
from optcheck.lp.program import FloatProgram
from optcheck.lp.solution import Rotation, Solution, Status, all_scales, badly_scaled, even_scales

if TYPE_CHECKING:
    import cvxpy
    import pulp

Backend = Callable[[FloatProgram, float, int], Solution]  # program, seconds, bytes of memory

_MEMORY = 4 * 2**30
_STALLED = 2.0  # seconds; a tiny program that keeps a solver busy for longer is one that it will not solve
_NONZEROS_A_SECOND = 1000


def _in_worker(job: str, *fixed: str) -> Backend:
    """A backend that runs where it can be stopped."""
    return lambda program, limit, memory: _call(job, (program, *fixed), program, limit, memory)


def _highs(settings: dict[str, object] | None = None, rescale: bool = True, costs: bool = True) -> Backend:
    """HiGHS's simplex method in this process: it obeys its own time limit, as soak and benchmarks verify."""

    def run(program: FloatProgram, limit: float, memory: int) -> Solution:
        if not costs:
            program = replace(program, costs=np.zeros(len(program.costs)))
        if not (rescale and badly_scaled(program)):
            return highs.solve_simplex(program, settings, limit)
        scales = all_scales(program)
        return scales.undo(highs.solve_simplex(scales.apply(program), settings, limit))

    return run


def _highs_evenly(program: FloatProgram, limit: float, memory: int) -> Solution:
    """HiGHS's simplex method after a scaling that sees chains of rows; a hint that is missing where there are none."""
    scales = even_scales(program)
    if scales is None:
        raise SolverFailed("no scale would be large")
    return scales.undo(highs.solve_simplex(scales.apply(program), {}, limit))


def _highs_rotated(program: FloatProgram, limit: float, memory: int) -> Solution:
    """HiGHS's simplex method in coordinates in which free columns are orthogonal."""
    rotation = Rotation.of(program)
    if rotation is None:
        raise SolverFailed("no free columns, or a large program")
    return rotation.undo(highs.solve_simplex(rotation.apply(program), {}, limit))


BACKENDS: dict[str, Backend] = {
    "highs": _highs(),
    "highs-ipm": _in_worker("optcheck.lp.highs:solve_interior_point"),
    "pulp-cbc": _in_worker("optcheck.lp.backends:solve_pulp", "CBC"),
    "pulp-highs": _in_worker("optcheck.lp.backends:solve_pulp", "HiGHS"),
    "cvxpy-highs": _in_worker("optcheck.lp.backends:solve_cvxpy", "HIGHS"),
    "cvxpy-clarabel": _in_worker("optcheck.lp.backends:solve_cvxpy", "CLARABEL"),
}

# Asked when HiGHS calls a program infeasible, and its ray does not prove that.
RAY_FALLBACKS: dict[str, Backend] = {
    "highs, primal without costs": _highs({"simplex_strategy": 4}, costs=False),
    "highs, dual without costs": _highs({}, rescale=False, costs=False),
}

# Asked when HiGHS's first answer leads to no proof. All but the last run in this process.
EVENLY, PRESOLVED, ROTATED = "highs, even scales", "highs, presolve", "highs, orthogonal columns"
FALLBACKS: dict[str, Backend] = {
    EVENLY: _highs_evenly,
    ROTATED: _highs_rotated,
    "highs, own scaling": _highs({}, rescale=False),
    PRESOLVED: _highs({"presolve": "on"}),
    "highs, primal": _highs({"simplex_strategy": 4}),
    "highs, loose": _highs({"primal_feasibility_tolerance": 1e-7, "dual_feasibility_tolerance": 1e-7}),
    "highs, interior point": BACKENDS["highs-ipm"],
}


def require_backend(backend: str) -> None:
    """Refuse a name that is no backend, or whose packages are not installed."""
    if backend not in BACKENDS:
        raise InvalidInput(f"backend must be one of {', '.join(BACKENDS)}, got {backend!r}")
    if backend.startswith(("cvxpy", "pulp")):
        require(f"the backend {backend}", "clarabel", "cvxpy", "pulp", "scipy")


def solve_floats(program: FloatProgram, backend: str = "highs", limit: float = 60.0, memory: int = _MEMORY) -> Solution:
    """Solve in doubles only: a hint. Ends within the limit in seconds, or raises SolverFailed.

    ``memory`` limits, in bytes, the process of solvers that run in one of their own.
    """
    require_backend(backend)
    return ask(backend, program, limit, memory)


@np.errstate(all="ignore")  # scaling may leave the range of doubles: a hint that is missing
def ask(backend: str, program: FloatProgram, limit: float, memory: int) -> Solution:
    """An answer of the right shape from a backend or a fallback, or SolverFailed."""
    try:
        solution = (BACKENDS | FALLBACKS | RAY_FALLBACKS)[backend](program, limit, memory)
    except SolverFailed as error:
        raise SolverFailed(f"{backend}: {error}") from error
    except Exception as error:  # whatever a foreign solver raises is a hint that is missing
        raise SolverFailed(f"{backend}: {type(error).__name__}: {error}") from error
    return _well_formed(program, solution)


def crossover(program: FloatProgram, solution: Solution, limit: float, memory: int) -> Solution:
    """Give a basis to an answer that came without one."""
    return _well_formed(program, _call("optcheck.lp.highs:crossover", (program, solution), program, limit, memory))


def _call(job: str, arguments: tuple[object, ...], program: FloatProgram, limit: float, memory: int) -> Solution:
    stalled = _STALLED + len(program.values) / _NONZEROS_A_SECOND
    return cast("Solution", call_in_worker(job, arguments, min(limit, stalled), memory))


def _well_formed(program: FloatProgram, solution: Solution) -> Solution:
    """Refuse an answer that calls itself optimal and is not even a finite point of the right size."""
    if solution.status is not Status.OPTIMAL:
        return solution
    sizes = (np.shape(solution.primal), np.shape(solution.dual))
    if sizes != ((len(program.costs),), (len(program.row_lower),)):
        raise SolverFailed(f"{solution.solver}: the answer has the wrong size: {sizes[0]} columns, {sizes[1]} rows")
    if not (np.isfinite(solution.primal).all() and np.isfinite(solution.dual).all()):
        raise SolverFailed(f"{solution.solver}: the answer is not finite")
    return solution


# PuLP and cvxpy, optional packages that take seconds to load: imported by the worker that uses them

_STATUS = {  # as PuLP and cvxpy spell it, in lower case
    "optimal": Status.OPTIMAL,
    "optimal_inaccurate": Status.OPTIMAL,
    "infeasible": Status.INFEASIBLE,
    "infeasible_inaccurate": Status.INFEASIBLE,
    "unbounded": Status.UNBOUNDED,
    "unbounded_inaccurate": Status.UNBOUNDED,
    "infeasible_or_unbounded": Status.INFEASIBLE_OR_UNBOUNDED,
    "not solved": Status.LIMIT,
    "user_limit": Status.LIMIT,
}


def _solution(program: FloatProgram, name: str, status: str, primal: object, dual: object) -> Solution:
    point, multipliers = np.asarray(primal, dtype=np.float64), np.asarray(dual, dtype=np.float64)
    value = float(program.costs @ point)
    return Solution(name, _STATUS.get(status.lower(), Status.FAILED), value, point, multipliers)


def solve_pulp(program: FloatProgram, solver: str = "CBC", limit: float | None = None) -> Solution:
    """Solve with PuLP's CBC or HiGHS. They do not always obey the limit."""
    import pulp

    problem, variables = pulp_problem(program)
    engine = (pulp.PULP_CBC_CMD if solver == "CBC" else pulp.HiGHS)(msg=False, timeLimit=limit)
    try:
        problem.solve(engine)
    except pulp.PulpSolverError as error:
        raise SolverFailed(f"PuLP with {solver}: {error}") from error
    primal = [variable.value() or 0.0 for variable in variables]
    dual = [row.pi or 0.0 for row in problem.constraints.values()]
    return _solution(program, f"pulp-{solver.lower()}", pulp.LpStatus[problem.status], primal, dual)


def pulp_problem(program: FloatProgram) -> tuple[pulp.LpProblem, list[pulp.LpVariable]]:
    """The PuLP form: one object a row."""
    import pulp

    pulp.set_v4_migration_warnings(False)  # PuLP 3 is pinned: how PuLP 4 differs concerns no user of optcheck
    problem = pulp.LpProblem("program", pulp.LpMaximize if program.maximise else pulp.LpMinimize)
    bounds = [[b if np.isfinite(b) else None for b in side.tolist()] for side in (program.lower, program.upper)]
    variables = [pulp.LpVariable(f"x{j}", low, high) for j, (low, high) in enumerate(zip(*bounds, strict=True))]
    problem += pulp.LpAffineExpression(zip(variables, program.costs.tolist(), strict=True))
    for i, (low, high) in enumerate(zip(program.row_lower, program.row_upper, strict=True)):
        span = slice(int(program.starts[i]), int(program.starts[i + 1]))
        terms = zip(program.columns[span].tolist(), program.values[span].tolist(), strict=True)
        row = pulp.LpAffineExpression([(variables[j], a) for j, a in terms])
        problem += (row == low) if low == high else (row >= low) if np.isfinite(low) else (row <= high)
    return problem, variables


def solve_cvxpy(program: FloatProgram, solver: str = "HIGHS", limit: float | None = None) -> Solution:
    """Solve with cvxpy, all rows of a relation in one matrix constraint. They do not always obey the limit."""
    import cvxpy

    x = cvxpy.Variable(len(program.costs))
    rows = _cvxpy_rows(program, x)
    cost = program.costs @ x
    goal = cvxpy.Maximize(cost) if program.maximise else cvxpy.Minimize(cost)
    problem = cvxpy.Problem(goal, [constraint for _, constraint, _ in rows] + _cvxpy_bounds(program, x))
    try:
        problem.solve(solver=solver, **({} if limit is None else {"time_limit": limit}))
    except (cvxpy.SolverError, ValueError) as error:  # ValueError: a model without variables
        raise SolverFailed(f"cvxpy with {solver}: {error}") from error
    dual = np.zeros(len(program.row_lower))
    for index, constraint, sign in rows:
        if constraint.dual_value is not None:
            dual[index] = (-sign if program.maximise else sign) * np.asarray(constraint.dual_value)
    primal = np.zeros(len(program.costs)) if x.value is None else x.value
    return _solution(program, f"cvxpy-{solver.lower()}", problem.status, primal, dual)


def _cvxpy_rows(program: FloatProgram, x: cvxpy.Variable) -> list[tuple[NDArray[np.int64], cvxpy.Constraint, float]]:
    """The rows of each relation, their constraint, and the sign of its multipliers."""
    from scipy.sparse import csr_matrix

    shape = (len(program.row_lower), len(program.costs))
    matrix = csr_matrix((program.values, program.columns, program.starts), shape=shape)
    equal = program.row_lower == program.row_upper
    above, below = np.isfinite(program.row_lower) & ~equal, np.isfinite(program.row_upper) & ~equal
    equal, above, below = (np.flatnonzero(chosen) for chosen in (equal, above, below))
    rows = [
        (equal, matrix[equal] @ x == program.row_lower[equal], -1.0) if len(equal) else None,
        (above, matrix[above] @ x >= program.row_lower[above], 1.0) if len(above) else None,
        (below, matrix[below] @ x <= program.row_upper[below], -1.0) if len(below) else None,
    ]
    return [part for part in rows if part is not None]


def _cvxpy_bounds(program: FloatProgram, x: cvxpy.Variable) -> list[cvxpy.Constraint]:
    low, high = np.flatnonzero(np.isfinite(program.lower)), np.flatnonzero(np.isfinite(program.upper))
    constraints = [x[low] >= program.lower[low]] if len(low) else []
    return constraints + ([x[high] <= program.upper[high]] if len(high) else [])
