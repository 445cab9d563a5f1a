"""Rows of users for Chained-DP: rational preferences, squares where costs must be rational."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

Row = tuple[Fraction, ...]


def squares(zeros: bool = True) -> st.SearchStrategy[Fraction]:
    """Squares of small rationals."""
    return st.builds(
        lambda top, bottom: Fraction(top, bottom) ** 2, st.integers(0 if zeros else 1, 9), st.integers(1, 4)
    )


def rows(least: int = 1, most: int = 6, zeros: bool = True) -> st.SearchStrategy[Row]:
    """The users' preferences, squares of rationals."""
    return st.lists(squares(zeros), min_size=least, max_size=most).map(tuple)


def probabilities() -> st.SearchStrategy[Fraction]:
    """Probabilities with small denominators, 0 and 1 included."""
    return st.fractions(0, 1, max_denominator=30)
