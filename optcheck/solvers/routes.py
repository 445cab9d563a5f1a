"""From a hint to an exact outcome: the routes, cheap ones first, until one of them proves something.

Nothing here is trusted: what comes out is confirmed by the checker. Most programs end at the first route; the others
are loaded when they are needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import inf

import numpy as np

from optcheck.errors import NotCertified, SolverFailed
from optcheck.exact.program import FloatProgram, Infeasible, LinearProgram, Optimal, Outcome, Unbounded
from optcheck.solvers.backends import BACKENDS, LADDER, OTHER_RAYS, ask, crossover
from optcheck.solvers.problem import Problem
from optcheck.solvers.recovery import optimum_of_basis
from optcheck.solvers.run import Exhausted, Run
from optcheck.solvers.solution import Solution, Status

__all__ = ["by_exact_simplex", "hint_from", "outcome_of", "telling_the_story"]

_TINY = 5000  # cells of a tableau that the exact simplex method settles at once
_PATIENCE = 1.0  # seconds
_CELL = 100  # bytes of one exact number of a small tableau

Found = tuple[Outcome, str]


def hint_from(program: LinearProgram, backend: str, run: Run) -> tuple[FloatProgram | None, Solution | None]:
    """The float view and the backend's answer; None where there is none."""
    try:
        floats = program.to_floats()
    except OverflowError:  # data beyond the range of doubles: only exact arithmetic can help
        return None, None
    return floats, _ask(floats, backend, run)


def _ask(floats: FloatProgram, backend: str, run: Run, most: float = inf) -> Solution | None:
    try:
        with run.stage(backend) as note:
            limit = min(most, run.left / 2)
            solution = ask(BACKENDS | LADDER | OTHER_RAYS, backend, floats, limit, run.memory_bytes)
            note.outcome = solution.status.value
            return replace(solution, solver=backend)
    except SolverFailed:
        return None


@np.errstate(all="ignore")  # what leaves the range of doubles leads nowhere, and other routes follow
def outcome_of(program: LinearProgram, floats: FloatProgram | None, solution: Solution | None, run: Run) -> Found:
    """The exact outcome that a hint leads to, and the route that found it. Not yet checked."""
    try:
        found = None if floats is None else _by_hints(Problem(program, floats, run), solution)
    except OverflowError:  # something on the way is beyond the range of doubles: only exact arithmetic can help
        found = None
    return found or by_exact_simplex(program, run)


def _by_hints(problem: Problem, solution: Solution | None) -> Found | None:
    """The hint at hand, then HiGHS in several ways; each is asked about the program, then about its violation."""
    found = _from_hint(problem, solution)
    asked = {solution.solver if solution else "", *(stage.name for stage in problem.run.stages)}
    if found is None and "highs" not in asked:
        found = _from_hint(problem, _ask(problem.floats, "highs", problem.run))
    found = found or _infeasible_or_unbounded(problem, "highs")
    if found is None and not _tiny(problem.program):
        for backend in LADDER:
            found = _from_hint(problem, _ask(problem.floats, backend, problem.run))
            found = found or _infeasible_or_unbounded(problem, backend)
            if found is not None:
                break
    return found


def _tiny(program: LinearProgram) -> bool:
    from optcheck.solvers.simplex import tableau_cells

    return tableau_cells(program) <= _TINY


def _from_hint(problem: Problem, solution: Solution | None) -> Found | None:
    if solution is not None and solution.status is Status.INFEASIBLE:
        return _infeasible(problem, solution)
    return _optimum(problem, solution)


def _infeasible(problem: Problem, solution: Solution) -> Found | None:
    if solution.ray is None:
        return None
    from optcheck.solvers.farkas import infeasible_by_ray

    with problem.run.stage("exact ray") as note:
        found = infeasible_by_ray(problem, solution)
        note.outcome = "infeasible" if found else "proves nothing"
    if found is not None:
        return found, f"ray of {solution.solver}"
    return None if solution.solver in (*LADDER, *OTHER_RAYS) else _by_another_ray(problem)


def _by_another_ray(problem: Problem) -> Found | None:
    """Another end of the simplex method, not waited for much longer than for the first."""
    patience = _PATIENCE + 5 * sum(stage.seconds for stage in problem.run.stages)
    for backend in OTHER_RAYS:
        solution = _ask(problem.floats, backend, problem.run, patience)
        found = _infeasible(problem, solution) if solution and solution.status is Status.INFEASIBLE else None
        if found is not None:
            return found
    return None


def _optimum(problem: Problem, solution: Solution | None) -> tuple[Optimal, str] | None:
    if solution is None or solution.status is not Status.OPTIMAL:
        return None
    if solution.basis is None:
        solution = _with_basis(problem.floats, solution, problem.run)
    if solution is None or solution.basis is None:
        return None
    with problem.run.stage("exact basis") as note:
        found = optimum_of_basis(problem, solution.basis)
        note.outcome = "optimal" if found else "not exactly optimal"
    if found is not None:
        return found, f"basis of {solution.solver}"
    from optcheck.solvers.refinement import refined_optimum

    with problem.run.stage("refinement") as note:
        found = refined_optimum(problem, solution)
        note.outcome = "optimal" if found else "not exactly optimal"
    return None if found is None else (found, f"refinement of {solution.solver}")


def _with_basis(floats: FloatProgram, solution: Solution, run: Run) -> Solution | None:
    try:
        with run.stage("crossover") as note:
            solution = crossover(floats, solution, run.left / 2, run.memory_bytes)
            note.outcome = "a basis" if solution.basis else "no basis"
            return solution
    except SolverFailed:
        return None


def _infeasible_or_unbounded(problem: Problem, backend: str) -> Found | None:
    """Decide by two programs that always have an optimum: least violation, then steepest bounded ray."""
    from optcheck.solvers.auxiliary import recession

    violation = _violation(problem, backend)
    if violation is None or isinstance(violation, Infeasible):
        return None if violation is None else (violation, "least violation")
    if violation.value > 0:
        return Infeasible(violation.dual), "least violation"
    ray = _certified_minimum(recession(problem.program), backend, problem.run.part("steepest ray"))
    if ray is None or ray.value == 0:
        return None
    return Unbounded(violation.primal[: len(problem.program.costs)], ray.primal), "steepest ray"


def _violation(problem: Problem, backend: str) -> Optimal | Infeasible | None:
    """The least violation, or a proof that it is positive: the multipliers prove that without an exact optimum."""
    from optcheck.solvers.auxiliary import elastic
    from optcheck.solvers.farkas import infeasible_by_elastic_dual

    run, program = problem.run.part("least violation"), elastic(problem.program)
    floats, solution = hint_from(program, backend, run)
    if floats is None or solution is None or solution.status is not Status.OPTIMAL or solution.basis is None:
        return None
    relaxed = Problem(program, floats, run)
    if solution.value > 0:
        with run.stage("exact multipliers") as note:
            found = infeasible_by_elastic_dual(problem, relaxed, solution.basis)
            note.outcome = "infeasible" if found else "prove nothing"
        if found is not None:
            return found
    optimum = _optimum(relaxed, solution)
    return None if optimum is None else optimum[0]


def _certified_minimum(program: LinearProgram, backend: str, run: Run) -> Optimal | None:
    """The exact optimum of a program that has one, or None when no float basis leads to it."""
    floats, solution = hint_from(program, backend, run)
    found = None if floats is None else _optimum(Problem(program, floats, run), solution)
    return None if found is None else found[0]


def by_exact_simplex(program: LinearProgram, run: Run) -> Found:
    """The outcome without any float: slow, and sure as far as time and memory go."""
    from optcheck.solvers.simplex import exact_outcome, tableau_cells

    with run.stage("exact simplex") as note:
        run.require(tableau_cells(program) * _CELL)
        outcome = exact_outcome(program, run.check)
        note.outcome = type(outcome).__name__.lower()
    return outcome, "exact simplex"


@contextmanager
def telling_the_story(program: LinearProgram, run: Run) -> Iterator[None]:
    """Turn the end of time or memory into an error that says what was tried."""
    try:
        yield
    except Exhausted as error:
        size = f"{program.rows.count} rows and {len(program.costs)} columns"
        told = f"no exact certificate was found for this program of {size}: {error}; tried: {run.story()}"
        raise NotCertified(told) from error
