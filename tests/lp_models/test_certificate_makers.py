"""What lp_models hands to the checker about CorDP-DME and Chained-DP, against definitions and closed forms."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Literal

import pytest
from flint import acb, arb, arb_series, ctx
from hypothesis import given
from hypothesis import strategies as st

from lp_models.chained import best_responses, grid_equilibria, nash_certificate, release_failure
from lp_models.cordp import least_conditional_variance, triples
from optcheck.chained_dp import release_exposure
from optcheck.cordp import least_effective_variance
from optcheck.gaussian.balls import ball, delta_ball
from proofs_numeric._views import least_delta
from proofs_numeric.cordp._certificates import (
    covariance_certificate,
    optimum_certificate,
    whole_optimum_certificate,
)
from proofs_numeric.cordp.claim_3 import slope
from proofs_numeric.cordp.eq_8 import Noise, loss

LEVELS = [Fraction(n * n) for n in range(4)]
_SMALL = st.builds(Fraction, st.integers(1, 12), st.integers(1, 4))


@pytest.mark.parametrize("row", list(product(LEVELS[1:], repeat=2)))
def test_only_the_equilibria_of_the_finite_game_are_certified(row: tuple[Fraction, ...]) -> None:
    stable = grid_equilibria(row, LEVELS)
    assert best_responses(row) in stable
    for profile in product(LEVELS, repeat=2):
        found = nash_certificate(row, profile).verify().fact("profile").value
        assert (found == "a Nash equilibrium") == (profile == best_responses(row))


@pytest.mark.parametrize("attacker", ["weak", "strong"])
@pytest.mark.parametrize("slices", [1, 2, 3])
def test_a_release_fails_as_often_as_the_closed_form_says(attacker: Literal["weak", "strong"], slices: int) -> None:
    p, delta = Fraction(1, 3), Fraction(1, 10)
    for users in range(2, 6):
        hidden = 1 - release_exposure(users, p, slices, attacker)
        assert release_failure(users, slices, p, delta, attacker) == 1 - hidden * (1 - delta)


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
        assert found.overlaps(loss(epsilon, sigma**2).enclose())
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


@pytest.mark.parametrize("c", [0, 1, 2])
def test_the_least_covariance_keeps_exactly_what_is_needed(c: int) -> None:
    found = covariance_certificate(3, c, 2, 1).verify().fact("least private covariance").value
    assert least_conditional_variance(3, 3, c, 2, found) == 1


def test_the_least_delta_is_the_positive_part() -> None:
    one, other = (Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 4), Fraction(3, 4))
    assert least_delta(one, other, Fraction(3, 2)) == Fraction(1, 8)
