"""What is stated about a model, for a proof assistant to read, is what its program asks for."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.claims.claim import Stated, stated_models
from optcheck.lp.program import LinearProgram
from proofs_numeric.tpmdp._parties import Parties, eq6


@st.composite
def points(draw: st.DrawFn) -> tuple[Parties, tuple[Fraction, ...]]:
    """Parties, and variances that are often just enough or just not."""
    n = draw(st.integers(2, 5))
    number = st.integers(0, 6).map(lambda k: Fraction(k, 2))
    active = draw(st.sets(st.integers(0, n - 1), min_size=1))
    required = tuple(draw(st.lists(number, min_size=n, max_size=n)))
    parties = Parties(n, draw(st.integers(1, n - 1)), tuple(sorted(active)), required)
    return parties, tuple(draw(st.lists(number, min_size=n, max_size=n)))


def rows_hold(program: LinearProgram, x: tuple[Fraction, ...]) -> bool:
    """Whether every row and bound of the program holds."""
    sides = zip(program.activities(x), program.relations, program.rhs, strict=True)
    rows = all((value - side) * relation >= 0 and (relation or value == side) for value, relation, side in sides)
    lower = all(bound is None or value >= bound for value, bound in zip(x, program.lower, strict=True))
    return rows and lower and program.upper == (None,) * len(x)


@settings(max_examples=200, deadline=None)
@given(points())
def test_eq6_is_what_is_stated_about_it(point: tuple[Parties, tuple[Fraction, ...]]) -> None:
    parties, x = point
    stated: Stated[Any] = stated_models()[eq6]
    program = eq6(parties)
    assert program.sense == "minimise"
    assert stated.feasible(parties, x) == rows_hold(program, x)
    assert stated.cost(parties, x) == sum(cost * value for cost, value in zip(program.costs, x, strict=True))
    assert not stated.feasible(parties, (*x, Fraction(0)))


def test_nothing_else_is_stated() -> None:
    assert set(stated_models()) == {eq6}
