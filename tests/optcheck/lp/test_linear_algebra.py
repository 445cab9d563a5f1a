"""Exact linear algebra: factors, lifting, elimination and inverses agree with dense exact solutions, or refuse."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from unittest.mock import patch

import numpy as np
import pytest
from flint import fmpq, fmpq_mat, fmpz_mat
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from optcheck.exact.numbers import Exact, RatioMap, Ratios, over_one_denominator
from optcheck.lp import linear_algebra
from optcheck.lp.linear_algebra import (
    Expansion,
    Factors,
    IntegerMatrix,
    Inverse,
    Unsolved,
    factorise,
    in_units,
    solve_sparse,
)
from tests.strategies.programs import rationals

ENTRIES = st.sampled_from([0, 0, 0, 1, -1, 2, 3, -7, 10**6])


def _factorised(matrix: NDArray[np.int64], small: int) -> Factors:
    rows, columns = np.nonzero(matrix)
    starts = np.searchsorted(rows, np.arange(len(matrix) + 1))
    before, linear_algebra.SMALL = linear_algebra.SMALL, small
    try:
        return factorise(starts, columns, matrix[rows, columns].tolist())
    finally:
        linear_algebra.SMALL = before


@given(st.data(), st.integers(1, 6), st.booleans())
def test_both_ways_solve_the_system_and_its_transpose(data: st.DataObject, size: int, dense: bool) -> None:
    entries = data.draw(st.lists(ENTRIES, min_size=size * size, max_size=size * size))
    matrix, right = np.array(entries).reshape(size, size), np.arange(1.0, size + 1)
    condition = np.linalg.cond(matrix)
    try:
        found = _factorised(matrix, size if dense else 0)
    except Unsolved:
        assert condition > 1e6
        return
    if condition < 1e9:
        for solve, system in ((found.solve, matrix), (found.solve_transposed, matrix.T)):
            answer = np.linalg.solve(system, right)
            assert np.abs(solve(right) - answer).max() <= 1e-14 * condition * np.abs(answer).max()


@pytest.mark.parametrize("small", [0, 9])
def test_a_singular_matrix_has_no_factors(small: int) -> None:
    with pytest.raises(Unsolved):
        _factorised(np.array([[1, 0, 0], [0, 1, 0], [1, 0, 0]]), small)


Table = list[list[int]]
_SMALL = st.one_of(st.just(0), st.integers(-9, 9))
_LARGE = st.one_of(st.just(0), st.integers(-(10**30), 10**30))


@st.composite
def _systems(draw: st.DrawFn) -> tuple[Table, list[int]]:
    size, entry = draw(st.integers(1, 6)), draw(st.sampled_from([_SMALL, _LARGE]))
    row = st.lists(entry, min_size=size, max_size=size)
    return draw(st.lists(row, min_size=size, max_size=size)), draw(row)


class _Lifted:
    """A system in integers with factors of its own, in both directions."""

    def __init__(self, table: Table) -> None:
        turned = [list(column) for column in zip(*table, strict=True)]
        if not (all(map(any, table)) and all(map(any, turned))):
            raise Unsolved("an empty row or column")
        starts, columns, values = _by_rows(table)
        self._factors = factorise(np.array(starts), np.array(columns, dtype=np.int64), values)
        self._rows, self._columns = IntegerMatrix(starts, columns, values), in_units(*_by_rows(turned), 10)

    def solve(self, sides: list[int], check: Callable[[], None]) -> Ratios:
        return self._rows.solve(self._factors.solve, self._factors.gains, sides, check)

    def solve_transposed(self, sides: list[int], check: Callable[[], None]) -> Ratios:
        return self._columns.solve(self._factors.solve_transposed, self._factors.gains, sides, check)


def _by_rows(table: Table) -> tuple[list[int], list[int], list[int]]:
    entries = [[(j, a) for j, a in enumerate(row) if a] for row in table]
    flat = [entry for row in entries for entry in row]
    return np.cumsum([0, *map(len, entries)]).tolist(), [j for j, _ in flat], [a for _, a in flat]


def _times(table: Table, x: Ratios) -> list[Fraction]:
    return [sum((Fraction(a * v) for a, v in zip(row, x, strict=True)), Fraction(0)) for row in table]


@given(_systems())
def test_what_is_found_solves_the_system_in_both_directions(system: tuple[Table, list[int]]) -> None:
    table, sides = system
    try:
        lifted = _Lifted(table)
        x, y = lifted.solve(sides, lambda: None), lifted.solve_transposed(sides, lambda: None)
    except Unsolved:
        return
    assert _times(table, x) == sides
    assert _times([list(column) for column in zip(*table, strict=True)], y) == sides


def test_well_conditioned_systems_of_any_size_are_solved() -> None:
    number = random.Random(5)
    for size in (1, 2, 20, 120):
        table = [[number.randint(-3, 3) if number.random() < 0.1 else 0 for _ in range(size)] for _ in range(size)]
        for i in range(size):
            table[i][i] = 50
        sides = [number.randint(-(10**20), 10**20) for _ in range(size)]
        found = _Lifted(table).solve(sides, lambda: None)
        wanted = fmpz_mat(table).solve(fmpz_mat(size, 1, sides)).entries()
        assert list(found) == [Fraction(int(x.p), int(x.q)) for x in wanted]


def test_singular_and_nearly_singular_systems_are_not_solved_wrongly() -> None:
    with pytest.raises(Unsolved):
        _Lifted([[1, 2], [2, 4]]).solve([1, 1], lambda: None)
    close = 10**40
    with pytest.raises(Unsolved):
        _Lifted([[close, close + 1], [close - 1, close]]).solve([1, 3], lambda: None)


def test_factors_of_another_matrix_are_given_up() -> None:
    rounds = []
    with pytest.raises(Unsolved):  # small digits for ever: what is left wraps around to zero
        IntegerMatrix([0, 1], [0], [3]).solve(np.zeros_like, (32, 16), [1], lambda: rounds.append(1))
    assert len(rounds) < 100


def test_the_work_can_be_ended() -> None:
    def enough() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        _Lifted([[3, 1], [1, 3]]).solve([1, 1], enough)


@given(st.lists(st.fractions(-(10**6), 10**6, max_denominator=10**6), min_size=1, max_size=5))
def test_digits_single_out_the_numbers(values: list[Fraction]) -> None:
    whole = [int(value) for value in values]
    rests = [value - w for value, w in zip(values, whole, strict=True)]
    expansion = Expansion(whole, 24)
    for _ in range(30):
        digits = [round(rest * 2**24) for rest in rests]
        rests = [rest * 2**24 - digit for rest, digit in zip(rests, digits, strict=True)]
        expansion.append(np.array(digits, dtype=np.int64))
    found = expansion.ratios(lambda: None)
    assert found is not None
    assert list(found) == values


def test_too_few_digits_single_out_nothing() -> None:
    expansion = Expansion([0], 8)
    for digit in (85, 85, 85):
        expansion.append(np.array([digit]))
    assert expansion.ratios(lambda: None) is None


def test_ratios_are_sequences_of_exact_numbers() -> None:
    ratios = over_one_denominator([Fraction(1, 2), 3, Fraction(-1, 3)])
    assert (ratios.denominator, ratios.numerators) == (6, [3, 18, -2])
    assert ratios[1] == 3
    assert list(ratios[:2]) == [Fraction(1, 2), 3]
    assert ratios == (Fraction(1, 2), 3, Fraction(-1, 3))
    assert ratios != (1, 2)
    assert hash(ratios) == hash(tuple(ratios))
    assert repr(Ratios([1], 2)) == "(Fraction(1, 2),)"
    assert RatioMap({2: 4}, 6) == {2: Fraction(2, 3)}


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


_TINY, _HUGE = Fraction(1, 10**7), 10**9


@st.composite
def _matrices(draw: st.DrawFn) -> list[dict[int, Exact]]:
    size = draw(st.integers(1, 5))
    entries: st.SearchStrategy[Exact] = st.one_of(st.just(0), rationals(3), st.sampled_from([_HUGE, _TINY]))
    return [{j: draw(entries) for j in range(size)} for _ in range(size)]


def _dot(row: Mapping[int, Exact], column: list[Exact]) -> Exact:
    return sum((a * column[j] for j, a in row.items()), start=Fraction(0))


_OVERFLOWING: list[dict[int, Exact]] = [  # in doubles: the first row and the third look the same
    {0: 0, 1: _TINY, 2: _HUGE, 3: 0},
    {0: 0, 1: 0, 2: _TINY, 3: _HUGE},
    {0: 0, 1: _TINY, 2: _HUGE, 3: 1},
    {0: _HUGE, 1: 0, 2: 0, 3: 0},
]


@given(_matrices())
@example(_OVERFLOWING)
@settings(max_examples=60, deadline=None)
@pytest.mark.parametrize("at_once", [0, 400])
def test_rows_and_columns_of_the_inverse(at_once: int, rows: list[dict[int, Exact]]) -> None:
    size = len(rows)
    table = [fmpq(a.numerator, a.denominator) for row in rows for a in row.values()]
    assume(fmpq_mat(size, size, table).det() != 0)
    with patch.object(linear_algebra, "_MOST_INVERTED", at_once):
        found = Inverse(rows)
        for k in range(size):
            unit = [int(i == k) for i in range(size)]
            assert [_dot(row, list(found.column(k))) for row in rows] == unit
            turned = [{i: row[j] for i, row in enumerate(rows)} for j in range(size)]
            assert [_dot(row, list(found.row(k))) for row in turned] == unit


def test_a_singular_matrix_has_none() -> None:
    rows: list[dict[int, Exact]] = [{0: 1, 1: 2}, {0: 2, 1: 4}]
    with patch.object(linear_algebra, "_MOST_INVERTED", 0), pytest.raises(ZeroDivisionError):
        Inverse(rows).column(0)
