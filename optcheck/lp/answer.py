"""Proved answers: their parts by name, as a page and a table for people, and as JSON values; and judgements.

Nothing here solves, so that HiGHS need not be loaded: beside OR-Tools, which has a HiGHS of its own, it cannot be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Literal

from optcheck.checker.core import counted
from optcheck.errors import InvalidInput, shown
from optcheck.exact.files import Certificate
from optcheck.exact.numbers import (
    DIGITS,
    Exact,
    as_json,
    both_forms,
    brief,
    exact,
    round_down,
    round_up,
    text_table,
    to_json,
    whole,
)
from optcheck.lp.draft import RANGE_MARK
from optcheck.lp.limits import Stage
from optcheck.lp.program import RELATIONS, Infeasible, LinearProgram, Optimal, Outcome, Solution, Unbounded

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
        return _table(program, _column_cells(program, outcome), lambda rows: _row_cells(program, outcome, rows), most)

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
        semi = {j for j, _, _ in program.gaps}
        kinds = (len(program.integers), "integer column"), (len(semi), "semi-continuous column")
        size += "; " + ", ".join(counted(count, noun) for count, noun in kinds if count)
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
    if isinstance(outcome, Unbounded):
        return _activity_cells(program, outcome.primal, rows)
    multipliers = [outcome.dual.get(i, 0) for i in rows]
    if isinstance(outcome, Infeasible):
        return {**_side_cells(program, rows), "multiplier": multipliers}
    return {**_activity_cells(program, outcome.primal, rows), "multiplier": multipliers}


def _side_cells(program: LinearProgram, rows: range) -> Cells:
    relations = [RELATIONS[int(program.relations[i])] for i in rows]
    return {"": relations, "right side": [program.rhs[i] for i in rows]}


def _activity_cells(program: LinearProgram, point: Sequence[Exact], rows: range) -> Cells:
    return {"activity": program.activities(point, rows), **_side_cells(program, rows)}


def _table(program: LinearProgram, columns: Cells, rows: Callable[[range], Cells], most: int) -> str:
    """The first columns and rows."""
    count = min(most, program.rows.count)
    first = _block("column", program.column_labels, columns, min(most, len(program.costs)))
    return first + "\n\n" + _block("row", program.row_labels, rows(range(count)), count)


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
            leaves = sum(step.count("leaf") for step in self.outcome.proof)
            parts.append(f"a tree of {counted(leaves, 'leaf').replace('leafs', 'leaves')}")
        return f"{' and '.join(parts)}; the checker accepted it"

    def table(self, most: int = 40) -> str:
        """Values and activities as a text, the first ``most`` columns and rows; empty without a point."""
        program, primal = self.program, self.outcome.primal
        if primal is None:
            return ""
        return _table(program, {"value": primal}, lambda rows: _activity_cells(program, primal, rows), most)

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


# What row multipliers prove, whoever they come from


def bound_by(program: LinearProgram, dual: Mapping[str, object] | Sequence[object]) -> Exact | None:
    """The bound that multipliers prove as they are; those of a wrong sign count as 0. None where they prove nothing."""
    reduced: list[Exact] = list(program.costs)
    total: Exact = 0
    for i, y in multipliers_of(program, dual).items():
        total += y * program.rhs[i]
        for j, a in program.rows.row(i):
            reduced[j] -= y * a
    for j, rest in enumerate(reduced):
        side = program.lower[j] if program.sign * rest > 0 else program.upper[j]
        if rest and side is None:
            return None
        total += rest * (side or 0)
    return whole(total)


def multipliers_of(program: LinearProgram, dual: Mapping[str, object] | Sequence[object]) -> dict[int, Exact]:
    """Multipliers by row number, without those that are 0, not finite, or of a sign that does not fit the row.

    They come by name or in the order of the rows. A range is two rows: its multiplier goes to the one whose sign fits.
    """
    if isinstance(dual, Mapping):
        index = {name: i for i, name in enumerate(program.row_labels)}
        unknown = next((name for name in dual if name not in index), None)
        if unknown is not None:
            raise InvalidInput(f"multipliers must name rows of the program; {shown(unknown)} is none")
        pairs = [(index[name], y) for name, y in dual.items()]
        pairs += [(index[name + RANGE_MARK], y) for name, y in dual.items() if name + RANGE_MARK in index]
    else:
        pairs = list(enumerate(dual))
        if len(pairs) != program.rows.count:
            raise InvalidInput(f"there must be {program.rows.count} multipliers, one for each row, got {len(pairs)}")
    finite = {i: _exact(y) for i, y in pairs}
    return {i: y for i, y in finite.items() if y and program.sign * y * int(program.relations[i]) >= 0}


def _exact(number: object) -> Exact:
    return 0 if isinstance(number, float) and not isfinite(number) else exact(number, "multiplier")
