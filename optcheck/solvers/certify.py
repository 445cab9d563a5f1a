"""Solve a linear program and prove the answer: optimal, infeasible or unbounded."""

from __future__ import annotations

from dataclasses import dataclass

from optcheck.errors import CertificateRejected, InvalidInput, TooCostly
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact
from optcheck.exact.program import Infeasible, LinearProgram, Optimal, Outcome, Unbounded
from optcheck.solvers.backends import require_backend
from optcheck.solvers.routes import by_exact_simplex, hint_from, outcome_of, telling_the_story
from optcheck.solvers.run import Exhausted, Run, Stage
from optcheck.solvers.solution import Solution

__all__ = ["Answer", "solve"]

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
        from optcheck.solvers.page import reduced_costs

        return dict(zip(self.program.column_labels, reduced_costs(self.program, self.outcome), strict=True))

    def __str__(self) -> str:
        from optcheck.solvers.page import page_of

        return page_of(self)

    def table(self, most: int = 40) -> str:
        """Values, reduced costs, activities and multipliers as a text, the first ``most`` columns and rows."""
        from optcheck.solvers.page import table_of

        return table_of(self, most)

    def document(self) -> dict[str, object]:
        """The whole answer as JSON values, numbers as ints or "p/q" texts."""
        from optcheck.solvers.page import document_of

        return document_of(self)


def solve(
    program: LinearProgram, backend: str = "highs", limit: float = DEFAULT_LIMIT, memory: float = DEFAULT_MEMORY
) -> Answer:
    """Solve with a float solver, and prove the answer exactly.

    The backend's answer is a hint. A solver that is wrong, crashes or never comes back is a hint that is missing:
    whatever happens, the outcome returned here carries a certificate that the checker has accepted; if none can be
    found within ``limit`` seconds and ``memory`` gigabytes, NotCertified says what was tried. Loading a backend that
    runs in a process of its own, and the final check, come on top of the limit.

    >>> from optcheck.exact.program import Model
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
