"""optcheck in the place of a solver: for PuLP, cvxpy and Pyomo, and with the arguments of scipy's linprog and milp.

Packages take doubles back; the exact answer and its certificate are beside them. Each package is imported by the one
function that needs it.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import InvalidInput, MissingExtra, NotCertified, require
from optcheck.exact.numbers import Exact
from optcheck.lp.adapters import milp_program, pyomo_program
from optcheck.lp.answer import Answer, IntegerAnswer
from optcheck.lp.draft import CONSTANT, RANGE_MARK
from optcheck.lp.integer import solve
from optcheck.lp.packages import Data, cvxpy_standard_form, from_pulp, from_scipy, pulp_rows
from optcheck.lp.program import LinearProgram, Optimal

if TYPE_CHECKING:
    import cvxpy
    import pulp
    import pyomo
    import scipy

DEFAULT_LIMIT = 60.0  # seconds
_SCIPY_STATUS = {"optimal": 0, "bounds": 1, "feasible": 1, "infeasible": 2, "unbounded": 3}
Proved = Answer | IntegerAnswer


# scipy


def linprog(
    c: object,
    A_ub: object = None,
    b_ub: object = None,
    A_eq: object = None,
    b_eq: object = None,
    bounds: object = (0, None),
    method: object = None,
    callback: object = None,
    options: object = None,
    x0: object = None,
    integrality: object = None,
    limit: float = DEFAULT_LIMIT,
) -> scipy.optimize.OptimizeResult:
    """``scipy.optimize.linprog`` with an exact answer: the same arguments and fields, and exact ones beside them.

    ``x_exact``, ``fun_exact`` are ints and Fractions, ``certificate`` is the proof, ``answer`` all of it. ``method``,
    ``options`` and ``x0`` are not needed; a ``callback`` has nothing to be called for, and is refused.

    >>> linprog([1, 1], A_ub=[[-3, -1], [-1, -3]], b_ub=[-1, -1]).fun_exact
    Fraction(1, 2)
    """
    if callback is not None:
        raise InvalidInput("callback must be None: there are no iterations to report")
    program = from_scipy(c, A_ub, b_ub, A_eq, b_eq, bounds, integrality)
    result, answer = _scipy_result(program, limit)
    if answer is not None and answer.point:
        _add_rows(result, program, answer)
    return result


def milp(
    c: object,
    *,
    integrality: object = None,
    bounds: object = None,
    constraints: object = None,
    options: object = None,
    limit: float = DEFAULT_LIMIT,
) -> scipy.optimize.OptimizeResult:
    """``scipy.optimize.milp`` with an exact answer: the same arguments and fields, and exact ones beside them.

    >>> milp([-1], integrality=[1], constraints=([[3]], -float("inf"), 7)).fun_exact
    -2
    """
    program = milp_program(c, integrality=integrality, bounds=bounds, constraints=constraints)
    return _scipy_result(program, limit)[0]


def _scipy_result(program: LinearProgram, limit: float) -> tuple[scipy.optimize.OptimizeResult, Proved | None]:
    require("optcheck.linprog", "scipy")
    from scipy.optimize import OptimizeResult

    try:
        answer = solve(program, limit=limit)
    except NotCertified as error:
        return OptimizeResult(x=None, fun=None, success=False, status=1, message=str(error), nit=0), None
    point = list(answer.point.values()) or None
    fields: dict[str, object] = {
        "x": None if point is None else np.array(point, dtype=np.float64),
        "fun": None if answer.value is None else float(answer.value),
        "success": answer.status == "optimal",
        "status": _SCIPY_STATUS[answer.status],
        "message": str(answer).partition("\n")[0],
        "nit": 0,
        "x_exact": point,
        "fun_exact": answer.value,
        "certificate": answer.certificate,
        "answer": answer,
    }
    if isinstance(answer, IntegerAnswer):
        bound = answer.bound
        fields["mip_node_count"] = answer.nodes
        fields["mip_dual_bound"] = None if bound is None else float(bound)
        fields["mip_gap"] = _gap(answer.value, bound)
    return OptimizeResult(fields), answer


def _gap(value: Exact | None, bound: Exact | None) -> float | None:
    if value is None or bound is None:
        return None
    return abs(float(value - bound)) / max(1.0, abs(float(value)))


def _add_rows(result: scipy.optimize.OptimizeResult, program: LinearProgram, answer: Proved) -> None:
    """Residuals and marginals, as linprog gives them."""
    from scipy.optimize import OptimizeResult

    outcome, primal = answer.outcome, list(answer.point.values())
    rests = [side - left for side, left in zip(program.rhs.tolist(), program.activities(primal), strict=True)]
    dual = outcome.dual if isinstance(outcome, Optimal) else {}
    reduced = program.reduced_costs(outcome) if isinstance(outcome, Optimal) else [0] * len(program.costs)
    parts = {
        "ineqlin": np.flatnonzero(program.relations).tolist(),
        "eqlin": np.flatnonzero(program.relations == 0).tolist(),
    }
    for name, rows in parts.items():
        result[name] = OptimizeResult(
            residual=_floats(rests[i] for i in rows), marginals=_floats(dual.get(i, 0) for i in rows)
        )
    result["slack"], result["con"] = result.ineqlin.residual, result.eqlin.residual
    low = [np.inf if bound is None else x - bound for x, bound in zip(primal, program.lower, strict=True)]
    high = [np.inf if bound is None else bound - x for x, bound in zip(primal, program.upper, strict=True)]
    result["lower"] = OptimizeResult(residual=_floats(low), marginals=_floats(max(d, 0) for d in reduced))
    result["upper"] = OptimizeResult(residual=_floats(high), marginals=_floats(min(d, 0) for d in reduced))


def _floats(values: Iterable[Exact | float]) -> NDArray[np.float64]:
    return np.array([float(value) for value in values], dtype=np.float64)


# PuLP


def pulp_solver(limit: float = DEFAULT_LIMIT, mip: bool = True) -> pulp.LpSolver:
    """A solver for ``LpProblem.solve``: exact, with proof; the answer is ``solver.answer`` afterwards.

    With ``mip=False`` integer variables may take any value, as with PuLP's other solvers.
    """
    require("optcheck.pulp_solver", "pulp")
    import pulp

    class OptcheckSolver(pulp.LpSolver):  # type: ignore[misc]
        """optcheck as PuLP calls it."""

        name = "OPTCHECK"
        answer: Proved | None = None

        def available(self) -> bool:
            """It is."""
            return True

        def actualSolve(self, lp: pulp.LpProblem, **_: object) -> int:
            """Solve, and hand the values over as doubles."""
            try:
                self.answer = solve(from_pulp(lp, relax=not self.mip), limit=limit)
            except NotCertified:
                self.answer = None
                return int(lp.assignStatus(pulp.LpStatusNotSolved, pulp.LpSolutionNoSolutionFound))
            return _give_to_pulp(lp, self.answer)

    return OptcheckSolver(mip=mip, msg=False)


def _give_to_pulp(lp: pulp.LpProblem, answer: Proved) -> int:
    import pulp

    if answer.point:
        lp.assignVarsVals({name: float(x) for name, x in answer.point.items() if name != CONSTANT})
    if isinstance(answer, Answer) and answer.status == "optimal":
        lp.assignConsPi({name: float(answer.multipliers.get(name, 0)) for name in pulp_rows(lp)})
        lp.assignVarsDj({name: float(d) for name, d in answer.reduced_costs.items() if name != CONSTANT})
    if answer.status in ("optimal", "infeasible", "unbounded"):
        word = answer.status.capitalize()
        status, solution_status = getattr(pulp, f"LpStatus{word}"), getattr(pulp, f"LpSolution{word}")
    elif answer.point:
        status, solution_status = pulp.LpStatusOptimal, pulp.LpSolutionIntegerFeasible
    else:
        status, solution_status = pulp.LpStatusNotSolved, pulp.LpSolutionNoSolutionFound
    lp.assignStatus(status, solution_status)
    return int(status)


# cvxpy


def cvxpy_solver(limit: float = DEFAULT_LIMIT) -> cvxpy.reductions.solvers.conic_solvers.conic_solver.ConicSolver:
    """A solver for ``problem.solve(solver=...)``: exact, with proof; the answer is ``solver.answer`` afterwards."""
    require("optcheck.cvxpy_solver", "cvxpy")
    from cvxpy import settings
    from cvxpy.reductions.solution import Solution, failure_solution
    from cvxpy.reductions.solvers import utilities
    from cvxpy.reductions.solvers.conic_solvers.highs_conif import HIGHS

    words = {"optimal": settings.OPTIMAL, "infeasible": settings.INFEASIBLE, "unbounded": settings.UNBOUNDED}

    class OptcheckSolver(HIGHS):  # type: ignore[misc]
        """optcheck as cvxpy calls it: what HIGHS takes, it takes."""

        answer: Proved | None = None

        def name(self) -> str:
            """No other solver has this name."""
            return "OPTCHECK"

        def import_solver(self) -> None:
            """Nothing is missing."""

        def solve_via_data(self, data: Data, *_: object, **__: object) -> Proved | None:
            """Solve what cvxpy has made of the problem."""
            try:
                self.answer = solve(cvxpy_standard_form(data), limit=limit)
            except NotCertified:
                self.answer = None
            return self.answer

        def invert(self, results: Proved | None, inverse_data: Data) -> Solution:
            """The answer in cvxpy's terms."""
            status = settings.SOLVER_ERROR if results is None else words.get(results.status, settings.USER_LIMIT)
            if results is None or results.value is None:
                return failure_solution(status, {})
            primal = {HIGHS.VAR_ID: np.array([float(x) for x in results.point.values()])}
            dual = None
            if isinstance(results, Answer) and isinstance(results.outcome, Optimal):
                y = -np.array([float(results.outcome.dual.get(i, 0)) for i in range(results.program.rows.count)])
                rows = inverse_data[HIGHS.EQ_CONSTR] + inverse_data[HIGHS.NEQ_CONSTR]
                dual = utilities.get_dual_values(y, utilities.extract_dual_value, rows)
            return Solution(status, float(results.value) + inverse_data[settings.OFFSET], primal, dual, {})

    return OptcheckSolver()


# Pyomo


def pyomo_solver(limit: float = DEFAULT_LIMIT) -> _PyomoSolver:
    """A solver with Pyomo's ``solve(model)``; from then on ``SolverFactory("optcheck")`` makes one as well."""
    if find_spec("pyomo") is None:
        raise MissingExtra("optcheck.pyomo_solver needs Pyomo: pip install pyomo")
    from pyomo.opt import SolverFactory

    if "optcheck" not in SolverFactory:
        SolverFactory.register("optcheck", doc="exact answers with proofs")(_PyomoSolver)
    return _PyomoSolver(limit=limit)


class _PyomoSolver:
    """optcheck as Pyomo's SolverFactory makes and calls it."""

    def __init__(self, limit: float = DEFAULT_LIMIT, **_: object) -> None:
        self.options: dict[str, object] = {"limit": limit}
        self.answer: Proved | None = None

    def __enter__(self) -> _PyomoSolver:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is open."""

    def available(self, exception_flag: bool = True) -> bool:
        """It is."""
        return True

    def license_is_valid(self) -> bool:
        """None is needed."""
        return True

    def version(self) -> tuple[int, ...]:
        """As Pyomo wants it: four numbers."""
        from optcheck import __version__

        return (*(int(part) for part in __version__.split(".")[:3]), 0)

    def solve(
        self, model: pyomo.core.base.block.BlockData, load_solutions: bool = True, **_: object
    ) -> pyomo.opt.SolverResults:
        """Solve, load values (and multipliers, where the model has a suffix for them), and report as Pyomo does."""
        from pyomo.opt import SolverResults, SolverStatus, TerminationCondition

        program, variables = pyomo_program(model)
        results = SolverResults()
        results.solver.name = "optcheck"
        try:
            self.answer = solve(program, limit=float(str(self.options["limit"])))
        except NotCertified as error:
            results.solver.status = SolverStatus.aborted
            results.solver.termination_condition = TerminationCondition.maxTimeLimit
            results.solver.message = str(error)
            return results
        answer = self.answer
        words = ("optimal", "infeasible", "unbounded")
        word = answer.status if answer.status in words else "maxTimeLimit"
        results.solver.status = SolverStatus.ok if word == "optimal" else SolverStatus.warning
        results.solver.termination_condition = getattr(TerminationCondition, word)
        results.solver.message = str(answer).partition("\n")[0]
        _set_pyomo_bounds(results, answer)
        if load_solutions and answer.point:
            for variable in variables:
                variable.set_value(float(answer.point[variable.name]), skip_validation=True)
            _give_duals_to_pyomo(model, answer)
        return results


def _set_pyomo_bounds(results: pyomo.opt.SolverResults, answer: Proved) -> None:
    bound = answer.bound if isinstance(answer, IntegerAnswer) else answer.value
    ends = {"lower_bound": bound, "upper_bound": answer.value}
    if answer.program.sense == "maximise":
        ends = {"lower_bound": answer.value, "upper_bound": bound}
    for name, end in ends.items():
        if end is not None:
            setattr(results.problem, name, float(end))


def _give_duals_to_pyomo(model: pyomo.core.base.block.BlockData, answer: Proved) -> None:
    from pyomo.core import Constraint, Suffix

    suffix = model.component("dual")
    if not isinstance(suffix, Suffix) or not suffix.import_enabled() or not isinstance(answer, Answer):
        return
    multipliers = answer.multipliers
    for part in model.component_data_objects(Constraint, active=True, descend_into=True):
        total = Fraction(multipliers.get(part.name, 0)) + multipliers.get(part.name + RANGE_MARK, 0)
        suffix[part] = float(total)
