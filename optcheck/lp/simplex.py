"""The exact simplex method, without any float: slow, and certain. It decides what no float solver's answer decides.

It begins at rows that a float solver found tight, or at none, and goes on by the criss-cross method, which needs no
feasible start and cannot cycle: of all inequalities that are violated, or in the basis with a negative multiplier, the
one of least index moves. While no multiplier is negative it is the dual simplex method, which takes fewer steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import NamedTuple

import numpy as np

from optcheck.exact.numbers import Exact, Ratios, common_denominator, common_multiple, whole
from optcheck.lp.limits import Exhausted
from optcheck.lp.linear_algebra import SquareSystem, Unsolved, solve_dense, transposed
from optcheck.lp.program import Basis, Infeasible, LinearProgram, Nonbasic, Optimal, Outcome, Unbounded

_GREEDY = 400  # pivots on the worst inequality; after them the least index decides
_DENSE = 100  # rows of a basis up to which it is solved as a dense system


def simplex_cells(program: LinearProgram) -> int:
    """How large the search is, rows times columns: the caller decides whether to try."""
    lines = program.rows.count + int(np.count_nonzero(program.relations == 0))
    lines += sum(low is not None and high is not None for low, high in zip(program.lower, program.upper, strict=True))
    return (lines + 1) * (len(_columns(program)) + 1)


def exact_outcome(
    program: LinearProgram, check: Callable[[], None] = lambda: None, start: Basis | None = None
) -> Outcome:
    """Solve in integers, from a basis if one is known: the optimum, a Farkas proof or an unbounded direction.

    ``check`` is called at every pivot; what it raises ends the search.
    """
    contradiction = program.crossed_bounds()
    if contradiction is not None:
        return Infeasible({}, contradiction)
    try:
        return _Pivots(program, start, check).outcome()
    except Unsolved as error:
        raise Exhausted(str(error)) from error


@dataclass(frozen=True, slots=True)
class _Column:
    """A non-negative variable z that stands for offset + sign * z of a column; a free column is two of them."""

    original: int
    sign: int
    offset: Exact


def _columns(program: LinearProgram) -> list[_Column]:
    columns: list[_Column] = []
    for j, (low, high) in enumerate(zip(program.lower, program.upper, strict=True)):
        if low is not None:
            columns.append(_Column(j, 1, low))
        elif high is not None:
            columns.append(_Column(j, -1, high))
        else:
            columns += [_Column(j, 1, 0), _Column(j, -1, 0)]
    return columns


class _Line(NamedTuple):
    """An inequality over z in integers: a row or bound turned to >= and multiplied by a positive scale."""

    entries: dict[int, int]
    side: int
    row: int | None
    column: int | None  # whose bound it is
    factor: int  # what the row was multiplied by, negative where it was turned


class _Over(NamedTuple):
    """Integers over one positive denominator, by their index."""

    numerators: dict[int, int]
    unit: int


class _Pivots:
    """A basis: as many inequalities as there are columns z, met with equality.

    Inequality k is z_k >= 0 where column k is one; lines have the indices from there on. ``basis`` holds the lines of
    the basis, ``free`` the columns whose z_k >= 0 is not in it, equally many: they make up its square system.
    """

    def __init__(self, program: LinearProgram, start: Basis | None, check: Callable[[], None]) -> None:
        self._program, self._columns, self._check = program, _columns(program), check
        self._lines = dict(enumerate(self._stated(), start=len(self._columns)))
        self._scale = common_denominator(program.costs)
        costs = [int(program.sign * cost * self._scale) for cost in program.costs]
        self._costs = {k: c * column.sign for k, column in enumerate(self._columns) if (c := costs[column.original])}
        self.basis: list[int] = []
        self.free: list[int] = []
        if start is not None:
            self._begin(start)

    def _begin(self, start: Basis) -> None:
        """The basis that a float solver ended at, if it is one; the multiplier of an equation says which half it is."""
        tight, upper = set(start.tight_rows), {j for j, rest in start.nonbasic.items() if rest is Nonbasic.UPPER}
        rows = {line.row: k for k, line in self._lines.items() if line.row in tight}
        bounds = {line.column: k for k, line in self._lines.items() if line.column in upper}
        first = {column.original: k for k, column in reversed(list(enumerate(self._columns)))}
        self.basis = [*rows.values(), *bounds.values()]
        self.free = [k for j, k in first.items() if j in bounds or j in start.basic_columns]
        try:
            if len(self.basis) != len(self.free):
                raise ZeroDivisionError("no basis")
            weights = self._weights(self._costs).numerators
            self.basis = [self._opposite(k) if weights[k] < 0 else k for k in self.basis]
        except (ZeroDivisionError, Unsolved):
            self.basis, self.free = [], []
        self.__dict__.pop("_system", None)

    def _opposite(self, line: int) -> int:
        """The other inequality of an equation, which stands before this one."""
        twin = self._lines.get(line - 1)
        return line - 1 if twin is not None and twin.row is not None and twin.row == self._lines[line].row else line

    def _stated(self) -> Iterator[_Line]:
        """Rows and bounds over z, but for those that z >= 0 says already; an equation is two."""
        program, columns = self._program, self._columns
        own: dict[int, list[int]] = {}
        for k, column in enumerate(columns):
            own.setdefault(column.original, []).append(k)
        for entries, side, row, turned in _inequalities(program):
            if row is None and columns[own[next(iter(entries))][0]].sign == turned:
                continue
            moved = side - sum((a * columns[own[j][0]].offset for j, a in entries.items()), start=Fraction(0))
            factor = turned * common_multiple([moved.denominator, *(a.denominator for a in entries.values())])
            terms = {k: int(factor * a) * columns[k].sign for j, a in entries.items() if a for k in own[j]}
            yield _Line(terms, int(factor * moved), row, None if row is not None else next(iter(entries)), factor)

    def outcome(self) -> Outcome:
        """Pivot until nothing is violated and no multiplier negative, or one of them shows that this cannot be."""
        ray: _Over | None = None
        for pivots in count():
            self._check()
            point = self._at({k: self._lines[k].side for k in self.basis})
            weights = self._weights(self._costs)
            slacks = self._slacks(point, 1)
            violated = [k for k, slack in slacks.items() if slack < 0]
            negative = [k for k, weight in weights.numerators.items() if weight < 0]
            if not violated and not negative:
                break
            if not negative or (violated and min(violated) < min(negative)):
                greedy = not negative and pivots < _GREEDY
                entering = min(violated, key=slacks.__getitem__) if greedy else min(violated)
                leaving = self._leaving(entering, None if negative else weights)
                if leaving is None:
                    return self._contradiction(entering)
            else:
                leaving = min(negative)
                direction = self._slacks(self._direction(leaving), 0)
                entering = min((k for k, slope in direction.items() if slope < 0), default=-1)
                if entering < 0:  # the objective falls for ever; what is left to find is a feasible point
                    ray, self._costs = self._direction(leaving), {}
                    continue
            self._exchange(leaving, entering)
        primal = self._original(point, 1)
        return Unbounded(primal, self._original(ray, 0)) if ray else self._optimum(primal, weights)

    # The square system of the basis

    @cached_property
    def _system(self) -> tuple[SquareSystem | None, list[dict[int, int]]]:
        """The lines of the basis over the free columns; where they are many, factored once for all sides."""
        index = {j: k for k, j in enumerate(self.free)}
        lines = [self._lines[i].entries for i in self.basis]
        rows = [{index[j]: a for j, a in entries.items() if j in index} for entries in lines]
        return (SquareSystem.of(rows, 10, self._check) if len(rows) > _DENSE else None), rows

    def _solved(self, sides: list[Exact], turned: bool) -> Ratios:
        system, rows = self._system
        if system is not None:
            return system.solve_transposed(sides) if turned else system.solve(sides)
        return solve_dense(transposed(rows, range(len(rows))) if turned else rows, sides)

    def _at(self, sides: Mapping[int, int]) -> _Over:
        """The z at which the lines of the basis have these sides, and the columns that are not free are 0."""
        x = self._solved([sides.get(i, 0) for i in self.basis], turned=False)
        return _Over(dict(zip(self.free, x.numerators, strict=True)), x.denominator)

    def _weights(self, goal: Mapping[int, int]) -> _Over:
        """The goal as a sum of the inequalities in the basis."""
        x = self._solved([goal.get(j, 0) for j in self.free], turned=True)
        weights, rest = (
            dict(zip(self.basis, x.numerators, strict=True)),
            {j: a * x.denominator for j, a in goal.items()},
        )
        for i, y in weights.items():
            if y:
                for j, a in self._lines[i].entries.items():
                    rest[j] = rest.get(j, 0) - y * a
        return _Over(weights | {j: d for j, d in rest.items() if d}, x.denominator)

    def _direction(self, member: int) -> _Over:
        """Where all inequalities of the basis but one keep their equality, and that one is left."""
        if member in self._lines:
            return self._at({member: 1})
        z = self._at({i: -self._lines[i].entries.get(member, 0) for i in self.basis})
        return _Over({**z.numerators, member: z.unit}, z.unit)

    def _slacks(self, z: _Over, sides: int) -> dict[int, int]:
        """By how much each inequality holds at a point, or (without sides) grows along a direction."""
        values = z.numerators
        slacks = {
            i: sum(a * values[j] for j, a in line.entries.items() if j in values) - sides * line.side * z.unit
            for i, line in self._lines.items()
        }
        return slacks | values

    def _leaving(self, entering: int, weights: _Over | None) -> int | None:
        """The member that an inequality replaces: with weights, the one that keeps them all from being negative."""
        terms = self._weights(self._entries(entering)).numerators
        candidates = [k for k, share in terms.items() if share > 0]
        if weights is None or not candidates:
            return min(candidates, default=None)
        return min(candidates, key=lambda k: (Fraction(weights.numerators.get(k, 0), terms[k]), k))

    def _entries(self, inequality: int) -> dict[int, int]:
        return self._lines[inequality].entries if inequality in self._lines else {inequality: 1}

    def _exchange(self, leaving: int, entering: int) -> None:
        del self._system
        if leaving in self._lines:
            self.basis.remove(leaving)
        else:
            self.free.append(leaving)
        if entering in self._lines:
            self.basis.append(entering)
        else:
            self.free.remove(entering)

    # What the last basis says of the program

    def _original(self, z: _Over, offsets: int) -> tuple[Exact, ...]:
        """The program's columns at a point, or (without offsets) along a direction."""
        values: list[Exact] = [Fraction(0)] * len(self._program.costs)
        for k, column in enumerate(self._columns):
            values[column.original] += Fraction(column.sign * z.numerators.get(k, 0), z.unit) + offsets * column.offset
        return tuple(map(whole, values))

    def _optimum(self, primal: Sequence[Exact], weights: _Over) -> Optimal:
        value = sum((cost * x for cost, x in zip(self._program.costs, primal, strict=True)), start=Fraction(0))
        return Optimal(whole(value), primal, self._dual(weights, Fraction(self._program.sign, self._scale)))

    def _contradiction(self, violated: int) -> Infeasible:
        """What is violated is at most the sum of members that each are at least their sides."""
        terms = self._weights(self._entries(violated))
        shares = {k: -share for k, share in terms.numerators.items()}
        return Infeasible(self._dual(_Over({**shares, violated: terms.unit}, terms.unit), Fraction(1)))

    def _dual(self, weights: _Over, scale: Fraction) -> dict[int, Exact]:
        """The multipliers of the program's rows."""
        dual: dict[int, Exact] = {}
        for k, weight in weights.numerators.items():
            line = self._lines.get(k)
            if line is not None and line.row is not None:
                dual[line.row] = dual.get(line.row, 0) + scale * weight * line.factor / weights.unit
        return {i: whole(y) for i, y in dual.items() if y}


def _inequalities(program: LinearProgram) -> Iterator[tuple[Mapping[int, Exact], Exact, int | None, int]]:
    """Entries, side, row (None for a bound), and -1 where the inequality is turned to >=; an equation is two."""
    for i, relation in enumerate(program.relations.tolist()):
        for turned in (turned for turned in (1, -1) if relation * turned >= 0):
            yield program.rows.summed(i), program.rhs[i], i, turned
    for j, (low, high) in enumerate(zip(program.lower, program.upper, strict=True)):
        for bound, turned in ((low, 1), (high, -1)):
            if bound is not None:
                yield {j: 1}, bound, None, turned
