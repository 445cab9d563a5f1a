"""The float solvers by name: HiGHS in several ways, and the same programs through PuLP and cvxpy as a cross-check.

Every call ends within its limit, and every answer has the shape of the program.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, cast

import highspy
import numpy as np
from numpy.typing import NDArray

from optcheck.errors import InvalidInput, SolverFailed, require
from optcheck.lp.limits import call_in_worker, within
from optcheck.lp.linear_algebra import GAINS, SMALL, Factors, Unsolved
from optcheck.lp.program import (
    Basis,
    FloatProgram,
    Nonbasic,
    Rotation,
    Scales,
    Solution,
    Status,
    all_scales,
    badly_scaled,
    even_scales,
)

if TYPE_CHECKING:
    import pulp


# --- HiGHS through highspy: the whole model in one call; the basis, its factors and rays out ---


Doubles = NDArray[np.float64]
Options = dict[str, object]
_NO_LIMIT = float("inf")
_GRACE = 5.0  # seconds beyond its own limit that HiGHS may take, on a busy machine
_LARGE = 1000  # rows and columns from which presolve is asked first
_TALL = 20  # rows a column from which the dual is solved instead (measured in benchmarks/)

# Covering programs have far more rows than columns: presolve then costs more than it saves (measured in benchmarks/).
SIMPLEX = {"presolve": "off", "solver": "simplex"}
# The tightest that HiGHS accepts: bases that are not exactly optimal become rare.
TIGHT = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}

_STATUS = {
    highspy.HighsModelStatus.kOptimal: Status.OPTIMAL,
    highspy.HighsModelStatus.kModelEmpty: Status.OPTIMAL,
    highspy.HighsModelStatus.kInfeasible: Status.INFEASIBLE,
    highspy.HighsModelStatus.kUnbounded: Status.UNBOUNDED,
    highspy.HighsModelStatus.kUnboundedOrInfeasible: Status.INFEASIBLE_OR_UNBOUNDED,
    highspy.HighsModelStatus.kTimeLimit: Status.LIMIT,
    highspy.HighsModelStatus.kIterationLimit: Status.LIMIT,
    highspy.HighsModelStatus.kMemoryLimit: Status.LIMIT,
    highspy.HighsModelStatus.kInterrupt: Status.LIMIT,
}
_CONTRADICTION = (
    highspy.HighsPresolveStatus.kInfeasible,
    highspy.HighsPresolveStatus.kUnboundedOrInfeasible,
)
_BASIC = int(highspy.HighsBasisStatus.kBasic)
_NONBASIC = {
    int(highspy.HighsBasisStatus.kLower): Nonbasic.LOWER,
    int(highspy.HighsBasisStatus.kUpper): Nonbasic.UPPER,
    int(highspy.HighsBasisStatus.kZero): Nonbasic.ZERO,
    int(highspy.HighsBasisStatus.kNonbasic): Nonbasic.ZERO,
}
_COLUMN_STATUS = {
    Nonbasic.LOWER: highspy.HighsBasisStatus.kLower,
    Nonbasic.UPPER: highspy.HighsBasisStatus.kUpper,
    Nonbasic.ZERO: highspy.HighsBasisStatus.kZero,
}
_TIGHT_ROW_STATUS = {  # by relation
    1: highspy.HighsBasisStatus.kLower,
    0: highspy.HighsBasisStatus.kLower,
    -1: highspy.HighsBasisStatus.kUpper,
}


def pass_model(
    highs: highspy.Highs,
    program: FloatProgram,
    matrix_format: highspy.MatrixFormat = highspy.MatrixFormat.kRowwise,
    integers: Sequence[int] = (),
) -> None:
    """Hand a program to HiGHS, some of its columns as integers; SolverFailed where it is not accepted."""
    kinds = np.zeros(len(program.costs), dtype=np.int32)
    kinds[list(integers)] = 1
    status = highs.passModel(
        len(program.costs),
        len(program.row_lower),
        len(program.values),
        int(matrix_format),
        int(highspy.ObjSense.kMaximize if program.maximise else highspy.ObjSense.kMinimize),
        0.0,
        program.costs,
        program.lower,
        program.upper,
        program.row_lower,
        program.row_upper,
        program.starts[:-1].astype(np.int32),
        program.columns.astype(np.int32, copy=False),
        program.values,
        kinds,
    )
    if status == highspy.HighsStatus.kError:
        raise SolverFailed("HiGHS did not accept the model")


class HighsSession:
    """A model inside HiGHS that can grow by rows and be solved again from where it stood."""

    def __init__(self, program: FloatProgram, options: Options | None = None, by_column: bool = False) -> None:
        self._highs = highspy.Highs()
        self._highs.setOptionValue("output_flag", False)
        for name, value in {**SIMPLEX, **TIGHT, **(options or {})}.items():
            if self._highs.setOptionValue(name, value) != highspy.HighsStatus.kOk:
                raise SolverFailed(f"HiGHS has no option {name} = {value!r}")
        self._columns = len(program.costs)
        pass_model(self._highs, program, highspy.MatrixFormat.kColwise if by_column else highspy.MatrixFormat.kRowwise)

    def add_rows(
        self,
        lower: NDArray[np.float64],
        upper: NDArray[np.float64],
        starts: NDArray[np.int32],
        columns: NDArray[np.int32],
        values: NDArray[np.float64],
    ) -> None:
        """Add rows; the next run starts from the present basis."""
        status = self._highs.addRows(len(lower), lower, upper, len(values), starts, columns, values)
        if status == highspy.HighsStatus.kError:
            raise SolverFailed("HiGHS did not accept the added rows")

    def set_point(self, solution: Solution) -> None:
        """Let the next run turn a point into a basis (crossover)."""
        point = highspy.HighsSolution()
        point.col_value = solution.primal
        point.row_dual = solution.dual
        self._highs.setSolution(point)

    def set_basis(self, basis: Basis, relations: NDArray[np.int8]) -> None:
        """Let the next run start from a basis; relations say at which side a tight row holds."""
        start = highspy.HighsBasis()
        rows = np.full(len(relations), highspy.HighsBasisStatus.kBasic, dtype=object)
        for i in basis.tight_rows:
            rows[i] = _TIGHT_ROW_STATUS[int(relations[i])]
        columns = [highspy.HighsBasisStatus.kBasic] * self._columns
        for j, status in basis.nonbasic.items():
            columns[j] = _COLUMN_STATUS[status]
        start.col_status, start.row_status = columns, rows.tolist()
        start.valid = True
        self._highs.setBasis(start)

    def run(self, name: str = "highs", limit: float | None = None) -> Solution:
        """Solve, and read status, point, multipliers and basis. The limit in seconds counts from here."""
        if limit is not None:
            self._highs.setOptionValue("time_limit", self._highs.getRunTime() + limit)
        self._call(self._highs.run)
        if self._highs.getModelStatus() == highspy.HighsModelStatus.kUnknown:
            self._highs.clearSolver()  # a warm start that led nowhere: once more from scratch
            self._call(self._highs.run)
        answer = self._highs.getSolution()
        status = _STATUS.get(self._highs.getModelStatus(), Status.FAILED)
        primal = np.array(answer.col_value, dtype=np.float64)
        dual = np.array(answer.row_dual, dtype=np.float64)
        basis = self._basis() if status in (Status.OPTIMAL, Status.INFEASIBLE) else None
        ray = self._ray() if status is Status.INFEASIBLE and basis else None
        return Solution(name, status, self._highs.getObjectiveValue(), primal, dual, basis, ray)

    def presolve_contradicts(self) -> bool:
        """Whether presolve alone proves the program infeasible, or unbounded."""
        self._call(self._highs.presolve)
        return self._highs.getModelPresolveStatus() in _CONTRADICTION

    def with_factors(self, solution: Solution) -> Solution:
        """The last answer with the factors of its basis, which keep this session alive."""
        return solution if solution.basis is None else solution.with_factors(self._factors(solution.basis))

    def _call(self, work: Callable[[], object]) -> None:
        """Let HiGHS work; where it ignores its own limit, go on without it."""
        remaining = self._highs.getOptionValue("time_limit")[1] - self._highs.getRunTime()
        try:
            within(remaining + _GRACE, work)
        except TimeoutError:
            raise SolverFailed(f"HiGHS went on {_GRACE:g} seconds beyond its limit") from None

    def _ray(self) -> Doubles | None:
        _, exists, values = self._highs.getDualRay()
        return np.array(values, dtype=np.float64) if exists else None

    def _basis(self) -> Basis | None:
        basis = self._highs.getBasis()
        if not basis.valid:  # a model without columns has none to say, but there is only one
            return None if self._columns else Basis((), (), {})
        columns = list(map(int, basis.col_status))
        rows = np.fromiter(map(int, basis.row_status), dtype=np.int8, count=self._highs.getNumRow())
        return Basis(
            basic_columns=tuple(j for j, status in enumerate(columns) if status == _BASIC),
            tight_rows=tuple(np.flatnonzero(rows != _BASIC).tolist()),
            nonbasic={j: _NONBASIC[status] for j, status in enumerate(columns) if status != _BASIC},
        )

    def _factors(self, basis: Basis) -> Factors | None:
        """The factors that HiGHS holds of the basis at which it ended; None where it has none.

        HiGHS's basis consists of the basic columns and of a unit column for each loose row. With zeros at the loose
        rows its two solves are those of the square system of tight rows and basic columns.
        """
        if not basis.basic_columns or len(basis.basic_columns) != len(basis.tight_rows):
            return None  # HiGHS fails badly when it is asked about a matrix without entries
        highs, rows = self._highs, self._highs.getNumRow()
        status, variables = highs.getBasicVariables()
        if status != highspy.HighsStatus.kOk or len(variables) != rows:
            return None
        structural = np.flatnonzero(variables >= 0)
        columns = structural[np.argsort(variables[structural])]  # positions of the basic columns, in their order
        if variables[columns].tolist() != list(basis.basic_columns):
            return None
        tight = np.array(basis.tight_rows, dtype=np.int64)
        return Factors(
            lambda r: _basis_solve(highs.getBasisSolve, rows, r, tight, columns),
            lambda r: _basis_solve(highs.getBasisTransposeSolve, rows, r, columns, tight),
            GAINS[:2] if len(tight) <= SMALL else GAINS[:3],  # our own factors are more accurate, and cheap when small
        )


def _basis_solve(
    solve: Callable[[Doubles], tuple[highspy.HighsStatus, Doubles]],
    rows: int,
    right: Doubles,
    entering: NDArray[np.int64],
    leaving: NDArray[np.int64],
) -> Doubles:
    """HiGHS's solve with the right side spread over the entering positions, read at the leaving ones."""
    size = float(np.abs(right).max(initial=0.0)) or 1.0  # HiGHS drops what is tiny
    spread = np.zeros(rows)
    spread[entering] = right / size
    status, answer = solve(spread)
    if status == highspy.HighsStatus.kError:
        raise Unsolved("HiGHS has no factors")
    return np.asarray(answer[leaving] * size)


def solve_simplex(program: FloatProgram, options: Options | None = None, limit: float = _NO_LIMIT) -> Solution:
    """Solve with the simplex method, presolve off; without options, a tall covering program by way of its dual.

    The limit in seconds is HiGHS's own; a run that ignores it is abandoned.
    """
    end = monotonic() + limit
    if options is None and _is_tall_cover(program):
        solution = _solve_by_dual(program, limit)
        if solution is not None:
            return solution
    elif options is None and _presolve_contradicts(program, limit):
        solution = _run(replace(program, costs=np.zeros(len(program.costs))), {}, end)
        if solution.status is Status.INFEASIBLE:
            return solution
    return _run(program, options or {}, end)


def _run(program: FloatProgram, options: Options, end: float) -> Solution:
    session = HighsSession(program, {"time_limit": max(0.0, end - monotonic()), **options})
    return session.with_factors(session.run())


def _presolve_contradicts(program: FloatProgram, limit: float) -> bool:
    """Whether presolve calls a larger program infeasible (or unbounded): a few per cent of what solving takes.

    It gives no proof, but without the costs, which do not matter then, the simplex method is much faster to one.
    """
    if len(program.row_lower) + len(program.costs) < _LARGE:
        return False
    return HighsSession(program, {"presolve": "on", "time_limit": limit}).presolve_contradicts()


def _is_tall_cover(program: FloatProgram) -> bool:
    """Minimise over x >= 0 with far more rows than columns: a basis of the dual is as small as the columns are few."""
    tall = len(program.row_lower) > _TALL * max(1, len(program.costs))
    return tall and not program.maximise and not program.lower.any() and bool(np.isinf(program.upper).all())


def _solve_by_dual(program: FloatProgram, limit: float) -> Solution | None:
    """Maximise b y with A'y <= c by the primal simplex method: the stored rows of A are the columns of A'."""
    at_least, at_most = np.isfinite(program.row_lower), np.isfinite(program.row_upper)
    dual = FloatProgram(
        maximise=True,
        costs=np.where(at_least, program.row_lower, program.row_upper),
        lower=np.where(at_most, -np.inf, 0.0),
        upper=np.where(at_least, np.inf, 0.0),
        row_lower=np.full(len(program.costs), -np.inf),
        row_upper=program.costs,
        starts=program.starts,
        columns=program.columns,
        values=program.values,
    )
    answer = HighsSession(dual, {"simplex_strategy": 4, "time_limit": limit}, by_column=True).run()
    if answer.status is not Status.OPTIMAL or answer.basis is None:
        return None  # infeasible or unbounded: the program itself says which
    loose = set(range(len(program.costs))) - set(answer.basis.tight_rows)
    basis = Basis(answer.basis.tight_rows, answer.basis.basic_columns, dict.fromkeys(sorted(loose), Nonbasic.LOWER))
    return Solution("highs", Status.OPTIMAL, answer.value, answer.dual, answer.primal, basis)


def solve_interior_point(program: FloatProgram, limit: float = _NO_LIMIT) -> Solution:
    """Solve with the interior-point method and crossover to a basis. It does not always obey its limit."""
    return HighsSession(program, {"solver": "ipm", "time_limit": limit}).run("highs-ipm")


def find_basis(program: FloatProgram, solution: Solution, limit: float = _NO_LIMIT) -> Solution:
    """Give a basis to an answer that came without one."""
    session = HighsSession(program, {"time_limit": limit})
    session.set_point(solution)
    return session.run(solution.solver)


# --- The solvers by name: HiGHS in several ways, and the same programs through PuLP and cvxpy as a cross-check ---


Backend = Callable[[FloatProgram, float, int], Solution]  # program, seconds, bytes of memory

_MEMORY = 4 * 2**30


def _in_worker(job: str, *fixed: str) -> Backend:
    """A backend that runs where it can be stopped."""
    return lambda program, limit, memory: _call(job, (program, *fixed), limit, memory)


def _highs(settings: dict[str, object] | None = None, rescale: bool = True, costs: bool = True) -> Backend:
    """HiGHS's simplex method in this process: it obeys its own time limit, as soak and benchmarks verify."""

    def run(program: FloatProgram, limit: float, memory: int) -> Solution:
        if not costs:
            program = replace(program, costs=np.zeros(len(program.costs)))
        if not (rescale and badly_scaled(program)):
            return solve_simplex(program, settings, limit)
        scales = all_scales(program)
        return scales.undo(solve_simplex(scales.apply(program), settings, limit))

    return run


def _highs_elsewhere(change: Callable[[FloatProgram], Scales | Rotation | None]) -> Backend:
    """HiGHS's simplex method in other units or coordinates; a hint that is missing where these are the same."""

    def run(program: FloatProgram, limit: float, memory: int) -> Solution:
        changed = change(program)
        if changed is None:
            raise SolverFailed("nothing would change")
        return changed.undo(solve_simplex(changed.apply(program), {}, limit))

    return run


BACKENDS: dict[str, Backend] = {
    "highs": _highs(),
    "highs-ipm": _in_worker("optcheck.lp.backends:solve_interior_point"),
    "pulp-cbc": _in_worker("optcheck.lp.backends:solve_pulp", "CBC"),
    "pulp-highs": _in_worker("optcheck.lp.backends:solve_pulp", "HiGHS"),
    "cvxpy-highs": _in_worker("optcheck.lp.backends:solve_cvxpy", "HIGHS"),
    "cvxpy-clarabel": _in_worker("optcheck.lp.backends:solve_cvxpy", "CLARABEL"),
}

# Asked when HiGHS calls a program infeasible, and its ray does not prove that.
RAY_FALLBACKS: dict[str, Backend] = {
    "highs, primal without costs": _highs({"simplex_strategy": 4}, costs=False),
    "highs, dual without costs": _highs({}, rescale=False, costs=False),
}

# Asked when HiGHS's first answer leads to no proof. All but the last run in this process.
EVENLY, PRESOLVED, ROTATED = "highs, even scales", "highs, presolve", "highs, orthogonal columns"
INTERIOR = "highs, interior point"
FALLBACKS: dict[str, Backend] = {
    EVENLY: _highs_elsewhere(even_scales),  # after a scaling that sees chains of rows
    ROTATED: _highs_elsewhere(Rotation.of),  # in coordinates in which free columns are orthogonal
    "highs, own scaling": _highs({}, rescale=False),
    PRESOLVED: _highs({"presolve": "on"}),
    "highs, primal": _highs({"simplex_strategy": 4}),
    "highs, loose": _highs({"primal_feasibility_tolerance": 1e-7, "dual_feasibility_tolerance": 1e-7}),
    INTERIOR: BACKENDS["highs-ipm"],
}


def require_backend(backend: str) -> None:
    """Refuse a name that is no backend, or whose packages are not installed."""
    if backend not in BACKENDS:
        raise InvalidInput(f"backend must be one of {', '.join(BACKENDS)}, got {backend!r}")
    if backend.startswith(("cvxpy", "pulp")):
        require(f"the backend {backend}", "clarabel", "cvxpy", "pulp", "scipy")


def solve_floats(program: FloatProgram, backend: str = "highs", limit: float = 60.0, memory: int = _MEMORY) -> Solution:
    """Solve in doubles only: a hint. Ends within the limit in seconds, or raises SolverFailed.

    ``memory`` limits, in bytes, the process of solvers that run in one of their own.
    """
    require_backend(backend)
    return ask(backend, program, limit, memory)


@np.errstate(all="ignore")  # scaling may leave the range of doubles: a hint that is missing
def ask(backend: str, program: FloatProgram, limit: float, memory: int) -> Solution:
    """An answer of the right shape from a backend or a fallback, or SolverFailed."""
    try:
        solution = (BACKENDS | FALLBACKS | RAY_FALLBACKS)[backend](program, limit, memory)
    except SolverFailed as error:
        raise SolverFailed(f"{backend}: {error}") from error
    except Exception as error:  # whatever a foreign solver raises is a hint that is missing
        raise SolverFailed(f"{backend}: {type(error).__name__}: {error}") from error
    return _well_formed(program, solution)


def crossover(program: FloatProgram, solution: Solution, limit: float, memory: int) -> Solution:
    """Give a basis to an answer that came without one."""
    return _well_formed(program, _call("optcheck.lp.backends:find_basis", (program, solution), limit, memory))


def _call(job: str, arguments: tuple[object, ...], limit: float, memory: int) -> Solution:
    return cast("Solution", call_in_worker(job, arguments, limit, memory))


def _well_formed(program: FloatProgram, solution: Solution) -> Solution:
    """Refuse an answer that calls itself optimal and is not even a finite point of the right size."""
    if solution.status is not Status.OPTIMAL:
        return solution
    sizes = (np.shape(solution.primal), np.shape(solution.dual))
    if sizes != ((len(program.costs),), (len(program.row_lower),)):
        raise SolverFailed(f"{solution.solver}: the answer has the wrong size: {sizes[0]} columns, {sizes[1]} rows")
    if not (np.isfinite(solution.primal).all() and np.isfinite(solution.dual).all()):
        raise SolverFailed(f"{solution.solver}: the answer is not finite")
    return solution


# PuLP and cvxpy, optional packages that take seconds to load: imported by the worker that uses them

_PACKAGE_STATUS = {"not solved": Status.LIMIT, "user_limit": Status.LIMIT} | {
    status.value.replace(" ", "_"): status
    for status in (Status.OPTIMAL, Status.INFEASIBLE, Status.UNBOUNDED, Status.INFEASIBLE_OR_UNBOUNDED)
}


def _solution(program: FloatProgram, name: str, status: str, primal: object, dual: object) -> Solution:
    point, multipliers = np.asarray(primal, dtype=np.float64), np.asarray(dual, dtype=np.float64)
    known = _PACKAGE_STATUS.get(status.lower().removesuffix("_inaccurate"), Status.FAILED)
    value = float(program.costs @ point)
    return Solution(name, known, value, point, multipliers)


def solve_pulp(program: FloatProgram, solver: str = "CBC", limit: float | None = None) -> Solution:
    """Solve with PuLP's CBC or HiGHS. They do not always obey the limit."""
    import pulp

    problem, variables = pulp_problem(program)
    engine = (pulp.PULP_CBC_CMD if solver == "CBC" else pulp.HiGHS)(msg=False, timeLimit=limit)
    try:
        problem.solve(engine)
    except pulp.PulpSolverError as error:
        raise SolverFailed(f"PuLP with {solver}: {error}") from error
    primal = [variable.value() or 0.0 for variable in variables]
    dual = [row.pi or 0.0 for row in problem.constraints.values()]
    return _solution(program, f"pulp-{solver.lower()}", pulp.LpStatus[problem.status], primal, dual)


def pulp_problem(program: FloatProgram) -> tuple[pulp.LpProblem, list[pulp.LpVariable]]:
    """The PuLP form: one object a row."""
    import pulp

    pulp.set_v4_migration_warnings(False)  # PuLP 3 is pinned: how PuLP 4 differs concerns no user of optcheck
    problem = pulp.LpProblem("program", pulp.LpMaximize if program.maximise else pulp.LpMinimize)
    bounds = [[b if np.isfinite(b) else None for b in side.tolist()] for side in (program.lower, program.upper)]
    variables = [pulp.LpVariable(f"x{j}", low, high) for j, (low, high) in enumerate(zip(*bounds, strict=True))]
    problem += pulp.LpAffineExpression(zip(variables, program.costs.tolist(), strict=True))
    for i, (low, high) in enumerate(zip(program.row_lower, program.row_upper, strict=True)):
        span = slice(int(program.starts[i]), int(program.starts[i + 1]))
        terms = zip(program.columns[span].tolist(), program.values[span].tolist(), strict=True)
        row = pulp.LpAffineExpression([(variables[j], a) for j, a in terms])
        problem += (row == low) if low == high else (row >= low) if np.isfinite(low) else (row <= high)
    return problem, variables


def solve_cvxpy(program: FloatProgram, solver: str = "HIGHS", limit: float | None = None) -> Solution:
    """Solve with cvxpy, all rows of a relation in one matrix constraint. They do not always obey the limit."""
    import cvxpy
    from scipy.sparse import csr_matrix

    x = cvxpy.Variable(len(program.costs), bounds=[program.lower, program.upper])
    low, high = program.row_lower, program.row_upper
    matrix = csr_matrix((program.values, program.columns, program.starts), shape=(len(low), len(program.costs)))
    kinds = (
        (operator.eq, low == high, low, -1.0),
        (operator.ge, np.isfinite(low) & (low != high), low, 1.0),
        (operator.le, np.isfinite(high) & (low != high), high, -1.0),
    )
    rows = [  # their numbers, the constraint, the sign of its multipliers
        (index, relation(matrix[index] @ x, sides[index]), sign)
        for relation, chosen, sides, sign in kinds
        if len(index := np.flatnonzero(chosen))
    ]
    goal = (cvxpy.Maximize if program.maximise else cvxpy.Minimize)(program.costs @ x)
    problem = cvxpy.Problem(goal, [constraint for _, constraint, _ in rows])
    try:
        problem.solve(solver=solver, **({} if limit is None else {"time_limit": limit}))
    except (cvxpy.SolverError, ValueError) as error:  # ValueError: a model without variables
        raise SolverFailed(f"cvxpy with {solver}: {error}") from error
    dual = np.zeros(len(low))
    for index, constraint, sign in rows:
        if constraint.dual_value is not None:
            dual[index] = (-sign if program.maximise else sign) * np.asarray(constraint.dual_value)
    primal = np.zeros(len(program.costs)) if x.value is None else x.value
    return _solution(program, f"cvxpy-{solver.lower()}", problem.status, primal, dual)
