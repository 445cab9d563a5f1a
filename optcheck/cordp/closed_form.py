"""The optimum in exact numbers of Q(sqrt(D)), D = (t-c)(n-t)(n-c-1), with its proof.

The proof of optimality is weak duality. Let X be the covariance of the m = n-c honest users' noise after removing
what colluders know; privacy of user 1 says that X - s e1 e1' is positive semidefinite. Take y = (p, q, ..., q) with
|y|^2 = 1 and (sum of y)^2 = k = t-c. For equal variances and covariances y'Xy is the effective variance of k reports,
so it is at least s p^2; the largest such p is (sqrt(k) + sqrt((m-1)(m-k)))/m. The pair below reaches it.
No Gaussian noise with unequal variances or covariances does better, even with unequal decoder weights: a bound on the
precision of k reports, averaged over all sets of them, shows it (docs/cordp.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from optcheck.cordp.accuracy import checked_triple
from optcheck.errors import InvalidInput, shown
from optcheck.exact.files import Certificate
from optcheck.exact.numbers import Exact, Quadratic, exact, field_root, square_root, to_text


def least_effective_variance(n: int, t: int, c: int, sigma2_min: Exact = 1) -> Quadratic:
    """The infimum of variance + (t-1) covariance over all private pairs; a limit when t = n and c < n-1.

    >>> str(least_effective_variance(4, 2, 0)), str(least_effective_variance(5, 5, 2))
    ('1/2 + 1/4*sqrt(3)', '1/3')
    """
    n, t, c = checked_triple(n, t, c)
    m, k = n - c, t - c
    cross = square_root((m - k) * (m - 1) * k)
    return _positive(sigma2_min) * ((m - k) * (m - 1) + k + 2 * cross) / (m * m)


@dataclass(frozen=True, slots=True)
class ExactNoise:
    """An optimal pair, exactly; for t = n a pair within a factor of the infimum, which no pair attains."""

    n: int
    t: int
    c: int
    sigma2_min: Exact
    variance: Quadratic
    covariance: Quadratic
    within: Exact

    @property
    def correlation(self) -> Quadratic:
        """The covariance over the variance."""
        return self.covariance / self.variance

    @property
    def effective_variance(self) -> Quadratic:
        """The variance of the sum of t-c honest reports over t-c, the responding colluders' terms removed."""
        return self.variance + (self.t - 1) * self.covariance

    def certify(self) -> Certificate:
        """Evidence that the pair is private and its error least (or within the factor), for the checker."""
        pair = self.variance, self.covariance
        return pair_certificate(self.n, self.t, self.c, self.sigma2_min, pair)


def exact_noise(n: int, t: int, c: int, sigma2_min: Exact, within: Exact | None = None) -> ExactNoise:
    """The optimal variance and covariance as exact numbers.

    For t = n with two honest users or more the infimum is only a limit: ``within`` > 1 says how far above it the
    returned pair may be.

    >>> noise = exact_noise(4, 3, 1, 1)
    >>> str(noise.variance), str(noise.covariance), noise.certify().verify().kind
    ('4/3', '-2/9', 'cordp-optimum')
    """
    n, t, c = checked_triple(n, t, c)
    least = _positive(sigma2_min)
    if n - c == 1:
        return ExactNoise(n, t, c, least, Quadratic(least), Quadratic(0), 1)
    factor = _checked_factor(n, t, c, within)
    a, b = (least * value for value in (_eigenvalues(n, t, c) if t < n else _near_limit(n - c, Fraction(factor))))
    covariance = (b - a) / (n - c)
    return ExactNoise(n, t, c, least, a - (c - 1) * covariance, covariance, factor)


def _positive(sigma2_min: object) -> Exact:
    least = exact(sigma2_min, "sigma2_min")
    if least <= 0:
        raise InvalidInput(f"sigma2_min must be positive, got {shown(sigma2_min)}")
    return least


def _checked_factor(n: int, t: int, c: int, within: Exact | None) -> Exact:
    if t < n:
        return 1
    factor = 1 if within is None else exact(within, "within")
    if factor <= 1:
        raise InvalidInput(
            f"within must be above 1 for t = n = {n}, c = {c}: the infimum is a limit; got {shown(within)}"
        )
    return min(factor, n - c)


def _eigenvalues(n: int, t: int, c: int) -> tuple[Quadratic, Quadratic]:
    """The optimal eigenvalues for sigma2_min = 1: across the sum of the honest users' noise, and along it."""
    m, k = n - c, t - c
    cross = square_root(k * (m - 1) * (m - k))
    return (m - 1 + cross / (m - k)) / m, (1 + cross / k) / m


def _near_limit(m: int, factor: Fraction) -> tuple[Quadratic, Quadratic]:
    """Eigenvalues that meet the privacy bound with equality, the second one factor/m; factor <= m."""
    return Quadratic(factor * (m - 1) / (m * (factor - 1))), Quadratic(factor / m)


def least_covariance(n: int, c: int, variance: Quadratic | Exact, sigma2_min: Exact) -> Quadratic:
    """The least covariance that keeps a given variance private: the larger root of the boundary's quadratic.

    With a = variance + (c-1) r and b = variance + (n-1) r the boundary is a b = sigma2_min (variance + (n-2) r).

    >>> str(least_covariance(3, 1, 2, 1)), str(least_covariance(2, 0, 2, 1))
    ('-2/3', '-1*sqrt(2)')
    """
    if n < 2 or not 0 <= c < n or variance < sigma2_min:
        raise InvalidInput(
            f"need n >= 2, 0 <= c < n, variance >= sigma2_min, got {shown((n, c, variance, sigma2_min))}"
        )
    exactly = variance if isinstance(variance, Quadratic) else Quadratic(variance)
    square, linear = (n - 1) * (c - 1), exactly * (n + c - 2) - sigma2_min * (n - 2)
    constant = exactly * (exactly - sigma2_min)
    if square == 0:
        return -constant / linear
    return (field_root(linear * linear - 4 * square * constant) - linear) / (2 * square)


def pair_certificate(
    n: int, t: int, c: int, sigma2_min: Exact, pair: tuple[Quadratic | Exact, Quadratic | Exact]
) -> Certificate:
    """How small the error of a private pair can be: the error of this pair above it, the dual matrix's bound below."""
    instance = {"n": n, "t": t, "c": c, "sigma2_min": to_text(sigma2_min)}
    evidence = {
        "pair": [str(value) for value in pair],
        "dual": [str(entry) for entry in dual_matrix(n, t, c)],
    }
    return Certificate("cordp-optimum", instance, evidence)


def dual_matrix(n: int, t: int, c: int) -> tuple[Quadratic, Quadratic, Quadratic]:
    """The entries p^2, pq, q^2 of the dual matrix yy', y = (p, q, ..., q)."""
    m, k = n - c, t - c
    first = least_effective_variance(n, t, c)
    if m == 1:
        return first, Quadratic(0), Quadratic(0)
    rest = (1 - first) / (m - 1)
    return first, (k - first - (m - 1) * (m - 1) * rest) / (2 * (m - 1)), rest
