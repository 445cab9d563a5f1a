"""What is left beyond the thresholds, against the definitions by enumeration."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optcheck.cordp import error_with, exact_noise, kept_variance, least_effective_variance
from optcheck.cordp.sources import covariance_matrix
from optcheck.errors import InvalidInput
from proofs_numeric.cordp._enumeration import conditional_variance

SHARES = st.fractions(0, Fraction(9, 10), max_denominator=10)


@given(st.integers(2, 6), st.integers(0, 5), SHARES)
def test_kept_variance_is_the_conditional_variance(n: int, colluders: int, share: Fraction) -> None:
    told = min(colluders, n - 1)
    v, r = Fraction(2), -share * 2 / (n - 1)
    matrix = covariance_matrix(n, range(told, n), range(told), v, r)
    assert kept_variance(n, told, v, r) == conditional_variance(matrix, 0)


@given(st.integers(2, 6), st.integers(1, 6), st.integers(0, 5), SHARES)
def test_error_is_the_variance_of_the_mean(n: int, responders: int, colluders: int, share: Fraction) -> None:
    f = min(responders, n)
    j = min(colluders, f - 1)
    v, r = Fraction(2), -share * 2 / (n - 1)
    matrix = covariance_matrix(n, range(j, f), range(j), v, r)
    assert error_with(n, f, j, v, r, 3) == 3 * sum(map(sum, matrix)) / (f - j) ** 2


@given(st.integers(3, 12), st.integers(1, 11), st.integers(0, 10))
def test_at_the_thresholds_they_are_what_the_design_promises(n: int, t: int, c: int) -> None:
    least = min(t, n - 1)
    told = min(c, least - 1)
    noise = exact_noise(n, least, told, 1)
    if noise.variance.factor:
        return  # irrational optima are the closed form's business
    v, r = noise.variance.rational, noise.covariance.rational
    assert kept_variance(n, told, v, r) == 1
    assert error_with(n, least, told, v, r) == least_effective_variance(n, least, told) / (least - told)
    kept = [kept_variance(n, more, v, r) for more in range(told, n)]
    assert all(value >= Fraction(n - more, n - told) for more, value in enumerate(kept, start=told))


@pytest.mark.parametrize("pair", [(1, "1/2"), (0, 0), (1, -1), (-1, 0)])
def test_noise_that_seeds_cannot_make_is_refused(pair: tuple[object, object]) -> None:
    with pytest.raises(InvalidInput, match="the noise must have"):
        kept_variance(3, 1, *pair)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="the noise must have"):
        error_with(3, 2, 1, *pair)  # type: ignore[arg-type]
