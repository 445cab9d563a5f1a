"""Problems of other packages *as solved*: the program, and the package's own status, values and multipliers.

What a package says is a claim, never evidence. Data are the doubles that the package holds, each as the binary fraction
that it is; :func:`in_decimals` reads them as people write them. No package is imported here that the caller has not
imported: the problem itself says whose it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from importlib import metadata
from typing import TYPE_CHECKING, Literal, TypeVar

import numpy as np

from optcheck.errors import InvalidInput, shown
from optcheck.exact.numbers import Exact, exact, map_distinct
from optcheck.lp.draft import CONSTANT
from optcheck.lp.packages import (
    Span,
    assembled,
    cvxpy_program,
    from_highspy,
    from_pulp,
    from_scipy,
    pulp_rows,
    scipy_columns,
    sided,
    sparse_entries,
    spread,
)
from optcheck.lp.program import LinearProgram, object_array

if TYPE_CHECKING:
    import cvxpy
    import gurobipy
    import highspy
    import linopy
    import ortools
    import pulp
    import pyomo
    import pyscipopt
    import scipy

T = TypeVar("T")
Claim = Literal["optimal", "feasible", "infeasible", "unbounded", "infeasible or unbounded", "none"]
_OPTIMAL = ("optimal", "ok", "convergencecriteriasatisfied", "globallyoptimal")
_VAGUE = ("inaccurate", "imprecise", "notset", "notsolved", "undefined", "unknown", "error", "abnormal", "numerical")
_SHOWN = 60  # characters of a constraint's own text in a row's name


@dataclass(frozen=True, slots=True)
class Solved:
    """A package's program and what the package says of it; columns that are not in ``values`` have no value there."""

    package: str
    program: LinearProgram
    status: str
    claim: Claim
    values: Mapping[str, float] = field(default_factory=dict)
    objective: float | None = None
    dual: Mapping[str, float] = field(default_factory=dict)


def claim_of(status: str, has_values: bool) -> Claim:
    """What a package's word for its status claims.

    >>> claim_of("Infeasible or unbounded", False), claim_of("timelimit", True), claim_of("optimal_inaccurate", True)
    ('infeasible or unbounded', 'feasible', 'none')
    """
    word = "".join(letter for letter in status.lower() if letter.isalpha())
    if any(vague in word for vague in _VAGUE):
        return "none"
    infeasible, unbounded = "infeasible" in word, "unbounded" in word
    if word == "inforunbd" or (infeasible and unbounded):
        return "infeasible or unbounded"
    if infeasible or unbounded:
        return "infeasible" if infeasible else "unbounded"
    if word in _OPTIMAL:
        return "optimal"
    return "feasible" if has_values else "none"


def as_solved(problem: object, *arguments: object, **keywords: object) -> Solved:
    """A problem of a package that is known here, with its answer; ``arguments`` are what the package keeps apart.

    For scipy these are the arguments of ``linprog`` or ``milp`` (the problem is the result), for MathOpt the result,
    for OR-Tools' model builder the solver, for pywraplp the status, for Pyomo the results.
    """
    packages = [kind.__module__.partition(".")[0] for kind in type(problem).__mro__]
    reader = next((_READERS[package] for package in packages if package in _READERS), None)
    if reader is None:
        known = "PuLP, cvxpy, scipy, highspy, linopy, Pyomo, OR-Tools, gurobipy or pyscipopt"
        raise InvalidInput(f"problem must be one of {known}, got {type(problem).__module__}.{type(problem).__name__}")
    if reader is _scipy:
        return _scipy(problem, *arguments, **keywords)
    if keywords or len(arguments) > 1:
        raise InvalidInput(f"beside a problem of {packages[0]} at most one result is taken, got {shown(arguments)}")
    return reader(problem, *arguments)


def in_decimals(program: LinearProgram) -> LinearProgram:
    """The program with every double as the shortest decimal that is rounded to it: 0.1 is 1/10.

    What a package has already computed in doubles, such as 0.1 + 0.2, it cannot give back.
    """
    return replace(
        program,
        costs=tuple(map_distinct(_decimal, program.costs)),
        rows=replace(program.rows, values=object_array(map_distinct(_decimal, program.rows.values.tolist()))),
        rhs=object_array(map_distinct(_decimal, program.rhs.tolist())),
        lower=tuple(None if bound is None else _decimal(bound) for bound in program.lower),
        upper=tuple(None if bound is None else _decimal(bound) for bound in program.upper),
        gaps=tuple((j, _decimal(low), _decimal(high)) for j, low, high in program.gaps),
    )


def _decimal(value: Exact) -> Exact:
    if isinstance(value, int):
        return value
    double = float(value)
    return exact(repr(double)) if Fraction(double) == value else value


@cache
def _version(name: str, distribution: str = "") -> str:
    """The package by its own name, with its version."""
    return f"{name} {metadata.version(distribution or name)}"


def _unique(names: Iterable[object], stem: str) -> list[str]:
    """The names; one that is missing or not alone gets its number."""
    texts = [str(name or "") for name in names]
    counts = Counter(texts)
    return [text if text and counts[text] == 1 else f"{text or stem}#{k}" for k, text in enumerate(texts)]


def _named(objects: Iterable[T], name: Callable[[T], object], stem: str) -> dict[str, T]:
    """Variables or constraints by their names."""
    listed = list(objects)
    named = dict(zip(_unique(map(name, listed), stem), listed, strict=True))
    if len(named) < len(listed):
        raise InvalidInput("the names of variables and constraints must be distinct")
    return named


def _solved(
    package: str,
    program: LinearProgram,
    status: str,
    point: Mapping[str, object] | None = None,
    objective: object = None,
    dual: Mapping[str, object] | None = None,
    claim: Claim | None = None,
) -> Solved:
    """What a package says: no value where it has None or no number, no objective where it has no value."""
    values, multipliers = _numbers(point), _numbers(dual)
    claimed = claim or claim_of(status, bool(values))
    goal = float(objective) if values and isinstance(objective, float | int) else None
    return Solved(package, program, status, claimed, values, goal, multipliers)


def _numbers(values: Mapping[str, object] | None) -> dict[str, float]:
    pairs = ((name, float(x)) for name, x in (values or {}).items() if x is not None)  # type: ignore[arg-type]
    return {name: x for name, x in pairs if x == x}


# PuLP, cvxpy, scipy, highspy: the programs come from optcheck.lp.packages


def _pulp(problem: pulp.LpProblem, _: object = None) -> Solved:
    import pulp

    program = from_pulp(problem)
    status = pulp.LpStatus[problem.status]
    claim = claim_of(status, False)
    if claim == "optimal" and problem.sol_status == pulp.LpSolutionIntegerFeasible:
        claim = "feasible"
    values = {v.name: v.varValue for v in problem.variables() if v.varValue is not None}
    claim = "none" if claim in ("optimal", "feasible") and not values else claim
    dual = {name: getattr(row, "pi", None) for name, row in pulp_rows(problem).items()}
    goal = None if problem.objective is None else pulp.value(problem.objective)
    return _solved(_version("PuLP"), program, status, values, goal, dual, claim)


def _cvxpy(problem: cvxpy.Problem, _: object = None) -> Solved:
    program, data = cvxpy_program(problem)
    rows, dual = _cvxpy_rows(problem, data["param_prob"].constraints)
    program = replace(program, row_labels=tuple(rows))
    values = {
        f"{variable.name()}[{','.join(map(str, index))}]" if variable.shape else variable.name(): float(number)
        for variable in problem.variables()
        if variable.value is not None
        for index, number in np.ndenumerate(variable.value)
    }
    labels = set(program.column_labels)
    point = {name: value for name, value in values.items() if name in labels}
    return _solved(_version("cvxpy"), program, str(problem.status or "not solved"), point, problem.value, dual)


def _cvxpy_rows(
    problem: cvxpy.Problem, stuffed: Sequence[cvxpy.constraints.constraint.Constraint]
) -> tuple[list[str], dict[str, float]]:
    """Names of rows by the user's constraints, in the order of the matrix, and multipliers where there are some."""
    own = {constraint.id: (k, constraint) for k, constraint in enumerate(problem.constraints)}
    labels: list[str] = []
    dual: dict[str, float] = {}
    for part in stuffed:
        k, constraint = own.get(part.id, (None, part))
        head = "cvxpy's own" if k is None else f"constraints[{k}]"
        text = " ".join(str(constraint).split())[:_SHOWN]
        entries = [f" [{i}]" if part.size > 1 else "" for i in range(part.size)]
        names = _not_yet([f"{head}: {text}{entry}" for entry in entries], labels)
        labels += names
        numbers = None if k is None else constraint.dual_value
        if numbers is not None and np.size(numbers) == part.size:
            dual |= dict(zip(names, np.ravel(numbers, order="F").tolist(), strict=True))
    return labels, dual


def _not_yet(names: list[str], taken: list[str]) -> list[str]:
    known = set(taken)
    return [f"{name} #{len(taken) + k}" if name in known else name for k, name in enumerate(names)]


def _scipy(result: scipy.optimize.OptimizeResult, *arguments: object, **keywords: object) -> Solved:
    """The arguments decide: those of ``milp`` are constraints, or bounds that are an object."""
    if not arguments and "c" not in keywords:
        raise InvalidInput("scipy's result does not hold the problem: pass the arguments of linprog or milp after it")
    is_milp = "constraints" in keywords or hasattr(keywords.get("bounds"), "lb")
    for name in ("method", "callback", "options", "x0"):
        keywords.pop(name, None)
    try:
        program = milp_program(*arguments, **keywords) if is_milp else from_scipy(*arguments, **keywords)
    except TypeError as error:
        raise InvalidInput(f"the arguments must be those of linprog or milp: {error}") from None
    point = getattr(result, "x", None)
    values = None if point is None else {f"x{j}": x for j, x in enumerate(point)}
    words = {0: "optimal", 2: "infeasible", 3: "unbounded"}
    status = words.get(int(result.status), str(getattr(result, "message", "")) or "unknown")
    claim = claim_of(status, bool(values)) if int(result.status) in (0, 1, 2, 3) else "none"
    return _solved(_version("scipy"), program, status, values, getattr(result, "fun", None), _scipy_dual(result), claim)


def _scipy_dual(result: scipy.optimize.OptimizeResult) -> dict[str, float]:
    parts = {"ub": getattr(result, "ineqlin", None), "eq": getattr(result, "eqlin", None)}
    numbers = {kind: getattr(part, "marginals", None) for kind, part in parts.items()}
    pairs = ((kind, np.atleast_1d(ys)) for kind, ys in numbers.items() if ys is not None)
    return {f"{kind}{i}": y for kind, ys in pairs for i, y in enumerate(ys)}


def milp_program(
    c: object, *, integrality: object = None, bounds: object = None, constraints: object = None, options: object = None
) -> LinearProgram:
    """The program that ``scipy.optimize.milp`` solves for these arguments; columns x0, ..., rows r0, r1, ..."""
    count = np.atleast_1d(np.asarray(c, dtype=object)).size
    pairs = [(0, None)] * count if bounds is None else _milp_bounds(bounds, count)
    rows = [row for block in _milp_blocks(constraints) for row in _milp_rows(block, count)]
    numbered = [row._replace(name=f"r{i}") for i, row in enumerate(rows)]
    columns, costs = scipy_columns(c, pairs, integrality)
    return assembled(False, columns, numbered, costs)


def _milp_bounds(bounds: object, count: int) -> list[tuple[object, object]]:
    """``Bounds`` or a pair (lb, ub), each one number or one for each column."""
    pair = (bounds.lb, bounds.ub) if hasattr(bounds, "lb") and hasattr(bounds, "ub") else bounds
    if not isinstance(pair, Sequence) or len(pair) != 2:
        raise InvalidInput(f"bounds of milp must be Bounds or a pair (lb, ub), got {shown(bounds)}")
    lows, highs = (spread(side, count, "bounds") for side in pair)
    return list(zip(lows, highs, strict=True))


def _milp_blocks(constraints: object) -> list[tuple[object, object, object]]:
    """``LinearConstraint`` or a triple (A, lb, ub), one or several."""
    if constraints is None:
        return []
    if hasattr(constraints, "A"):
        return _milp_block(constraints)
    blocks = list(constraints) if isinstance(constraints, Sequence) else []
    if blocks and all(hasattr(block, "A") or (isinstance(block, tuple) and len(block) in (2, 3)) for block in blocks):
        return [part for block in blocks for part in _milp_block(block)]
    if 1 <= len(blocks) <= 3:
        return _milp_block(tuple(blocks))
    raise InvalidInput(f"constraints of milp must be LinearConstraint or (A, lb, ub), got {shown(constraints)}")


def _milp_block(block: object) -> list[tuple[object, object, object]]:
    if hasattr(block, "A") and hasattr(block, "lb") and hasattr(block, "ub"):
        return [(block.A, block.lb, block.ub)]
    assert isinstance(block, tuple)
    padded = [*block, *(-np.inf, np.inf)[len(block) - 1 :]]
    return [(padded[0], padded[1], padded[2])]


def _milp_rows(block: tuple[object, object, object], count: int) -> list[Span]:
    matrix, low, high = block
    table = matrix if hasattr(matrix, "tocsr") else np.atleast_2d(np.asarray(matrix, dtype=np.float64))
    width = getattr(table, "shape", (0, 0))[1]
    if width != count:
        raise InvalidInput(f"A must have {count} columns, got {width}")
    entries = sparse_entries(table, "A")
    lows, highs = spread(low, len(entries), "lb"), spread(high, len(entries), "ub")
    sides = zip(lows, highs, entries, strict=True)
    return [Span("r", low, high, terms) for low, high, terms in sides]


def _highspy(highs: highspy.Highs, _: object = None) -> Solved:
    program = from_highspy(highs)
    status = highs.modelStatusToString(highs.getModelStatus())
    answer, info = highs.getSolution(), highs.getInfo()
    has_point = bool(answer.value_valid) and int(info.primal_solution_status) != 0
    names = [name for name in program.column_labels if name != CONSTANT]
    values = dict(zip(names, answer.col_value, strict=False)) if has_point else None
    model = highs.getLp()
    labels = _highspy_labels(program, model.num_row_, list(model.row_names_))
    dual = dict(zip(labels, answer.row_dual, strict=False)) if answer.dual_valid else None
    return _solved(_version("highspy"), program, status, values, info.objective_function_value, dual)


def _highspy_labels(program: LinearProgram, rows: int, names: Sequence[str]) -> list[str]:
    known = set(program.row_labels)
    return list(names) if known & set(names) else [f"r{i}" for i in range(rows)]


# linopy, Pyomo


def _linopy(model: linopy.Model, _: object = None) -> Solved:
    matrices = model.matrices
    if getattr(matrices, "Q", None) is not None or len(getattr(model.variables, "sos", ())):
        raise InvalidInput("model must be linear: this one has a quadratic objective or special ordered sets")
    if getattr(matrices, "indicator_A", None) is not None and np.size(matrices.indicator_b):
        raise InvalidInput("model must be linear: this one has indicator constraints")
    names = _linopy_names(model.variables, matrices.vlabels)
    rows = _linopy_names(model.constraints, matrices.clabels)
    kinds = zip(names, matrices.lb.tolist(), matrices.ub.tolist(), map(str, matrices.vtypes), strict=True)
    columns = [Span(name, low, high, None, kind in ("I", "B"), kind == "S") for name, low, high, kind in kinds]
    entries = [] if matrices.A is None else sparse_entries(matrices.A, "coefficient")
    sides = zip(rows, entries, map(str, matrices.sense), matrices.b.tolist(), strict=True)
    spans = [Span(name, *sided(sign, side), terms) for name, terms, sign, side in sides]
    constant = float(getattr(model.objective.expression, "const", 0.0) or 0.0)
    program = assembled(str(model.objective.sense) == "max", columns, spans, matrices.c.tolist(), constant)
    status = str(model.termination_condition or model.status)
    values, dual = _linopy_answer(model, claim_of(status, True), names, rows)
    return _solved(_version("linopy"), program, status, values, model.objective.value, dual)


def _linopy_names(container: linopy.variables.Variables, labels: Sequence[int]) -> list[str]:
    located = container.get_label_position(list(labels)) if len(labels) else []
    texts = [f"{name}[{','.join(map(str, at.values()))}]" if at else str(name) for name, at in located]
    return _unique(texts, "unnamed")


def _linopy_answer(
    model: linopy.Model, claim: Claim, names: Sequence[str], rows: Sequence[str]
) -> tuple[dict[str, float], dict[str, float]]:
    if claim not in ("optimal", "feasible"):
        return {}, {}
    values = dict(zip(names, model.matrices.sol.tolist(), strict=True))
    try:
        dual = dict(zip(rows, model.matrices.dual.tolist(), strict=True))
    except (AttributeError, TypeError, ValueError):  # a program with integers has none
        dual = {}
    return values, dual


_PYOMO_REFUSED = frozenset(("SOSConstraint", "Disjunct", "Disjunction", "LogicalConstraint", "Complementarity"))


def _pyomo(model: pyomo.core.base.block.BlockData, results: object = None) -> Solved:
    program, variables = pyomo_program(model)
    values = {v.name: v.value for v in variables}
    return _solved(_version("Pyomo"), program, _pyomo_status(results, values), values, None, _pyomo_dual(model))


def pyomo_program(
    model: pyomo.core.base.block.BlockData,
) -> tuple[LinearProgram, list[pyomo.core.base.var.VarData]]:
    """The program of a Pyomo model, and the variables that are its columns."""
    from pyomo.core import Constraint, Objective, value

    strange = {part.ctype.__name__ for part in model.component_objects(active=True, descend_into=True)}
    if strange & _PYOMO_REFUSED:
        raise InvalidInput(f"model must be linear: this one has {min(strange & _PYOMO_REFUSED)}")
    index: dict[int, int] = {}
    variables: list[pyomo.core.base.var.VarData] = []
    rows = []
    for part in model.component_data_objects(Constraint, active=True, descend_into=True):
        terms, constant = _pyomo_terms(part.body, part.name, index, variables)
        low, high = (
            None if end is None else exact(value(end), part.name) - constant for end in (part.lower, part.upper)
        )
        rows.append(Span(part.name, low, high, terms))
    goals = list(model.component_data_objects(Objective, active=True, descend_into=True))
    if len(goals) > 1:
        raise InvalidInput(f"model must have one active objective, got {len(goals)}")
    costs, constant = _pyomo_terms(goals[0].expr, "the objective", index, variables) if goals else ({}, 0)
    columns = [Span(v.name, v.lb, v.ub, integer=v.is_integer() or v.is_binary()) for v in variables]
    maximise = goals and int(goals[0].sense) == -1
    return assembled(maximise, columns, rows, [costs.get(j, 0) for j in range(len(columns))], constant), variables


def _pyomo_terms(
    expression: object, name: str, index: dict[int, int], variables: list[pyomo.core.base.var.VarData]
) -> tuple[dict[int, Exact], Exact]:
    from pyomo.repn import generate_standard_repn

    parts = generate_standard_repn(expression, quadratic=False)
    if not parts.is_linear():
        raise InvalidInput(f"model must be linear: {name} is not")
    terms: dict[int, Exact] = {}
    for variable, factor in zip(parts.linear_vars, parts.linear_coefs, strict=True):
        if id(variable) not in index:
            index[id(variable)] = len(variables)
            variables.append(variable)
        j = index[id(variable)]
        terms[j] = terms.get(j, 0) + exact(factor, f"{variable.name} in {name}")
    return terms, exact(parts.constant, f"constant of {name}")


def _pyomo_status(results: object, values: Mapping[str, object]) -> str:
    """The word in either kind of results; values without results count as called optimal."""
    if results is None:
        return "optimal" if any(value is not None for value in values.values()) else "not solved"
    solver = getattr(results, "solver", results)
    word = getattr(solver, "termination_condition", None) or getattr(results, "termination_condition", "unknown")
    return str(getattr(word, "value", word) if isinstance(getattr(word, "value", None), str) else word).split(".")[-1]


def _pyomo_dual(model: pyomo.core.base.block.BlockData) -> dict[str, float]:
    suffix = model.component("dual")
    if suffix is None or not hasattr(suffix, "items"):
        return {}
    return {part.name: y for part, y in suffix.items() if hasattr(part, "body")}


# OR-Tools, gurobipy, pyscipopt


def _ortools(problem: object, result: object = None) -> Solved:
    kind = type(problem).__module__
    if "math_opt" in kind:
        return _mathopt(problem, result)
    return _pywraplp(problem, result) if kind.endswith("pywraplp") else _model_builder(problem, result)


def _mathopt(model: ortools.math_opt.Model, result: ortools.math_opt.SolveResult) -> Solved:
    if result is None:
        raise InvalidInput("MathOpt's model does not hold the answer: pass the result of mathopt.solve after it")
    if (
        model.get_num_quadratic_constraints()
        or model.get_num_indicator_constraints()
        or model.num_auxiliary_objectives()
    ):
        raise InvalidInput("model must be linear: this one has quadratic or indicator constraints or more objectives")
    if next(iter(model.objective.quadratic_terms()), None) is not None:
        raise InvalidInput("model must be linear: this one has a quadratic objective")
    variables = _named(model.variables(), lambda v: v.name, "x")
    constraints = _named(model.linear_constraints(), lambda c: c.name, "r")
    index = {v.id: j for j, v in enumerate(variables.values())}
    entries: dict[int, dict[int, Exact]] = {c.id: {} for c in constraints.values()}
    for entry in model.linear_constraint_matrix_entries():
        entries[entry.linear_constraint.id][index[entry.variable.id]] = exact(entry.coefficient)
    rows = [Span(label, c.lower_bound, c.upper_bound, entries[c.id]) for label, c in constraints.items()]
    columns = [Span(name, v.lower_bound, v.upper_bound, integer=v.integer) for name, v in variables.items()]
    goal = model.objective
    costs = {index[term.variable.id]: term.coefficient for term in goal.linear_terms()}
    dense = [costs.get(j, 0) for j in range(len(columns))]
    program = assembled(goal.is_maximize, columns, rows, dense, goal.offset)
    has_point = bool(result.solutions) and result.has_primal_feasible_solution()
    point = {v.id: x for v, x in result.variable_values().items()} if has_point else {}
    has_dual = bool(result.solutions) and result.has_dual_feasible_solution()
    duals = {c.id: y for c, y in result.dual_values().items()} if has_dual else {}
    values = {name: point.get(v.id) for name, v in variables.items()}
    dual = {label: duals.get(c.id) for label, c in constraints.items()}
    reached = result.objective_value() if has_point else None
    return _solved(_ortools_version(), program, result.termination.reason.name, values, reached, dual)


def _ortools_version() -> str:
    return _version("OR-Tools", "ortools")


def _model_builder(
    model: ortools.linear_solver.python.model_builder.Model, solver: ortools.linear_solver.python.model_builder.Solver
) -> Solved:
    if solver is None or not hasattr(solver, "values"):
        raise InvalidInput("the model does not hold the answer: pass the solver after it")
    helper = model.helper
    count, rows_count = helper.num_variables(), helper.num_constraints()
    names = _unique((helper.var_name(j) for j in range(count)), "x")
    labels = _unique((helper.constraint_name(i) for i in range(rows_count)), "r")
    if len(model.export_to_proto().general_constraint):
        raise InvalidInput("model must be linear: this one has enforced constraints")
    columns = [
        Span(name, helper.var_lower_bound(j), helper.var_upper_bound(j), integer=helper.var_is_integral(j))
        for j, name in enumerate(names)
    ]
    rows = [_model_builder_row(helper, i, label) for i, label in enumerate(labels)]
    costs = [helper.var_objective_coefficient(j) for j in range(count)]
    program = assembled(helper.maximize(), columns, rows, costs, helper.objective_offset())
    status = _model_builder_status(solver)
    claim = claim_of(status, status == "FEASIBLE")
    values = dual = None
    if claim in ("optimal", "feasible"):
        values = dict(zip(names, solver.values(model.get_variables()), strict=True))
    if claim == "optimal" and not program.integers:
        dual = dict(zip(labels, solver.dual_values(model.get_linear_constraints()), strict=True))
    reached = None if values is None else float(solver.objective_value)
    return _solved(_ortools_version(), program, status, values, reached, dual, claim)


def _model_builder_row(helper: ortools.ModelBuilderHelper, i: int, label: str) -> Span:
    terms: dict[int, Exact] = {}
    for j, a in zip(helper.constraint_var_indices(i), helper.constraint_coefficients(i), strict=True):
        terms[j] = terms.get(j, 0) + exact(a, f"coefficient in {label}")
    return Span(label, helper.constraint_lower_bound(i), helper.constraint_upper_bound(i), terms)


def _model_builder_status(solver: ortools.linear_solver.python.model_builder.Solver) -> str:
    """The solver keeps its status to itself: the helper behind it has the word."""
    helper = next(value for name, value in vars(solver).items() if name.endswith("solve_helper"))
    return helper.status().name if helper.has_response() else "NOT_SOLVED"


_PYWRAPLP_WORDS = ("OPTIMAL", "FEASIBLE", "INFEASIBLE", "UNBOUNDED", "ABNORMAL", "MODEL_INVALID", "NOT_SOLVED")


def _pywraplp(solver: ortools.linear_solver.pywraplp.Solver, status: object = None) -> Solved:
    if not isinstance(status, int):
        raise InvalidInput("pywraplp's solver does not hold its status: pass what Solve() returned after it")
    variables = _named(solver.variables(), lambda v: v.name(), "x")
    constraints = _named(solver.constraints(), lambda c: c.name(), "r")
    columns = [Span(name, v.lb(), v.ub(), integer=v.integer()) for name, v in variables.items()]
    rows = []
    for label, row in constraints.items():
        factors = ((j, row.GetCoefficient(v)) for j, v in enumerate(variables.values()))
        rows.append(Span(label, row.lb(), row.ub(), {j: exact(a, label) for j, a in factors if a}))
    goal = solver.Objective()
    costs = map(goal.GetCoefficient, variables.values())
    program = assembled(goal.maximization(), columns, rows, costs, goal.offset())
    word = _PYWRAPLP_WORDS[status] if 0 <= status < len(_PYWRAPLP_WORDS) else "UNKNOWN"
    claim = claim_of(word, word == "FEASIBLE")
    values = dual = None
    if claim in ("optimal", "feasible"):
        values = {name: v.solution_value() for name, v in variables.items()}
    if claim == "optimal" and not solver.IsMip():
        dual = {label: row.dual_value() for label, row in constraints.items()}
    return _solved(_ortools_version(), program, word, values, None if values is None else goal.Value(), dual, claim)


_GUROBI_WORDS = {1: "not solved", 2: "optimal", 3: "infeasible", 4: "infeasible or unbounded", 5: "unbounded"}
_GUROBI_INFINITY = 1e20


def _gurobipy(model: gurobipy.Model, _: object = None) -> Solved:
    model.update()
    if model.NumSOS or model.NumGenConstrs or model.NumQConstrs or model.IsQP or model.NumObj > 1:
        raise InvalidInput(
            "model must be linear: this one has quadratic, general or SOS constraints, or more objectives"
        )
    variables = _named(model.getVars(), lambda v: v.VarName, "x")
    constraints = _named(model.getConstrs(), lambda c: c.ConstrName, "r")
    columns = [
        Span(name, v.LB, v.UB, None, v.VType in ("I", "B", "N"), v.VType in ("S", "N")) for name, v in variables.items()
    ]
    rows = [Span(label, *sided(c.Sense, c.RHS), _gurobi_terms(model.getRow(c))) for label, c in constraints.items()]
    costs = [v.Obj for v in variables.values()]
    program = assembled(model.ModelSense < 0, columns, rows, costs, model.ObjCon, _GUROBI_INFINITY)
    status = _GUROBI_WORDS.get(model.Status, f"stopped with status {model.Status}")
    has_point = model.SolCount > 0
    values = {name: v.X for name, v in variables.items()} if has_point else None
    is_linear = has_point and not model.IsMIP and model.Status == 2
    dual = {label: c.Pi for label, c in constraints.items()} if is_linear else None
    return _solved(_version("gurobipy"), program, status, values, model.ObjVal if has_point else None, dual)


def _gurobi_terms(row: gurobipy.LinExpr) -> dict[int, Exact]:
    """A row's entries by the variables' numbers; getA would need scipy."""
    return {row.getVar(k).index: exact(row.getCoeff(k), "coefficient") for k in range(row.size())}


def _pyscipopt(model: pyscipopt.Model, _: object = None) -> Solved:
    infinity = model.infinity()
    variables = _named(model.getVars(transformed=False), lambda v: v.name, "x")
    index = {v.name: j for j, v in enumerate(variables.values())}
    if len(index) != len(variables):
        raise InvalidInput("the variables of a pyscipopt model must have distinct names: its rows name them")
    constraints = _named(model.getConss(transformed=False), lambda c: c.name, "r")
    strange = next((c for c in constraints.values() if c.getConshdlrName() != "linear"), None)
    if strange is not None:
        raise InvalidInput(f"model must be linear: constraint {strange.name} is of kind {strange.getConshdlrName()}")
    rows = []
    for label, part in constraints.items():
        terms = {index[name]: exact(a, label) for name, a in model.getValsLinear(part).items()}
        rows.append(Span(label, model.getLhs(part), model.getRhs(part), terms))
    columns = [
        Span(name, v.getLbOriginal(), v.getUbOriginal(), integer=v.vtype() != "CONTINUOUS")
        for name, v in variables.items()
    ]
    maximise = model.getObjectiveSense() == "maximize"
    costs = [v.getObj() for v in variables.values()]
    program = assembled(maximise, columns, rows, costs, model.getObjoffset(), infinity)
    has_point = model.getNSols() > 0
    values = {name: model.getVal(v) for name, v in variables.items()} if has_point else None
    goal = model.getObjVal() if has_point else None
    return _solved(_version("PySCIPOpt"), program, str(model.getStatus()), values, goal)


_READERS: dict[str, Callable[..., Solved]] = {
    "cvxpy": _cvxpy,
    "gurobipy": _gurobipy,
    "highspy": _highspy,
    "linopy": _linopy,
    "ortools": _ortools,
    "pulp": _pulp,
    "pyomo": _pyomo,
    "pyscipopt": _pyscipopt,
    "scipy": _scipy,
}
