"""The float solvers by name. Each call ends, and each answer has the shape of the program."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from optcheck.errors import InvalidInput, SolverFailed
from optcheck.exact.program import FloatProgram
from optcheck.solvers import highs
from optcheck.solvers.apart import call_apart
from optcheck.solvers.scaling import all_scales, badly_scaled
from optcheck.solvers.solution import Solution, Status

__all__ = ["BACKENDS", "Backend", "crossover", "solve_floats"]

Backend = Callable[[FloatProgram, float, int], Solution]

_MEMORY = 4 * 2**30
_PATIENCE = 2.0  # seconds; a tiny program that keeps a solver busy for longer is one that it will not solve
_NONZEROS_A_SECOND = 1000


def _apart(job: str, *fixed: str) -> Backend:
    """A backend that runs where it can be stopped."""

    def run(program: FloatProgram, limit: float, memory: int) -> Solution:
        solution: Solution = call_apart(job, (program, *fixed), min(limit, patience(program)), memory)
        return solution

    return run


def _in_process(program: FloatProgram, limit: float, memory: int) -> Solution:
    """HiGHS's simplex method obeys its own time limit: soak and benchmarks look for a case where it does not."""
    if not badly_scaled(program):
        return highs.solve_simplex(program, limit=limit)
    scales = all_scales(program)
    return scales.undo(highs.solve_simplex(scales.apply(program), limit=limit))


BACKENDS: dict[str, Backend] = {
    "highs": _in_process,
    "highs-ipm": _apart("optcheck.solvers.highs:solve_interior_point"),
    "pulp-cbc": _apart("optcheck.solvers.modelling:solve_pulp", "CBC"),
    "pulp-highs": _apart("optcheck.solvers.modelling:solve_pulp", "HiGHS"),
    "cvxpy-highs": _apart("optcheck.solvers.modelling:solve_cvxpy", "HIGHS"),
    "cvxpy-clarabel": _apart("optcheck.solvers.modelling:solve_cvxpy", "CLARABEL"),
}


def patience(program: FloatProgram) -> float:
    """How long a solver that may never come back is waited for."""
    return _PATIENCE + len(program.values) / _NONZEROS_A_SECOND


def solve_floats(program: FloatProgram, backend: str = "highs", limit: float = 60.0, memory: int = _MEMORY) -> Solution:
    """Solve in doubles only: a hint. Ends within the limit in seconds, or raises SolverFailed.

    ``memory`` limits, in bytes, the process of solvers that run in one of their own.
    """
    known = require_backend(backend)
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
    return BACKENDS


def crossover(program: FloatProgram, solution: Solution, limit: float, memory: int) -> Solution:
    """Give a basis to an answer that came without one."""
    job = "optcheck.solvers.highs:crossover"
    given: Solution = call_apart(job, (program, solution), min(limit, patience(program)), memory)
    return _sane(program, given)


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
