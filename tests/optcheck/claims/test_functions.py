"""Functions for formulas."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from optcheck.claims.expressions import count, largest, smallest, total

numbers = st.lists(st.fractions(), min_size=1, max_size=5)


@given(numbers)
def test_rows_and_single_numbers_are_taken_alike(row: list[Fraction]) -> None:
    assert largest(row) == largest(*row, row[0]) == max(row)
    assert smallest(row) == smallest(*row, row[0]) == min(row)
    assert (total(row), count(row)) == (sum(row), len(row))
