"""The Mills ratio in doubles, against its enclosure by arb and by bounds from the literature."""

from __future__ import annotations

import numpy as np
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st

from optcheck.gaussian.calibration import mills


@given(st.floats(-12, 1e5))
def test_the_ratio_is_good_to_a_few_units_in_the_last_place(x: float) -> None:
    with ctx.workprec(300):
        true = (arb.pi() / 2).sqrt() * (arb(x) ** 2 / 2).exp() * (arb(x) / arb(2).sqrt()).erfc()
        relative = abs(arb(float(mills(np.array([x]))[0])) / true - 1)
    assert relative < 1e-15 * (4 + (x * x if x < 0 else 0)), "rounding x^2 in exp(x^2/2) costs x^2/2 units"


@given(st.floats(0, 1e150))
def test_it_lies_between_the_bounds_of_birnbaum_and_sampford(x: float) -> None:
    ratio = float(mills(np.array([x]))[0])
    lower, upper = 2 / (x + np.hypot(x, 2)), 4 / (3 * x + np.hypot(x, np.sqrt(8)))
    assert lower * (1 - 1e-14) <= ratio <= upper * (1 + 1e-14)


def test_the_ends() -> None:
    assert mills(np.array([np.inf, -np.inf, -40.0])).tolist() == [0.0, np.inf, np.inf]
