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

from optcheck.checker.definitions.cordp import kept_integer_variance as kept_variance
from optcheck.checker.gaussian import SMALLEST, private_budget, ripple
from optcheck.cordp.accuracy import (
    LARGEST,
    Figures,
    Floats,
    Integers,
    biased_error,
    broadcast,
    checked_sizes,
    checked_triple,
    pair_certificate,
    unbiased_error,
)
from optcheck.errors import InvalidInput, shown
from optcheck.exact.files import Certificate
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import exact, to_json
from optcheck.exact.rounding import at_least
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
    doubles = np.array([at_least(exact(item, "sigma2_min")) for item in given.ravel().tolist()], dtype=np.float64)
    return doubles.reshape(given.shape)


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


# --- Correlated noise in integers, as a real round draws it, with a certificate that it is private.
#
# Every two users share a draw of the discrete Gaussian of variance P, every user adds one of its own of variance O +
# c. Up to a factor e^zeta in all probabilities the integer reports are a function of Gaussian reports with covariance
# O I + P B B', whose privacy is the paper's; :mod:`optcheck.checker.definitions.cordp` has the proof, and checks it
# for a round's own numbers. Rounding P and O upwards only helps.


SMOOTHING = 5  # the c above, in steps squared
# of a pair, and of own noise for each user: kappa is then above 11, ripples far below 2^-128
_LEAST_VARIANCE = 24
_LEAST_FLOOR = 1 << 14
_WITHIN = 1.01  # factor above the infimum, where no dropout is allowed


@dataclass(frozen=True, slots=True)
class IntegerNoise:
    """The public parameters of a round: sizes, the grid 1/steps, and the variances in steps squared."""

    n: int
    t: int
    c: int
    dimension: int
    steps: int
    pair_variance: int
    own_variance: int

    @property
    def effective_variance(self) -> Fraction:
        """The variance of the sum over the number of responders, in the data's units, if exactly t respond."""
        uncancelled = self.own_variance + (self.n - self.t) * self.pair_variance
        return Fraction(uncancelled, self.steps**2)

    def certify(self, epsilon: object, delta: object) -> Certificate:
        """The proof that the round keeps this budget for every user; ``optcheck verify`` checks it."""
        instance = {
            "n": self.n,
            "t": self.t,
            "c": self.c,
            "epsilon": to_json(exact(epsilon, "epsilon")),
            "delta": to_json(exact(delta, "delta")),
            "dimension": self.dimension,
        }
        evidence = {
            "steps": self.steps,
            "smoothing": SMOOTHING,
            "pair_variance": self.pair_variance,
            "own_variance": self.own_variance,
        }
        return Certificate("cordp-integers", instance, evidence)

    def keeps(self, variance: Fraction) -> bool:
        """Whether every honest report retains this variance (steps squared), given all that the server can see."""
        return kept_variance(self.n - self.c, Fraction(self.own_variance - SMOOTHING), self.pair_variance) >= variance


def integer_noise(n: int, t: int, c: int, epsilon: object, delta: object, dimension: int) -> IntegerNoise:
    """Integer noise for a round with vectors of length at most 1: the optimum for (n, t, c), on a grid of its own.

    >>> noise = integer_noise(10, 8, 1, 2, "1e-5", dimension=3)
    >>> noise.effective_variance < 1.01 * optimal_noise(10, 8, 1, 2, Fraction(1, 10**5)).effective_variance
    True
    >>> noise.certify(2, "1e-5").verify().kind
    'cordp-integers'
    """
    users, least, colluders = checked_triple(n, t, c)
    size = whole_number(dimension, "dimension", least=1, most=10**7)
    zeta = _zeta(users) * size
    remaining = private_budget(exact(epsilon, "epsilon"), exact(delta, "delta"), zeta)
    if remaining is None:
        raise InvalidInput(
            f"the budget must leave room for integers (about 2^-100), got {shown(epsilon)}, {shown(delta)}"
        )
    unit = Fraction(required_variance(*remaining))
    steps = 1 << 13
    while True:
        noise, floor = _on_grid(users, least, colluders, unit, steps, size)
        is_fine = floor >= _LEAST_FLOOR and noise.pair_variance >= _LEAST_VARIANCE
        if noise.own_variance >= _LEAST_VARIANCE * users and (is_fine or noise.pair_variance == 0):
            return noise
        steps *= 2


def _zeta(n: int) -> Fraction:
    """A bound on zeta for one coordinate, for any number of honest users: pairs and smoothing together."""
    pairs = n * (n - 1) // 2 + n
    eta = 2 * pairs * ripple(Fraction(SMOOTHING))  # (1 + x)^K - 1 <= 2 K x while K x <= 1
    if eta > Fraction(1, 4):
        raise InvalidInput(f"there are too many users for the proof, got {shown(n)}")
    return max(4 * eta, Fraction(1, 1 << SMALLEST))


def _on_grid(n: int, t: int, c: int, unit: Fraction, steps: int, dimension: int) -> tuple[IntegerNoise, Fraction]:
    """The optimal pair of variances, rounded up to whole steps squared; two vectors differ by 2 steps + sqrt(d)."""
    move = 2 * steps + (math.isqrt(dimension - 1) + 1 if dimension > 1 else 1)
    floor = unit * move * move
    real = optimal_noise(n, t, c, sigma2_min=floor, within=_WITHIN)
    own = Fraction(real.variance) + (n - 1) * Fraction(real.covariance)
    pair = math.ceil(-Fraction(real.covariance))
    noise = IntegerNoise(n, t, c, dimension, steps, pair, max(1, math.ceil(own)) + SMOOTHING)
    assert noise.keeps(floor)
    return noise, floor
