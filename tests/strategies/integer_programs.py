"""Small integer programs of many kinds, and their optima by enumeration."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from optcheck.exact.numbers import Exact
from optcheck.lp.branch_and_bound import feasible, objective, rounded_bounds
from optcheck.lp.program import LinearProgram, Model, Relation
from optcheck.lp.solve import solve

__all__ = ["integer_programs", "optimum"]

_PLAIN = st.integers(-6, 6)
_LOWER: list[Exact] = [0, 0, 0, -2, Fraction(-5, 2)]
_WIDTHS: list[Exact] = [1, 1, 2, 3, Fraction(7, 2)]
_SHARES: list[Exact] = [Fraction(1, 2), Fraction(2, 3), 1]
_COEFFICIENTS = {
    "plain": _PLAIN,
    "decimal": st.integers(-99, 99).map(lambda top: Fraction(top, 10)),
    "big-M": st.one_of(_PLAIN, st.sampled_from([10**6, -(10**6), 10**9])),
    "tiny gaps": st.builds(lambda a, b: a + Fraction(b, 10**9), _PLAIN, st.integers(-1, 1)),
    "badly scaled": st.builds(lambda a, b: a * Fraction(10) ** b, _PLAIN, st.integers(-6, 6)),
    "knapsack": st.integers(2, 9),
}


@st.composite
def integer_programs(draw: st.DrawFn, mixed: bool = True, gaps: bool = True) -> LinearProgram:
    """Up to four columns between finite bounds and up to four rows; most have a feasible point, some are degenerate."""
    kind = draw(st.sampled_from(sorted(_COEFFICIENTS)))
    numbers = _COEFFICIENTS[kind]
    model = Model(draw(st.sampled_from(["minimise", "maximise"])))
    count = draw(st.integers(1, 4))
    integers, apart, names = set[int](), list[tuple[int, Exact, Exact]](), list[str]()
    for j in range(count):
        low = draw(st.sampled_from(_LOWER))
        high = low + draw(st.sampled_from(_WIDTHS))
        names.append(model.variable(f"x{j}", draw(numbers), low, high))
        if not mixed or draw(st.integers(0, 3)):
            integers.add(j)
        if gaps and low == 0 and draw(st.integers(0, 5)) == 0:
            apart.append((j, 0, high * draw(st.sampled_from(_SHARES))))
    hidden = draw(st.one_of(st.none(), st.lists(st.integers(0, 2), min_size=count, max_size=count)))
    for i in range(draw(st.integers(0, 4))):
        terms = {name: draw(numbers) for name in names if draw(st.integers(0, 3))}
        relation: Relation = "=" if kind == "knapsack" else draw(st.sampled_from(["<=", ">=", "="]))
        side: Exact = draw(st.integers(-8, 12))
        if hidden is not None:
            room = 0 if relation == "=" else draw(st.integers(0, 3)) * (1 if relation == "<=" else -1)
            side = sum(terms.get(name, 0) * x for name, x in zip(names, hidden, strict=True)) + room
        model.row(f"r{i}", terms, relation, side)
    return replace(model.build(), integers=frozenset(integers), gaps=tuple(apart))


def optimum(program: LinearProgram) -> Exact | None:
    """The optimum by enumeration of integers and sides of gaps; None for an infeasible program with finite bounds."""
    linear = program
    values = [value for box in _boxes(program) if (value := _best(program, box)) is not None]
    return min(values, key=lambda value: linear.sign * value, default=None)


Bounds = tuple[list[Exact], list[Exact]]


def _boxes(program: LinearProgram) -> Iterator[Bounds]:
    lower, upper = rounded_bounds(program)
    integers = sorted(program.integers)
    ranges = [range(int(lower[j] or 0), int(upper[j] or 0) + 1) for j in integers]
    for values in product(*ranges):
        for sides in product((False, True), repeat=len(program.gaps)):
            low, high = [low or 0 for low in lower], [high or 0 for high in upper]
            for j, value in zip(integers, values, strict=True):
                low[j] = high[j] = value
            for (j, below, above), up in zip(program.gaps, sides, strict=True):
                low[j], high[j] = (max(low[j], above), high[j]) if up else (low[j], min(high[j], below))
            if all(a <= b for a, b in zip(low, high, strict=True)):
                yield low, high


def _best(program: LinearProgram, bounds: Bounds) -> Exact | None:
    low, high = bounds
    if low == high:
        return objective(program, low) if feasible(program, low) else None
    return solve(replace(program.relaxed(), lower=tuple(low), upper=tuple(high))).value
