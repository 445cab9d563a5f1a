"""Linear programs from other packages: PuLP, cvxpy, scipy.optimize.linprog, highspy.

A package that stores its data in doubles passes on those doubles, and each is taken as the binary fraction that it is:
0.1 arrives as 3602879701896397/36028797018963968. The answer is then exact for the program that the package holds, the
one that its own solver sees; for decimals as typed, read a file or use :class:`optcheck.Model`. scipy's arguments and
PuLP's numbers may be ints or Fractions: they stay what they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from optcheck.errors import InvalidInput, require, shown
from optcheck.exact.inputs import exact_row
from optcheck.exact.numbers import Exact, exact, map_distinct
from optcheck.lp.draft import Column, Row, build
from optcheck.lp.program import RELATIONS, LinearProgram, Sense

if TYPE_CHECKING:
    import cvxpy
    import highspy
    import pulp
    from cvxpy.reductions.dcp2cone.cone_matrix_stuffing import ParamConeProg

# cvxpy and scipy are optional, and take long to load: they are imported where they are needed. highspy cannot be loaded
# where OR-Tools is.
_INTEGERS, _SEMI = (1, 3), (2, 3)  # HiGHS's numbers for the kinds of columns; scipy has the same
_BY_COLUMN = 1
Data = dict[str, Any]  # what cvxpy passes to a solver: arrays, sparse matrices and objects of its own, without types


Terms = Mapping[int, Exact]  # a row's entries by the column's number


class Span(NamedTuple):
    """A column, or a row with its terms, between two ends as a package has them: None and infinities are none."""

    name: str
    low: object
    high: object
    terms: Terms | None = None
    integer: bool = False
    semi: bool = False


def assembled(
    maximise: object,
    columns: Iterable[Span],
    rows: Iterable[Span],
    costs: Iterable[object],
    constant: object = 0,
    infinity: float = np.inf,
) -> LinearProgram:
    """The program that a package holds; numbers from ``infinity`` on are infinite."""
    drafts = [Column(c.name, *_ends(c, infinity), c.integer, c.semi) for c in columns]
    priced = enumerate(zip(drafts, costs, strict=True))
    goal = {j: exact(cost, f"cost of {column.name}") for j, (column, cost) in priced}
    lines = [row for span in rows if (row := _row(span, infinity)) is not None]
    sense: Sense = "maximise" if maximise else "minimise"
    return build(sense, goal, exact(constant, "constant of the objective"), drafts, lines)


def _ends(span: Span, infinity: float = np.inf) -> tuple[Exact | None, Exact | None]:
    low, high, what = span.low, span.high, "bound of" if span.terms is None else "side of"
    no_low = low is None or (isinstance(low, float) and low <= -infinity)
    no_high = high is None or (isinstance(high, float) and high >= infinity)
    return (
        None if no_low else exact(low, f"lower {what} {span.name}"),
        None if no_high else exact(high, f"upper {what} {span.name}"),
    )


def _row(span: Span, infinity: float) -> Row | None:
    """The row; None where both of its sides are infinite."""
    low, high = _ends(span, infinity)
    terms = dict(span.terms or {})
    if low is None:
        return None if high is None else Row(span.name, "<=", terms, high)
    return Row(span.name, "=", terms, low) if low == high else Row(span.name, ">=", terms, low, high)


def sided(relation: str, side: object) -> tuple[object, object]:
    """The two sides of a row with a relation such as >=, G or >."""
    mark = relation[0]
    return (None if mark in "<L" else side), (None if mark in ">G" else side)


def from_pulp(problem: pulp.LpProblem, relax: bool = False) -> LinearProgram:
    """The program of a ``pulp.LpProblem``; with ``relax`` its integer variables may take any value.

    Floats are taken as the doubles that they are, ints and Fractions as they are: :mod:`optcheck.lp.packages`.
    """
    if not all(hasattr(problem, name) for name in ("variables", "constraints", "objective", "sos1", "sos2")):
        raise InvalidInput(f"problem must be a pulp.LpProblem, got {type(problem).__name__}")
    if problem.sos1 or problem.sos2:
        raise InvalidInput("problem must be a linear program, got one with special ordered sets")
    variables, goal = problem.variables(), problem.objective
    index = {variable.name: j for j, variable in enumerate(variables)}
    columns = [Span(v.name, v.lowBound, v.upBound, integer=v.cat != "Continuous" and not relax) for v in variables]
    rows = []
    for name, row in pulp_rows(problem).items():
        side = -exact(row.constant, f"constant of {name}")
        rows.append(Span(name, *sided(RELATIONS[row.sense], side), _pulp_terms(row, index, name)))
    costs = {} if goal is None else _pulp_terms(goal, index, "the objective")
    constant = 0 if goal is None else goal.constant
    return assembled(problem.sense != 1, columns, rows, [costs.get(j, 0) for j in range(len(columns))], constant)


def pulp_rows(problem: pulp.LpProblem) -> dict[str, pulp.LpConstraint]:
    """The constraints by name: those of PuLP 4 are a list, those of earlier versions a mapping as well."""
    if not callable(problem.constraints):
        return dict(problem.constraints.items())
    return {row.name or f"_C{i}": row for i, row in enumerate(problem.constraints(), start=1)}


def _pulp_terms(expression: pulp.LpAffineExpression, index: Mapping[str, int], name: str) -> dict[int, Exact]:
    return {index[v.name]: exact(a, f"{v.name} in {name}") for v, a in expression.items()}


def from_cvxpy(problem: cvxpy.Problem, relax: bool = False) -> LinearProgram:
    """The program that cvxpy makes of a ``cvxpy.Problem`` whose parts are piecewise linear; rows eq0, ..., ub0, ...

    cvxpy computes with doubles while it builds the matrices (it adds up 0.1 x + 0.2 x, for example); the program is the
    one that it would pass to a solver, taken as the doubles that it holds: :mod:`optcheck.lp.packages`. A variable's
    entries are named x[0], x[1,2] and so on; what cvxpy adds to write abs or max has cvxpy's own names.
    With ``relax`` integer and boolean variables may take any value between their bounds.
    """
    return cvxpy_program(problem, relax)[0]


def cvxpy_program(problem: cvxpy.Problem, relax: bool = False) -> tuple[LinearProgram, Data]:
    """The program of a ``cvxpy.Problem``, and the data from which cvxpy makes it."""
    require("from_cvxpy", "cvxpy", "scipy")
    import cvxpy

    if not isinstance(problem, cvxpy.Problem) or not problem.variables():
        raise InvalidInput(f"problem must be a cvxpy.Problem with variables, got {shown(problem)}")
    if not problem.is_dcp() or not problem.is_lp():
        raise InvalidInput("problem must be a linear program: is_lp() says that it is not")
    data = problem.get_problem_data(cvxpy.HIGHS)[0]
    names = _cvxpy_names(problem, data["param_prob"])
    sign = -1 if isinstance(problem.objective, cvxpy.Maximize) else 1  # cvxpy turns a maximum into a minimum
    constant = sign * exact(float(data["param_prob"].apply_parameters()[1]), "constant of the objective")
    return _cvxpy_assembled(names, data, sign, constant, relax), data


def cvxpy_standard_form(data: Data) -> LinearProgram:
    """The minimum that cvxpy passes to a solver, without the constant; columns x0, x1, ..., rows eq0, ..., ub0, ..."""
    return _cvxpy_assembled([f"x{j}" for j in range(len(data["c"]))], data)


def _cvxpy_assembled(
    names: Sequence[str], data: Data, sign: int = 1, constant: Exact = 0, relax: bool = False
) -> LinearProgram:
    """The first rows are equalities, the others say that A x is at most b."""
    equal = data["dims"].zero
    lows, highs = (
        [infinite] * len(names) if data[side] is None else list(map(float, data[side]))
        for side, infinite in (("lower_bounds", -np.inf), ("upper_bounds", np.inf))
    )
    booleans = set(data["bool_vars_idx"])
    integers = set() if relax else booleans | set(data["int_vars_idx"])
    for j in booleans:
        lows[j], highs[j] = max(0.0, lows[j]), min(1.0, highs[j])
    columns = [
        Span(name, low, high, integer=j in integers)
        for j, (name, low, high) in enumerate(zip(names, lows, highs, strict=True))
    ]
    sides, entries = data["b"].tolist(), enumerate(sparse_entries(data["A"], "A"))
    rows = [
        Span(f"eq{i}", sides[i], sides[i], terms) if i < equal else Span(f"ub{i - equal}", None, sides[i], terms)
        for i, terms in entries
    ]
    return assembled(sign == -1, columns, rows, [sign * cost for cost in data["c"].tolist()], constant)


def _cvxpy_names(problem: cvxpy.Problem, stuffed: ParamConeProg) -> list[str]:
    known = {variable.id: (variable.name(), variable.shape) for variable in problem.variables()}
    labels: dict[int, str] = {}
    for variable in stuffed.variables:
        name, shape = known.get(variable.id, (variable.name(), variable.shape))
        if shape != variable.shape:  # a symmetric matrix, for example, is stored as its lower half
            name, shape = variable.name(), variable.shape
        start = stuffed.var_id_to_col[variable.id]
        for k in range(variable.size):
            index = ",".join(str(int(part)) for part in np.unravel_index(k, shape, order="F"))
            labels[start + k] = f"{name}[{index}]" if shape else name
    return [labels[j] for j in range(len(labels))]


def from_scipy(
    c: object,
    A_ub: object = None,
    b_ub: object = None,
    A_eq: object = None,
    b_eq: object = None,
    bounds: object = (0, None),
    integrality: object = None,
) -> LinearProgram:
    """The program that ``scipy.optimize.linprog`` solves for these arguments; columns x0, x1, ..., rows ub0, eq0, ...

    ``integrality`` is scipy's, one number for all columns or one for each: 0 continuous, 1 integer,
    2 semi-continuous, 3 semi-integer.
    Floats are taken as the doubles that they are, ints and Fractions as they are: :mod:`optcheck.lp.packages`.

    >>> from_scipy([1, 1], A_ub=[[-1, -2]], b_ub=[-3]).row_labels
    ('ub0',)
    """
    require("from_scipy", "scipy")
    columns, costs = scipy_columns(c, bounds, integrality)
    rows = _scipy_rows("ub", "<=", A_ub, b_ub, len(costs)) + _scipy_rows("eq", "=", A_eq, b_eq, len(costs))
    return assembled(False, columns, rows, costs)


def scipy_columns(c: object, bounds: object, integrality: object) -> tuple[list[Span], list[Exact]]:
    """The columns x0, x1, ... and their costs."""
    costs = _vector(c, "cost")
    ends, kinds = _bounds(bounds, len(costs)), _kinds(integrality, len(costs))
    columns = [
        Span(f"x{j}", low, high, None, kind in _INTEGERS, kind in _SEMI)
        for j, ((low, high), kind) in enumerate(zip(ends, kinds, strict=True))
    ]
    return columns, costs


def _kinds(integrality: object, count: int) -> list[Exact]:
    """What scipy calls the integrality of each column."""
    kinds = list(exact_row(spread(0 if integrality is None else integrality, count, "integrality"), "integrality"))
    if not set(kinds) <= {0, 1, 2, 3}:
        raise InvalidInput(f"integrality must be 0, 1, 2 or 3, once or {count} times, got {shown(integrality)}")
    return kinds


def spread(values: object, count: int, name: str) -> list[object]:
    """One number for all, or one for each."""
    numbers: list[object] = np.atleast_1d(np.asarray(values, dtype=object)).ravel().tolist()
    if len(numbers) not in (1, count):
        raise InvalidInput(f"{name} must be one number or {count}, got {len(numbers)}")
    return numbers * count if len(numbers) == 1 else numbers


def _vector(values: object, name: str) -> list[Exact]:
    """The numbers of a vector; a matrix of one row or column is one, as for scipy."""
    table = np.asarray(values, dtype=object)
    return list(exact_row(table.reshape(-1) if table.ndim == 2 and 1 in table.shape else values, name))


def _bounds(bounds: object, count: int) -> list[tuple[object, object]]:
    """None for all, one pair for all, or a pair for each column."""
    table = np.array([(0, None)] if bounds is None else bounds, dtype=object)
    table = table.reshape(1, 2) if table.shape == (2,) else table
    if table.ndim != 2 or table.shape[1] != 2 or len(table) not in (1, count):
        raise InvalidInput(f"bounds must be one pair or {count} pairs (least, most), got shape {table.shape}")
    pairs = [(low, high) for low, high in table]
    return pairs * count if len(pairs) == 1 else pairs


def _scipy_rows(kind: str, relation: str, matrix: object, sides: object, count: int) -> list[Span]:
    from scipy.sparse import csr_array, issparse

    if matrix is None and sides is None:
        return []
    values = _vector(np.atleast_1d(np.asarray(sides, dtype=object)), f"right side b_{kind}")
    entries = sparse_entries(matrix, f"A_{kind}") if issparse(matrix) else _dense_entries(matrix, kind, count)
    if len(entries) != len(values) or (issparse(matrix) and csr_array(matrix).shape[1] != count):
        raise InvalidInput(f"A_{kind} must have {len(values)} rows, as b_{kind} has, and {count} columns")
    pairs = enumerate(zip(entries, values, strict=True))
    return [Span(f"{kind}{i}", *sided(relation, side), row) for i, (row, side) in pairs]


def sparse_entries(matrix: object, name: str) -> list[dict[int, Exact]]:
    """The nonzero entries of each row of a scipy matrix."""
    from scipy.sparse import csr_array

    rows = csr_array(matrix, copy=True)
    rows.sum_duplicates()
    starts, columns, numbers = rows.indptr.tolist(), rows.indices.tolist(), rows.data.tolist()
    values = map_distinct(partial(exact, name=name), numbers)
    return [dict(zip(columns[i:k], values[i:k], strict=True)) for i, k in pairwise(starts)]


def _dense_entries(matrix: object, kind: str, count: int) -> list[dict[int, Exact]]:
    table = np.atleast_2d(np.asarray(matrix, dtype=object))
    if table.ndim != 2 or table.shape[1] != count:
        raise InvalidInput(f"A_{kind} must have {count} columns, got shape {table.shape}")
    if _is_machine(matrix):
        return sparse_entries(np.atleast_2d(np.asarray(matrix)), f"A_{kind}")
    return [{j: value for j, value in enumerate(exact_row(row, f"A_{kind}")) if value} for row in table]


def _is_machine(matrix: object) -> bool:
    """Whether it is an array of doubles or machine integers: then its zeros need no look, and equal numbers one."""
    return isinstance(matrix, np.ndarray) and matrix.dtype.kind in "iuf" and matrix.dtype.itemsize <= 8


def from_highspy(highs: highspy.Highs, relax: bool = False) -> LinearProgram:
    """The program inside a ``highspy.Highs``; rows without sides are left out.

    With ``relax`` integer columns may take any value, semi-continuous ones any from 0 on.
    HiGHS stores doubles, and they are taken as they are: :mod:`optcheck.lp.packages`.
    """
    import highspy

    if not isinstance(highs, highspy.Highs):
        raise InvalidInput(f"highs must be a highspy.Highs, got {type(highs).__name__}")
    if highs.getModel().hessian_.dim_:
        raise InvalidInput("highs must hold a linear program, got one with a quadratic objective")
    model = highs.getLp()
    names = _distinct(model.col_names_) or [f"x{j}" for j in range(model.num_col_)]
    labels = _distinct(model.row_names_) or [f"r{i}" for i in range(model.num_row_)]
    kinds = dict(zip(names, map(int, model.integrality_), strict=False))
    columns = [
        Span(name, float(low), float(high), None, kinds.get(name) in _INTEGERS, kinds.get(name) in _SEMI)
        for name, low, high in zip(names, model.col_lower_, model.col_upper_, strict=True)
    ]
    sides = zip(labels, model.row_lower_, model.row_upper_, _highs_entries(model), strict=True)
    rows = [Span(label, float(low), float(high), terms) for label, low, high, terms in sides]
    maximise = model.sense_ == highspy.ObjSense.kMaximize
    program = assembled(maximise, columns, rows, map(float, model.col_cost_), float(model.offset_))
    return program.relaxed() if relax else program


def _distinct(names: Iterable[str]) -> list[str]:
    """The names if they are all there and distinct, which HiGHS does not ask of them."""
    result = list(names)
    return result if "" not in result and len(set(result)) == len(result) else []


def _highs_entries(model: highspy.HighsLp) -> list[dict[int, Exact]]:
    """HiGHS stores its matrix by columns or by rows."""
    entries: list[dict[int, Exact]] = [{} for _ in range(model.num_row_)]
    matrix = model.a_matrix_
    outer, inner = np.repeat(np.arange(len(matrix.start_) - 1), np.diff(matrix.start_)).tolist(), list(matrix.index_)
    rows, columns = (inner, outer) if int(matrix.format_) == _BY_COLUMN else (outer, inner)
    for i, j, value in zip(rows, columns, matrix.value_, strict=False):
        entries[i][j] = exact(float(value), "matrix entry")
    return entries
