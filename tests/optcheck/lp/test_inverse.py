"""The inverse, at once and row by row: its product with the matrix is the identity; a singular matrix has none."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from unittest.mock import patch

import pytest
from flint import fmpq, fmpq_mat
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from optcheck.exact.numbers import Exact
from optcheck.lp import linear_algebra
from optcheck.lp.linear_algebra import Inverse
from tests.strategies.programs import rationals

_TINY, _HUGE = Fraction(1, 10**7), 10**9


@st.composite
def _matrices(draw: st.DrawFn) -> list[dict[int, Exact]]:
    size = draw(st.integers(1, 5))
    entries: st.SearchStrategy[Exact] = st.one_of(st.just(0), rationals(3), st.sampled_from([_HUGE, _TINY]))
    return [{j: draw(entries) for j in range(size)} for _ in range(size)]


def _times(row: Mapping[int, Exact], column: list[Exact]) -> Exact:
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
            assert [_times(row, list(found.column(k))) for row in rows] == unit
            turned = [{i: row[j] for i, row in enumerate(rows)} for j in range(size)]
            assert [_times(row, list(found.row(k))) for row in turned] == unit


def test_a_singular_matrix_has_none() -> None:
    rows: list[dict[int, Exact]] = [{0: 1, 1: 2}, {0: 2, 1: 4}]
    with patch.object(linear_algebra, "_MOST_INVERTED", 0), pytest.raises(ZeroDivisionError):
        Inverse(rows).column(0)
