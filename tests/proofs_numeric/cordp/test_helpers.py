"""CorDP-DME's privacy loss and certificates, against closed forms and definitions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import acb, arb, arb_series, ctx
from hypothesis import given
from hypothesis import strategies as st

from optcheck.claims.expressions import compare
from optcheck.cordp import least_effective_variance
from optcheck.cordp.accuracy import exact_noise
from optcheck.gaussian.calibration import ball, delta_ball
from proofs_numeric.cordp._budgets import factor
from proofs_numeric.cordp._declared import Noise, Users, optimal_variance
from proofs_numeric.cordp._enumeration import kept_variance, triples
from proofs_numeric.cordp._optimum import optimum_certificate, whole_optimum_certificate
from proofs_numeric.cordp.claim_3 import slope
from proofs_numeric.cordp.eq_8 import loss
from tests.strategies.cordp import least_conditional_variance

_SMALL = st.builds(Fraction, st.integers(1, 12), st.integers(1, 4))


def _integral(epsilon: arb, sigma: arb) -> arb:
    """The supremum over sets of P(A) - e^eps Q(A): the integral of the positive part of p - e^eps q, by quadrature.

    p is centred at 0 and q at 2; the tail beyond 24 standard deviations is bounded.
    """
    end = 1 - epsilon * sigma**2 / 2
    start = end - 24 * sigma

    def integrand(x: acb, analytic: bool) -> acb:
        return (-(x**2) / (2 * sigma**2)).exp() - (epsilon - (x - 2) ** 2 / (2 * sigma**2)).exp()

    inside = acb.integral(integrand, start, end, rel_tol=arb(2) ** -80).real / (sigma * (2 * arb.pi()).sqrt())
    beyond = (-start / sigma / arb(2).sqrt()).erfc() / 2
    return inside + arb(0).union(beyond.abs_upper())


@given(_SMALL, _SMALL)
def test_the_integral_is_the_closed_form(epsilon: Fraction, sigma: Fraction) -> None:
    with ctx.workprec(160):
        found = _integral(ball(epsilon), ball(sigma))
        assert found.overlaps(delta_ball(1 / ball(sigma), ball(epsilon)))
        assert found.overlaps(loss(Noise(epsilon=epsilon, sigma=sigma)).enclose())
        assert found.rad() < arb(10) ** -15


@given(_SMALL, _SMALL)
def test_the_chain_rule_gives_the_linear_coefficient_of_the_power_series(epsilon: Fraction, sigma: Fraction) -> None:
    with ctx.workprec(160):
        half, at, root = ball(epsilon) / 2, arb_series([ball(sigma), 1], prec=2), arb(2).sqrt()
        upper, lower = ((half * at - 1 / at) / root).erfc() / 2, ((half * at + 1 / at) / root).erfc() / 2
        series = (upper - ball(epsilon).exp() * lower)[1]
        assert series.overlaps(slope(Noise(epsilon, sigma)).enclose())
        assert series < 0


@pytest.mark.parametrize("sizes", list(triples(5)))
def test_certificates_of_the_optimum_verify(sizes: tuple[int, int, int]) -> None:
    n, t, c = sizes
    least = optimum_certificate(n, t, c, Fraction(3, 2)).verify().fact("infimum of the error").value
    assert least == least_effective_variance(n, t, c, Fraction(3, 2)) / (t - c)
    whole = whole_optimum_certificate(n, t, c, Fraction(3, 2)).verify()
    assert any(fact.quantity == "least error" for fact in whole.facts)


@pytest.mark.parametrize("sizes", list(triples(5)))
def test_the_correlation_of_the_optimum(sizes: tuple[int, int, int]) -> None:
    """That of the optimal pair; on the way to a limit v + (n-1) r stays bounded."""
    n, t, c = sizes
    found = optimum_certificate(n, t, c, 1).verify().fact("correlation at the largest optimal variance").value
    assert found == (Fraction(-1, n - 1) if t == n else exact_noise(n, t, c, 1).correlation)


@pytest.mark.parametrize("sizes", list(triples(5)))
def test_closed_forms_of_the_optimum_agree(sizes: tuple[int, int, int]) -> None:
    n, t, c = sizes
    assert compare(factor(n, t, c), least_effective_variance(n, t, c) / (t - c)) == 0
    if t < n:
        wanted = exact_noise(n, t, c, Fraction(3, 2)).variance
        assert optimal_variance(Users(n=n, t=t, c=c, sigma2_min=Fraction(3, 2))) == wanted


@pytest.mark.parametrize("sizes", list(triples(4)))
def test_what_is_kept_by_symmetry_is_what_enumeration_finds(sizes: tuple[int, int, int]) -> None:
    n, _, c = sizes
    for share in (Fraction(0), Fraction(1, 3), Fraction(9, 10)):
        pair = Fraction(2), -2 * share / (n - 1)
        assert kept_variance(n, c, *pair) == least_conditional_variance(n, n, c, *pair)
