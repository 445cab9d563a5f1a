"""Exact solutions from a factorisation in doubles: the right ones, or none."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpz_mat
from hypothesis import given
from hypothesis import strategies as st

from optcheck.exact.numbers import RatioMap, Ratios, over_one_denominator
from optcheck.lp.linear_algebra import Expansion, IntegerMatrix, Unsolved, factorise, in_units

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
