"""Optimal noise in doubles, for single triples (n, t, c) or arrays of them, rounded so that privacy holds exactly.

Direction of rounding: the returned doubles, taken as the real numbers that they are, satisfy the privacy condition
for the given ``sigma2_min`` exactly. Privacy only gains when the eigenvalues a = variance + (c-1) covariance and
b = variance + (n-1) covariance grow. So the covariance is rounded freely, and the variance is the larger of
a - (c-1) covariance and b - (n-1) covariance times 1 + 16u, u = 2^-53: the computed a and b are off by 5u relative at
most, the products and sums by 2u, and for c = 0 the difference a - |covariance| is at least a/2, which doubles the 5u.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from numbers import Real

import numpy as np

from optcheck.cordp.accuracy import (
    LARGEST,
    Figures,
    Floats,
    Integers,
    biased_error,
    broadcast,
    checked_sizes,
    unbiased_error,
)
from optcheck.cordp.closed_form import pair_certificate
from optcheck.errors import InvalidInput, shown
from optcheck.exact.files import Certificate
from optcheck.exact.numbers import exact
from optcheck.gaussian import required_variance
from optcheck.gaussian.parameters import Numbers

SENSITIVITY = 2.0  # two vectors of the unit ball are at most this far apart
_ROUND_UP = 1 + 2.0**-49  # the 1 + 16u of the text above
_RANGE = (1e-270, 1e270)


@dataclass(frozen=True, slots=True)
class OptimalNoise:
    """The optimal noise; fields are floats for one triple, arrays for arrays of triples.

    ``attained`` is False where t = n and two or more honest users remain: then the infimum is a limit, ``variance``
    is inf, ``covariance`` -inf, ``correlation`` their limit ratio -1/(n-1), and ``effective_variance`` and the
    errors are the limits. ``finite`` (or ``within``) replaces them by doubles, as close to the limit as requested.
    """

    n: Figures
    t: Figures
    c: Figures
    sigma2_min: Figures
    variance: Figures
    covariance: Figures
    correlation: Figures
    effective_variance: Figures
    attained: Figures

    def mse(self, d: object, unbiased: bool = False) -> Figures:
        """The mean squared error in d dimensions, worst over responders, colluders and vectors of the unit ball.

        It is the exact optimum's; that of the rounded doubles is larger by a relative n 2^-48 at most.

        >>> round(optimal_noise(3, 3, 0, sigma2_min=1.0).mse(1), 12)
        0.1
        """
        error = unbiased_error if unbiased else biased_error
        return error(self.effective_variance, self.t - self.c, d)

    def finite(self, within: float = 1.01) -> OptimalNoise:
        """The same noise with limits replaced by doubles whose effective variance is at most ``within`` times least.

        The closer to the limit, the larger the variance, and the more its last bits weigh: rounding adds a relative
        n within 2^-47/(within-1) at most. ``certify`` says how far a pair is from the limit exactly.

        >>> pair = optimal_noise(10, 10, 0, sigma2_min=1.0).finite(1.25)
        >>> round(pair.variance, 9), round(pair.covariance, 9), round(pair.effective_variance, 9)
        (4.0625, -0.4375, 0.125)
        """
        return optimal_noise(self.n, self.t, self.c, sigma2_min=self.sigma2_min, within=within)

    def covariance_matrix(self) -> Floats:
        """The users' covariance matrix (Eq. 9), for one triple with finite variance.

        >>> optimal_noise(3, 2, 0, sigma2_min=9.0).covariance_matrix().round(6).tolist()
        [[10.0, -2.0, -2.0], [-2.0, 10.0, -2.0], [-2.0, -2.0, 10.0]]
        """
        self._require_one_finite()
        spread = np.full((self.n, self.n), self.covariance)
        np.fill_diagonal(spread, self.variance)
        return spread

    def certify(self) -> Certificate:
        """Evidence that these very doubles are private, and how near their error is to the least one.

        >>> optimal_noise(5, 4, 1, sigma2_min=1.0).certify().verify().kind
        'cordp-optimum'
        """
        self._require_one_finite()
        pair = Fraction(self.variance), Fraction(self.covariance)
        return pair_certificate(self.n, self.t, self.c, Fraction(self.sigma2_min), pair)

    def _require_one_finite(self) -> None:
        if np.ndim(self.variance) or not np.isfinite(self.variance):
            raise InvalidInput(f"this needs one triple with finite variance (see `finite`), got {shown(self.variance)}")


def optimal_noise(
    n: object,
    t: object,
    c: object,
    epsilon: Numbers | None = None,
    delta: Numbers | None = None,
    sigma2_min: object = None,
    *,
    within: float | None = None,
) -> OptimalNoise:
    """The variance and covariance with the least error for n users, at least t responders, at most c colluders.

    Privacy is given by ``epsilon`` and ``delta``, or directly by ``sigma2_min``, the variance that every honest
    report must retain given all that the server knows. All arguments broadcast.

    >>> noise = optimal_noise(4, 3, 1, sigma2_min=1.0)
    >>> round(noise.variance, 9), round(noise.covariance, 9), round(noise.mse(d=1, unbiased=True), 9)
    (1.333333333, -0.222222222, 0.444444444)
    """
    users, least, colluders = checked_sizes(n, t, c)
    floor = _floor_variance(epsilon, delta, sigma2_min)
    if within is not None and not (isinstance(within, Real) and within > 1):
        raise InvalidInput(f"within must be one number above 1, got {shown(within)}")
    factor = None if within is None else float(min(within, LARGEST))  # more than n - c changes nothing
    users, least, colluders, floor = broadcast(users, least, colluders, floor)
    return _solve(users, least, colluders, floor, factor)


def _floor_variance(epsilon: Numbers | None, delta: Numbers | None, sigma2_min: object) -> Floats:
    value = sigma2_min
    if epsilon is not None and delta is not None and sigma2_min is None:
        value = required_variance(epsilon, delta, sensitivity=SENSITIVITY)
    elif sigma2_min is None or epsilon is not None or delta is not None:
        raise InvalidInput(
            f"give epsilon and delta, or sigma2_min, got {shown(epsilon)}, {shown(delta)}, {shown(sigma2_min)}"
        )
    floor = _not_below(value)
    low, high = _RANGE
    if not ((floor >= low) & (floor <= high)).all():
        raise InvalidInput(f"sigma2_min must be between {low} and {high}, got {shown(value)}")
    return floor


def _not_below(value: object) -> Floats:
    """The numbers as doubles; whole numbers and Fractions that are no doubles are rounded up."""
    given = np.asarray(value)
    if given.dtype.kind == "f" and given.dtype.itemsize <= 8:
        return given.astype(np.float64)
    doubles = np.array([_double_above(item) for item in given.ravel().tolist()], dtype=np.float64)
    return doubles.reshape(given.shape)


def _double_above(value: object) -> float:
    number = exact(value, "sigma2_min")
    if number > _RANGE[1]:
        return math.inf
    double = float(number)
    return double if Fraction(double) >= number else math.nextafter(double, math.inf)


def _solve(n: Integers, t: Integers, c: Integers, floor: Floats, within: float | None) -> OptimalNoise:
    honest, dropped, alone = (n - c).astype(np.float64), (n - t).astype(np.float64), n - c == 1
    limit = (n == t) & ~alone
    with np.errstate(divide="ignore", invalid="ignore"):
        across, along, effective = _dropouts(honest, (t - c).astype(np.float64), dropped)
        if within is not None:
            factor = np.minimum(within, honest)
            across = np.where(limit, (honest - 1) * factor / (honest * (factor - 1)), across)
            along, effective = (np.where(limit, factor / honest, value) for value in (along, effective))
        across = np.where(alone, along, across)  # a single honest user has no second eigenvalue
        variance, covariance = _pair(n, c, floor, floor * across, floor * along)
        correlation = np.where(np.isinf(variance), -1 / (n - 1), covariance / variance)
    fields = (n, t, c, floor, variance, covariance, correlation, floor * effective, ~limit)
    return OptimalNoise(*(value.item() if value.ndim == 0 else value for value in fields))


def _dropouts(honest: Floats, responders: Floats, dropped: Floats) -> tuple[Floats, Floats, Floats]:
    """Both eigenvalues and the effective variance for sigma2_min = 1; the first is inf without dropouts."""
    others = honest - 1
    across = (others + np.sqrt(responders * others / dropped)) / honest
    along = (1 + np.sqrt(dropped * others / responders)) / honest
    root = np.sqrt(dropped * others) + np.sqrt(responders)
    share = root / honest
    return across, along, share * share  # not ** 2: that rounds differently for scalars and for arrays


def _pair(n: Integers, c: Integers, floor: Floats, across: Floats, along: Floats) -> tuple[Floats, Floats]:
    """Variance and covariance, the variance rounded up as the module says; independent noise needs no rounding."""
    shared = np.maximum((across - along) / (n - c), 0.0)
    needed = np.maximum(across + (c - 1) * shared, along + (n - 1) * shared) * _ROUND_UP
    return np.where(np.isinf(across), np.inf, np.where(shared == 0, floor, needed)), 0.0 - shared
