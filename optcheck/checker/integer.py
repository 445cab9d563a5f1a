"""Integer programs: a point, and a bound by derivations. Standard library only.

There is one logic, that of VIPR (Cheung, Gleixner and Steffy), for the trees of this kind and for VIPR's own files
(optcheck.checker.vipr). A constraint "a x >= b", "= b" or "<= b" is derived from others in these ways:

    lin   a sum with multipliers of fitting signs (:func:`total`)
    rnd   integers on integer columns only: the right side is rounded (:func:`rounded`)
    asm   it is assumed, on one side of a split that loses no point
    uns   it was derived on both sides of a split
    sol   only points better than a known one, or than a bound to be proved, are looked for: the *cutoff*

A certificate of this kind walks through a tree of splits, depth first, and derives an absurdity at every leaf from the
program's rows, the rows cut from them, the cutoff, and the box of column bounds: docs/certificates/linear.md has every
step. A *cut* is derived twice, on the two sides of a split: multipliers of any sign and bounds of the box add up to
D (p x - q) with integers p on integer columns. Let N be the part with negative multipliers, without that sign, P the
other: P - N = D (p x - q). With f = q - floor(q), the row N + D f p x >= D f ceil(q) is N plus D f times
p x >= ceil(q), and P plus D (1 - f) times - p x >= - floor(q). All but unboundedness is proved in Coq
(proofs_formal/integer), where a derived row is any that two combinations give on the two sides of a split.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor, gcd, lcm

from optcheck.checker import linear, reading, work
from optcheck.checker.core import Fact, Kind, shown
from optcheck.checker.linear import Program, Unbounded, check_crossed, check_point, check_ray, longest, objective
from optcheck.checker.reading import Exact, Reader, Record, integer, needed, number, number_text, require, row, sequence

_STEPS = 12  # of work for a product of short integers and its place in a sum, as measured
_INDICES, _INTEGERS, _NUMBERS = sequence(integer(0)), sequence(integer()), reading.NUMBERS


# The logic


@dataclass(slots=True)
class Constraint:
    """Terms by column, a sense (1 for >=, 0 for =, -1 for <=), a right side, and the assumptions that it rests on."""

    terms: Mapping[int, Exact]
    sense: int
    side: Exact
    strict: bool = False
    assumptions: frozenset[int] = frozenset()
    words: int = 0  # of the longest number, if all are integers

    @property
    def absurd(self) -> bool:
        """Whether no point satisfies it, whatever the columns are."""
        wrong = (self.sense <= 0 and self.side < 0) or (self.sense >= 0 and self.side > 0)
        return not self.terms and (wrong or (self.strict and not self.side))

    def dominates(self, other: Constraint) -> bool:
        """Whether it says at least as much as another one, by comparison of the two alone."""
        if self.absurd:
            return True
        if self.terms != other.terms:
            return False
        if other.sense == 0:
            return self.sense == 0 and self.side == other.side
        return self.sense in (0, other.sense) and other.sense * self.side >= other.sense * other.side


def total(parts: Iterable[tuple[Constraint, Exact]]) -> Constraint:
    """The sum of constraints with multipliers whose signs fit."""
    terms: dict[int, Exact] = {}
    side: Exact = 0
    sense, strict, assumptions, words = 0, False, set[int](), 1
    for found, multiplier in parts:
        if multiplier:
            direction = found.sense if multiplier > 0 else -found.sense
            if sense * direction < 0:
                require(False, "a multiplier", "a sign that fits the others'", number_text(multiplier))
            sense, strict = sense or direction, strict or found.strict
            if found.assumptions:
                work.spend(10 * len(found.assumptions))
                assumptions |= found.assumptions  # in place
            side += multiplier * found.side
            words = _pay_sum(found, multiplier, side, words)
            for column, factor in found.terms.items():
                value = terms[column] = terms.get(column, 0) + multiplier * factor
                if not words:
                    work.pay(value)
    terms = {j: reading.whole(a) for j, a in terms.items() if a}
    work.hold(len(assumptions), work.WORDS_OF_AN_ENTRY)
    return Constraint(terms, sense, reading.whole(side), strict, frozenset(assumptions), words)


def _pay_sum(found: Constraint, multiplier: Exact, side: Exact, words: int) -> int:
    """Pay for adding a multiple to sums of so many words (0: not all are integers); returns how many they have then."""
    if words and found.words and type(multiplier) is int:
        own = longest([multiplier])
        words = max(words, own + found.words)
        work.spend((1 + len(found.terms)) * (_STEPS + words + work.on_long(own, found.words)))
        return words
    work.pay(side, found.side, multiplier)
    for factor in found.terms.values():
        work.pay_products(multiplier, factor)
    return 0


def rounded(found: Constraint, integers: frozenset[int]) -> Constraint:
    """The constraint with its right side rounded: integers on integer columns only."""
    for j, factor in found.terms.items():
        require(factor.denominator == 1 and j in integers, "a rounded sum", "integers on integer variables", j)
    side = ceil(found.side) if found.sense > 0 else floor(found.side) if found.sense < 0 else found.side
    return Constraint(found.terms, found.sense, side, assumptions=found.assumptions)


# What is read


class IntegerProgram(Program):
    """A linear program, its integer columns, and gaps [j, a, b]: column j has no value between a and b."""

    noun = "integer program"
    integers = needed(_INDICES)
    gaps = needed(sequence(row(integer(0), number(), number())))

    def __init__(self, value: object, where: str) -> None:
        super().__init__(value, where)
        last = max([*self.integers, *(column for column, _, _ in self.gaps)], default=-1)
        require(last < len(self.columns), "integer column or gap", f"0..{len(self.columns) - 1}", last)

    @property
    def words(self) -> str:
        """Which program it is, in a sentence."""
        return f"{super().words}, {len(set(self.integers))} of them integers"


class _Split(Record):
    split = needed(row(integer(0), number(), number()))


class _Leaf(Record):
    rows = needed(sequence(integer(-1)))
    by = needed(_INTEGERS)


class _Change(Record):
    change = needed(sequence(integer(-1)))
    by = needed(_INTEGERS)


class _Empty(Record):
    empty = needed(integer(0))


class Cut(Record):
    """A row to be derived by rounding."""

    cut = needed(sequence(row(integer(0), integer())))
    over = needed(integer(1))
    rows = upper = needed(_INDICES)
    by = needed(_INTEGERS)
    scale = needed(number(above=0))


_Step = _Split | _Leaf | _Change | _Empty | Cut
_STEP: Reader[_Step] = reading.either(_Split, _Leaf, _Change, _Empty, Cut)


def _steps(value: object, where: str) -> Iterator[_Step]:
    """The steps, each read when its turn comes: the file may be long."""
    entries = sequence(lambda entry, _: entry)(value, where)
    return (_STEP(entry, where) for entry in entries)


class _Point(Record):
    value = needed(number())
    primal = needed(_NUMBERS)


class _Optimal(_Point):
    status = needed(reading.choice("optimal"))
    proof = needed(_steps)


class _Bound(Record):
    status = needed(reading.choice("bounds"))
    bound = needed(number())
    proof = needed(_steps)


class _Bounds(_Point, _Bound):
    pass


class _Feasible(_Point):
    status = needed(reading.choice("feasible"))


class _Infeasible(Record):
    status = needed(reading.choice("infeasible"))
    proof = needed(_steps)


_Evidence = _Optimal | _Bounds | _Feasible | _Bound | _Infeasible | Unbounded


# The walk


@dataclass(slots=True)
class Node:
    """Where the walk stands: the box, the rows, and the multipliers of the last leaf."""

    program: Program
    integers: frozenset[int]
    gaps: Mapping[int, list[tuple[Exact, Exact]]]
    cutoff: Constraint | None
    rows: list[Constraint]
    lower: list[Exact | None]
    upper: list[Exact | None]
    trail: list[tuple[int, Exact | None, Exact | None]] = field(default_factory=list)
    pending: list[tuple[int, Exact, int, int]] = field(default_factory=list)
    multipliers: dict[int, int] = field(default_factory=dict)

    def row(self, index: int) -> Constraint:
        """A row by its number; -1 is the cutoff."""
        found = self.cutoff if index == -1 else self.rows[index] if index < len(self.rows) else None
        if found is None:
            require(False, "number of a row", f"one of {len(self.rows)}, or a cutoff", index)
        assert found is not None
        return found

    def narrow(self, column: int, low: Exact | None, high: Exact | None) -> None:
        """Raise a column's lower bound or lower its upper one (integers' inwards), until the walk leaves the node."""
        old_low, old_high = self.lower[column], self.upper[column]
        self.trail.append((column, old_low, old_high))
        if low is not None:
            low = ceil(low) if column in self.integers else low
            self.lower[column] = low if old_low is None else max(low, old_low)
        if high is not None:
            high = floor(high) if column in self.integers else high
            self.upper[column] = high if old_high is None else min(high, old_high)

    def split(self, column: int, low: Exact, high: Exact) -> None:
        """Go to the points at most low; those at least high are left for later."""
        require(column < len(self.lower), "column of a split", f"0..{len(self.lower) - 1}", column)
        gaps = self.gaps.get(column, ())
        work.pay(low, high, times=1 + len(gaps))
        whole_numbers = column in self.integers and low.denominator == high.denominator == 1
        fits = high <= low or (whole_numbers and high <= low + 1) or any(a <= low and high <= b for a, b in gaps)
        if not fits:
            require(False, f"split of column {self.program.column(column)}", "sides that lose no point")
        self.pending.append((column, high, len(self.trail), len(self.rows)))
        self.narrow(column, None, low)

    def leave(self) -> bool:
        """Go on to the last node that was left for later; whether there was one."""
        if not self.pending:
            return False
        column, high, bounds, rows = self.pending.pop()
        while len(self.trail) > bounds:
            changed, self.lower[changed], self.upper[changed] = self.trail.pop()
        for index in range(rows, len(self.rows)):
            self.multipliers.pop(index, None)
        del self.rows[rows:]
        self.narrow(column, high, None)
        return True

    def require_leaf(self, step: _Leaf | _Change) -> None:
        """The multipliers show that no point of the system lies in the box."""
        named = step.rows if isinstance(step, _Leaf) else step.change
        reading.same_length("by", step.by, len(named))
        self.multipliers = {} if isinstance(step, _Leaf) else self.multipliers
        for index, multiplier in zip(named, step.by, strict=True):
            if self.row(index).sense and multiplier < 0:
                require(False, f"multiplier of row {index}", ">= 0", number_text(multiplier))
            self.multipliers[index] = multiplier
        work.spend(100 * len(self.multipliers))
        found = total((self.row(index), multiplier) for index, multiplier in self.multipliers.items())
        gap = found.side - self._most(found.terms)
        if gap < 0 or (gap == 0 and not found.strict):
            require(False, "a leaf", "multipliers that exclude all points", f"a gap of {number_text(gap)}")

    def _most(self, terms: Mapping[int, Exact]) -> Exact:
        """The most that a sum of columns can be in the box."""
        most: Exact = 0
        work.spend(_STEPS * len(terms))
        for column, factor in terms.items():
            bound = self.upper[column] if factor > 0 else self.lower[column]
            if bound is None:
                require(False, f"sum in column {self.program.column(column)}", "0 or a finite bound", factor)
            elif bound:
                if type(bound) is not int or type(factor) is not int or (bound * factor).bit_length() > 250:
                    work.pay_products(bound, factor, most)
                most += factor * bound
        return most

    def _bound(self, column: int, high: set[int]) -> Constraint:
        """The upper bound of a column, or its lower one, as a constraint."""
        bound = self.upper[column] if column in high else self.lower[column]
        if bound is None:
            require(False, f"bound of column {self.program.column(column)} in a cut", "a finite one")
        assert bound is not None
        sign, words = -1 if column in high else 1, longest([bound]) if type(bound) is int else 0
        return Constraint({column: sign}, 1, sign * bound, words=words)

    def cut(self, step: Cut) -> Constraint:
        """The row that rounding derives from the box and the rows."""
        reading.same_length("by", step.by, len(step.rows))
        high = {column for column in step.upper if column < len(self.lower)}
        negative, positive = list[tuple[Constraint, Exact]](), list[tuple[Constraint, Exact]]()
        for index, multiplier in zip(step.rows, step.by, strict=True):
            found = self.row(index)
            below = multiplier < 0 and found.sense != 0
            (negative if below else positive).append((found, -multiplier if below else multiplier))
        vector = {column: factor for column, factor in step.cut if column in self.integers}
        require(len(vector) == len(step.cut), "columns of a cut", "an integer column, each once")
        low, top = total(negative), total(positive)
        for column in {**low.terms, **top.terms, **vector}:
            excess = top.terms.get(column, 0) - low.terms.get(column, 0) - step.over * vector.get(column, 0)
            if excess:
                below = (excess > 0) != (column in high)
                (negative if below else positive).append((self._bound(column, high), excess if excess > 0 else -excess))
        return self._integral(_both_sides(total(negative), total(positive), vector, step.over), high, step.scale)

    def _integral(self, found: Constraint, high: set[int], scale: Exact) -> Constraint:
        """The row with integer coefficients, by the same bounds."""
        parts: list[tuple[Constraint, Exact]] = [(found, scale)]
        for column, factor in found.terms.items():
            work.pay(factor, scale, times=4)
            scaled = factor * scale
            nearby = floor(scaled) if column in high else ceil(scaled)
            if nearby != scaled:
                parts.append((self._bound(column, high), nearby - scaled if nearby > scaled else scaled - nearby))
        cut = total(parts)
        side = ceil(cut.side) if self.integers.issuperset(cut.terms) else floor(cut.side)
        words = longest([*(int(factor) for factor in cut.terms.values()), side])
        work.spend(len(cut.terms) * words * work.STEPS_PER_WORD)
        return Constraint(cut.terms, 1, side, words=words)


def _both_sides(low: Constraint, high: Constraint, vector: Mapping[int, int], over: int) -> Constraint:
    """What holds where the vector's product with x is small, and where it is large."""
    limit = Fraction(high.side - low.side) / over
    share = limit - floor(limit)
    require(share > 0, "right side of a cut", "not an integer before it is rounded", number_text(limit))
    up = Constraint(vector, 1, ceil(limit))
    down = Constraint({j: -factor for j, factor in vector.items()}, 1, -floor(limit))
    found = total([(low, 1), (up, reading.whole(over * share))])
    require(
        total([(high, 1), (down, reading.whole(over * (1 - share)))]).dominates(found), "a cut", "one row on both sides"
    )
    return found


def refute(node: Node, steps: Iterable[_Step]) -> None:
    """Follow the walk to its end, or reject."""
    inside = True
    for step in steps:
        require(inside, "proof", "nothing after its last leaf")
        if isinstance(step, _Split):
            node.split(*step.split)
        elif isinstance(step, Cut):
            node.rows.append(node.cut(step))
        else:
            if isinstance(step, _Empty):
                check_crossed(node.program, step.empty, node.lower, node.upper)
            else:
                node.require_leaf(step)
            inside = node.leave()
    require(not inside, "proof", "an end: every node closed")


def root(program: IntegerProgram, cutoff: Constraint | None) -> Node:
    """Where a walk begins: the program's rows and bounds, those of integer columns rounded inwards."""
    gaps = dict[int, list[tuple[Exact, Exact]]]()
    for column, low, high in program.gaps:
        gaps.setdefault(column, []).append((low, high))
    lower, upper = list(program.lower), list(program.upper)
    for j in program.integers:
        least, most = lower[j], upper[j]
        lower[j], upper[j] = None if least is None else ceil(least), None if most is None else floor(most)
    rows = [cleared(*parts) for parts in zip(program.terms, program.relations, program.rhs, strict=True)]
    return Node(program, frozenset(program.integers), gaps, cutoff, rows, lower, upper)


def cleared(terms: Iterable[tuple[int, Exact]], relation: str, side: Exact) -> Constraint:
    """A row cleared of denominators and turned to >= or =; a column that occurs twice counts with the sum."""
    terms = list(terms)
    scale = side.denominator
    for _, factor in terms:
        scale = lcm(scale, factor.denominator)
        work.pay(scale)
    sign = -scale if relation == "<=" else scale
    factors: dict[int, Exact] = {}
    for column, factor in terms:
        factors[column] = factors.get(column, 0) + int(factor * sign)
    side = int(side * sign)
    words = longest([*(int(factor) for factor in factors.values()), side])
    return Constraint(factors, 0 if relation == "=" else 1, side, words=words)


def grid(program: Program, integers: Iterable[int]) -> tuple[Fraction, Fraction]:
    """A constant and a step: sign times the objective is the constant plus multiples of the step, if that is not 0."""
    chosen, constant, step = set(integers), Fraction(0), Fraction(0)
    for j, cost in enumerate(program.costs):
        low, high = program.lower[j], program.upper[j]
        work.pay(cost, constant, step)
        if cost and low is not None and low == high:
            constant += program.sign * cost * low
        elif cost and j in chosen:
            step = _common_divisor(step, Fraction(cost))
        elif cost:
            return Fraction(0), Fraction(0)
    return constant, step


def cutoff_row(program: Program, integers: Iterable[int], bound: Exact) -> Constraint:
    """The row "better than the bound": the next value of the objective's grid, or a strict row where it has none."""
    constant, step = grid(program, integers)
    bound = program.sign * bound
    if step:
        bound = constant + step * (ceil((bound - constant) / step) - 1)
    row = cleared([(j, program.sign * cost) for j, cost in enumerate(program.costs) if cost], "<=", 0)
    scale = lcm(*(cost.denominator for cost in program.costs))
    words = max(row.words, longest([bound.numerator, bound.denominator]))
    return Constraint(row.terms, 1, reading.whole(-scale * bound), not step, words=words)


def _common_divisor(one: Fraction, other: Fraction) -> Fraction:
    tops = one.numerator * other.denominator, other.numerator * one.denominator
    return Fraction(gcd(*tops), one.denominator * other.denominator)


def check(program: IntegerProgram, evidence: _Evidence) -> tuple[Fact, ...]:
    """Check the evidence for the integer program."""
    if isinstance(evidence, Unbounded):
        _check_feasible(program, evidence.primal)
        check_ray(program, evidence.ray)
        return (Fact("program", "is", "unbounded"),)
    if isinstance(evidence, _Point):
        value = _check_feasible(program, evidence.primal)
        require(value == evidence.value, "objective at the point", number_text(evidence.value), number_text(value))
    bound = evidence.value if isinstance(evidence, _Optimal) else getattr(evidence, "bound", None)
    if not isinstance(evidence, _Feasible):
        cutoff = None if bound is None else cutoff_row(program, program.integers, bound)
        refute(root(program, cutoff), evidence.proof)
    if isinstance(evidence, _Infeasible):
        return (Fact("program", "is", "infeasible"),)
    if isinstance(evidence, _Optimal):
        return Fact("program", "is", "optimal"), Fact(program.goal, "=", evidence.value)
    better, worse = ("<=", ">=") if program.sign == 1 else (">=", "<=")
    points = (Fact(program.goal, better, evidence.value),) if isinstance(evidence, _Point) else ()
    return (*points, *(() if bound is None else (Fact(program.goal, worse, bound),)))


def sentence(program: IntegerProgram, facts: tuple[Fact, ...]) -> str:
    """What holds of the program: an optimum or that there is none, or bounds."""
    if facts[0].relation == "is":
        return linear.sentence(program, facts)
    better = "<=" if program.sign == 1 else ">="
    texts = [
        f"a feasible point has the objective {shown(fact.value)}"
        if fact.relation == better
        else f"no point is better than {shown(fact.value)}"
        for fact in facts
    ]
    return f"of {program.words}: {', and '.join(texts)}"


def _check_feasible(program: IntegerProgram, point: list[Exact]) -> Exact:
    """Rows, bounds, integers and gaps hold at the point; returns its objective."""
    scaled = check_point(program, point)
    for j in program.integers:
        require(point[j].denominator == 1, f"column {program.column(j)}", "an integer", number_text(point[j]))
    for j, low, high in program.gaps:
        outside = not low < point[j] < high
        require(outside, f"column {program.column(j)}", "a value outside its gap", number_text(point[j]))
    return objective(program, scaled)


_EVIDENCE: Reader[_Evidence] = reading.either(_Optimal, _Bounds, _Feasible, _Bound, _Infeasible, Unbounded)
KINDS = {"integer-program": Kind(IntegerProgram, _EVIDENCE, check, sentence)}
