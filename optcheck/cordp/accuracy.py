"""Decoders and their mean squared errors, for any variance and covariance, and for the usual alternatives.

With r <= 0 the pairwise terms of users who respond cancel in the sum; those shared with dropouts stay. A server that
adds up the responders' reports and subtracts the terms that responding colluders share is left with the variance
``honest responders * (variance + covariance * (responders - 1))``. Functions take scalars or arrays.

Noise can also be used beyond its thresholds, with more colluders or fewer responders than it was made for. With j
colluders an honest report retains (v + (j-1) r)(v + (n-1) r)/(v + (n-2) r), which falls by the same amount with every
colluder; of noise made for c it retains at least the share (n-j)/(n-c) of what it retains against c. The error of the
plain mean of f responders, j of them colluding, is d (v + (f-1) r)/(f-j), the colluders' terms subtracted. Both are
exact for the numbers given (floats are the binary fractions that they are).

Sizes (n, t, c) satisfy 0 <= c < t <= n; ``checked_sizes`` and ``checked_triple`` read them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from optcheck.errors import BeyondDoubles, InvalidInput, shown
from optcheck.exact.files import Certificate
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import Exact, Quadratic, exact, square_root, to_text

LARGEST = 2**31  # n, t, c and n*n stay exact in doubles and in int64
Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Figures = Any  # a number of any exact or inexact type for numbers, an array for arrays


def effective_variance(variance: object, covariance: object, responders: object) -> Figures:
    """Variance of the sum of the honest responders' reports over their number.

    >>> effective_variance(2.0, -0.5, 4)
    0.5
    """
    total, shared, count = (
        _number(name, value)
        for name, value in (("variance", variance), ("covariance", covariance), ("responders", responders))
    )
    return _computed(lambda: total + shared * (count - 1))


def unbiased_error(effective: object, honest: object, d: object) -> Figures:
    """Mean squared error of the plain mean of the honest responders' reports.

    >>> unbiased_error(0.5, 4, 2)
    0.25
    """
    size, users, spread = (
        _at_least(name, value, least)
        for name, value, least in (
            ("d", d, 1),
            ("the number of honest users", honest, 1),
            ("the variance", effective, 0),
        )
    )
    return _computed(lambda: size * spread / users)


def biased_error(effective: object, honest: object, d: object) -> Figures:
    """Worst-case mean squared error over vectors of the unit ball with the best weight; below 1.

    >>> biased_error(1.0, 4, 4)
    0.5
    """
    plain = unbiased_error(effective, honest, d)
    return _computed(lambda: plain / (1 + plain))


def decoder_weight(effective: object, honest: object, d: object) -> Figures:
    """The weight of every report in the decoder with the least worst-case error (Proposition 1).

    >>> decoder_weight(1.0, 4, 4)
    0.5
    """
    error = unbiased_error(effective, honest, d)
    return _computed(lambda: 1 / (1 + error))


def local_error(sigma2_min: object, honest: object, d: object) -> Figures:
    """Unbiased error with independent noise (local privacy).

    >>> local_error(2.0, 4, 1)
    0.5
    """
    return unbiased_error(sigma2_min, honest, d)


def central_error(sigma2_min: object, honest: object, d: object) -> Figures:
    """Unbiased error of a trusted server that adds noise once to the sum (central privacy).

    >>> central_error(2.0, 4, 1)
    0.125
    """
    error = unbiased_error(sigma2_min, honest, d)
    return _computed(lambda: error / _number("the number of honest users", honest))


def kept_variance(n: int, colluders: int, variance: Exact, covariance: Exact) -> Fraction:
    """The variance that an honest report retains given all that the server sees, against any number of colluders.

    >>> [str(kept_variance(4, colluders, Fraction(4, 3), Fraction(-2, 9))) for colluders in (0, 1, 2, 3)]
    ['7/6', '1', '5/6', '2/3']
    """
    users = whole_number(n, "n", 1, LARGEST)
    known = whole_number(colluders, "colluders", 0, users - 1)
    v, r = _pair(users, variance, covariance)
    if users - known == 1:
        return v + (users - 1) * r
    return (v + (known - 1) * r) * (v + (users - 1) * r) / (v + (users - 2) * r)


def error_with(n: int, responders: int, colluders: int, variance: Exact, covariance: Exact, d: int = 1) -> Fraction:
    """The mean squared error of the plain mean with so many responders, of whom so many collude.

    >>> [str(error_with(4, responders, 1, Fraction(4, 3), Fraction(-2, 9))) for responders in (4, 3, 2)]
    ['2/9', '4/9', '10/9']
    """
    users = whole_number(n, "n", 1, LARGEST)
    responding = whole_number(responders, "responders", 1, users)
    responding_colluders = whole_number(colluders, "colluders", 0, responding - 1)
    v, r = _pair(users, variance, covariance)
    return whole_number(d, "d", 1, LARGEST) * (v + (responding - 1) * r) / (responding - responding_colluders)


def _pair(users: int, variance: Exact, covariance: Exact) -> tuple[Fraction, Fraction]:
    """The two as fractions: noise that pairwise seeds can make, every user with some of its own."""
    v, r = Fraction(exact(variance, "variance")), Fraction(exact(covariance, "covariance"))
    if r > 0 or v <= 0 or v + (users - 1) * r <= 0:
        rule = "variance > 0 >= covariance and variance + (n-1) covariance > 0"
        raise InvalidInput(
            f"the noise must have {rule}, got variance {shown(variance)}, covariance {shown(covariance)}"
        )
    return v, r


def checked_sizes(n: object, t: object, c: object) -> tuple[Integers, Integers, Integers]:
    """The three as integer arrays of one shape with 0 <= c < t <= n, or InvalidInput naming the first fault."""
    users, least, colluders = broadcast(*(_integers(*item) for item in zip("ntc", (n, t, c), strict=True)))
    bad = (colluders < 0) | (least <= colluders) | (users < least) | (users > LARGEST)
    if bad.any():
        at = np.unravel_index(int(np.argmax(bad)), bad.shape)
        sizes = f"n = {users[at]}, t = {least[at]}, c = {colluders[at]}"
        raise InvalidInput(f"sizes must satisfy 0 <= c < t <= n <= 2^31, got {sizes}")
    return users, least, colluders


def _integers(name: str, value: object) -> Integers:
    array = np.asarray(value)
    if array.dtype.kind not in "iu":
        raise InvalidInput(f"{name} must be an integer of at most 64 bits or an array of such, got {shown(value)}")
    if array.dtype == np.uint64:
        array = np.minimum(array, np.uint64(2 * LARGEST))  # stays too large, and fits
    return array.astype(np.int64)


def checked_triple(n: object, t: object, c: object) -> tuple[int, int, int]:
    """One triple as ints of any size with 0 <= c < t <= n, or InvalidInput.

    >>> checked_triple(4, 3, 1)
    (4, 3, 1)
    """
    users, least, colluders = (whole_number(*item) for item in ((n, "n"), (t, "t"), (c, "c")))
    if not 0 <= colluders < least <= users:
        raise InvalidInput(
            f"sizes must satisfy 0 <= c < t <= n, got n = {shown(users)}, t = {shown(least)}, c = {shown(colluders)}"
        )
    return users, least, colluders


def broadcast(*arrays: npt.NDArray[np.generic]) -> tuple[Figures, ...]:
    """The arrays in one shape, or InvalidInput naming the shapes that do not fit."""
    try:
        return np.broadcast_arrays(*arrays)
    except ValueError:
        shapes = ", ".join(str(array.shape) for array in arrays)
        raise InvalidInput(f"the arguments must have shapes that fit together, got {shapes}") from None


def _number(name: str, value: object) -> Figures:
    """A scalar as it is, anything else as an array of numbers."""
    if isinstance(value, Real | Quadratic) and not isinstance(value, bool):
        return value
    array = np.asarray(value) if not isinstance(value, str) else None
    if array is None or array.dtype.kind not in "iuf" or not array.size:
        raise InvalidInput(f"{name} must be a number or an array of numbers, got {shown(value)}")
    return array


def _at_least(name: str, value: object, least: int) -> Figures:
    number = _number(name, value)
    if not np.all(number >= least):
        raise InvalidInput(f"{name} must be a number that is at least {least}, got {shown(value)}")
    return number


def _computed(formula: Callable[[], Figures]) -> Figures:
    try:
        return formula()
    except OverflowError:
        raise BeyondDoubles("the result exceeds the largest double, 1.8e308: give exact numbers") from None
    except ValueError as error:
        raise InvalidInput(f"the arguments must have shapes that fit together: {error}") from None


# --- The optimum in exact numbers of Q(sqrt(D)), D = (t-c)(n-t)(n-c-1), with its proof.
#
# The proof of optimality is weak duality. Let X be the covariance of the m = n-c honest users' noise after removing
# what colluders know; privacy of user 1 says that X - s e1 e1' is positive semidefinite. Take y = (p, q, ..., q) with
# |y|^2 = 1 and (sum of y)^2 = k = t-c. For equal variances and covariances y'Xy is the effective variance of k reports,
# so it is at least s p^2; the largest such p is (sqrt(k) + sqrt((m-1)(m-k)))/m. The pair below reaches it.
# No Gaussian noise with unequal variances or covariances does better, even with unequal decoder weights: a bound on the
# precision of k reports, averaged over all sets of them, shows it (docs/cordp.md).


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
