"""Factors in doubles: the dense and the sparse way lead to the same solutions, and singular matrices are named."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from optcheck.lp import linear_algebra
from optcheck.lp.linear_algebra import Factors, Unsolved, factorise

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
