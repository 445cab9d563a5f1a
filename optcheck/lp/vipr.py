"""Proofs in the VIPR format, so that outside checkers can read ours, and that strangers' can be read here.

VIPR (Cheung, Gleixner and Steffy) states variables, constraints, what is to be proved, solutions, and derivations. A
linear program's optimum needs one derivation: a combination of the rows and bounds that gives the bound on the
objective. Of an integer program's proof a split becomes two assumptions and an unsplit; a leaf a linear combination
that gives the bound, or an absurdity; a cut the two combinations that prove it on both sides of a split; a bound that a
leaf closes one side of, a combination that gives it at once. Its maxima are written as minima of the negated objective,
for the original checker knows cutoffs only so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from pathlib import Path

import numpy as np

from optcheck.checker.core import DEFAULT_LIMIT, Verified
from optcheck.checker.integer import Constraint, cleared, grid
from optcheck.checker.vipr import Multipliers, Proof, check_vipr
from optcheck.errors import CertificateRejected, InvalidInput, NotCertified
from optcheck.exact.numbers import Exact, common_multiple, parse, to_text
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
from optcheck.lp.relaxation import for_checker
from optcheck.lp.solve import IntegerOutcome, Step, solve

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


def integer_to_vipr(program: LinearProgram, outcome: IntegerOutcome) -> str:
    """The program and its proof as VIPR text; the format has no form for gaps, nor for an unbounded program's ray."""
    if program.gaps:
        raise InvalidInput("a VIPR file has no form for semi-continuous columns")
    return "\n".join(_Writer(program, outcome).lines()) + "\n"


@dataclass(slots=True)
class _Writer:
    """Lines written so far, and where the walk stands: bounds and rows by the numbers of their constraints."""

    program: LinearProgram
    outcome: IntegerOutcome
    constraints: list[str] = field(default_factory=list)
    derivations: list[str] = field(default_factory=list)
    rows: list[tuple[Constraint, int, int]] = field(
        default_factory=list
    )  # a row, its constraint, the factor between them
    lower: list[Bound | None] = field(default_factory=list)
    upper: list[Bound | None] = field(default_factory=list)
    bounds: int = 0
    cutoff: int | None = None

    @property
    def costs(self) -> list[Exact]:
        linear = self.program
        return [linear.sign * cost for cost in linear.costs]

    @property
    def sign(self) -> int:
        return self.program.sign

    @property
    def target(self) -> Exact | None:
        """The bound to be proved, of the objective as a minimum; None for infeasibility."""
        return None if self.outcome.bound is None else self.sign * self.outcome.bound

    def lines(self) -> Iterator[str]:
        """The whole file."""
        self._state_constraints()
        if self.outcome.proof is not None:
            self._round_bounds()
            self._walk(list(self.outcome.proof))
        columns, integers = len(self.costs), sorted(self.program.integers)
        yield "VER 1.0"
        yield f"VAR {columns}"
        yield from (f"x{j}" for j in range(columns))
        yield f"INT {len(integers)}"
        yield " ".join(map(str, integers))
        yield "OBJ min"
        yield _terms((j, cost) for j, cost in enumerate(self.costs) if cost)
        yield f"CON {len(self.constraints)} {self.bounds}"
        yield from self.constraints
        yield from self._goal()
        yield f"DER {len(self.derivations)}"
        yield from self.derivations

    def _goal(self) -> list[str]:
        value = None if self.outcome.value is None else self.sign * self.outcome.value
        if self.outcome.primal is not None and value is None:
            value = self.sign * objective(self.program, self.outcome.primal)
        if self.outcome.status == "infeasible":
            return ["RTP infeas", "SOL 0"]
        low = "-inf" if self.target is None else to_text(self.target)
        goal = f"RTP range {low} {'inf' if value is None else to_text(value)}"
        if self.outcome.primal is None:
            return [goal, "SOL 0"]
        return [goal, "SOL 1", f"point {_terms((j, x) for j, x in enumerate(self.outcome.primal) if x)}"]

    def _state_constraints(self) -> None:
        plain = for_checker(self.program)
        for i, (terms, relation, side) in enumerate(zip(plain.terms, plain.relations, plain.rhs, strict=True)):
            row = cleared(terms, relation, side)
            scale = common_multiple([side.denominator, *(a.denominator for _, a in terms)])
            self.rows.append((row, i, -scale if relation == "<=" else scale))
            sums: dict[int, Exact] = {}
            for j, a in terms:
                sums[j] = sums.get(j, 0) + a
            self.constraints.append(f"C{i} {_SENSE[relation]} {to_text(side)} {_terms(sums.items())}")
        for sense, bounds, found in (("G", plain.lower, self.lower), ("L", plain.upper, self.upper)):
            for j, bound in enumerate(bounds):
                found.append(None if bound is None else (bound, len(self.constraints)))
                if bound is not None:
                    self.constraints.append(f"B{sense}{j} {sense} {to_text(bound)} 1 {j} 1")
                    self.bounds += 1
        if not self.constraints:
            self.constraints.append("C G 0 0")  # viprchk refuses a program without constraints

    def _round_bounds(self) -> None:
        for j in self.program.integers:
            for bounds, sense in ((self.lower, "G"), (self.upper, "L")):
                bound = bounds[j]
                if bound is not None and bound[0].denominator != 1:
                    value = ceil(bound[0]) if sense == "G" else floor(bound[0])
                    bounds[j] = value, self._derive(f"{sense} {value} 1 {j} 1", "rnd", {bound[1]: Fraction(1)})

    def _derive(self, constraint: str, kind: str, weights: Weights) -> int:
        terms = _terms((index, weight) for index, weight in sorted(weights.items()) if weight)
        return self._add(constraint, f"{kind} {terms}")

    def _round(self, sense: str, side: Fraction, terms: str, weights: Weights) -> int:
        """Round a sum; a sum of equations is weakened first, for an equation is not rounded."""
        if all(self._line(number).split()[1] == "E" for number, weight in weights.items() if weight):
            weights = {self._derive(f"{sense} {to_text(side)} {terms}", "lin", weights): Fraction(1)}
        return self._derive(f"{sense} {ceil(side) if sense == 'G' else floor(side)} {terms}", "rnd", weights)

    def _line(self, number: int) -> str:
        count = len(self.constraints)
        return self.constraints[number] if number < count else self.derivations[number - count]

    def _add(self, constraint: str, reason: str) -> int:
        number = len(self.constraints) + len(self.derivations)
        self.derivations.append(f"D{number} {constraint} {{ {reason} }} -1")
        return number

    # the walk

    def _walk(self, steps: list[Step]) -> None:
        """Depth first, without recursion: what is to be done stands on a stack."""
        ends = _ends(steps)
        actions: list[tuple[str, tuple[int, ...]]] = [("visit", (0,))]
        results: list[int] = []
        saved: list[tuple[list[Bound | None], list[Bound | None], int]] = []
        while actions:
            action, where = actions.pop()
            if action == "visit":
                actions += self._visit(steps, ends, where[0], results)
            elif action == "assume":
                column, number, upper = where
                saved.append((list(self.lower), list(self.upper), len(self.rows)))
                value = Fraction(self.derivations[number - len(self.constraints)].split()[2])
                (self.upper if upper else self.lower)[column] = (int(value), number)
            elif action == "restore":
                self.lower, self.upper, count = saved.pop()
                del self.rows[count:]
            else:
                right, left = results.pop(), results.pop()
                results.append(self._add(self._goal_constraint(), f"uns {left} {where[0]} {right} {where[1]}"))

    def _visit(
        self, steps: list[Step], ends: list[int], place: int, results: list[int]
    ) -> list[tuple[str, tuple[int, ...]]]:
        step = steps[place]
        if "cut" in step:
            self.rows.append(self._cut(step))
            return [("visit", (place + 1,))]
        if "split" not in step:
            results.append(self._leaf(step))
            return []
        column, (low, high) = int(step["split"][0]), map(parse_json, step["split"][1:])
        other = ends[place + 1]
        if ends[place + 1] == place + 2 and self._bounded(column, high, steps[place + 1], below=True):
            return [("visit", (other,))]
        if ends[other] == other + 1 and self._bounded(column, low, steps[other], below=False):
            return [("visit", (place + 1,))]
        if column not in self.program.integers:
            raise InvalidInput("a VIPR file has no form for a split of a continuous column")
        value = floor(low)
        down = self._add(f"L {value} 1 {column} 1", "asm")
        up = self._add(f"G {value + 1} 1 {column} 1", "asm")
        after: list[tuple[str, tuple[int, ...]]] = [("unsplit", (down, up))]
        after += [("restore", ()), ("visit", (other,)), ("assume", (column, up, 0))]
        return [*after, ("restore", ()), ("visit", (place + 1,)), ("assume", (column, down, 1))]

    # sums of rows

    def _sums(self, step: Step) -> tuple[dict[int, Fraction], Fraction, Weights, Fraction]:
        """What a leaf's rows sum up to, its right side, the multipliers, and the weight of the costs."""
        sums: dict[int, Fraction] = {}
        side, weights, cost = Fraction(0), Weights(), Fraction(0)
        for index, multiplier in zip(step["rows"], step["by"], strict=True):
            if index == -1:
                cost = Fraction(multiplier * common_multiple(c.denominator for c in self.costs))
                continue
            row, number, factor = self.rows[index]
            weights[number] = weights.get(number, Fraction(0)) + multiplier * factor
            side += multiplier * row.side
            for j, a in row.terms.items():
                sums[j] = sums.get(j, Fraction(0)) + multiplier * a
        return sums, side, weights, cost

    def _absorb(self, rest: Mapping[int, Fraction], side: Fraction, weights: Weights) -> Fraction:
        """Let bounds take up the rest of each column; returns the new right side."""
        for j, excess in rest.items():
            if excess:
                bound = self.upper[j] if excess > 0 else self.lower[j]
                if bound is None:
                    raise InvalidInput(f"the proof uses a bound that column {j} does not have")
                weights[bound[1]] = weights.get(bound[1], Fraction(0)) - excess
                side -= excess * bound[0]
        return side

    def _leaf(self, step: Step) -> int:
        """The bound on the objective that a leaf gives, or an absurdity."""
        if "empty" in step:
            low, high = self.lower[step["empty"]], self.upper[step["empty"]]
            assert low is not None
            assert high is not None
            return self._derive(f"G {to_text(low[0] - high[0])} 0", "lin", {low[1]: Fraction(1), high[1]: Fraction(-1)})
        sums, side, weights, cost = self._sums(step)
        for j, c in enumerate(self.costs):
            if cost and c:
                sums[j] = sums.get(j, Fraction(0)) - cost * c
        side = self._absorb(sums, side, weights)
        if not cost:
            return self._derive(f"G {to_text(side)} 0", "lin", weights)
        value, scaled = side / cost, {k: weight / cost for k, weight in weights.items()}
        target = self.target
        assert target is not None
        if value >= target:
            return self._derive(self._goal_constraint(), "lin", scaled)
        return self._on_grid(value, scaled)

    def _goal_constraint(self) -> str:
        return "G 1 0" if self.target is None else f"G {to_text(self.target)} OBJ"

    def _on_grid(self, value: Fraction, weights: Weights) -> int:
        """Round the bound up to the next value of the objective's grid, without its fixed columns."""
        _, step = grid(for_checker(self.program), self.program.integers)
        linear = self.program
        fixed = [j for j, c in enumerate(self.costs) if c and linear.lower[j] == linear.upper[j] is not None]
        value = self._absorb({j: Fraction(self.costs[j]) for j in fixed}, value, weights)
        terms = [(j, c / step) for j, c in enumerate(self.costs) if c and j not in fixed]
        number = self._round("G", value / step, _terms(terms), {k: w / step for k, w in weights.items()})
        back: Weights = {number: step}
        self._absorb({j: Fraction(-self.costs[j]) for j in fixed}, Fraction(0), back)
        return self._derive(self._goal_constraint(), "lin", back)

    def _bounded(self, column: int, value: Exact, leaf: Step, below: bool) -> bool:
        """Derive a bound that a leaf implies, without an assumption; False where only one with the cutoff would do."""
        if "rows" not in leaf or (-1 in leaf["rows"] and column in self.program.integers):
            return False
        sums, side, weights, cost = self._sums(leaf)
        if cost:
            if self.outcome.value is None:
                raise InvalidInput("a bound rests on a cutoff, and there is no point")
            best = self.sign * self.outcome.value
            if self.cutoff is None:
                self.cutoff = self._add(f"L {to_text(best)} OBJ", "sol")
            weights[self.cutoff] = -cost
            side -= cost * best
            for j, c in enumerate(self.costs):
                if c:
                    sums[j] = sums.get(j, Fraction(0)) - cost * c
        own = sums.pop(column, Fraction(0))
        if (own > 0) != below or not own:
            return False
        side = self._absorb(sums, side, weights)
        implied, weights = side / own, {k: weight / own for k, weight in weights.items()}
        integer = column in self.program.integers
        reached = (ceil(implied) if below else floor(implied)) if integer else implied
        if reached < value if below else reached > value:
            return False
        sense, terms = "G" if below else "L", f"1 {column} 1"
        if integer:
            value, number = reached, self._round(sense, implied, terms, weights)
        else:
            number = self._derive(f"{sense} {to_text(value)} {terms}", "lin", weights)
        (self.lower if below else self.upper)[column] = (value, number)
        return True

    # cuts

    def _cut(self, step: Step) -> tuple[Constraint, int, int]:
        """Both sides of the split that proves a cut, and the cut."""
        high, over = set(step["upper"]), step["over"]
        sums: dict[int, Fraction] = {}
        offset = Fraction(0)
        negative, positive = Weights(), Weights()
        for index, multiplier in zip(step["rows"], step["by"], strict=True):
            row, number, factor = self.rows[index]
            part = negative if multiplier < 0 and row.sense else positive
            part[number] = part.get(number, Fraction(0)) + (-multiplier if part is negative else multiplier) * factor
            offset += multiplier * row.side
            for j, a in row.terms.items():
                sums[j] = sums.get(j, Fraction(0)) + multiplier * a
        vector = {j: p for j, p in step["cut"]}  # noqa: C416  # lists of two, not tuples
        for j, p in vector.items():
            sums[j] = sums.get(j, Fraction(0)) - p * over
        for j, excess in sums.items():
            if excess:
                value, number = self._bound(j, high)
                offset -= excess * value
                inside = (excess > 0) != (j in high)
                part, weight = (negative, excess) if inside else (positive, -excess)
                part[number] = part.get(number, Fraction(0)) + weight
        limit = offset / over
        share = limit - floor(limit)
        terms = _terms(vector.items())
        down = self._add(f"L {floor(limit)} {terms}", "asm")
        up = self._add(f"G {ceil(limit)} {terms}", "asm")
        negative[up] = over * share
        positive[down] = -over * (1 - share)
        return self._integral(step, high, negative, positive, down, up)

    def _bound(self, column: int, high: set[int]) -> Bound:
        bound = self.upper[column] if column in high else self.lower[column]
        if bound is None:
            raise InvalidInput(f"a cut uses a bound that column {column} does not have")
        return bound

    def _integral(
        self, step: Step, high: set[int], above: Weights, below: Weights, down: int, up: int
    ) -> tuple[Constraint, int, int]:
        """The cut with integer coefficients, derived on both sides, then rounded where all its columns are integers."""
        scale = Fraction(parse_json(step["scale"]))
        terms, side = self._total(above)
        weights = [{k: w * scale for k, w in part.items()} for part in (above, below)]
        factors: dict[int, int] = {}
        side *= scale
        for j, factor in terms.items():
            scaled = factor * scale
            nearby = floor(scaled) if j in high else ceil(scaled)
            if nearby != scaled:
                value, number = self._bound(j, high)
                for part in weights:
                    part[number] = part.get(number, Fraction(0)) + nearby - scaled
                side += (nearby - scaled) * value
            if nearby:
                factors[j] = nearby
        text = _terms(factors.items())
        ends = [self._derive(f"G {to_text(side)} {text}", "lin", part) for part in weights]
        found = self._add(f"G {to_text(side)} {text}", f"uns {ends[0]} {up} {ends[1]} {down}")
        limit = floor(side)
        if self.program.integers.issuperset(factors):
            limit = ceil(side)
            found = self._derive(f"G {limit} {text}", "rnd", {found: Fraction(1)})
        elif limit != side:
            found = self._derive(f"G {limit} {text}", "lin", {found: Fraction(1)})
        return Constraint(factors, 1, limit), found, 1

    def _total(self, weights: Weights) -> tuple[dict[int, Fraction], Fraction]:
        """The sum of constraints, read back from their lines."""
        sums: dict[int, Fraction] = {}
        side = Fraction(0)
        for number, weight in weights.items():
            words = self._line(number).split()
            side += weight * Fraction(words[2])
            for k in range(int(words[3])):
                j = int(words[4 + 2 * k])
                sums[j] = sums.get(j, Fraction(0)) + weight * Fraction(words[5 + 2 * k])
        return {j: total for j, total in sorted(sums.items()) if total}, side


def parse_json(value: object) -> Exact:
    """A number of a step."""
    return value if isinstance(value, int) else parse(str(value))


def _ends(steps: Sequence[Step]) -> list[int]:
    """For each step, the place after the part of the walk that begins with it."""
    ends = [len(steps)] * (len(steps) + 1)
    for place in range(len(steps) - 1, -1, -1):
        step = steps[place]
        if "split" in step:
            ends[place] = ends[ends[place + 1]]
        elif "cut" in step:
            ends[place] = ends[place + 1]
        else:
            ends[place] = place + 1
    return ends


# Strangers' files


def verify_vipr(path: str | Path, limit: float = DEFAULT_LIMIT) -> Verified:
    """Check a VIPR file; steps that it leaves out are completed by exact linear programs first, and then checked."""
    return check_vipr(path, limit, _complete)


def _complete(proof: Proof, target: Constraint, active: Sequence[int], given: Multipliers) -> Multipliers:
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
    proof: Proof, target: Constraint, active: Sequence[int], given: Multipliers
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
