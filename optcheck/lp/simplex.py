"""A small exact simplex method: slow, certain, and independent of every float.

It decides the programs that a float solver's answer cannot decide. Bland's rule makes it finite. The tableau has x,
then per row a slack and an artificial column; all bounds become 0 <= z by substitution.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from optcheck.exact.numbers import Exact, common_multiple, whole
from optcheck.lp.linear_algebra import independent_columns
from optcheck.lp.program import Infeasible, LinearProgram, Optimal, Outcome, Unbounded

if TYPE_CHECKING:
    from flint import fmpq, fmpq_mat, fmpz_mat

_ZERO = Fraction(0)  # one object for all of a tableau's zeros


def tableau_cells(program: LinearProgram) -> int:
    """How large the tableau would be: the caller decides whether to try."""
    columns = _columns(program)
    rows = program.rows.count + sum(high is not None for high in program.upper)
    return rows * (len(columns) + 2 * rows)


def exact_outcome(program: LinearProgram, check: Callable[[], None] = lambda: None) -> Outcome:
    """Solve in rationals: the optimum, a Farkas proof or an unbounded direction.

    ``check`` is called at every row; what it raises ends the search.
    """
    contradiction = program.crossed_bounds()
    if contradiction is not None:
        return Infeasible({}, contradiction)
    columns = _columns(program)
    rows, sides, relations, flips = _equations(program, columns, check)
    count, width = len(rows), len(columns)
    body = []
    for i, row in enumerate(rows):
        check()
        slack, artificial = [_ZERO] * count, [_ZERO] * count
        slack[i] = Fraction(-relations[i] * flips[i])
        artificial[i] = Fraction(1)
        body.append([(-a if a else a) if flips[i] < 0 else a for a in row] + slack + artificial)
    tableau = _Tableau(body, [side * flip for side, flip in zip(sides, flips, strict=True)], [], check)
    tableau.basic = list(range(width + count, width + 2 * count))
    phase_one: list[Exact] = [*[0] * (width + count), *[1] * count]
    tableau.minimise(phase_one, width + count)
    if any(side and b >= width + count for side, b in zip(tableau.side, tableau.basic, strict=True)):
        return Infeasible(_multipliers(program, tableau, phase_one, flips, 1))
    return _second_phase(program, columns, tableau, flips)


@dataclass(frozen=True, slots=True)
class _Column:
    """A non-negative variable z that stands for original + sign * z."""

    original: int
    sign: int
    offset: Exact


@dataclass(slots=True)
class _Tableau:
    """Equations body @ z = side with a basic column per row, and z >= 0."""

    body: list[list[Fraction]]
    side: list[Fraction]
    basic: list[int]
    check: Callable[[], None]

    def pivot(self, row: int, column: int) -> None:
        factor = 1 / self.body[row][column]
        self.body[row] = [a * factor for a in self.body[row]]
        self.side[row] *= factor
        for i, other in enumerate(self.body):
            ratio = other[column]
            self.check()
            if i != row and ratio:
                self.body[i] = [a - ratio * b if b else a for a, b in zip(other, self.body[row], strict=True)]
                self.side[i] -= ratio * self.side[row]
        self.basic[row] = column

    def reduced(self, costs: list[Exact]) -> list[Fraction]:
        weights = [Fraction(costs[b]) for b in self.basic]
        reduced = [Fraction(cost) for cost in costs]
        for weight, row in zip(weights, self.body, strict=True):
            if weight:
                self.check()
                reduced = [d - weight * a if a else d for d, a in zip(reduced, row, strict=True)]
        return reduced

    def minimise(self, costs: list[Exact], allowed: int) -> int | None:
        """Pivot by Bland's rule among the first columns; returns a column of unbounded descent, or None."""
        while True:
            reduced = self.reduced(costs)
            entering = next((j for j in range(allowed) if reduced[j] < 0), None)
            if entering is None:
                return None
            ratios = [
                (self.side[i] / row[entering], self.basic[i], i) for i, row in enumerate(self.body) if row[entering] > 0
            ]
            if not ratios:
                return entering
            self.pivot(min(ratios)[2], entering)

    def point(self, width: int) -> list[Fraction]:
        values = [Fraction(0)] * width
        for b, side in zip(self.basic, self.side, strict=True):
            values[b] = side
        return values


def _second_phase(
    program: LinearProgram, columns: list[_Column], tableau: _Tableau, flips: list[int]
) -> Optimal | Unbounded:
    count, width = len(flips), len(columns)
    _drive_out(tableau, width + count)
    costs: list[Exact] = [program.sign * program.costs[c.original] * c.sign for c in columns] + [0] * (2 * count)
    descent = tableau.minimise(costs, width + count)
    primal = _original(program, columns, tableau.point(len(costs)))
    if descent is not None:
        direction = [Fraction(0)] * len(costs)
        direction[descent] = Fraction(1)
        for b, row in zip(tableau.basic, tableau.body, strict=True):
            direction[b] = -row[descent]
        return Unbounded(primal, _original(program, columns, direction, offset=False))
    value = whole(sum((c * x for c, x in zip(program.costs, primal, strict=True)), start=Fraction(0)))
    return Optimal(value, primal, _multipliers(program, tableau, costs, flips, program.sign))


def _drive_out(tableau: _Tableau, artificial: int) -> None:
    """Exchange artificial columns that stay basic at zero; a row of zeros is redundant and may stay."""
    for i, b in enumerate(tableau.basic):
        if b >= artificial:
            column = next((j for j in range(artificial) if tableau.body[i][j]), None)
            if column is not None:
                tableau.pivot(i, column)


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


def _equations(
    program: LinearProgram, columns: list[_Column], check: Callable[[], None]
) -> tuple[list[list[Fraction]], list[Fraction], list[int], list[int]]:
    """Rows of the program and of the second bounds, over the columns; flips make right sides non-negative."""
    offsets = {c.original: c.offset for c in columns}
    table = [dict(program.rows.row(i)) for i in range(program.rows.count)]
    sides: list[Exact] = list(program.rhs.tolist())
    relations = [int(code) for code in program.relations]
    for j, (low, high) in enumerate(zip(program.lower, program.upper, strict=True)):
        if low is not None and high is not None:
            table.append({j: 1})
            sides.append(high)
            relations.append(-1)
    rows = []
    for row in table:
        check()
        rows.append([Fraction(row[c.original] * c.sign) if c.original in row else _ZERO for c in columns])
    remaining = [
        Fraction(side) - sum((a * offsets[j] for j, a in row.items()), start=Fraction(0))
        for side, row in zip(sides, table, strict=True)
    ]
    return rows, remaining, relations, [1 if side >= 0 else -1 for side in remaining]


def _multipliers(
    program: LinearProgram, tableau: _Tableau, costs: list[Exact], flips: list[int], sign: int
) -> dict[int, Exact]:
    """Row multipliers, read off the reduced costs of the artificial columns."""
    reduced = tableau.reduced(costs)
    first = len(reduced) - len(flips)
    values = {i: whole((costs[first + i] - reduced[first + i]) * flips[i] * sign) for i in range(program.rows.count)}
    return {i: y for i, y in values.items() if y}


def _original(
    program: LinearProgram, columns: list[_Column], point: list[Fraction], offset: bool = True
) -> tuple[Exact, ...]:
    values = [Fraction(0)] * len(program.costs)
    for column, z in zip(columns, point, strict=False):
        values[column.original] += (column.offset if offset else 0) + column.sign * z
    return tuple(whole(value) for value in values)


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
        self._lines = _inequalities(program)
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
        """Which place of the basis goes to which inequality; None at the optimum, (-1, -1) where there is none."""
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
            places = [index for index in range(n) if w[index, 0] > 0]
            if not places:
                return -1, -1
            if negative:
                return min(places, key=self.basis.__getitem__), entering
            return min(places, key=lambda index: (y[index] / w[index, 0], self.basis[index])), entering
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


def _inequalities(program: LinearProgram) -> list[_Line]:
    lines = []
    for i, relation in enumerate(program.relations.tolist()):
        sides = [turned for turned in (1, -1) if relation * turned >= 0]
        lines += [_line(program.rows.summed(i), program.rhs[i], i, turned) for turned in sides]
    for j in range(len(program.costs)):
        low, high = program.lower[j], program.upper[j]
        lines += [] if low is None else [_line({j: 1}, low, None, 1)]
        lines += [] if high is None else [_line({j: 1}, high, None, -1)]
    return lines


def _line(entries: Mapping[int, Exact], side: Exact, row: int | None, turned: int) -> _Line:
    scale = common_multiple([side.denominator, *(a.denominator for a in entries.values())])
    return _Line(
        {j: int(turned * a * scale) for j, a in entries.items()}, int(turned * side * scale), row, turned, scale
    )
