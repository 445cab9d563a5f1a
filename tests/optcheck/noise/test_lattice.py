"""The theorem behind integer shares, against probabilities convolved by brute force, where its factors are visible."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from flint import arb, ctx

from optcheck import gaussian
from optcheck.checker.gaussian import closeness, private_budget, ripple
from tests.optcheck.noise.convolution import BITS, ball, delta, sum_of

SHARES: list[list[Fraction | int]] = [[3, 3], [2, 5, 7], [Fraction(3, 2), 20], [7], [2, 2, 2, 2, 2], [12, 50]]


@pytest.mark.parametrize("kappa", [Fraction(1, 4), Fraction(1), Fraction(7, 2), 30, 10**9])
def test_ripple_bounds_the_theta_function(kappa: Fraction) -> None:
    with ctx.workprec(4000):
        q = (-2 * arb.pi() ** 2 * ball(kappa)).exp()
        truth = 2 * sum((q ** (k * k) for k in range(1, 40)), start=arb(0))
        assert truth <= ball(ripple(kappa))


@pytest.mark.parametrize("variances", SHARES, ids=str)
def test_sums_are_within_their_factor_of_one_discrete_gaussian(variances: Sequence[Fraction | int]) -> None:
    zeta = closeness(len(variances), min(variances), 5)
    assert zeta is not None
    probabilities, zero = sum_of(variances)
    total = sum(variances)
    with ctx.workprec(BITS):
        weights = [(-(ball(z) ** 2) / (2 * ball(total))).exp() for z in range(-8, 9)]
        ratios = [probabilities[zero + z] / weight for z, weight in zip(range(-8, 9), weights, strict=True)]
        for one in ratios:
            for other in ratios:
                assert one / other <= (2 * ball(zeta)).exp()


@pytest.mark.parametrize("variances", SHARES, ids=str)
@pytest.mark.parametrize("smoothing", [Fraction(1, 2), 1, 5])
@pytest.mark.parametrize(("epsilon", "shift"), [(Fraction(1, 2), 1), (Fraction(2), 3), (Fraction(0), 2)])
def test_the_promised_budget_holds(
    variances: Sequence[Fraction | int], smoothing: Fraction, epsilon: Fraction, shift: int
) -> None:
    """For the delta' of a Gaussian with the variance less the smoothing, the sum keeps the delta that follows."""
    zeta = closeness(len(variances), min(variances), smoothing)
    left = Fraction(sum(variances)) - smoothing
    assert zeta is not None
    goal = Fraction(gaussian.delta_of_variance(left, max(Fraction(0), epsilon - 2 * zeta), shift))
    promised = (goal + (4 * zeta if not epsilon else 0)) / (1 - zeta)
    budget = private_budget(epsilon, promised, zeta)
    assert budget is None or budget[1] >= goal * Fraction(999_999, 1_000_000)
    probabilities, _ = sum_of(variances)
    assert delta(probabilities, shift, epsilon) <= ball(promised)


def test_too_little_variance_is_said() -> None:
    assert closeness(2, Fraction(1, 10), 5) is None
    assert closeness(2, 12, Fraction(1, 100)) is None
    assert closeness(10**12, 12, 5) == Fraction(1, 1 << 128)
    assert private_budget(Fraction(1, 10**50), Fraction(1, 10), Fraction(1, 1 << 128)) is None
    assert private_budget(0, Fraction(1, 10**50), Fraction(1, 1 << 128)) is None
