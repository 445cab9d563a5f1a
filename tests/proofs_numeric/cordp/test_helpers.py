"""CorDP-DME's privacy loss and certificates, against closed forms and definitions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import ctx
from hypothesis import given
from hypothesis import strategies as st

from optcheck.cordp import least_effective_variance
from optcheck.gaussian.balls import ball, delta_ball
from proofs_numeric.cordp._budgets import integrated_loss, loss_slope
from proofs_numeric.cordp._certificates import covariance_certificate, optimum_certificate, whole_optimum_certificate
from proofs_numeric.cordp._enumeration import least_conditional_variance, triples

_SMALL = st.builds(Fraction, st.integers(1, 12), st.integers(1, 4))


@given(_SMALL, _SMALL)
def test_the_integral_is_the_closed_form(epsilon: Fraction, sigma: Fraction) -> None:
    low, high = integrated_loss(epsilon, sigma**2)
    with ctx.workprec(160):
        closed = delta_ball(1 / ball(sigma), ball(epsilon))
        assert not closed < ball(low)
        assert not closed > ball(high)
    assert high - low < Fraction(1, 10**15)
    assert loss_slope(epsilon, sigma).high < 0


@pytest.mark.parametrize("sizes", list(triples(5)))
def test_certificates_of_the_optimum_verify(sizes: tuple[int, int, int]) -> None:
    n, t, c = sizes
    least = optimum_certificate(n, t, c, Fraction(3, 2)).verify().fact("infimum of the error").value
    assert least == least_effective_variance(n, t, c, Fraction(3, 2)) / (t - c)
    whole = whole_optimum_certificate(n, t, c, Fraction(3, 2)).verify()
    assert any(fact.quantity == "least error" for fact in whole.facts)


@pytest.mark.parametrize("c", [0, 1, 2])
def test_the_least_covariance_keeps_exactly_what_is_needed(c: int) -> None:
    least = covariance_certificate(3, c, 2, 1).verify().fact("least private covariance").value
    assert least_conditional_variance(3, 3, c, 2, least) == 1
