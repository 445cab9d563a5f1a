"""Privacy budgets, the privacy loss at sensitivity 2, and orders of the error with their constants named.

Every order is a factor in (n, t, c, d) times the order of s = sigma^2_{eps,delta}. An error of at most C times a
printed rate means s <= C rate/factor, true exactly if noise of this variance is (eps, delta)-private. So the privacy
loss at that variance is compared with delta.
"""

from optcheck.claims import *

__all__ = ["ARGUMENT", "CONSTANT", "EFFORT", "Scale", "factor", "granted", "loss", "rate", "safe_rate"]

CONSTANT = 16  # times the rate of (eps, delta)
EFFORT = Effort(instances=40, drawn=80, largest={"epsilon": 1000})


class Scale(Instance):
    """A privacy budget, the dimension, and how many users there are; 1 - delta is simple where delta is near 1."""

    epsilon: Fraction = rational(above=0, symbol="ε")
    one_minus_delta: Fraction = rational(above=0, below=1, symbol="1−δ")
    d: int = integer(1)
    n: int = integer(2)

    @property
    def delta(self) -> Fraction:
        """The budget's failure probability."""
        return 1 - self.one_minus_delta


def granted(at: Scale) -> Value:
    """The delta that the budget allows."""
    return at.delta


def loss(variance: Value, epsilon: Value) -> Value:
    """The least delta of noise with this variance at sensitivity 2."""
    return gaussian_delta(2 / sqrt(variance), epsilon)


def rate(at: Scale) -> Value:
    """ln(1/delta)/min(eps, eps^2), as the corollaries print it."""
    return log(1 / at.delta) / min(at.epsilon, at.epsilon**2)


def safe_rate(at: Scale) -> Value:
    """The same with ln(5/(4 delta)), which does not vanish at delta = 1."""
    return log(Fraction(5, 4) / at.delta) / min(at.epsilon, at.epsilon**2)


def factor(n: int, t: int, c: int) -> Value:
    """The infimum of the unbiased error for s = d = 1 (cordp/eq-14)."""
    squared = (n - t) * (n - c - 1) + (t - c) + 2 * sqrt((n - t) * (n - c - 1) * (t - c))
    return squared / Fraction((t - c) * (n - c) ** 2)


ARGUMENT = (
    "By Proposition 2 s <= 8 ln(1.25/δ)/ε² for ε < 1 and s <= 2η²/ε <= (4 + 16 ln(1/(2δ)))/ε <= 16 ln(1.25/δ)/ε for "
    "ε >= 1, δ <= 1/20; larger δ with ε >= 1 is checked on the instances only. The optimum decoder's error E/(1+E) is "
    "below the unbiased error E and below 1. "
)
