"""From a hint to an exact outcome: the routes, cheap ones first, until one of them proves something.

Nothing here is trusted: what comes out is confirmed by the checker. Most programs end at the first route; the others
are loaded when they are needed.

Solve a linear program and prove the answer: optimal, infeasible or unbounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from optcheck.errors import CertificateRejected, InvalidInput, NotCertified, SolverFailed, TooCostly
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact
from optcheck.lp.backends import BACKENDS, LADDER, OTHER_RAYS, ask, crossover, require_backend
from optcheck.lp.problem import Exhausted, Problem, Run, Stage
from optcheck.lp.program import FloatProgram, Infeasible, LinearProgram, Optimal, Outcome, Unbounded
from optcheck.lp.recovery import optimum_of_basis
from optcheck.lp.solution import Solution, Status

__all__ = [
    "Answer",
    "by_exact_simplex",
    "hint_from",
    "outcome_of",
    "solve",
    "telling_the_story",
]


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
    from optcheck.lp.simplex import tableau_cells

    return tableau_cells(program) <= _TINY


def _from_hint(problem: Problem, solution: Solution | None) -> Found | None:
    if solution is not None and solution.status is Status.INFEASIBLE:
        return _infeasible(problem, solution)
    return _optimum(problem, solution)


def _infeasible(problem: Problem, solution: Solution) -> Found | None:
    if solution.ray is None:
        return None
    from optcheck.lp.recovery import infeasible_by_ray

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
    from optcheck.lp.refinement import refined_optimum

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
    from optcheck.lp.recovery import recession

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
    from optcheck.lp.recovery import elastic, infeasible_by_elastic_dual

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
    from optcheck.lp.simplex import exact_outcome, tableau_cells

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


DEFAULT_LIMIT = 60.0  # seconds
DEFAULT_CHECK = 10.0  # seconds' worth of the checker's steps
DEFAULT_MEMORY = 4.0  # gigabytes


@dataclass(frozen=True, slots=True)
class Answer:
    """A proved outcome, the certificate that the checker accepted, and how it was found.

    ``solution`` is the backend's float answer, None when there was none. ``route`` names what led to the proof, and
    ``stages`` everything that was tried: name, seconds, outcome.
    """

    program: LinearProgram
    outcome: Outcome
    certificate: Certificate
    solution: Solution | None
    route: str = ""
    stages: tuple[Stage, ...] = ()

    @property
    def status(self) -> str:
        """ "optimal", "infeasible" or "unbounded": proved, whatever the float solver said."""
        return {Optimal: "optimal", Infeasible: "infeasible", Unbounded: "unbounded"}[type(self.outcome)]

    @property
    def value(self) -> Exact | None:
        """The exact optimum, where there is one."""
        return self.outcome.value if isinstance(self.outcome, Optimal) else None

    @property
    def point(self) -> dict[str, Exact]:
        """The exact point by variable name; empty when no point is feasible."""
        if isinstance(self.outcome, Infeasible):
            return {}
        return dict(zip(self.program.column_labels, self.outcome.primal, strict=True))

    @property
    def multipliers(self) -> dict[str, Exact]:
        """The exact row multipliers by name, 0 left out: at an optimum, what a unit of a right side is worth."""
        if isinstance(self.outcome, Unbounded):
            return {}
        return {self.program.row_labels[i]: y for i, y in self.outcome.dual.items()}

    @property
    def reduced_costs(self) -> dict[str, Exact]:
        """What the multipliers leave of each column's cost, exactly, by name."""
        from optcheck.lp.page import reduced_costs

        return dict(zip(self.program.column_labels, reduced_costs(self.program, self.outcome), strict=True))

    def __str__(self) -> str:
        from optcheck.lp.page import page_of

        return page_of(self)

    def table(self, most: int = 40) -> str:
        """Values, reduced costs, activities and multipliers as a text, the first ``most`` columns and rows."""
        from optcheck.lp.page import table_of

        return table_of(self, most)

    def document(self) -> dict[str, object]:
        """The whole answer as JSON values, numbers as ints or "p/q" texts."""
        from optcheck.lp.page import document_of

        return document_of(self)


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
    require_backend(backend)
    run = Run(limit, memory)
    contradiction = program.crossed_bounds()
    if contradiction is not None:
        return certified(program, Infeasible({}, contradiction), None, "bounds", run)
    with telling_the_story(program, run):
        floats, solution = hint_from(program, backend, run)
        outcome, route = outcome_of(program, floats, solution, run)
        try:
            return certified(program, outcome, solution, route, run)
        except TooCostly as error:
            raise Exhausted(f"a proof was found, but it is {error}") from error
        except CertificateRejected:  # a filter in doubles went wrong: the slow way has none
            outcome, route = by_exact_simplex(program, run)
            return certified(program, outcome, solution, route, run)


def certified(program: LinearProgram, outcome: Outcome, solution: Solution | None, route: str, run: Run) -> Answer:
    """The answer, once the checker has accepted its certificate."""
    with run.stage("check", bounded=False) as note:
        certificate = program.certificate(outcome)
        certificate.accept(max(DEFAULT_CHECK, run.limit))
        note.outcome = "accepted"
    hint = None if solution is None else solution.with_factors(None)  # they would keep the solver's memory
    return Answer(program, outcome, certificate, hint, route, tuple(run.stages))
