"""Solve a linear program and prove the answer: optimal, infeasible or unbounded.

A float solver's answer is the hint. From it lead routes to an exact outcome, cheap ones first, until one of them proves
something; most programs end at the first. Nothing here is trusted: the checker confirms the certificate.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import inf
from time import monotonic
from typing import Literal

import numpy as np

from optcheck.checker.core import counted
from optcheck.errors import CertificateRejected, InvalidInput, NotCertified, SolverFailed, TooCostly
from optcheck.exact.files import Certificate, uncollected
from optcheck.exact.numbers import (
    DIGITS,
    Exact,
    as_json,
    both_forms,
    brief,
    round_down,
    round_up,
    text_table,
    to_json,
)
from optcheck.lp.backends import EVENLY, FALLBACKS, PRESOLVED, RAY_FALLBACKS, ROTATED, ask, crossover, require_backend
from optcheck.lp.limits import Exhausted, Run, Stage
from optcheck.lp.program import (
    RELATIONS,
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
    infeasible_by_elastic_dual,
    infeasible_by_ray,
    optimum_of_basis,
    recession,
    refined_optimum,
)
from optcheck.lp.simplex import MOST_COLUMNS, dictionary_cells, exact_outcome, pivoted_optimum

# --- A proved answer: its parts by name, as a page and a table for people, and as JSON values ---


Verdict = Literal["right", "right within", "infeasible", "not optimal", "wrong status", "undecided"]
Cells = Mapping[str, Sequence[Exact | str]]  # the cells of a table's columns, by heading


@dataclass(frozen=True, slots=True)
class Answer:
    """A proved outcome, the certificate that the checker accepted, and the way to it.

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
        return dict(zip(self.program.column_labels, self.program.reduced_costs(self.outcome), strict=True))

    def __str__(self) -> str:
        """Status and value, the size of program and proof, the route, the time by stage."""
        return _page(self, _headline(self), _proof(self.outcome, self.program))

    def table(self, most: int = 40) -> str:
        """Values, reduced costs, activities and multipliers as a text, the first ``most`` columns and rows."""
        program, outcome = self.program, self.outcome
        columns, rows = min(most, len(program.costs)), min(most, program.rows.count)
        blocks = [
            _block("column", program.column_labels, _column_cells(program, outcome), columns),
            _block("row", program.row_labels, _row_cells(program, outcome, range(rows)), rows),
        ]
        return "\n\n".join(blocks)

    def document(self) -> dict[str, object]:
        """The whole answer as JSON values: numbers as ints or "p/q" texts, zeros left out of multipliers."""
        program, outcome = self.program, self.outcome
        document = _document_head(self)
        if isinstance(outcome, Infeasible) and outcome.column is not None:
            document["crossed_bounds"] = program.column_labels[outcome.column]
        document["route"] = self.route
        document["stages"] = [stage._asdict() for stage in self.stages]
        document["columns"] = {name: to_json(x) for name, x in self.point.items()}
        if isinstance(outcome, Unbounded):
            document["ray"] = _nonzero(dict(zip(program.column_labels, outcome.ray, strict=True)))
        else:
            document["multipliers"] = {name: to_json(y) for name, y in self.multipliers.items()}
            document["reduced_costs"] = _nonzero(self.reduced_costs)
        return document


def _page(answer: Answer | IntegerAnswer, headline: str, proof: str) -> str:
    program = answer.program
    counts = (program.rows.count, "row"), (len(program.costs), "column"), (len(program.rows.values), "entry")
    size = ", ".join(counted(count, noun) for count, noun in counts)
    if not program.continuous:
        size += f"; {counted(len(program.integers), 'integer column')}"
        size += f", {counted(len(program.gaps), 'gap')}" if program.gaps else ""
    stages = [f"{stage.name} {stage.seconds:.2f} s ({stage.outcome})" for stage in answer.stages]
    lines = [("program", size), ("proof", proof), ("route", answer.route)]
    lines += [("time" if k == 0 else "", stage) for k, stage in enumerate(stages)]
    return "\n".join([headline, *(f"  {name:<8} {text}" for name, text in lines if text)])


def _document_head(answer: Answer | IntegerAnswer) -> dict[str, object]:
    document: dict[str, object] = {"format": 1, "status": answer.status, "sense": answer.program.sense}
    if answer.value is not None:
        document["value"] = to_json(answer.value)
        document["value_between"] = [round_down(answer.value, DIGITS), round_up(answer.value, DIGITS)]
    return document


def _nonzero(values: Mapping[str, Exact]) -> dict[str, int | str]:
    return {name: to_json(value) for name, value in values.items() if value}


def _headline(answer: Answer) -> str:
    if isinstance(answer.outcome, Optimal):
        goal = "minimum" if answer.program.sense == "minimise" else "maximum"
        return f"optimal: the {goal} is {both_forms(answer.outcome.value)}"
    if isinstance(answer.outcome, Infeasible):
        return "infeasible: no point satisfies all rows and bounds"
    return "unbounded: the objective improves for ever"


def _proof(outcome: Outcome, program: LinearProgram) -> str:
    match outcome:
        case Optimal(_, primal, dual):
            numbers, parts = [*primal, *dual.values()], f"a point ({_size(primal)}) and {_multipliers(dual)}"
        case Infeasible(_, int(column)):
            name = program.column_labels[column]
            return f"the lower bound of column {name} is above its upper bound; the checker accepted it"
        case Infeasible(dual, _):
            numbers, parts = [*dual.values()], _multipliers(dual)
        case Unbounded(primal, ray):
            numbers, parts = [*primal, *ray], f"a point ({_size(primal)}) and a ray ({_size(ray)})"
    bits = max((max(n.numerator.bit_length(), n.denominator.bit_length()) for n in numbers), default=0)
    return f"{parts}, of up to {counted(int(bits * 0.30103) + 1, 'digit')}; the checker accepted it"


def _multipliers(dual: Mapping[int, Exact]) -> str:
    return counted(len(dual), "row multiplier")


def _size(numbers: Sequence[Exact]) -> str:
    count = sum(1 for number in numbers if number)
    return f"{counted(count, 'value')} that {'is' if count == 1 else 'are'} not 0"


def _column_cells(program: LinearProgram, outcome: Outcome) -> Cells:
    match outcome:
        case Optimal(_, primal, _):
            return {"value": primal, "reduced cost": program.reduced_costs(outcome)}
        case Infeasible():
            return {"left by the rows": program.reduced_costs(outcome)}
        case Unbounded(primal, ray):
            return {"value": primal, "direction": ray}


def _row_cells(program: LinearProgram, outcome: Outcome, rows: range) -> Cells:
    sides: Cells = {
        "": [RELATIONS[int(program.relations[i])] for i in rows],
        "right side": [program.rhs[i] for i in rows],
    }
    if isinstance(outcome, Unbounded):
        return {"activity": program.activities(outcome.primal, rows), **sides}
    multipliers = [outcome.dual.get(i, 0) for i in rows]
    if isinstance(outcome, Infeasible):
        return {**sides, "multiplier": multipliers}
    return {"activity": program.activities(outcome.primal, rows), **sides, "multiplier": multipliers}


def _block(heading: str, names: Sequence[str], cells: Cells, count: int) -> str:
    lines = [
        [names[k], *(cell if isinstance(cell, str) else brief(cell) for cell in (part[k] for part in cells.values()))]
        for k in range(count)
    ]
    more = f"\n... and {len(names) - count} more" if len(names) > count else ""
    return text_table([[heading, *cells], *lines]) + more


Step = str  # of a proof, as the checker reads it; or several, one a line


@dataclass(frozen=True, slots=True)
class IntegerOutcome:
    """What is proved: a point and its value, a bound on the objective, and the steps of the proof.

    ``status`` is "optimal", "infeasible", "unbounded" (with a ray), "bounds" (the proof shows the bound; there may be
    no point yet) or "feasible" (a point without a bound).
    """

    status: str
    value: Exact | None = None
    primal: Sequence[Exact] | None = None
    bound: Exact | None = None
    ray: Sequence[Exact] | None = None
    proof: Sequence[Step] | None = None

    def certificate(self, program: LinearProgram) -> Certificate:
        """The outcome as a certificate that the checker reads."""
        evidence: dict[str, object] = {"status": self.status}
        if self.value is not None:
            evidence["value"] = to_json(self.value)
        if self.primal is not None:
            evidence["primal"] = as_json(self.primal)
        if self.status == "bounds" and self.bound is not None:
            evidence["bound"] = to_json(self.bound)
        if self.ray is not None:
            evidence["ray"] = as_json(self.ray)
        if self.proof is not None:
            evidence["proof"] = [line for step in self.proof for line in step.split("\n")]
        return Certificate("integer-program", program.integer_instance(), evidence)


@dataclass(frozen=True, slots=True)
class IntegerAnswer:
    """What is proved of an integer program, the certificate that the checker accepted, and the way to it."""

    program: LinearProgram
    outcome: IntegerOutcome
    certificate: Certificate
    nodes: int
    cuts: int
    stages: tuple[Stage, ...] = ()

    @property
    def status(self) -> str:
        """ "optimal", "infeasible", "unbounded", "bounds" or "feasible": what the certificate proves."""
        return self.outcome.status

    @property
    def value(self) -> Exact | None:
        """The objective at the point, where there is one; the optimum, if the status is "optimal"."""
        return self.outcome.value

    @property
    def bound(self) -> Exact | None:
        """The proved bound on the objective; at an optimum, the optimum."""
        return self.outcome.bound

    @property
    def point(self) -> dict[str, Exact]:
        """The exact point by variable name; empty when there is none."""
        point = self.outcome.primal
        return {} if point is None else dict(zip(self.program.column_labels, point, strict=True))

    @property
    def route(self) -> str:
        """What led to the proof."""
        return f"branch and bound: {counted(self.nodes, 'node')}, {counted(self.cuts, 'cut')}"

    def __str__(self) -> str:
        """Status and value, the size of program and proof, the route, the time by stage."""
        return _page(self, self._headline(), self._proof())

    def _headline(self) -> str:
        goal = "minimum" if self.program.sense == "minimise" else "maximum"
        better, worse = ("at most", "at least") if self.program.sign == 1 else ("at least", "at most")
        if self.status == "infeasible":
            return "infeasible: no point satisfies all rows and bounds with its columns integer"
        if self.status == "unbounded":
            return "unbounded: the objective improves for ever"
        if self.status == "optimal" and self.value is not None:
            return f"optimal: the {goal} is {both_forms(self.value)}"
        if self.value is None and self.bound is not None:
            return f"not closed: the {goal}, if there is a feasible point, is {worse} {both_forms(self.bound)}"
        if self.value is not None and self.bound is None:
            return f"not closed: the {goal} is {better} {both_forms(self.value)}"
        ends = sorted(end for end in (self.value, self.bound) if end is not None)
        return f"not closed: the {goal} is between {' and '.join(map(both_forms, ends))}"

    def _proof(self) -> str:
        parts = [] if self.outcome.primal is None else [f"a point ({_size(self.outcome.primal)})"]
        parts += [] if self.outcome.ray is None else [f"a ray ({_size(self.outcome.ray)})"]
        if self.outcome.proof is not None:
            leaves = sum(step.count("leaf") for step in self.outcome.proof) - 2 * self.cuts
            parts.append(f"a tree of {counted(leaves, 'leaf').replace('leafs', 'leaves')}")
        return f"{' and '.join(parts)}; the checker accepted it"

    def table(self, most: int = 40) -> str:
        """Values and activities as a text, the first ``most`` columns and rows; empty without a point."""
        program, primal = self.program, self.outcome.primal
        if primal is None:
            return ""
        columns, rows = min(most, len(program.costs)), min(most, program.rows.count)
        cells: Cells = {
            "activity": program.activities(primal, range(rows)),
            "": [RELATIONS[int(program.relations[i])] for i in range(rows)],
            "right side": [program.rhs[i] for i in range(rows)],
        }
        values = _block("column", program.column_labels, {"value": primal}, columns)
        return values + "\n\n" + _block("row", program.row_labels, cells, rows)

    def document(self) -> dict[str, object]:
        """The whole answer as JSON values: numbers as ints or "p/q" texts."""
        document = _document_head(self)
        if self.bound is not None:
            document["bound"] = to_json(self.bound)
        document |= {"route": self.route, "nodes": self.nodes, "cuts": self.cuts}
        document["stages"] = [stage._asdict() for stage in self.stages]
        document["columns"] = {name: to_json(x) for name, x in self.point.items()}
        if self.outcome.ray is not None:
            document["ray"] = _nonzero(dict(zip(self.program.column_labels, self.outcome.ray, strict=True)))
        return document


@dataclass(frozen=True, slots=True)
class Violation:
    """A row, a bound, an integer column or a gap that a point breaks, and by how much."""

    what: Literal["row", "bound", "integer", "gap"]
    name: str
    rule: str
    amount: Exact


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is wrong with an answer, exactly, and one sentence about it.

    ``distance`` is how much worse than the optimum the objective is (below 0 where an infeasible point looks better);
    where the optimum is out of reach it is None, and ``distance_at_most`` comes from a rigorous bound, if there is one.
    """

    verdict: Verdict
    sentence: str
    violations: tuple[Violation, ...] = ()
    objective: Exact | None = None
    distance: Exact | None = None
    distance_at_most: Exact | None = None
    answer: Answer | IntegerAnswer | None = None

    @property
    def worst(self) -> Exact:
        """The largest violation, 0 where all rows and bounds hold."""
        return self.violations[0].amount if self.violations else 0


# --- Solve a linear program and prove the answer: optimal, infeasible or unbounded ---


DEFAULT_LIMIT = 60.0  # seconds
DEFAULT_CHECK = 10.0  # seconds' worth of the checker's steps
DEFAULT_MEMORY = 4.0  # gigabytes
_TINY = 2000  # cells of a dictionary that the exact simplex method solves at once
_CELL = 100  # bytes of one integer of a small dictionary
_STALLED = 2.0  # seconds; a small program of least violation that keeps HiGHS busy for longer will not be solved by it
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
            outcome, route = _by_exact_simplex(program, run)
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
    program: LinearProgram, backend: str, run: Run, most: float = inf
) -> tuple[FloatProgram | None, Solution | None]:
    """The program in doubles and the backend's answer; None where there is none."""
    try:
        floats = program.to_floats()
    except OverflowError:  # data beyond the range of doubles: only exact arithmetic can help
        return None, None
    return floats, _ask(floats, backend, run, most)


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
    return routed or _by_exact_simplex(program, run)


def _by_exact_simplex(program: LinearProgram, run: Run) -> Routed:
    """The outcome without any float: slow, and certain as far as time and memory go."""
    with run.stage("exact simplex") as note:
        run.require_memory(dictionary_cells(program) * _CELL)
        outcome = exact_outcome(program, run.check)
        note.outcome = type(outcome).__name__.lower()
    return outcome, "exact simplex"


def _by_hints(problem: Problem, solution: Solution | None) -> Routed | None:
    """The hint at hand, then HiGHS in several ways; each is asked about the program, then about its violation."""
    routed = _by_hint(problem, solution)
    asked = {solution.solver if solution else "", *(stage.name for stage in problem.run.stages)}
    if routed is None and "highs" not in asked:
        routed = _by_hint(problem, _ask(problem.floats, "highs", problem.run))
    if routed is None and dictionary_cells(problem.program) > _TINY:
        routed = _by_hint(problem, _ask(problem.floats, EVENLY, problem.run))
        routed = routed or _by_rotated_columns(problem)
    if routed is None and solution is not None and solution.status is Status.UNBOUNDED:
        routed = _by_hint(problem, _ask(problem.floats, PRESOLVED, problem.run))  # doubles often see rays that end
    routed = routed or _infeasible_or_unbounded(problem, "highs")
    if routed is None and dictionary_cells(problem.program) > _TINY:
        asked = {stage.name for stage in problem.run.stages}
        for backend in (name for name in FALLBACKS if name not in asked):
            routed = _by_hint(problem, _ask(problem.floats, backend, problem.run))
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
    if optimum is not None:
        return optimum, f"refinement of {solution.solver}"
    return _by_pivots(problem, solution.basis.tight_rows, solution.solver)


def _by_pivots(problem: Problem, tight: Sequence[int], solver: str) -> tuple[Optimal, str] | None:
    """Exact pivots from the rows that doubles found tight, for half the time that is left."""
    if len(problem.program.costs) > MOST_COLUMNS:
        return None
    routed = _by_rotated_columns(problem)
    if routed is not None:
        return routed
    end = monotonic() + problem.run.remaining / 2
    with problem.run.stage("exact pivots") as note:
        optimum = pivoted_optimum(problem.program, tight, lambda: monotonic() < end)
        note.outcome = "optimal" if optimum else "lead nowhere"
    return None if optimum is None else (optimum, f"exact pivots from the basis of {solver}")


def _by_rotated_columns(problem: Problem) -> tuple[Optimal, str] | None:
    """The optimum that HiGHS finds in other coordinates of the free columns, where it was not asked yet."""
    run = problem.run
    if run.prefix + ROTATED in {stage.name for stage in run.stages}:
        return None
    return _optimum(problem, _ask(problem.floats, ROTATED, run))


def _with_basis(floats: FloatProgram, solution: Solution, run: Run) -> Solution | None:
    try:
        with run.stage("crossover") as note:
            solution = crossover(floats, solution, run.remaining / 2, run.memory_bytes)
            note.outcome = "a basis" if solution.basis else "no basis"
            return solution
    except SolverFailed:
        return None


def _infeasible_or_unbounded(problem: Problem, backend: str) -> Routed | None:
    """Decide by two programs that always have an optimum: least violation, then steepest bounded ray."""
    violation = _least_violation(problem, backend)
    if violation is None or isinstance(violation, Infeasible):
        return None if violation is None else (violation, "least violation")
    if violation.value > 0:
        return Infeasible(violation.dual), "least violation"
    ray = _minimum(recession(problem.program), backend, problem.run.nested("steepest ray"))
    if ray is None or ray.value == 0:
        return None
    return Unbounded(violation.primal[: len(problem.program.costs)], ray.primal), "steepest ray"


def _least_violation(problem: Problem, backend: str) -> Optimal | Infeasible | None:
    """The least violation, or a proof that it is positive: the multipliers prove that without an exact optimum."""
    run, program = problem.run.nested("least violation"), elastic(problem.program)
    most = _STALLED + len(program.rows.values) / _NONZEROS_A_SECOND
    floats, solution = _hint(program, backend, run, most)
    if floats is None or solution is None or solution.status is not Status.OPTIMAL or solution.basis is None:
        return None
    relaxed = Problem(program, floats, run)
    if solution.value > 0:
        with run.stage("exact multipliers") as note:
            proof = infeasible_by_elastic_dual(problem, relaxed, solution.basis)
            note.outcome = "infeasible" if proof else "prove nothing"
        if proof is not None:
            return proof
    optimum = _optimum(relaxed, solution)
    return None if optimum is None else optimum[0]


def _minimum(program: LinearProgram, backend: str, run: Run) -> Optimal | None:
    """The exact optimum of a program that has one, or None when no float basis leads to it."""
    floats, solution = _hint(program, backend, run)
    optimum = None if floats is None else _optimum(Problem(program, floats, run), solution)
    return None if optimum is None else optimum[0]
