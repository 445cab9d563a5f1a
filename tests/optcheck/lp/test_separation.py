"""Lazily added rows: the same exact optimum as with all rows listed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import Model, solve, solve_with_separation
from optcheck.errors import NotCertified
from optcheck.lp.program import LinearProgram
from optcheck.lp.separation import Cut


def _start(size: int, bounded: bool = True) -> LinearProgram:
    model = Model("minimise")
    for j in range(size):
        model.variable(f"x{j}", cost=1 if bounded else -1)
    return model.build()


def _oracle(sides: Sequence[Fraction]) -> object:
    """Rows: any two variables sum to at least the mean of their sides; hands over the most violated one."""

    def separate(point: Sequence[Fraction]) -> list[Cut]:
        pairs = combinations(range(len(sides)), 2)
        cuts = [Cut(f"pair[{i},{j}]", (i, j), (1, 1), ">=", (sides[i] + sides[j]) / 2) for i, j in pairs]
        violated = [cut for cut in cuts if cut.violation(point) > 0]
        return sorted(violated, key=lambda cut: -cut.violation(point))[:1]

    return separate


def _explicit(sides: Sequence[Fraction]) -> LinearProgram:
    model = Model("minimise")
    names = [model.variable(f"x{j}", cost=1) for j in range(len(sides))]
    for i, j in combinations(range(len(sides)), 2):
        model.row(f"pair[{i},{j}]", {names[i]: 1, names[j]: 1}, ">=", (sides[i] + sides[j]) / 2)
    return model.build()


@given(st.lists(st.fractions(0, 9, max_denominator=7), min_size=2, max_size=6))
@settings(max_examples=60, deadline=None)
def test_lazy_rows_give_the_optimum_of_all_rows(sides: list[Fraction]) -> None:
    lazy = solve_with_separation(_start(len(sides)), _oracle(sides))  # type: ignore[arg-type]  # exact or float points
    assert lazy.value == solve(_explicit(sides)).value
    lazy.certificate.verify()


def test_differences_below_every_tolerance_are_still_separated() -> None:
    sides = [Fraction(1), 1 + Fraction(1, 10**20), 1 + Fraction(2, 10**20)]
    lazy = solve_with_separation(_start(3), _oracle(sides))  # type: ignore[arg-type]  # exact or float points
    assert lazy.value == sum(sides) / 2


def test_infeasible_rows_end_in_a_farkas_proof() -> None:
    low, high = Cut("low", (0,), (1,), "<=", 1), Cut("high", (0,), (1,), ">=", 2)
    answer = solve_with_separation(_start(1), lambda point: [cut for cut in (low, high) if cut.violation(point) > 0])
    assert answer.status == "infeasible"


def test_rows_that_never_bound_the_objective_are_reported() -> None:
    with pytest.raises(NotCertified, match="unbounded"):
        solve_with_separation(_start(2, bounded=False), lambda point: [])


def test_progress_is_told_the_rows_and_the_value() -> None:
    seen: list[tuple[int, float]] = []
    oracle = _oracle([Fraction(2), Fraction(4)])
    solve_with_separation(_start(2), oracle, progress=lambda rows, value: seen.append((rows, value)))  # type: ignore[arg-type]  # as above
    assert seen == [(0, 0.0), (1, 3.0)]
