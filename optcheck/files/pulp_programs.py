"""Linear programs from PuLP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact, exact
from optcheck.exact.program import LinearProgram, Relation
from optcheck.files.draft import Column, Row, build
from optcheck.files.handed import lower_bound, refuse_integers, upper_bound

if TYPE_CHECKING:
    import pulp

__all__ = ["from_pulp"]


def from_pulp(problem: pulp.LpProblem, relax: bool = False) -> LinearProgram:
    """The program of a ``pulp.LpProblem``; integer variables only with ``relax``.

    Floats are taken as the doubles that they are, ints and Fractions as they are: :mod:`optcheck.files.handed`.
    """
    if not all(hasattr(problem, name) for name in ("variables", "constraints", "objective", "sos1", "sos2")):
        raise InvalidInput(f"problem must be a pulp.LpProblem, got {type(problem).__name__}")
    if problem.sos1 or problem.sos2:
        raise InvalidInput("problem must be a linear program, got one with special ordered sets")
    variables = problem.variables()
    refuse_integers([v.name for v in variables if v.cat != "Continuous"], relax)
    place = {variable.name: j for j, variable in enumerate(variables)}
    columns = [Column(v.name, lower_bound(v.lowBound, v.name), upper_bound(v.upBound, v.name)) for v in variables]
    relations: Mapping[int, Relation] = {-1: "<=", 0: "=", 1: ">="}
    rows = [
        Row(name, relations[row.sense], _pulp_terms(row, place, name), -exact(row.constant, f"constant of {name}"))
        for name, row in problem.constraints.items()
    ]
    goal = problem.objective
    costs = {} if goal is None else _pulp_terms(goal, place, "the objective")
    constant = 0 if goal is None else exact(goal.constant, "constant of the objective")
    return build("minimise" if problem.sense == 1 else "maximise", costs, constant, columns, rows)


def _pulp_terms(expression: pulp.LpAffineExpression, place: Mapping[str, int], name: str) -> dict[int, Exact]:
    return {place[v.name]: exact(a, f"{v.name} in {name}") for v, a in expression.items()}
