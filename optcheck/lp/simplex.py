"""Exact simplex methods, without any float: slow, and certain.

:func:`exact_outcome` decides programs that no float solver's answer decides, by the criss-cross method from the
basis of all slacks: of all slacks and columns that are negative, or whose cost is, the one of least index moves. It
needs no feasible start, and cannot cycle. :func:`pivoted_optimum` begins at a basis that doubles lead to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from optcheck.exact.numbers import Exact, common_denominator, common_multiple, whole
from optcheck.lp.linear_algebra import independent_columns
from optcheck.lp.program import Infeasible, LinearProgram, Optimal, Outcome, Unbounded

if TYPE_CHECKING:
    from flint import fmpq, fmpq_mat, fmpz_mat


def dictionary_cells(program: LinearProgram) -> int:
    """How many numbers the criss-cross method keeps: the caller decides whether to try."""
    lines = program.rows.count + int(np.count_nonzero(program.relations == 0))
    lines += sum(low is not None and high is not None for low, high in zip(program.lower, program.upper, strict=True))
    return (lines + 1) * (len(_columns(program)) + 1)


def exact_outcome(program: LinearProgram, check: Callable[[], None] = lambda: None) -> Outcome:
    """Solve in integers: the optimum, a Farkas proof or an unbounded direction.

    ``check`` is called at every row; what it raises ends the search.
    """
    contradiction = program.crossed_bounds()
    if contradiction is not None:
        return Infeasible({}, contradiction)
    return _Dictionary(program, check).outcome()


@dataclass(frozen=True, slots=True)
class _Column:
    """A non-negative variable z that stands for offset + sign * z of a column."""

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


class _Dictionary:
    """Basic variables as sums of the nonbasic ones, all of them at least 0; the last row is the objective.

    Columns have the indices below their number, the slacks of the inequalities those from there on. Cells are integers
    over one denominator, a minor of the program: every division in a pivot is exact (Edmonds).
    """

    def __init__(self, program: LinearProgram, check: Callable[[], None]) -> None:
        self._program, self._check, self._columns = program, check, _columns(program)
        self._lines = list(self._inequalities())
        self._unit = common_denominator(program.costs)
        costs = [int(program.sign * cost * self._unit) for cost in program.costs]
        self._cells = [self._row(line.entries, -line.side) for line in self._lines]
        self._cells.append(self._row(dict(enumerate(costs)), 0))
        self._denominator = 1
        self._nonbasic = list(range(len(self._columns)))
        self._basic = [len(self._columns) + i for i in range(len(self._lines))]

    def _inequalities(self) -> Iterator[_Line]:
        """Those of the program over z, but for the bound that z >= 0 says already."""
        columns = {column.original: column for column in self._columns}
        for entries, side, row, turned in _stated(self._program):
            (first, *_) = (columns[j] for j in entries) if row is None else (None,)
            if first is None or first.sign != turned:
                moved = side - sum((a * columns[j].offset for j, a in entries.items()), start=Fraction(0))
                yield _line(entries, moved, row, turned)

    def _row(self, entries: Mapping[int, int], constant: int) -> list[int]:
        self._check()
        return [constant, *(entries.get(column.original, 0) * column.sign for column in self._columns)]

    def outcome(self) -> Outcome:
        """Pivot until nothing is negative, or one row or column shows that this cannot be."""
        end = self._settle()
        if end is None:
            costs = dict(zip(self._nonbasic, self._cells[-1][1:], strict=True))
            primal = self._point(0)
            value = sum((cost * x for cost, x in zip(self._program.costs, primal, strict=True)), start=Fraction(0))
            return Optimal(whole(value), primal, self._dual(costs, Fraction(self._program.sign, self._unit)))
        row, column = end
        if row is None:
            ray = self._point(column)
            self._cells[-1] = [0] * len(self._cells[-1])
            end = self._settle()
            if end is None:
                return Unbounded(self._point(0), ray)
            row, _ = end
        assert row is not None, "without costs only a row can be contradictory"
        weights = {index: -a for index, a in zip(self._nonbasic, self._cells[row][1:], strict=True)}
        return Infeasible(self._dual({**weights, self._basic[row]: self._denominator}, Fraction(1)))

    def _settle(self) -> tuple[int | None, int] | None:
        """None at an optimum; a row that shows a contradiction; or a column in which the objective falls for ever."""
        while True:
            cells, costs = self._cells, self._cells[-1]
            short = min(((index, i) for i, index in enumerate(self._basic) if cells[i][0] < 0), default=None)
            falling = min(((index, j) for j, index in enumerate(self._nonbasic, 1) if costs[j] < 0), default=None)
            if short is not None and (falling is None or short < falling):
                row = short[1]
                choices = [(index, j) for j, index in enumerate(self._nonbasic, 1) if cells[row][j] > 0]
                if not choices:
                    return row, 0
                self._pivot(row, min(choices)[1])
            elif falling is not None:
                column = falling[1]
                choices = [(index, i) for i, index in enumerate(self._basic) if cells[i][column] < 0]
                if not choices:
                    return None, column
                self._pivot(min(choices)[1], column)
            else:
                return None

    def _pivot(self, row: int, column: int) -> None:
        """Exchange a basic variable for a nonbasic one."""
        pivot, before = self._cells[row], self._denominator
        sign = 1 if pivot[column] > 0 else -1
        pivot = [sign * a for a in pivot]
        size = pivot[column]
        for i, other in enumerate(self._cells):
            self._check()
            if i != row:
                factor = other[column]
                if factor:
                    other[:] = [(a * size - factor * b) // before for a, b in zip(other, pivot, strict=True)]
                elif size != before:
                    other[:] = [a * size // before for a in other]
                other[column] = sign * factor
        self._cells[row] = [-a for a in pivot]
        self._cells[row][column] = sign * before
        self._denominator = size
        self._basic[row], self._nonbasic[column - 1] = self._nonbasic[column - 1], self._basic[row]

    def _point(self, column: int) -> tuple[Exact, ...]:
        """The point of the dictionary (column 0), or the direction in which a nonbasic variable leads."""
        z = {
            index: Fraction(row[column], self._denominator)
            for index, row in zip(self._basic, self._cells, strict=False)
        }
        if column:
            z[self._nonbasic[column - 1]] = Fraction(1)
        values = [Fraction(0)] * len(self._program.costs)
        for k, one in enumerate(self._columns):
            values[one.original] += one.sign * z.get(k, 0) + (0 if column else one.offset)
        return tuple(whole(value) for value in values)

    def _dual(self, weights: Mapping[int, int], unit: Fraction) -> dict[int, Exact]:
        """The multipliers of the program's rows, from weights of the slacks over the denominator."""
        dual: dict[int, Exact] = {}
        for index, weight in weights.items():
            line = self._lines[index - len(self._columns)] if index >= len(self._columns) else None
            if line is not None and line.row is not None and weight:
                size = unit * weight * line.turned * line.scale / self._denominator
                dual[line.row] = whole(dual.get(line.row, 0) + size)
        return {i: y for i, y in dual.items() if y}


# From a basis that is nearly right: programs with few columns, whose rows are too ill-conditioned for doubles

MOST_COLUMNS = 120
_GREEDY = 400  # pivots on the worst row; after them the least index decides, which cannot cycle


def pivoted_optimum(
    program: LinearProgram, start: Sequence[int], goes_on: Callable[[], bool] = lambda: True
) -> Optimal | None:
    """The exact optimum by exact pivots from rows that a float solver found tight; None where that leads nowhere.

    Rows and bounds are one list of inequalities g x >= h over free columns. A basis is as many of them as there are
    columns. While one is violated, or a multiplier is negative, one inequality takes the place of another: the dual
    simplex method while all multipliers fit, the criss-cross method otherwise, which needs neither kind of feasibility.
    """
    if not 0 < len(program.costs) <= MOST_COLUMNS:
        return None
    pivots = _Pivots(program, start)
    return pivots.optimum(goes_on) if pivots.is_basis else None


class _Pivots:
    """The inequalities in integers, and a basis of them."""

    def __init__(self, program: LinearProgram, start: Sequence[int]) -> None:
        from flint import fmpz_mat

        self._program, self._columns = program, len(program.costs)
        self._lines = [_line(*stated) for stated in _stated(program)]
        table = [line.entries.get(j, 0) for line in self._lines for j in range(self._columns)]
        self._matrix = fmpz_mat(len(self._lines), self._columns, table)
        self._costs_unit = common_multiple(cost.denominator for cost in program.costs)
        self._costs = [int(program.sign * cost * self._costs_unit) for cost in program.costs]
        rows = {line.row: k for k, line in enumerate(self._lines)}
        order = [rows[i] for i in start if i in rows]
        others = [k for k, line in enumerate(self._lines) if line.row is None]
        self.basis = self._independent([*order, *others, *range(len(self._lines))])

    @property
    def is_basis(self) -> bool:
        """Whether there are as many independent inequalities as columns."""
        return len(self.basis) == self._columns

    def _independent(self, order: Sequence[int]) -> list[int]:
        tried = list(dict.fromkeys(order))[: 8 * self._columns]
        transposed = [{k: a for k in tried if (a := self._lines[k].entries.get(j, 0))} for j in range(self._columns)]
        return independent_columns(transposed, tried)

    def optimum(self, goes_on: Callable[[], bool]) -> Optimal | None:
        """Pivot until nothing is violated and no multiplier is negative."""
        from flint import fmpz_mat

        n, count = self._columns, 0
        sides = fmpz_mat(len(self._lines), 1, [line.side for line in self._lines])
        while goes_on():
            basis = fmpz_mat(n, n, [self._lines[k].entries.get(j, 0) for k in self.basis for j in range(n)])
            try:
                point = basis.solve(fmpz_mat(n, 1, [self._lines[k].side for k in self.basis]))
                weights = basis.transpose().solve(fmpz_mat(n, 1, self._costs))
            except ZeroDivisionError:
                return None
            scaled, unit = point.numer_denom()
            slacks = self._matrix * scaled - sides * unit
            slack = [int(slacks[k, 0]) for k in range(len(self._lines))]
            y = [weights[i, 0] for i in range(n)]
            step = self._step(basis, slack, y, count >= _GREEDY)
            if step is None:
                return self._outcome(point, y)
            if step == (-1, -1):
                return None
            self.basis[step[0]] = step[1]
            count += 1
        return None

    def _step(self, basis: fmpz_mat, slack: Sequence[int], y: Sequence[fmpq], by_index: bool) -> tuple[int, int] | None:
        """Which index of the basis goes to which inequality; None at the optimum, (-1, -1) where there is none."""
        from flint import fmpz_mat

        violated = [k for k, rest in enumerate(slack) if rest < 0]
        negative = [index for index in range(len(y)) if y[index] < 0]
        if not violated and not negative:
            return None
        n = self._columns
        first = min((self.basis[index] for index in negative), default=len(slack))
        if violated and (not negative or violated[0] < first):
            entering = violated[0] if by_index or negative else min(violated, key=slack.__getitem__)
            row = [self._lines[entering].entries.get(j, 0) for j in range(n)]
            w = basis.transpose().solve(fmpz_mat(n, 1, row))
            candidates = [index for index in range(n) if w[index, 0] > 0]
            if not candidates:
                return -1, -1
            if negative:
                return min(candidates, key=self.basis.__getitem__), entering
            return min(candidates, key=lambda index: (y[index] / w[index, 0], self.basis[index])), entering
        leaving = min(negative, key=self.basis.__getitem__)
        unit = fmpz_mat(n, 1, [int(index == leaving) for index in range(n)])
        change = self._matrix * basis.solve(unit).numer_denom()[0]
        inside = set(self.basis)
        entering = next((k for k in range(len(slack)) if int(change[k, 0]) < 0 and k not in inside), -1)
        return (-1, -1) if entering < 0 else (leaving, entering)

    def _outcome(self, point: fmpq_mat, y: Sequence[fmpq]) -> Optimal:
        program = self._program
        primal = [_exact(point[j, 0]) for j in range(self._columns)]
        dual: dict[int, Exact] = {}
        for index, k in enumerate(self.basis):
            line = self._lines[k]
            if line.row is not None and y[index]:
                value = program.sign * line.turned * _exact(y[index]) * line.scale / self._costs_unit
                dual[line.row] = whole(dual.get(line.row, 0) + value)
        value = sum((cost * x for cost, x in zip(program.costs, primal, strict=True)), start=Fraction(0))
        return Optimal(whole(value), primal, {i: multiplier for i, multiplier in dual.items() if multiplier})


def _exact(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))


class _Line(NamedTuple):
    """An inequality in integers: turned to >=, and multiplied by a positive scale; None is a bound of a column."""

    entries: dict[int, int]
    side: int
    row: int | None
    turned: int
    scale: int


def _stated(program: LinearProgram) -> Iterator[tuple[Mapping[int, Exact], Exact, int | None, int]]:
    """Entries, side, row (None for a bound), and -1 where the inequality is turned to >=; an equation is two."""
    for i, relation in enumerate(program.relations.tolist()):
        for turned in (turned for turned in (1, -1) if relation * turned >= 0):
            yield program.rows.summed(i), program.rhs[i], i, turned
    for j, (low, high) in enumerate(zip(program.lower, program.upper, strict=True)):
        for bound, turned in ((low, 1), (high, -1)):
            if bound is not None:
                yield {j: 1}, bound, None, turned


def _line(entries: Mapping[int, Exact], side: Exact, row: int | None, turned: int) -> _Line:
    scale = common_multiple([side.denominator, *(a.denominator for a in entries.values())])
    return _Line(
        {j: int(turned * a * scale) for j, a in entries.items()}, int(turned * side * scale), row, turned, scale
    )
