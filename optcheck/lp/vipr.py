"""Proofs in the VIPR format, so that outside checkers can read ours, and that strangers' can be read here.

VIPR (Cheung, Gleixner and Steffy) states variables, constraints, what is to be proved, solutions, and derivations. A
linear program's optimum needs one derivation: a combination of the rows and bounds that gives the bound on the
objective. Of an integer program's proof a split becomes two assumptions and an unsplit; a leaf a linear combination
that gives the bound, or an absurdity. Where one side of a split is closed at once, the other side's bound or row is
derived there, without an assumption: so are tighter bounds and cuts. Maxima are written as minima of the negated
objective, for the original checker knows cutoffs only so.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from pathlib import Path
from tempfile import TemporaryFile
from typing import TextIO

import numpy as np

from optcheck.checker.core import DEFAULT_LIMIT, Verified
from optcheck.checker.integer import Constraint, IntegerProgram, cleared, cutoff
from optcheck.checker.vipr import Derived, Multipliers, Proof, check_vipr
from optcheck.errors import CertificateRejected, InvalidInput, NotCertified
from optcheck.exact.numbers import Exact, common_multiple, parse, to_text
from optcheck.lp.answer import IntegerOutcome
from optcheck.lp.branch_and_bound import objective
from optcheck.lp.program import (
    RELATIONS,
    Infeasible,
    LinearProgram,
    Optimal,
    Outcome,
    SparseRows,
    Unbounded,
    object_array,
)
from optcheck.lp.relaxation import for_checker, grid
from optcheck.lp.solve import solve

_SENSE = {"<=": "L", "=": "E", ">=": "G"}
Bounds = Sequence[tuple[int, str, Exact]]  # column, sense, side


def to_vipr(program: LinearProgram, outcome: Outcome) -> str:
    """The program and the proof of its optimum or infeasibility, as VIPR text.

    VIPR has no form for an unbounded program: the text then proves what VIPR can say, that the point is feasible and
    the optimum at least as good as its value.

    >>> from optcheck.lp.program import Model
    >>> model = Model("minimise")
    >>> x = model.variable("x", cost=1)
    >>> model.row("floor", {x: 1}, ">=", 2)
    >>> to_vipr(model.build(), Optimal(2, (2,), {0: 1})).splitlines()[0]
    'VER 1.0'
    """
    bounds = _bounds(program)
    sides = [f"B{k} {sense} {to_text(side)} 1 {j} 1" for k, (j, sense, side) in enumerate(bounds)]
    constraints = [*_rows(program), *sides] or ["C0 G 0 0"]  # 0 >= 0: viprchk refuses a program without constraints
    lines = [
        "VER 1.0",
        f"VAR {len(program.costs)}",
        *(f"x{j}" for j in range(len(program.costs))),
        "INT 0",
        "OBJ " + ("min" if program.sense == "minimise" else "max"),
        _terms((j, cost) for j, cost in enumerate(program.costs) if cost),
        f"CON {len(constraints)} {len(bounds)}",
        *constraints,
    ]
    return "\n".join([*lines, *_proof(program, bounds, outcome)]) + "\n"


def _proof(program: LinearProgram, bounds: Bounds, outcome: Outcome) -> list[str]:
    match outcome:
        case Optimal(value, primal, _):
            goal = f"RTP range {to_text(value)} {to_text(value)}"
            return [goal, *_solution("optimum", primal), "DER 1", _derivation(program, bounds, outcome)]
        case Infeasible():
            return ["RTP infeas", "SOL 0", "DER 1", _derivation(program, bounds, outcome)]
        case Unbounded(primal, _):
            reached = to_text(sum((c * x for c, x in zip(program.costs, primal, strict=True)), start=Fraction(0)))
            goal = f"RTP range -inf {reached}" if program.sense == "minimise" else f"RTP range {reached} inf"
            return [goal, *_solution("feasible", primal), "DER 0"]


def _bounds(program: LinearProgram) -> Bounds:
    lower = [(j, "G", low) for j, low in enumerate(program.lower) if low is not None]
    return lower + [(j, "L", high) for j, high in enumerate(program.upper) if high is not None]


def _rows(program: LinearProgram) -> list[str]:
    return [
        f"C{i} {_SENSE[RELATIONS[int(program.relations[i])]]} {to_text(program.rhs[i])} {_terms(program.rows.row(i))}"
        for i in range(program.rows.count)
    ]


def _terms(terms: Iterable[tuple[int, Exact]]) -> str:
    entries = [f"{index} {to_text(value)}" for index, value in terms]
    return " ".join([str(len(entries)), *entries])


def _solution(name: str, primal: Sequence[Exact]) -> list[str]:
    return ["SOL 1", f"{name} {_terms((j, x) for j, x in enumerate(primal) if x)}"]


def _derivation(program: LinearProgram, bounds: Bounds, outcome: Optimal | Infeasible) -> str:
    if isinstance(outcome, Optimal):
        weights = _weights(program, bounds, program.costs, program.sign, outcome.dual)
        sense = "G" if program.sense == "minimise" else "L"
        return f"D0 {sense} {to_text(outcome.value)} OBJ {{ lin {_terms(weights.items())} }} -1"
    weights = _farkas_weights(program, bounds, outcome)
    side = sum((w * _side(program, bounds, k) for k, w in weights.items()), start=Fraction(0))
    return f"D0 G {to_text(side)} 0 {{ lin {_terms(weights.items())} }} -1"


def _farkas_weights(program: LinearProgram, bounds: Bounds, outcome: Infeasible) -> dict[int, Exact]:
    """Multipliers of rows and bounds that add up to 0 >= something positive."""
    if outcome.column is None:
        return _weights(program, bounds, (0,) * len(program.costs), 1, outcome.dual)
    signs = {"G": 1, "L": -1}
    return {program.rows.count + k: signs[sense] for k, (j, sense, _) in enumerate(bounds) if j == outcome.column}


def _side(program: LinearProgram, bounds: Bounds, index: int) -> Exact:
    count = program.rows.count
    side: Exact = program.rhs[index] if index < count else bounds[index - count][2]
    return side


def _weights(
    program: LinearProgram,
    bounds: Bounds,
    costs: Sequence[Exact],
    sign: int,
    dual: Mapping[int, Exact],
) -> dict[int, Exact]:
    """Multipliers of rows and bounds: a bound carries what the rows leave of its column's cost."""
    index = {(j, sense): program.rows.count + k for k, (j, sense, _) in enumerate(bounds)}
    weights = dict(sorted(dual.items()))
    for j, rest in enumerate(program.reduced(costs, dual)):
        if rest:
            weights[index[j, "G" if sign * rest > 0 else "L"]] = rest
    return weights


# Integer programs

Weights = dict[int, Fraction]  # multipliers by number of a constraint
Bound = tuple[Exact, int]  # a bound and the number of the constraint that states it
Action = Callable[[], None]


def integer_to_vipr(program: LinearProgram, outcome: IntegerOutcome) -> Iterator[str]:
    """The program and its proof as lines of VIPR; derivations wait in a temporary file until they are counted.

    The format has no form for gaps, nor for an unbounded program's ray.
    """
    if program.gaps:
        raise InvalidInput("a VIPR file has no form for semi-continuous columns")
    with TemporaryFile("w+", encoding="utf-8") as spool:
        writer = _Writer(program, outcome, spool)
        writer.prove()
        yield from writer.head()
        spool.seek(0)
        for line, last in zip(spool, writer.last, strict=True):
            yield f"{line.rstrip()} {last}\n"


@dataclass(frozen=True, slots=True)
class _Goal:
    """What all leaves of a part of the walk derive: terms >= side, whose contrary is a row of the walk, times a factor.

    Where the terms take no value between side - step and side, a bound beyond side - step will do.
    """

    terms: Mapping[int, Exact]
    side: Exact
    row: int
    factor: int = 1
    step: Exact | None = 1
    text: str = ""

    def __str__(self) -> str:
        return f"G {to_text(self.side)} {self.text or _terms(self.terms.items())}"


class _Sum:
    """A sum of constraints: its terms and right side, and the multipliers by the constraints' numbers."""

    def __init__(self) -> None:
        self.terms: dict[int, Exact] = {}
        self.side: Exact = 0
        self.weights: Weights = {}

    def add(self, terms: Mapping[int, Exact], side: Exact, factor: Exact, number: int | None, weight: Exact) -> None:
        """Add a multiple of a row, which is another multiple of the constraint with this number."""
        self.side += factor * side
        for j, a in terms.items():
            self.terms[j] = self.terms.get(j, 0) + factor * a
        if number is not None:
            self.weights[number] = self.weights.get(number, Fraction(0)) + weight

    def divided(self, divisor: Exact) -> None:
        """Divide everything."""
        self.terms = {j: Fraction(a) / divisor for j, a in self.terms.items()}
        self.side = Fraction(self.side) / divisor
        self.weights = {number: weight / divisor for number, weight in self.weights.items()}


@dataclass(slots=True)
class _Writer:
    """What is written so far, and where the walk stands: bounds and rows by the numbers of their constraints."""

    program: LinearProgram
    outcome: IntegerOutcome
    spool: TextIO
    constraints: list[str] = field(default_factory=list)
    equations: set[int] = field(default_factory=set)
    last: array[int] = field(default_factory=lambda: array("q"))  # of each derivation, the last one that uses it
    rows: list[tuple[Constraint, int | None, int]] = field(default_factory=list)  # a row, its constraint, their ratio
    lower: list[Bound | None] = field(default_factory=list)
    upper: list[Bound | None] = field(default_factory=list)
    trail: list[tuple[list[Bound | None], int, Bound | None]] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    results: list[int] = field(default_factory=list)
    cutoff: int | None = None

    @property
    def costs(self) -> dict[int, Exact]:
        """The objective as a minimum."""
        return {j: self.program.sign * cost for j, cost in enumerate(self.program.costs) if cost}

    def prove(self) -> None:
        """State the constraints and derive what is to be proved."""
        plain = for_checker(self.program)
        target, bound = Constraint({}, 0, 0), self.outcome.bound
        if bound is not None:
            target = cutoff(plain, self.program.integers, bound)
        self.rows.append((target, None, 1))
        self._state_constraints(plain)
        if self.outcome.proof is None:
            return
        self._round_bounds()
        goal = _Goal({}, 1, 0)
        if bound is not None:
            scale = common_multiple(cost.denominator for cost in self.program.costs)
            goal = _Goal(self.costs, self.program.sign * bound, 0, scale, grid(plain, self.program.integers), "OBJ")
        steps = [line for step in self.outcome.proof for line in step.split("\n")]
        ends = _ends(steps)
        self.actions.append(lambda: self._visit(steps, ends, 0, goal))
        while self.actions:
            self.actions.pop()()

    def head(self) -> Iterator[str]:
        """Everything before the derivations, a line at a time."""
        integers = sorted(self.program.integers)
        yield f"VER 1.0\nVAR {len(self.program.costs)}\n"
        yield from (f"x{j}\n" for j in range(len(self.program.costs)))
        yield f"INT {len(integers)}\n{' '.join(map(str, integers))}\n"
        yield f"OBJ min\n{_terms(self.costs.items())}\n"
        bounds = sum(bound is not None for bound in (*self.program.lower, *self.program.upper))
        yield f"CON {len(self.constraints)} {bounds}\n"
        yield from (f"{line}\n" for line in self.constraints)
        yield "\n".join([*self._goal(), f"DER {len(self.last)}\n"])

    def _goal(self) -> list[str]:
        outcome, sign = self.outcome, self.program.sign
        if outcome.status == "infeasible":
            return ["RTP infeas", "SOL 0"]
        low = "-inf" if outcome.bound is None else to_text(sign * outcome.bound)
        if outcome.primal is None:
            return [f"RTP range {low} inf", "SOL 0"]
        return [f"RTP range {low} {to_text(self._best)}", *_solution("point", outcome.primal)]

    def _state_constraints(self, plain: IntegerProgram) -> None:
        for i, (terms, relation, side) in enumerate(zip(plain.terms, plain.relations, plain.rhs, strict=True)):
            scale = common_multiple([side.denominator, *(a.denominator for _, a in terms)])
            self.rows.append((cleared(terms, relation, side), i, -scale if relation == "<=" else scale))
            if relation == "=":
                self.equations.add(i)
            sums: dict[int, Exact] = {}
            for j, a in terms:
                sums[j] = sums.get(j, 0) + a
            self.constraints.append(f"C{i} {_SENSE[relation]} {to_text(side)} {_terms(sums.items())}")
        for sense, bounds, found in (("G", plain.lower, self.lower), ("L", plain.upper, self.upper)):
            for j, bound in enumerate(bounds):
                found.append(None if bound is None else (bound, len(self.constraints)))
                if bound is not None:
                    self.constraints.append(f"B{sense}{j} {sense} {to_text(bound)} 1 {j} 1")
        if not self.constraints:
            self.constraints.append("C G 0 0")  # viprchk refuses a program without constraints

    def _round_bounds(self) -> None:
        for j in self.program.integers:
            for bounds, sense in ((self.lower, "G"), (self.upper, "L")):
                bound = bounds[j]
                if bound is not None and bound[0].denominator != 1:
                    value = ceil(bound[0]) if sense == "G" else floor(bound[0])
                    bounds[j] = value, self._derive(f"{sense} {value} 1 {j} 1", "rnd", {bound[1]: Fraction(1)})

    # derivations

    def _add(self, constraint: str, reason: str, used: Iterable[int] = ()) -> int:
        number = len(self.constraints) + len(self.last)
        self.spool.write(f"D{number} {constraint} {{ {reason} }}\n")
        self.last.append(-1)
        for other in used:
            if other >= len(self.constraints):
                self.last[other - len(self.constraints)] = number
        return number

    def _derive(self, constraint: str, kind: str, weights: Weights) -> int:
        used = {number: weight for number, weight in sorted(weights.items()) if weight}
        return self._add(constraint, f"{kind} {_terms(used.items())}", used)

    def _round(self, sense: str, side: Exact, terms: str, weights: Weights) -> int:
        """Round a sum; a sum of equations is weakened first, for an equation is not rounded."""
        if all(number in self.equations for number, weight in weights.items() if weight):
            weights = {self._derive(f"{sense} {to_text(side)} {terms}", "lin", weights): Fraction(1)}
        return self._derive(f"{sense} {ceil(side) if sense == 'G' else floor(side)} {terms}", "rnd", weights)

    # the walk

    def _visit(self, steps: Sequence[str], ends: Sequence[int], place: int, goal: _Goal) -> None:
        """Derive the goal from the part of the walk that begins at a place; its number becomes the next result."""
        word, numbers = _read(steps[place])
        if word == "leaf":
            self.results.append(self._leaf(numbers, goal))
            return
        below, above = place + 1, ends[place + 1]
        if word == "column":
            column, low, high = int(numbers[0]), numbers[1], numbers[2]
            if ends[below] == below + 1 and self._bounded(column, high, _read(steps[below])[1], goal, below=True):
                self.actions.append(lambda: self._visit(steps, ends, above, goal))
                return
            if ends[above] == above + 1 and self._bounded(column, low, _read(steps[above])[1], goal, below=False):
                self.actions.append(lambda: self._visit(steps, ends, below, goal))
                return
            if column not in self.program.integers:
                raise InvalidInput("a VIPR file has no form for a split of a continuous column")
            terms: dict[int, Exact] = {column: 1}
            low = floor(low)
        else:
            low, high, terms = numbers[0], numbers[1], dict(zip(map(int, numbers[2::2]), numbers[3::2], strict=True))
            if goal.row == 0 and above <= place + 4:
                self._lemma(steps, ends, place, goal, _Goal(terms, high, len(self.rows), step=high - low or None))
                return
            if not self.program.integers.issuperset(terms):
                raise InvalidInput("a VIPR file has no form for a split of a sum of continuous columns")
        self._split(steps, ends, place, goal, low, terms, word == "column")

    def _split(
        self,
        steps: Sequence[str],
        ends: Sequence[int],
        place: int,
        goal: _Goal,
        low: Exact,
        terms: Mapping[int, Exact],
        column: bool,
    ) -> None:
        """Two assumptions, the goal under each, and the goal."""
        text = _terms(terms.items())
        down, up = (self._add(f"{sense} {side} {text}", "asm") for sense, side in (("L", low), ("G", low + 1)))
        mark = len(self.trail), len(self.rows)

        def enter(above: bool) -> None:
            number, side = (up, low + 1) if above else (down, low)
            if column:
                (j,) = terms
                self._bound(self.lower if above else self.upper, j, (side, number))
            else:
                row = Constraint({j: a if above else -a for j, a in terms.items()}, 1, side if above else -side)
                self.rows.append((row, number, 1 if above else -1))

        def unsplit() -> None:
            self._restore(*mark)
            right, left = self.results.pop(), self.results.pop()
            self.results.append(self._add(str(goal), f"uns {left} {down} {right} {up}", (left, down, right, up)))

        self.actions += [
            unsplit,
            lambda: self._visit(steps, ends, ends[place + 1], goal),
            lambda: enter(True),
            lambda: self._restore(*mark),
            lambda: self._visit(steps, ends, place + 1, goal),
            lambda: enter(False),
        ]

    def _lemma(self, steps: Sequence[str], ends: Sequence[int], place: int, goal: _Goal, row: _Goal) -> None:
        """A split whose first side is soon closed: its second side's row is derived there, and used from then on."""
        mark = len(self.trail), len(self.rows)

        def state() -> None:
            self._restore(*mark)
            self.rows.append((Constraint(row.terms, 1, row.side), self.results.pop(), 1))

        contrary = Constraint({j: -a for j, a in row.terms.items()}, 1, 0)
        self.rows.append((contrary, None, 1))
        self.actions += [
            lambda: self._visit(steps, ends, ends[place + 1], goal),
            state,
            lambda: self._visit(steps, ends, place + 1, row),
        ]

    def _bound(self, bounds: list[Bound | None], column: int, bound: Bound) -> None:
        self.trail.append((bounds, column, bounds[column]))
        bounds[column] = bound

    def _restore(self, trail: int, rows: int) -> None:
        while len(self.trail) > trail:
            bounds, column, bound = self.trail.pop()
            bounds[column] = bound
        del self.rows[rows:]

    # sums of rows

    def _sum(self, numbers: Sequence[Exact], goal: _Goal) -> tuple[_Sum, Exact]:
        """What a leaf's rows sum up to without the goal's contrary, and the multiplier of the goal itself."""
        found, multiplier = _Sum(), Fraction(0)
        for index, y in zip(map(int, numbers[::2]), numbers[1::2], strict=True):
            row, number, factor = self.rows[index]
            if index == goal.row:
                multiplier += Fraction(y * goal.factor)
            elif number is None:
                raise InvalidInput("a VIPR file has no form for a proof inside the proof of a cut")
            else:
                found.add(row.terms, row.side, y, number, Fraction(y * factor))
        return found, multiplier

    def _absorb(self, found: _Sum, terms: Mapping[int, Exact]) -> None:
        """Let bounds take up what the sum's terms have more or less than these."""
        for j in {**found.terms, **terms}:
            excess = found.terms.get(j, 0) - terms.get(j, 0)
            if excess:
                bound = self.upper[j] if excess > 0 else self.lower[j]
                if bound is None:
                    raise InvalidInput(f"the proof uses a bound that column {j} does not have")
                found.add({j: 1}, bound[0], -excess, bound[1], -Fraction(excess))

    def _leaf(self, numbers: Sequence[Exact], goal: _Goal) -> int:
        """The goal, or an absurdity."""
        found, multiplier = self._sum(numbers, goal)
        if not multiplier:
            self._absorb(found, {})
            return self._derive(f"G {to_text(found.side)} 0", "lin", found.weights)
        found.divided(multiplier)
        self._absorb(found, goal.terms)
        if found.side >= goal.side:
            return self._derive(str(goal), "lin", found.weights)
        return self._on_grid(found, goal)

    def _on_grid(self, found: _Sum, goal: _Goal) -> int:
        """Round the bound up to the next value that the goal's terms can have, without columns that are fixed."""
        assert goal.step
        step, fixed = goal.step, {j for j in goal.terms if self._is_fixed(j)}
        free = {j: a for j, a in goal.terms.items() if j not in fixed}
        self._absorb(found, free)
        found.divided(step)
        number = self._round("G", found.side, _terms((j, Fraction(a) / step) for j, a in free.items()), found.weights)
        back = _Sum()
        back.add({}, 0, 0, number, Fraction(step))
        self._absorb(back, {j: goal.terms[j] for j in fixed})
        return self._derive(str(goal), "lin", back.weights)

    @property
    def _best(self) -> Exact:
        """The objective at the point, as a minimum."""
        if self.outcome.primal is None:
            raise InvalidInput("a bound rests on a cutoff, and there is no point")
        return self.program.sign * objective(self.program, self.outcome.primal)

    def _state_cutoff(self) -> int:
        """The number of the constraint that the objective is at most its value at the point."""
        if self.cutoff is None:
            self.cutoff = self._add(f"L {to_text(self._best)} OBJ", "sol")
        return self.cutoff

    def _is_fixed(self, column: int) -> bool:
        low = self.program.lower[column]
        return low is not None and low == self.program.upper[column]

    def _bounded(self, column: int, value: Exact, numbers: Sequence[Exact], goal: _Goal, below: bool) -> bool:
        """Derive a bound that a leaf implies, without an assumption; False where only one with the cutoff would do."""
        integer = column in self.program.integers
        if integer and goal.row in numbers[::2]:
            return False
        found, multiplier = self._sum(numbers, goal)
        if multiplier:
            found.add(self.costs, self._best, -multiplier, self._state_cutoff(), -multiplier)
        own = found.terms.pop(column, 0)
        if not own or (own > 0) != below:
            return False
        self._absorb(found, {})
        found.divided(own)
        implied = found.side
        reached = (ceil(implied) if below else floor(implied)) if integer else implied
        if reached < value if below else reached > value:
            return False
        sense, terms = "G" if below else "L", f"1 {column} 1"
        if integer:
            value, number = reached, self._round(sense, implied, terms, found.weights)
        else:
            number = self._derive(f"{sense} {to_text(value)} {terms}", "lin", found.weights)
        self._bound(self.lower if below else self.upper, column, (value, number))
        return True


def _read(step: str) -> tuple[str, list[Exact]]:
    word, *numbers = step.split(" ")
    return word, list(map(parse, numbers))


def _ends(steps: Sequence[str]) -> Sequence[int]:
    """For each step, the place after the part of the walk that begins with it."""
    ends = array("q", [len(steps)]) * (len(steps) + 1)
    for place in range(len(steps) - 1, -1, -1):
        leaf = steps[place].startswith("leaf")
        ends[place] = place + 1 if leaf else ends[ends[place + 1]]
    return ends


# Strangers' files


def verify_vipr(path: str | Path, limit: float = DEFAULT_LIMIT) -> Verified:
    """Check a VIPR file; steps that it leaves out are completed by exact linear programs first, and then checked."""
    return check_vipr(path, limit, _complete)


def _complete(proof: Proof, target: Derived, active: Sequence[int], given: Multipliers) -> Multipliers:
    """Multipliers whose sum dominates the target: what bounds can add to those given, or an exact linear program's."""
    if given:
        found = _with_bounds(proof, target, active, given)
        if found is not None:
            return found
    numbers = [*range(proof.given), *(i for i in dict.fromkeys([*active, *(i for i, _ in given)]) if i >= proof.given)]
    constraints = [proof.constraint(i) for i in numbers]
    try:
        outcome = solve(_program(len(proof.variables), target, constraints)).outcome
    except NotCertified as error:
        raise CertificateRejected("an incomplete step", "multipliers", str(error)) from error
    if not isinstance(outcome, Optimal | Infeasible):
        raise CertificateRejected("an incomplete step", "constraints that imply it", "a counterexample")
    sign = -1 if target.sense < 0 and isinstance(outcome, Optimal) else 1
    return [(numbers[i], sign * y) for i, y in outcome.dual.items()]


def _with_bounds(
    proof: Proof, target: Derived, active: Sequence[int], given: Multipliers
) -> list[tuple[int, Exact]] | None:
    """Let single-variable constraints take up what the given multipliers leave; None where they do not suffice."""
    sense = target.sense
    total = proof.total(given)
    singles: dict[int, list[tuple[int, Constraint]]] = {}
    for index in [*active, *range(proof.given)]:
        found = proof.constraint(index)
        if len(found.terms) == 1:
            singles.setdefault(next(iter(found.terms)), []).append((index, found))
    weights = dict(given)
    for j in {*total.terms, *target.terms}:
        rest = Fraction(target.terms.get(j, 0) - total.terms.get(j, 0))
        if rest:
            fitting = [
                (sense * rest / found.terms[j] * found.side, index, rest / found.terms[j])
                for index, found in singles.get(j, ())
                if found.sense * sense * rest / found.terms[j] >= 0
            ]
            if not fitting:
                return None
            _, index, weight = max(fitting)
            weights[index] = weights.get(index, 0) + weight
    try:
        complete = proof.total(list(weights.items()))
    except CertificateRejected:
        return None
    return list(weights.items()) if complete.dominates(target) else None


def _program(columns: int, target: Constraint, constraints: Sequence[Constraint]) -> LinearProgram:
    """Minimise the target's left side (or its negative) under the constraints, all columns free."""
    sign = -1 if target.sense < 0 else 1
    entries = [entry for found in constraints for entry in found.terms.items()]
    return LinearProgram(
        sense="minimise",
        costs=tuple(sign * target.terms.get(j, 0) for j in range(columns)),
        rows=SparseRows(
            starts=np.cumsum([0] + [len(found.terms) for found in constraints], dtype=np.int64),
            columns=np.array([j for j, _ in entries], dtype=np.int32),
            values=object_array([a for _, a in entries]),
        ),
        relations=np.array([found.sense for found in constraints], dtype=np.int8),
        rhs=object_array([found.side for found in constraints]),
        lower=(None,) * columns,
        upper=(None,) * columns,
        column_labels=[f"x{j}" for j in range(columns)],
        row_labels=[f"c{i}" for i in range(len(constraints))],
    )
