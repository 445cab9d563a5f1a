"""Solve a linear program and prove the answer: optimal, infeasible or unbounded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from optcheck.errors import InvalidInput, NotCertified, SolverFailed
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact
from optcheck.exact.program import (
    FloatProgram,
    Infeasible,
    LinearProgram,
    Optimal,
    Outcome,
    SparseRows,
    Unbounded,
    object_array,
)
from optcheck.solvers import highs, modelling
from optcheck.solvers.recovery import optimum_of_basis
from optcheck.solvers.refinement import refined_optimum
from optcheck.solvers.simplex import exact_outcome, tableau_cells
from optcheck.solvers.solution import Solution, Status

__all__ = ["BACKENDS", "Answer", "solve", "solve_floats"]

BACKENDS: dict[str, Callable[[FloatProgram], Solution]] = {
    "highs": highs.solve_simplex,
    "highs-ipm": highs.solve_interior_point,
    "pulp-cbc": partial(modelling.solve_pulp, solver="CBC"),
    "pulp-highs": partial(modelling.solve_pulp, solver="HiGHS"),
    "cvxpy-highs": partial(modelling.solve_cvxpy, solver="HIGHS"),
    "cvxpy-clarabel": partial(modelling.solve_cvxpy, solver="CLARABEL"),
}
_SMALL_TABLEAU = 200_000  # cells that the exact simplex method still settles in seconds


@dataclass(frozen=True, slots=True)
class Answer:
    """A proved outcome, the certificate that the checker accepted, and the float answer it grew from."""

    program: LinearProgram
    outcome: Outcome
    certificate: Certificate
    solution: Solution | None

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


def solve(program: LinearProgram, backend: str = "highs") -> Answer:
    """Solve with a float solver, and prove the answer exactly.

    The backend's answer is a hint. Whatever it says, the outcome returned here carries a certificate that the
    checker has accepted; if none can be found, NotCertified is raised.

    >>> from optcheck.exact.program import Model
    >>> model = Model("minimise")
    >>> x = model.variable("x", cost=3)
    >>> model.row("floor", {x: 7}, ">=", 1)
    >>> solve(model.build()).value
    Fraction(3, 7)
    """
    floats, solution = _hint(program, backend)
    outcome = prove(program, floats, solution)
    certificate = program.certificate(outcome)
    certificate.verify()
    return Answer(program, outcome, certificate, solution)


def solve_floats(program: FloatProgram, backend: str = "highs") -> Solution:
    """Solve in doubles only: a hint."""
    if backend not in BACKENDS:
        raise InvalidInput(f"backend must be one of {', '.join(BACKENDS)}, got {backend!r}")
    return BACKENDS[backend](program)


def _hint(program: LinearProgram, backend: str) -> tuple[FloatProgram | None, Solution | None]:
    if not isinstance(program, LinearProgram):
        raise InvalidInput(f"program must be a LinearProgram such as model.build(), got {type(program).__name__}")
    if backend not in BACKENDS:
        raise InvalidInput(f"backend must be one of {', '.join(BACKENDS)}, got {backend!r}")
    try:
        floats = program.to_floats()
    except OverflowError:  # data beyond the range of doubles: only exact arithmetic can help
        return None, None
    try:
        return floats, solve_floats(floats, backend)
    except SolverFailed:
        return floats, None


def prove(program: LinearProgram, floats: FloatProgram | None, solution: Solution | None) -> Outcome:
    """The exact outcome that a hint leads to. Not yet checked."""
    if floats is not None:
        if solution is not None and solution.status is Status.OPTIMAL:
            optimum = _optimum(program, floats, solution)
            if optimum is not None:
                return optimum
        outcome = _infeasible_or_unbounded(program)
        if outcome is not None:
            return outcome
    if tableau_cells(program) <= _SMALL_TABLEAU:
        return exact_outcome(program)
    said = "no hint" if solution is None else f"{solution.solver} said {solution.status.value}"
    raise NotCertified(f"no exact certificate was found for this program of {program.rows.count} rows ({said})")


def _optimum(program: LinearProgram, floats: FloatProgram, solution: Solution) -> Optimal | None:
    if solution.basis is None:
        solution = highs.crossover(floats, solution)
    if solution.basis is None:
        return None
    return optimum_of_basis(program, floats, solution.basis) or refined_optimum(program, floats, solution)


def _certified_minimum(program: LinearProgram) -> Optimal | None:
    """The exact optimum of a program that has one, or None when no float basis leads to it."""
    try:
        floats = program.to_floats()
        solution = highs.solve_simplex(floats)
    except (OverflowError, SolverFailed):
        return None
    return _optimum(program, floats, solution) if solution.status is Status.OPTIMAL else None


def _infeasible_or_unbounded(program: LinearProgram) -> Infeasible | Unbounded | None:
    """Decide by two programs that always have an optimum: least violation, then steepest bounded ray."""
    violation = _certified_minimum(_elastic(program))
    if violation is None:
        return None
    if violation.value > 0:
        return Infeasible(violation.dual)
    ray = _certified_minimum(_recession(program))
    if ray is None or ray.value == 0:
        return None
    return Unbounded(violation.primal[: len(program.costs)], ray.primal)


def _elastic(program: LinearProgram) -> LinearProgram:
    """Minimise the total violation of the rows. A positive optimum's multipliers are a Farkas proof."""
    relations = program.relations
    extra = [(i, sign) for sign in (1, -1) for i in np.flatnonzero(relations * sign >= 0).tolist()]
    entries = [[*program.rows.row(i)] for i in range(program.rows.count)]
    for column, (i, sign) in enumerate(extra, start=len(program.costs)):
        entries[i].append((column, sign))
    return replace(
        program,
        sense="minimise",
        costs=(0,) * len(program.costs) + (1,) * len(extra),
        rows=_sparse(entries),
        lower=program.lower + (0,) * len(extra),
        upper=program.upper + (None,) * len(extra),
        column_labels=(*program.column_labels, *(f"violation[{k}]" for k in range(len(extra)))),
        certifier=None,
    )


def _recession(program: LinearProgram) -> LinearProgram:
    """Minimise the slope over directions that stay feasible, with slope at least -1: the optimum is 0 or -1."""
    entries = [[*program.rows.row(i)] for i in range(program.rows.count)]
    slope = [(j, program.sign * cost) for j, cost in enumerate(program.costs) if cost]
    return replace(
        program,
        sense="minimise",
        costs=tuple(program.sign * cost for cost in program.costs),
        rows=_sparse([*entries, slope]),
        relations=np.append(program.relations, np.int8(1)),
        rhs=object_array([0] * program.rows.count + [-1]),
        lower=tuple(None if low is None else 0 for low in program.lower),
        upper=tuple(None if high is None else 0 for high in program.upper),
        row_labels=(*program.row_labels, "slope"),
        certifier=None,
    )


def _sparse(entries: list[list[tuple[int, Exact]]]) -> SparseRows:
    flat = [entry for row in entries for entry in row]
    return SparseRows(
        starts=np.cumsum([0] + [len(row) for row in entries], dtype=np.int64),
        columns=np.array([column for column, _ in flat], dtype=np.int32),
        values=object_array([value for _, value in flat]),
    )
