"""Integer programs: a point, and a bound or infeasibility by a tree of splits. Standard library only.

A proof is a walk through a tree, depth first; each step is a line of words. A split says that a column, or a sum of
columns, is at most a, or else at least b: first come all steps about the one side, then those about the other.

    column j a b           column j; the box of column bounds gets smaller
    row a b j p j p ...    the sum of p times column j, in integers; each side adds a row
    leaf i y i y ...       y times row i, added up, says what no point of the box satisfies; so this side is closed

Row 0 is the cutoff: only points better than a bound are looked for. The program's rows follow, in integers, then those
of the splits on the way. A cut is a split whose first side, where the cut does not hold, is closed at once. That this
suffices is proved in Coq (proofs_formal/integer); docs/certificates/linear.md has every detail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor, gcd, lcm

from optcheck.checker import linear, reading, work
from optcheck.checker.core import Fact, Kind, counted, quoted, shown
from optcheck.checker.linear import Program, Unbounded, check_point, check_ray
from optcheck.checker.reading import (
    Exact,
    Reader,
    Record,
    integer,
    needed,
    number,
    number_text,
    rejected,
    require,
    sequence,
)
from optcheck.checker.work import longest, over_one

_OPERATION = 12  # steps of work for a product of short integers and its place in a sum, as measured
_MOST_CHARACTERS = 1 << 22  # of a step
_INDICES, _NUMBERS = sequence(integer(0)), reading.NUMBERS


# Rows and their sums


@dataclass(slots=True)
class Constraint:
    """Terms by column, a sense (1 for >=, 0 for =, -1 for <=) and a right side; a strict one excludes equality."""

    terms: Mapping[int, Exact]
    sense: int
    side: Exact
    strict: bool = False
    words: int = 0  # of the longest number, if all are integers


def in_integers(terms: Mapping[int, int], sense: int, side: int, strict: bool = False) -> Constraint:
    """A constraint whose numbers are integers: sums of such are paid for row by row."""
    return Constraint(terms, sense, side, strict, longest([*terms.values(), side]))


def total(parts: Iterable[tuple[Constraint, Exact]]) -> Constraint:
    """The sum of constraints with multipliers whose signs fit."""
    terms: dict[int, Exact] = {}
    side: Exact = 0
    sense, strict, words = 0, False, 1
    for found, multiplier in parts:
        if multiplier:
            direction = found.sense if multiplier > 0 else -found.sense
            if sense * direction < 0:
                raise rejected("a multiplier", "a sign that fits the others'", multiplier)
            sense, strict = sense or direction, strict or found.strict
            side += multiplier * found.side
            words = _pay_sum(found, multiplier, side, words)
            for column, factor in found.terms.items():
                value = terms[column] = terms.get(column, 0) + multiplier * factor
                if not words:
                    work.pay(value)
    return Constraint({j: reading.whole(a) for j, a in terms.items() if a}, sense, reading.whole(side), strict)


def _pay_sum(found: Constraint, multiplier: Exact, side: Exact, words: int) -> int:
    """Pay for adding a multiple to sums of so many words (0: not all are integers); returns how many they have then."""
    if words and found.words and type(multiplier) is int:
        own = longest([multiplier])
        words = max(words, own + found.words)
        work.spend((1 + len(found.terms)) * (_OPERATION + words + work.on_long(own, found.words)))
        return words
    work.pay(side, found.side, multiplier)
    for factor in found.terms.values():
        work.spend_products(1, 1 + work.size(multiplier), 1 + work.size(factor))
    return 0


def cleared(terms: Iterable[tuple[int, Exact]], relation: str, side: Exact) -> Constraint:
    """A row cleared of denominators and turned to >= or =; a column that occurs twice counts with the sum."""
    terms, sign = list(terms), -1 if relation == "<=" else 1
    last, *numerators = over_one([side, *(factor for _, factor in terms)]).numerators
    factors: dict[int, int] = {}
    for (column, _), factor in zip(terms, numerators, strict=True):
        factors[column] = factors.get(column, 0) + sign * factor
    return in_integers({j: a for j, a in factors.items() if a}, 0 if relation == "=" else 1, sign * last)


def cutoff(program: Program, integers: Iterable[int], bound: Exact) -> Constraint:
    """The row "better than the bound". It is strict; or where the objective is on a grid, it asks for the next value.

    The grid: a column with a cost has equal bounds, or it is an integer, whose cost is a multiple of the step.
    """
    row = cleared([(j, program.sign * cost) for j, cost in enumerate(program.costs) if cost], "<=", 0)
    scale = lcm(*(cost.denominator for cost in program.costs))
    side = -scale * program.sign * bound
    fixed = {j: low for j, low in enumerate(program.lower) if low is not None and low == program.upper[j]}
    step = gcd(*(int(factor) for j, factor in row.terms.items() if j not in fixed))
    on_grid = step > 0 and row.terms.keys() - fixed.keys() <= set(integers)
    if on_grid:
        constant = work.dot(list(row.terms.values()), [fixed.get(j, 0) for j in row.terms])
        work.pay(constant, side)
        side = constant + step * (floor(Fraction(side - constant) / step) + 1)
    return Constraint(row.terms, 1, reading.whole(side), not on_grid, max(row.words, longest(side.as_integer_ratio())))


# What is read


class IntegerProgram(Program):
    """A linear program, its integer columns, and gaps [j, a, b]: column j has no value between a and b."""

    noun = "integer program"
    integers = needed(_INDICES)
    gaps = needed(sequence(reading.row(tuple[int, Exact, Exact], integer(0), number(), number())))

    def __init__(self, value: object, where: str) -> None:
        super().__init__(value, where)
        last = max([*self.integers, *(column for column, _, _ in self.gaps)], default=-1)
        require(last < len(self.columns), "integer column or gap", f"0..{len(self.columns) - 1}", last)

    @property
    def words(self) -> str:
        """Which program it is, in a sentence."""
        kinds = (len(set(self.integers)), "integer"), (len(self.gaps), "gap")
        parts = [counted(count, noun) for count, noun in kinds if count]
        return f"{super().words} ({', '.join(parts)})" if parts else super().words


_STEPS = sequence(reading.text(_MOST_CHARACTERS))


class _Point(Record):
    value = needed(number())
    primal = needed(_NUMBERS)


class _Optimal(_Point):
    status = needed(reading.choice("optimal"))
    proof = needed(_STEPS)


class _Bound(Record):
    status = needed(reading.choice("bounds"))
    bound = needed(number())
    proof = needed(_STEPS)


class _Bounds(_Point, _Bound):
    pass


class _Feasible(_Point):
    status = needed(reading.choice("feasible"))


class _Infeasible(Record):
    status = needed(reading.choice("infeasible"))
    proof = needed(_STEPS)


_Evidence = _Optimal | _Bounds | _Feasible | _Bound | _Infeasible | Unbounded


# The walk


@dataclass(slots=True)
class _Walk:
    """Where the walk stands: rows, the box, and what is needed to come back."""

    program: Program
    integers: frozenset[int]
    gaps: Mapping[int, list[tuple[Exact, Exact]]]
    rows: list[Constraint]
    lower: list[Exact | None]
    upper: list[Exact | None]
    trail: list[tuple[int, Exact | None, Exact | None]] = field(default_factory=list)
    pending: list[tuple[Constraint | tuple[int, Exact], int, int]] = field(default_factory=list)

    def column(self, column: Exact, low: Exact, high: Exact) -> None:
        """Go to the points where the column is at most low; those where it is at least high are left for later."""
        column = _index(column, len(self.lower), "column of a split")
        gaps = self.gaps.get(column, ())
        work.pay(low, high, times=1 + len(gaps))
        whole_numbers = column in self.integers and low.denominator == high.denominator == 1
        fits = high <= low or (whole_numbers and high <= low + 1) or any(a <= low and high <= b for a, b in gaps)
        if not fits:
            raise rejected(f"split of column {quoted(self.program.columns[column])}", "sides that lose no point")
        self.pending.append(((column, high), len(self.trail), len(self.rows)))
        self._narrow(column, None, low)

    def row(self, low: Exact, high: Exact, *terms: Exact) -> None:
        """The same for a sum of columns; at low itself the second side counts, if that begins there or before."""
        columns = [_index(j, len(self.lower), "column of a split") for j in terms[::2]]
        factors = dict(zip(columns, map(_integer, terms[1::2]), strict=True))
        low, high = _integer(low), _integer(high)
        require(len(factors) == len(columns), "columns of a split", "each once")
        fits = high <= low or (high == low + 1 and self.integers.issuperset(columns))
        require(fits, "split of a sum", "sides that lose no point")
        above = in_integers(factors, 1, high)
        work.hold(2 * len(factors), work.WORDS_OF_AN_ENTRY + above.words)
        self.pending.append((above, len(self.trail), len(self.rows)))
        self.rows.append(in_integers({j: -factor for j, factor in factors.items()}, 1, -low, high <= low))

    def leaf(self, *multiplied: Exact) -> None:
        """The sum of the rows with their multipliers excludes every point of the box."""
        indices = [_index(i, len(self.rows), "number of a row") for i in multiplied[::2]]
        work.spend(100 * len(indices))
        found = total(zip(map(self.rows.__getitem__, indices), multiplied[1::2], strict=True))
        gap = found.side - self._most(found.terms)
        if found.sense < 0 or gap < 0 or (gap == 0 and not found.strict):
            raise rejected("a leaf", "multipliers that exclude all points", f"a gap of {number_text(gap)}")

    def leave(self) -> bool:
        """Go on to the last side that was left for later; whether there was one."""
        if not self.pending:
            return False
        side, bounds, rows = self.pending.pop()
        while len(self.trail) > bounds:
            changed, self.lower[changed], self.upper[changed] = self.trail.pop()
        del self.rows[rows:]
        if isinstance(side, Constraint):
            self.rows.append(side)
        else:
            self._narrow(side[0], side[1], None)
        return True

    def _narrow(self, column: int, low: Exact | None, high: Exact | None) -> None:
        """Raise a column's lower bound or lower its upper one (integers' inwards), until the walk leaves this side."""
        old_low, old_high = self.lower[column], self.upper[column]
        self.trail.append((column, old_low, old_high))
        if low is not None:
            low = ceil(low) if column in self.integers else low
            self.lower[column] = low if old_low is None else max(low, old_low)
        if high is not None:
            high = floor(high) if column in self.integers else high
            self.upper[column] = high if old_high is None else min(high, old_high)

    def _most(self, terms: Mapping[int, Exact]) -> Exact:
        """The most that a sum of columns can be in the box."""
        most: Exact = 0
        work.spend(_OPERATION * len(terms))
        for column, factor in terms.items():
            bound = self.upper[column] if factor > 0 else self.lower[column]
            if bound is None:
                raise rejected(f"sum in column {quoted(self.program.columns[column])}", "0 or a finite bound", factor)
            if bound:
                if type(bound) is not int or type(factor) is not int or (bound * factor).bit_length() > 250:
                    work.pay(bound, factor, most)
                most += factor * bound
        return most


def _integer(value: Exact) -> int:
    if type(value) is int:
        return value
    raise rejected("a number of a step", "an integer", value)


def _index(value: Exact, count: int, where: str) -> int:
    if type(value) is int and 0 <= value < count:
        return value
    raise rejected(where, f"0..{count - 1}", value)


def refute(program: IntegerProgram, cutoff: Constraint, proof: Iterable[str]) -> None:
    """Follow the walk from the program's rows and bounds, those of integer columns rounded inwards; or reject."""
    gaps = dict[int, list[tuple[Exact, Exact]]]()
    for column, low, high in program.gaps:
        gaps.setdefault(column, []).append((low, high))
    rows = [cleared(*parts) for parts in zip(program.terms, program.relations, program.rhs, strict=True)]
    lower, upper = list(program.lower), list(program.upper)
    for j in program.integers:
        least, most = lower[j], upper[j]
        lower[j], upper[j] = None if least is None else ceil(least), None if most is None else floor(most)
    walk, inside = _Walk(program, frozenset(program.integers), gaps, [cutoff, *rows], lower, upper), True
    moves: Mapping[str, Callable[..., None]] = {"column": walk.column, "row": walk.row, "leaf": walk.leaf}
    for step in proof:
        require(inside, "proof", "nothing after its last leaf")
        word, *numbers = step.split(" ")
        work.earn(len(numbers))
        if not _fits(word, len(numbers)):
            raise rejected("step of a proof", "column j a b, row a b j p ... or leaf i y ...", reading.shortened(step))
        moves[word](*(reading.parse_number(text, "step of a proof") for text in numbers))
        inside = word != "leaf" or walk.leave()
    require(not inside, "proof", "an end: every side closed")


def _fits(word: str, count: int) -> bool:
    """Whether a step with this word has so many numbers."""
    return count == 3 if word == "column" else count % 2 == 0 and (word == "leaf" or (word == "row" and count > 0))


# The check


def check(program: IntegerProgram, evidence: _Evidence) -> tuple[Fact, ...]:
    """Check the evidence for the integer program."""
    if isinstance(evidence, Unbounded):
        _check_feasible(program, evidence.primal)
        check_ray(program, evidence.ray)
        return (Fact("program", "is", "unbounded"),)
    if isinstance(evidence, _Point):
        value = _check_feasible(program, evidence.primal)
        require(value == evidence.value, "objective at the point", evidence.value, value)
    if isinstance(evidence, _Infeasible):
        refute(program, in_integers({}, 0, 0), evidence.proof)
        return (Fact("program", "is", "infeasible"),)
    better, worse = ("<=", ">=") if program.sign == 1 else (">=", "<=")
    if isinstance(evidence, _Optimal):
        refute(program, cutoff(program, program.integers, evidence.value), evidence.proof)
        return Fact("program", "is", "optimal"), Fact(program.goal, "=", evidence.value)
    points = (Fact(program.goal, better, evidence.value),) if isinstance(evidence, _Point) else ()
    if isinstance(evidence, _Feasible):
        return points
    refute(program, cutoff(program, program.integers, evidence.bound), evidence.proof)
    return (*points, Fact(program.goal, worse, evidence.bound))


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
        require(point[j].denominator == 1, f"column {quoted(program.columns[j])}", "an integer", point[j])
    for j, low, high in program.gaps:
        outside = not low < point[j] < high
        require(outside, f"column {quoted(program.columns[j])}", "a value outside its gap", point[j])
    return work.dot(program.costs, scaled)


_EVIDENCE: Reader[_Evidence] = reading.either(_Optimal, _Bounds, _Feasible, _Bound, _Infeasible, Unbounded)
KINDS = {"integer-program": Kind(IntegerProgram, _EVIDENCE, check, sentence)}
