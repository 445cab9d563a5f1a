"""Solve a linear program and prove the answer: optimal, infeasible or unbounded.

A float solver's answer is the hint. From it lead routes to an exact outcome, cheap ones first, until one of them proves
something; most programs end at the first. Nothing here is trusted: the checker confirms the certificate.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import inf

import numpy as np

from optcheck.errors import CertificateRejected, InvalidInput, NotCertified, SolverFailed, TooCostly
from optcheck.exact.files import uncollected
from optcheck.lp.answer import Answer
from optcheck.lp.backends import (
    EVENLY,
    FALLBACKS,
    INTERIOR,
    PRESOLVED,
    RAY_FALLBACKS,
    ROTATED,
    ask,
    crossover,
    require_backend,
)
from optcheck.lp.limits import Exhausted, Run
from optcheck.lp.program import (
    FloatProgram,
    Infeasible,
    LinearProgram,
    Optimal,
    Outcome,
    Solution,
    Status,
    Unbounded,
)
from optcheck.lp.recovery import (
    Problem,
    elastic,
    infeasible_by_ray,
    optimum_of_basis,
    recession,
    refined_optimum,
)
from optcheck.lp.simplex import exact_outcome, simplex_cells

DEFAULT_LIMIT = 60.0  # seconds
DEFAULT_CHECK = 10.0  # seconds' worth of the checker's steps
DEFAULT_MEMORY = 4.0  # gigabytes
_TINY = 2000  # cells of a program that the exact simplex method solves at once
_STALLED = 2.0  # seconds; a tiny program that keeps a solver busy for longer is one that it will not solve
_NONZEROS_A_SECOND = 1000
_RAY_SECONDS = 1.0  # for another ray, besides a multiple of the time so far

Routed = tuple[Outcome, str]  # an outcome and the route that led to it


def solve(
    program: LinearProgram, backend: str = "highs", limit: float = DEFAULT_LIMIT, memory: float = DEFAULT_MEMORY
) -> Answer:
    """Solve with a float solver, and prove the answer exactly.

    The backend's answer is a hint. A solver that is wrong, crashes or never comes back is a hint that is missing:
    whatever happens, the outcome returned here carries a certificate that the checker has accepted; if none can be
    found within ``limit`` seconds and ``memory`` gigabytes, NotCertified says what was tried. Loading a backend that
    runs in a process of its own, and the final check, come on top of the limit.

    >>> from optcheck.lp.program import Model
    >>> model = Model("minimise")
    >>> x = model.variable("x", cost=3)
    >>> model.row("floor", {x: 7}, ">=", 1)
    >>> answer = solve(model.build())
    >>> answer.value, answer.route
    (Fraction(3, 7), 'basis of highs')
    """
    if not isinstance(program, LinearProgram):
        raise InvalidInput(f"program must be a LinearProgram such as model.build(), got {type(program).__name__}")
    if not program.continuous:
        raise InvalidInput("program has integer columns or gaps: optcheck.solve takes them, program.relaxed() has none")
    require_backend(backend)
    run = Run(limit, memory)
    contradiction = program.crossed_bounds()
    if contradiction is not None:
        return certified(program, Infeasible({}, contradiction), None, "bounds", run)
    with explain_exhaustion(program, run):
        floats, solution = _hint(program, backend, run)
        outcome, route = outcome_of(program, floats, solution, run)
        try:
            return certified(program, outcome, solution, route, run)
        except TooCostly as error:
            raise Exhausted(f"a proof was found, but it is {error}") from error
        except CertificateRejected:  # a filter in doubles went wrong: the slow way has none
            outcome, route = _by_exact_simplex(program, run, None)
            return certified(program, outcome, solution, route, run)


@contextmanager
def explain_exhaustion(program: LinearProgram, run: Run) -> Iterator[None]:
    """Turn the end of time or memory into an error that says what was tried."""
    try:
        yield
    except Exhausted as error:
        size = f"{program.rows.count} rows and {len(program.costs)} columns"
        message = f"no exact certificate was found for this program of {size}: {error}; tried: {run.summary()}"
        raise NotCertified(message) from error


def certified(program: LinearProgram, outcome: Outcome, solution: Solution | None, route: str, run: Run) -> Answer:
    """The answer, once the checker has accepted its certificate."""
    with run.stage("check", bounded=False) as note, uncollected():
        certificate = program.certificate(outcome)
        certificate.accept(max(DEFAULT_CHECK, run.limit))
        note.outcome = "accepted"
    hint = None if solution is None else solution.with_factors(None)  # they would keep the solver in memory
    return Answer(program, outcome, certificate, hint, route, tuple(run.stages))


def _hint(
    program: LinearProgram, backend: str, run: Run, patient: bool = True
) -> tuple[FloatProgram | None, Solution | None]:
    """The program in doubles and the backend's answer; None where there is none."""
    try:
        floats = program.to_floats()
    except OverflowError:  # data beyond the range of doubles: only exact arithmetic can help
        return None, None
    return floats, _ask(floats, backend, run, inf if patient else _stalled(floats))


def _stalled(floats: FloatProgram) -> float:
    """Seconds for a step that nobody asked for by name, and in which solvers are known to hang."""
    return _STALLED + len(floats.values) / _NONZEROS_A_SECOND


def _ask(floats: FloatProgram, backend: str, run: Run, most: float = inf) -> Solution | None:
    try:
        with run.stage(backend) as note:
            solution = ask(backend, floats, min(most, run.remaining / 2), run.memory_bytes)
            note.outcome = solution.status.value
            return replace(solution, solver=backend)
    except SolverFailed:
        return None


@np.errstate(all="ignore")  # what leaves the range of doubles leads nowhere, and other routes follow
def outcome_of(program: LinearProgram, floats: FloatProgram | None, solution: Solution | None, run: Run) -> Routed:
    """The exact outcome that a hint leads to, and the route to it. Not yet checked."""
    try:
        routed = None if floats is None else _by_hints(Problem(program, floats, run), solution)
    except OverflowError:  # something on the way is beyond the range of doubles: only exact arithmetic can help
        routed = None
    return routed or _by_exact_simplex(program, run, solution)


def _by_exact_simplex(program: LinearProgram, run: Run, solution: Solution | None) -> Routed:
    """The outcome without any float but for where it begins: slow, and certain as far as time and memory go."""
    start = None if solution is None else solution.basis
    with run.stage("exact simplex") as note:
        outcome = exact_outcome(program, run.check, start)
        note.outcome = type(outcome).__name__.lower()
    return outcome, "exact simplex"


def _by_hints(problem: Problem, solution: Solution | None) -> Routed | None:
    """The hint at hand, then HiGHS in several ways; each is asked about the program, then about its violation."""
    routed = _by_hint(problem, solution)
    asked = {solution.solver if solution else "", *(stage.name for stage in problem.run.stages)}
    if routed is None and "highs" not in asked:
        routed = _by_hint(problem, _ask(problem.floats, "highs", problem.run))
    if routed is None and simplex_cells(problem.program) > _TINY:
        routed = _by_hint(problem, _ask(problem.floats, EVENLY, problem.run))
        routed = routed or _by_hint(problem, _ask(problem.floats, ROTATED, problem.run))
    if routed is None and solution is not None and solution.status is Status.UNBOUNDED:
        routed = _by_hint(problem, _ask(problem.floats, PRESOLVED, problem.run))  # doubles often see rays that end
    routed = routed or _infeasible_or_unbounded(problem, "highs")
    if routed is None and simplex_cells(problem.program) > _TINY:
        asked = {stage.name for stage in problem.run.stages}
        for backend in (name for name in FALLBACKS if name not in asked):
            most = _stalled(problem.floats) if backend == INTERIOR else inf
            routed = _by_hint(problem, _ask(problem.floats, backend, problem.run, most))
            routed = routed or _infeasible_or_unbounded(problem, backend)
            if routed is not None:
                break
    return routed


def _by_hint(problem: Problem, solution: Solution | None) -> Routed | None:
    if solution is not None and solution.status is Status.INFEASIBLE:
        return _infeasible(problem, solution)
    return _optimum(problem, solution)


def _infeasible(problem: Problem, solution: Solution) -> Routed | None:
    if solution.ray is None:
        return None
    with problem.run.stage("exact ray") as note:
        outcome = infeasible_by_ray(problem, solution)
        note.outcome = "infeasible" if outcome else "proves nothing"
    if outcome is not None:
        return outcome, f"ray of {solution.solver}"
    return None if solution.solver in (*FALLBACKS, *RAY_FALLBACKS) else _by_another_ray(problem)


def _by_another_ray(problem: Problem) -> Routed | None:
    """Another end of the simplex method, not waited for much longer than for the first."""
    most = _RAY_SECONDS + 5 * sum(stage.seconds for stage in problem.run.stages)
    for backend in RAY_FALLBACKS:
        solution = _ask(problem.floats, backend, problem.run, most)
        routed = _infeasible(problem, solution) if solution and solution.status is Status.INFEASIBLE else None
        if routed is not None:
            return routed
    return None


def _optimum(problem: Problem, solution: Solution | None) -> tuple[Optimal, str] | None:
    if solution is None or solution.status is not Status.OPTIMAL:
        return None
    if solution.basis is None:
        solution = _with_basis(problem.floats, solution, problem.run)
    if solution is None or solution.basis is None:
        return None
    with problem.run.stage("exact basis") as note:
        optimum = optimum_of_basis(problem, solution.basis)
        note.outcome = "optimal" if optimum else "not exactly optimal"
    if optimum is not None:
        return optimum, f"basis of {solution.solver}"
    with problem.run.stage("refinement") as note:
        optimum = refined_optimum(problem, solution)
        note.outcome = "optimal" if optimum else "not exactly optimal"
    return None if optimum is None else (optimum, f"refinement of {solution.solver}")


def _with_basis(floats: FloatProgram, solution: Solution, run: Run) -> Solution | None:
    try:
        with run.stage("crossover") as note:
            solution = crossover(floats, solution, min(_stalled(floats), run.remaining / 2), run.memory_bytes)
            note.outcome = "a basis" if solution.basis else "no basis"
            return solution
    except SolverFailed:
        return None


def _infeasible_or_unbounded(problem: Problem, backend: str) -> Routed | None:
    """Decide by two programs that always have an optimum: least violation, then steepest bounded ray."""
    violated = problem.run.nested("least violation")
    violation = _minimum(elastic(problem.program), backend, violated, patient=False)
    if violation is None:
        return None
    if violation.value > 0:
        return Infeasible(violation.dual), "least violation"
    ray = _minimum(recession(problem.program), backend, problem.run.nested("steepest ray"))
    if ray is None or ray.value == 0:
        return None
    return Unbounded(violation.primal[: len(problem.program.costs)], ray.primal), "steepest ray"


def _minimum(program: LinearProgram, backend: str, run: Run, patient: bool = True) -> Optimal | None:
    """The exact optimum of a program that has one, or None when no float basis leads to it."""
    floats, solution = _hint(program, backend, run, patient)
    optimum = None if floats is None else _optimum(Problem(program, floats, run), solution)
    return None if optimum is None else optimum[0]
