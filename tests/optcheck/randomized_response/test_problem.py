"""Lambda from epsilon: below e^epsilon, and close to it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st

from optcheck.errors import InvalidInput
from optcheck.randomized_response import privacy_level


@given(st.fractions(0, 20, max_denominator=1000))
def test_a_level_is_just_below_the_exponential(epsilon: Fraction) -> None:
    level = privacy_level(epsilon)
    with ctx.workprec(200):
        gap = arb(fmpq(epsilon.numerator, epsilon.denominator)).exp() - arb(fmpq(level.numerator, level.denominator))
        assert level >= 1
        assert not gap < 0
        assert gap < arb(fmpq(1, 1 << 40))


@pytest.mark.parametrize("epsilon", [-1, 701, "nan", True, None, [1]])
def test_what_is_no_budget_is_refused(epsilon: object) -> None:
    with pytest.raises(InvalidInput):
        privacy_level(epsilon)
