"""Linear programs from cvxpy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from optcheck.errors import InvalidInput
from optcheck.exact.numbers import exact
from optcheck.exact.program import LinearProgram
from optcheck.extras import missing_extra
from optcheck.files.draft import Column, Row, build
from optcheck.files.handed import lower_bound, refuse_integers, upper_bound

try:
    import cvxpy

    from optcheck.files.scipy_programs import sparse_entries
except ModuleNotFoundError as error:
    raise missing_extra("from_cvxpy", error) from error

if TYPE_CHECKING:
    from cvxpy.reductions.dcp2cone.cone_matrix_stuffing import ParamConeProg

__all__ = ["from_cvxpy"]

Data = dict[str, Any]  # what cvxpy hands to a solver: arrays, sparse matrices and objects of its own, without types


def from_cvxpy(problem: cvxpy.Problem, relax: bool = False) -> LinearProgram:
    """The program that cvxpy makes of a ``cvxpy.Problem`` whose parts are piecewise linear; rows eq0, ..., ub0, ...

    cvxpy computes with doubles while it builds the matrices (it adds up 0.1 x + 0.2 x, for example); the program is the
    one that it would hand to a solver, taken as the doubles that it holds: :mod:`optcheck.files.handed`. A variable's
    entries are named x[0], x[1,2] and so on; what cvxpy adds to write abs or max keeps cvxpy's own names.
    """
    if not isinstance(problem, cvxpy.Problem) or not problem.variables():
        raise InvalidInput(f"problem must be a cvxpy.Problem with variables, got {problem!r:.80}")
    if not problem.is_dcp() or not problem.is_lp():
        raise InvalidInput("problem must be a linear program: is_lp() says that it is not")
    data = problem.get_problem_data(cvxpy.HIGHS)[0]
    names = _names(problem, data["param_prob"])
    refuse_integers([names[j] for j in (*data["bool_vars_idx"], *data["int_vars_idx"])], relax)
    sign = -1 if isinstance(problem.objective, cvxpy.Maximize) else 1  # cvxpy turns a maximum into a minimum
    costs = {j: sign * exact(cost, f"cost of {names[j]}") for j, cost in enumerate(data["c"].tolist())}
    constant = sign * exact(float(data["param_prob"].apply_parameters()[1]), "constant of the objective")
    return build("minimise" if sign == 1 else "maximise", costs, constant, _columns(names, data), _rows(data))


def _names(problem: cvxpy.Problem, stuffed: ParamConeProg) -> list[str]:
    known = {variable.id: (variable.name(), variable.shape) for variable in problem.variables()}
    labels: dict[int, str] = {}
    for variable in stuffed.variables:
        name, shape = known.get(variable.id, (variable.name(), variable.shape))
        if shape != variable.shape:  # a symmetric matrix, for example, is kept as its lower half
            name, shape = variable.name(), variable.shape
        start = stuffed.var_id_to_col[variable.id]
        for k in range(variable.size):
            index = ",".join(str(int(part)) for part in np.unravel_index(k, shape, order="F"))
            labels[start + k] = f"{name}[{index}]" if shape else name
    return [labels[j] for j in range(len(labels))]


def _columns(names: list[str], data: Data) -> list[Column]:
    columns = [Column(name, None, None) for name in names]
    for j, column in enumerate(columns):
        if data["lower_bounds"] is not None:
            column.lower = lower_bound(float(data["lower_bounds"][j]), column.name)
        if data["upper_bounds"] is not None:
            column.upper = upper_bound(float(data["upper_bounds"][j]), column.name)
    for j in data["bool_vars_idx"]:
        columns[j].lower = max(columns[j].lower or 0, 0)
        columns[j].upper = 1 if columns[j].upper is None else min(columns[j].upper or 0, 1)
    return columns


def _rows(data: Data) -> list[Row]:
    """The first rows are equalities, the others say that A x is at most b."""
    equal = data["dims"].zero
    sides = [exact(side, "right side") for side in data["b"].tolist()]
    return [
        Row(f"eq{i}", "=", row, sides[i]) if i < equal else Row(f"ub{i - equal}", "<=", row, sides[i])
        for i, row in enumerate(sparse_entries(data["A"], "A"))
    ]
