"""Small linear programs with rational data: feasible or not, bounded or not, with free and fixed variables."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from optcheck.lp.program import LinearProgram, Model

__all__ = ["linear_programs", "rationals"]


def rationals(largest: int = 4) -> st.SearchStrategy[Fraction]:
    """Small fractions, zero and whole numbers among them."""
    return st.builds(Fraction, st.integers(-largest, largest), st.integers(1, 3))


@st.composite
def linear_programs(draw: st.DrawFn, columns: int = 4, rows: int = 5, least: int = 0) -> LinearProgram:
    """Any mixture of rows, senses and bounds; degenerate and rank-deficient ones come up often."""
    model = Model(draw(st.sampled_from(["minimise", "maximise"])))
    names = [_column(draw, model, f"x{j}") for j in range(draw(st.integers(least, columns)))]
    for i in range(draw(st.integers(least, rows))):
        terms = {name: draw(rationals()) for name in names if draw(st.booleans())}
        model.row(f"r{i}", terms, draw(st.sampled_from(["<=", "=", ">="])), draw(rationals()))
    return model.build()


def _column(draw: st.DrawFn, model: Model, name: str) -> str:
    low = draw(st.sampled_from([None, 0, 0, -1] * 8 + [1]))  # 1 may be above the upper bound, but rarely is
    high = draw(st.sampled_from([None, None, 0, 2]))
    return model.variable(name, cost=draw(rationals()), lower=low, upper=high)
