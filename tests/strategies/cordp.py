"""Triples (n, t, c), variance floors and noise pairs for CorDP-DME, and quantities that nothing else needs."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from optcheck.cordp.sources import Number, covariance_matrix, settings
from optcheck.exact.numbers import Exact, Quadratic, field_root
from proofs_numeric.cordp._enumeration import conditional_variance

Triple = tuple[int, int, int]


@st.composite
def triples(draw: st.DrawFn, largest: int = 12, smallest: int = 1) -> Triple:
    """0 <= c < t <= n, the corners t = n, c = 0 and c = t-1 often."""
    n = draw(st.integers(smallest, largest))
    t = draw(st.one_of(st.just(n), st.integers(1, n)))
    return n, t, draw(st.one_of(st.just(0), st.just(t - 1), st.integers(0, t - 1)))


def floors() -> st.SearchStrategy[Fraction]:
    """Positive rationals for sigma2_min, integers where they do."""
    return st.integers(1, 50).map(Fraction) | st.fractions(Fraction(1, 20), 50, max_denominator=20)


@st.composite
def seed_pairs(draw: st.DrawFn, n: int) -> tuple[Fraction, Fraction]:
    """A variance and a covariance <= 0 that pairwise seeds can make, strictly inside."""
    variance = draw(floors())
    share = draw(st.fractions(0, Fraction(39, 40), max_denominator=40))
    return variance, -share * variance / max(1, n - 1)


def rationals() -> st.SearchStrategy[Fraction]:
    """Rationals of both signs."""
    return st.fractions(-30, 30, max_denominator=12)


def quadratics(root: int) -> st.SearchStrategy[Quadratic]:
    """Numbers of one quadratic field."""
    return st.builds(Quadratic, rationals(), rationals(), st.just(root))


def least_covariance(n: int, c: int, variance: Quadratic | Exact, sigma2_min: Exact) -> Quadratic:
    """The least covariance that keeps a given variance private: the larger root of the boundary's quadratic.

    With a = variance + (c-1) r and b = variance + (n-1) r the boundary is a b = sigma2_min (variance + (n-2) r).
    """
    exactly = variance if isinstance(variance, Quadratic) else Quadratic(variance)
    square, linear = (n - 1) * (c - 1), exactly * (n + c - 2) - sigma2_min * (n - 2)
    constant = exactly * (exactly - sigma2_min)
    if square == 0:
        return -constant / linear
    return (field_root(linear * linear - 4 * square * constant) - linear) / (2 * square)


def least_conditional_variance(n: int, t: int, c: int, variance: Number, covariance: Number) -> Number:
    """The least variance that a report retains given all that the server sees, over all settings and honest users."""
    variances = []
    for setting in settings(n, t, c):
        matrix = covariance_matrix(n, setting.honest, setting.colluders, variance, covariance)
        variances += [conditional_variance(matrix, index) for index in range(len(setting.honest))]
    return min(variances)
