"""A small exact simplex method: slow, certain, and independent of every float.

It decides the programs that a float solver's answer cannot decide. Bland's rule makes it finite. The tableau has x,
then per row a slack and an artificial column; all bounds become 0 <= z by substitution.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from optcheck.exact.numbers import Exact, whole
from optcheck.lp.program import Infeasible, LinearProgram, Optimal, Outcome, Unbounded

__all__ = ["exact_outcome", "tableau_cells"]

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
