"""Correlated noise in integers, as a real round draws it, with a certificate that it is private.

Every two users share a draw of the discrete Gaussian of variance P, every user adds one of its own of variance O + c.
Up to a factor e^zeta in all probabilities the integer reports are a function of Gaussian reports with covariance O I +
P B B', whose privacy is the paper's; :mod:`optcheck.checker.definitions.cordp` has the proof, and checks it for a
round's own numbers. Rounding P and O upwards only helps.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from optcheck.checker.definitions.cordp import kept_integer_variance as kept_variance
from optcheck.checker.gaussian import SMALLEST, private_budget, ripple
from optcheck.cordp.accuracy import checked_triple
from optcheck.cordp.noise import optimal_noise
from optcheck.errors import InvalidInput, shown
from optcheck.exact.files import Certificate
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import exact, to_json
from optcheck.gaussian import required_variance

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
