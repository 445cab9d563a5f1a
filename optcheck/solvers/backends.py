"""The float solvers by name. Each call ends, and each answer has the shape of the program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import cast

import numpy as np

from optcheck.errors import InvalidInput, SolverFailed
from optcheck.exact.program import FloatProgram
from optcheck.extras import require
from optcheck.solvers import highs
from optcheck.solvers.scaling import all_scales, badly_scaled
from optcheck.solvers.solution import Solution, Status

__all__ = ["BACKENDS", "LADDER", "OTHER_RAYS", "Backend", "ask", "crossover", "require_backend", "solve_floats"]

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
    "highs-ipm": _apart("optcheck.solvers.highs:solve_interior_point"),
    "pulp-cbc": _apart("optcheck.solvers.modelling:solve_pulp", "CBC"),
    "pulp-highs": _apart("optcheck.solvers.modelling:solve_pulp", "HiGHS"),
    "cvxpy-highs": _apart("optcheck.solvers.modelling:solve_cvxpy", "HIGHS"),
    "cvxpy-clarabel": _apart("optcheck.solvers.modelling:solve_cvxpy", "CLARABEL"),
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
    job = "optcheck.solvers.highs:crossover"
    return _sane(program, _stoppable(job, (program, solution), program, limit, memory))


def _stoppable(job: str, arguments: tuple[object, ...], program: FloatProgram, limit: float, memory: int) -> Solution:
    from optcheck.solvers.apart import call_apart  # most calls need no other process

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
