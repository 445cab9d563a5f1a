from __future__ import annotations

from fractions import Fraction

import pytest
from flint import fmpq, fmpq_mat
from hypothesis import given
from hypothesis import strategies as st

from optcheck.exact.numbers import Exact
from optcheck.lp.linear_algebra import Unsolved, solve_sparse

System = tuple[list[dict[int, Fraction]], list[int]]


@st.composite
def systems(draw: st.DrawFn) -> System:
    size = draw(st.integers(0, 9))
    entry = st.one_of(st.none(), st.fractions(-3, 3, max_denominator=3))
    table = [draw(st.lists(entry, min_size=size, max_size=size)) for _ in range(size)]
    rows = [{j: a for j, a in enumerate(row) if a is not None} for row in table]
    return rows, draw(st.lists(st.integers(-5, 5), min_size=size, max_size=size))


def dense_solution(rows: list[dict[int, Fraction]], sides: list[int]) -> list[Fraction] | None:
    size = len(rows)
    table = [fmpq(*row.get(j, Fraction(0)).as_integer_ratio()) for row in rows for j in range(size)]
    try:
        solved = fmpq_mat(size, size, table).solve(fmpq_mat(size, 1, sides)) if size else None
    except ZeroDivisionError:
        return None
    return [] if solved is None else [Fraction(int(x.p), int(x.q)) for x in solved.entries()]


@given(systems())
def test_agrees_with_dense_elimination(system: System) -> None:
    rows, sides = system
    wanted = dense_solution(rows, sides)
    if wanted is None:
        with pytest.raises(ZeroDivisionError):
            solve_sparse(rows, sides)
    else:
        assert solve_sparse(rows, sides) == wanted


def test_a_long_chain_with_a_dense_row_is_solved_exactly() -> None:
    size = 3000
    rows: list[dict[int, Exact]] = [{j: 2, j + 1: -1} for j in range(size - 1)]
    rows.append(dict.fromkeys(range(size), 1))
    wanted = [Fraction(2**j, 2**size - 1) for j in range(size)]
    assert solve_sparse(rows, [0] * (size - 1) + [1]) == wanted


def test_singular_systems_are_named() -> None:
    with pytest.raises(ZeroDivisionError):
        solve_sparse([{0: 1, 1: 1}, {0: 2, 1: 2}], [1, 2])


def test_long_rows_with_a_column_of_their_own_are_eliminated_by_it() -> None:
    """An arrow: every row but the first is dense, every column but the first is short."""
    size = 1000
    rows: list[dict[int, Exact]] = [{0: 1}]
    rows += [{j: 2, **dict.fromkeys(range(0, j, 100), 1)} for j in range(1, size)]
    solved = solve_sparse(rows, [1] * size)
    assert all(sum(a * solved[j] for j, a in row.items()) == 1 for row in rows)


def test_a_large_dense_rest_is_refused() -> None:
    dense: list[dict[int, Exact]] = [dict.fromkeys(range(900), 1) for _ in range(900)]
    with pytest.raises(Unsolved, match="900 rows"):
        solve_sparse(dense, [1] * 900)
