"""Check what is claimed of an integer program: a point, a bound by a tree of splits and rounding. Stdlib only.

The program is a linear one, some of whose columns are integers; a column may also have gaps (a, b) in which no value of
it lies (a semi-continuous column has the gap between 0 and its threshold). The proof refutes a system S: the rows, the
column bounds, and, where a bound on the objective is claimed, the cutoff "the objective is better than the bound".
Every row is cleared of denominators by the least factor and turned to "a x >= b" or "a x = b" (the cutoff's right side
may stay a fraction); row -1 is the cutoff, 0, 1, ... are the program's rows, and derived rows follow.

A proof is the walk through a tree, depth first. At every moment there is a box of column bounds and a list of rows, and
what is shown is that no point of S lies in the box. There are three kinds of steps.

*split* [j, a, b]. First the points with x_j <= a, then those with x_j >= b. No point is lost if b <= a; or if a and b
are integers, b <= a + 1 and the column is an integer; or if the column has no value strictly between a and b.

*leaf*: integers y_k, not negative except for equations. The sum of y_k times row k says t x >= s for all points of S.
In the box t x is at most u, the sum of t_j times the upper bound where t_j > 0, the lower bound where t_j < 0. If
u < s, no point is left; nor if u = s and the strict cutoff has taken part. A leaf gives its multipliers ("rows", "by"),
or those that differ from the leaf before ("change", "by"), or a column whose bounds have crossed ("empty").

*cut*: integers y_k of any sign, an integer vector p on integer columns, D > 0. Let r_k = a_k x - b_k, which is not
negative (0 for equations), and t = the sum of y_k a_k. Where e_j = t_j - D p_j is not 0, take the column's distance to
its lower bound -e_j times, or to its upper bound ("upper") e_j times. All this adds up to D (p x - q) with a number q,
for in every column e_j cancels. Let N >= 0 be what the terms with negative multipliers (equations are none) sum up to,
without their sign, and P >= 0 the others: P - N = D (p x - q). With f = q - floor(q) > 0, the row

    N + D f p x  >=  D f ceil(q)

holds for all points in the box: if p x >= ceil(q) because N >= 0; otherwise p x <= floor(q), as p x is an integer, and
N = P + D (q - p x) >= D (f + floor(q) - p x) >= D f (1 + floor(q) - p x). This is mixed-integer rounding, and with
N = 0 the rounding of Chvatal and Gomory. The row is multiplied by "scale" and its coefficients are rounded to integers,
upwards with the lower bound's help (downwards with the upper's for the columns in "upper"); its right side is rounded
up where all its columns are integers, down otherwise. It is there until the walk leaves the node where it was made.

The walk ends when the last node has been closed. Then S has no point: the program is infeasible, or no point is better
than the bound. The cutoff is strict, unless the objective's values lie on a grid: if every column with a cost is an
integer or fixed, they are a constant plus multiples of the costs' greatest common divisor, and the cutoff is the next
value of that grid. A program is unbounded by a point and a ray: data are rational, so some multiple of the ray is
integer, and the point plus its large multiples are feasible (they leave every gap behind).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, floor, gcd, lcm

from optcheck.checker import reading, work
from optcheck.checker.core import Kind
from optcheck.checker.facts import Fact, counted, shown
from optcheck.checker.linear import Program, check_point, check_ray, longest, objective
from optcheck.checker.numbers import Exact, number_text, whole
from optcheck.checker.reading import (
    Reader,
    Record,
    choice,
    either,
    integer,
    needed,
    number,
    require,
    row,
    same_length,
    sequence,
)

_STEPS = 8  # of work for a product of short integers and its place in a list, as measured
_SHORT = 4  # words of a sum whose products with short bounds are included in that
_INDICES, _INTEGERS, _NUMBERS = sequence(integer(0)), sequence(integer()), reading.numbers()


class IntegerProgram(Program):
    """A linear program, its integer columns, and gaps [j, a, b]: column j has no value between a and b."""

    integers = needed(_INDICES)
    gaps = needed(sequence(row(integer(0), number(), number())))


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


Gap = tuple[int, Exact, Exact]
_Step = _Split | _Leaf | _Change | _Empty | Cut
_STEP: Reader[_Step] = either(_Split, _Leaf, _Change, _Empty, Cut)


def _steps(value: object, where: str) -> Iterator[_Step]:
    """The steps, each read when its turn comes: the file may be long."""
    entries = sequence(lambda entry, _: entry)(value, where)
    return (_STEP(entry, where) for entry in entries)


class _Point(Record):
    value = needed(number())
    primal = needed(_NUMBERS)


class _Optimal(_Point):
    status = needed(choice("optimal"))
    proof = needed(_steps)


class _Bounds(_Point):
    status = needed(choice("bounds"))
    bound = needed(number())
    proof = needed(_steps)


class _Feasible(_Point):
    status = needed(choice("feasible"))


class _Bound(Record):
    status = needed(choice("bounds"))
    bound = needed(number())
    proof = needed(_steps)


class _Infeasible(Record):
    status = needed(choice("infeasible"))
    proof = needed(_steps)


class _Unbounded(Record):
    status = needed(choice("unbounded"))
    primal = ray = needed(_NUMBERS)


_Evidence = _Optimal | _Bounds | _Feasible | _Bound | _Infeasible | _Unbounded


@dataclass(frozen=True, slots=True)
class Row:
    """A row in integers: the sum of factors times columns is at least the side, or equal to it."""

    columns: Sequence[int]
    factors: Sequence[int]
    side: Exact
    equation: bool = False
    strict: bool = False
    words: int = 1

    def pay(self, multiplier: int, sums: int = 1) -> int:
        """Pay for adding a multiple of the row to sums of so many words; returns how many they have then."""
        words = longest([multiplier])
        sums = max(sums, words + self.words)
        work.spend(len(self.columns) * (_STEPS + sums + work.on_long(words, self.words)))
        return sums


def cleared(terms: Sequence[tuple[int, Exact]], relation: str, side: Exact) -> Row:
    """A row cleared of denominators and turned to >= or =."""
    scale = side.denominator
    for _, factor in terms:
        scale = lcm(scale, factor.denominator)
        work.pay(scale)
    sign = -scale if relation == "<=" else scale
    factors = [int(factor * sign) for _, factor in terms]
    words = longest([*factors, int(side * sign)])
    return Row([column for column, _ in terms], factors, int(side * sign), relation == "=", words=words)


@dataclass(slots=True)
class Node:
    """Where the walk stands: the box, the rows, the multipliers of the last leaf and what they sum up to."""

    program: Program
    integers: frozenset[int]
    gaps: dict[int, list[tuple[Exact, Exact]]]
    cutoff: Row | None
    rows: list[Row]
    lower: list[Exact | None]
    upper: list[Exact | None]
    trail: list[tuple[int, Exact | None, Exact | None]] = field(default_factory=list)
    pending: list[tuple[int, Exact, int, int]] = field(default_factory=list)
    multipliers: dict[int, int] = field(default_factory=dict)
    sums: list[int] = field(default_factory=list)
    side: Exact = 0
    words: int = 1

    def row(self, index: int) -> Row:
        """A row by its number; -1 is the cutoff."""
        if 0 <= index < len(self.rows):
            return self.rows[index]
        require(
            index == -1 and self.cutoff is not None, "number of a row", f"one of {len(self.rows)}, or a cutoff", index
        )
        assert self.cutoff is not None
        return self.cutoff

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
        whole_numbers = column in self.integers and low.denominator == high.denominator == 1
        gaps = self.gaps.get(column, ())
        lost = not (high <= low or (whole_numbers and high <= low + 1) or any(a <= low and high <= b for a, b in gaps))
        if lost:
            require(False, f"split of column {self.program.column(column)}", "sides that lose no point")
        work.pay(low, high, times=1 + len(gaps))
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
            self.multiply(index, 0)
        del self.rows[rows:]
        self.narrow(column, high, None)
        return True

    def multiply(self, index: int, multiplier: int) -> None:
        """Give a row another multiplier."""
        change = multiplier - self.multipliers.pop(index, 0)
        if multiplier:
            self.multipliers[index] = multiplier
        if change:
            row = self.row(index)
            if self.words > 1 or row.words > 1 or change.bit_length() > 62:
                self.words = row.pay(change, self.words)
            else:
                work.spend(len(row.columns) * _STEPS)
            self.side += change * row.side
            for column, factor in zip(row.columns, row.factors, strict=True):
                self.sums[column] += change * factor

    def require_leaf(self, step: _Leaf | _Change) -> None:
        """The multipliers show that no point of the system lies in the box."""
        named = step.rows if isinstance(step, _Leaf) else step.change
        same_length("by", step.by, len(named))
        if isinstance(step, _Leaf):
            work.spend(len(self.sums))
            self.multipliers, self.sums, self.side, self.words = {}, [0] * len(self.sums), 0, 1
        for index, multiplier in zip(named, step.by, strict=True):
            self.multiply(index, multiplier)
        strict = self.cutoff is not None and self.cutoff.strict and -1 in self.multipliers
        for index, multiplier in self.multipliers.items():
            if multiplier < 0 and not self.row(index).equation:
                require(False, f"multiplier of row {index}", ">= 0", number_text(multiplier))
        gap = self.side - self._most()
        if gap < 0 or (gap == 0 and not strict):
            require(False, "a leaf", "multipliers that exclude all points", f"a gap of {number_text(gap)}")

    def _most(self) -> Exact:
        """The most that the sum of the rows can be in the box."""
        most: Exact = 0
        short = self.words <= _SHORT
        work.spend(_STEPS * (len(self.sums) + 10 * len(self.multipliers)))
        for column, factor in enumerate(self.sums):
            if factor:
                bound = self.upper[column] if factor > 0 else self.lower[column]
                if bound is None:
                    require(False, f"sum in column {self.program.column(column)}", "0 or a finite bound", factor)
                elif bound:
                    if not short or type(bound) is not int or bound.bit_length() > 64:
                        work.pay_products(bound, factor, most)
                    most += factor * bound
        return most

    def cut(self, step: Cut) -> Row:
        """The row that rounding derives from the box and the rows."""
        same_length("by", step.by, len(step.rows))
        below, part = [0] * len(self.lower), list[Exact]([0] * len(self.lower))
        offset: Exact = 0
        rest: Exact = 0
        for index, multiplier in zip(step.rows, step.by, strict=True):
            row = self.row(index)
            row.pay(multiplier)
            negative = multiplier < 0 and not row.equation
            offset += multiplier * row.side
            rest -= multiplier * row.side if negative else 0
            for column, factor in zip(row.columns, row.factors, strict=True):
                below[column] += multiplier * factor
                part[column] -= multiplier * factor if negative else 0
        return self._rounded(step, below, part, offset, rest)

    def _rounded(self, step: Cut, sums: list[int], part: list[Exact], offset: Exact, rest: Exact) -> Row:
        """``part`` x >= ``rest`` is the part N >= 0 so far; bounds take up what the rows leave."""
        high = set(step.upper)
        for column, factor in step.cut:
            require(column in self.integers, "column of a cut", "an integer column", column)
            sums[column] -= factor * step.over
        for column, excess in enumerate(sums):
            if excess:
                bound = self._bound(column, high)
                if bound:
                    work.pay_products(bound, excess, rest, offset)
                offset -= excess * bound
                if (excess > 0) != (column in high):
                    part[column] += excess
                    rest += excess * bound
        limit = Fraction(offset, step.over)
        share = step.over * (limit - floor(limit))
        require(share > 0, "right side of a cut", "not an integer before it is rounded", number_text(limit))
        for column, factor in step.cut:
            work.pay(share, factor)
            part[column] += share * factor
        return self._integral(part, rest + share * ceil(limit), high, step.scale)

    def _bound(self, column: int, high: set[int]) -> Exact:
        bound = self.upper[column] if column in high else self.lower[column]
        if bound is None:
            require(False, f"bound of column {self.program.column(column)} in a cut", "a finite one")
        assert bound is not None
        return bound

    def _integral(self, part: list[Exact], side: Exact, high: set[int], scale: Exact) -> Row:
        columns, factors = [], []
        work.hold(len(part), 1)
        side *= scale
        for column, factor in enumerate(part):
            if factor:
                work.pay(factor, scale, side, times=4)
                scaled = factor * scale
                nearby = floor(scaled) if column in high else ceil(scaled)
                if nearby != scaled:
                    side += (nearby - scaled) * self._bound(column, high)
                if nearby:
                    columns.append(column)
                    factors.append(nearby)
        limit = ceil(side) if self.integers.issuperset(columns) else floor(side)
        words = longest([*factors, limit])
        work.hold(len(factors), words)
        return Row(columns, factors, limit, words=words)


def refute(node: Node, steps: Iterable[_Step]) -> int:
    """Follow the walk to its end; returns how many leaves it has, or rejects."""
    leaves, inside = 0, True
    for step in steps:
        require(inside, "proof", "nothing after its last leaf")
        if isinstance(step, _Split):
            node.split(*step.split)
        elif isinstance(step, Cut):
            node.rows.append(node.cut(step))
        else:
            if isinstance(step, _Empty):
                _check_crossed(node, step.empty)
            else:
                node.require_leaf(step)
            leaves += 1
            inside = node.leave()
    require(not inside, "proof", "an end: every node closed")
    return leaves


def _check_crossed(node: Node, column: int) -> None:
    require(column < len(node.lower), "column", f"0..{len(node.lower) - 1}", column)
    low, high = node.lower[column], node.upper[column]
    crossed = low is not None and high is not None and low > high
    require(crossed, f"bounds of column {node.program.column(column)}", "a lower bound above the upper bound")


def root(program: Program, integers: Iterable[int], gaps: Iterable[Gap], cutoff: Row | None) -> Node:
    """Where a walk begins: the program's rows and bounds, those of integer columns rounded inwards."""
    chosen, apart = frozenset(integers), dict[int, list[tuple[Exact, Exact]]]()
    for column, low, high in gaps:
        apart.setdefault(column, []).append((low, high))
    require(max((*chosen, *apart), default=-1) < len(program.columns), "columns", f"below {len(program.columns)}")
    rows = [cleared(*parts) for parts in zip(program.terms, program.relations, program.rhs, strict=True)]
    lower: list[Exact | None] = list(program.lower)
    upper: list[Exact | None] = list(program.upper)
    for j in chosen:
        least, most = lower[j], upper[j]
        lower[j], upper[j] = None if least is None else ceil(least), None if most is None else floor(most)
    return Node(program, chosen, apart, cutoff, rows, lower, upper, sums=[0] * len(lower))


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


def cutoff_row(program: Program, integers: Iterable[int], bound: Exact) -> Row:
    """The row "better than the bound": the next value of the objective's grid, or a strict row where it has none."""
    constant, step = grid(program, integers)
    bound = program.sign * bound
    if step:
        bound = constant + step * (ceil((bound - constant) / step) - 1)
    row = cleared([(j, program.sign * cost) for j, cost in enumerate(program.costs) if cost], "<=", 0)
    scale = lcm(*(cost.denominator for cost in program.costs))
    words = max(row.words, longest([bound.numerator, bound.denominator]))
    return replace(row, side=whole(-scale * bound), strict=not step, words=words)


def _common_divisor(one: Fraction, other: Fraction) -> Fraction:
    tops = one.numerator * other.denominator, other.numerator * one.denominator
    return Fraction(gcd(*tops), one.denominator * other.denominator)


def check(program: IntegerProgram, evidence: _Evidence) -> tuple[Fact, ...]:
    """Check the evidence for the integer program."""
    if isinstance(evidence, _Unbounded):
        _check_feasible(program, evidence.primal)
        check_ray(program, evidence.ray)
        return (Fact("program", "is", "unbounded"),)
    if isinstance(evidence, _Point):
        value = _check_feasible(program, evidence.primal)
        require(value == evidence.value, "objective at the point", number_text(evidence.value), number_text(value))
    bound = evidence.value if isinstance(evidence, _Optimal) else getattr(evidence, "bound", None)
    if not isinstance(evidence, _Feasible):
        cutoff = None if bound is None else cutoff_row(program, program.integers, bound)
        refute(root(program, program.integers, program.gaps, cutoff), evidence.proof)
    if isinstance(evidence, _Infeasible):
        return (Fact("program", "is", "infeasible"),)
    if isinstance(evidence, _Optimal):
        return Fact("program", "is", "optimal"), Fact(program.goal, "=", evidence.value)
    better, worse = ("<=", ">=") if program.sign == 1 else (">=", "<=")
    points = (Fact(program.goal, better, evidence.value),) if isinstance(evidence, _Point) else ()
    return (*points, *(() if bound is None else (Fact(program.goal, worse, bound),)))


def sentence(program: IntegerProgram, facts: tuple[Fact, ...]) -> str:
    """What holds of a program with so many rows, columns and integers among them."""
    rows, columns = counted(len(program.rows), "row"), counted(len(program.columns), "column")
    name = f"the integer program with {rows} and {columns}, {len(set(program.integers))} of them integers"
    if facts[0].value == "infeasible":
        return f"no point of {name} is feasible"
    if facts[0].value == "unbounded":
        return f"the objective of {name} is unbounded"
    if facts[0].value == "optimal":
        return f"the {facts[1].quantity} of {name} is {shown(facts[1].value)}"
    better = "<=" if program.sign == 1 else ">="
    texts = [
        f"a feasible point has the objective {shown(fact.value)}"
        if fact.relation == better
        else f"no point is better than {shown(fact.value)}"
        for fact in facts
    ]
    return f"of {name}: {', and '.join(texts)}"


def _check_feasible(program: IntegerProgram, point: list[Exact]) -> Exact:
    """Rows, bounds, integers and gaps hold at the point; returns its objective."""
    scaled = check_point(program, point)
    for j in program.integers:
        require(j < len(point), "integer column", f"0..{len(point) - 1}", j)
        require(point[j].denominator == 1, f"column {program.column(j)}", "an integer", number_text(point[j]))
    for j, low, high in program.gaps:
        require(j < len(point), "column of a gap", f"0..{len(point) - 1}", j)
        outside = not low < point[j] < high
        require(outside, f"column {program.column(j)}", "a value outside its gap", number_text(point[j]))
    return objective(program, scaled)


_EVIDENCE: Reader[_Evidence] = either(_Optimal, _Bounds, _Feasible, _Bound, _Infeasible, _Unbounded)
KINDS = {"integer-program": Kind(IntegerProgram, _EVIDENCE, check, sentence)}
