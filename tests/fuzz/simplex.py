"""Linear programs solved by the oracle itself: the textbook's tableau in fractions, two phases, Bland's rule."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Row = tuple[dict[int, Fraction], str, Fraction]
Bounds = Sequence[Fraction | None]
Outcome = tuple[str, Fraction | None, list[Fraction]]  # status, value and point
_ZERO, _ONE = Fraction(0), Fraction(1)


def solved(costs: Sequence[Fraction], lower: Bounds, upper: Bounds, rows: Sequence[Row], sense: str) -> Outcome:
    """Status, optimum and point of a linear program."""
    if any(a is not None and b is not None and a > b for a, b in zip(lower, upper, strict=True)):
        return "infeasible", None, []
    sign = 1 if sense == "minimise" else -1
    pieces = [_pieces(a, b) for a, b in zip(lower, upper, strict=True)]  # x_j = offset + sum of factor * y, y >= 0
    starts = [0]
    for _, factors in pieces:
        starts.append(starts[-1] + len(factors))
    limits: list[Row] = [
        ({j: _ONE}, "<=", b)
        for j, (a, b) in enumerate(zip(lower, upper, strict=True))
        if a is not None and b is not None
    ]
    lines: list[list[Fraction]] = []
    sides: list[Fraction] = []
    relations: list[str] = []
    for terms, relation, side in [*rows, *limits]:
        line = [_ZERO] * starts[-1]
        for j, coefficient in terms.items():
            for k, factor in enumerate(pieces[j][1]):
                line[starts[j] + k] += coefficient * factor
        lines.append(line)
        sides.append(side - sum((c * pieces[j][0] for j, c in terms.items()), _ZERO))
        relations.append(relation)
    goal = [sign * cost * factor for cost, (_, factors) in zip(costs, pieces, strict=True) for factor in factors]
    status, point = _standard(lines, relations, sides, goal)
    if status != "optimal":
        return status, None, []
    x = [
        offset + sum((f * point[starts[j] + k] for k, f in enumerate(factors)), _ZERO)
        for j, (offset, factors) in enumerate(pieces)
    ]
    return status, sum((c * v for c, v in zip(costs, x, strict=True)), _ZERO), x


def _pieces(low: Fraction | None, high: Fraction | None) -> tuple[Fraction, list[Fraction]]:
    if low is not None:
        return low, [_ONE]
    return (high, [-_ONE]) if high is not None else (_ZERO, [_ONE, -_ONE])


def _standard(
    lines: list[list[Fraction]], relations: list[str], sides: list[Fraction], goal: list[Fraction]
) -> tuple[str, list[Fraction]]:
    """Minimise over y >= 0: slacks, an artificial variable for every row, then the real goal."""
    n, m = len(goal), len(lines)
    slack = {i: n + k for k, i in enumerate(i for i in range(m) if relations[i] != "=")}
    width = n + len(slack)
    tableau = []
    for i, (line, relation, side) in enumerate(zip(lines, relations, sides, strict=True)):
        full = [*line, *[_ZERO] * (width - n + m), side]
        if relation != "=":
            full[slack[i]] = _ONE if relation == "<=" else -_ONE
        if side < 0:
            full = [-value for value in full]
        full[width + i] = _ONE
        tableau.append(full)
    basis = [width + i for i in range(m)]
    first = [_ZERO] * width + [_ONE] * m
    _pivot_to_optimum(tableau, basis, first, width + m)
    if any(row[-1] for row, j in zip(tableau, basis, strict=True) if j >= width):
        return "infeasible", []
    for i, j in enumerate(basis):  # what is left of the artificial variables is 0
        enter = next((k for k in range(width) if j >= width and tableau[i][k]), None)
        if enter is not None:
            _pivot(tableau, basis, i, enter)
    if not _pivot_to_optimum(tableau, basis, [*goal, *[_ZERO] * (len(slack) + m)], width):
        return "unbounded", []
    point = [_ZERO] * n
    for row, j in zip(tableau, basis, strict=True):
        if j < n:
            point[j] = row[-1]
    return "optimal", point


def _pivot_to_optimum(tableau: list[list[Fraction]], basis: list[int], goal: list[Fraction], allowed: int) -> bool:
    """Bland's rule, which ends; False where the goal is unbounded."""
    while True:
        prices = [goal[j] for j in basis]
        enter = next(
            (
                k
                for k in range(allowed)
                if goal[k] - sum((p * row[k] for p, row in zip(prices, tableau, strict=True) if p), _ZERO) < 0
            ),
            None,
        )
        if enter is None:
            return True
        ratios = [(row[-1] / row[enter], basis[i], i) for i, row in enumerate(tableau) if row[enter] > 0]
        if not ratios:
            return False
        _pivot(tableau, basis, min(ratios)[2], enter)


def _pivot(tableau: list[list[Fraction]], basis: list[int], leave: int, enter: int) -> None:
    scale = tableau[leave][enter]
    tableau[leave] = [value / scale for value in tableau[leave]]
    for i, row in enumerate(tableau):
        if i != leave and row[enter]:
            factor = row[enter]
            tableau[i] = [a - factor * b for a, b in zip(row, tableau[leave], strict=True)]
    basis[leave] = enter
